"""What leaves the screen for the clipboard or the browser, and the menus of the screen.

Dialogs, clipboard and browser are imported when they are first used: the first paint does not wait for them.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from textual import work
from textual.screen import Screen

from papertui.library import Library
from papertui.library.marks import READ
from papertui.model import Change, Sort, View

if TYPE_CHECKING:
    from papertui.config.config import Config

COPY_MENU = (
    ("link", "Link", "y"),
    ("pdf", "PDF link", "p"),
    ("id", "Id", "i"),
    ("title", "Title", "t"),
    ("bibtex", "BibTeX", "b"),
    ("markdown", "Markdown link", "m"),
    ("abstract", "Abstract", "a"),
)
OPENED_AT_ONCE = 10
"""So many pages are opened in the browser by one key."""
SORT_LETTERS = {
    Sort.NEWEST: "n",
    Sort.OLDEST: "o",
    Sort.TITLE: "t",
    Sort.AUTHOR: "a",
    Sort.ADDED: "d",
    Sort.UNREAD: "u",
}


class Configured(Protocol):
    """The app, as far as it knows what the reader wants."""

    @property
    def config(self) -> "Config":
        """What the reader wants."""


class OutwardScreen(Screen[None]):
    """A screen over a library that can copy, open and ask. The main screen says what it is about."""

    library: Library
    view: View

    @property
    def config(self) -> "Config":
        """What the reader wants."""
        return cast("Configured", self.app).config

    @property
    def targets(self) -> tuple[str, ...]:
        """The papers that an action is about."""
        raise NotImplementedError

    def say(self, text: str, *, fault: bool = False) -> None:
        """Tell the reader what happened."""
        raise NotImplementedError

    def edit(self, action: Callable[[], Change]) -> None:
        """Do one edit of the library and show what it changed."""
        raise NotImplementedError

    def look_at(self, view: View, cursor: str | None = None) -> None:
        """Show another view."""
        raise NotImplementedError

    def action_next_unread(self) -> None:
        """Go to the next unread paper."""
        raise NotImplementedError

    def action_copy(self, form: str) -> None:
        """Copy the selected papers, or that at the cursor, in some form."""
        if self.targets:
            self.copy(self.targets, form)

    @work(exit_on_error=False, group="copy")
    async def copy(self, keys: Sequence[str], form: str) -> None:
        """Copy papers in some form, and say which way it went."""
        from papertui.system.clipboard import Clipboard, write_to_terminal
        from papertui.transfer.copy_formats import copy_papers
        from papertui.ui.dialogs.simple import ShowText

        papers = [self.library.paper(key) for key in keys]
        wanted = copy_papers(papers, form, self.config.open.link)
        if not wanted.text:
            self.say(f"This paper has no {wanted.label}")
            return
        clipboard = Clipboard(write_terminal=write_to_terminal)
        copied = await asyncio.to_thread(clipboard.copy, wanted.text)
        self.say(f"{wanted.label[0].upper()}{wanted.label[1:]} {copied.text}", fault=not copied.ok)
        if not copied.ok:
            self.app.push_screen(ShowText("Copy by hand", wanted.text))

    @work(exit_on_error=False, group="dialog")
    async def action_copy_menu(self) -> None:
        """Ask what to copy, and copy it."""
        from papertui.ui.dialogs.simple import Choice, Pick

        form = await self.app.push_screen_wait(Pick("Copy", [Choice(*choice) for choice in COPY_MENU]))
        if form:
            self.action_copy(form)

    @work(exit_on_error=False, group="dialog")
    async def action_sort(self) -> None:
        """Ask for the order of the list."""
        from papertui.ui.dialogs.simple import Choice, Pick

        choices = [Choice(sort.value, sort.label, letter) for sort, letter in SORT_LETTERS.items()]
        order = await self.app.push_screen_wait(Pick("Sort", choices, self.view.sort.value))
        if order:
            self.look_at(replace(self.view, sort=Sort(order)))
            self.say(f"Sorted {self.view.sort.label}")

    def action_open(self) -> None:
        """Open the selected papers, or that at the cursor, in the browser."""
        self._open_all(self._pages())

    def _pages(self) -> list[str]:
        return [self.library.paper(key).page_url(self.config.open.link) for key in self.targets]

    def action_open_pdf(self) -> None:
        """Open the PDFs of the selected papers, or of that at the cursor, in the browser."""
        papers = [self.library.paper(key) for key in self.targets]
        addresses = [paper.pdf_url for paper in papers if paper.pdf_url]
        self._open_all(addresses)
        if papers and not addresses:
            self.say(
                "No PDF is known for this paper" if len(papers) == 1 else "No PDF is known for these papers"
            )

    def _open_all(self, addresses: Sequence[str]) -> bool:
        """Open pages in the browser; False, and none, where they are too many."""
        if len(addresses) > OPENED_AT_ONCE:
            self.say(f"At most {OPENED_AT_ONCE} papers are opened at once, not {len(addresses):,}")
            return False
        for address in addresses:
            self._open(address)
        return True

    def action_open_read_next(self) -> None:
        """Open what o opens, mark it read and go to the next unread paper."""
        targets = self.targets
        if targets and self._open_all(self._pages()):
            self.edit(lambda: self.library.apply(READ, targets))
            self.action_next_unread()

    @work(exit_on_error=False, group="open")
    async def _open(self, address: str) -> None:
        from papertui.system.browser import open_url

        opened = await asyncio.to_thread(open_url, address, self.config.open.browser)
        self.say(opened.text, fault=not opened.ok)
