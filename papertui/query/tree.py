"""What a query means: a tree of words and conditions, without any library behind it."""

from dataclasses import dataclass
from enum import IntFlag, StrEnum

from papertui.model import Sort


class Field(StrEnum):
    """The parts of a paper that words are sought in, by the name that a reader types."""

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
    """What holds of a paper. The low byte is the reader's doing, the high byte lies in the record."""

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
    """Words to be found, all of them: anywhere, or in one field."""

    text: str
    field: Field | None = None
    phrase: bool = False
    """Side by side and spelt as typed."""
    whole: bool = False
    """The whole value of the field, as in ``author:="Yijun Lu"``."""
    open: bool = False
    """The last word is still being typed."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """An arXiv id, a DOI or the beginning of one; a complete one is given as the key of a paper."""

    text: str


@dataclass(frozen=True, slots=True)
class Having:
    """Papers of one state."""

    state: State


@dataclass(frozen=True, slots=True)
class Dated:
    """Papers whose `dates.date_order` lies in ``first <= order < end``; unknown dates never do."""

    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Anything:
    """Every paper: what a field without a value means while it is being typed."""


@dataclass(frozen=True, slots=True)
class Not:
    """Papers that the part does not describe."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class And:
    """Papers that every part describes."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Papers that at least one part describes."""

    parts: tuple["Node", ...]


Node = Words | Identifier | Having | Dated | Anything | Not | And | Or


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a query, in one line. The rest of the query holds all the same."""

    text: str
    harmless: bool = False
    """Whether the query still asks for what was meant, but for a cut or a word that is no field."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query as read: what is asked, in which order, and what could not be understood."""

    text: str
    """As typed, cut to the limits."""
    root: Node = Anything()
    sort: Sort | None = None
    complaints: tuple[Complaint, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked, so that every paper is wanted."""
        return isinstance(self.root, Anything) and self.sort is None

    @property
    def uses_words(self) -> bool:
        """Whether relevance orders the result; fields and conditions alone keep the order of the list."""
        return self.sort is None and _seeks_words(self.root)

    def within(self, scope: Node) -> "Query":
        """Return the query narrowed to what the scope describes."""
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
