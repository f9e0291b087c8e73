"""Export formats by name: papers converted to text."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

import orjson

from papertui.documents import paper_to_json
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_line
from papertui.text.tex import display_title

PaperAndMark = tuple[Paper, Mark]
WRITTEN_FORMATS = ("json", "jsonl", "tsv", "csv", "bibtex", "ris", "csl-json", "markdown", "links", "keys")
_MODULES = {"jsonl": "jsonl", "bibtex": "bibtex_export", "ris": "ris", "csl-json": "csl"}
"""Formats with their own module, loaded when used."""
_COLUMNS = ("key", "date", "read", "starred", "title", "authors", "category", "url", "tags")


def write_papers(name: str, papers: Iterable[PaperAndMark]) -> Iterator[str]:
    """Yield papers as text in one of the `WRITTEN_FORMATS`, in pieces."""
    if name in _MODULES:
        module = import_module(f"papertui.formats.{_MODULES[name]}")
        write: Callable[[Iterable[PaperAndMark]], Iterator[str]] = module.write
        return write(papers)
    match name:
        case "json":
            return _json(papers)
        case "tsv":
            return _table(papers, "\t")
        case "csv":
            return _table(papers, ",")
        case "markdown":
            return (_markdown(paper) for paper, _ in papers)
        case "links":
            return (f"{paper.url}\n" for paper, _ in papers)
        case _:
            return (f"{paper.key}\n" for paper, _ in papers)


def _json(papers: Iterable[PaperAndMark]) -> Iterator[str]:
    start = "[\n"
    for paper, mark in papers:
        yield start + orjson.dumps(paper_to_json(paper, mark)).decode()
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _table(papers: Iterable[PaperAndMark], separator: str) -> Iterator[str]:
    yield _row(_COLUMNS, separator)
    for paper, mark in papers:
        told = paper_to_json(paper, mark)
        cells = [told[name] for name in _COLUMNS]
        yield _row(
            [
                "; ".join(cell) if isinstance(cell, list) else "" if cell is None else str(cell)
                for cell in cells
            ],
            separator,
        )


def _row(cells: Iterable[str], separator: str) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=separator, lineterminator="\n").writerow(
        [clean_line(cell) for cell in cells]
    )
    return buffer.getvalue()


def _markdown(paper: Paper) -> str:
    title = display_title(paper).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    people = (
        f" — {clean_line(paper.authors[0])}{' et al.' if len(paper.authors) > 1 else ''}"
        if paper.authors
        else ""
    )
    return f"- [{title}]({paper.url}){people}{f', {paper.date}' if paper.date else ''}\n"
