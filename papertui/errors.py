"""Errors with a message of one sentence for the user."""


class PapertuiError(Exception):
    """An expected error. Its message is one sentence for the user, shown without a traceback."""


class StoreError(PapertuiError):
    """The library on disk cannot be read or written."""


class NewerSchemaError(StoreError):
    """The library was written by a newer papertui and was not changed."""


class ImportFileError(PapertuiError):
    """A file or text cannot be read as papers."""


class FileThereError(PapertuiError):
    """A file to be written already exists."""


class NetworkError(PapertuiError):
    """A server could not be reached, or did not send a usable response."""


class ProgramError(PapertuiError):
    """A program of the user does not start, fails, takes too long or prints too much."""


class UsageError(PapertuiError):
    """A command was given invalid arguments."""


class UnknownKeyError(PapertuiError):
    """No paper of the library has this key."""
