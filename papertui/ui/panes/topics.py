"""Topic pane: sidebar of topics, tags, authors and searches with counts."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from papertui.library import Library
from papertui.library.contents import Count
from papertui.library.indexing import SMALL_LIBRARY
from papertui.model import EVERYTHING, Change, Ranking, Scope, ScopeKind
from papertui.text.cleaning import clean_line
from papertui.text.folding import fold
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece, filled, shorten
from papertui.ui.drawing.symbols import Symbols

if TYPE_CHECKING:
    from papertui.insights.momentum import Momentum
    from papertui.insights.scope_counts import Overview, Standing

ROOMS = ((24, 12), (20, 8), (11, 4))
"""Minimum cells of a name, and the weeks that are drawn beside names of this width."""
FULL_BAR = 4
"""Papers of a week that fill a bar if no week has more."""
IDLE_SECONDS = 0.3
"""Seconds without an edit before a large library is counted again."""
_CHARTED = frozenset(
    {ScopeKind.TOPIC, ScopeKind.AUTHOR, ScopeKind.CATEGORY, ScopeKind.SEARCH, ScopeKind.AFFILIATION}
)


class Heading(NamedTuple):
    """A row of the sidebar that names the group below it."""

    text: str


Entry = Scope | Heading


class TopicPane(KeyList[Entry]):
    """The scopes that the list can show, each with its trend and its numbers of unread and of all papers."""

    def __init__(self, library: Library, symbols: Symbols, ranking: Ranking) -> None:
        super().__init__(
            self._draw_entry,
            marker=symbols.cursor,
            can_hold_cursor=lambda entry: isinstance(entry, Scope),
            id="topics",
        )
        self.ranking = ranking
        self.filter_text = ""
        """Words that an entry must contain to be listed."""
        self._library = library
        self._symbols = symbols
        self._columns: dict[int, Columns] = {}
        self.border_title = Content("Topics")

    @cached_property
    def overview(self) -> "Overview":
        """The counts and trends of the entries, loaded after the first paint."""
        from papertui.insights.scope_counts import Overview

        return Overview(self._library)

    @property
    def scopes(self) -> list[Scope]:
        """The scopes that are listed."""
        return [entry for entry in self.keys if isinstance(entry, Scope)]

    def list_entries(self, scope: Scope) -> None:
        """List the entries that the library has now, with the cursor on the scope that the list shows."""
        entries = sidebar_entries(self._library, scope, self.overview, self.ranking)
        if self.filter_text:
            entries = _matching(entries, self.filter_text, scope)
        self._columns.clear()
        notes = [self.ranking.label if self.ranking is not Ranking.SIZE else "", self.filter_text]
        self.border_subtitle = Content(self._symbols.separator.join(filter(None, notes)))
        self.show(entries, scope)

    def redraw_changed(self, change: Change, scope: Scope) -> None:
        """Draw the entries again whose counts a change may affect; list all again if entries may have come or gone."""
        self.overview.expire()
        listed = {entry.name for entry in self.scopes if entry.kind is ScopeKind.TAG}
        tags_differ = not self.filter_text and listed != {*self._library.contents.tags, *tag_of(scope)}
        if change.whole or tags_differ:
            self.list_entries(scope)
        elif change.topics:
            self.redraw(
                frozenset(
                    entry
                    for entry in self.scopes
                    if entry.kind is not ScopeKind.TOPIC or entry.name in change.topics
                )
            )
        else:
            self.redraw()

    async def count(self) -> bool:
        """Count changed entries between the keys; return False if trends were counted for the first time."""
        counted = self.overview.trends.ready
        if len(self._library) > SMALL_LIBRARY:
            await asyncio.sleep(IDLE_SECONDS)
        for _ in self.overview.renew(self.scopes):
            await asyncio.sleep(0)
        return counted

    def _draw_entry(self, entry: Entry, width: int) -> Sequence[Line]:
        if isinstance(entry, Heading):
            return [[Piece(shorten(entry.text, width, self._symbols.ellipsis), "heading")]]
        columns = self._columns.get(width)
        if columns is None:
            columns = self._columns[width] = columns_for(self._charted_counts(), width)
        standing = self.overview.standing(entry)
        if entry.kind not in _CHARTED:
            columns = Columns(0, 0, short=columns.short)
        return [sidebar_line(entry.title, standing, width, columns, self._symbols)]

    def _charted_counts(self) -> Iterable[Count]:
        for entry in self.scopes:
            if entry.kind in _CHARTED:
                yield self.overview.standing(entry).count or Count()


def tag_of(scope: Scope) -> Sequence[str]:
    """Return the tag of a scope, if any: it stays listed while it is shown, even without papers."""
    return (scope.name,) if scope.kind is ScopeKind.TAG else ()


def sidebar_entries(library: Library, shown: Scope, overview: "Overview", ranking: Ranking) -> list[Entry]:
    """Return the entries of the sidebar from top to bottom; `shown` is the scope that the list shows."""
    entries: list[Entry] = [
        Heading("Library"),
        EVERYTHING,
        Scope(ScopeKind.STARRED),
        Scope(ScopeKind.FOLLOWING),
    ]
    followed = library.follows.scopes
    groups = (
        ("Followed", followed),
        ("Tags", _scopes(ScopeKind.TAG, dict.fromkeys([*library.scopes.tags_by_size(), *tag_of(shown)]))),
        ("Topics", _scopes(ScopeKind.TOPIC, library.scopes.topics_by_size())),
        ("Saved searches", _scopes(ScopeKind.SEARCH, library.saved_searches.names)),
        ("Authors", _scopes(ScopeKind.AUTHOR, library.scopes.frequent_authors())),
        ("Categories", _scopes(ScopeKind.CATEGORY, library.scopes.categories_by_size())),
    )
    for title, scopes in groups:
        listed = [scope for scope in scopes if title == "Followed" or scope not in followed]
        if listed:
            entries += [Heading(title), *overview.in_order(listed, ranking)]
    return entries


def _scopes(kind: ScopeKind, names: Iterable[str]) -> list[Scope]:
    return [Scope(kind, name) for name in names]


def _matching(entries: Iterable[Entry], text: str, shown: Scope) -> list[Entry]:
    """Return the entries that contain all words of a text, under their headings, and the one that is shown."""
    words = fold(text).split()
    matching: list[Entry] = []
    heading: Heading | None = None
    for entry in entries:
        if isinstance(entry, Heading):
            heading = entry
        elif entry == shown or all(word in fold(entry.title) for word in words):
            matching += [heading, entry] if heading else [entry]
            heading = None
    return matching


class Columns(NamedTuple):
    """The parts of an entry's line."""

    weeks: int
    """Bars of the chart; 0 for no chart."""
    figures: int
    """Cells of the counts."""
    short: bool = False
    """Whether counts are in thousands."""


