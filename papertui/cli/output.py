"""Output of commands: data on stdout, messages on stderr, both cleaned."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TextIO, cast

import orjson

from papertui.cli.table import PLAIN, PaperAndMark, plain_lines, table_lines
from papertui.errors import UsageError
from papertui.formats import write_papers
from papertui.library import Library
from papertui.library.lists import Matches
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.tex import display_title, tex_to_text


def say(text: str) -> None:
    """Print a message to standard error, if it is open."""
    with suppress(OSError):
        sys.stderr.write(f"{clean_line(text)}\n")
        sys.stderr.flush()


def progress(text: str) -> None:
    """Show progress on a terminal, replacing the previous progress."""
    if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        sys.stderr.write(f"\r\x1b[K{clean_line(text)}")
        sys.stderr.flush()


def emit(text: str) -> None:
    """Print a piece of data unchanged. Raises UsageError if standard output is closed."""
    if cast("TextIO | None", sys.stdout) is None:
        raise UsageError("Standard output is closed.")
    sys.stdout.write(text)


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    output = cast("TextIO | None", sys.stdout)
    return output is not None and output.isatty()


def print_papers(
    library: Library,
    keys: Sequence[str],
    form: str,
    *,
    columns: Sequence[str] = (),
    ascii_only: bool = False,
    separator: str = "\n",
) -> None:
    """Print papers as a table or in another format, in pieces."""

    def rows() -> Iterator[PaperAndMark]:
        return ((library.paper(key), library.mark(key)) for key in keys)

    if form != "table":
        for piece in write_papers(form, rows()):
            emit(piece.removesuffix("\n") + separator if separator != "\n" else piece)
        return
    if is_terminal() and separator == "\n":
        lines = table_lines(rows, columns, ascii_only=ascii_only)
    else:
        lines = plain_lines(rows, columns or PLAIN)
    for line in lines:
        emit(f"{line}{separator}")


def explanation(found: Matches) -> str:
    """Return as a JSON array why each paper matches: score, and the terms of each field with their exactness."""
    told = []
    for key in found.keys:
        why = found.explain(key)
        matches = why.matches if why else ()
        fields: dict[str, list[dict[str, object]]] = {}
        for match in matches:
            term = {"word": match.word, "term": match.term, "exact": match.exact}
            fields.setdefault(match.field.value, []).append(term)
        told.append({"key": key, "score": round(why.score, 4) if why else 0.0, "fields": fields})
    return orjson.dumps(told, option=orjson.OPT_INDENT_2).decode() + "\n"


def print_text(library: Library, keys: Iterable[str]) -> None:
    """Print all fields of some papers."""
    for number, key in enumerate(keys):
        if number:
            emit("\n" + "─" * 60 + "\n\n")
        emit(_paper_text(library.paper(key), library.mark(key)))


def _paper_text(paper: Paper, mark: Mark) -> str:
    states = [
        state
        for state, holds in (("read", mark.read), ("starred", mark.starred), ("dismissed", mark.dismissed))
        if holds
    ]
    omitted = f" +{paper.affiliations_omitted} more" if paper.affiliations_omitted else ""
    facts = (
        ("key", paper.key),
        ("state", ", ".join(states) or "unread"),
        ("authors", ", ".join(paper.authors)),
        ("at", " · ".join(paper.affiliations) + omitted),
        ("date", paper.date),
        ("category", paper.category),
        ("venue", paper.venue),
        ("topics", " · ".join(paper.topics)),
        ("tags", " · ".join(mark.tags)),
        ("link", paper.url),
        ("links", " ".join(paper.links)),
        ("sources", ", ".join(paper.sources)),
    )
    head = "\n".join(f"{label:9} {clean_line(value)}" for label, value in facts if value)
    parts = [display_title(paper), head, clean_block(tex_to_text(paper.abstract))]
    parts += [
        f"{clean_line(one.source)}:\n\n{clean_block(tex_to_text(one.abstract))}" for one in paper.alternates
    ]
    if mark.note:
        parts.append(f"Note:\n\n{clean_block(mark.note)}")
    return "\n\n".join(part for part in parts if part) + "\n"
