"""What the library tells on the main screen: momentum, authors, similar papers, answers, topics crossed with topics.

All of it is imported when it is first asked for: the first paint does not wait for it.
"""

import asyncio
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content

from papertui.errors import ProgramError
from papertui.model import EVERYTHING, Scope, ScopeKind
from papertui.text.cleaning import clean_line
from papertui.ui.commands.reading import ReadingScreen
from papertui.ui.drawing.symbols import Symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertui.insights.people import Named
    from papertui.insights.questions import Answer
    from papertui.library import Library

PROGRAM_SECONDS = 120.0
LIST, TOGETHER = "list", "together"
"""What can be done on the page of an author beside going to a paper; no key of a paper looks like these."""
PAGE_HINT = "Enter: go there · o: open · l: list · Esc: back"
COMMON_NAMES = 40
"""So many co-topics and affiliations are offered to narrow a list."""


class InsightScreen(ReadingScreen):
    """A screen that answers questions about its papers."""

    symbols: Symbols

    def __init__(self, library: "Library") -> None:
        super().__init__(library)
        self._narrowed: list[tuple[str, str]] = []
        """Searches that were narrowed, each with what it became, the last one last."""

    @work(exit_on_error=False, group="dialog")
    async def action_momentum(self) -> None:
        """Show what moves in the scope that is shown."""
        from papertui.ui.dialogs.momentum import MomentumScreen, completed, moving_of

        trends = self.topics.overview.trends
        for _ in trends.prepare():
            await asyncio.sleep(0)
        if self._needs_index(self.view.scope) or not self.is_current:
            return
        scope = self.view.scope
        keys = tuple(self.library.scopes.keys(scope))
        shown = moving_of(self.library, trends, scope, keys)
        screen = MomentumScreen(shown, self.symbols)
        await self.app.push_screen(screen)
        for moving in completed(self.library, scope, keys, shown):
            if not screen.is_attached:
                return
            if moving is not shown:
                screen.show(moving)
                shown = moving
            await asyncio.sleep(0)

    @work(exit_on_error=False, group="dialog")
    async def action_authors(self) -> None:
        """Pick an author or an affiliation of the paper, and show their page."""
        from papertui.ui.dialogs.names import Name, NameDialog

        key = self.current
        if key is None:
            return
        paper = self.library.paper(key)
        names = [Name(Scope(ScopeKind.AUTHOR, name), "Authors") for name in paper.authors]
        names += [Name(Scope(ScopeKind.AFFILIATION, name), "Affiliations") for name in paper.affiliations]
        if not names:
            self.say("No author is known of this paper")
        elif scope := await self.app.push_screen_wait(
            NameDialog("Who wrote it", names, "Enter: show the page")
        ):
            await self.show_page(scope)

    async def show_page(self, scope: Scope) -> None:
        """Show the page of an author or of an affiliation."""
        from papertui.insights.people import query_for
        from papertui.ui.dialogs import author_page as author_view
        from papertui.ui.dialogs.papers import PaperChoice

        if self._needs_index(scope):
            return
        others: list[str] = []
        while True:
            page = await asyncio.to_thread(author_view.page_of, self.library, scope, others)
            alike = (
                []
                if others
                else await asyncio.to_thread(author_view.names_that_may_be_one, self.library, scope)
            )
            head = author_view.head_of(page, alike, self.symbols)
            records = author_view.records_of(self.library, page, self.symbols)
            choice = PaperChoice(
                scope.title,
                records,
                head=head,
                extra={"l": LIST, "plus": TOGETHER},
                hint=PAGE_HINT,
                open_page=self.open_page,
            )
            chosen = await self.app.push_screen_wait(choice)
            if chosen != TOGETHER or not alike:
                break
            others = alike
        if chosen == LIST and others:
            self.show_scope(EVERYTHING)
            self.search_for(query_for(page.names))
        elif chosen == LIST:
            self.show_scope(scope)
        elif chosen and chosen != TOGETHER:
            self.go_to_paper(chosen)

    def open_page(self, key: str) -> None:
        """Open a paper in the browser."""
        self._open_all([self.library.paper(key).page_url(self.config.open.link)])

    @work(exit_on_error=False, group="dialog")
    async def action_similar(self) -> None:
        """Show papers like the one at the cursor, with the words that they share."""
        from papertui.insights.similar import similar
        from papertui.ui.dialogs.papers import PaperChoice, PaperLines

        key = self.current
        if key is None or self._needs_index(Scope(ScopeKind.AUTHOR)):
            return
        found = await asyncio.to_thread(similar, self.library, key)
        if not found:
            self.say("No paper shares enough words with this one")
            return
        lines = [PaperLines(one.key, one.title, self.symbols.separator.join(one.terms)) for one in found]
        chosen = await self.app.push_screen_wait(PaperChoice(f"Like {self.library.naming((key,))}", lines))
        if chosen:
            self.go_to_paper(chosen)

    @work(exit_on_error=False, group="dialog")
    async def action_ask(self) -> None:
        """Ask a question in words, of the papers of the scope."""
        from papertui.ui.dialogs.simple import AskLine

        title = f"Ask {self.view.scope.title}"
        if question := await self.app.push_screen_wait(AskLine(title, placeholder="a question in words")):
            await self._answer(question)

    def ask(self, question: str) -> None:
        """Answer a question by sentences of the abstracts in scope."""
        self.run_worker(self._answer(question), group="dialog", exit_on_error=False)

    async def _answer(self, question: str) -> None:
        from papertui.insights.questions import ask
        from papertui.ui.dialogs.papers import PaperChoice, PaperLines, lines_for

        if self._needs_index(Scope(ScopeKind.AUTHOR)):
            return
        scope = self.view.scope
        within = None if scope == EVERYTHING else frozenset(self.library.scopes.keys(scope))
        found = await asyncio.to_thread(ask, self.library, question, within)
        if not found:
            self.say(f"Nothing in {scope.title} answers that")
            return
        head = await self._said_by_program(question, found)
        lines = [PaperLines(one.key, one.title, f"“{one.sentence}”") for one in found]
        longest = lines_for(lines, self.size.width)
        chosen = await self.app.push_screen_wait(
            PaperChoice(clean_line(question, 100), lines, about_lines=longest, head=head)
        )
        if chosen:
            self.go_to_paper(chosen)

    async def _said_by_program(self, question: str, found: "Sequence[Answer]") -> Content | None:
        """Return what the reader's own program makes of the sentences; None where there is none, or it was stopped."""
        from papertui.system.answer_program import run_program
        from papertui.ui.dialogs.waiting import Waiting

        command = self.config.ask.command
        if not command:
            return None
        cancel = Event()
        waiting = Waiting(f"Waiting for {clean_line(command[0], 60)}", cancel)
        await self.app.push_screen(waiting)
        try:
            said = await asyncio.to_thread(
                run_program, command, question, found, seconds=PROGRAM_SECONDS, cancel=cancel
            )
        except ProgramError as error:
            self.say(str(error), fault=True)
            return None
        finally:
            cancel.set()
            waiting.close()
        return Content(said)

    @work(exit_on_error=False, group="dialog")
    async def action_narrow(self) -> None:
        """Narrow the list to one of the topics or affiliations that its papers have; Esc widens it again."""
        from papertui.insights.people import affiliations_in, topics_in
        from papertui.ui.dialogs.names import Name, NameDialog

        keys = self.listing.keys

        def named(kind: ScopeKind, group: str, found: "Sequence[Named]") -> list[Name]:
            narrowing = [(name, count) for name, count in found if count < len(keys)]
            return [Name(Scope(kind, name), group, count) for name, count in narrowing[:COMMON_NAMES]]

        topics = await asyncio.to_thread(topics_in, self.library, keys)
        places = await asyncio.to_thread(affiliations_in, self.library, keys)
        names = [
            *named(ScopeKind.TOPIC, "Topics", topics),
            *named(ScopeKind.AFFILIATION, "Affiliations", places),
        ]
        if not names:
            self.say("No topic or affiliation tells these papers apart")
            return
        if scope := await self.app.push_screen_wait(NameDialog("Narrow to", names, "Enter: narrow")):
            field = "topic" if scope.kind is ScopeKind.TOPIC else "aff"
            wanted = f'{field}:="{scope.name.replace(chr(34), "")}"'
            wider = self.view.query
            self.search_for(f"{wanted} ({wider})" if " OR " in wider else f"{wider} {wanted}".strip())
            self._narrowed.append((wider, self.view.query))

    def wider_search(self) -> str:
        """Return the search that this one was narrowed from; empty where it was not."""
        while self._narrowed:
            wider, narrowed = self._narrowed.pop()
            if narrowed == self.view.query:
                return wider
        return ""

    def search_for(self, query: str) -> None:
        """Show a search as if it had been typed."""
        self.look_at(replace(self.view, query=query))
        self.filter_bar.remind(query)
        self._arrange()
        self.papers.focus()

    def _needs_index(self, scope: Scope) -> bool:
        """Tell the reader where the search, which a scope needs, is not ready yet."""
        needed = scope.kind in {ScopeKind.AUTHOR, ScopeKind.AFFILIATION, ScopeKind.SEARCH}
        if needed and not self.library.index.ready:
            self.say("Preparing the search; try again in a moment")
            return True
        if needed:
            self.library.index.index()  # up to date, so that a thread finds nothing to do on it
        return False
