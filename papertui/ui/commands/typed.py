"""Commands typed into the ``:`` line."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from papertui.library import marks
from papertui.ui.commands import copy_and_open, insights, transfer
from papertui.ui.controller import Controller

if TYPE_CHECKING:
    from papertui.ui.dialogs.command_line import Planned


async def open_command_line(app: Controller) -> None:
    """Ask for a command line, and run it."""
    from papertui.ui.dialogs.command_line import CommandLine

    dialog = CommandLine(app.library, app.targets, app.command_lines)
    planned = await app.ask(dialog)
    if planned is not None:
        app.command_lines[:] = [*(line for line in app.command_lines if line != dialog.text), dialog.text]
        _run(app, planned)


def _run(app: Controller, planned: "Planned") -> None:
    library, keys, word = app.library, planned.keys, planned.word
    match planned.name:
        case "select":
            app.select(keys)
            app.say("Actions apply to all; Esc clears")
        case "copy":
            app.start(partial(copy_and_open.copy_papers, app, keys, word), "copy")
        case "export":
            app.start(partial(transfer.export_papers, app, keys, Path(word)), "export")
        case "ask":
            app.start(partial(insights.answer, app, word), "dialog")
        case "tag":
            app.edit(lambda: library.apply(marks.tag(word), keys))
        case "untag":
            app.edit(lambda: library.apply(marks.untag(word), keys))
        case "delete":
            app.edit(lambda: library.delete(keys))
        case name:
            app.edit(lambda: library.apply(marks.EDITS[name], keys))
