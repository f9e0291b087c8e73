r"""TeX converted to readable text; the only module that uses pylatexenc.

Only balanced ``$...$`` and backslash commands are TeX. A bare ``% $ & ~ _ { }`` is text, so that
``43.8% to 64.0%`` and ``$0.05 per task`` are kept.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from papertui.model import Paper
from papertui.text.cleaning import clean_line

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

TITLE_LIMIT = 2_000
"""Maximum length of a displayed title, in characters."""
MATH = re.compile(r"(?<!\\)\$(?!\s)((?:[^$\\\n]|\\.){1,400}?)(?<!\s)\$(?!\d)", re.DOTALL)
_COMMAND = re.compile(
    r"\\(?:[a-zA-Z]+\*?(?:\s*\{(?:[^{}]|\{[^{}]*\}){0,200}\})*"
    r"|[`'^\"~=.](?:\s*\{?\\?[a-zA-Z]\}?)"
    r"|[%$&#_{}~^ ,;:!\\-])"
)
_SCRIPT = re.compile(r"([_^])(\{[^{}]*\}|[^\s{}])")
_RAISED = dict(zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", strict=True))
_LOWERED = dict(zip("0123456789+-=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ", strict=True))
_SPACES = re.compile(r"[^\S\n]{2,}")


@lru_cache(maxsize=8_192)
def tex_to_text(text: str) -> str:
    """Return text with TeX converted; text without TeX is unchanged. Never raises."""
    if "\\" not in text and text.count("$") < 2:
        return text
    readable = MATH.sub(lambda match: _math_to_text(match[1], match[0]), text)
    readable = _COMMAND.sub(lambda match: _command_to_text(match[0]), readable)
    return _SPACES.sub(" ", readable)


def _math_to_text(math: str, whole: str) -> str:
    """Return the content of ``$...$`` as text, or unchanged if the dollar signs are two prices."""
    if _is_prose(math):
        return whole
    scripted = _SCRIPT.sub(lambda match: _script_to_text(match[1], match[2]), math)
    return _command_to_text(scripted)


def _is_prose(math: str) -> bool:
    """Return whether the text between two dollar signs is words between prices, not mathematics."""
    return bool(re.match(r"[\d.,]+\s+[a-zA-Z]{2,}", math)) and "\\" not in math and "=" not in math


def _script_to_text(sign: str, script: str) -> str:
    inner = script[1:-1] if script.startswith("{") else script
    letters = _RAISED if sign == "^" else _LOWERED
    if inner and all(letter in letters for letter in inner):
        return "".join(letters[letter] for letter in inner)
    return f"{sign}{script}"


def _command_to_text(tex: str) -> str:
    if "\\" not in tex and "{" not in tex:
        return tex
    escaped = re.sub(r"(?<!\\)([%$&#])", r"\\\1", tex)
    try:
        return str(_converter().latex_to_text(escaped))
    except (ValueError, IndexError, KeyError, RecursionError):
        return tex


@lru_cache(maxsize=1)
def _converter() -> "LatexNodes2Text":
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415 - slow to load, and needed only for TeX

    return LatexNodes2Text(math_mode="text", strict_latex_spaces="based-on-source", keep_comments=True)


def display_title(paper: Paper) -> str:
    """Return the displayed title of a paper: cleaned, TeX as text, at most `TITLE_LIMIT` characters."""
    return clean_line(tex_to_text(paper.heading[:TITLE_LIMIT]))
