"""Typed-ahead keys: held until the dialog or search bar that they are meant for is open.

A dialog or the search bar opens some milliseconds after its key. Textual sends keys typed meanwhile to the widget that
still has the focus, where a letter of a search would mark papers.
"""

from textual.app import App, ReturnType
from textual.events import Event, Key

LOOK_SECONDS = 0.01
LONGEST = 100
"""Number of checks before the keys are sent to the focused widget because nothing opened."""


class TypedAheadApp(App[ReturnType]):
    """An app that holds keys while something opens that takes them."""

    _held: list[Key] | None = None
    """The held keys; None if nothing is opening."""

    def is_opening(self) -> bool:
        """Return whether something is opening that does not have the focus yet."""
        raise NotImplementedError

    async def on_event(self, event: Event) -> None:
        """Hold keys that are typed ahead; pass all other events to Textual."""
        if isinstance(event, Key) and self._held is not None:
            self._held.append(Key(event.key, event.character))
            return
        await super().on_event(event)
        if isinstance(event, Key) and event.is_forwarded and self.is_opening():
            self._held = []
            self._look(LONGEST)

    def _look(self, left: int) -> None:
        if left and self.is_opening():
            self.set_timer(LOOK_SECONDS, lambda: self._look(left - 1))
            return
        held, self._held = self._held or [], None
        for key in held:
            self.post_message(key)
