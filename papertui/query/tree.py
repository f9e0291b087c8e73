"""Syntax tree of a query: words and conditions."""

from dataclasses import dataclass
from enum import IntFlag, StrEnum

from papertui.model import Sort


class Field(StrEnum):
    """The searchable fields of a paper, by the name in queries."""

    TITLE = "title"
    AUTHOR = "author"
    TOPIC = "topic"
    CATEGORY = "cat"
    ABSTRACT = "abs"
    AFFILIATION = "aff"
    VENUE = "venue"
    TAG = "tag"
    NOTE = "note"


class State(IntFlag):
    """States of a paper: the low byte is set by the user, the high byte depends on the record."""

    READ = 1
    STARRED = 2
    DISMISSED = 4
    REVISED = 8
    TAGGED = 16
    NOTED = 32
    FOLLOWED = 64
    NEW = 128
    INCOMPLETE = 256
    WITH_ID = 512
    WITH_PDF = 1024
    WITH_CODE = 2048


@dataclass(frozen=True, slots=True)
class Words:
    """Words that must all match, anywhere or in one field."""

    text: str
    field: Field | None = None
    phrase: bool = False
    """Adjacent and spelt as typed."""
    whole: bool = False
    """Match the whole value of the field, as in ``author:="Yijun Lu"``."""
    open: bool = False
    """The last word may be unfinished."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """An arXiv id, a DOI or the prefix of one; a complete one is given as the key of a paper."""

    text: str


@dataclass(frozen=True, slots=True)
class Having:
    """Papers in one state."""

    state: State


@dataclass(frozen=True, slots=True)
class Dated:
    """Papers with ``first <= date_order < end``; unknown dates never match."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Anything:
    """Every paper: the meaning of a field whose value is not typed yet."""


@dataclass(frozen=True, slots=True)
class Not:
    """Papers that do not match the part."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class And:
    """Papers that match every part."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Papers that match at least one part."""

    parts: tuple["Node", ...]


Node = Words | Identifier | Having | Dated | Anything | Not | And | Or


@dataclass(frozen=True, slots=True)
class Complaint:
    """An error of a query, in one line. The rest of the query still applies."""

    text: str
    harmless: bool = False
    """Whether the query still means what was typed, except for a cut or an unknown field."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query: its tree, its order and its errors."""

    text: str
    """The text as typed, cut to the limits."""
    root: Node = Anything()
    sort: Sort | None = None
    complaints: tuple[Complaint, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the query is empty and matches every paper."""
        return isinstance(self.root, Anything) and self.sort is None

    @property
    def uses_words(self) -> bool:
        """Whether the result is ordered by relevance; with conditions alone the list keeps its order."""
        return self.sort is None and _seeks_words(self.root)

    def within(self, scope: Node) -> "Query":
        """Return the query restricted to a scope."""
        wanted = (
            ()
            if isinstance(self.root, Anything)
            else self.root.parts
            if isinstance(self.root, And)
            else (self.root,)
        )
        root = And((scope, *wanted)) if wanted else scope
        return Query(self.text, root, self.sort, self.complaints)


def _seeks_words(node: Node) -> bool:
    if isinstance(node, And | Or):
        return any(_seeks_words(part) for part in node.parts)
    return isinstance(node, Words) and node.field is None
