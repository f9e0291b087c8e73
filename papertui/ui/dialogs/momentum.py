"""Trends page: momentum of a topic or the library, and reading statistics."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from papertui.insights.momentum import WEEKS, Momentum, Trends
from papertui.insights.people import Named, count_names
from papertui.insights.reading_stats import ReadingFigures, count_reading
from papertui.library import Library
from papertui.library.seeds import PublishedTopic
from papertui.model import Scope, ScopeKind
from papertui.steps import reporting
from papertui.text.cleaning import clean_line
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.chart import column_chart
from papertui.ui.drawing.line import filled
from papertui.ui.drawing.symbols import Symbols

T = TypeVar("T")
NAMES_SHOWN = 12
CHART_LINES = 7
_TOPICS_READ = 6
_WIDEST = 100
"""Maximum width of the page, in cells."""
_LABEL = 8
"""Width of the labels before figures, in cells."""
_WEEK = 7
"""Width of the figure of a week, in cells."""


@dataclass(frozen=True, slots=True)
class Moving:
    """The content of the page; None for parts not counted yet."""

    title: str
    total: int
    unread: int
    momentum: Momentum
    published: PublishedTopic | None
    anchor_is_today: bool
    reading: ReadingFigures | None = None
    topics: Sequence[Named] | None = None
    authors: Sequence[Named] | None = None
    affiliations: Sequence[Named] | None = None


def moving_of(library: Library, trends: Trends, scope: Scope, keys: Sequence[str]) -> Moving:
    """Return the figures of a scope that are known at once."""
    whole = scope.kind is ScopeKind.ALL
    momentum = (
        trends.everything
        if whole
        else trends.topic(scope.name)
        if scope.kind is ScopeKind.TOPIC
        else trends.of(keys)
    )
    count = library.count(scope)
    return Moving(
        "Whole library" if whole else scope.title,
        count.total,
        count.unread,
        momentum,
        library.scopes.published(scope.name) if scope.kind is ScopeKind.TOPIC else None,
        momentum.anchor == library.clock().date(),
    )


def completed(library: Library, scope: Scope, keys: Sequence[str], moving: Moving) -> Iterator[Moving]:
    """Yield the content as more of it is counted, in steps of a few milliseconds."""
    today = library.clock().date()
    reading = yield from reporting(count_reading(library.contents.rows, library.mark, today), moving)
    moving = replace(moving, reading=reading)
    names = partial(count_names, library, keys, limit=NAMES_SHOWN, without=(scope.name,))
    moving = replace(moving, topics=(yield from reporting(names(field="topics"), moving)))
    moving = replace(moving, authors=(yield from reporting(names(field="authors"), moving)))
    yield replace(moving, affiliations=(yield from reporting(names(field="affiliations"), moving)))


class MomentumScreen(Dialog[None]):
    """Dialog with the trends of a topic or the library."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,M", "dismiss(None)", "back"),
        Binding("j,down", "scroll(1)", "down"),
        Binding("k,up", "scroll(-1)", "up"),
        Binding("pagedown,space", "scroll(12)", "page down"),
        Binding("pageup", "scroll(-12)", "page up"),
    ]

    def __init__(self, moving: Moving, symbols: Symbols) -> None:
        super().__init__()
        self._moving = moving
        self._symbols = symbols

    def compose(self) -> ComposeResult:
        """Compose the page."""
        with VerticalScroll(classes="dialog page", can_focus=False) as box:
            box.border_title = Content(f"Trends · {clean_line(self._moving.title, 80)}")
            box.border_subtitle = Content("j k scroll · Esc back")
            yield Static(id="momentum", markup=False)

    def on_resize(self) -> None:
        """Redraw for the new width."""
        self.show(self._moving)

    def show(self, moving: Moving) -> None:
        """Show the figures counted so far."""
        self._moving = moving
        box = self.query_one(VerticalScroll)
        width = max(24, min(_WIDEST, box.scrollable_content_region.width))
        self.query_one(Static).update(momentum_text(moving, self._symbols, width))

    def action_scroll(self, lines: int) -> None:
        """Scroll the page."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def momentum_text(moving: Moving, symbols: Symbols, width: int) -> Content:
    """Return the page as styled text for a width in cells."""
    parts = [
        _head(moving),
        _section("Papers per week, by date of publication", symbols, width),
        _chart(moving.momentum, symbols, width),
        _fine_print(moving),
        _published(moving, symbols, width),
        _reading(moving, symbols, width),
        _names("Topics of these papers", moving.topics, symbols, width),
        _names("Authors", moving.authors, symbols, width),
        _names("Affiliations", moving.affiliations, symbols, width),
    ]
    return Content("\n\n").join([part for part in parts if part])


def _head(moving: Moving) -> Content:
    lines = [Content.styled(clean_line(moving.title), "bold $paper-title")]
    if moving.published:
        lines += [
            Content.styled(f"{short}: {full}", "$muted") for short, full in moving.published.glossary.items()
        ]
    lines.append(Content(moving.momentum.sentence))
    lines.append(
        Content.styled(f"{moving.total:,} papers in the library, {moving.unread:,} unread", "$muted")
    )
    return Content("\n").join(lines)


def _section(title: str, symbols: Symbols, width: int) -> Content:
    rule = symbols.rule * max(0, width - len(title) - 1)
    return Content.styled(title, "bold $primary") + Content.styled(f" {rule}", "$edge")


def _chart(momentum: Momentum, symbols: Symbols, width: int) -> Content:
    labels = _weeks_until(momentum.anchor)
    return column_chart(momentum.weekly, labels, width=width, height=CHART_LINES, signs=symbols.bars)


def _weeks_until(day: date) -> list[str]:
    """Return the Mondays of the weeks up to a day."""
    last = day - timedelta(days=day.weekday())
    mondays = [last - timedelta(weeks=WEEKS - 1 - week) for week in range(WEEKS)]
    return [f"{monday:%b} {monday.day}" for monday in mondays]


def _fine_print(moving: Moving) -> Content:
    momentum = moving.momentum
    end = "today" if moving.anchor_is_today else "the newest paper with an exact date"
    lines = [f"Weeks begin on Monday. The windows end at {momentum.anchor.isoformat()}, {end}."]
    if momentum.imprecise:
        lines.append(f"{momentum.imprecise:,} without an exact date count in totals only.")
    return Content.styled(" ".join(lines), "$muted")


def _published(moving: Moving, symbols: Symbols, width: int) -> Content:
    """Return the figures published by the source of the topic."""
    topic = moving.published
    if topic is None or not topic.published:
        return Content("")
    told = topic.published
    figures = [
        f"{told['papers_total']:,} papers" if "papers_total" in told else "",
        f"{told['last_four_weeks']:,} in 4 weeks" if "last_four_weeks" in told else "",
        _signed(told["change_percent"]) if "change_percent" in told else "",
        f"{told['share_percent']}% of all new papers" if "share_percent" in told else "",
        f"chart from {told['chart_from']} to {_within(str(told.get('chart_to', '')))}"
        if "chart_from" in told
        else "",
    ]
    title = f"Published by {clean_line(topic.source, 40)}"
    return _section(title, symbols, width) + Content("\n" + ", ".join(figure for figure in figures if figure))


def _within(sentence: str) -> str:
    """Return a label for the middle of a sentence: ``the week of Sep 28``."""
    return sentence.replace("Week of", "the week of")


def _signed(percent: str | float) -> str:
    return (
        f"{'down' if isinstance(percent, int | float) and percent < 0 else 'up'} {str(percent).lstrip('-')}%"
    )


def _names(title: str, names: Sequence[Named] | None, symbols: Symbols, width: int) -> Content:
    """Return names in columns, each after its number of papers."""
    head = _section(title, symbols, width)
    if names is None:
        return head + Content.styled(f"\ncounting {symbols.ellipsis}", "$muted")
    if not names:
        return Content("")
    told = [(f"{count:,}", clean_line(name, 80)) for name, count in names]
    figures = max(len(figure) for figure, _ in told)
    columns = max(1, width // (figures + 2 + max(cell_len(name) for _, name in told) + 2))
    room = width // columns - figures - 3
    cells = [
        Content.styled(f"{figure:>{figures}}  ", "$unread")
        + Content(filled(name, room, symbols.ellipsis) + " ")
        for figure, name in told
    ]
    rows = [Content("").join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
    return Content("\n").join([head, *rows])


def _reading(moving: Moving, symbols: Symbols, width: int) -> Content:
    head, reading = _section("Your reading per week", symbols, width), moving.reading
    if reading is None:
        return head + Content.styled(f"\ncounting {symbols.ellipsis}", "$muted")
    streak = f"Reading streak: {reading.streak:,} day{'' if reading.streak == 1 else 's'}"
    shown = max(1, min(WEEKS, (width - _LABEL) // _WEEK))
    labels = _weeks_until(reading.until)[-shown:]
    lines = [
        head,
        Content.styled(" " * _LABEL + "".join(f"{label:>{_WEEK}}" for label in labels), "$muted"),
        _week_line("read", reading.read[-shown:]),
        _week_line("added", reading.added[-shown:]),
        Content(f"{reading.backlog:,} unread{symbols.separator}{streak}"),
        *_topics_read(reading),
    ]
    return Content("\n").join(lines)


def _week_line(label: str, weekly: Sequence[int]) -> Content:
    figures = (
        Content.styled(f"{figure or '-':>{_WEEK}}", "bold" if figure else "$muted") for figure in weekly
    )
    return Content.styled(f"{label:<{_LABEL}}", "$muted") + Content("").join(figures)


def _topics_read(reading: ReadingFigures) -> Iterable[Content]:
    for topic in reading.topics[:_TOPICS_READ]:
        told = f"{topic.read:,} read in 4 weeks, {topic.unread:,} left"
        yield Content.styled(f"{told:<34}", "$muted") + Content(clean_line(topic.name, 60))
