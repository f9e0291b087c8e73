"""Papers in and out from the screen."""

from pathlib import Path

from textual import events

from papertui.formats import read_papers
from papertui.library import Library
from papertui.model import Paper
from tests.ui.conftest import Open, Screen

ABSTRACT = " ".join(f"word{number}" for number in range(60))
BIB = f"@misc{{a, title={{Growing Trees}}, author={{Lee, Ann}}, year=2020, abstract={{{ABSTRACT}}}}}\n"


async def bring(screen: Screen, text: str) -> None:
    """Paste a text into the dialog of the import, and wait until the import has ended."""
    await screen.press("i")
    screen.app.screen.post_message(events.Paste(text))
    await screen.press("enter")
    await screen.until(lambda: not screen.controller.jobs.is_importing or len(screen.app.screen_stack) > 1)
    await screen.settle()


async def test_pasted_bibtex_comes_in_and_u_takes_it_back(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await bring(screen, "\n" + BIB)
        assert "1 new, 0 merged, 0 revised, 0 skipped" in screen.message
        assert "Growing Trees" in screen.drawn()
        await screen.press("slash")
        await screen.type("is:new")
        await screen.press("enter")
        assert "Growing Trees" in screen.drawn()
        assert len(screen.listing.keys) == 1
        await screen.press("escape", "u")
        assert len(library) == 35
        assert "Growing Trees" not in screen.drawn()


async def test_a_file_comes_in_by_its_path(library: Library, opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(BIB + "@misc{b, title={Cut")
    async with opened(library) as screen:
        await bring(screen, str(path))
        assert "1 new, 0 merged, 0 revised, 1 skipped (line 2" in screen.message


async def test_what_is_no_paper_is_told(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        for text in ("/nowhere/refs.bib", "hello world"):
            await bring(screen, text)
            assert "is not a file" in screen.message
        await bring(screen, "<!DOCTYPE html>\n<html>")
        assert "web page" in screen.message
        assert len(library) == 35
        await screen.press("i", "escape", "j")
        assert screen.papers.row == 1


async def test_likely_duplicates_are_offered_and_joined_on_enter(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await bring(screen, "\n" + BIB)
        await bring(screen, "\n" + BIB.replace("Growing Trees", "How Trees Grow"))
        assert "Possible duplicates" in screen.drawn()
        assert len(library) == 37
        assert "Keep all of them apart" in screen.drawn()
        await screen.press("down", "enter")
        assert len(library) == 36
        await screen.press("u")
        assert len(library) == 37


async def test_export_asks_before_it_replaces(library: Library, opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "out.ris"
    async with opened(library) as screen:
        for answer, expected in (((), 35), (("n",), 35), (("y",), 35)):
            await screen.press("E", "ctrl+u")
            screen.app.screen.post_message(events.Paste(str(path)))
            await screen.press("enter")
            await screen.until(lambda: bool(screen.message) or len(screen.app.screen_stack) > 1)
            await screen.press(*answer)
            await screen.until(lambda: "Wrote" in screen.message or "Nothing was written" in screen.message)
            assert len(list(read_papers(path, name="out").records)) == expected
            assert ("Nothing" in screen.message) == (answer == ("n",))
            screen.say(" ")


async def test_what_changed_between_abstracts_is_shown_word_by_word(library: Library, opened: Open) -> None:
    old = Paper(
        "arxiv:2608.99999", title="Zebra", arxiv_id="2608.99999", version=1, abstract="We show ten trees."
    )
    new = Paper(
        "arxiv:2608.99999",
        title="Zebra",
        arxiv_id="2608.99999",
        version=2,
        abstract="We show two tall trees.",
    )
    async with opened(library) as screen:
        lines = [
            f'\n{{"title": "Zebra", "arxiv_id": "{one.arxiv_id}v{one.version}", "abstract": "{one.abstract}"}}'
            for one in (old, new)
        ]
        await bring(screen, lines[0])
        await screen.press("slash")
        await screen.type("zebra")
        await screen.press("enter", "r")
        await bring(screen, lines[1])
        assert "1 revised" in screen.message
        assert "new version" in screen.drawn()
        await screen.press("D")
        assert "We show [-ten-] {+two tall+} trees." in screen.drawn()
        await screen.press("escape", "escape", "g", "D")
        assert "Only one version" in screen.message
