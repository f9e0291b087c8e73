"""Errors whose message is one sentence to show to the reader."""


class PapertuiError(Exception):
    """An expected fault. Its text is one sentence for the reader, with no traceback needed."""


class StoreError(PapertuiError):
    """The library on disk cannot be read or written."""


class NewerSchemaError(StoreError):
    """The library was written by a newer papertui; nothing of it was touched."""


class ImportFileError(PapertuiError):
    """A file or text from outside cannot be read as papers."""


class FileThereError(PapertuiError):
    """A file that was to be written is there already."""


class NetworkError(PapertuiError):
    """A server could not be reached, or did not answer with what was asked for."""


class ProgramError(PapertuiError):
    """A program of the reader's own does not start, fails, takes too long or says too much."""


class UsageError(PapertuiError):
    """A command was given words that it cannot take."""


class UnknownKeyError(PapertuiError):
    """No paper of the library has this key."""