def columns_for(counts: Iterable[Count], width: int) -> Columns:
    """Return the parts of lines of a width in cells: as many weeks as leave room for the names."""
    counts = list(counts)
    exact = 0
    for short in (False, True):
        figures = max((len(_figures(count, short=short)) for count in counts), default=0)
        exact = exact or figures
        for name, weeks in ROOMS:
            if width - figures - weeks - 4 >= name:
                return Columns(weeks, figures, short)
    return Columns(0, exact)


def sidebar_line(name: str, standing: "Standing", width: int, columns: Columns, symbols: Symbols) -> Line:
    """Return the line of an entry: its name, weekly chart, trend, and its numbers of unread and of all papers."""
    count, momentum = standing.count, standing.momentum
    figures = _figures(count, short=columns.short) if count else ""
    tail = f" {figures:>{columns.figures}} "
    chart = _chart(momentum, columns.weeks, symbols)
    room = max(1, width - len(tail) - sum(len(piece.text) for piece in chart))
    unread = count is None or count.unread > 0
    return [
        Piece(filled(clean_line(name, 200), room, symbols.ellipsis), "entry" if unread else "entry-read"),
        *chart,
        Piece(tail, "count" if count is not None and unread else "count-read"),
    ]


def _chart(momentum: "Momentum | None", weeks: int, symbols: Symbols) -> Line:
    if not weeks:
        return []
    if momentum is None:
        return [Piece(" " * (weeks + 2))]
    sign = symbols.rising if momentum.rises else symbols.falling if momentum.last < momentum.previous else " "
    from papertui.insights.momentum import bars

    shown = bars(momentum.weekly[-weeks:], symbols.bars[:-1], at_least=FULL_BAR)
    return [Piece(f" {shown}", "chart"), Piece(sign, "count" if momentum.rises else "chart")]


def _figures(count: Count, *, short: bool) -> str:
    total = _figure(count.total, short=short)
    return f"{_figure(count.unread, short=short)}/{total}" if count.unread else total


def _figure(number: int, *, short: bool) -> str:
    return f"{number // 1_000}k" if short and number >= 1_000 else f"{number:,}"
