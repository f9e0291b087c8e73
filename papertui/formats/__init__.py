"""Import and export formats, one module each."""

from papertui.formats.read import READ_FORMATS, read_papers
from papertui.formats.types import Found, ReadResult, Skipped
from papertui.formats.write import WRITTEN_FORMATS, write_papers

__all__ = ["READ_FORMATS", "WRITTEN_FORMATS", "Found", "ReadResult", "Skipped", "read_papers", "write_papers"]
