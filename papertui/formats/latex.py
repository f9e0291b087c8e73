r"""LaTeX in BibTeX fields, converted to text; ``$...$`` is kept.

One pass over the text. Only commands missing from the tables here call pylatexenc.
"""

import re
import unicodedata
from functools import lru_cache

from papertui.text.tex import MATH, tex_to_text

_COMBINING = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307", '"': "\u0308",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a", "t": "\u0361",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "SS": "ẞ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "ng": "ŋ", "NG": "Ŋ",
}  # fmt: skip
_SYMBOLS = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbraceleft": "{",
    "textbraceright": "}", "textunderscore": "_", "textdollar": "$", "textless": "<", "textgreater": ">",
    "textbar": "|", "textasciigrave": "`", "textquotesingle": "'", "textquotedbl": '"', "textquoteright": "’",
    "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”", "textendash": "–",
    "textemdash": "—", "textellipsis": "…", "ldots": "…", "dots": "…", "textdegree": "°", "textbullet": "•",
    "texttrademark": "™", "textregistered": "®", "copyright": "©", "pounds": "£", "S": "§", "TeX": "TeX",
    "LaTeX": "LaTeX", "BibTeX": "BibTeX", "quad": " ", "qquad": " ", "par": "\n\n", "newline": "\n", "newblock": " ",
    "space": " ", "textperiodcentered": "·", "slash": "/",
}  # fmt: skip
_DRESSING = re.compile(
    "emph|em|it|bf|sc|rm|tt|sl|sf|(?:bf|mr|rm|sf|tt)(?:series|family)|(?:it|sc|sl)shape|normalfont"
    "|text(?:it|bf|sc|tt|rm|sf|up|sl|md|normal|superscript|subscript|color|quote)?|mbox|hbox|url|path|nolinkurl"
    "|math(?:rm|it|bf)|ensuremath|mkbib[a-z]+|enquote|(?:upper|lower)case|Make[a-zA-Z]+case|protect|relax"
    "|foreignlanguage|selectlanguage|small|large|footnotesize"
)
"""Commands that only format their argument."""
_TOKEN = re.compile(
    r"\\ifmmode\b(?:(?!\\fi\b).){0,200}?\\else\s*(?P<plain>(?:(?!\\fi\b).){0,200}?)\\fi\b\s*"
    r"|\\(?:noopsort|SortNoop|href)\s*\{[^{}]*\}"
    r"|\\(?P<accent>[`'^\"~=.]|[uvHcdbkrt](?![a-zA-Z]))\s*(?P<open>\{?)\s*"
    r"(?:\\(?P<dotless>[ij])(?![a-zA-Z])|\\(?P<inner>[a-zA-Z]{1,2})(?![a-zA-Z])|(?P<base>[^\W\d_]))"
    r"|\\(?P<command>[a-zA-Z]+)\*?(?P<gap>\s*)"
    r"|\\\\\s*(?P<break>)"
    r"|\\(?P<sign>[^\w\s]|_)"
    r"|(?P<blank>\\\s|~)"
    r"|(?P<brace>[{}])",
    re.DOTALL,
)
_TWO_FORMS = re.compile(
    r"\\texorpdfstring\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}\s*\{(?:[^{}]|\{[^{}]*\})*\}"
)
"""Commands with one text for print and one for bookmarks; the first is used."""
_THIN = {",": " ", ";": " ", ":": " ", "-": "", "/": "", "!": "", "@": "", "(": "", ")": ""}


def latex_to_text(text: str) -> str:
    """Return the text that LaTeX would typeset, with mathematics unchanged. Never raises."""
    if not any(sign in text for sign in "\\{}~"):
        return text
    text = _TWO_FORMS.sub(r"\1", text)
    pieces: list[str] = []
    at = 0
    for math in MATH.finditer(text) if "$" in text else ():
        pieces += [_words(text[at : math.start()]), math[0]]
        at = math.end()
    return "".join([*pieces, _words(text[at:])])


def _words(text: str) -> str:
    return _TOKEN.sub(_replace, text)


def _replace(token: re.Match[str]) -> str:
    if token["brace"]:
        return ""
    if token["accent"]:
        base = token["dotless"] or token["base"] or _LETTERS.get(token["inner"], token["inner"])
        return unicodedata.normalize("NFC", base + _COMBINING[token["accent"]])
    if token["command"]:
        return _command(token["command"], token["gap"])
    if token["sign"]:
        return _THIN.get(token["sign"], token["sign"])
    if token["blank"]:
        return " "
    if token["break"] is not None:
        return "\n"
    return latex_to_text(token["plain"]) if token["plain"] else ""


def _command(name: str, gap: str) -> str:
    if name in _LETTERS:
        return _LETTERS[name]
    if name in _SYMBOLS:
        return _SYMBOLS[name] + (gap if name in {"ldots", "dots"} else "")
    if _DRESSING.fullmatch(name):
        return ""
    text = _other_command(name)
    return text if len(text) == 1 and not text.isascii() else text + gap


@lru_cache(maxsize=1_024)
def _other_command(name: str) -> str:
    text = tex_to_text(f"\\{name}{{}}")
    return "" if "\\" in text else text.replace("{}", "")
