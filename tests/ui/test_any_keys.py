"""Any keys on any size of terminal: nothing breaks, and what is drawn is what a fresh start would draw."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from papertui.library import Library
from papertui.ui.app import PapertuiApp
from papertui.ui.dialogs.simple import Confirm
from papertui.ui.keymap.table import COMMANDS
from papertui.ui.session import Session
from tests.ui.conftest import Screen

LEAVING = {
    "copy-link",
    "copy-menu",
    "open",
    "open-read-next",
    "open-pdf",
    "links",
    "export",
    "import",
    "fetch",
    "quit",
}
"""Actions that reach beyond the library: clipboard, browser, files, the network, and the end."""
KEYS = sorted(
    {key for one in COMMANDS.values() if one.id not in LEAVING for key in one.keys.split(",")}
    | {"y", "escape", "enter", *"agentxyz", "space", "backspace", "tab"} - {"c", "y"}
)
SIZES = st.tuples(st.integers(10, 200), st.integers(5, 60))
STEPS = st.lists(st.one_of(st.sampled_from(KEYS), st.sampled_from(KEYS), SIZES), max_size=25)


async def play(
    folder: Path, size: tuple[int, int], steps: list[str | tuple[int, int]]
) -> tuple[list[str], list[str]]:
    """Press keys and change sizes; return the screen then and after a fresh start over the same library."""
    Session().save(folder)
    with Library.open(folder) as library:
        app = PapertuiApp(library)
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot)
            for step in steps:
                if isinstance(step, str):
                    await pilot.press(step)
                else:
                    await pilot.resize_terminal(*step)
                    size = step
                papers = screen.papers
                assert papers.cursor is None or papers.cursor in papers.keys
            await leave_dialogs(screen)
            screen.topics.filter_text = ""
            screen.topics.list_entries(screen.view.scope)
            screen.show(screen.view)
            drawn = await listed(screen)
            screen.session.save(folder)
    with Library.open(folder) as library:
        app = PapertuiApp(library)
        async with app.run_test(size=size) as pilot:
            return drawn, await listed(Screen(app, pilot))


async def leave_dialogs(screen: Screen) -> None:
    """Go back to the main screen without dropping what was done, and let go of search and selection."""
    await screen.settle()
    while screen.app.screen is not screen.main:
        await screen.press("y" if isinstance(screen.app.screen, Confirm) else "escape")
    for _ in range(3):
        if screen.view.query or screen.selection or screen.main.app.focused not in screen.panes:
            await screen.press("escape")


async def listed(screen: Screen) -> list[str]:
    """Return what is drawn above the status line, with each list at its cursor and the abstract at its top."""
    await screen.settle()
    await screen.app.workers.wait_for_complete()
    await screen.settle()
    for pane in (screen.topics, screen.papers):
        pane.scroll_to(y=pane.row * pane.row_height, animate=False, immediate=True)
    screen.abstract.scroll_home(animate=False, immediate=True)
    await screen.settle()
    return screen.lines()[:-1]


@given(SIZES, STEPS)
@example((10, 5), ["left_square_bracket"])
@example((87, 39), ["1", "b", "1", "j"])
@settings(max_examples=8, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_any_keys_leave_a_screen_like_a_fresh_one(
    size: tuple[int, int], steps: list[str | tuple[int, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        drawn, fresh = asyncio.run(play(Path(folder), size, steps))
    assert drawn == fresh
