"""Keys that were typed before what they are meant for had opened: kept back, then given to it.

A dialog or the search bar opens some milliseconds after its key. Textual hands keys that came in the same moment to the
screen that had the focus until then, where a letter of a search would mark papers.
"""

from textual.app import App, ReturnType
from textual.events import Event, Key

LOOK_SECONDS = 0.01
LONGEST = 100
"""So many looks are taken; then whatever was to open does not, and the keys go where the focus is."""


class TypedAheadApp(App[ReturnType]):
    """An app that keeps keys back while something opens that wants them."""

    _held: list[Key] | None = None
    """The keys that are kept back; None where nothing opens."""

    def is_opening(self) -> bool:
        """Tell whether a key has begun to open something that does not have the focus yet."""
        raise NotImplementedError

    async def on_event(self, event: Event) -> None:
        """Keep back the keys of a reader who types ahead; handle all else as Textual does."""
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
