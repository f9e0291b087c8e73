"""Query plan: a parsed query as clauses, conditions and text checks."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from papertui.query.tree import And, Anything, Field, Node, Or, Words
from papertui.search.clause import ANYWHERE, Clause, Wanted, both_clause, either_clause
from papertui.search.segment import WHOLE, whole_value
from papertui.search.words import is_unspaced, query_words, umlaut_spellings

_JOINED_LENGTH = 4
"""Minimum length of two neighbours that are also searched as one word."""


@dataclass(frozen=True, slots=True)
class Check:
    """Words that must be adjacent in a text, or be the whole text."""

    words: str
    fields: tuple[Field, ...]
    whole: bool = False


@dataclass(slots=True)
class Plan:
    """The requirements of a query: clauses to score, conditions to meet, texts to check."""

    clauses: list[Clause] = field(default_factory=list)
    conditions: list[Node] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """The words to compare with titles."""


class Planner:
    """Makes plans; `clause` returns the clause of a word, `holds` whether the index contains a word."""

    def __init__(self, clause: Callable[[Wanted], Clause], holds: Callable[[str], bool], size: int) -> None:
        self._clause, self._holds, self._size = clause, holds, size

    def plan(self, root: Node) -> Plan:
        """Return the plan of a query."""
        plan = Plan()
        bare: list[Words] = []
        for part in root.parts if isinstance(root, And) else (root,):
            if isinstance(part, Words) and part.field is None and not part.phrase:
                bare.append(part)
            elif isinstance(part, Words):
                self._add_words(plan, part)
            elif _is_scored(part):
                plan.clauses.append(self.clause_of(part))
                plan.words += _all_words(part)
            elif not isinstance(part, Anything):
                plan.conditions.append(part)
        self._add_bare(plan, bare)
        return plan

    def clause_of(self, node: Node) -> Clause:
        """Return words, joined by AND or OR, as one clause."""
        if isinstance(node, Or):
            return either_clause("", [self.clause_of(part) for part in node.parts], self._size)
        if isinstance(node, And):
            return both_clause("", [self.clause_of(part) for part in node.parts], self._size)
        assert isinstance(node, Words)
        wanted = list(_wanted(node))
        clauses = [self._clause(each) for each in wanted]
        return clauses[0] if len(clauses) == 1 else both_clause(node.text, clauses, self._size)

    def _add_words(self, plan: Plan, words: Words) -> None:
        for wanted in _wanted(words):
            plan.clauses.append(self._clause(wanted))
            plan.words += [] if wanted.word.startswith(WHOLE) else [wanted.word]
        check = check_of(words)
        if check is not None:
            plan.checks.append(check)

    def _add_bare(self, plan: Plan, parts: list[Words]) -> None:
        """Add plain words; neighbours are also searched as one word, and the last word as a prefix."""
        typed = [(word, part.text) for part in parts for word in query_words(part.text)]
        words = [word for word, _ in typed]
        typing = bool(parts) and parts[-1].open and parts[-1].text[-1:].isalnum()
        if typing and len(words) > 1 and len(parts[-1].text) == 1 and not is_unspaced(words[-1]):
            words.pop()
            typing = False
        for at, word in enumerate(words):
            wanted = Wanted(
                word,
                typing=typing and at == len(words) - 1,
                demanded=False,
                neighbours=tuple(words[max(at - 1, 0) : at] + words[at + 1 : at + 2])
                if len(word) == 1
                else (),
                joined=tuple(self._joined(words, at)),
                spellings=umlaut_spellings(typed[at][1]) if len(query_words(typed[at][1])) == 1 else (),
            )
            plan.clauses.append(self._clause(wanted))
        plan.words += words

    def _joined(self, words: list[str], at: int) -> Iterator[str]:
        for pair in (words[max(at - 1, 0) : at + 1], words[at : at + 2]):
            joined = "".join(pair)
            if (
                len(pair) == 2
                and len(joined) >= _JOINED_LENGTH
                and not is_unspaced(joined)
                and self._holds(joined)
            ):
                yield joined


def check_of(words: Words) -> Check | None:
    """Return the text check of a phrase or a whole value."""
    plain = query_words(words.text)
    if words.whole and words.field in (Field.TITLE, Field.AUTHOR):
        return Check(" ".join(plain), (words.field,), whole=True)
    if words.phrase and len(plain) > 1:
        return Check(" ".join(plain), (words.field,) if words.field else ANYWHERE)
    return None


def _wanted(words: Words) -> Iterator[Wanted]:
    """Return the clauses of words in a field, or of a phrase."""
    fields = (words.field,) if words.field else ANYWHERE
    if words.field is Field.CATEGORY:
        text = whole_value(words.text.removesuffix("*"))
        yield Wanted(text, fields, typing=not words.whole, whole_words=words.whole)
        return
    if words.whole and words.field not in (Field.TITLE, Field.AUTHOR, Field.ABSTRACT, Field.NOTE):
        yield Wanted(whole_value(words.text), fields, whole_words=True)
        return
    plain = query_words(words.text)
    for at, word in enumerate(plain):
        yield Wanted(
            word,
            fields,
            typing=words.open and at == len(plain) - 1,
            whole_words=words.phrase or words.whole,
            spellings=umlaut_spellings(words.text) if len(plain) == 1 else (),
        )


def _is_scored(node: Node) -> bool:
    """Return whether a node consists of words alone, and so can be scored."""
    if isinstance(node, And | Or):
        return all(map(_is_scored, node.parts))
    return isinstance(node, Words) and bool(query_words(node.text))


def _all_words(node: Node) -> Iterable[str]:
    if isinstance(node, And | Or):
        return [word for part in node.parts for word in _all_words(part)]
    return query_words(node.text) if isinstance(node, Words) else ()
