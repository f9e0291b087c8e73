"""A text edited in the reader's own editor, which is run without a shell."""

import shlex
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from papertui.errors import ProgramError, UsageError
from papertui.library.marks import NOTE_LIMIT

_BYTES_LIMIT = 4 * NOTE_LIMIT
"""Most bytes that an edited text can have: so many as the longest note in UTF-8."""


def editor_command(environment: Mapping[str, str], configured: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the words of the command that edits a file: as configured, else ``VISUAL``, else ``EDITOR``.

    Raises UsageError where none is known or its quotes do not close.
    """
    if configured:
        return tuple(configured)
    wanted = environment.get("VISUAL", "").strip() or environment.get("EDITOR", "").strip()
    if not wanted:
        raise UsageError("No editor is known; VISUAL or EDITOR names one.")
    try:
        return tuple(shlex.split(wanted))
    except ValueError as error:
        raise UsageError(f"The name of the editor cannot be read: {str(error).lower()}.") from error


def edit_text(text: str, command: Sequence[str]) -> str:
    """Let the reader edit a text in a file of its own, which is removed, and return what became of it.

    Raises ProgramError where the editor cannot be run or ends with a fault, or where the text became too long or is
    not UTF-8.
    """
    with tempfile.TemporaryDirectory(prefix="papertui-") as folder:
        path = Path(folder) / "note.md"
        path.write_text(text, encoding="utf-8")
        try:
            ended = subprocess.run([*command, str(path)], check=False)
        except OSError as error:
            raise ProgramError(
                f"The editor {command[0]} cannot be run: {(error.strerror or '').lower()}."
            ) from error
        if ended.returncode:
            raise ProgramError(f"The editor {command[0]} ended with a fault; the text is as it was.")
        return _read(path)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            edited = file.read(_BYTES_LIMIT + 1)
        if len(edited) > _BYTES_LIMIT:
            raise ProgramError(f"The text is longer than {NOTE_LIMIT:,} characters; it is as it was.")
        return edited.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProgramError("What the editor left cannot be read; the text is as it was.") from error
