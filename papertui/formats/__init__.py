"""Every format in which papers come and go, one module each."""

from papertui.formats.reading import Found, Reading, Skipped, read_papers
from papertui.formats.writing import WRITTEN_FORMATS, write_papers

__all__ = ["WRITTEN_FORMATS", "Found", "Reading", "Skipped", "read_papers", "write_papers"]
