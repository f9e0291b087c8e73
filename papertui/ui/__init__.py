"""The screen: the only part of papertui that uses Textual."""
