"""Tab offers what may stand at the cursor, and what it inserts reads as meant."""

from collections.abc import Iterable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.query import Field, Words, complete, parse_query

VALUES = {
    "author": [("Yijun Lu", 3), ("José Müller", 9), ("Li", 12)],
    "topic": [("LLM Agent Training", 30), ("Agents", 4)],
    "is": [("unread", 28)],
    "@": [("morning", 5)],
}


def values(name: str) -> Iterable[tuple[str, int]]:
    return VALUES.get(name, [])


@pytest.mark.parametrize(
    ("text", "inserted"),
    [
        ("au", ["author:"]),
        ("graph t", ["title:", "topic:", "tag:"]),
        ("-t", ["title:", "topic:", "tag:"]),
        ("(is:u", ["unread"]),
        ("author:", ["Li", '"José Müller"', '"Yijun Lu"']),
        ("author:mul", ['"José Müller"']),
        ('author:="yi', ['"Yijun Lu"']),
        ('author:Li,"jos', ['"José Müller"']),
        ("topic:ag", ["Agents", '"LLM Agent Training"']),
        ("@mo", ["morning"]),
        ("sort:t", ["title"]),
        ("graph ", []),
        ("venue:x", []),
        ("", []),
    ],
)
def test_what_fits_is_offered_most_papers_first(text: str, inserted: list[str]) -> None:
    assert [completion.insert for completion in complete(text, len(text), values)] == inserted


def test_values_come_with_counts() -> None:
    assert {(each.label, each.count) for each in complete("is:", 3, values)} >= {
        ("unread", 28),
        ("read", None),
    }


def test_an_accepted_completion_replaces_what_was_typed_and_nothing_else() -> None:
    text = "graph author:jos -survey"
    cursor = text.index(" -")
    (completion,) = complete(text, cursor, values)
    whole = text[: completion.start] + completion.insert + text[completion.end :]
    assert whole == 'graph author:"José Müller" -survey'
    root = parse_query(whole, now=date(2026, 8, 8)).root
    assert Words("José Müller", Field.AUTHOR, phrase=True) in getattr(root, "parts", ())


@given(st.text(alphabet='auithor:="@,( -é\x00', max_size=30), st.integers(0, 40))
def test_no_text_and_no_cursor_raises(text: str, cursor: int) -> None:
    for completion in complete(text, cursor, values):
        assert 0 <= completion.start <= completion.end
