"""BibTeX out: entries that TeX can read, with keys that stay the same.

Fields as arXiv and BibLaTeX name them: ``eprint``, ``archiveprefix`` and ``primaryclass``
(https://info.arxiv.org/help/hypertex/bibstyles/index.html).
"""

import re
from collections.abc import Iterable, Iterator

from papertui.model import Mark, Paper
from papertui.tex import MATH
from papertui.text import clean_block, clean_line, fold

_SPECIAL = {
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\^{}",
}
_LONE_BACKSLASH = re.compile(r"\\(?![a-zA-Z%&#_$~^{}'\"`=.])")
"""A backslash that begins no command, no accent and no escaped sign."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_STOP_WORDS = frozenset(
    ("a", "an", "the", "on", "of", "for", "in", "to", "and", "with", "from", "towards", "toward")
)


def write(papers: Iterable[tuple[Paper, Mark]]) -> Iterator[str]:
    """Return an entry a paper. Two papers never share a key: the later one gets a letter more."""
    taken: dict[str, int] = {}
    for paper, _ in papers:
        key = citation_key(paper)
        taken[key] = taken.get(key, 0) + 1
        yield _entry(paper, key if taken[key] == 1 else f"{key}{_letters(taken[key] - 1)}")


def citation_key(paper: Paper) -> str:
    """Return the key that a paper gets by itself: surname, year and the first word of the title."""
    surname = paper.authors[0].rsplit(" ", 1)[-1] if paper.authors else "anonymous"
    words = (re.sub("[^a-z0-9]", "", fold(word)) for word in re.split(r"[\s:–—-]+", paper.title))
    first = next((word for word in words if word and word not in _STOP_WORDS), "untitled")
    return f"{re.sub('[^a-z]', '', fold(surname)) or 'anonymous'}{paper.date[:4]}{first}"


def _letters(number: int) -> str:
    """Return a, b, ..., z, aa, ab and so on for 1, 2, ..."""
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _entry(paper: Paper, key: str) -> str:
    kind = "inproceedings" if paper.venue and not paper.arxiv_id else "misc" if paper.arxiv_id else "article"
    fields = {
        "title": f"{{{_title(paper.title)}}}" if paper.title else "",
        "author": " and ".join(
            _tex(clean_line(author)).replace(" and ", " {and} ") for author in paper.authors
        ),
        "year": paper.date[:4],
        "month": _MONTHS[int(paper.date[5:7]) - 1] if len(paper.date) >= 7 else "",
        "booktitle": _tex(clean_line(paper.venue)) if kind == "inproceedings" else "",
        "howpublished": _tex(clean_line(paper.venue)) if kind == "misc" else "",
        "eprint": paper.arxiv_id,
        "archiveprefix": "arXiv" if paper.arxiv_id else "",
        "primaryclass": paper.category if paper.arxiv_id else "",
        "doi": paper.doi,
        "url": "" if paper.url_is_search else paper.url,
        "abstract": _title(clean_block(paper.abstract)),
    }
    known = {name: value for name, value in fields.items() if value}
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in known.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""]) + "\n"


def _title(text: str) -> str:
    """Return text with its mathematics as it is and all else safe for TeX."""
    pieces: list[str] = []
    at = 0
    for match in MATH.finditer(text):
        whole = match[0] if _is_balanced(match[0]) else _tex(match[0])
        pieces += [_tex(text[at : match.start()]), whole]
        at = match.end()
    return "".join([*pieces, _tex(text[at:])])


def _tex(text: str) -> str:
    """Return text in which TeX's special signs are escaped, but for those that already are, and braces balance."""
    text = _LONE_BACKSLASH.sub(r"\\textbackslash{}", text)
    escaped = re.sub(r"(?<!\\)[&%#_$~^]", lambda match: _SPECIAL[match[0]], text)
    return escaped if _is_balanced(escaped) else escaped.replace("{", r"\{").replace("}", r"\}")


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0
