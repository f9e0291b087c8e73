"""Commands for undo, redo and the history."""

import asyncio

from papertui.errors import PapertuiError
from papertui.model import Change
from papertui.ui.controller import Controller

ACTIONS_PER_STEP = 8
"""Actions undone between two looks at the keys."""


def undo(app: Controller) -> None:
    """Undo the last action."""
    app.edit(app.library.undo)


def redo(app: Controller) -> None:
    """Redo the action that was undone last."""
    app.edit(app.library.redo)


async def browse(app: Controller) -> None:
    """Show all actions, and undo or redo up to the chosen one."""
    from papertui.ui.dialogs.history import HistoryDialog

    history = app.library.history
    if not len(history):
        app.say("The history is empty")
        return
    chosen = await app.ask(HistoryDialog(history, app.symbols))
    if chosen is not None:
        await _undo_or_redo(app, history.steps_to(chosen))


async def _undo_or_redo(app: Controller, steps: int) -> None:
    """Redo a number of actions, or undo them if it is negative, and show one change; stop at the first fault."""
    turn = app.library.redo if steps > 0 else app.library.undo
    changes: list[Change] = []
    fault = ""
    try:
        for number in range(abs(steps)):
            changes.append(turn())
            if number % ACTIONS_PER_STEP == ACTIONS_PER_STEP - 1:
                await asyncio.sleep(0)
    except PapertuiError as error:
        fault = str(error)
    keys = dict.fromkeys(key for change in changes for key in change.keys)
    count = "1 action" if len(changes) == 1 else f"{len(changes):,} actions"
    done = f"Redid {count} · u undoes" if steps > 0 else f"Undid {count} · U redoes"
    text = done if changes else "Already there"
    app.redraw(Change(tuple(keys), text, whole=any(change.whole for change in changes)))
    app.say(fault, fault=True)
