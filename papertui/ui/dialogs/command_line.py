"""Command line (``:``): a command and a query, with a preview of its effect."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from papertui.library import Library
from papertui.library.indexing import SMALL_LIBRARY
from papertui.library.marks import EDITS
from papertui.text.cleaning import clean_line
from papertui.text.tex import display_title
from papertui.transfer.copy_formats import COPY_FORMS
from papertui.ui.dialogs.base import Dialog
from papertui.ui.drawing.line import shorten

EXAMPLES_SHOWN, WORDS_OFFERED = 6, 8
PAUSE_SECONDS = 0.15
_WORD = re.compile(r'\s*(?:"([^"]*)"?|(\S+))')


@dataclass(frozen=True, slots=True)
class LineCommand:
    """A command that acts on papers."""

    verb: str
    """An imperative with the placeholders ``{papers}`` and ``{word}``."""
    word: str = ""
    """The name of its argument before the query, such as ``TAG``; empty if it takes none."""
    words: Sequence[str] = ()
    """The valid arguments, the default first; empty if any text is valid."""


COMMANDS: Mapping[str, LineCommand] = {
    **{name: LineCommand(edit.verb) for name, edit in EDITS.items()},
    "tag": LineCommand("Tag {papers} {word}", "TAG"),
    "untag": LineCommand("Remove the tag {word} from {papers}", "TAG"),
    "select": LineCommand("Select {papers}"),
    "copy": LineCommand("Copy the {word} of {papers}", "FORM", COPY_FORMS),
    "export": LineCommand("Export {papers} to the file {word}", "FILE"),
    "ask": LineCommand("Answer from the papers shown: {word}", "QUESTION"),
    "delete": LineCommand("Delete {papers}"),
}


@dataclass(frozen=True, slots=True)
class Planned:
    """A parsed command line: command, papers, argument and query, or the error."""

    name: str = ""
    keys: tuple[str, ...] = ()
    word: str = ""
    query: str = ""
    complaint: str = ""

    @property
    def sentence(self) -> str:
        """The effect of the command, with the placeholder ``{papers}``; empty for an unknown command."""
        return COMMANDS[self.name].verb.replace("{word}", self.word) if self.name else ""


def plan(library: Library, text: str, targets: Sequence[str]) -> Planned:
    """Parse a command line: command, argument and query; without a query it acts on the targets."""
    name, _, rest = clean_line(text).partition(" ")
    command = COMMANDS.get(name)
    if command is None:
        unknown = f"Unknown command {name}. " if name else ""
        return Planned(complaint=f"{unknown}Commands: {', '.join(COMMANDS)}")
    word, query = (rest.strip(), "") if name == "ask" else _word_and_query(command, rest)
    if command.word and not word:
        return Planned(
            name,
            complaint=f"{name} needs a {command.word.lower()}{'' if name == 'ask' else ', then a query'}",
        )
    if not query:
        return Planned(name, tuple(targets), word)
    if not library.index.ready:
        return Planned(name, (), word, query, "Preparing the search; try again in a moment")
    if fault := library.lists.query_fault(query, narrowing=True):
        return Planned(name, (), word, query, fault)
    return Planned(name, library.find(query).keys, word, query)


def _word_and_query(command: LineCommand, rest: str) -> tuple[str, str]:
    match = _WORD.match(rest) if command.word else None
    word = (match[1] or match[2] or "").strip() if match else ""
    if command.words and word not in command.words:
        return command.words[0], rest.strip()
    return word, rest[match.end() :].strip() if match else rest.strip()


def completions(library: Library, text: str) -> list[str]:
    """Return completions of a command line: whole lines, most likely first."""
    name, space, rest = text.partition(" ")
    if not space:
        return [f"{known} " for known in COMMANDS if known.startswith(name)]
    command = COMMANDS.get(name)
    if command is None:
        return []
    if command.word and not re.search(r'\S\s|"\s', rest):
        words = command.words or (library.scopes.tags_by_size() if command.word == "TAG" else ())
        return [f"{name} {_quoted(word)} " for word in words if word.startswith(rest.strip().strip('"'))]
    offered = library.lists.completions(text, len(text))
    return [text[: one.start] + one.insert + text[one.end :] for one in offered]


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


class CommandLine(Dialog[Planned | None]):
    """Dialog to type a command, with a preview."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("tab", "complete", "complete"),
        Binding("up", "recall(-1)", "earlier"),
        Binding("down", "recall(1)", "later"),
    ]

    def __init__(
        self, library: Library, targets: Sequence[str], history: Sequence[str], text: str = ""
    ) -> None:
        super().__init__()
        self._library = library
        self._targets = targets
        self._history = [*history, text]
        self._place = len(history)
        self.text = text

    def compose(self) -> ComposeResult:
        """Compose the input and the preview."""
        with Vertical(classes="dialog", id="command") as box:
            box.border_title = Content("Command")
            box.border_subtitle = Content("Enter run · Tab complete · Up earlier · Esc back")
            yield Input(self.text, placeholder="read is:unread before:2026", max_length=1_000, compact=True)
            yield Static(id="plan", markup=False)

    def on_mount(self) -> None:
        """List the commands."""
        self._show(plan(self._library, self.text, self._targets))

    def action_complete(self) -> None:
        """Insert the most likely completion, and list the others."""
        offered = completions(self._library, self.query_one(Input).value)
        if not offered:
            return
        self._put(offered[0])
        if len(offered) > 1:
            shown = "   ".join(clean_line(line) for line in offered[:WORDS_OFFERED])
            self.query_one("#plan", Static).update(Content.styled(shown, "$muted"))

    def action_recall(self, step: int) -> None:
        """Go through the history of command lines."""
        self._place = max(0, min(len(self._history) - 1, self._place + step))
        self._put(self._history[self._place])
        self._show(plan(self._library, self._history[self._place], self._targets))

    def _put(self, text: str) -> None:
        entry = self.query_one(Input)
        with entry.prevent(Input.Changed):
            entry.value = text
        entry.cursor_position = len(text)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if len(self._library) <= SMALL_LIBRARY:
            self._show(plan(self._library, event.value, self._targets))
        else:
            self._plan_later(event.value)

    @work(exclusive=True, exit_on_error=False, group="plan")
    async def _plan_later(self, text: str) -> None:
        """Show the preview after a pause in typing; among many papers it takes too long for each key."""
        await asyncio.sleep(PAUSE_SECONDS)
        if self._library.index.ready:
            self._library.index.index()  # brought up to date here, so that the thread only reads it
        self._show(await asyncio.to_thread(plan, self._library, text, self._targets))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        planned = plan(self._library, event.value, self._targets)
        if planned.name and planned.keys and not planned.complaint:
            self.text = clean_line(event.value)
            self.dismiss(planned)
        else:
            self._show(planned)

    def _show(self, planned: Planned) -> None:
        lines = [Content.styled(planned.complaint, "$warning")] if planned.complaint else []
        if planned.name and not (planned.complaint and not planned.keys):
            lines += self._preview(planned)
        self.query_one("#plan", Static).update(Content("\n").join(lines))

    def _preview(self, planned: Planned) -> Iterable[Content]:
        """Show the effect of Enter, with the first of the papers."""
        papers = self._library.naming(planned.keys) if planned.keys else "no papers"
        yield Content.styled(f"Enter: {planned.sentence.replace('{papers}', papers)}", "bold")
        width = max(20, self.size.width // 2)
        for key in planned.keys[:EXAMPLES_SHOWN] if len(planned.keys) > 1 else ():
            yield Content(f"  {shorten(display_title(self._library.paper(key)), width)}")
        if len(planned.keys) > EXAMPLES_SHOWN:
            yield Content.styled(f"  ... and {len(planned.keys) - EXAMPLES_SHOWN:,} more", "$muted")
