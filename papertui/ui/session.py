"""Session: state of the screen between starts, stored as ``ui.json``."""

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
"""Maximum size in bytes; a larger file is ignored."""
HISTORY_LIMIT = 100
"""Maximum number of searches, and of command lines, that are kept."""
WORD_LIMIT, LINE_LIMIT = 400, 1_000
"""Maximum characters of a name or key, and of a search or command line."""
WIDEST = 1_000
"""Maximum columns of a pane."""


@dataclass(frozen=True, slots=True)
class Session:
    """View, cursor, panes, look and input history when the screen was last closed."""

    view: View = field(default_factory=View)
    """Scope, order and whether read papers are hidden; its query is not kept."""
    cursor: str = ""
    """Key of the paper at the cursor."""
    pane: int = 1
    """The pane with the focus: 0 topics, 1 papers, 2 abstract."""
    zoomed: bool = False
    sidebar_hidden: bool = False
    topics_width: int = 0
    """Columns of the topics; 0 if the user never moved the divider."""
    abstract_width: int = 0
    """Columns of the abstract; 0 if the user never moved the divider."""
    ranking: Ranking = Ranking.SIZE
    """The order of the topics."""
    theme: str = ""
    row_height: Literal[1, 2] = 2
    searches: tuple[str, ...] = ()
    """Past searches, latest last."""
    commands: tuple[str, ...] = ()
    """Past command lines, latest last."""
    bookmarks: Mapping[str, str] = field(default_factory=dict)
    """Keys of papers by the letter of their bookmark."""
    left_at: str = ""
    """When the screen was last closed, UTC ISO 8601; papers added since are new."""
    seen_before: bool = False
    """Whether there was a session before this one."""

    @classmethod
    def load(cls, folder: Path) -> "Session":
        """Return the last session; missing or invalid entries keep their defaults. Never raises."""
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
        """Write the session atomically. Raises StoreError."""
        document = orjson.dumps(_to_json(self), option=orjson.OPT_INDENT_2)
        try:
            write_atomically(folder / FILE, [document])
        except OSError as error:
            raise StoreError(f"{FILE} cannot be written: {reason(error)}.") from error


def _to_json(session: Session) -> dict[str, object]:
    scope = session.view.scope
    return {
        "scope": {"kind": scope.kind, "name": _word(scope.name)},
        "sort": session.view.sort,
        "hide_read": session.view.hide_read,
        "cursor": _word(session.cursor),
        "pane": session.pane,
        "zoomed": session.zoomed,
        "sidebar_hidden": session.sidebar_hidden,
        "topics_width": session.topics_width,
        "abstract_width": session.abstract_width,
        "ranking": session.ranking,
        "theme": _word(session.theme),
        "row_height": session.row_height,
        "searches": _history(session.searches),
        "commands": _history(session.commands),
        "jumps": _bookmarks(session.bookmarks),
        "left_at": session.left_at,
    }


def _from_json(stored: Mapping[str, object]) -> Session:
    scope = stored.get("scope")
    return Session(
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
        bookmarks=_bookmarks(stored.get("jumps")),
        left_at=_word(stored.get("left_at")),
        seen_before=True,
    )


def _scope(stored: Mapping[str, object]) -> Scope:
    return Scope(_member(ScopeKind, stored.get("kind"), ScopeKind.ALL), _word(stored.get("name")))


def _member(kind: type[Member], value: object, default: Member) -> Member:
    return kind(value) if isinstance(value, str) and value in set(kind) else default


def _number(value: object, most: int, *, default: int) -> int:
    """Return an integer from 0 to `most`; booleans do not count as integers."""
    return value if type(value) is int and 0 <= value <= most else default


def _word(value: object) -> str:
    return clean_line(value, WORD_LIMIT) if isinstance(value, str) else ""


def _history(value: object) -> tuple[str, ...]:
    """Return the last lines of a history, without anything that is not text."""
    if not isinstance(value, list | tuple):
        return ()
    lines = (clean_line(line, LINE_LIMIT) for line in value[-HISTORY_LIMIT:] if isinstance(line, str))
    return tuple(line for line in lines if line)


def _bookmarks(value: object) -> dict[str, str]:
    """Return the bookmarks with a valid letter."""
    if not isinstance(value, Mapping):
        return {}
    keys = {letter: _word(key) for letter, key in value.items() if is_bookmark_letter(letter)}
    return {letter: key for letter, key in keys.items() if key}


def is_bookmark_letter(letter: object) -> bool:
    """Return whether a value can name a bookmark: one ASCII letter or digit."""
    return isinstance(letter, str) and len(letter) == 1 and letter.isascii() and letter.isalnum()
