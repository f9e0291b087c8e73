"""What all dialogs have in common: they are left once, whatever keys come while they go."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """A screen over the main screen. A second key that would leave it, typed before it is gone, does nothing."""

    _is_left = False

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave the dialog with a result."""
        if self._is_left:
            return AwaitComplete()
        self._is_left = True
        return super().dismiss(result)
