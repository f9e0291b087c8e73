"""Reading on: pages and the next unread paper, the way back, and when a paper counts as read."""

from pathlib import Path

import pytest

from papertui.config.config import Config
from papertui.config.settings import Reading, ReadRule
from papertui.library import Library
from papertui.library.marks import READ
from papertui.model import EVERYTHING, Scope, ScopeKind, View
from tests.ui.conftest import Open

TOPIC = Scope(ScopeKind.TOPIC, "RL for Tool Use")


async def test_space_reads_to_the_end_then_marks_read_and_goes_on(library: Library, opened: Open) -> None:
    async with opened(library, 100, 16) as screen:
        first, second = screen.papers.keys[:2]
        await screen.press("3", "space")
        abstract = screen.abstract
        seen = abstract.scroll_offset.y
        assert 0 < seen < abstract.size.height
        assert not library.mark(first).read
        for _ in range(60):
            if screen.papers.cursor != first:
                break
            assert not library.mark(first).read
            await screen.press("space")
        assert library.mark(first).read
        assert screen.papers.cursor == second
        assert abstract.scroll_offset.y == 0
        assert screen.app.focused is abstract
        assert not library.mark(second).read
        await screen.press("u")
        assert not library.mark(first).read


async def test_space_skips_read_papers_and_says_where_there_are_no_more(
    library: Library, opened: Open
) -> None:
    keys = library.listing(View()).keys
    library.apply(READ, keys[1:])
    async with opened(library, 200, 60) as screen:
        await screen.press("3", "space", "space", "space")
        assert library.count(EVERYTHING).unread == 0
        assert "No more unread papers" in screen.message


async def test_n_and_p_cross_topics_both_ways(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        screen.show_scope(TOPIC)
        await screen.settle()
        assert len(screen.papers.keys) == 3
        await screen.press("n", "n", "n")
        assert screen.view.scope != TOPIC
        beyond = screen.view.scope
        await screen.press("p")
        assert screen.view.scope == TOPIC
        assert screen.papers.row == 2
        assert "Back to RL for Tool Use" in screen.message
        await screen.press("n")
        assert screen.view.scope == beyond


async def test_backspace_goes_back_to_what_was_left_by_jumps(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        start = screen.papers.cursor
        await screen.press("n", "n", "n", "backspace")
        assert screen.papers.row == 2
        await screen.press("backspace", "backspace")
        assert screen.papers.cursor == start
        await screen.press("backspace")
        assert "No jump to go back from" in screen.message
        await screen.press("j", "j")
        left = screen.papers.cursor
        await screen.press("right_square_bracket", "right_square_bracket", "right_square_bracket")
        assert screen.view.scope != EVERYTHING
        await screen.press("backspace")
        assert screen.view.scope == EVERYTHING
        assert screen.papers.cursor == left
        assert screen.topics.cursor == EVERYTHING


async def test_going_back_finds_a_paper_that_a_search_hides(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("G")
        left = screen.papers.cursor
        await screen.press("slash")
        await screen.type("terminal")
        await screen.press("enter")
        assert left not in screen.papers.keys
        await screen.press("backspace")
        assert screen.papers.cursor == left
        assert screen.view.query == ""


async def test_scrolling_past_never_marks(library: Library, opened: Open) -> None:
    rule = Config(reading=Reading(read_rule=ReadRule(when_opened=True)))
    async with opened(library, config=rule) as screen:
        await screen.press(
            "j", "j", "k", "pagedown", "G", "g", "J", "K", "right_square_bracket", "1", "j", "2"
        )
        assert library.count(EVERYTHING).unread == 35


async def test_opening_the_abstract_counts_as_reading_where_the_reader_wants_that(
    library: Library, folder: Path, opened: Open
) -> None:
    rule = Config(reading=Reading(read_rule=ReadRule(when_opened=True)))
    async with opened(library, config=rule) as screen:
        first, second = screen.papers.keys[:2]
        await screen.press("enter")
        await screen.until(lambda: library.mark(first).read)
        library.settle()
        with Library.open(folder, read_only=True) as other:
            assert other.mark(first).read
        await screen.press("u")
        assert not library.mark(first).read
        await screen.press("J", "n")
        await screen.until(lambda: library.mark(second).read)


async def test_by_key_is_the_usual_rule(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("enter", "n", "n")
        assert library.count(EVERYTHING).unread == 35


async def test_the_abstract_in_sight_for_a_while_counts_where_the_reader_wants_that(
    library: Library, opened: Open
) -> None:
    rule = Config(reading=Reading(read_rule=ReadRule(after_seconds=1)))
    async with opened(library, config=rule) as screen:
        first, second, third = screen.papers.keys[:3]
        await screen.press("enter", "n", "n")
        await screen.until(lambda: library.mark(third).read)
        assert not library.mark(first).read
        assert not library.mark(second).read
        assert "u undoes" in screen.message


@pytest.mark.parametrize(
    ("scope", "told"),
    [
        (Scope(ScopeKind.STARRED), "s stars"),
        (Scope(ScopeKind.FOLLOWING), "w follows"),
        (Scope(ScopeKind.TAG, "gone"), "t tags"),
        (Scope(ScopeKind.TOPIC, "gone"), "] shows"),
    ],
)
async def test_an_empty_list_says_what_to_do_next(
    library: Library, opened: Open, scope: Scope, told: str
) -> None:
    async with opened(library) as screen:
        screen.show_scope(scope)
        await screen.settle()
        assert told in screen.drawn()


async def test_the_first_start_says_in_three_lines_what_to_press(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            assert "Welcome" in screen.lines()[-3]
            assert "u undoes" in screen.lines()[-2]
            await screen.press("j")
            assert screen.papers.row == 1
            assert "Welcome" in screen.drawn()
            await screen.press("r", "q")
            assert library.mark(screen.papers.keys[1]).read
            screen.app.session.save(folder)
    with Library.open(folder) as library:
        async with opened(library) as screen:
            assert "Welcome" not in screen.drawn()
