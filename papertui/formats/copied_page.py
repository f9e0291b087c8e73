"""Reader of text copied from web pages about topics and authors.

Paragraphs are separated by blank lines. A record begins with ``Aug 6, 2026cs.AI`` on a topic page, ``arXiv2026``
on an author page, and ``First Author, Second Author et al.`` in a list.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from papertui.formats.copied_page_topics import split_topics
from papertui.formats.fields import Fields, arxiv_categories, make_record
from papertui.formats.types import Found, Skipped
from papertui.text.dates import read_date

_DAY = re.compile(r"([A-Z][a-z]{2,8} \d{1,2}, \d{4})\s*([a-z][a-z-]*(?:\.[A-Za-z-]+)?)?")
_YEAR = re.compile(r"arXiv\s*(\d{4})")
_ET_AL = re.compile(r"(\S.{2,300}?),? et al\.?")
_CATEGORY = re.compile(r"([a-z][a-z-]*(?:\.[A-Za-z-]+)?)\s*↗?")
_MORE = re.compile(r"\s*\+(\d{1,5})$")
_NUMBERED = re.compile(r"^\d{1,2}(?=[A-Z])")
_FORMULA = re.compile(r"\\[a-zA-Z%]|[\^_]")
_LONGEST_LINE_OF_PEOPLE = 400
_GLUED = ")]},.;:-%"


@dataclass(frozen=True, slots=True)
class _Paragraph:
    text: str
    line: int


def read(text: str, known_topics: Iterable[str] = ()) -> Iterator[Found | Skipped]:
    """Yield every record of a page; the text before the first one is the head of the page.

    `known_topics` helps to split topics that the page joins without a separator.
    """
    paragraphs = list(_paragraphs(text))
    starts = [number for number, paragraph in enumerate(paragraphs) if _begins(paragraph.text)]
    head = [paragraph.text for paragraph in paragraphs[: starts[0] if starts else None]]
    entries = [paragraphs[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    subject = head[1] if len(head) > 1 and head[0] == "arXiv subjects" else head[0] if head else ""
    named = split_topics([_topics_line(entry, subject) for entry in entries], subject, known_topics)
    for entry, topics in zip(entries, named, strict=True):
        yield make_record(_fields(entry, subject, topics), entry[0].line)


def _paragraphs(text: str) -> Iterator[_Paragraph]:
    line = 1
    for block in re.split(r"(\n[^\S\n]*(?:\n[^\S\n]*)+)", text):
        if block.strip():
            yield _Paragraph(" ".join(block.split()), line)
        line += block.count("\n")


def _begins(text: str) -> bool:
    return any(pattern.fullmatch(text) for pattern in (_DAY, _YEAR, _ET_AL))


def _topics_line(entry: Sequence[_Paragraph], subject: str) -> str:
    """Return the last paragraph of a record on a topic page, which lists its topics; else an empty text."""
    last = entry[-1].text
    is_of_topic_page = len(entry) > 3 and _DAY.fullmatch(entry[0].text)
    return _MORE.sub("", last) if is_of_topic_page and subject in last else ""


def _fields(entry: Sequence[_Paragraph], subject: str, topics: Sequence[str]) -> Fields:
    first, *rest = (paragraph.text for paragraph in entry)
    if listed := _ET_AL.fullmatch(first):
        return Fields(authors=_people(listed[1]), abstract=_joined(rest))
    if year := _YEAR.fullmatch(first):
        category = _CATEGORY.fullmatch(rest[-1]) if len(rest) > 1 else None
        return Fields(
            title=rest[0] if rest else "",
            authors=[subject] if subject else [],
            date=year[1],
            abstract=_joined(rest[1:-1] if category else rest[1:]),
            categories=arxiv_categories([category[1]]) if category else (),
        )
    dated = _DAY.fullmatch(first)
    title, *body = rest or [""]
    body = body[:-1] if topics else body
    has_places = len(body) > 2 and _is_people(body[-2])
    places = body.pop() if has_places else ""
    people = body.pop() if body and _is_people(body[-1]) else ""
    omitted = _MORE.search(places)
    return Fields(
        title=title,
        authors=_people(people),
        date=read_date(dated[1]) if dated else "",
        abstract=_joined(body),
        categories=arxiv_categories([dated[2] or ""]) if dated else (),
        topics=topics,
        affiliations=[_NUMBERED.sub("", place) for place in _MORE.sub("", places).split(" · ")],
        affiliations_omitted=int(omitted[1]) if omitted else 0,
    )


def _is_people(text: str) -> bool:
    """Return whether a line lists names: short parts that begin with a capital, and no full stop at the end."""
    if len(text) > _LONGEST_LINE_OF_PEOPLE or text.endswith((".", "!", "?", ":")) or " · " in text:
        return False
    return all(
        len(name.split()) <= 6
        and (name[:1].isupper() or not name[:1].isascii())
        and not re.search(r"[\d=()]", name)
        for name in _people(text)
    )


def _people(text: str) -> list[str]:
    return [name.strip() for name in _MORE.sub("", text).split(",") if name.strip()]


def _joined(paragraphs: Sequence[str]) -> str:
    """Return an abstract with its formulas put back into their lines."""
    text = ""
    for paragraph in paragraphs:
        piece = f"${paragraph}$" if len(paragraph) < 60 and _FORMULA.search(paragraph) else paragraph
        glued = not text or text.endswith(("(", "[", "-")) or piece.startswith(tuple(_GLUED))
        text += piece if glued else f" {piece}"
    return text
