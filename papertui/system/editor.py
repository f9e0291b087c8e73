"""Editor: edit a text in the user's editor, without a shell."""

import shlex
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from papertui.errors import ProgramError, UsageError
from papertui.library.marks import NOTE_LIMIT

_BYTES_LIMIT = 4 * NOTE_LIMIT
"""Maximum size of an edited text, in bytes: that of the longest note in UTF-8."""


def editor_command(environment: Mapping[str, str], configured: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the command that edits a file: the configured one, else ``VISUAL``, else ``EDITOR``.

    Raises UsageError if there is none or its quotes do not match.
    """
    if configured:
        return tuple(configured)
    wanted = environment.get("VISUAL", "").strip() or environment.get("EDITOR", "").strip()
    if not wanted:
        raise UsageError("No editor found; set VISUAL or EDITOR.")
    try:
        return tuple(shlex.split(wanted))
    except ValueError as error:
        raise UsageError(f"The name of the editor cannot be read: {str(error).lower()}.") from error


def edit_text(text: str, command: Sequence[str]) -> str:
    """Let the user edit a text in a temporary file, and return the result.

    Raises ProgramError if the editor cannot be run or fails, or if the text is too long or not UTF-8.
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
            raise ProgramError(f"The editor {command[0]} failed; the text is unchanged.")
        return _read(path)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            edited = file.read(_BYTES_LIMIT + 1)
        if len(edited) > _BYTES_LIMIT:
            raise ProgramError(f"The text is longer than {NOTE_LIMIT:,} characters; it is unchanged.")
        return edited.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProgramError("The edited file cannot be read; the text is unchanged.") from error
