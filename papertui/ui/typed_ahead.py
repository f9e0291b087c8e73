"""Typed-ahead keys: held until the dialog that they are meant for is open.

A dialog or the search bar opens some milliseconds after its key. Textual sends keys typed meanwhile to the widget that
still has the focus, where a letter of a search would mark papers.
"""

from collections.abc import Callable

from textual.app import App
from textual.events import Event, Key

LOOK_SECONDS = 0.01
LONGEST = 100
"""Number of checks before the keys are sent to the focused widget because nothing opened."""


class TypedAhead:
    """Holds keys while something opens that takes them; `is_opening` returns whether something does."""

    def __init__(self, app: App[None], is_opening: Callable[[], bool]) -> None:
        self._app = app
        self._is_opening = is_opening
        self._held: list[Key] | None = None
        """The held keys; None if nothing is opening."""

    def holds(self, event: Event) -> bool:
        """Hold the event if it is a key that is typed ahead; return whether it is held."""
        if not isinstance(event, Key) or self._held is None:
            return False
        self._held.append(Key(event.key, event.character))
        return True

    def handled(self, event: Event) -> None:
        """Begin to hold keys if an event that was handled opens something."""
        if isinstance(event, Key) and event.is_forwarded and self._is_opening():
            self._held = []
            self._look(LONGEST)

    def _look(self, left: int) -> None:
        if left and self._is_opening():
            self._app.set_timer(LOOK_SECONDS, lambda: self._look(left - 1))
            return
        held, self._held = self._held or [], None
        for key in held:
            self._app.post_message(key)
