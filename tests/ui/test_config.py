"""The reader's config on the screen: keys, presets, looks, browser; and what is said where it cannot be followed."""

import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.config.config import Config
from papertui.config.settings import Keys, Preset
from papertui.library import Library
from papertui.model import Sort
from papertui.ui.app import PapertuiApp
from papertui.ui.dialogs.help import Help
from papertui.ui.keymap.key_names import parse_key
from papertui.ui.keymap.presets import PRESETS
from papertui.ui.keymap.remapping import remap
from papertui.ui.keymap.table import GROUPS, key_table
from tests.ui.conftest import Open, Screen

OpenWith = Callable[..., AbstractAsyncContextManager[Screen]]


@pytest.fixture
def opened_with(library: Library, tmp_path: Path) -> OpenWith:
    """Return what opens the app with the text of a config file."""

    @asynccontextmanager
    async def opening(text: str) -> AsyncIterator[Screen]:
        path = tmp_path / "config.toml"
        path.write_text(text)
        app = PapertuiApp(library, config=Config.load(path))
        async with app.run_test(size=(140, 40)) as pilot:
            screen = Screen(app, pilot)
            await screen.settle()
            yield screen

    return opening


async def test_without_a_file_the_config_has_its_defaults(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        assert screen.controller.config == Config()


async def test_a_remapped_key_does_its_action_and_the_old_one_does_nothing(
    library: Library, opened_with: OpenWith
) -> None:
    async with opened_with('[keys]\nread = "f5"\nundo = ["ctrl+t", "X"]\n') as screen:
        assert screen.message.startswith("Welcome")
        await screen.press("r", "N")
        assert not library.mark(screen.targets[0]).read
        await screen.press("f5")
        assert library.mark(screen.targets[0]).read
        assert screen.message.endswith("· ^t undoes")
        await screen.press("X")
        assert not library.mark(screen.targets[0]).read
        assert "r f5" not in " ".join(key for key, _ in screen.hints)
        assert ("F5", "read") in screen.hints
        await screen.press("question_mark")
        assert isinstance(screen.app.screen, Help)
        await screen.type("toggle read")
        assert "F5" in screen.drawn()


async def test_an_action_can_be_left_without_a_key(library: Library, opened_with: OpenWith) -> None:
    async with opened_with("[keys]\nstar = []\n") as screen:
        await screen.press("s")
        assert not library.mark(screen.targets[0]).starred
        assert "star" not in [label for _, label in screen.hints]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[keys]\nread = "s"', "line 2: s is for both read and star; it runs read."),
        ('[keys]\nread = "f5"\nstar = "f5"', "line 3: F5 is for both read and star; it runs read."),
        ('[keys]\nreed = "x"', "line 2: Unknown action reed; papertui keys lists all."),
        ('[keys]\nread = "pling"', "line 2: Unknown key pling."),
        ('[keys]\nread = "ctrl+q"', "line 2: ^q cannot be remapped."),
        ('[look]\ntheme = "puce"', "line 2: Unknown theme puce."),
        ("[look]\nascii = 1", "line 2: look.ascii must be true or false, not 1."),
    ],
)
async def test_what_cannot_be_is_told_in_a_sentence_and_the_screen_starts(
    opened_with: OpenWith, text: str, told: str
) -> None:
    async with opened_with(text) as screen:
        assert screen.message == f"config.toml, {told} papertui config lists all problems."
        first = screen.targets
        await screen.press("j")
        assert screen.targets != first


async def test_looks_and_order_are_as_the_config_says(opened_with: OpenWith) -> None:
    text = '[look]\ntheme = "papertui-light"\nrows = "one line"\ndate_format = "5 Aug 2026"\nascii = true\n'
    async with opened_with(text + '[reading]\nsort = "title"\n') as screen:
        assert screen.app.theme == "papertui-light"
        assert screen.view.sort is Sort.TITLE
        assert screen.papers.row_height == 1
        row = next(line for line in screen.lines() if "ABSeeker" in line)
        assert " * " in row or ">* " in row
        assert "5 Aug 2026" in screen.drawn()
        assert "2026-08-05" not in screen.drawn()
        assert "●" not in screen.drawn()


async def test_a_link_opens_as_the_config_says_in_its_browser(
    library: Library, opened_with: OpenWith, tmp_path: Path
) -> None:
    seen = tmp_path / "opened"
    browser = [sys.executable, "-c", "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"]
    text = f'[open]\nlink = "html"\nbrowser = {json.dumps([*browser, str(seen)])}\n'
    async with opened_with(text) as screen:
        paper = library.paper(screen.targets[0])
        await screen.press("o")
        await screen.until(lambda: seen.exists() and seen.read_text() != "")
        assert seen.read_text() == f"https://arxiv.org/html/{paper.arxiv_id}"


@pytest.mark.parametrize("preset", Preset)
def test_presets_know_every_action_clash_nowhere_and_leave_none_without_a_key(preset: Preset) -> None:
    usual = {command.id for group in GROUPS for command in group.commands}
    assert usual.issuperset(PRESETS[preset])
    assert all(parse_key(name) for names in PRESETS[preset].values() for name in names)
    changed = remap(Keys(preset))
    keys = [key for group in changed.groups for command in group.commands for key in command.keys.split(",")]
    assert not changed.problems
    assert sorted(set(keys)) == sorted(keys)
    assert {command.id for group in changed.groups for command in group.commands} == usual


async def test_a_preset_moves_as_its_readers_expect(opened_with: OpenWith) -> None:
    async with opened_with('[keys]\npreset = "emacs"\n') as screen:
        first = screen.targets
        await screen.press("ctrl+n")
        assert screen.targets != first
        await screen.press("ctrl+p")
        assert screen.targets == first
        await screen.press("ctrl+s")
        assert screen.search_bar.display


def test_without_wishes_the_table_is_as_it_comes() -> None:
    assert list(key_table(remap(Keys()).groups)) == list(key_table())


NAMES = st.text(min_size=1, max_size=6) | st.sampled_from(
    ["ctrl+d", "^d", "Esc", "/", "PgDn", "+", "ctrl++", ","]
)
ACTIONS = st.sampled_from([command.id for group in GROUPS for command in group.commands]) | st.text(
    max_size=5
)


@given(st.sampled_from(Preset), st.dictionaries(ACTIONS, st.lists(NAMES, max_size=3).map(tuple), max_size=6))
def test_whatever_is_wished_no_key_does_two_things(
    preset: Preset, wished: dict[str, tuple[str, ...]]
) -> None:
    changed = remap(Keys(preset, wished))
    keys = [key for group in changed.groups for command in group.commands for key in command.keys.split(",")]
    assert sorted(set(keys)) == sorted(keys)
    assert all(problem.command in wished for problem in changed.problems)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("j", "j"), ("G", "G"), ("shift+g", "G"), ("/", "slash"), ("?", "question_mark"), ("+", "plus"),
        ("ctrl++", "ctrl+plus"), (",", "comma"), ("Esc", "escape"), ("escape", "escape"), ("PgDn", "pagedown"),
        ("^d", "ctrl+d"), ("ctrl+D", "ctrl+D"), ("^", "circumflex_accent"), ("ctrl+i", "tab"), ("alt+x", "alt+x"),
        ("F5", "f5"), ("space", "space"), ("hyper+x", None), ("pling", None), ("", None), ("+j", None),
    ],
)  # fmt: skip
def test_keys_go_by_the_names_that_people_use(name: str, key: str | None) -> None:
    assert parse_key(name) == key
