"""Text from outside is harmless and readable, whatever it holds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.text.cleaning import clean_block, clean_line
from papertui.text.folding import fold
from papertui.text.tex import tex_to_text

PAYLOADS = [
    "\x1b[2J",
    "\x1b]52;c;cHduZWQ=\x07",
    "\x1b]0;title\x07",
    "x\x1b]8;;http://evil\x07y",
    "\x1bPq\x1b\\",
    "\x9b2J",
    "\x9d52;c;cHduZWQ=\x9c",
    "\x1b]",
    "\x00\x7f\x0e",
    "\u202eabc\u202c",
    "\u2066abc\u2069",
    "\u200bzero\ufeff",
    "\U000e0041",
    "a\u2028b",
    "\ud800",
    "e" + "\u0301" * 20,
]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_survives_cleaning(payload: str) -> None:
    for cleaned in (clean_line(payload), clean_block(payload)):
        assert not any(
            unicodedata.category(letter) in {"Cc", "Cf", "Cs"} for letter in cleaned.replace("\n", "")
        )
        assert sum(map(unicodedata.combining, cleaned)) <= 3 * 230


@given(st.text())
def test_cleaning_is_idempotent_and_leaves_no_control(text: str) -> None:
    line, block = clean_line(text), clean_block(text)
    assert clean_line(line) == line
    assert clean_block(block) == block
    joiners = {"\u200c", "\u200d"}
    for letter in line + block.replace("\n", ""):
        assert unicodedata.category(letter) not in {"Cc", "Cs", "Zl", "Zp"}
        assert unicodedata.category(letter) != "Cf" or letter in joiners


def test_a_line_is_one_line_and_a_block_keeps_its_lines() -> None:
    assert clean_line("Deep\n  Learning\t of\r\nthings") == "Deep Learning of things"
    assert clean_block("one\r\ntwo\n\n\n\nthree  ") == "one\ntwo\n\nthree"


@given(st.text())
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_folding_ignores_what_the_eye_ignores() -> None:
    assert fold("Müller") == fold("MULLER") == "muller"
    assert fold("Chrupała") == "chrupala"
    assert fold("β–VAE") == "beta-vae"
    assert fold("ﬁne ＡＢＣ") == "fine abc"
    assert fold("Straße") == "strasse"


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"from $36.5\%$ to $67.1\%$ across", "from 36.5% to 67.1% across"),
        (r"$\tau^2$-Bench", "τ²-Bench"),
        (r"($80.0 \to 75.0$)", "(80.0 → 75.0)"),
        ("from 43.8% to T1 with 64.0% resolved", "from 43.8% to T1 with 64.0% resolved"),
        ("at roughly $0.05 per task", "at roughly $0.05 per task"),
        ("between $5 and $10 each", "between $5 and $10 each"),
        ("$5 million to $10 million", "$5 million to $10 million"),
        (r"roughly \$0.05 per task", "roughly $0.05 per task"),
        (r"90\% at $R_1$ to 2.5\% at $R_{15}$", "90% at R₁ to 2.5% at R₁₅"),
        (r"$p = 0.0002$", "p = 0.0002"),
        (r"an $\epsilon$-greedy", "an ϵ-greedy"),
        (r"M\"uller and Erd\H{o}s", "Müller and Erdős"),
        (r"\emph{very} good", "very good"),
        (r"Terminal-Bench~2 & more_things {here}", "Terminal-Bench~2 & more_things {here}"),
        (r"$\alpha$ and \unknowncommand", None),
        ("$$$ \\", None),
    ],
)
def test_tex_reads_as_text_and_prices_stay(tex: str, text: str | None) -> None:
    result = tex_to_text(tex)
    if text is not None:
        assert result == text


@given(st.text(alphabet="ab $\\{}%_^&~12\n", max_size=60))
def test_tex_never_raises(text: str) -> None:
    assert isinstance(tex_to_text(text), str)
