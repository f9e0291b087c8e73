"""The sidebar on the main screen: counted between the keys, in the order that one wants, and typed into."""

import asyncio

from textual import work

from papertui.model import Ranking, Scope
from papertui.ui.insights import InsightScreen

RANKING_LETTERS = {
    Ranking.SIZE: "s",
    Ranking.UNREAD: "u",
    Ranking.MOMENTUM: "m",
    Ranking.NAME: "n",
    Ranking.HOT: "h",
}


class SurveyingScreen(InsightScreen):
    """A screen whose sidebar shows what moves, and from which one looks further."""

    @property
    def scopes(self) -> list[Scope]:
        """What the sidebar offers."""
        return [entry for entry in self.topics.keys if isinstance(entry, Scope)]

    @work(exit_on_error=False, group="overview", exclusive=True)
    async def renew_topics(self) -> None:
        """Count between the keys what has changed of the entries of the sidebar."""
        counted = self.library.trends.ready
        for _ in self.topics.overview.renew(self.scopes):
            await asyncio.sleep(0)
        if counted:
            self.topics.redraw()
        else:
            self.topics.refill(self.view.scope)

    @work(exit_on_error=False, group="dialog")
    async def action_rank_topics(self) -> None:
        """Ask for the order of the topics."""
        from papertui.ui.dialogs import Choice, Pick

        choices = [Choice(one.value, one.label.capitalize(), RANKING_LETTERS[one]) for one in Ranking]
        wanted = await self.app.push_screen_wait(Pick("Order of the topics", choices, self.topics.ranking))
        if wanted:
            self.topics.ranking = Ranking(wanted)
            self.topics.refill(self.view.scope)
            self.say(f"Topics {self.topics.ranking.label}")

    @work(exit_on_error=False, group="dialog")
    async def action_filter_topics(self) -> None:
        """Let the reader type what the sidebar is to list."""
        from papertui.ui.topic_filter import TopicFilter

        self.topics.focus()
        await self.app.push_screen_wait(TopicFilter(self.topics, self.view.scope))

    def step_out(self) -> bool:
        """Take back what narrows the sidebar; False where nothing does."""
        if self.pane is not self.topics or not self.topics.wanted:
            return False
        self.topics.wanted = ""
        self.topics.refill(self.view.scope)
        return True
