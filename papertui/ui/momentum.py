"""What moves: the momentum of a topic or of the whole library, and the reader's own figures, in words and charts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from papertui.library import Library
from papertui.model import Scope, ScopeKind
from papertui.people import Named, affiliations_in, authors_in, topics_in
from papertui.reading import ReadingFigures, reading_figures
from papertui.seeds import PublishedTopic
from papertui.text import clean_line
from papertui.trends import WEEKS, Momentum, bars
from papertui.ui.chart import column_chart
from papertui.ui.symbols import Symbols

NAMES_SHOWN = 8
CHART_LINES = 7
_TOPICS_READ = 6


@dataclass(frozen=True, slots=True)
class Moving:
    """All that the screen shows, gathered beforehand so that drawing it costs nothing."""

    title: str
    total: int
    unread: int
    momentum: Momentum
    published: PublishedTopic | None
    authors: Sequence[Named]
    topics: Sequence[Named]
    affiliations: Sequence[Named]
    reading: ReadingFigures
    anchor_is_today: bool


def gather(library: Library, scope: Scope) -> Moving:
    """Return what is to be shown of a scope."""
    today = library.clock().date()
    keys = tuple(library.scope_keys(scope))
    trends = library.trends
    whole = scope.kind is ScopeKind.ALL
    momentum = (
        trends.everything
        if whole
        else trends.topic(scope.name)
        if scope.kind is ScopeKind.TOPIC
        else trends.of(keys)
    )
    count = library.count(scope)
    named = scope.name if scope.kind in {ScopeKind.TOPIC, ScopeKind.AUTHOR, ScopeKind.AFFILIATION} else ""
    return Moving(
        "The whole library" if whole else scope.title,
        count.total,
        count.unread,
        momentum,
        library.published(scope.name) if scope.kind is ScopeKind.TOPIC else None,
        authors_in(library, keys, without=(named,))[:NAMES_SHOWN],
        topics_in(library, keys, without=(named,))[:NAMES_SHOWN],
        affiliations_in(library, keys, without=(named,))[:NAMES_SHOWN],
        reading_figures(library.catalogue.rows, library.mark, today),
        momentum.anchor == today,
    )


class MomentumScreen(ModalScreen[None]):
    """What moves in a topic or in the whole library; Esc goes back."""

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
        """Make the page."""
        with VerticalScroll(classes="dialog page", can_focus=False) as box:
            box.border_title = Content(f"Momentum · {clean_line(self._moving.title, 80)}")
            box.border_subtitle = Content("j k: scroll · Esc: back")
            yield Static(id="momentum", markup=False)

    def on_resize(self) -> None:
        """Draw for the width that there is."""
        box = self.query_one(VerticalScroll)
        width = max(24, box.scrollable_content_region.width)
        self.query_one(Static).update(momentum_text(self._moving, self._symbols, width))

    def action_scroll(self, lines: int) -> None:
        """Scroll the page."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def momentum_text(moving: Moving, symbols: Symbols, width: int) -> Content:
    """Return the page as styled text for so many cells."""
    parts = [
        _head(moving),
        _section("Papers a week, by the day on which they were published", symbols, width),
        _chart(moving.momentum, symbols, width),
        _fine_print(moving),
        _published(moving, symbols, width),
        _names("Authors", moving.authors, symbols, width),
        _names("Together with these topics", moving.topics, symbols, width),
        _names("Affiliations", moving.affiliations, symbols, width),
        _reading(moving.reading, symbols, width),
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
    rule = symbols.rule * max(2, min(width, 100) - len(title) - 4)
    return Content.styled(title, "bold $primary") + Content.styled(f" {rule}", "$edge")


def _chart(momentum: Momentum, symbols: Symbols, width: int) -> Content:
    last = momentum.anchor - timedelta(days=momentum.anchor.weekday())
    mondays = [last - timedelta(weeks=WEEKS - 1 - week) for week in range(WEEKS)]
    labels = [f"{monday:%b} {monday.day}" for monday in mondays]
    return column_chart(momentum.weekly, labels, width=width, height=CHART_LINES, signs=symbols.bars)


def _fine_print(moving: Moving) -> Content:
    momentum = moving.momentum
    end = "today" if moving.anchor_is_today else "the newest paper dated to the day"
    lines = [f"Weeks begin on Monday. The windows end at {momentum.anchor.isoformat()}, {end}."]
    if momentum.imprecise:
        lines.append(f"{momentum.imprecise:,} dated to the month or year alone count in totals, not here.")
    return Content.styled(" ".join(lines), "$muted")


def _published(moving: Moving, symbols: Symbols, width: int) -> Content:
    """Say what the source says of the topic, apart from what is counted here."""
    topic = moving.published
    if topic is None or not topic.published:
        return Content("")
    told = topic.published
    figures = [
        f"{told['papers_total']:,} papers" if "papers_total" in told else "",
        f"{told['last_four_weeks']:,} in four weeks" if "last_four_weeks" in told else "",
        _signed(told["change_percent"]) if "change_percent" in told else "",
        f"{told['share_percent']}% of all new papers" if "share_percent" in told else "",
        f"chart from {told['chart_from']} to {_within(str(told.get('chart_to', '')))}"
        if "chart_from" in told
        else "",
    ]
    title = f"As published by {clean_line(topic.source, 40)}, not counted here"
    return _section(title, symbols, width) + Content("\n" + ", ".join(figure for figure in figures if figure))


def _within(sentence: str) -> str:
    """Return words as they stand within a sentence: ``the week of Sep 28``."""
    return sentence.replace("Week of", "the week of")


def _signed(percent: str | float) -> str:
    return (
        f"{'down' if isinstance(percent, int | float) and percent < 0 else 'up'} {str(percent).lstrip('-')}%"
    )


def _names(title: str, names: Sequence[Named], symbols: Symbols, width: int) -> Content:
    if not names:
        return Content("")
    told = symbols.separator.join(f"{clean_line(name, 80)} {count:,}" for name, count in names)
    return _section(title, symbols, width) + Content("\n" + told)


def _reading(reading: ReadingFigures, symbols: Symbols, width: int) -> Content:
    days = f"{reading.streak:,} {'day' if reading.streak == 1 else 'days'} in a row"
    lines = [
        _section("Your reading, in the last twelve weeks", symbols, width),
        _week_line("read", reading.read, symbols),
        _week_line("added", reading.added, symbols),
        Content(f"{reading.backlog:,} unread{symbols.separator}{days} with something read"),
        *_topics_read(reading),
    ]
    return Content("\n").join(lines)


def _week_line(label: str, weekly: Sequence[int], symbols: Symbols) -> Content:
    chart = Content.styled(bars(weekly, symbols.bars), "$unread")
    return (
        Content.styled(f"{label:<8}", "$muted")
        + chart
        + Content(f"  {sum(weekly):,}, {weekly[-1]:,} this week")
    )


def _topics_read(reading: ReadingFigures) -> Iterable[Content]:
    for topic in reading.topics[:_TOPICS_READ]:
        told = f"{topic.read:,} read, {topic.unread:,} left"
        yield Content.styled(f"{told:<22}", "$muted") + Content(clean_line(topic.name, 60))
