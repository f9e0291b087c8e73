"""Commands that copy papers to the clipboard and open their links in the browser."""

import asyncio
import re
from collections.abc import Sequence
from functools import partial

from papertui.library.marks import READ
from papertui.model import Paper
from papertui.text.cleaning import clean_line
from papertui.ui.commands import reading
from papertui.ui.controller import Controller

COPY_MENU = (
    ("link", "Link", "y"),
    ("pdf", "PDF link", "p"),
    ("id", "Id", "i"),
    ("title", "Title", "t"),
    ("bibtex", "BibTeX", "b"),
    ("markdown", "Markdown link", "m"),
    ("abstract", "Abstract", "a"),
)
MAXIMUM_PAGES = 10
"""Maximum number of pages opened by one key."""
MAXIMUM_LINKS = 30
_LINK = r"https?://[^\s<>\"'{}|\\^`]+[^\s<>\"'{}|\\^`.,;:!?)\]]"


async def copy(app: Controller, form: str) -> None:
    """Copy the papers in a form such as ``link`` or ``bibtex``."""
    await copy_papers(app, app.targets, form)


async def choose_copy(app: Controller) -> None:
    """Ask for a form and copy the papers in it."""
    from papertui.ui.dialogs.simple import Choice, Pick

    form = await app.ask(Pick("Copy", [Choice(*choice) for choice in COPY_MENU]))
    if form:
        app.start(partial(copy_papers, app, app.targets, form), "copy")


async def copy_papers(app: Controller, keys: Sequence[str], form: str) -> None:
    """Copy papers to the clipboard, or show the text if there is no clipboard."""
    from papertui.system.clipboard import Clipboard, write_to_terminal
    from papertui.transfer.copy_formats import copy_papers as format_papers
    from papertui.ui.dialogs.simple import ShowText

    copied = format_papers([app.library.paper(key) for key in keys], form, app.config.open.link)
    if not copied.text:
        app.say(f"This paper has no {copied.label}")
        return
    clipboard = Clipboard(write_terminal=write_to_terminal)
    result = await asyncio.to_thread(clipboard.copy, copied.text)
    app.say(f"{copied.label[0].upper()}{copied.label[1:]} {result.text}", fault=not result.ok)
    if not result.ok:
        app.panes.app.push_screen(ShowText("Copy by hand", copied.text))


def open_pages(app: Controller) -> None:
    """Open the papers in the browser, and mark them read if the config says that this reads them."""
    targets = app.targets
    if open_papers(app, targets) and app.config.reading.read_rule.when_opened:
        app.mark_read(targets)


def open_pdfs(app: Controller) -> None:
    """Open the PDFs of the papers in the browser."""
    papers = [app.library.paper(key) for key in app.targets]
    links = [paper.pdf_url for paper in papers if paper.pdf_url]
    _open_links(app, links)
    if papers and not links:
        app.say("No PDF is known for this paper" if len(papers) == 1 else "No PDF is known for these papers")


def open_read_next(app: Controller) -> None:
    """Open the papers in the browser, mark them read and go to the next unread paper."""
    targets = app.targets
    if open_papers(app, targets):
        app.edit(lambda: app.library.apply(READ, targets))
        reading.next_unread(app, 1)


async def choose_link(app: Controller) -> None:
    """Ask for one of the links of the paper and open it in the browser."""
    from papertui.ui.dialogs.simple import Choice, Pick

    if key := app.current:
        links = links_of(app.library.paper(key), app.library.mark(key).note)
        choices = [
            Choice(link, clean_line(link, 200), str(number) if number < 10 else "")
            for number, link in enumerate(links, start=1)
        ]
        if link := await app.ask(Pick("Open a link", choices)):
            _open_links(app, [link])


def links_of(paper: Paper, note: str = "") -> list[str]:
    """Return the links of a paper: its own, its PDF, those of the record, and those in its abstract and note."""
    own = [paper.url, paper.pdf_url, paper.record_url, *paper.links]
    found = [match[0] for text in (paper.abstract, note) for match in re.finditer(_LINK, text)]
    return list(dict.fromkeys(link for link in [*own, *found] if link))[:MAXIMUM_LINKS]


def open_paper(app: Controller, key: str) -> None:
    """Open a paper in the browser."""
    open_papers(app, [key])


def open_papers(app: Controller, keys: Sequence[str]) -> bool:
    """Open papers in the browser; return False and open none if they are too many."""
    return _open_links(app, [app.library.paper(key).page_url(app.config.open.link) for key in keys])


def _open_links(app: Controller, links: Sequence[str]) -> bool:
    if len(links) > MAXIMUM_PAGES:
        app.say(f"At most {MAXIMUM_PAGES} papers can be opened at once, not {len(links):,}")
        return False
    for link in links:
        app.start(partial(_open_link, app, link), "open")
    return True


async def _open_link(app: Controller, link: str) -> None:
    from papertui.system.browser import open_url

    opened = await asyncio.to_thread(open_url, link, app.config.open.browser)
    app.say(opened.text, fault=not opened.ok)
