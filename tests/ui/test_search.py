"""Search as one types: the list follows each key, and comes back."""

from pathlib import Path

from textual import events

from papertui.library import Library
from papertui.model import EVERYTHING, Scope, ScopeKind
from tests.ui.conftest import Open


async def test_the_list_follows_each_key_and_forgives_a_typo(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("termnal agent")
        first = screen.papers.keys[0]
        assert "Terminal" in library.paper(first).title
        assert 0 < len(screen.papers.keys) < 35
        assert "similar" in screen.drawn()
        await screen.press("enter", "g", "s")
        assert library.mark(first).starred
        await screen.press("escape")
        assert len(screen.papers.keys) == 35
        assert screen.papers.cursor == first


async def test_letters_typed_into_the_search_are_no_commands(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("rsqAu")
        assert library.history.to_undo() is None
        await screen.press("escape")
        assert screen.app.focused is screen.papers


async def test_a_search_stays_within_its_topic_and_says_what_lies_elsewhere(
    library: Library, opened: Open
) -> None:
    async with opened(library) as screen:
        screen.show_scope(Scope(ScopeKind.TOPIC, "Mobile GUI Agents"))
        await screen.press("slash")
        await screen.type("terminal")
        assert "elsewhere" in screen.drawn()


async def test_half_typed_and_wrong_queries_complain_and_keep_the_list(
    library: Library, opened: Open
) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        for text in ('"', "(", "is:", "title:", "after:xx", "foo:bar OR", "-"):
            screen.search_bar.input.value = text
            await screen.settle()
            assert screen.app.is_running
        screen.search_bar.input.value = "after:nonsense agent"
        await screen.settle()
        assert "nonsense" in screen.drawn()
        assert len(screen.papers.keys) > 0


async def test_a_long_paste_is_cut(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        screen.search_bar.input.post_message(events.Paste("agent \x1b[31m" + "x" * 1_000_000))
        await screen.settle()
        assert len(screen.search_bar.input.value) <= 1_000
        assert "\x1b" not in screen.search_bar.input.value


async def test_matched_letters_stand_out(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("envace")
        spans = screen.listing.spans("EnvACE: Internalizing")
        assert [(span[0], span[1]) for span in spans] == [(0, 6)]
        strip = screen.papers.render_line(0)
        styled = [segment.text for segment in strip if segment.style and segment.style.underline]
        assert styled == ["EnvACE"]


async def test_what_lies_elsewhere_is_one_row_that_widens(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        screen.show_scope(Scope(ScopeKind.TOPIC, "Terminal Agents"))
        await screen.press("slash")
        await screen.type("agent")
        assert "elsewhere: Enter shows them" in screen.drawn()
        inside = len(screen.listing.keys)
        await screen.press("enter", "G", "enter")
        assert screen.view.scope == EVERYTHING
        assert screen.view.query == "agent"
        assert len(screen.listing.keys) > inside


async def test_when_nothing_matches_enter_takes_what_was_meant(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        screen.search_bar.input.value = "termminnall"
        await screen.settle()
        assert screen.listing.keys == ()
        assert "Did you mean" in screen.drawn()
        await screen.press("enter")
        assert screen.listing.keys


async def test_tab_completes_fields_and_values(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        await screen.type("top")
        await screen.press("tab")
        assert screen.search_bar.input.value == "topic:"
        await screen.type("mob")
        await screen.press("tab")
        assert "Mobile GUI" in screen.search_bar.input.value
        assert 0 < len(screen.listing.keys) < 35


async def test_up_and_down_walk_the_searches_of_before(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for words in ("terminal", "search"):
            await screen.press("slash")
            screen.search_bar.input.value = words
            await screen.press("enter")
        await screen.press("slash", "up", "up")
        assert screen.view.query == "terminal"
        await screen.press("down")
        assert screen.view.query == "search"


async def test_a_search_is_saved_picked_renamed_and_deleted(folder: Path, opened: Open) -> None:
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("slash")
            await screen.type("terminal is:unread")
            found = len(screen.listing.keys)
            await screen.press("enter", "F")
            await screen.type("mine")
            await screen.press("enter")
            assert "mine" in screen.drawn()
            await screen.press("escape")
    with Library.open(folder) as library:
        async with opened(library) as screen:
            await screen.press("f", "enter")
            assert screen.view.scope == Scope(ScopeKind.SEARCH, "mine")
            assert len(screen.listing.keys) == found
            await screen.press("F", "r")
            await screen.type("mine2")
            await screen.press("enter")
            assert library.saved_searches.names == ["mine2"]
            await screen.press("F", "d")
            assert library.saved_searches.names == []
            assert screen.view.scope == EVERYTHING


async def test_each_row_says_where_it_was_found(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("slash")
        screen.search_bar.input.value = "envace"
        await screen.settle()
        assert "in title" in screen.drawn()
        screen.search_bar.input.value = "termnal"
        await screen.settle()
        assert "in ~title" in screen.drawn()
