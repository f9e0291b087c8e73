"""Commands for the sidebar: order, filter, follows and their arXiv queries."""

from papertui.library.follows import QUERY_LIMIT, Follow
from papertui.model import Ranking
from papertui.text.cleaning import clean_line
from papertui.ui.controller import Controller

LETTERS = {
    Ranking.SIZE: "s",
    Ranking.UNREAD: "u",
    Ranking.MOMENTUM: "m",
    Ranking.NAME: "n",
    Ranking.HOT: "h",
}


def move(app: Controller, step: int) -> None:
    """Show another entry of the sidebar."""
    app.panes.topics.move_by(step)


async def sort(app: Controller) -> None:
    """Ask for the order of the topics."""
    from papertui.ui.dialogs.simple import Choice, Pick

    topics = app.panes.topics
    choices = [Choice(ranking.value, ranking.label.capitalize(), LETTERS[ranking]) for ranking in Ranking]
    chosen = await app.ask(Pick("Order of the topics", choices, topics.ranking))
    if chosen:
        topics.ranking = Ranking(chosen)
        app.display.show_topics(app.view.scope)
        app.say(f"Topics {topics.ranking.label}")


async def open_filter(app: Controller) -> None:
    """Filter the sidebar as the user types."""
    from papertui.ui.dialogs.topic_filter import TopicFilter

    app.panes.topics.focus()
    await app.ask(TopicFilter(app.panes.topics, app.view.scope))


def toggle_follow(app: Controller) -> None:
    """Follow or unfollow the scope that is shown."""
    app.edit(lambda: app.library.follow(app.view.scope))


async def edit_query(app: Controller) -> None:
    """Ask for the arXiv query of the followed scope that is shown, until it is valid."""
    from papertui.arxiv.query import query_fault
    from papertui.transfer.fetch import query_of
    from papertui.ui.dialogs.simple import AskLine

    scope, library = app.view.scope, app.library
    follow = library.follows.get(scope)
    if follow is None:
        app.say(f"{scope.title} is not followed · w follows it")
        return
    query, default = query_of(library, follow), query_of(library, Follow(scope))
    title = f"arXiv query for {scope.title}"
    while title:
        answer = await app.ask(AskLine(title, query, placeholder=default))
        if answer is None:
            return
        query = clean_line(answer, QUERY_LIMIT)
        title = query_fault(query)
    if query != query_of(library, follow):
        library.follows.set_query(scope, "" if query == default else query)
    app.say(f"arXiv query: {query or default or 'none'}")
