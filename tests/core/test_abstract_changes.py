"""What is different between two abstracts."""

from hypothesis import given
from hypothesis import strategies as st

from papertui.text.word_diff import DiffKind, DiffRun, word_changes

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "tree"]), max_size=12).map(" ".join)


def test_words_are_told_apart() -> None:
    assert word_changes("we show ten trees", "we show two tall trees") == [
        DiffRun(DiffKind.SAME, "we show"),
        DiffRun(DiffKind.GONE, "ten"),
        DiffRun(DiffKind.NEW, "two tall"),
        DiffRun(DiffKind.SAME, "trees"),
    ]  # fmt: skip


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_from_the_changes(before: str, after: str) -> None:
    changes = word_changes(before, after)
    assert " ".join(words.text for words in changes if words.kind is not DiffKind.NEW) == before
    assert " ".join(words.text for words in changes if words.kind is not DiffKind.GONE) == after
