"""The sidebar: charts, counts, whether a topic rises, its orders, and typing to find an entry."""

from pathlib import Path

import pytest
from textual.widgets import Input

from papertui.insights.momentum import Momentum, Trends
from papertui.insights.scope_counts import Standing
from papertui.library import Library
from papertui.library.contents import Count
from papertui.library.marks import READ
from papertui.model import EVERYTHING, Ranking, Scope, ScopeKind
from papertui.ui.drawing.symbols import ASCII, UNICODE
from papertui.ui.panes.topics import Columns, Heading, columns_for, sidebar_line
from papertui.ui.session import Session
from tests.conftest import paper
from tests.ui.conftest import Open, Screen

TOPIC = Scope(ScopeKind.TOPIC, "LLM Agent Training")


def momentum(library: Library, *, last: int = 0, previous: int = 0, weekly: tuple[int, ...] = ()) -> Momentum:
    return Momentum(
        Trends(library.contents, library.clock).anchor, last, previous, (0,) * (12 - len(weekly)) + weekly
    )


def row_of(screen: Screen, name: str) -> str:
    """Return the part of the screen's line that is the sidebar's row of an entry."""
    width = screen.topics.outer_size.width
    return next(line[:width] for line in screen.lines() if name in line[:width])


async def find(screen: Screen, words: str) -> None:
    """Type words into the field of the sidebar."""
    await screen.press("comma")
    await screen.until(lambda: isinstance(screen.app.focused, Input))
    await screen.type(words)


def names(screen: Screen) -> list[str]:
    return [scope.name for scope in screen.scopes if scope.kind is ScopeKind.TOPIC]


async def test_an_entry_tells_weeks_whether_it_rises_and_unread_of_all(
    library: Library, opened: Open
) -> None:
    fading = [paper(number, topics=("Fading",), date="2026-07-01") for number in range(5)]
    library.actions.change_papers("Put", {each.key: each for each in fading})
    library.apply(READ, [fading[0].key])
    async with opened(library, 120, 60) as screen:
        assert "▂▇▇ ↑ 30/30" in row_of(screen, "LLM Agent")
        assert "↓   4/5" in row_of(screen, "Fading")
        await screen.press("r")
        assert "34/" not in row_of(screen, "LLM Agent")
        screen.show_scope(TOPIC)
        await screen.press("r")
        assert "29/30" in row_of(screen, "LLM Agent")
        await screen.press("u")
        assert "30/30" in row_of(screen, "LLM Agent")


def test_a_line_fits_its_width_and_gives_up_weeks_before_names(library: Library) -> None:
    standing = Standing(Count(30, 28), momentum(library, last=9, previous=3, weekly=(1, 2, 0, 4)))
    for symbols in (UNICODE, ASCII):
        for width in (8, 20, 24, 31, 44):
            columns = columns_for([Count(30, 28)], width)
            line = sidebar_line("LLM Agent Training", standing, width, columns, symbols)
            assert sum(len(piece.text) for piece in line) == width
    weeks = [columns_for([Count(30, 28)], width).weeks for width in (12, 24, 38, 46)]
    assert weeks == [0, 4, 8, 12]


def test_counts_are_told_in_thousands_where_the_chart_needs_the_room() -> None:
    large = Count(25_000, 21_000)
    assert columns_for([large], 30) == Columns(4, 7, short=True)
    assert columns_for([large], 40).short is False
    line = sidebar_line("Name", Standing(large), 30, Columns(4, 7, short=True), UNICODE)
    assert "".join(piece.text for piece in line).endswith(" 21k/25k ")


@pytest.mark.parametrize(
    ("last", "previous", "signs"), [(5, 2, ("↑", "^")), (2, 5, ("↓", "v")), (3, 3, (" ", " "))]
)
def test_rising_is_told_without_colour(
    library: Library, last: int, previous: int, signs: tuple[str, str]
) -> None:
    standing = Standing(Count(9, 9), momentum(library, last=last, previous=previous, weekly=(0, 1, 0, 4)))
    drawn = [
        "".join(piece.text for piece in sidebar_line("Name", standing, 30, Columns(4, 3), symbols))
        for symbols in (UNICODE, ASCII)
    ]
    assert drawn[0].endswith(f" ▂ ▇{signs[0]} 9/9 ")
    assert drawn[1].endswith(f" : #{signs[1]} 9/9 ")


