"""Seed papers and topics shipped with papertui.

An installed package holds them in its folder ``_seeds``; a checkout, editable or not installed, in
the folder ``seeds`` beside the package.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from papertui.documents import paper_from_document
from papertui.errors import StoreError
from papertui.model import Paper
from papertui.text.cleaning import clean_line
from papertui.text.identifiers import paper_key

SIZE_LIMIT = 20 << 20
"""Maximum size of a seed file, in bytes."""

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (_PACKAGE / "_seeds", _PACKAGE.parent / "seeds")


@dataclass(frozen=True, slots=True)
class PublishedTopic:
    """A topic with the figures published by its source, which papertui never recounts."""

    name: str
    glossary: Mapping[str, str]
    """Abbreviations used in the name, with their long forms."""
    source: str
    published: Mapping[str, str | int | float]
    """Figures of the source, named as in ``seeds/topics.json``."""


def seed_papers(places: tuple[Path, ...] = _PLACES) -> list[Paper]:
    """Return the shipped papers, newest first. Raises StoreError if the file is missing or damaged."""
    papers = []
    for document in _read("papers.json", places):
        arxiv_id = document.get("arxiv_id")
        key = paper_key(arxiv_id=arxiv_id if isinstance(arxiv_id, str) else "")
        papers.append(paper_from_document(key, document))
    return papers


def seed_topics(places: tuple[Path, ...] = _PLACES) -> list[PublishedTopic]:
    """Return the shipped topics. Raises StoreError if the file is missing or damaged."""
    return [published_topic(document) for document in _read("topics.json", places)]


def published_topic(document: Mapping[str, object]) -> PublishedTopic:
    """Return a topic from a shipped or stored document; values of an unexpected type are dropped."""
    return PublishedTopic(
        name=_line(document.get("name")),
        glossary={_line(short): _line(long) for short, long in _members(document, "glossary")},
        source=_line(document.get("source")),
        published={
            _line(name): figure if isinstance(figure, int | float) else _line(figure)
            for name, figure in _members(document, "published")
        },
    )


def _members(document: Mapping[str, object], field: str) -> Iterable[tuple[object, object]]:
    value = document.get(field)
    return value.items() if isinstance(value, dict) else ()


def _line(value: object) -> str:
    return clean_line(value) if isinstance(value, str) else ""


def _read(name: str, places: tuple[Path, ...]) -> list[dict[str, object]]:
    """Return the objects of a seed file from the first folder that has it."""
    path = next((place / name for place in places if (place / name).is_file()), None)
    if path is None:
        raise StoreError("The seed papers are missing from this installation.")
    damaged = StoreError(f"The seed file {name} cannot be read.")
    try:
        documents = orjson.loads(path.read_bytes()) if path.stat().st_size <= SIZE_LIMIT else None
    except (OSError, ValueError) as error:
        raise damaged from error
    if not isinstance(documents, list) or not all(isinstance(document, dict) for document in documents):
        raise damaged
    return documents
