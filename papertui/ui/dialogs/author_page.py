"""Author page: profile of an author or affiliation, and the records."""

from collections.abc import Sequence

from textual.content import Content

from papertui.insights.people import Named, Person, other_names, person, place
from papertui.library import Library
from papertui.model import Scope, ScopeKind
from papertui.text.cleaning import clean_line
from papertui.text.tex import display_title
from papertui.ui.dialogs.papers import PaperLines
from papertui.ui.drawing.symbols import Symbols

NAMES_SHOWN = 8


def page_of(library: Library, scope: Scope, others: Sequence[str] = ()) -> Person:
    """Return the profile of an author, with further names of the same person, or of an affiliation."""
    return (
        person(library, scope.name, *others) if scope.kind is ScopeKind.AUTHOR else place(library, scope.name)
    )


def names_that_may_be_one(library: Library, scope: Scope) -> list[str]:
    """Return other names that may belong to the author; none for an affiliation."""
    return other_names(library, scope.name) if scope.kind is ScopeKind.AUTHOR else []


def head_of(page: Person, others: Sequence[str], symbols: Symbols) -> Content:
    """Return the head of a page: name, number of records, period, co-authors and topics."""
    count = len(page.keys)
    dates = page.first if page.first == page.last else f"{page.first} to {page.last}"
    facts = [f"{count:,} record{'' if count == 1 else 's'}", dates, "o opens the source"]
    lines = [
        Content.styled(clean_line(", ".join(page.names), 300), "bold $paper-title"),
        Content(symbols.separator.join(fact for fact in facts if fact)),
    ]
    if others:
        told = ", ".join(clean_line(name, 80) for name in others[:NAMES_SHOWN])
        lines.append(Content.styled(f"May be the same: {told} (+ merges the lists)", "$warning"))
    for label, names in (("With", page.coauthors), ("Topics", page.topics)):
        if names:
            lines.append(Content.styled(f"{label:7}", "$muted") + Content(_counted(names, symbols)))
    return Content("\n").join(lines)


def records_of(library: Library, page: Person, symbols: Symbols) -> list[PaperLines]:
    """Return the records of a page with date, category and link, newest first."""
    records = []
    for key in page.keys:
        paper = library.paper(key)
        state = "" if library.mark(key).read else f"{symbols.unread} "
        about = symbols.separator.join(part for part in (paper.date, paper.category, paper.url) if part)
        records.append(PaperLines(key, f"{state}{display_title(paper)}", about))
    return records


def _counted(names: Sequence[Named], symbols: Symbols) -> str:
    shown = symbols.separator.join(f"{clean_line(name, 80)} {count:,}" for name, count in names[:NAMES_SHOWN])
    return f"{shown} +{len(names) - NAMES_SHOWN:,}" if len(names) > NAMES_SHOWN else shown
