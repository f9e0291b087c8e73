"""Papers like a paper, and the stems by which they are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.errors import UnknownKeyError
from papertui.insights.similar import SHOWN_TERMS, similar
from papertui.library import Library
from papertui.library.marks import DISMISS
from papertui.model import Paper
from papertui.search.stems import stem, telling_words
from tests.conftest import paper

ABSEEKER = "arxiv:2608.05102"


def titled(number: int, title: str, abstract: str = "") -> Paper:
    return paper(number, title=title, abstract=abstract)


@pytest.fixture
def small(library: Library) -> Library:
    """Return a library of a few made-up papers."""
    library.delete(list(library.contents.rows))
    papers = [
        titled(1, "Quantum walks on expander graphs", "Walks spread over vertices."),
        titled(2, "Expander graphs for quantum walking", "Unlike cats."),
        titled(3, "A note", "Expander graphs appear in the text alone, with one quantum walk."),
        titled(4, "Cooking with cats", "Cats spread over tables."),
        titled(5, "Zymurgy"),
    ]
    library.actions.change_papers("Put papers", {each.key: each for each in papers})
    return library


def test_the_best_shares_most_and_a_title_counts_more_than_an_abstract(small: Library) -> None:
    found = similar(small, "2601.00001")
    assert [each.key for each in found][:2] == ["arxiv:2601.00002", "arxiv:2601.00003"]
    assert set(found[0].terms) == {"quantum", "walks", "expander", "graphs"}
    assert 1 >= found[0].score > found[1].score > 0


def test_the_paper_itself_and_dismissed_papers_are_left_out(small: Library) -> None:
    small.apply(DISMISS, ["arxiv:2601.00002"])
    keys = [each.key for each in similar(small, "arxiv:2601.00001")]
    assert keys[0] == "arxiv:2601.00003"
    assert not {"arxiv:2601.00001", "arxiv:2601.00002"} & set(keys)


def test_a_paper_that_shares_nothing_has_none_like_it(small: Library) -> None:
    assert similar(small, "2601.00005") == []
    with pytest.raises(UnknownKeyError):
        similar(small, "2601.09999")


def test_it_follows_papers_that_come_and_go(small: Library) -> None:
    assert similar(small, "2601.00005") == []
    new = titled(6, "Zymurgy again")
    small.actions.change_papers("Put a paper", {new.key: new})
    assert [each.key for each in similar(small, "2601.00005")] == [new.key]
    small.delete([new.key])
    assert similar(small, "2601.00005") == []


def test_the_seeds_group_as_a_reader_would_group_them(library: Library) -> None:
    titles = [each.title.split(":")[0] for each in similar(library, ABSEEKER, 5)]
    assert titles[0] == "CRISP"
    assert "Search-GRT" in titles
    for each in similar(library, ABSEEKER):
        text = f"{library.paper(each.key).title} {library.paper(each.key).abstract}"
        roots = {root for _, root in telling_words(text)}
        assert 0 < len(each.terms) <= SHOWN_TERMS
        assert {stem(term) for term in each.terms} <= roots


@pytest.mark.parametrize(
    "forms",
    [
        "training trained trains train",
        "policy policies",
        "distillation distill distilled",
        "improves improved improving improvement",
        "evaluate evaluation evaluations evaluated",
        "verifier verify verified",
        "planning plan plans",
        "loss losses",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


def test_different_words_have_different_stems() -> None:
    words = ("agent", "agentic", "age", "model", "mode", "reward", "rewrite", "loss", "lose", "2026", "2025")
    assert len({stem(word) for word in words}) == len(words)


@given(st.text(alphabet="abeilnrsty", min_size=1, max_size=14))
def test_a_stem_begins_its_word(word: str) -> None:
    assert word.startswith(stem(word))
    assert stem(word)
