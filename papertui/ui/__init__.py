"""The screen of papertui. Everything that uses Textual lives in this folder, and nothing outside it does."""
