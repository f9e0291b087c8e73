"""Commands of the ``:`` line on the main screen: what each of them does to the papers of its query."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual import work

from papertui.library import marks
from papertui.library.marks import EDITS
from papertui.ui.commands.selecting import SelectingScreen

if TYPE_CHECKING:
    from papertui.ui.dialogs.command_line import Planned


class CommandingScreen(SelectingScreen):
    """A screen on which commands are typed."""

    commands: list[str]
    """The command lines of before, the last one last."""

    @work(exit_on_error=False, group="dialog")
    async def action_command(self) -> None:
        """Ask for a command, and do it."""
        from papertui.ui.dialogs.command_line import CommandLine

        dialog = CommandLine(self.library, self.targets, self.commands)
        planned = await self.app.push_screen_wait(dialog)
        if planned is not None:
            self.remember_command(dialog.text)
            self._do(planned)

    def remember_command(self, text: str) -> None:
        """Keep a command line for the next time, at the end."""
        self.commands[:] = [*(line for line in self.commands if line != text), text]

    def ask(self, question: str) -> None:
        """Answer a question in words."""
        raise NotImplementedError

    def _do(self, planned: "Planned") -> None:
        library, keys, word = self.library, planned.keys, planned.word
        match planned.name:
            case "select":
                self.select(keys)
                self.say("Every action takes the selection · Esc lets go of it")
            case "copy":
                self.copy(keys, word)
            case "export":
                self.run_worker(self.export(keys, Path(word)), exit_on_error=False, group="export")
            case "ask":
                self.ask(word)
            case "tag" | "untag" as name:
                self.edit(lambda: library.apply((marks.untag if name == "untag" else marks.tag)(word), keys))
            case "delete":
                self.edit(lambda: library.delete(keys))
            case name:
                self.edit(lambda: library.apply(EDITS[name], keys))
