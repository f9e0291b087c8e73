"""What the screen remembers of itself until the next start: ``ui.json`` in the library folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

import orjson

from papertui.errors import StoreError
from papertui.model import Scope, ScopeKind, Sort, View
from papertui.store.files import reason, write_atomically
from papertui.text import clean_line

Member = TypeVar("Member", Sort, ScopeKind)
FILE = "ui.json"
SIZE_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class ScreenMemory:
    """View, cursor, pane and looks as they were when the reader left."""

    view: View = field(default_factory=View)
    cursor: str = ""
    """Key of the paper at the cursor."""
    pane: int = 1
    theme: str = ""
    row_height: Literal[1, 2] = 2
    seen_before: bool = False

    @classmethod
    def load(cls, folder: Path) -> "ScreenMemory":
        """Return what was remembered; whatever of it is missing or odd counts as never changed."""
        path = folder / FILE
        try:
            if path.stat().st_size > SIZE_LIMIT:
                return cls()
            stored = orjson.loads(path.read_bytes())
        except (OSError, ValueError):
            return cls()
        return _from_json(stored) if isinstance(stored, dict) else cls()

    def save(self, folder: Path) -> None:
        """Write what is to be remembered. Raises StoreError."""
        stored = {
            "scope": {"kind": self.view.scope.kind, "name": self.view.scope.name},
            "sort": self.view.sort,
            "hide_read": self.view.hide_read,
            "cursor": self.cursor,
            "pane": self.pane,
            "theme": self.theme,
            "row_height": self.row_height,
        }
        try:
            write_atomically(folder / FILE, [orjson.dumps(stored, option=orjson.OPT_INDENT_2)])
        except OSError as error:
            raise StoreError(f"{FILE} cannot be written: {reason(error)}.") from error


def _from_json(stored: Mapping[str, object]) -> ScreenMemory:
    scope = stored.get("scope")
    pane = stored.get("pane")
    return ScreenMemory(
        view=View(
            scope=_scope(scope) if isinstance(scope, dict) else Scope(),
            sort=_member(Sort, stored.get("sort"), Sort.NEWEST),
            hide_read=stored.get("hide_read") is True,
        ),
        cursor=_word(stored.get("cursor")),
        pane=pane if pane in (0, 1, 2) and isinstance(pane, int) else 1,
        theme=_word(stored.get("theme")),
        row_height=1 if stored.get("row_height") == 1 else 2,
        seen_before=True,
    )


def _scope(stored: Mapping[str, object]) -> Scope:
    return Scope(_member(ScopeKind, stored.get("kind"), ScopeKind.ALL), _word(stored.get("name")))


def _member(kind: type[Member], value: object, default: Member) -> Member:
    return kind(value) if isinstance(value, str) and value in set(kind) else default


def _word(value: object) -> str:
    return clean_line(value, 400) if isinstance(value, str) else ""
