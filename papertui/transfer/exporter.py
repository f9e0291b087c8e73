"""Export papers to a file, atomically; an existing file is replaced only if asked."""

import os
from collections.abc import Iterable
from pathlib import Path

from papertui.atomic_file import replace_file
from papertui.errors import FileThereError, PapertuiError, UsageError
from papertui.formats import WRITTEN_FORMATS, write_papers
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_line

_FORMATS_OF_SUFFIXES = {
    ".bib": "bibtex",
    ".ris": "ris",
    ".json": "csl-json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "links",
}


def format_of(path: Path) -> str:
    """Return the format for the suffix of a file name. Raises UsageError if it is unknown."""
    if form := _FORMATS_OF_SUFFIXES.get(path.suffix.lower()):
        return form
    raise UsageError(
        f"The name {clean_line(path.name, 80)} has no known suffix; choose a format from {', '.join(WRITTEN_FORMATS)}."
    )


def export_papers(
    papers: Iterable[tuple[Paper, Mark]], path: Path, form: str = "", *, replace: bool = False
) -> str:
    """Write papers to a file and return the format, detected from the name if `form` is empty.

    Raises FileThereError if the file exists and `replace` is false, UsageError for an unknown format, and
    PapertuiError if it cannot be written; the former file is then unchanged.
    """
    form = form or format_of(path)
    if form not in WRITTEN_FORMATS:
        raise UsageError(
            f"The format {clean_line(form, 40)} is unknown; choose from {', '.join(WRITTEN_FORMATS)}."
        )
    name = clean_line(str(path), 200)
    try:
        place = path.expanduser()
        if place.exists() and not place.is_file():
            raise UsageError(f"{name} is not a regular file.")
        if place.exists() and not replace:
            raise FileThereError(f"{name} already exists.")
        replace_file(Path(os.path.realpath(place)), (piece.encode() for piece in write_papers(form, papers)))
    except OSError as error:
        raise PapertuiError(f"{name} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    except (ValueError, RuntimeError) as error:  # a NUL in the name, or the home of an unknown user
        raise UsageError(f"{name} is not a valid file name.") from error
    return form
