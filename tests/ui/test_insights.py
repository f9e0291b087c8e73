"""Momentum, pages of authors, similar papers, questions, and topics crossed with topics, on the screen."""

import re
import sys
from functools import partial
from pathlib import Path

from textual.widgets import Static

from papertui.config.config import Config
from papertui.formats import Found
from papertui.library import Library
from papertui.model import Paper, Scope, ScopeKind
from papertui.transfer.importer import Importer
from papertui.ui.commands.insights import answer
from papertui.ui.dialogs.names import Name, NameList
from papertui.ui.dialogs.papers import PaperList
from papertui.ui.drawing.chart import column_chart
from papertui.ui.drawing.symbols import ASCII, UNICODE
from tests.ui.conftest import Open

TOPIC = Scope(ScopeKind.TOPIC, "LLM Agent Training")


async def test_momentum_of_a_topic_in_words_and_charts(library: Library, opened: Open) -> None:
    async with opened(library, 120, 50) as screen:
        screen.show_scope(TOPIC)
        await screen.press("r", "M")
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        await screen.settle()
        drawn = screen.drawn()
        assert "LLM: Large Language Model" in drawn
        assert "30 papers in the last 4 weeks (0 before)." in drawn
        assert "Published by topic-page" in drawn
        assert "354 papers, 54 in 4 weeks, up 145%, 0.5% of all new papers" in drawn
        assert "chart from Jul 13 to the week of Sep 28" in drawn
        assert "8  RL for LLM Agents" in drawn
        assert "29 left" in drawn
        assert re.search(r"read( +-){11} +1\b", drawn)
        assert re.search(r"added( +-){11} +35\b", drawn)
        assert "34 unread" in drawn
        await screen.press("escape")
        assert screen.app.screen is screen.main


async def test_momentum_of_the_library_tells_what_it_does_not_count(library: Library, opened: Open) -> None:
    async with opened(library, 100, 45) as screen:
        await screen.press("M")
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        await screen.settle()
        assert "Whole library" in screen.drawn()
        assert "5 without an exact date" in screen.drawn()


async def test_momentum_fits_every_size(library: Library, opened: Open) -> None:
    for size in ((40, 10), (80, 24), (200, 60)):
        async with opened(library, *size) as screen:
            await screen.press("M")
            await screen.until(lambda: len(screen.app.screen_stack) > 1)
            await screen.settle()
            assert "papers in the last 4" in screen.drawn()
            page = screen.app.screen.query_one("#momentum", Static)
            rules = [line for line in str(page.content).split("\n") if "──" in line]
            assert len(rules) >= 4
            assert max(map(len, rules)) <= page.size.width
            await screen.press("j", "pagedown", "k", "pageup", "q")
            assert screen.app.screen is screen.main


def test_a_chart_has_a_column_for_each_week_that_fits() -> None:
    weeks, labels = [0, 2, 4], ["Jul 6", "Jul 13", "Jul 20"]
    lines = column_chart(weeks, labels, width=24, height=2, signs=ASCII.bars).plain.split("\n")
    assert [line.rstrip() for line in lines] == [
        "                   4",
        "           2    @@@@@@@",
        "   -    @@@@@@@ @@@@@@@",
        "Jul 6   Jul 13  Jul 20",
    ]
    narrow = column_chart(weeks, labels, width=7, height=2, signs=UNICODE.bars).plain
    assert max(map(len, narrow.split("\n"))) <= 7
    assert column_chart([], [], width=10, height=2, signs=ASCII.bars).plain.strip() == ""


