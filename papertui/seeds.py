"""The papers and topics that papertui ships with, found beside an uninstalled checkout or inside the package."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from papertui.errors import StoreError
from papertui.ids import paper_key
from papertui.model import Paper
from papertui.records import paper_from_document
from papertui.text import clean_line

_PACKAGE = Path(__file__).resolve().parent
_PLACES = (_PACKAGE / "_seeds", _PACKAGE.parent / "seeds")


@dataclass(frozen=True, slots=True)
class PublishedTopic:
    """A topic as its source describes it; the figures are the source's own, never counted here."""

    name: str
    glossary: Mapping[str, str]
    source: str
    published: Mapping[str, object]


def seed_papers() -> list[Paper]:
    """Return the shipped papers. Raises StoreError where the files are missing or damaged."""
    papers = []
    for document in _read("papers.json"):
        arxiv_id = document.get("arxiv_id")
        key = paper_key(arxiv_id=arxiv_id if isinstance(arxiv_id, str) else "")
        papers.append(paper_from_document(key, document))
    return papers


def seed_topics() -> list[PublishedTopic]:
    """Return what a source published about topics. Raises StoreError where the file is missing or damaged."""
    topics = []
    for document in _read("topics.json"):
        glossary, published = document.get("glossary"), document.get("published")
        topics.append(
            PublishedTopic(
                clean_line(str(document.get("name", ""))),
                {str(k): clean_line(str(v)) for k, v in glossary.items()}
                if isinstance(glossary, dict)
                else {},
                clean_line(str(document.get("source", ""))),
                published if isinstance(published, dict) else {},
            )
        )
    return topics


def _read(name: str) -> list[dict[str, object]]:
    folder = next((place for place in _PLACES if (place / name).is_file()), None)
    if folder is None:
        raise StoreError("The seed papers are missing from this installation.")
    try:
        documents: list[dict[str, object]] = orjson.loads((folder / name).read_bytes())
    except (OSError, ValueError) as error:
        raise StoreError(f"The seed file {name} cannot be read.") from error
    return documents
