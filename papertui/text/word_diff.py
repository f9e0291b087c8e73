"""Word-level difference of two abstracts."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

WORD_LIMIT = 4_000
"""Maximum number of words compared of each abstract; the time grows with their product."""


class DiffKind(StrEnum):
    """Whether words are in both texts, only in the first, or only in the second."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class DiffRun:
    """Consecutive words of one kind."""

    kind: DiffKind
    text: str


def word_changes(before: str, after: str) -> list[DiffRun]:
    """Return the words of both texts in order; the same and gone ones together are `before`."""
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