async def test_the_page_of_an_author_is_reached_from_a_paper(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        await screen.press("a")
        await screen.type("leowei")
        await screen.press("enter")
        await screen.until(lambda: "6 records" in screen.drawn())
        drawn = screen.drawn()
        assert "2026-07 to 2026-09" in drawn
        assert "Haitao Mi 4" in drawn
        assert "https://arxiv.org/abs/2609.11042" in drawn
        await screen.press("j", "enter")
        assert screen.app.screen is screen.main
        assert screen.papers.cursor == "arxiv:2609.11042"


async def test_the_papers_of_an_author_become_the_list(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        await screen.press("a")
        await screen.type("leowei")
        await screen.press("enter")
        await screen.until(lambda: "6 records" in screen.drawn())
        await screen.press("l")
        assert screen.view.scope == Scope(ScopeKind.AUTHOR, "Leowei Liang")
        assert len(screen.listing.keys) == 6


async def test_names_that_may_be_one_are_taken_together_on_a_key_alone(
    library: Library, opened: Open
) -> None:
    other = Paper(
        "arxiv:2608.77777", title="Glued", authors=("LeoweiLiang",), arxiv_id="2608.77777", date="2026-08"
    )
    importer = Importer(library, library.identities())
    importer.take_some([Found(other, 1)], "test")
    importer.finish("test")
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        await screen.press("a")
        await screen.type("leowei")
        await screen.press("enter")
        await screen.until(lambda: "6 records" in screen.drawn())
        assert "May be the same: LeoweiLiang" in screen.drawn()
        await screen.press("plus")
        await screen.until(lambda: "7 records" in screen.drawn())
        await screen.press("l")
        await screen.settle()
        assert len(screen.listing.keys) == 7
        assert library.paper("arxiv:2608.77777").authors == ("LeoweiLiang",)


async def test_the_page_of_an_affiliation(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        screen.go_to_paper("arxiv:2608.06197")
        await screen.press("a")
        await screen.type("zhejiang")
        await screen.press("enter")
        await screen.until(lambda: "record" in screen.drawn())
        assert "Zhejiang University" in screen.drawn()
        await screen.press("l")
        assert "arxiv:2608.06197" in screen.listing.keys


async def test_similar_papers_tell_the_words_that_they_share(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        before = screen.papers.cursor
        await screen.press("equals_sign")
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        await screen.settle()
        assert "Like “" in screen.drawn()
        assert " · " in screen.drawn()
        await screen.press("escape", "equals_sign")
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        await screen.press("j", "enter")
        assert screen.app.screen is screen.main
        assert screen.papers.cursor != before


async def test_a_question_is_answered_by_sentences(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        await screen.press("colon")
        await screen.type("ask what makes asynchronous training unstable")
        await screen.press("enter")
        await screen.until(lambda: "“" in screen.drawn() and len(screen.app.screen_stack) > 1)
        assert "Stale but Stable" in screen.drawn()
        await screen.press("enter")
        assert screen.papers.cursor == "arxiv:2607.18722"
        await screen.press("at")
        await screen.type("how do I bake bread")
        await screen.press("enter")
        await screen.until(lambda: "No answer in" in screen.message)
        assert screen.message == "No answer in All papers"


async def test_sentences_are_quoted_to_their_end(library: Library, opened: Open) -> None:
    for width in (60, 80, 160):
        async with opened(library, width, 60) as screen:
            await screen.until(lambda: library.index.ready)
            screen.controller.start(
                partial(answer, screen.controller, "how are search agents rewarded"), "dialog"
            )
            await screen.until(lambda: "“" in screen.drawn() and len(screen.app.screen_stack) > 1)
            await screen.settle()
            choice = screen.app.screen.query_one(PaperList)
            drawn = "".join(
                choice.render_line(line).text for line in range(len(choice.keys) * choice.row_height)
            )
            assert len(choice.keys) == 5
            assert drawn.count("“") == drawn.count("”") == 5
            await screen.press("escape")


def asked_of(tmp_path: Path, script: str) -> Config:
    """Return a config whose program is a script."""
    path = tmp_path / "config.toml"
    command = [sys.executable, "-c", script]
    path.write_text(f"[ask]\ncommand = {command!r}\n")
    return Config.load(path)


async def test_the_readers_own_program_answers_above_the_sentences(
    library: Library, opened: Open, tmp_path: Path
) -> None:
    config = asked_of(tmp_path, "print(6 * 7)")
    async with opened(library, config=config) as screen:
        await screen.until(lambda: library.index.ready)
        await screen.press("at")
        await screen.type("asynchronous training")
        await screen.press("enter")
        await screen.until(lambda: "“" in screen.drawn() and "Waiting for" not in screen.drawn())
        assert "42" in screen.drawn()


async def test_esc_stops_the_readers_own_program(library: Library, opened: Open, tmp_path: Path) -> None:
    config = asked_of(tmp_path, "import signal; signal.pause()")
    async with opened(library, config=config) as screen:
        await screen.until(lambda: library.index.ready)
        await screen.press("at")
        await screen.type("asynchronous training")
        await screen.press("enter")
        await screen.until(lambda: "Waiting for" in screen.drawn())
        await screen.press("escape")
        await screen.until(lambda: "Waiting for" not in screen.drawn())
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        await screen.settle()
        assert "“" in screen.drawn()


async def test_a_list_is_narrowed_to_a_topic_and_esc_widens_it(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.until(lambda: library.index.ready)
        screen.show_scope(TOPIC)
        await screen.press("x")
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        await screen.type("tool use")
        assert "LLM Agent Training" not in screen.app.screen.query_one(NameList).keys
        await screen.press("enter")
        await screen.settle()
        assert len(list(screen.listing.keys)) == 3
        assert 'topic:="RL for Tool Use"' in screen.drawn()
        await screen.press("x")
        await screen.until(lambda: len(screen.app.screen_stack) > 1)
        narrower = [
            row.scope.name for row in screen.app.screen.query_one(NameList).keys if isinstance(row, Name)
        ]
        assert narrower
        assert "RL for Tool Use" not in narrower
        await screen.press("enter")
        await screen.settle()
        assert 0 < len(list(screen.listing.keys)) < 3
        await screen.press("escape")
        assert len(list(screen.listing.keys)) == 3
        await screen.press("escape")
        assert len(list(screen.listing.keys)) == 30
