"""Library of papers and the reader's marks: edits, undo, lists, search and follows."""

from papertui.library.library import Library

__all__ = ["Library"]
