"""Parser of queries. Never raises, since half-typed input is the normal case.

Grammar, loosest binding first (operators in capitals, so that "or" stays a word)::

    query  := all (("OR" | "|") all)*
    all    := (["AND"] not)*
    not    := ("-" | "NOT") not | "(" query ")" | clause
    clause := name ":" ["="] [value ("," value)*] | "@" value | value
    value  := '"' anything '"' | characters up to a blank, comma or parenthesis
"""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple

from papertui.model import Sort
from papertui.query.tree import (
    And,
    Anything,
    Complaint,
    Field,
    Having,
    Identifier,
    Node,
    Not,
    Or,
    Query,
    State,
    Words,
)
from papertui.query.when import parse_when
from papertui.text.cleaning import clean_line
from papertui.text.identifiers import parse_key

QUERY_LIMIT = 1_000
"""Maximum length of a query, in characters."""
FREE_LIMIT = 100
"""Maximum length of the free words that are searched, in characters."""
DEPTH_LIMIT = 20
"""Maximum nesting of parentheses and saved searches."""

STATES: dict[str, Node] = {
    "unread": Not(Having(State.READ)),
    "read": Having(State.READ),
    "starred": Having(State.STARRED),
    "dismissed": Having(State.DISMISSED),
    "followed": Having(State.FOLLOWED),
    "new": Having(State.NEW),
    "revised": Having(State.REVISED),
    "incomplete": Having(State.INCOMPLETE),
}
POSSESSIONS: dict[str, Node] = {
    "note": Having(State.NOTED),
    "tag": Having(State.TAGGED),
    "code": Having(State.WITH_CODE),
    "id": Having(State.WITH_ID),
    "pdf": Having(State.WITH_PDF),
}
ALIASES = {
    "by": "author",
    "authors": "author",
    "topics": "topic",
    "category": "cat",
    "abstract": "abs",
    "affiliation": "aff",
    "tags": "tag",
    "notes": "note",
    "ids": "id",
}
DATE_NAMES = ("after", "before", "on")
NAMES = (*(field.value for field in Field), "id", "is", "has", *DATE_NAMES, "sort")

_FIELDS = frozenset(field.value for field in Field)
_ADDRESSES = ("http", "https", "arxiv", "doi")
_BREAKS = r"\s()|"
_VALUE = rf'(?:"[^"]*"?|[^{_BREAKS}",][^{_BREAKS},]*)'
_TOKEN = re.compile(
    rf"(?P<mark>[()|])"
    rf"|(?P<minus>-+(?=[^\s-]))"
    rf"|(?P<name>[A-Za-z]+):(?P<whole>=?)(?P<values>{_VALUE}?(?:,{_VALUE}?)*)(?=[{_BREAKS}]|$)"
    rf'|@(?P<saved>"[^"]*"?|[^{_BREAKS}"]+)'
    rf'|"(?P<phrase>[^"]*)"?'
    rf"|(?P<word>[^{_BREAKS}]+)"
)
_PART = re.compile(r'"([^"]*)"?|([^",][^,]*)')
_ARXIV_START = re.compile(r"\d{4}\.\d{1,5}(?:v\d{0,2})?")


class _Token(NamedTuple):
    kind: str
    match: re.Match[str]
    last: bool
    """Whether this token ends the text, so that its last word may be unfinished."""


def parse_query(text: str, *, now: date, saved: Callable[[str], str | None] = lambda _name: None) -> Query:
    """Parse a query. Never raises: errors are in `Query.complaints`, and the rest of the query applies.

    `now` is the day from which ages such as ``after:2w`` count; `saved` gives the text of a saved search.
    """
    complaints: list[Complaint] = []
    typed = clean_line(text[:QUERY_LIMIT]) + (" " if text[:QUERY_LIMIT][-1:].isspace() else "")
    if len(text) > QUERY_LIMIT:
        cut = f"A query holds at most {QUERY_LIMIT:,} characters; the rest was cut."
        complaints.append(Complaint(cut, harmless=True))
    parser = _Parser(typed, now, saved, complaints)
    root = parser.query()
    unique = tuple(dict.fromkeys(complaints))
    return Query(typed, root, parser.sort, unique)


