"""The sidebar on the main screen: counted between the keys, in the order that one wants, and typed into."""

import asyncio

from textual import work

from papertui.library.follows import QUERY_LIMIT, Follow
from papertui.library.indexing import SMALL_LIBRARY
from papertui.model import Ranking
from papertui.text.cleaning import clean_line
from papertui.ui.commands.insights import InsightScreen

IDLE_SECONDS = 0.3
"""So long no mark is set before what a large library has of it is counted."""
RANKING_LETTERS = {
    Ranking.SIZE: "s",
    Ranking.UNREAD: "u",
    Ranking.MOMENTUM: "m",
    Ranking.NAME: "n",
    Ranking.HOT: "h",
}


class SurveyingScreen(InsightScreen):
    """A screen whose sidebar shows what moves, and from which one looks further."""

    @work(exit_on_error=False, group="overview", exclusive=True)
    async def renew_topics(self) -> None:
        """Count between the keys what has changed of the entries of the sidebar."""
        counted = self.topics.overview.trends.ready
        if len(self.library) > SMALL_LIBRARY:
            await asyncio.sleep(IDLE_SECONDS)
        for _ in self.topics.overview.renew(self.scopes):
            await asyncio.sleep(0)
        if counted:
            self.topics.redraw()
        else:
            self.topics.refill(self.view.scope)

    @work(exit_on_error=False, group="dialog")
    async def action_rank_topics(self) -> None:
        """Ask for the order of the topics."""
        from papertui.ui.dialogs.simple import Choice, Pick

        choices = [Choice(one.value, one.label.capitalize(), RANKING_LETTERS[one]) for one in Ranking]
        wanted = await self.app.push_screen_wait(Pick("Order of the topics", choices, self.topics.ranking))
        if wanted:
            self.topics.ranking = Ranking(wanted)
            self.topics.refill(self.view.scope)
            self.say(f"Topics {self.topics.ranking.label}")

    def action_filter_topics(self) -> None:
        """Let the reader type what the sidebar is to list."""
        from papertui.ui.dialogs.topic_filter import TopicFilter

        self.topics.focus()
        self.app.push_screen(TopicFilter(self.topics, self.view.scope))

    @work(exit_on_error=False, group="dialog")
    async def action_follow_query(self) -> None:
        """Show what arXiv is asked for the scope, which is followed, and let the reader say it otherwise."""
        from papertui.arxiv.query import query_fault
        from papertui.transfer.fetch import query_of
        from papertui.ui.dialogs.simple import AskLine

        scope, follows = self.view.scope, self.library.follows
        follow = follows.get(scope)
        if follow is None:
            self.say(f"{scope.title} is not followed · w follows it")
            return
        title, query = f"arXiv is asked for {scope.title}", query_of(self.library, follow)
        made = query_of(self.library, Follow(scope))
        while title:
            answer = await self.app.push_screen_wait(AskLine(title, query, placeholder=made))
            if answer is None:
                return
            query = clean_line(answer, QUERY_LIMIT)
            title = query_fault(query)
        if query != query_of(self.library, follow):
            follows.set_query(scope, "" if query == made else query)
        self.say(f"arXiv is asked for {query or made or 'nothing'}")

    def step_out(self) -> bool:
        """Take back what narrows the sidebar; False where nothing does."""
        if self.pane is not self.topics or not self.topics.wanted:
            return False
        self.topics.wanted = ""
        self.topics.refill(self.view.scope)
        return True
