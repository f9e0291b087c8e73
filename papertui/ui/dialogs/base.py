"""Base of the dialogs."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """A modal screen. A second key that would close it, typed before it is gone, is ignored."""

    _is_left = False

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the dialog with a result."""
        if self._is_left:
            return AwaitComplete()
        self._is_left = True
        return super().dismiss(result)
