"""Simple dialogs: choose, confirm, type a line or text, show a text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static, TextArea

from papertui.text.cleaning import clean_block, clean_line
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.key_list import KeyList
from papertui.ui.drawing.line import Line, Piece, filled


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, with the letter that chooses it at once."""

    value: str
    label: str
    letter: str = ""


class ChoiceList(KeyList[Choice]):
    """The choices, one on each line."""


class Pick(Dialog[str | None]):
    """Dialog to choose by letter, or with cursor and Enter; Esc returns none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back"),
        Binding("enter", "take", "take"),
        Binding("j,down", "move(1)", "down"),
        Binding("k,up", "move(-1)", "up"),
    ]

    def __init__(self, title: str, choices: Sequence[Choice], current: str = "") -> None:
        super().__init__()
        self._title = clean_line(title)
        self._choices = choices
        self._current = current

    def compose(self) -> ComposeResult:
        """Compose the list."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            choices = ChoiceList(self._draw)
            choices.styles.height = len(self._choices)
            yield choices

    def on_mount(self) -> None:
        """List the choices with the cursor on the current one."""
        current = next((choice for choice in self._choices if choice.value == self._current), None)
        choices = self.query_one(ChoiceList)
        choices.show(self._choices, current)
        choices.focus()

    def on_key(self, event: events.Key) -> None:
        """Choose by the pressed letter."""
        for choice in self._choices:
            if choice.letter and event.character == choice.letter:
                event.stop()
                self.dismiss(choice.value)

    @on(KeyList.Chosen)
    def _clicked(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        """Choose the row at the cursor."""
        choice = self.query_one(ChoiceList).cursor
        self.dismiss(choice.value if choice else None)

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self.query_one(ChoiceList).move_by(rows)

    def _draw(self, choice: Choice, width: int) -> Sequence[Line]:
        return [
            [
                Piece(f" {choice.letter or ' '} ", "letter"),
                Piece(filled(choice.label, max(0, width - 3)), "label"),
            ]
        ]


class Confirm(Dialog[bool]):
    """Dialog to confirm something that cannot be undone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "yes"),
        Binding("n,escape,q", "dismiss(False)", "no"),
    ]

    def __init__(self, question: str, detail: str = "") -> None:
        super().__init__()
        self._question = clean_line(question)
        self._detail = clean_block(detail)

    def compose(self) -> ComposeResult:
        """Compose the question."""
        with Vertical(classes="dialog") as box:
            box.border_subtitle = Content("y or Enter yes · n or Esc no")
            yield Static(
                Content("\n").join([Content.styled(self._question, "bold"), Content(self._detail)]),
                markup=False,
            )


class AskLine(Dialog[str | None]):
    """Dialog for one line of text; Esc returns none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, title: str, value: str = "", *, placeholder: str = "") -> None:
        super().__init__()
        self._title = clean_line(title)
        self._value = value
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        """Compose the input."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            yield Input(self._value, placeholder=self._placeholder, compact=True)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class TextEntry(TextArea):
    """A text area in which Enter submits; pasted text keeps its lines."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "screen.take", "take", priority=True)]


class AskText(Dialog[str | None]):
    """Dialog for a line or a pasted text; Esc returns none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, title: str, hint: str) -> None:
        super().__init__()
        self._title = clean_line(title)
        self._hint = clean_line(hint)

    def compose(self) -> ComposeResult:
        """Compose the text."""
        with Vertical(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content("Enter go · Esc back")
            yield Static(Content.styled(self._hint, "$muted"), markup=False)
            yield TextEntry(soft_wrap=True, show_line_numbers=False, compact=True)

    def on_mount(self) -> None:
        """Focus the text."""
        self.query_one(TextEntry).focus()

    def action_take(self) -> None:
        """Submit the text."""
        self.dismiss(self.query_one(TextEntry).text)


class ShowContent(Dialog[None]):
    """Dialog with a styled text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "dismiss(None)", "back")]

    def __init__(self, title: str, content: Content) -> None:
        super().__init__()
        self._title = clean_line(title)
        self._content = content

    def compose(self) -> ComposeResult:
        """Compose the text."""
        with VerticalScroll(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content("Esc back")
            yield Static(self._content, markup=False)


class ShowText(Dialog[None]):
    """Dialog with a text to select and copy by hand."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "dismiss(None)", "back")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = clean_line(title)
        self._text = clean_block(text)

    def compose(self) -> ComposeResult:
        """Compose the text."""
        with VerticalScroll(classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content("Esc back")
            yield TextArea(self._text, read_only=True, soft_wrap=True, show_cursor=False)
