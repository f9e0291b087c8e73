"""Library of papers and marks: edits, undo, lists, search and follows."""

from papertui.library.library import Library

__all__ = ["Library"]
