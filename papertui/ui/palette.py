"""Command palette: all commands by name, from the live bindings, and all topics."""

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from papertui.text.cleaning import clean_line
from papertui.ui.keymap.key_names import key_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from papertui.ui.controller import Controller


class PaperCommands(Provider):
    """Commands and topics of the main screen."""

    async def discover(self) -> Hits:
        """Offer all commands before anything is typed."""
        for words, run, tooltip in self._actions():
            yield DiscoveryHit(Content(words), run, words, help=tooltip)

    async def search(self, query: str) -> Hits:
        """Offer the commands and topics whose names match."""
        matcher = self.matcher(query)
        for words, run, tooltip in (*self._actions(), *self._topics()):
            score = matcher.match(words)
            if score > 0:
                yield Hit(score, Content(words), run, words, help=tooltip)

    def _actions(self) -> "Iterator[tuple[str, Callable[[], Awaitable[None]], str]]":
        seen: set[str] = set()
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.id and binding.id not in seen and active.enabled and binding.tooltip:
                seen.add(binding.id)
                words = f"{binding.tooltip}  ({key_name(key)})"
                yield words, partial(self.screen.run_action, binding.action), binding.id

    def _topics(self) -> "Iterator[tuple[str, Callable[[], None], str]]":
        controller: Controller = self.screen.controller  # type: ignore[attr-defined]  # opens over the main screen only
        for scope in controller.panes.topics.scopes:
            yield (
                clean_line(f"Show {scope.title}", 200),
                partial(controller.show_scope, scope),
                scope.kind.value,
            )
