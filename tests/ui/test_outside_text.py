"""Text from outside is shown and copied as text: it can neither act on the terminal nor on the app."""

from pathlib import Path

import orjson
import pytest

from papertui.copying import COPY_FORMS, copy_form
from papertui.formats import read_papers
from papertui.importing import Importer
from papertui.library import Library
from tests.core.test_text import PAYLOADS
from tests.ui.conftest import Open

TITLES = [
    "[/] [@click=app.quit]x[/] \x1b]52;c;cHduZWQ=\x07",
    "[/bold] [red]text[/red] [O III] lines",
    "$accent [a={] [/",
    *(f"title {payload} end" for payload in PAYLOADS),
    "word " * 20_000,
]


@pytest.fixture
def hostile(folder: Path, tmp_path: Path) -> Library:
    """Return a library into which titles, authors, topics and abstracts of the worst kind were imported."""
    path = tmp_path / "hostile.jsonl"
    with path.open("wb") as file:
        for number, title in enumerate(TITLES):
            safe = title.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
            record = {
                "title": safe,
                "abstract": safe,
                "authors": [safe[:80]],
                "topics": [safe[:80]],
                "year": 2000 + number,
            }
            file.write(orjson.dumps(record) + b"\n")
    library = Library.open(folder, seeds=False)
    importer = Importer(library, library.identities())
    for _ in importer.take(read_papers(path, name="hostile.jsonl")):
        continue
    importer.finish("hostile.jsonl")
    return library


def is_clean(text: str) -> bool:
    """Tell whether a text holds nothing that could act on a terminal."""
    return not any((ord(letter) < 0x20 and letter != "\n") or 0x7F <= ord(letter) < 0xA0 for letter in text)


async def test_hostile_papers_are_listed_highlighted_and_told(hostile: Library, opened: Open) -> None:
    with hostile as library:
        assert len(library) == len(TITLES)
        async with opened(library) as screen:
            for _ in range(len(TITLES)):
                assert is_clean(screen.drawn())
                await screen.press("s")
                assert is_clean(screen.message)
                await screen.press("j")
            await screen.press("slash")
            await screen.type("click app")
            assert is_clean(screen.drawn())
            assert "[@click=app.quit]x[/]" in screen.drawn()
            await screen.press("enter")
            await screen.pilot.click("#papers", offset=(12, 1))
            await screen.pilot.click("#abstract", offset=(12, 1))
            await screen.settle()
            assert screen.app.is_running


def test_what_is_copied_holds_no_control(hostile: Library) -> None:
    with hostile as library:
        for key in library.catalogue.rows:
            for form in COPY_FORMS:
                assert is_clean(copy_form(library.paper(key), form).text)
