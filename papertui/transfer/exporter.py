"""Papers going out into a file: wholly or not at all, and never in place of another one unasked."""

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

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
    """Return the format that the name of a file asks for. Raises UsageError where it asks for none."""
    if form := _FORMATS_OF_SUFFIXES.get(path.suffix.lower()):
        return form
    raise UsageError(
        f"The name {clean_line(path.name, 80)} does not tell the format; known are {', '.join(WRITTEN_FORMATS)}."
    )


def export_papers(
    papers: Iterable[tuple[Paper, Mark]], path: Path, form: str = "", *, replace: bool = False
) -> str:
    """Write papers into a file and return the format, told from the name where none is given.

    Raises FileThereError where the file is there already and is not to be replaced, UsageError where there is no such
    format, and PapertuiError where it cannot be written; then whatever was there stays as it was.
    """
    form = form or format_of(path)
    if form not in WRITTEN_FORMATS:
        raise UsageError(
            f"The format {clean_line(form, 40)} is not known; known are {', '.join(WRITTEN_FORMATS)}."
        )
    told = clean_line(str(path), 200)
    try:
        place = path.expanduser()
        if place.exists() and not place.is_file():
            raise UsageError(f"{told} is no ordinary file.")
        if place.exists() and not replace:
            raise FileThereError(f"{told} is there already.")
        _put_in_place(Path(os.path.realpath(place)), write_papers(form, papers))
    except OSError as error:
        raise PapertuiError(f"{told} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    except (ValueError, RuntimeError) as error:  # a name with a NUL in it, or the home of nobody
        raise UsageError(f"{told} is no name of a file here.") from error
    return form


def _put_in_place(path: Path, pieces: Iterable[str]) -> None:
    """Write beside the file under a name that is free, then put it in place with the permissions that it had."""
    former = path.stat().st_mode & 0o777 if path.exists() else None
    aside = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}")
    mode = 0o666 if former is None else former
    try:
        with open(aside, "x", encoding="utf-8", newline="", opener=partial(os.open, mode=mode)) as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if former is not None:
            aside.chmod(former)
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
