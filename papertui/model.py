"""Domain values, all immutable: papers, marks, scopes, views and changes."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import quote, quote_plus


@dataclass(frozen=True, slots=True)
class Alternate:
    """Another abstract of a paper, with its source."""

    source: str
    abstract: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A bibliographic record, as imported and cleaned.

    Empty strings, empty tuples and None mean unknown; values are never invented. Titles and abstracts keep the text
    of their source; TeX in them is converted when they are shown, searched or copied.
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
    """Number of further affiliations that the source does not name."""
    abstract: str = ""
    alternates: tuple[Alternate, ...] = ()
    arxiv_id: str = ""
    """arXiv id without a version."""
    version: int | None = None
    doi: str = ""
    """DOI in lower case."""
    venue: str = ""
    record_url: str = ""
    """The address of the record according to its source; see `url`."""
    links: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    added: str = ""
    """When the record was added, UTC ISO 8601."""

    @property
    def url(self) -> str:
        """The link: arXiv abstract page, else DOI, else the record's address, else a title search."""
        if self.arxiv_id:
            return f"https://arxiv.org/abs/{self.arxiv_id}"
        if self.doi:
            return f"https://doi.org/{quote(self.doi, safe='/:;()._-')}"
        return (
            self.record_url or f"https://arxiv.org/search/?searchtype=title&query={quote_plus(self.heading)}"
        )

    @property
    def url_is_search(self) -> bool:
        """Whether `url` is a title search, since the record has no address."""
        return not (self.arxiv_id or self.doi or self.record_url)

    def page_url(self, page: str) -> str:
        """Return the link to a page of an arXiv paper: ``abs``, ``pdf`` or ``html``; `url` for other papers."""
        return f"https://arxiv.org/{page}/{self.arxiv_id}" if self.arxiv_id else self.url

    @property
    def pdf_url(self) -> str:
        """The address of the PDF of an arXiv paper; else empty."""
        return f"https://arxiv.org/pdf/{self.arxiv_id}" if self.arxiv_id else ""

    @property
    def heading(self) -> str:
        """The title, or the first words of the abstract of a record without one."""
        if self.title:
            return self.title
        words = self.abstract.split()
        return " ".join(words[:12]) + ("…" if len(words) > 12 else "") if words else self.key


@dataclass(frozen=True, slots=True)
class Mark:
    """The user's marks on a paper. Times are UTC ISO 8601; None if not set."""

    read_at: str | None = None
    starred_at: str | None = None
    dismissed_at: str | None = None
    revised_at: str | None = None
    """When a new version arrived that is not read yet."""
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
        """Whether the paper is dismissed."""
        return self.dismissed_at is not None

    @property
    def revised(self) -> bool:
        """Whether a new version is not read yet."""
        return self.revised_at is not None


UNMARKED = Mark()


class ScopeKind(StrEnum):
    """The kind of a scope."""

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
    """A part of the library: all papers, the starred ones, one topic, one author and so on."""

    kind: ScopeKind = ScopeKind.ALL
    name: str = ""

    @property
    def title(self) -> str:
        """The name of the scope on the screen."""
        fixed = {
            ScopeKind.ALL: "All papers",
            ScopeKind.STARRED: "Starred",
            ScopeKind.FOLLOWING: "Following",
        }
        return fixed.get(self.kind, self.name)


EVERYTHING = Scope()


class Sort(StrEnum):
    """The orders of a list. Equals are sorted newest first, then by key."""

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
    """The orders of topics and authors."""

    SIZE = "size"
    UNREAD = "unread"
    MOMENTUM = "momentum"
    NAME = "name"
    HOT = "hot"
    """Both rising and unread."""

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
    """A list of papers: scope, query, order, and whether read papers are hidden."""

    scope: Scope = EVERYTHING
    query: str = ""
    sort: Sort = Sort.NEWEST
    hide_read: bool = False

    def within(self, scope: Scope) -> "View":
        """Return the view of another scope, without the query of the former one."""
        return replace(self, scope=scope, query="")


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of an action: the papers and topics to redraw, and a message."""

    keys: tuple[str, ...]
    text: str
    topics: frozenset[str] = field(default_factory=frozenset)
    whole: bool = False
    """Whether lists must be reloaded since papers were added, changed or removed."""
