"""Dialog to choose a paper from a list: similar papers, answers, author pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from papertui.text.cleaning import clean_line
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece, filled, shorten, wrapped

WIDEST, BESIDE = 100, 10
"""Maximum width of the box, and of its frame and indent, in cells."""
MOST_LINES = 9
"""Maximum number of lines about a paper."""
TAKEN = 8
"""Lines of the terminal outside the rows and the head."""


@dataclass(frozen=True, slots=True)
class PaperLines:
    """A paper, its title, and the lines about it."""

    key: str
    title: str
    about: str


def lines_for(papers: Sequence[PaperLines], width: int) -> int:
    """Return the lines of the longest text about a paper for a width of the screen."""
    cells = max(1, min(WIDEST, width * 96 // 100) - BESIDE)
    return max((len(wrapped(paper.about, cells, MOST_LINES)) for paper in papers), default=1)


class PaperList(KeyList[PaperLines]):
    """The papers with title and lines."""


class PaperChoice(Dialog[str | None]):
    """Dialog to choose a paper; Enter goes to it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back"),
        Binding("enter", "take", "go to the paper"),
        Binding("j,down", "move(1)", "down"),
        Binding("k,up", "move(-1)", "up"),
        Binding("g,home", "move(-100000)", "top"),
        Binding("G,end", "move(100000)", "bottom"),
    ]
    AUTO_FOCUS = "PaperList"

    def __init__(
        self,
        title: str,
        papers: Sequence[PaperLines],
        *,
        about_lines: int = 1,
        head: Content | None = None,
        extra: Mapping[str, str] | None = None,
        hint: str = "Enter go · Esc back",
        open_page: Callable[[str], None] | None = None,
    ) -> None:
        """Show papers with a number of lines about each, below a head.

        `extra` maps further keys to results; `open_page` opens a paper without closing the dialog.
        """
        super().__init__()
        self._title = clean_line(title)
        self._papers = papers
        self._about_lines = about_lines
        self._head = head
        self._extra = extra or {}
        self._hint = hint
        self._open_page = open_page

    def compose(self) -> ComposeResult:
        """Compose the head and the list."""
        with Vertical(classes="dialog wide") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._hint)
            if self._head is not None:
                with VerticalScroll(can_focus=False, classes="head"):
                    yield Static(self._head, markup=False)
            papers = PaperList(self._draw)
            papers.set_reactive(KeyList.row_height, 1 + self._about_lines)
            yield papers

    def on_mount(self) -> None:
        """List the papers."""
        self.query_one(PaperList).show(self._papers)
        self._fit()

    def on_resize(self) -> None:
        """Limit the height to the lines of the terminal."""
        self._fit()

    def action_take(self) -> None:
        """Go to the paper at the cursor."""
        chosen = self.query_one(PaperList).cursor
        self.dismiss(chosen.key if chosen else None)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self.query_one(PaperList).move_by(rows)

    def on_key(self, event: events.Key) -> None:
        """Return the result of a further key, or open the paper at the cursor."""
        chosen = self.query_one(PaperList).cursor
        if event.key in self._extra:
            event.stop()
            self.dismiss(self._extra[event.key])
        elif event.key == "o" and self._open_page and chosen:
            event.stop()
            self._open_page(chosen.key)

    @on(KeyList.Chosen)
    def _clicked(self) -> None:
        self.action_take()

    def _fit(self) -> None:
        rows = len(self._papers) * (1 + self._about_lines)
        head = self._head.plain.count("\n") + 3 if self._head is not None else 0
        self.query_one(PaperList).styles.height = max(
            3, min(rows, self.size.height - TAKEN - min(head, self.size.height // 2))
        )

    def _draw(self, paper: PaperLines, width: int) -> Sequence[Line]:
        about = wrapped(paper.about, max(1, width - 4), self._about_lines)
        return [
            [Piece(filled(f" {shorten(paper.title, max(0, width - 2))}", width), "title")],
            *([Piece(filled(f"   {line}", width), "detail")] for line in about),
        ]
