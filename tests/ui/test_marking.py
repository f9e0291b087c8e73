"""Marks by key: drawn at once, kept on disk, taken back by u."""

import resource
import signal
from pathlib import Path

from papertui.library import Library
from papertui.library.marks import STAR
from papertui.model import EVERYTHING, Scope, ScopeKind
from tests.ui.conftest import Open


async def test_r_marks_read_on_the_screen_and_on_disk(library: Library, folder: Path, opened: Open) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
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


async def test_the_same_key_means_the_same_in_each_pane(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        for pane in ("1", "2", "3"):
            was_read = library.mark(key).read
            await screen.press(pane, "r")
            assert library.mark(key).read is not was_read


async def test_starring_undo_and_redo_go_back_and_forth(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("s")
        assert "★" in screen.drawn()
        await screen.press("u")
        assert "★" not in screen.drawn()
        assert "U redoes" in screen.message
        await screen.press("U")
        assert "★" in screen.drawn()


async def test_one_key_marks_all_shown_read_and_one_undo_takes_it_back(
    library: Library, opened: Open
) -> None:
    async with opened(library) as screen:
        await screen.press("r", "j", "A")
        assert library.count(EVERYTHING).unread == 0
        assert "●" not in screen.drawn()
        assert "34 papers" in screen.message
        await screen.press("u")
        assert library.count(EVERYTHING).unread == 34


async def test_a_just_read_row_stays_until_the_view_changes(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("full_stop")
        before = screen.papers.keys
        await screen.press("r", "j", "r")
        assert screen.papers.keys == before
        await screen.press("full_stop", "full_stop")
        assert len(screen.papers.keys) == len(before) - 2
        assert "2 read papers hidden" in screen.message


async def test_what_another_program_marks_is_seen_without_a_key(
    library: Library, folder: Path, opened: Open
) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        with Library.open(folder) as other:
            other.apply(STAR, [key])
            other.settle()
        await screen.look_for_changes()
        await screen.settle()
        assert "★" in screen.drawn()
        assert screen.papers.cursor == key


async def test_undo_works_after_a_restart(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("r", "s")
    with Library.open(folder) as library:
        async with opened(library) as screen:
            assert "★" in screen.drawn()
            await screen.press("u", "u")
            assert "35/35" in screen.drawn()
            assert "★" not in screen.drawn()


async def test_a_followed_topic_moves_up_and_is_found(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("1", "j", "j")
            assert "No follows" in screen.drawn()
            await screen.press("j", "w")
            assert "Following LLM Agent Training" in screen.message
            assert "Followed" in screen.drawn()
            assert len(library.find("is:followed").keys) == 30
    with Library.open(folder) as library:
        assert [scope.name for scope in library.follows.scopes] == ["LLM Agent Training"]
        assert library.count(Scope(ScopeKind.FOLLOWING)).total == 30


async def test_what_cannot_be_saved_is_said_at_once_and_saved_later(
    library: Library, folder: Path, opened: Open
) -> None:
    async with opened(library) as screen:
        key = screen.papers.cursor
        assert key is not None
        former = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1, former[1]))
            await screen.press("r")
            await screen.until(lambda: screen.message.startswith("Not saved"))
            assert not library.mark(key).read
            assert "35/35" in screen.drawn()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, former)
            signal.signal(signal.SIGXFSZ, ignored)
        library.retry()
        await screen.until(lambda: library.mark(key).read)
        assert "34/35" in screen.drawn()
        with Library.open(folder, read_only=True) as other:
            assert other.mark(key).read
