"""Duplicate records: detection and merging."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from papertui.model import Alternate, Mark, Paper
from papertui.text.folding import fold
from papertui.text.identifiers import paper_key

_NO_LETTERS = re.compile(r"[\W_]+")
_SHORT_ABSTRACT = 200
_SHARED_WORDS = 0.85
_STRENGTH = ("arxiv", "doi", "local")


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of merging two records."""

    paper: Paper
    revised: bool
    """Whether the second one is a newer version of the first."""


class Identities:
    """Index of papers by id, DOI, title and abstract, to find duplicates."""

    def __init__(self) -> None:
        self._by_name: dict[str, str] = {}
        self._by_title: dict[str, list[str]] = {}
        self._by_abstract: dict[str, str] = {}

    def add(self, paper: Paper) -> None:
        """Add a paper to the index."""
        for name in _names(paper):
            self._by_name[name] = paper.key
        if title := _title(paper):
            keys = self._by_title.setdefault(title, [])
            if paper.key not in keys:
                keys.append(paper.key)
        for end in _ends(paper.abstract):
            self._by_abstract[end] = paper.key

    def rename(self, before: str, after: Paper) -> None:
        """Move a paper to the key of its merged record."""
        if keys := self._by_title.get(_title(after)):
            self._by_title[_title(after)] = [key for key in keys if key != before]
        self.add(after)
        self._by_name[before] = after.key

    def candidates(self, paper: Paper) -> Iterator[str]:
        """Yield the keys of possible duplicates of a paper, those with the same id or DOI first."""
        named = dict.fromkeys(self._by_name[name] for name in _names(paper) if name in self._by_name)
        yield from named
        for key in self._by_title.get(_title(paper), ()):
            if key not in named:
                yield key

    def lookalikes(self, paper: Paper) -> set[str]:
        """Return the keys of other papers whose abstract has the same beginning or end."""
        keys = {self._by_abstract[end] for end in _ends(paper.abstract) if end in self._by_abstract}
        return keys - {paper.key}


def likely_duplicate(known: Paper, found: Paper) -> bool:
    """Return whether two records without a common id are probably duplicates.

    They have an author in common, their ids and DOIs do not differ, and at least 85 % of the words of their
    abstracts are in both.
    """
    if conflict(known, found) or not {*map(_author, known.authors)} & {*map(_author, found.authors)}:
        return False
    one, other = set(fold(known.abstract).split()), set(fold(found.abstract).split())
    return bool(one) and len(one & other) >= _SHARED_WORDS * len(one | other)


def conflict(known: Paper, found: Paper) -> str:
    """Return why two records cannot be one paper; empty if nothing rules it out."""
    if known.arxiv_id and found.arxiv_id and known.arxiv_id != found.arxiv_id:
        return "their arXiv ids differ"
    return "their DOIs differ" if known.doi and found.doi and known.doi != found.doi else ""


def same_paper(known: Paper, found: Paper) -> bool:
    """Return whether two records describe the same paper.

    The same arXiv id or DOI decides, and so do different ones. A title alone decides only together with the
    first author, where the years do not disagree, or with year and venue.
    """
    if known.arxiv_id and found.arxiv_id:
        return known.arxiv_id == found.arxiv_id
    if known.doi and found.doi:
        return known.doi == found.doi
    if set(_names(known)) & set(_names(found)):
        return True
    if not _title(known) or _title(known) != _title(found):
        return False
    years = known.date[:4], found.date[:4]
    if all(years) and years[0] != years[1]:
        return False
    if known.authors and found.authors:
        return _author(known.authors[0]) == _author(found.authors[0])
    return all(years) and bool(known.venue) and fold(known.venue) == fold(found.venue)


