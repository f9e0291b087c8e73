"""Authors and affiliations: profiles, co-authors, and name variants of one person."""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import chain
from typing import TYPE_CHECKING

from papertui.library import Library
from papertui.model import Scope, ScopeKind, Sort
from papertui.query import Field

if TYPE_CHECKING:
    from papertui.search import Postings

Named = tuple[str, int]
"""A name and its number of papers."""
NameWords = tuple[str, ...]
"""A name as indexed words."""
PAPERS_PER_STEP = 400
"""Number of papers counted between two pauses."""
_READ = 2_000
"""Maximum number of papers read to find the spellings of a name."""
_LONGEST = 60
"""Number of letters of a joined name that are tried as the place of its split."""


@dataclass(frozen=True, slots=True)
class Person:
    """The profile of an author or affiliation."""

    names: tuple[str, ...]
    """The name, and further names of the same person."""
    keys: tuple[str, ...]
    """The papers, newest first."""
    first: str
    last: str
    """The earliest and the latest date as written; empty if none is known."""
    coauthors: tuple[Named, ...]
    topics: tuple[Named, ...]


def person(library: Library, *names: str) -> Person:
    """Return the profile of an author, or of several names taken as one. Dismissed papers count."""
    found = {key for name in names for key in papers_of(library, name)}
    keys = library.contents.sorted(found, Sort.NEWEST)
    dates = sorted(date for key in keys if (date := library.paper(key).date))
    return Person(
        names,
        tuple(keys),
        dates[0] if dates else "",
        dates[-1] if dates else "",
        tuple(authors_in(library, keys, without=names)),
        tuple(topics_in(library, keys)),
    )


def place(library: Library, name: str) -> Person:
    """Return the profile of an affiliation, with its authors as the co-authors."""
    keys = library.contents.sorted(library.scopes.keys(Scope(ScopeKind.AFFILIATION, name)), Sort.NEWEST)
    dates = sorted(date for key in keys if (date := library.paper(key).date))
    first, last = (dates[0], dates[-1]) if dates else ("", "")
    return Person(
        (name,), tuple(keys), first, last, tuple(authors_in(library, keys)), tuple(topics_in(library, keys))
    )


def papers_of(library: Library, name: str) -> list[str]:
    """Return the keys of the papers of an author with exactly this spelling, unordered."""
    return [key for key in library.index.holding(name) if name in library.records.names(key, "authors")]


def count_names(
    library: Library, keys: Sequence[str], field: str, limit: int, without: Collection[str] = ()
) -> Generator[None, None, list[Named]]:
    """Return the most frequent names of some papers, in steps of a few milliseconds.

    `field` is ``authors``, ``affiliations`` or ``topics``.
    """
    counts: Counter[str] = Counter()
    for at in range(0, len(keys), PAPERS_PER_STEP):
        yield
        for key in keys[at : at + PAPERS_PER_STEP]:
            counts.update(frozenset(library.records.names(key, field)))
    yield
    for name in without:
        del counts[name]
    least = min(nlargest(limit, counts.values()), default=0)
    yield
    often = {name: count for name, count in counts.items() if count >= least}
    return _most_frequent_first(often)[:limit]


def topics_in(library: Library, keys: Iterable[str], without: Collection[str] = ()) -> list[Named]:
    """Return the topics of some papers with their numbers of papers, most frequent first."""
    rows = library.contents.rows
    return _counted((rows[key].topics for key in keys if key in rows), without)


def authors_in(library: Library, keys: Iterable[str], without: Collection[str] = ()) -> list[Named]:
    """Return the authors of some papers with their numbers of papers, most frequent first."""
    return _counted((library.records.names(key, "authors") for key in keys), without)


def affiliations_in(library: Library, keys: Iterable[str], without: Collection[str] = ()) -> list[Named]:
    """Return the affiliations of some papers with their numbers of papers, most frequent first."""
    return _counted((library.records.names(key, "affiliations") for key in keys), without)


