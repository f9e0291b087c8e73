"""What is different between two abstracts, word by word."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

WORD_LIMIT = 4_000
"""Most words of each abstract that are compared; the time grows with their product."""


class DiffKind(StrEnum):
    """Whether words stand in both texts, in the former one alone, or in the later one alone."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class DiffRun:
    """Words that follow each other and are of one kind."""

    kind: DiffKind
    text: str


def word_changes(before: str, after: str) -> list[DiffRun]:
    """Return the words of both texts in order; those of `before` are the same and gone ones together."""
    former, later = before.split()[:WORD_LIMIT], after.split()[:WORD_LIMIT]
    changes: list[DiffRun] = []
    for tag, start, end, later_start, later_end in SequenceMatcher(
        None, former, later, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            _add(changes, DiffKind.SAME, former[start:end])
        else:
            _add(changes, DiffKind.GONE, former[start:end])
            _add(changes, DiffKind.NEW, later[later_start:later_end])
    return changes


def _add(changes: list[DiffRun], kind: DiffKind, words: Sequence[str]) -> None:
    if words:
        changes.append(DiffRun(kind, " ".join(words)))
