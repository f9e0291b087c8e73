"""Undo and redo on the main screen, one action at a time or to any point of the history."""

import asyncio

from textual import work

from papertui.errors import PapertuiError
from papertui.model import Change
from papertui.ui.commands.annotating import LabellingScreen

STEPS_AT_ONCE = 8
"""So many actions are undone between two looks at the keys."""


class UndoingScreen(LabellingScreen):
    """A screen on which everything that was done can be taken back."""

    def show_change(self, change: Change) -> None:
        """Repaint what a change touched."""
        raise NotImplementedError

    def action_undo(self) -> None:
        """Take back the last action."""
        self.edit(self.library.undo)

    def action_redo(self) -> None:
        """Do again what was undone."""
        self.edit(self.library.redo)

    @work(exit_on_error=False, group="dialog")
    async def action_history(self) -> None:
        """Show all actions, and go to the point that is chosen."""
        from papertui.ui.dialogs.history import HistoryDialog

        history = self.library.history
        if not len(history):
            self.say("Nothing was done yet")
            return
        wanted = await self.app.push_screen_wait(HistoryDialog(history, self.symbols))
        if wanted is not None:
            await self._go_to(history.steps_to(wanted))

    async def _go_to(self, steps: int) -> None:
        """Undo or redo so many actions, and show all of it as one change; a fault ends it where it is."""
        turn = self.library.redo if steps > 0 else self.library.undo
        changes: list[Change] = []
        fault = ""
        try:
            for number in range(abs(steps)):
                changes.append(turn())
                if number % STEPS_AT_ONCE == STEPS_AT_ONCE - 1:
                    await asyncio.sleep(0)
        except PapertuiError as error:
            fault = str(error)
        keys = dict.fromkeys(key for change in changes for key in change.keys)
        count = "1 action" if len(changes) == 1 else f"{len(changes):,} actions"
        words = f"Did {count} again · u undoes" if steps > 0 else f"Undid {count} · U redoes"
        text = words if changes else "Already there"
        self.show_change(Change(tuple(keys), text, whole=any(change.whole for change in changes)))
        self.say(fault, fault=True)
