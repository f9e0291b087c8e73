"""Commands for insights: trends, author pages, similar papers, answers."""

import asyncio
from collections.abc import Sequence
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from textual.content import Content

from papertui.errors import ProgramError
from papertui.model import EVERYTHING, Scope, ScopeKind
from papertui.text.cleaning import clean_line
from papertui.ui.commands import copy_and_open
from papertui.ui.controller import Controller

if TYPE_CHECKING:
    from papertui.insights.people import Person
    from papertui.insights.questions import Answer
    from papertui.ui.dialogs.papers import PaperChoice

PROGRAM_SECONDS = 120.0
LIST, TOGETHER = "list", "together"
"""Results of an author page other than a paper; no key of a paper has this form."""
PAGE_HINT = "Enter go · o open · l list · Esc back"
_SEARCHED = frozenset({ScopeKind.AUTHOR, ScopeKind.AFFILIATION, ScopeKind.SEARCH})
"""Kinds of scopes whose papers are found through the search index."""


async def show_trends(app: Controller) -> None:
    """Show the trends of the scope, and fill in what takes longer to count."""
    from papertui.ui.dialogs.momentum import MomentumScreen, completed, moving_of

    library, scope, panes = app.library, app.view.scope, app.panes
    trends = panes.topics.overview.trends
    for _ in trends.prepare():
        await asyncio.sleep(0)
    if (scope.kind in _SEARCHED and app.needs_index()) or not panes.screen.is_current:
        return
    keys = tuple(library.scopes.keys(scope))
    shown = moving_of(library, trends, scope, keys)
    screen = MomentumScreen(shown, app.symbols)
    await panes.app.push_screen(screen)
    for moving in completed(library, scope, keys, shown):
        if not screen.is_attached:
            return
        if moving is not shown:
            screen.show(moving)
            shown = moving
        await asyncio.sleep(0)


async def show_authors(app: Controller) -> None:
    """Ask for an author or affiliation of the paper, and show their page."""
    from papertui.ui.dialogs.names import Name, NameDialog

    key = app.current
    if key is None:
        return
    paper = app.library.paper(key)
    names = [Name(Scope(ScopeKind.AUTHOR, name), "Authors") for name in paper.authors]
    names += [Name(Scope(ScopeKind.AFFILIATION, name), "Affiliations") for name in paper.affiliations]
    if not names:
        app.say("No authors")
    elif scope := await app.ask(NameDialog("Authors", names, "Enter show")):
        await show_page(app, scope)


async def show_page(app: Controller, scope: Scope) -> None:
    """Show the page of an author or affiliation, and go to the paper or list that is chosen there."""
    from papertui.insights.people import query_for
    from papertui.ui.dialogs.author_page import names_that_may_be_one, page_of

    if app.needs_index():
        return
    others: list[str] = []
    while True:
        page = await asyncio.to_thread(page_of, app.library, scope, others)
        alike = [] if others else await asyncio.to_thread(names_that_may_be_one, app.library, scope)
        chosen = await app.ask(_page_dialog(app, scope, page, alike))
        if chosen != TOGETHER or not alike:
            break
        others = alike
    if chosen == LIST and others:
        app.show_scope(EVERYTHING)
        app.search_for(query_for(page.names))
    elif chosen == LIST:
        app.show_scope(scope)
    elif chosen and chosen != TOGETHER:
        app.jump_to(chosen)


def _page_dialog(app: Controller, scope: Scope, page: "Person", alike: Sequence[str]) -> "PaperChoice":
    """Return the dialog of an author page; `alike` are other names that may be the same author."""
    from papertui.ui.dialogs.author_page import head_of, records_of
    from papertui.ui.dialogs.papers import PaperChoice

    return PaperChoice(
        scope.title,
        records_of(app.library, page, app.symbols),
        head=head_of(page, alike, app.symbols),
        extra={"l": LIST, "plus": TOGETHER},
        hint=PAGE_HINT,
        open_page=partial(copy_and_open.open_paper, app),
    )


async def show_similar(app: Controller) -> None:
    """Show papers that share words with the one under the cursor, and go to the chosen one."""
    from papertui.insights.similar import similar
    from papertui.ui.dialogs.papers import PaperChoice, PaperLines

    key = app.current
    if key is None or app.needs_index():
        return
    found = await asyncio.to_thread(similar, app.library, key)
    if not found:
        app.say("No paper shares enough words with this one")
        return
    lines = [PaperLines(one.key, one.title, app.symbols.separator.join(one.terms)) for one in found]
    if chosen := await app.ask(PaperChoice(f"Like {app.library.naming((key,))}", lines)):
        app.jump_to(chosen)


async def ask(app: Controller) -> None:
    """Ask for a question and answer it."""
    from papertui.ui.dialogs.simple import AskLine

    if question := await app.ask(AskLine(f"Ask {app.view.scope.title}", placeholder="a question in words")):
        await answer(app, question)


async def answer(app: Controller, question: str) -> None:
    """Answer a question with sentences from the abstracts in the scope."""
    from papertui.insights.questions import ask as find_sentences
    from papertui.ui.dialogs.papers import PaperChoice, PaperLines, lines_for

    if app.needs_index():
        return
    scope = app.view.scope
    within = None if scope == EVERYTHING else frozenset(app.library.scopes.keys(scope))
    found = await asyncio.to_thread(find_sentences, app.library, question, within)
    if not found:
        app.say(f"No answer in {scope.title}")
        return
    head = await _program_answer(app, question, found)
    lines = [PaperLines(one.key, one.title, f"“{one.sentence}”") for one in found]
    longest = lines_for(lines, app.panes.app.size.width)
    dialog = PaperChoice(clean_line(question, 100), lines, about_lines=longest, head=head)
    if chosen := await app.ask(dialog):
        app.jump_to(chosen)


async def _program_answer(app: Controller, question: str, found: "Sequence[Answer]") -> Content | None:
    """Return what the user's program makes of the sentences; None without a program, or if it fails or is stopped."""
    from papertui.system.answer_program import run_program
    from papertui.ui.dialogs.waiting import Waiting

    command = app.config.ask.command
    if not command:
        return None
    cancel = Event()
    waiting = Waiting(f"Waiting for {clean_line(command[0], 60)}", cancel)
    await app.panes.app.push_screen(waiting)
    try:
        output = await asyncio.to_thread(
            run_program, command, question, found, seconds=PROGRAM_SECONDS, cancel=cancel
        )
    except ProgramError as error:
        app.say(str(error), fault=True)
        return None
    finally:
        cancel.set()
        waiting.close()
    return Content(output)
