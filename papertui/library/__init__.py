"""The library: papers, the reader's marks on them, and everything asked about both."""

from papertui.library.library import Library

__all__ = ["Library"]
