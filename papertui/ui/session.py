"""What the screen remembers of itself until the next start: ``ui.json`` in the library folder."""

import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

import orjson

from papertui.errors import StoreError
from papertui.model import Ranking, Scope, ScopeKind, Sort, View
from papertui.store.files import reason, write_atomically
from papertui.text.cleaning import clean_line

Member = TypeVar("Member", Sort, ScopeKind, Ranking)
FILE = "ui.json"
SIZE_LIMIT = 1 << 20
"""Bytes above which the file counts as odd."""
HISTORY_LIMIT = 100
"""Most searches, and most commands, that are remembered."""
WORD_LIMIT, LINE_LIMIT = 400, 1_000
"""Most characters of a name or key, and of a search or command."""
WIDEST = 1_000
"""Most columns that a pane can be remembered to have."""


@dataclass(frozen=True, slots=True)
class ScreenMemory:
    """View, cursor, panes, looks and what was typed, as they were when the reader left."""

    view: View = field(default_factory=View)
    """Scope, order and whether read papers are hidden; the text of its search is not remembered."""
    cursor: str = ""
    """Key of the paper at the cursor."""
    pane: int = 1
    """The pane with the focus: 0 topics, 1 papers, 2 abstract."""
    zoomed: bool = False
    sidebar_hidden: bool = False
    topics_width: int = 0
    """Columns of the topics as the reader moved the divider; 0 where it was never moved."""
    abstract_width: int = 0
    """Columns of the abstract, likewise."""
    ranking: Ranking = Ranking.SIZE
    """The order of the topics."""
    theme: str = ""
    row_height: Literal[1, 2] = 2
    searches: tuple[str, ...] = ()
    """What was searched for, the last one last."""
    commands: tuple[str, ...] = ()
    """The command lines of before, the last one last."""
    jumps: Mapping[str, str] = field(default_factory=dict)
    """Jump marks: a letter, and the key of the paper that it stands for."""
    left_at: str = ""
    """When the reader last quit, UTC ISO 8601; papers added since are new."""
    seen_before: bool = False
    """Whether anything was remembered, so that this is not the first start."""

    @classmethod
    def load(cls, folder: Path) -> "ScreenMemory":
        """Return what was remembered; whatever of it is missing or odd counts as never changed. Never raises."""
        path = folder / FILE
        try:
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode) or status.st_size > SIZE_LIMIT:
                return cls()
            stored = orjson.loads(path.read_bytes())
        except (OSError, ValueError):
            return cls()
        return _from_json(stored) if isinstance(stored, dict) else cls()

    def save(self, folder: Path) -> None:
        """Write what is to be remembered, wholly or not at all. Raises StoreError."""
        document = orjson.dumps(_to_json(self), option=orjson.OPT_INDENT_2)
        try:
            write_atomically(folder / FILE, [document])
        except OSError as error:
            raise StoreError(f"{FILE} cannot be written: {reason(error)}.") from error


def _to_json(memory: ScreenMemory) -> dict[str, object]:
    scope = memory.view.scope
    return {
        "scope": {"kind": scope.kind, "name": _word(scope.name)},
        "sort": memory.view.sort,
        "hide_read": memory.view.hide_read,
        "cursor": _word(memory.cursor),
        "pane": memory.pane,
        "zoomed": memory.zoomed,
        "sidebar_hidden": memory.sidebar_hidden,
        "topics_width": memory.topics_width,
        "abstract_width": memory.abstract_width,
        "ranking": memory.ranking,
        "theme": _word(memory.theme),
        "row_height": memory.row_height,
        "searches": _history(memory.searches),
        "commands": _history(memory.commands),
        "jumps": _jumps(memory.jumps),
        "left_at": memory.left_at,
    }


def _from_json(stored: Mapping[str, object]) -> ScreenMemory:
    scope = stored.get("scope")
    return ScreenMemory(
        view=View(
            scope=_scope(scope) if isinstance(scope, dict) else Scope(),
            sort=_member(Sort, stored.get("sort"), Sort.NEWEST),
            hide_read=stored.get("hide_read") is True,
        ),
        cursor=_word(stored.get("cursor")),
        pane=_number(stored.get("pane"), 2, default=1),
        zoomed=stored.get("zoomed") is True,
        sidebar_hidden=stored.get("sidebar_hidden") is True,
        topics_width=_number(stored.get("topics_width"), WIDEST, default=0),
        abstract_width=_number(stored.get("abstract_width"), WIDEST, default=0),
        ranking=_member(Ranking, stored.get("ranking"), Ranking.SIZE),
        theme=_word(stored.get("theme")),
        row_height=1 if _number(stored.get("row_height"), 2, default=2) == 1 else 2,
        searches=_history(stored.get("searches")),
        commands=_history(stored.get("commands")),
        jumps=_jumps(stored.get("jumps")),
        left_at=_word(stored.get("left_at")),
        seen_before=True,
    )


def _scope(stored: Mapping[str, object]) -> Scope:
    return Scope(_member(ScopeKind, stored.get("kind"), ScopeKind.ALL), _word(stored.get("name")))


def _member(kind: type[Member], value: object, default: Member) -> Member:
    return kind(value) if isinstance(value, str) and value in set(kind) else default


def _number(value: object, most: int, *, default: int) -> int:
    """Return a whole number from 0 to `most`; True and False are none."""
    return value if type(value) is int and 0 <= value <= most else default


def _word(value: object) -> str:
    return clean_line(value, WORD_LIMIT) if isinstance(value, str) else ""


def _history(value: object) -> tuple[str, ...]:
    """Return the last lines of a history, without what is no text."""
    if not isinstance(value, list | tuple):
        return ()
    lines = (clean_line(line, LINE_LIMIT) for line in value[-HISTORY_LIMIT:] if isinstance(line, str))
    return tuple(line for line in lines if line)


def _jumps(value: object) -> dict[str, str]:
    """Return the jump marks whose letter is one letter or digit of ASCII."""
    if not isinstance(value, Mapping):
        return {}
    marks = {letter: _word(key) for letter, key in value.items() if is_jump_letter(letter)}
    return {letter: key for letter, key in marks.items() if key}


def is_jump_letter(letter: object) -> bool:
    """Tell whether something can be the name of a jump mark: one letter or digit of ASCII."""
    return isinstance(letter, str) and len(letter) == 1 and letter.isascii() and letter.isalnum()
