"""Atomic replacement of files: readers see the old or the new content."""

import os
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

Block = bytes | memoryview


def replace_file(path: Path, blocks: Iterable[Block], *, mode: int = 0o666) -> None:
    """Write a file beside `path`, sync it, and rename it to `path`. Raises OSError; `path` is then unchanged.

    An existing file keeps its permissions; `mode`, less the umask, is for a new one.
    """
    former = path.stat().st_mode & 0o777 if path.exists() else None
    draft = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}")
    with ExitStack() as cleanup:
        cleanup.callback(draft.unlink, missing_ok=True)
        with open(draft, "xb", opener=partial(os.open, mode=mode if former is None else former)) as file:
            file.writelines(blocks)
            file.flush()
            os.fsync(file.fileno())
        if former is not None:
            draft.chmod(former)
        draft.replace(path)
        cleanup.pop_all()
