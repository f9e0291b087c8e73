"""Content of the abstract pane: one paper as styled text."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from papertui.model import Mark, Paper
from papertui.text.cleaning import clean_block, clean_line
from papertui.text.tex import display_title, tex_to_text
from papertui.ui.drawing.rows import Spans, no_spans
from papertui.ui.drawing.symbols import Symbols

if TYPE_CHECKING:
    from papertui.ui.drawing.line import Span

AUTHORS_SHOWN = 20
AFFILIATIONS_SHOWN = 12
ABSTRACT_LIMIT = 20_000
"""Maximum length of a displayed abstract, in characters; the longest real ones have about 13,000."""


def abstract_text(paper: Paper, mark: Mark, symbols: Symbols, spans: Spans = no_spans) -> Content:
    """Return a paper as styled text; the styles are theme variables."""
    parts = [
        _highlight(Content.styled(display_title(paper), "bold $paper-title"), spans),
        _state(mark, symbols),
        _people(paper, symbols, spans),
        _facts(paper, symbols),
        _labelled(paper, mark),
        _highlight(Content(_readable(paper.abstract) or "No abstract"), spans),
        *(_alternate(alternate.source, alternate.abstract, symbols) for alternate in paper.alternates),
    ]
    if mark.note:
        parts.insert(5, _note(mark.note, symbols))
    return Content("\n\n").join([part for part in parts if part])


def _readable(abstract: str) -> str:
    text = clean_block(tex_to_text(abstract[:ABSTRACT_LIMIT]))
    return f"{text} …" if len(abstract) > ABSTRACT_LIMIT else text


def _state(mark: Mark, symbols: Symbols) -> Content:
    words = [
        Content.styled("read", "$muted")
        if mark.read
        else Content.styled(f"{symbols.unread} unread", "$unread")
    ]
    if mark.starred:
        words.append(Content.styled(f"{symbols.starred} starred", "$star"))
    if mark.revised:
        words.append(Content.styled(f"{symbols.revised} new version since you read it", "$unread"))
    if mark.dismissed:
        words.append(Content.styled("dismissed", "$muted"))
    return Content("   ").join(words)


def _people(paper: Paper, symbols: Symbols, spans: Spans) -> Content:
    authors = _first(paper.authors, AUTHORS_SHOWN, ", ")
    lines = [_highlight(Content(authors), spans)] if authors else []
    omitted = paper.affiliations_omitted + max(0, len(paper.affiliations) - AFFILIATIONS_SHOWN)
    if paper.affiliations:
        shown = symbols.separator.join(
            clean_line(name, 120) for name in paper.affiliations[:AFFILIATIONS_SHOWN]
        )
        lines.append(Content.styled(f"{shown} +{omitted} more" if omitted else shown, "$muted"))
    return Content("\n").join(lines)


def _first(names: Sequence[str], limit: int, separator: str) -> str:
    shown = separator.join(clean_line(name, 120) for name in names[:limit])
    return f"{shown} +{len(names) - limit:,}" if len(names) > limit else shown


def _facts(paper: Paper, symbols: Symbols) -> Content:
    identity = f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else f"doi:{paper.doi}" if paper.doi else ""
    if paper.arxiv_id and paper.version:
        identity += f"v{paper.version}"
    facts = [paper.category, symbols.date(paper.date), clean_line(paper.venue, 200), identity]
    lines = [Content.styled(symbols.separator.join(fact for fact in facts if fact), "$muted")]
    addresses = [address for address in dict.fromkeys((paper.url, *paper.links)) if address]
    lines += [Content.styled(clean_line(address, 300), "$link") for address in addresses]
    return Content("\n").join([line for line in lines if line])


def _labelled(paper: Paper, mark: Mark) -> Content:
    rows = [("Topics", paper.topics), ("Tags", mark.tags), ("From", paper.sources)]
    return Content("\n").join(
        Content.styled(f"{label:8}", "$muted")
        + Content(" · ".join(clean_line(value, 120) for value in values))
        for label, values in rows
        if values
    )


def _note(note: str, symbols: Symbols) -> Content:
    return Content.styled(f"{symbols.note} ", "$star") + Content.styled(
        clean_block(note, ABSTRACT_LIMIT), "italic"
    )


def _alternate(source: str, abstract: str, symbols: Symbols) -> Content:
    head = Content.styled(f"{symbols.rule * 2} {clean_line(source, 60)} {symbols.rule * 2}", "$muted")
    return head + Content("\n\n") + Content(_readable(abstract))


def _highlight(content: Content, spans: Spans) -> Content:
    found: Iterable[Span] = spans(content.plain)
    for start, end, exact in found:
        content = content.stylize("$hit" if exact else "$fuzzy", start, end)
    return content