def merge_papers(known: Paper, found: Paper) -> Merged:
    """Merge two records: fill gaps and keep the more detailed value of each field. Idempotent."""
    revised = bool(known.version and found.version and found.version > known.version)
    newer, older = (found, known) if revised else (known, found)
    abstract = newer.abstract or older.abstract
    fuller = found.authors if len(found.authors) > len(known.authors) else known.authors
    paper = replace(
        known,
        title=newer.title or older.title,
        authors=fuller,
        date=_better_date(known.date, found.date),
        category=known.category or found.category,
        categories=_united(known.categories, found.categories),
        topics=_united(known.topics, found.topics),
        affiliations=known.affiliations or found.affiliations,
        affiliations_omitted=known.affiliations_omitted if known.affiliations else found.affiliations_omitted,
        abstract=abstract,
        alternates=_alternates(abstract, known, found),
        arxiv_id=known.arxiv_id or found.arxiv_id,
        version=max(known.version or 0, found.version or 0) or None,
        doi=known.doi or found.doi,
        venue=known.venue or found.venue,
        record_url=known.record_url or found.record_url,
        links=_united(known.links, found.links),
        sources=_united(known.sources, found.sources),
        added=known.added or found.added,
    )
    return Merged(replace(paper, key=_stronger_key(paper)), revised)


def join_marks(one: Mark, other: Mark) -> Mark:
    """Merge two marks: keep every flag with its earlier time, unite tags, append notes."""

    def earlier(first: str | None, second: str | None) -> str | None:
        return min(first, second) if first and second else first or second

    notes = [one.note] if one.note else []
    if other.note and f"\n\n{other.note}\n\n" not in f"\n\n{one.note}\n\n":
        notes.append(other.note)
    return Mark(
        read_at=earlier(one.read_at, other.read_at),
        starred_at=earlier(one.starred_at, other.starred_at),
        dismissed_at=earlier(one.dismissed_at, other.dismissed_at),
        revised_at=one.revised_at or other.revised_at,
        tags=_united(one.tags, other.tags),
        note="\n\n".join(notes),
    )


def _names(paper: Paper) -> Iterable[str]:
    if paper.key:
        yield paper.key
    if paper.arxiv_id:
        yield f"arxiv:{paper.arxiv_id}"
    if paper.doi:
        yield paper_key(doi=paper.doi)


def _title(paper: Paper) -> str:
    return _NO_LETTERS.sub("", fold(paper.title))


def _ends(abstract: str) -> Iterator[str]:
    """Yield the first and last letters of an abstract; none for one too short to identify a paper."""
    if len(abstract) >= _SHORT_ABSTRACT:
        yield _NO_LETTERS.sub("", abstract[:100].lower())[:50]
        yield _NO_LETTERS.sub("", abstract[-100:].lower())[-50:]


def _author(name: str) -> tuple[str, str]:
    words = fold(name).replace(".", " ").split()
    return (words[-1], words[0][:1]) if words else ("", "")


def _better_date(known: str, found: str) -> str:
    """Return the found date if it only adds detail to the known one, else the known date."""
    return found if found.startswith(known) else known


def _united(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def _alternates(abstract: str, known: Paper, found: Paper) -> tuple[Alternate, ...]:
    """Return each differing abstract of both records once, with its source."""
    kept: dict[str, Alternate] = {}
    seen = _letters(abstract)
    own = [_own(paper) for paper in (known, found)]
    for alternate in (*known.alternates, own[0], *found.alternates, own[1]):
        letters = _letters(alternate.abstract)
        if letters and letters != seen and letters not in kept:
            kept[letters] = alternate
    return tuple(kept.values())


def _own(paper: Paper) -> Alternate:
    source = paper.sources[0] if paper.sources else "another source"
    return Alternate(f"{source} v{paper.version}" if paper.version else source, paper.abstract)


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", fold(text))


def _stronger_key(paper: Paper) -> str:
    if not (paper.arxiv_id or paper.doi):
        return paper.key
    stronger = paper_key(arxiv_id=paper.arxiv_id, doi=paper.doi)
    kinds = [_STRENGTH.index(key.split(":", 1)[0]) for key in (paper.key, stronger)]
    return stronger if kinds[1] < kinds[0] else paper.key
