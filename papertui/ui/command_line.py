"""The ``:`` line: a command and a query, with what it would do shown before Enter does it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from papertui.library import Library
from papertui.model import Change
from papertui.text import clean_line
from papertui.ui.line import shorten
from papertui.ui.rows import shown_title

EXAMPLES_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be done to papers by name."""

    would: str
    """What it would do, with ``{papers}`` where they are named."""
    run: Callable[[Library, Sequence[str]], Change]


def _marking(name: str) -> Callable[[Library, Sequence[str]], Change]:
    return lambda library, keys: library.apply(name, keys)


COMMANDS: Mapping[str, Command] = {
    "read": Command("marks {papers} read", _marking("read")),
    "unread": Command("marks {papers} unread", _marking("unread")),
    "star": Command("stars {papers}", _marking("star")),
    "unstar": Command("takes the star from {papers}", _marking("unstar")),
    "dismiss": Command("dismisses {papers} from the lists", _marking("dismiss")),
    "restore": Command("brings {papers} back into the lists", _marking("restore")),
    "delete": Command("deletes {papers}", lambda library, keys: library.delete(keys)),
}


@dataclass(frozen=True, slots=True)
class Planned:
    """A command as typed: what it is, which papers it is about, or what is wrong with it."""

    command: Command | None
    keys: tuple[str, ...] = ()
    complaint: str = ""


def plan(library: Library, text: str, targets: Sequence[str]) -> Planned:
    """Read a command line: a command's name and a query; without a query it is about the targets."""
    name, _, query = clean_line(text).partition(" ")
    if not name:
        return Planned(None, complaint=f"Commands: {', '.join(COMMANDS)}")
    command = COMMANDS.get(name)
    if command is None:
        return Planned(None, complaint=f"There is no command {name}. Commands: {', '.join(COMMANDS)}")
    if not query.strip():
        return Planned(command, tuple(targets))
    found = library.find(query)
    return Planned(command, found.keys, found.complaints[0] if found.complaints else "")


class CommandLine(ModalScreen[Planned | None]):
    """Type a command; what it would do is shown while it is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("tab", "complete", "complete"),
        Binding("up", "recall(-1)", "earlier"),
        Binding("down", "recall(1)", "later"),
    ]

    def __init__(self, library: Library, targets: Sequence[str], history: Sequence[str]) -> None:
        super().__init__()
        self._library = library
        self._targets = targets
        self._history = [*history, ""]
        self._place = len(history)
        self.text = ""

    def compose(self) -> ComposeResult:
        """Make the box with the input and what the command would do."""
        with Vertical(classes="dialog", id="command") as box:
            box.border_title = Content("Command")
            box.border_subtitle = Content("Enter: do it · Esc: back")
            yield Input(
                placeholder="read is:unread before:2026",
                suggester=SuggestFromList([f"{name} " for name in COMMANDS]),
                max_length=1_000,
                compact=True,
            )
            yield Static(id="plan", markup=False)

    def on_mount(self) -> None:
        """Show which commands there are."""
        self._show(plan(self._library, "", self._targets))

    def action_complete(self) -> None:
        """Take the suggested command."""
        self.query_one(Input).action_cursor_right()
        self.query_one(Input).action_end()

    def action_recall(self, step: int) -> None:
        """Go through the commands of before."""
        self._place = max(0, min(len(self._history) - 1, self._place + step))
        entry = self.query_one(Input)
        entry.value = self._history[self._place]
        entry.cursor_position = len(entry.value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(plan(self._library, event.value, self._targets))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        planned = plan(self._library, event.value, self._targets)
        if planned.command is not None and planned.keys and not planned.complaint:
            self.text = clean_line(event.value)
            self.dismiss(planned)

    def _show(self, planned: Planned) -> None:
        lines: list[Content] = []
        if planned.complaint:
            lines.append(Content.styled(planned.complaint, "$warning"))
        if planned.command is not None:
            papers = self._library.naming(planned.keys) if planned.keys else "no paper"
            lines.append(Content.styled(f"Enter {planned.command.would.replace('{papers}', papers)}", "bold"))
            width = max(20, self.size.width // 2)
            titles = [shown_title(self._library.paper(key)) for key in planned.keys[:EXAMPLES_SHOWN]]
            lines += (
                [Content(f"  {shorten(title, width)}") for title in titles] if len(planned.keys) > 1 else []
            )
            if len(planned.keys) > EXAMPLES_SHOWN:
                lines.append(
                    Content.styled(f"  ... and {len(planned.keys) - EXAMPLES_SHOWN:,} more", "$muted")
                )
        self.query_one("#plan", Static).update(Content("\n").join(lines))
