"""Queries are read as a reader means them, and half-typed ones do no harm."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.model import Sort
from papertui.query import (
    FREE_LIMIT,
    QUERY_LIMIT,
    And,
    Anything,
    Dated,
    Field,
    Having,
    Identifier,
    Node,
    Not,
    Or,
    Query,
    State,
    Words,
    parse_query,
)

TODAY = date(2026, 8, 8)


def read(text: str, **saved: str) -> Query:
    return parse_query(text, now=TODAY, saved=saved.get)


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("", Anything()),
        ("agent rl ", And((Words("agent"), Words("rl")))),
        ("agent rl", And((Words("agent"), Words("rl", open=True)))),
        ('"on policy"', Words("on policy", phrase=True)),
        ('"on policy', Words("on policy", phrase=True)),
        ("-survey ", Not(Words("survey"))),
        ("NOT survey ", Not(Words("survey"))),
        ("not survey ", And((Words("not"), Words("survey")))),
        ("a OR b ", Or((Words("a"), Words("b")))),
        ("a | b ", Or((Words("a"), Words("b")))),
        ("a or b ", And((Words("a"), Words("or"), Words("b")))),
        ("a b OR c ", Or((And((Words("a"), Words("b"))), Words("c")))),
        ("a (b OR c) ", And((Words("a"), Or((Words("b"), Words("c")))))),
        ("-(a b) ", Not(And((Words("a"), Words("b"))))),
        ("title:graph ", Words("graph", Field.TITLE)),
        ("title:graph", Words("graph", Field.TITLE, open=True)),
        ("Author:Lu ", Words("Lu", Field.AUTHOR)),
        ("by:Lu ", Words("Lu", Field.AUTHOR)),
        ('topic:"GUI agents"', Words("GUI agents", Field.TOPIC, phrase=True)),
        ('author:="Yijun Lu"', Words("Yijun Lu", Field.AUTHOR, whole=True)),
        (
            "aff:tsinghua,peking ",
            Or((Words("tsinghua", Field.AFFILIATION), Words("peking", Field.AFFILIATION))),
        ),
        ("is:unread", Not(Having(State.READ))),
        ("-is:starred", Not(Having(State.STARRED))),
        ("has:note,tag", Or((Having(State.NOTED), Having(State.TAGGED)))),
        ("on:2026-08-06", Dated(20260806, 20260807)),
        ("on:2026-08", Dated(20260800, 20260900)),
        ("on:2026", Dated(20260000, 20270000)),
        ("after:2026-08", Dated(20260800, 100_000_000)),
        ("before:2026-08-08", Dated(1, 20260808)),
        ("after:2w", Dated(20260725, 100_000_000)),
        ("2608.06197", Identifier("arxiv:2608.06197")),
        ("https://arxiv.org/pdf/2608.06197v2", Identifier("arxiv:2608.06197")),
        ("https://doi.org/10.1000/ABC", Identifier("doi:10.1000/abc")),
        ("2608.06", Identifier("2608.06")),
        ("id:10.1000", Identifier("10.1000")),
    ],
)
def test_a_query_reads_as_meant(text: str, root: Node) -> None:
    query = read(text)
    assert query.root == root
    assert not query.complaints


@pytest.mark.parametrize(
    "text",
    ["title:", "title:=", "is:", "is:unr", "sort:", "sort:ti", "after:", "after:20", "(", ")", "-", "OR"],
)
def test_a_half_typed_condition_asks_nothing_and_is_not_complained_of(text: str) -> None:
    query = read(text)
    assert query.root == Anything()
    assert not query.complaints


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("is:foo x", "is: takes unread, read, starred, dismissed, followed, new, revised, incomplete."),
        ("has:foo", "has: takes note, tag, code, id, pdf."),
        ("sort:foo", "sort: takes newest, oldest, title, author, added, unread."),
        ("after:soon", "after: takes a date such as 2026, 2026-08 or 2026-08-06, or an age such as 2w."),
        ("bert:pre", "Unknown field bert:, searched as text."),
        ("@nowhere", "No saved search nowhere."),
        ("x " * QUERY_LIMIT, f"A query holds at most {QUERY_LIMIT:,} characters; the rest was cut."),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text: str, complaint: str) -> None:
    assert complaint in [each.text for each in read(text).complaints]


def test_a_wrong_condition_leaves_the_rest_of_the_query_in_force() -> None:
    assert read("is:foo graph ").root == Words("graph")


def test_the_order_is_read_apart_from_what_is_asked() -> None:
    query = read("graph sort:title ")
    assert (query.root, query.sort) == (Words("graph"), Sort.TITLE)
    assert not query.uses_words
    assert read("graph").uses_words
    assert not read("is:unread").uses_words
    assert read("").is_empty
    assert not read("sort:title").is_empty


def test_a_saved_search_stands_for_its_text() -> None:
    query = read("@morning graph ", morning="is:unread sort:oldest")
    assert query.root == And((Not(Having(State.READ)), Words("graph")))
    assert query.sort is Sort.OLDEST


def test_saved_searches_that_contain_each_other_are_complained_of() -> None:
    query = read("@one", one="graph @two", two="-@one")
    assert query.root == Words("graph")
    assert [each.text for each in query.complaints] == ["The saved search one contains itself."]


def test_free_words_are_cut_visibly() -> None:
    query = read("a" * (FREE_LIMIT + 1))
    assert query.root == Words("a" * FREE_LIMIT, open=True)
    assert query.complaints
    assert not read("a" * FREE_LIMIT).complaints


@given(st.text(alphabet='ab -"()|:=,@.0OR\n\x00é', max_size=60) | st.text(max_size=60))
def test_no_beginning_of_any_text_raises(text: str) -> None:
    complaints = [one.text for end in range(len(text) + 1) for one in read(text[:end]).complaints]
    assert [one for one in complaints if "\n" in one] == []


def test_a_line_break_in_a_value_does_not_break_the_complaint() -> None:
    assert [one.text for one in read('is:"a\nb"').complaints] == [
        "is: takes unread, read, starred, dismissed, followed, new, revised, incomplete."
    ]


@pytest.mark.parametrize("text", ["(" * 2_000, "-(" * 500, "(a OR " * 200, "-" * 1_000, '"' * 999])
def test_deep_nesting_does_no_harm(text: str) -> None:
    assert len(read(text).text) <= QUERY_LIMIT
