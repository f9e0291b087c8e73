"""Text becomes the same words however it was typed or printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.search.meaning import one_edit_away
from papertui.search.words import plain, query_words, umlaut_spellings, words_and_variants, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Attention Is All", ["attention", "is", "all"]),
        ("GPT-4: a report.", ["gpt", "4", "a", "report"]),
        ("Newton's O’Neil", ["newtons", "oneil"]),
        ("“quoted” – dashed", ["quoted", "dashed"]),
        ("Müller Łukasz Straße", ["muller", "lukasz", "strasse"]),
        ("ﬁne ＡＢＣ", ["fine", "abc"]),
        ("α-helix β 𝞐", ["alpha", "helix", "beta", "alpha"]),
        (r"$\beta$-VAE with $D^2$ and \textbf{bold}", ["beta", "vae", "with", "d2", "and", "bold"]),
        (r"M\"uller and Erd\H{o}s and \'Etale", ["muller", "and", "erdos", "and", "etale"]),
        ("snake_case", ["snake", "case"]),
        ("43.8% to $0.05", ["43", "8", "to", "0", "05"]),
        ("深度学习 for NLP", ["深度", "度学", "学习", "习", "for", "nlp"]),
        ("한국어 형태소", ["한국어", "형태소"]),
        ("", []),
    ],
)
def test_a_text_gives_its_words(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_a_query_asks_for_pairs_of_signs_alone() -> None:
    assert query_words("深度学") == ["深度", "度学"]
    assert query_words("深") == ["深"]


def test_other_spellings_of_headings_are_found_too() -> None:
    assert words_and_variants("Pre-training") == ["pre", "training", "pretraining"]
    assert words_and_variants("state-of-the-art")[-1] == "stateoftheart"
    assert words_and_variants("Newton’s law") == ["newtons", "law", "newton"]
    assert words_and_variants("Jörg Müller") == ["jorg", "muller", "joerg", "mueller"]
    assert umlaut_spellings("Größe") == ("groesse",)
    assert umlaut_spellings("Grosse") == ()


@given(st.text(max_size=60))
def test_words_are_letters_and_digits_and_reading_them_again_changes_nothing(text: str) -> None:
    words = words_of(text)
    assert all(word and not any(map(str.isspace, word)) for word in words)
    assert plain(plain(text)) == plain(text) or "\\" in text or "$" in text
    spaced = [word for word in words if len(query_words(word)) == 1]
    assert words_of(" ".join(spaced)) == spaced or any(ord(letter) > 0x2E7F for letter in text)


@given(st.text(alphabet="abcé1", min_size=1, max_size=5))
def test_an_edit_changes_one_letter(word: str) -> None:
    variants = one_edit_away(word)
    assert word not in variants
    assert {len(variant) - len(word) for variant in variants} <= {-1, 0, 1}
    if len(word) > 1:
        assert word[1:] in variants or word[1:] == word