class _Parser:
    """Recursive descent over the tokens of one text; a nested saved search has its own parser."""

    def __init__(
        self,
        text: str,
        now: date,
        saved: Callable[[str], str | None],
        complaints: list[Complaint],
        within: tuple[str, ...] = (),
    ) -> None:
        self.now, self.saved, self.complaints, self.within = now, saved, complaints, within
        self.sort: Sort | None = None
        self.depth = len(within)
        self.free = FREE_LIMIT
        self.tokens = list(_tokens(text, typing=not within))
        self.at = 0

    def complain(self, text: str, *, harmless: bool = False) -> None:
        self.complaints.append(Complaint(text, harmless))

    def query(self) -> Node:
        """Parse all tokens; ignore unmatched closing parentheses."""
        parts = [self.either()]
        while self.at < len(self.tokens):
            self.at += 1
            parts.append(self.either())
        return _join(And, parts)

    def either(self) -> Node:
        parts = [self.all()]
        while self.peek() == "|":
            self.at += 1
            parts.append(self.all())
        return _join(Or, parts)

    def all(self) -> Node:
        parts: list[Node] = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.negated())
        return _join(And, parts)

    def negated(self) -> Node:
        count = 0
        while self.peek() == "-":
            count += 1
            self.at += 1
        node = self.group() if self.peek() in ("", "|", ")", "(") else self.clause()
        return node if count == 0 or isinstance(node, Anything) else Not(node)

    def group(self) -> Node:
        if self.peek() != "(":
            return Anything()
        self.at += 1
        if self.depth >= DEPTH_LIMIT:
            self.complain(f"Parentheses nest at most {DEPTH_LIMIT} deep.")
            return Anything()
        self.depth += 1
        node = self.either()
        self.depth -= 1
        if self.peek() == ")":
            self.at += 1
        return node

    def peek(self) -> str:
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def clause(self) -> Node:
        token = self.tokens[self.at]
        self.at += 1
        match token.kind:
            case "saved":
                return self.saved_search(token.match["saved"].strip('"'))
            case "name":
                return self.named(token)
            case "phrase":
                return self.free_words(Words(token.match["phrase"].strip(), phrase=True))
            case _:
                return self.word(token.match["word"], last=token.last)

    def word(self, text: str, *, last: bool) -> Node:
        key = parse_key(text)
        if key is not None or _ARXIV_START.fullmatch(text):
            return Identifier(key or text)
        return self.free_words(Words(text, open=last))

    def free_words(self, words: Words) -> Node:
        """Return the words up to the limit of free words."""
        if len(words.text) > self.free:
            self.complain(
                f"Only the first {FREE_LIMIT} characters of free words are searched.", harmless=True
            )
        if not any(map(str.isalnum, words.text)):
            return Anything()
        text = words.text[: self.free]
        self.free -= len(text)
        return Words(text, words.field, words.phrase, words.whole, words.open) if text else Anything()

    def named(self, token: _Token) -> Node:
        name = token.match["name"].lower()
        name = ALIASES.get(name, name)
        if name not in NAMES:
            if name not in _ADDRESSES:
                self.complain(f"Unknown field {name}:, searched as text.", harmless=True)
            return self.word(token.match[0], last=token.last)
        values = [
            (quoted or bare, not bare)
            for quoted, bare in _PART.findall(token.match["values"])
            if quoted or bare
        ]
        if not token.last and not any(any(map(str.isalnum, value)) for value, _ in values):
            self.complain(f"{name}: needs a value.")
        if name in _FIELDS:
            return self.field_words(Field(name), values, token)
        return _join(Or, [self.condition(name, value, typing=token.last) for value, _ in values])

    def field_words(self, field: Field, values: list[tuple[str, bool]], token: _Token) -> Node:
        whole = bool(token.match["whole"])
        typing = token.last and not whole and not token.match[0].endswith(('"', ","))
        last = len(values) - 1
        return _join(
            Or,
            [
                Words(value, field, quoted and not whole, whole, typing and at == last)
                for at, (value, quoted) in enumerate(values)
                if any(map(str.isalnum, value))
            ],
        )

    def condition(self, name: str, value: str, *, typing: bool) -> Node:
        match name:
            case "is":
                return self.one_of("is:", STATES, value, typing=typing)
            case "has":
                return self.one_of("has:", POSSESSIONS, value, typing=typing)
            case "sort":
                return self.order(value, typing=typing)
            case "id":
                return Identifier(parse_key(value) or value.lower())
            case _:
                return self.dated(name, value, typing=typing)

    def one_of(self, name: str, choices: dict[str, Node], value: str, *, typing: bool) -> Node:
        node = choices.get(value.lower())
        if node is not None:
            return node
        if not (typing and any(choice.startswith(value.lower()) for choice in choices)):
            self.complain(f"{name} takes {', '.join(choices)}.")
        return Anything()

    def order(self, value: str, *, typing: bool) -> Node:
        names = {**{sort.value: sort for sort in Sort}, "date": Sort.NEWEST, "-date": Sort.NEWEST}
        if value.lower() in names:
            self.sort = names[value.lower()]
        elif not (typing and any(choice.startswith(value.lower()) for choice in names)):
            self.complain(f"sort: takes {', '.join(sort.value for sort in Sort)}.")
        return Anything()

    def dated(self, name: str, value: str, *, typing: bool) -> Node:
        node = parse_when(name, value, self.now)
        if node is not None:
            return node
        if not (typing and re.fullmatch(r"[\d-]{0,9}", value)):
            self.complain(f"{name}: takes a date such as 2026, 2026-08 or 2026-08-06, or an age such as 2w.")
        return Anything()

    def saved_search(self, name: str) -> Node:
        text = None if name in self.within else self.saved(name)
        if name in self.within or len(self.within) >= DEPTH_LIMIT:
            self.complain(f"The saved search {name} contains itself.")
        elif text is None:
            self.complain(f"No saved search {name}.")
        if text is None or len(self.within) >= DEPTH_LIMIT:
            return Anything()
        inner = _Parser(
            clean_line(text[:QUERY_LIMIT]), self.now, self.saved, self.complaints, (*self.within, name)
        )
        node = inner.query()
        self.sort = self.sort or inner.sort
        return node


def _tokens(text: str, *, typing: bool) -> Iterator[_Token]:
    words = {"OR": "|", "NOT": "-", "AND": "&"}
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind in ("whole", "values"):
            kind = "name"
        elif kind == "mark":
            kind = match[0]
        elif kind == "minus":
            kind = "-"
        elif kind == "word":
            kind = words.get(match[0], "word")
        if kind != "&":
            yield _Token(kind, match, typing and match.end() == len(text))


def _join(how: type[And] | type[Or], parts: list[Node]) -> Node:
    """Return the parts as one node; drop parts that match everything, and unwrap a single part."""
    kept = tuple(part for part in parts if not isinstance(part, Anything))
    if len(kept) < 2:
        return kept[0] if kept else Anything()
    flat: list[Node] = []
    for part in kept:
        flat.extend(part.parts if isinstance(part, how) else (part,))
    return how(tuple(flat))
