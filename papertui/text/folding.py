"""Folding of text for comparison: no case, accents or variants."""

import re
import unicodedata
from functools import lru_cache

_PLAIN_LETTERS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
    "ŋ": "n",
    "ħ": "h",
    "ŧ": "t",
    "ĸ": "k",
    "ʻ": "",
    "ʼ": "",
    "’": "",
    "‘": "",
}
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "omicron",
            "pi",
            "rho",
            "sigma",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
        ],
        strict=True,
    )
)
_FOLDED = str.maketrans(_PLAIN_LETTERS | _GREEK | dict.fromkeys("‐‑‒–—―−﹣－", "-"))
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")


def fold(text: str) -> str:
    """Return text folded for comparison: no case, accents, ligatures or look-alikes.

    Greek letters become their names and typographic dashes a hyphen. ASCII punctuation is kept.
    `fold(fold(x)) == fold(x)` for every text.
    """
    lowered = text.lower()
    return lowered if lowered.isascii() else _NOT_ASCII.sub(lambda run: _fold_run(run[0]), lowered)


@lru_cache(maxsize=65_536)
def _fold_run(run: str) -> str:
    compatible = unicodedata.normalize("NFKD", run).casefold()
    decomposed = unicodedata.normalize("NFKD", compatible)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare.translate(_FOLDED)).lower()
