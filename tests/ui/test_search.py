"""Search as one types: the list follows each key, and comes back."""

from papertui.library import Library
from papertui.model import Scope, ScopeKind
from tests.ui.conftest import Open


async def test_the_list_follows_each_key_and_forgives_a_typo(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("termnal agent")
        first = screen.main.papers.keys[0]
        assert "Terminal" in library.paper(first).title
        assert 0 < len(screen.main.papers.keys) < 35
        assert "similar" in screen.drawn()
        await screen.press("enter", "g", "s")
        assert library.mark(first).starred
        await screen.press("escape")
        assert len(screen.main.papers.keys) == 35
        assert screen.main.papers.cursor == first


async def test_letters_typed_into_the_search_are_no_commands(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("rsqAu")
        assert library.history.to_undo() is None
        await screen.press("escape")
        assert screen.app.focused is screen.main.papers


async def test_a_search_stays_within_its_topic_and_says_what_lies_elsewhere(
    library: Library, opened: Open
) -> None:
    async with opened(library) as screen:
        screen.main.look_at_scope(Scope(ScopeKind.TOPIC, "Mobile GUI Agents"))
        await screen.press("slash")
        await screen.type("terminal")
        assert "elsewhere" in screen.drawn()


async def test_half_typed_and_wrong_queries_complain_and_keep_the_list(
    library: Library, opened: Open
) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        for text in ('"', "(", "is:", "title:", "after:xx", "foo:bar OR", "-"):
            screen.main.filter_bar.input.value = text
            await screen.settle()
            assert screen.app.is_running
        screen.main.filter_bar.input.value = "after:nonsense agent"
        await screen.settle()
        assert "nonsense" in screen.drawn()
        assert len(screen.main.papers.keys) > 0


async def test_a_long_paste_is_cut(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        from textual import events

        screen.main.filter_bar.input.post_message(events.Paste("agent \x1b[31m" + "x" * 1_000_000))
        await screen.settle()
        assert len(screen.main.filter_bar.input.value) <= 1_000
        assert "\x1b" not in screen.main.filter_bar.input.value


async def test_matched_letters_stand_out(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("envace")
        spans = screen.main.listing.spans("EnvACE: Internalizing")
        assert [(span[0], span[1]) for span in spans] == [(0, 6)]
        strip = screen.main.papers.render_line(0)
        styled = [segment.text for segment in strip if segment.style and segment.style.underline]
        assert styled == ["EnvACE"]
