"""Finding one's way: each key means the same in each pane, and help and palette know every action."""

from papertui.library import Library, marks
from papertui.model import Scope, ScopeKind
from papertui.ui.dialogs.help import Help, help_rows
from papertui.ui.keymap.key_names import key_names
from papertui.ui.keymap.table import COMMANDS, GROUPS
from papertui.ui.palette import PaperCommands
from tests.ui.conftest import Open


async def test_each_key_is_bound_alike_in_each_pane(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        bound = []
        for pane in ("1", "2", "3"):
            await screen.press(pane)
            active = screen.main.active_bindings
            bound.append({key: (one.binding.action, one.node, one.enabled) for key, one in active.items()})
        assert bound[0] == bound[1] == bound[2]
        ours = {key for one in COMMANDS.values() for key in one.keys.split(",")}
        assert ours <= set(bound[0])


def test_no_key_stands_for_two_actions() -> None:
    keys = [key.strip() for one in COMMANDS.values() for key in one.keys.split(",")]
    assert len(keys) == len(set(keys))
    ids = [one.id for one in COMMANDS.values()]
    assert None not in ids
    assert len(ids) == len(set(ids))
    assert all(one.help and one.label for one in COMMANDS.values())


async def test_help_finds_every_action_by_key_and_by_words(library: Library, opened: Open) -> None:
    async with opened(library, 120, 60) as screen:
        await screen.press("question_mark")
        help_screen = screen.app.screen
        assert isinstance(help_screen, Help)
        for group in GROUPS:
            for one in group.commands:
                name = key_names(one.keys).split()[0]
                help_screen._show(name)
                await screen.settle()
                assert one.help in screen.drawn(), name
        for words, key in (("undo restart", "u"), ("JUMP back", "Backspace"), ("set bookmark", "m")):
            help_screen._show(words)
            await screen.settle()
            assert f"  {key} " in screen.drawn()


async def test_the_palette_has_every_action_and_every_entry_of_the_sidebar(
    library: Library, opened: Open
) -> None:
    library.apply(marks.tag("to discuss"), list(library.contents.rows)[:1])
    async with opened(library) as screen:
        commands = PaperCommands(screen.main)
        offered = {identity for _, _, identity in commands._actions()}
        assert offered == {one.id for one in COMMANDS.values()}
        shown = {words for words, _, _ in commands._topics()}
        assert {f"Show {scope.title}" for scope in screen.scopes} == shown
        assert "Show to discuss" in shown
        await screen.press("ctrl+p")
        await screen.type("show to discuss")
        await screen.until(lambda: "Show to discuss" in screen.drawn())
        await screen.press("enter")
        await screen.until(lambda: screen.view.scope == Scope(ScopeKind.TAG, "to discuss"))
        assert len(screen.papers.keys) == 1


def test_help_leaves_out_actions_without_a_key() -> None:
    rows = list(help_rows({"read": ["r"]}))
    assert [keys for _, keys, _, _ in rows] == ["r"]