def query_for(names: Sequence[str]) -> str:
    """Return the query for the papers of several names; nothing is merged."""
    return "author:=" + ",".join(f'"{name.replace(chr(34), "")}"' for name in names)


def other_names(library: Library, name: str) -> list[str]:
    """Return further names of possibly the same person, most frequent first.

    These are names with other spaces (``LeoweiLiang``), and names with shortened or missing given names
    (``L. Liang``) if nobody else of that surname matches only one of the two.
    """
    from papertui.search import words_of  # noqa: PLC0415 - slow to load, and needed only with the index

    written = tuple(words_of(name))
    if not written:
        return []
    family = _Family(written, library.index.index().postings)
    alike = family.alike("".join(written))
    found: Counter[str] = Counter()
    for key in family.keys(alike):
        names = set(library.records.names(key, "authors"))
        found.update(other for other in names if other != name and "".join(words_of(other)) in alike)
    return [other for other, _ in _most_frequent_first(found)]


class _Family:
    """Authors with a common surname or the same letters, distinguished by their letters."""

    def __init__(self, written: NameWords, postings: "Postings") -> None:
        self._postings = postings
        letters = "".join(written)
        surnames = {written[-1]} if len(written) > 1 else set()
        numbers = _written_apart(letters, postings)
        surnames.update(
            words[-1]
            for number in numbers
            for words in _authors(number, postings)
            if "".join(words) == letters
        )
        self._names: dict[str, NameWords] = {letters: written}
        """The words of each name by its letters, from the spelling with the most words."""
        self._numbers: dict[str, set[int]] = {}
        """The documents by the letters of a name."""
        for number in numbers | postings.documents(surnames, (Field.AUTHOR,)):
            for words in _authors(number, postings):
                other = "".join(words)
                if words[-1] in surnames or other == letters:
                    self._names[other] = max(self._names.get(other, ()), words, key=len)
                    self._numbers.setdefault(other, set()).add(number)

    def alike(self, letters: str) -> set[str]:
        """Return the letters of the names that may belong to one person."""
        own = self._names[letters]
        fitting = [words for words in self._names.values() if words != own and _fit(words, own)]
        return {letters} | {
            "".join(words)
            for words in fitting
            if all(_fit(other, words) for other in fitting)
            and all(_fit(other, own) for other in self._names.values() if other != own and _fit(other, words))
        }

    def keys(self, names: Collection[str]) -> list[str]:
        """Return some papers of names given by their letters.

        A name written as one word has no surname to find it by, and is searched here.
        """
        numbers = self._postings.documents(names, (Field.AUTHOR,)).union(
            *(self._numbers.get(name, ()) for name in names)
        )
        return [key for key in map(self._postings.key, sorted(numbers)[:_READ]) if key]


def _fit(one: NameWords, other: NameWords) -> bool:
    """Return whether two names of one surname may belong to one person: no given names contradict."""
    if one[-1] != other[-1] or len(one) < 2 or len(other) < 2:
        return False
    return all(
        given == match or (1 in (len(given), len(match)) and given[0] == match[0])
        for given, match in zip(one[:-1], other[:-1], strict=False)
    )


def _authors(number: int, postings: "Postings") -> list[NameWords]:
    return [tuple(author.split()) for author in postings.authors(number)]


def _written_apart(letters: str, postings: "Postings") -> set[int]:
    """Return the documents that may have an author of these letters, as one word or two."""
    found = postings.documents((letters,), (Field.AUTHOR,))
    for at in range(1, min(len(letters), _LONGEST)):
        first = postings.documents((letters[:at],), (Field.AUTHOR,))
        if first:
            found |= first & postings.documents((letters[at:],), (Field.AUTHOR,))
    return found


def _counted(lists: Iterable[Collection[str]], without: Collection[str]) -> list[Named]:
    counts = Counter(chain.from_iterable(set(names) for names in lists))
    return _most_frequent_first({name: count for name, count in counts.items() if name not in without})


def _most_frequent_first(counts: Mapping[str, int]) -> list[Named]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0].casefold(), item[0]))
