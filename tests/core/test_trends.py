"""Momentum: the windows, the bars and the words, counted anew from the papers."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.documents import paper_to_document
from papertui.insights.momentum import ASCII_BARS, Momentum, Trend, Trends, anchor_of, bars, ranked
from papertui.library import Library
from papertui.library.contents import Contents, Count, row_of_document
from papertui.library.marks import DISMISS
from papertui.model import UNMARKED, Ranking, Scope, ScopeKind
from papertui.text.dates import date_order
from tests.conftest import paper

SEEDS = json.loads((Path(__file__).parents[2] / "seeds" / "papers.json").read_text("utf-8"))
TOPIC = "LLM Agent Training"
TODAY = date(2026, 9, 15)


def at(day: date) -> Callable[[], datetime]:
    return lambda: datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


@pytest.fixture
def later(folder: Path) -> Iterator[Library]:
    """Return a library with the seed papers, forty days after the newest of them."""
    with Library.open(folder, clock=at(TODAY)) as opened:
        yield opened


def trends_of(dates: Sequence[str], today: date = TODAY) -> Trends:
    """Return the trends of papers with these dates; those in even places have the topic `even`."""
    catalogue = Contents()
    for number, day in enumerate(dates):
        made = paper(number, date=day, topics=("odd",) if number % 2 else ("even",), category="cs.CL")
        catalogue.put(made.key, row_of_document(paper_to_document(made)))
    return Trends(catalogue, at(today))


def test_the_seeds_have_the_figures_that_counting_by_hand_gives(later: Library) -> None:
    momentum = Trends(later.contents, later.clock).topic(TOPIC)
    assert momentum.anchor == Trends(later.contents, later.clock).anchor == date(2026, 8, 6)
    assert later.count(Scope(ScopeKind.TOPIC, TOPIC)) == Count(30, 30, 0)
    assert (momentum.last, momentum.previous, momentum.change) == (30, 0, None)
    # Monday July 20, July 27 and August 3: 2 + 1, 1 + 2 + 2 + 5 + 2 + 1 + 1, and 6 + 1 + 4 + 2 papers.
    assert momentum.weekly == (0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 14, 13)
    assert (momentum.share, momentum.imprecise) == (100.0, 0)
    assert momentum.sentence == ("30 papers in the last 4 weeks (0 before). 100% of all new papers.")
    assert Trends(later.contents, later.clock).everything.imprecise == 5


def test_every_topic_of_the_seeds_is_counted_as_its_dates_say(later: Library) -> None:
    found = {trend.name: trend for trend in Trends(later.contents, later.clock).topics()}
    assert set(found) == {topic for record in SEEDS for topic in record["topics"]}
    for name, trend in found.items():
        dates = [record["date"] for record in SEEDS if name in record["topics"]]
        days = [date.fromisoformat(text) for text in dates if len(text) == 10]
        mondays = [date(2026, 8, 3) - timedelta(weeks=11 - week) for week in range(12)]
        assert trend.count.total == len(dates)
        assert trend.momentum.last == sum(date(2026, 7, 10) <= day <= date(2026, 8, 6) for day in days)
        assert trend.momentum.weekly == tuple(
            sum(monday <= day < monday + timedelta(weeks=1) for day in days) for monday in mondays
        )
        assert trend.momentum.imprecise == len(dates) - len(days)


def test_what_a_source_published_stands_apart(later: Library) -> None:
    published = later.scopes.published(TOPIC)
    assert published is not None
    assert published.published["last_four_weeks"] == 54
    assert published.glossary == {"LLM": "Large Language Model"}
    assert Trends(later.contents, later.clock).topic(TOPIC).last == 30
    assert later.scopes.published("RL for LLM Agents") is None


@pytest.mark.parametrize(
    ("today", "anchor"),
    [
        (date(2026, 8, 6), date(2026, 8, 6)),
        (date(2026, 9, 3), date(2026, 9, 3)),
        (date(2026, 9, 4), date(2026, 8, 6)),
        (date(2030, 1, 1), date(2026, 8, 6)),
    ],
)
def test_windows_end_today_or_at_the_newest_day_where_that_is_long_ago(today: date, anchor: date) -> None:
    assert trends_of(["2026-08-06", "2026-09", "2026", ""], today).anchor == anchor


def test_dates_that_cannot_be_meant_move_no_window() -> None:
    assert trends_of(["2999-01-01", "2026-08-06"]).anchor == date(2026, 8, 6)
    assert trends_of(["0001-01-01"]).anchor == TODAY
    assert trends_of([]).anchor == TODAY
    assert anchor_of([date_order("2026-02-29")], TODAY) == date(2026, 3, 1)


def test_momentum_is_told_as_a_topic_page_puts_it() -> None:
    def said(last: int, previous: int) -> str:
        return Momentum(TODAY, last, previous, share=0.5).sentence

    assert said(54, 22) == (
        "54 papers in the last 4 weeks (up 145% on the 4 weeks before). 0.5% of all new papers."
    )
    assert said(1, 4).startswith("1 paper in the last 4 weeks (down 75% on the 4 weeks before).")
    assert said(3, 3).startswith("3 papers in the last 4 weeks (as many before).")
    assert said(0, 3).startswith("0 papers in the last 4 weeks (down 100% on the 4 weeks before)")
    assert said(0, 0) == "No papers in the last 8 weeks."
    assert Momentum(TODAY, 0, 0).change is None


def test_topics_categories_and_any_papers_are_counted_by_one_rule() -> None:
    trends = trends_of(["2026-09-15", "2026-09-01", "2026-08-20", "2026-08-18", "2026-09"])
    assert (trends.topic("even").last, trends.topic("even").imprecise) == (2, 1)
    assert (trends.topic("odd").last, trends.topic("odd").previous) == (1, 1)
    assert trends.topic("even").share == 66.7
    assert trends.category("cs.CL").last == 3
    assert trends.topic("unknown") == Momentum(TODAY)
    assert trends.of(["arxiv:2601.00000", "arxiv:2601.00002", "arxiv:unknown"]).last == 2
    groups = [("arxiv:2601.00000", ("Ada", "Bo")), ("arxiv:2601.00003", ("Bo",))]
    found = {trend.name: trend for trend in trends.grouped(groups, lambda _: UNMARKED)}
    assert (found["Ada"].momentum.last, found["Ada"].count.total) == (1, 1)
    assert (found["Bo"].momentum.previous, found["Bo"].count.unread) == (1, 2)


def test_counts_follow_the_papers(later: Library) -> None:
    key = "arxiv:2608.06197"
    later.delete([key])
    assert Trends(later.contents, later.clock).topic(TOPIC).last == 29
    later.undo()
    assert Trends(later.contents, later.clock).topic(TOPIC).last == 30
    later.apply(DISMISS, [key])
    assert (Trends(later.contents, later.clock).topic(TOPIC).last, later.contents.topics[TOPIC].total) == (
        30,
        29,
    )


def test_a_change_while_counting_is_not_missed(later: Library) -> None:
    trends = Trends(later.contents, later.clock)
    steps = trends.prepare()
    next(steps)
    later.delete(["arxiv:2608.06197"])
    for _ in steps:
        continue
    assert trends.ready
    assert trends.topic(TOPIC).last == 29


days = st.dates(date(2026, 1, 1), date(2026, 12, 31))
texts = st.one_of(days.map(date.isoformat), st.sampled_from(["2026", "2026-08", "", "2026-02-29"]))


@given(st.lists(texts, max_size=60), days)
def test_windows_tile_and_bars_sum(dates: list[str], today: date) -> None:
    trends = trends_of(dates, today)
    anchor, everything = trends.anchor, trends.everything
    known = [date.fromisoformat(text) for text in dates if len(text) == 10 and text != "2026-02-29"]
    ages = [(anchor - day).days for day in known]
    assert everything.last == sum(0 <= age < 28 for age in ages)
    assert everything.previous == sum(28 <= age < 56 for age in ages)
    assert sum(everything.weekly) == sum(0 <= age < 77 + anchor.weekday() + 1 for age in ages)
    assert sum(everything.weekly[-4:]) <= everything.last <= sum(everything.weekly[-5:])
    assert everything.imprecise == sum(len(text) < 10 for text in dates)
    parts = [trends.topic("even"), trends.topic("odd")]
    assert tuple(map(sum, zip(*(part.weekly for part in parts), strict=True))) == everything.weekly
    assert sum(part.last for part in parts) == everything.last == trends.category("cs.CL").last
    assert trends.of(trends._contents.rows) == everything


def test_topics_stand_in_the_order_that_is_asked_for() -> None:
    def trend(name: str, total: int, unread: int, last: int, previous: int) -> Trend:
        return Trend(name, Count(total, unread), Momentum(TODAY, last, previous))

    topics = [trend("a", 9, 1, 5, 5), trend("B", 8, 7, 1, 0), trend("c", 7, 4, 4, 0), trend("d", 1, 0, 9, 6)]
    orders = {ranking: "".join(each.name for each in ranked(topics, ranking)) for ranking in Ranking}
    assert orders == {
        Ranking.SIZE: "aBcd",
        Ranking.UNREAD: "Bcad",
        Ranking.MOMENTUM: "cdBa",
        Ranking.NAME: "aBcd",
        Ranking.HOT: "cBad",
    }


def test_bars_tell_nothing_from_little() -> None:
    assert bars((0, 1, 7, 14)) == "▁▂▅█"
    assert bars((0, 1, 7, 14), ASCII_BARS) == "_.=#"
    assert bars((0, 0)) == "▁▁"
    assert bars((0, 1, 2), " 1234", at_least=4) == " 12"
    assert bars((0, 1, 8), " 1234", at_least=4) == " 14"
    assert bars(()) == ""
