"""Marks by key: drawn at once, kept on disk, taken back by u."""

from pathlib import Path

from papertui.library import Library
from papertui.model import EVERYTHING
from tests.ui.conftest import Open


async def test_r_marks_read_on_the_screen_and_on_disk(library: Library, folder: Path, opened: Open) -> None:
    async with opened(library) as screen:
        key = screen.main.papers.cursor
        assert key is not None
        assert "35/35" in screen.drawn()
        await screen.press("r")
        assert "34/35" in screen.drawn()
        assert screen.message.startswith("Marked")
        assert screen.message.endswith("u undoes")
        library.settle()
        with Library.open(folder, read_only=True) as other:
            assert other.mark(key).read
        await screen.press("r")
        assert "35/35" in screen.drawn()
