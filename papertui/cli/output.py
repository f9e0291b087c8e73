"""What the commands print: data on standard output, words about it on standard error, all of it cleaned."""

import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import orjson

from papertui.answers import Found
from papertui.formats import write_papers
from papertui.library import Library
from papertui.model import Mark, Paper
from papertui.tex import tex_to_text
from papertui.text import clean_block, clean_line

_PLAIN_WIDTH = 120


def say(text: str) -> None:
    """Tell the reader something that is not data."""
    print(clean_line(text), file=sys.stderr)  # noqa: T201 - the shell's own voice


def progress(text: str) -> None:
    """Show how far something is, on a terminal only, in place of what was shown before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{clean_line(text)}")
        sys.stderr.flush()


def emit(text: str) -> None:
    """Print a piece of data, as it is."""
    sys.stdout.write(text)


def print_papers(library: Library, keys: Sequence[str], form: str) -> None:
    """Print papers as a table or in one of the formats, piece by piece."""
    if form == "table":
        lines = _table(library, keys) if sys.stdout.isatty() else _plain_lines(library, keys)
        for line in lines:
            emit(f"{line}\n")
        return
    for piece in write_papers(form, ((library.paper(key), library.mark(key)) for key in keys)):
        emit(piece)


def explanation(found: Found) -> str:
    """Return as a JSON array why each paper matches: its score, and per field the terms and whether exactly."""
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
    """Print all of some papers, to be read."""
    for number, key in enumerate(keys):
        if number:
            emit("\n" + "─" * 60 + "\n\n")
        emit(_paper_text(library.paper(key), library.mark(key)))


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes: two for wide letters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(_letter_cells(letter) for letter in text)


def fitted(text: str, width: int) -> str:
    """Return the text cut with an ellipsis, or filled with blanks, to exactly so many cells."""
    if cells(text) > width:
        kept, used = [], 0
        for letter in text:
            if (used := used + _letter_cells(letter)) > width - 1:
                break
            kept.append(letter)
        text = "".join(kept) + "…"
    return text + " " * (width - cells(text))


def _letter_cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _title(paper: Paper) -> str:
    return clean_line(tex_to_text(paper.heading[:2_000]))


def _table(library: Library, keys: Sequence[str]) -> Iterator[str]:
    width = max(40, shutil.get_terminal_size((_PLAIN_WIDTH, 24)).columns)
    key_width = min(24, max((cells(key) for key in keys), default=0))
    author_width = 18 if width >= 90 else 0
    title_width = max(10, width - key_width - author_width - 17)
    for key in keys:
        paper, mark = library.paper(key), library.mark(key)
        flags = ("  " if mark.read else "● ") + ("★ " if mark.starred else "  ")
        author = (
            fitted(clean_line(paper.authors[0]) if paper.authors else "", author_width - 1) + " "
            if author_width
            else ""
        )
        yield f"{flags}{fitted(paper.date, 10)} {author}{fitted(_title(paper), title_width)} {key}".rstrip()


def _plain_lines(library: Library, keys: Sequence[str]) -> Iterator[str]:
    for key in keys:
        paper, mark = library.paper(key), library.mark(key)
        state = "read" if mark.read else "unread"
        author = clean_line(paper.authors[0]) if paper.authors else ""
        yield "\t".join(
            (key, paper.date, f"{state},starred" if mark.starred else state, author, _title(paper))
        )


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
    parts = [_title(paper), head, clean_block(tex_to_text(paper.abstract))]
    parts += [
        f"As {clean_line(one.source)} has it:\n\n{clean_block(tex_to_text(one.abstract))}"
        for one in paper.alternates
    ]
    if mark.note:
        parts.append(f"Note:\n\n{clean_block(mark.note)}")
    return "\n\n".join(part for part in parts if part) + "\n"
