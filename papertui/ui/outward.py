"""What leaves the screen for the clipboard or the browser, and the menus of the screen."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work

from papertui.copying import copy_form
from papertui.model import Sort
from papertui.opening import open_url
from papertui.ui.command_line import CommandLine
from papertui.ui.dialogs import Choice, Pick, ShowText

if TYPE_CHECKING:
    from papertui.ui.main_screen import MainScreen

COPY_CHOICES = (
    Choice("link", "Link", "y"),
    Choice("pdf", "PDF link", "p"),
    Choice("id", "Id", "i"),
    Choice("title", "Title", "t"),
    Choice("bibtex", "BibTeX", "b"),
    Choice("markdown", "Markdown link", "m"),
    Choice("abstract", "Abstract", "a"),
)
SORT_LETTERS = {
    Sort.NEWEST: "n",
    Sort.OLDEST: "o",
    Sort.TITLE: "t",
    Sort.AUTHOR: "a",
    Sort.ADDED: "d",
    Sort.UNREAD: "u",
}


class OutwardActions:
    """Actions of the main screen that copy, open or ask; mixed into it."""

    @work(exit_on_error=False, group="copy")
    async def action_copy(self: "MainScreen", form: str) -> None:
        """Copy the paper at the cursor in some form, and say which way it went."""
        if not self.targets:
            return
        wanted = copy_form(self.library.paper(self.targets[0]), form)
        if not wanted.text:
            self.say(f"This paper has no {wanted.label}")
            return
        copied = await asyncio.to_thread(self.clipboard.copy, wanted.text)
        self.say(f"{wanted.label[0].upper()}{wanted.label[1:]} {copied.text}", fault=not copied.ok)
        if not copied.ok:
            await self.app.push_screen_wait(ShowText("Copy by hand", wanted.text))

    @work(exit_on_error=False, group="dialog")
    async def action_copy_menu(self: "MainScreen") -> None:
        """Ask what to copy, and copy it."""
        form = await self.app.push_screen_wait(Pick("Copy", COPY_CHOICES))
        if form:
            self.action_copy(form)

    @work(exit_on_error=False, group="dialog")
    async def action_sort(self: "MainScreen") -> None:
        """Ask for the order of the list."""
        choices = [Choice(sort.value, sort.label, letter) for sort, letter in SORT_LETTERS.items()]
        order = await self.app.push_screen_wait(Pick("Sort", choices, self.view.sort.value))
        if order:
            self.look_at(replace(self.view, sort=Sort(order)))
            self.say(f"Sorted {self.view.sort.label}")

    @work(exit_on_error=False, group="dialog")
    async def action_command(self: "MainScreen") -> None:
        """Ask for a command, and do it."""
        dialog = CommandLine(self.library, self.targets, self.commands)
        planned = await self.app.push_screen_wait(dialog)
        if planned is not None and planned.command is not None:
            self.commands.append(dialog.text)
            run = planned.command.run
            self.edit(lambda: run(self.library, planned.keys))

    def action_open(self: "MainScreen") -> None:
        """Open the paper at the cursor in the browser."""
        if self.targets:
            paper = self.library.paper(self.targets[0])
            self.open_address(paper.url)

    def action_open_pdf(self: "MainScreen") -> None:
        """Open the PDF of the paper at the cursor in the browser."""
        if self.targets:
            address = self.library.paper(self.targets[0]).pdf_url
            if address:
                self.open_address(address)
            else:
                self.say("No PDF is known for this paper")

    def action_open_read_next(self: "MainScreen") -> None:
        """Open the paper at the cursor, mark it read and go to the next unread one."""
        if self.targets:
            self.action_open()
            self.edit(lambda: self.library.apply("read", self.targets))
            self.action_next_unread()

    @work(exit_on_error=False, group="open")
    async def open_address(self: "MainScreen", address: str) -> None:
        """Open an address and say what became of it."""
        opened = await asyncio.to_thread(open_url, address)
        self.say(opened.text, fault=not opened.ok)
