"""The values that cross every boundary: papers, marks, views and changes, all frozen."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import quote, quote_plus


@dataclass(frozen=True, slots=True)
class Alternate:
    """A second abstract of a paper, kept with the source that printed it."""

    source: str
    abstract: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A bibliographic record, as imported and cleaned.

    Empty strings, empty tuples and None mean unknown: nothing is ever invented. Titles and abstracts hold
    the text of their source; TeX in them becomes text when they are shown, searched or copied.
    """

    key: str
    """Identity without a version: ``arxiv:ID``, ``doi:NAME`` in lower case, or ``local:`` and 12 hex digits."""
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    """``2026``, ``2026-08``, ``2026-08-06`` or empty."""
    category: str = ""
    """Primary arXiv category, such as ``cs.CL``."""
    categories: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    affiliations_omitted: int = 0
    """How many more affiliations the source counted without naming them."""
    abstract: str = ""
    alternates: tuple[Alternate, ...] = ()
    arxiv_id: str = ""
    """arXiv id without a version."""
    version: int | None = None
    doi: str = ""
    """DOI in lower case."""
    venue: str = ""
    record_url: str = ""
    """The address that the source gives for the record itself; `url` decides which one is used."""
    links: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    added: str = ""
    """When the record came into the library, UTC ISO 8601."""

    @property
    def url(self) -> str:
        """The link of the paper: arXiv abstract page, else DOI, else the record's address, else a title search."""
        if self.arxiv_id:
            return f"https://arxiv.org/abs/{self.arxiv_id}"
        if self.doi:
            return f"https://doi.org/{quote(self.doi, safe='/:;()._-')}"
        return (
            self.record_url or f"https://arxiv.org/search/?searchtype=title&query={quote_plus(self.heading)}"
        )

    @property
    def url_is_search(self) -> bool:
        """Whether `url` only searches for the title, since the record names no place of its own."""
        return not (self.arxiv_id or self.doi or self.record_url)

    def page_url(self, page: str) -> str:
        """Return the link to a page of an arXiv paper: ``abs``, ``pdf`` or ``html``; any other paper has but `url`."""
        return f"https://arxiv.org/{page}/{self.arxiv_id}" if self.arxiv_id else self.url

    @property
    def pdf_url(self) -> str:
        """The address of the PDF, known for arXiv papers only; else empty."""
        return f"https://arxiv.org/pdf/{self.arxiv_id}" if self.arxiv_id else ""

    @property
    def heading(self) -> str:
        """The title, or for a record without one the first words of its abstract."""
        if self.title:
            return self.title
        words = self.abstract.split()
        return " ".join(words[:12]) + ("…" if len(words) > 12 else "") if words else self.key


@dataclass(frozen=True, slots=True)
class Mark:
    """What the reader did to a paper. Times are UTC ISO 8601, None where it was not done."""

    read_at: str | None = None
    starred_at: str | None = None
    dismissed_at: str | None = None
    revised_at: str | None = None
    """When a new version of an already marked paper arrived that the reader has not yet read."""
    tags: tuple[str, ...] = ()
    note: str = ""

    @property
    def read(self) -> bool:
        """Whether the paper was read."""
        return self.read_at is not None

    @property
    def starred(self) -> bool:
        """Whether the paper is starred."""
        return self.starred_at is not None

    @property
    def dismissed(self) -> bool:
        """Whether the paper was dismissed from the lists."""
        return self.dismissed_at is not None

    @property
    def revised(self) -> bool:
        """Whether a version arrived that the reader has not read."""
        return self.revised_at is not None


UNMARKED = Mark()


class ScopeKind(StrEnum):
    """What kind of thing the list shows the papers of."""

    ALL = "all"
    STARRED = "starred"
    FOLLOWING = "following"
    TOPIC = "topic"
    AUTHOR = "author"
    CATEGORY = "category"
    AFFILIATION = "affiliation"
    TAG = "tag"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Scope:
    """Which part of the library is looked at: everything, the starred, one topic, one author and so on."""

    kind: ScopeKind = ScopeKind.ALL
    name: str = ""

    @property
    def title(self) -> str:
        """What the scope is called on the screen."""
        fixed = {
            ScopeKind.ALL: "All papers",
            ScopeKind.STARRED: "Starred",
            ScopeKind.FOLLOWING: "Following",
        }
        return fixed.get(self.kind, self.name)


EVERYTHING = Scope()


class Sort(StrEnum):
    """The orders of a list. Equals stand newest first, then by key."""

    NEWEST = "newest"
    OLDEST = "oldest"
    TITLE = "title"
    AUTHOR = "author"
    ADDED = "added"
    UNREAD = "unread"

    @property
    def label(self) -> str:
        """The order in words."""
        return {
            Sort.NEWEST: "newest first",
            Sort.OLDEST: "oldest first",
            Sort.TITLE: "by title",
            Sort.AUTHOR: "by first author",
            Sort.ADDED: "last added first",
            Sort.UNREAD: "unread first",
        }[self]


class Ranking(StrEnum):
    """The orders in which topics and authors are listed."""

    SIZE = "size"
    UNREAD = "unread"
    MOMENTUM = "momentum"
    NAME = "name"
    HOT = "hot"
    """Much that is new and much that is unread."""

    @property
    def label(self) -> str:
        """The order in words."""
        return {
            Ranking.SIZE: "largest first",
            Ranking.UNREAD: "most unread first",
            Ranking.MOMENTUM: "rising first",
            Ranking.NAME: "by name",
            Ranking.HOT: "hot and unread first",
        }[self]


@dataclass(frozen=True, slots=True)
class View:
    """What is asked for: a scope, a query, an order, and whether read papers are hidden."""

    scope: Scope = EVERYTHING
    query: str = ""
    sort: Sort = Sort.NEWEST
    hide_read: bool = False

    def within(self, scope: Scope) -> "View":
        """Return the same view of another scope, without the query, which belonged to the former one."""
        return replace(self, scope=scope, query="")


@dataclass(frozen=True, slots=True)
class Change:
    """What one edit did: the papers and topics whose drawing it touches, and a sentence for the status line."""

    keys: tuple[str, ...]
    text: str
    topics: frozenset[str] = field(default_factory=frozenset)
    whole: bool = False
    """True where papers came, went or changed, so that lists must be asked for again."""
