"""Rows of papers: pure functions from papers to lines."""

from collections.abc import Callable, Sequence

from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_line
from papertui.text.tex import display_title
from papertui.ui.drawing.line import Line, Piece, Span, highlighted, shorten, width_of
from papertui.ui.drawing.symbols import Symbols

FIELDS_NAMED = 2
"""Maximum number of matched fields named in a row, most significant first."""
LEAST_DETAIL = 20
"""Minimum cells left for date and authors if matched fields are named."""

Spans = Callable[[str], Sequence[Span]]


def no_spans(_: str) -> Sequence[Span]:
    """Return no highlights."""
    return ()


def shown_authors(authors: Sequence[str]) -> str:
    """Return the first author and the number of others."""
    if not authors:
        return ""
    first = clean_line(authors[0], 80)
    return f"{first} +{len(authors) - 1:,}" if len(authors) > 1 else first


def paper_row(
    paper: Paper,
    mark: Mark,
    width: int,
    symbols: Symbols,
    spans: Spans = no_spans,
    found_in: Sequence[str] = (),
) -> tuple[Line, Line]:
    """Return the two lines of a paper: the title; date, authors, category and matched fields."""
    role = "title-read" if mark.read else "title"
    title = shorten(display_title(paper), max(1, width - 2), symbols.ellipsis)
    first = [_unread_sign(mark, symbols), Piece(" "), *highlighted(title, role, spans(title))]
    where = f" in {', '.join(found_in[:FIELDS_NAMED])}" if found_in else ""
    room = width - len(where)
    if room < LEAST_DETAIL:
        return first, _detail_line(paper, mark, width, symbols, spans)
    detail = _detail_line(paper, mark, room, symbols, spans)
    gap = " " * (room - width_of(detail)) if where else ""
    return first, [*detail, Piece(f"{gap}{where}", "divider")]


def paper_line(paper: Paper, mark: Mark, width: int, symbols: Symbols, spans: Spans = no_spans) -> Line:
    """Return the single line of a paper."""
    signs = [sign(mark, symbols) for sign in (_unread_sign, _star_sign, _note_sign)]
    start = [*signs, Piece(f"{symbols.date(paper.date):{symbols.date_width}} ", "detail")]
    authors = shown_authors(paper.authors) if width >= 70 else ""
    authors = shorten(authors, 24, symbols.ellipsis)
    room = width - width_of(start) - (26 if authors else 0)
    title = shorten(display_title(paper), max(1, room), symbols.ellipsis)
    pieces = highlighted(title, "title-read" if mark.read else "title", spans(title))
    gap = room - width_of(pieces) + 2
    return (
        [*start, *pieces, Piece(" " * gap), *highlighted(authors, "detail", spans(authors))]
        if authors
        else [*start, *pieces]
    )


def _unread_sign(mark: Mark, symbols: Symbols) -> Piece:
    if mark.dismissed:
        return Piece(symbols.dismissed, "detail")
    if mark.revised:
        return Piece(symbols.revised, "unread")
    return Piece(" ") if mark.read else Piece(symbols.unread, "unread")


def _star_sign(mark: Mark, symbols: Symbols) -> Piece:
    return Piece(symbols.starred, "star") if mark.starred else Piece(" ")


def _note_sign(mark: Mark, symbols: Symbols) -> Piece:
    return Piece(symbols.note, "star") if mark.note else Piece(" ")


def _detail_line(paper: Paper, mark: Mark, width: int, symbols: Symbols, spans: Spans) -> Line:
    authors = shown_authors(paper.authors)
    tags = " ".join(f"#{clean_line(tag, 30)}" for tag in mark.tags)
    parts = [symbols.date(paper.date), tags, authors, paper.category or clean_line(paper.venue, 60)]
    text = shorten(symbols.separator.join(filter(None, parts)), max(1, width - 2), symbols.ellipsis)
    return [_star_sign(mark, symbols), _note_sign(mark, symbols), *highlighted(text, "detail", spans(text))]