async def test_a_large_library_is_counted_between_the_keys(library: Library, opened: Open) -> None:
    many = [paper(number, topics=("Many",)) for number in range(3_000)]
    library.actions.change_papers("Put", {each.key: each for each in many})
    library.saved_searches.save("left", "is:unread")
    async with opened(library, 200, 60) as screen:
        await screen.until(lambda: "↑" in row_of(screen, "LLM Agent"))
        assert "3,000/3,000" in row_of(screen, "Many")
        await find(screen, "left")
        await screen.until(lambda: "3,035/3,035" in row_of(screen, "left"))
        await screen.press("enter", "r")
        await screen.until(lambda: "3,034/3,034" in row_of(screen, "left"))


async def test_orders_are_chosen_and_remembered(library: Library, opened: Open, folder: Path) -> None:
    async with opened(library) as screen:
        assert names(screen)[0] == TOPIC.name
        library.apply(READ, list(library.scopes.keys(TOPIC)))
        await screen.press("B", "u")
        unread = [library.contents.topics[name].unread for name in names(screen)]
        assert unread == sorted(unread, reverse=True)
        assert names(screen)[0] != TOPIC.name
        await screen.press("B", "n")
        assert names(screen) == sorted(names(screen), key=str.casefold)
        assert "by name" in screen.drawn()
        await screen.press("B", "h")
        assert "hot and unread first" in screen.message
        await screen.press("q")
        screen.app.session.save(folder)
    assert Session.load(folder).ranking is Ranking.HOT
    async with opened(library) as screen:
        assert screen.topics.ranking is Ranking.HOT


async def test_categories_stand_in_the_sidebar_and_can_be_followed(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        screen.show_scope(Scope(ScopeKind.CATEGORY, "cs.RO"))
        await screen.press("w")
        assert Scope(ScopeKind.CATEGORY, "cs.RO") in library.follows
        followed = screen.topics.keys.index(Heading("Followed"))
        assert screen.topics.keys[followed + 1] == Scope(ScopeKind.CATEGORY, "cs.RO")
        assert screen.scopes.count(Scope(ScopeKind.CATEGORY, "cs.RO")) == 1


async def test_typing_finds_an_entry_and_enter_shows_it(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await find(screen, "agent rag")
        assert screen.scopes == [EVERYTHING, Scope(ScopeKind.TOPIC, "Agentic RAG")]
        assert screen.view.scope == EVERYTHING
        await screen.press("enter")
        assert screen.view.scope == Scope(ScopeKind.TOPIC, "Agentic RAG")
        assert screen.app.focused is screen.topics
        assert "agent rag" in screen.drawn()
        await screen.press("r")
        assert len(screen.scopes) == 2
        await screen.press("escape")
        assert len(screen.scopes) > 30
        assert screen.view.scope == Scope(ScopeKind.TOPIC, "Agentic RAG")


async def test_arrows_move_among_what_is_found_and_escape_lists_all(library: Library, opened: Open) -> None:
    async with opened(library, 60, 20) as screen:
        await find(screen, "gui")
        await screen.press("down", "down")
        second = screen.scopes[2]
        assert screen.view.scope == second
        await screen.press("enter")
        assert screen.view.scope == second
        await screen.press("comma", "escape")
        assert len(screen.scopes) > 30
        assert screen.view.scope == second


async def test_nothing_found_leaves_what_is_shown(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await find(screen, "zzz")
        await screen.press("enter")
        assert screen.view.scope == EVERYTHING
        await screen.press("escape")
        assert len(screen.scopes) > 30


async def test_what_arxiv_is_asked_is_shown_changed_and_kept(
    library: Library, opened: Open, folder: Path
) -> None:
    async with opened(library) as screen:
        screen.show_scope(TOPIC)
        await screen.press("W")
        assert "LLM Agent Training is not followed · w follows it" in screen.message
        await screen.press("w", "W")
        assert 'all:"LLM Agent Training"' in screen.drawn()
        await screen.press("end")
        await screen.type(" AND cat")
        await screen.press("colon", *"cs", "full_stop", "A", "I", "enter")
        wanted = 'all:"LLM Agent Training" AND cat:cs.AI'
        assert wanted in screen.message
        library.settle()
    with Library.open(folder, read_only=True) as again:
        follow = again.follows.get(TOPIC)
        assert follow is not None
        assert follow.query == wanted
    async with opened(library) as screen:
        screen.show_scope(TOPIC)
        await screen.press("W", "home", "shift+end", "delete", "enter")
        assert screen.message == 'arXiv query: all:"LLM Agent Training"'
        follow = library.follows.get(TOPIC)
        assert follow is not None
        assert follow.query == ""


async def test_a_query_that_arxiv_would_not_understand_is_not_taken(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        screen.show_scope(TOPIC)
        await screen.press("w", "W", "end", "backspace", "enter")
        assert "A quotation mark is not closed." in screen.drawn()
        await screen.press("escape")
        follow = library.follows.get(TOPIC)
        assert follow is not None
        assert follow.query == ""
