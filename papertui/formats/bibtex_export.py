"""BibTeX writer: entries that TeX can read, with stable citation keys.

Fields as arXiv and BibLaTeX name them: ``eprint``, ``archiveprefix`` and ``primaryclass``
(https://info.arxiv.org/help/hypertex/bibstyles/index.html).
"""

import re
from collections.abc import Iterable, Iterator

from papertui.formats.publication_kind import PublicationKind, kind_of
from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.dates import MONTHS
from papertui.text.folding import fold
from papertui.text.tex import MATH

_SPECIAL = {
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "{": r"{\textbraceleft}",
    r"\{": r"{\textbraceleft}",
    r"\}": r"{\textbraceright}",
    "}": r"{\textbraceright}",
    "\n": "\\\\\n",
    "\n\n": "\n\n",
}
_TOKEN = re.compile(
    r"\\[a-zA-Z]+\*?(?:\s*\{(?:[^{}]|\{[^{}]*\})*\})*"
    r"|\\[`'^\"~=.](?:\{\\?[a-zA-Z]\}|\\?[a-zA-Z])"
    r"|\\[%&#_${}]"
    r"|\{\\[a-zA-Z`'^\"~=.](?:[^{}]|\{[^{}]*\})*\}"
    r"|\n\n|[&%#_$~^\\{}\n]"
)
"""A command with its arguments, an accent, an escaped sign, a group of a command, or a special sign."""
TakenKeys = dict[str, int]
"""The keys in use, with the number of papers that share each."""
_STOP_WORDS = frozenset(
    ("a", "an", "the", "on", "of", "for", "in", "to", "and", "with", "from", "towards", "toward")
)


def write(papers: Iterable[tuple[Paper, Mark]]) -> Iterator[str]:
    """Return one entry for each paper. Keys are unique: later duplicates get a letter appended."""
    taken: TakenKeys = {}
    for paper, _ in papers:
        yield _entry(paper, citation_key(paper, taken))


def citation_key(paper: Paper, taken: TakenKeys) -> str:
    """Return a new key: surname, year and first word of the title, with a letter appended if it is in use."""
    surname = paper.authors[0].rsplit(" ", 1)[-1] if paper.authors else "anonymous"
    words = (re.sub("[^a-z0-9]", "", fold(word)) for word in re.split(r"[\s:–—-]+", paper.title))
    first = next((word for word in words if word and word not in _STOP_WORDS), "untitled")
    plain = f"{re.sub('[^a-z]', '', fold(surname)) or 'anonymous'}{paper.date[:4]}{first}"
    number = taken.get(plain, 0)
    while (key := f"{plain}{_letters(number)}") in taken:
        number += 1
    taken[plain] = number + 1
    taken.setdefault(key, 0)
    return key


def _letters(number: int) -> str:
    """Return "", a, b, ..., z, aa, ab, ... for 0, 1, 2, ..."""
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _entry(paper: Paper, key: str) -> str:
    kind, place = _kind(paper)
    fields = {
        "title": f"{{{_title(paper.title)}}}" if paper.title else "",
        "author": " and ".join(_name(author) for author in paper.authors),
        "year": paper.date[:4],
        "month": MONTHS[int(paper.date[5:7]) - 1].lower() if len(paper.date) >= len("2026-08") else "",
        "date": paper.date if len(paper.date) == len("2026-08-06") else "",
        place: _tex(clean_line(paper.venue)),
        "eprint": paper.arxiv_id,
        "archiveprefix": "arXiv" if paper.arxiv_id else "",
        "primaryclass": paper.category if paper.arxiv_id else "",
        "keywords": ", ".join(map(_keyword, paper.categories))
        if paper.arxiv_id and len(paper.categories) > 1
        else "",
        "version": str(paper.version) if paper.arxiv_id and paper.version else "",
        "doi": paper.doi if _is_balanced(paper.doi) else _tex(paper.doi),
        "url": _address(paper),
        "abstract": _title(clean_block(paper.abstract)),
    }
    known = {name: value for name, value in fields.items() if value}
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in known.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""]) + "\n"


def _kind(paper: Paper) -> tuple[str, str]:
    """Return the type of the entry, and the name of its venue field."""
    return {
        PublicationKind.PREPRINT: ("misc", "howpublished"),
        PublicationKind.MEETING: ("inproceedings", "booktitle"),
        PublicationKind.ARTICLE: ("article", "journal"),
    }[kind_of(paper)]


def _address(paper: Paper) -> str:
    address = "" if paper.url_is_search else paper.record_url or paper.url
    return address if _is_balanced(address) else _tex(address)


def _title(text: str) -> str:
    """Return text with its mathematics unchanged and everything else escaped for TeX."""
    pieces: list[str] = []
    at = 0
    for match in MATH.finditer(text):
        whole = match[0] if _is_balanced(match[0]) else _tex(match[0])
        pieces += [_tex(text[at : match.start()]), whole]
        at = match.end()
    return "".join([*pieces, _tex(text[at:])])


def _tex(text: str) -> str:
    """Return text with TeX's special signs escaped once and with balanced braces."""
    return _TOKEN.sub(lambda token: _escaped(token[0]), text)


def _escaped(token: str) -> str:
    if token in _SPECIAL:
        return _SPECIAL[token]
    return token if _is_balanced(token) else "".join(_SPECIAL.get(sign, sign) for sign in token)


def _name(author: str) -> str:
    """Return a name with the parts in braces that BibTeX would split."""
    name = _tex(clean_line(author))
    apart = (
        "," in name
        or name.lower() in {"others", "et al.", "et al"}
        or re.search(r"\band\b", name, re.IGNORECASE)
    )
    return f"{{{name}}}" if apart else name


def _keyword(category: str) -> str:
    word = _tex(clean_line(category))
    return f"{{{word}}}" if set(",;") & set(word) else word


def _is_balanced(text: str) -> bool:
    """Return whether braces balance, both for BibTeX, which counts escaped braces, and for TeX, which does not."""
    return all(_balances(re.findall(braces, text)) for braces in (r"[{}]", r"(?<!\\)[{}]"))


def _balances(braces: Iterable[str]) -> bool:
    depth = 0
    for sign in braces:
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0
