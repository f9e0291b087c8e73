"""papertui, a reading list for research papers in the terminal."""

__version__ = "0.1.0"
