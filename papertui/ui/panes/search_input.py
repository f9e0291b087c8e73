"""Input of the search bar, loaded on first use."""

from textual import events
from textual.widgets import Input

from papertui.text.cleaning import clean_line

SEARCH_LIMIT = 1_000
"""Maximum characters of a query; a longer paste is cut."""


class SearchInput(Input):
    """An input that cleans pasted text and cuts it to the maximum length."""

    def __init__(self) -> None:
        super().__init__(
            placeholder="search titles, authors, abstracts ...", max_length=SEARCH_LIMIT, compact=True
        )

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        room = max(0, SEARCH_LIMIT - len(self.value) + len(self.selected_text))
        self.replace(clean_line(event.text[: SEARCH_LIMIT * 2])[:room], *self.selection)
