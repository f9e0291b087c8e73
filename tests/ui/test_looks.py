"""What can be read: contrast of text in our own themes, no colour, sixteen colours, ASCII, and no terminal at all."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.color import Color
from textual.screen import ModalScreen
from textual.theme import Theme

from papertui.library import Library
from papertui.ui.drawing.themes import OWN_THEMES
from tests.terminal import Terminal
from tests.ui.conftest import Open, Screen

THEMES = [theme for theme in OWN_THEMES if not theme.ansi]
LEAST = 4.5
"""Least contrast of text to what is behind it. Source: WCAG 2, success criterion 1.4.3."""
TEXT = (
    "paper-title", "muted", "unread", "star", "hit", "fuzzy", "link", "primary", "foreground", "error", "warning",
)  # fmt: skip
BEHIND = ("background", "surface", "cursor", "cursor-blurred")
DECORATION = re.compile(r"[\s─-▟┃╭╮╰╯▁-█⠀-⣿]*")


def colour(theme: Theme, name: str) -> Color:
    """Return one of the colours of a theme by the name that styles use."""
    found = theme.variables.get(name) or getattr(theme, name)
    return Color.parse(found)


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colours, from 1 to 21. Source: WCAG 2, definition of contrast ratio."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(shade: Color) -> float:
    """Return the relative luminance of a colour, from 0 to 1. Source: WCAG 2, definition of relative luminance."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade.normalized
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_of_our_themes_stands_out_from_all_that_is_behind_it(theme: Theme) -> None:
    for text in TEXT:
        for behind in BEHIND:
            ratio = contrast(colour(theme, text), colour(theme, behind))
            assert ratio >= LEAST, f"{text} on {behind}: {ratio:.2f}"


def too_faint(screen: Screen) -> set[str]:
    """Return the pieces of text that are drawn with too little contrast, in the dialog where there is one."""
    found = set()
    strips = screen.app.screen._compositor.render_strips(screen.app.size)
    if isinstance(screen.app.screen, ModalScreen):  # what is behind a dialog is meant to step back
        box = screen.app.screen.query_one(".dialog").region
        strips = [strip.crop(box.x, box.right) for strip in strips[box.y : box.bottom]]
    for strip in strips:
        for text, style, _ in strip:
            if style is None or style.color is None or style.bgcolor is None or DECORATION.fullmatch(text):
                continue
            front, behind = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            if style.reverse:
                front, behind = behind, front
            if contrast(front, behind) < LEAST:
                found.add(f"{text!r}: {front.hex} on {behind.hex}")
    return found


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
async def test_what_is_drawn_stands_out(library: Library, opened: Open, theme: Theme) -> None:
    async with opened(library) as screen:
        screen.app.theme = theme.name
        await screen.settle()
        steps = (["r"], ["s", "j"], ["1"], ["3"], ["2", "slash", *"termnal"], ["enter"], ["escape"], ["S"], ["escape"],
                 ["question_mark"], ["escape"], ["colon", *"read x"], ["escape"], ["y"])  # fmt: skip
        for keys in steps:
            await screen.press(*keys)
            assert too_faint(screen) == set(), f"after {keys}"


async def test_unread_and_starred_are_told_without_colour(library: Library, opened: Open) -> None:
    async with opened(library) as screen:
        await screen.press("s")
        row = next(place for place, line in enumerate(screen.lines()) if "FlowBalance" in line)
        assert "●" in screen.lines()[row]
        assert "★" in screen.lines()[row + 1]
        await screen.press("r")
        assert "●" not in screen.lines()[row].split("││")[1]


def drawn(folder: Path, *words: str, **environment: str) -> str:
    """Return all that papertui writes to a terminal until its first papers and the sidebar are there."""
    with Terminal(
        [sys.executable, "-m", "papertui", "--library", str(folder), *words], environment
    ) as terminal:
        terminal.until("FlowBalance")
        terminal.until("Library")
        terminal.send("q")
        assert terminal.ended() == 0
        return terminal.seen.decode()


def hues(text: str) -> set[tuple[str, ...]]:
    """Return the colours in a text for a terminal that are no shade of grey."""
    true = set(re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", text))
    few = set(
        re.findall(r"\x1b\[(?:\d+;)*((?:[349]|10)[1-6])(?:;\d+)*m", re.sub(r"[34]8;[25];[\d;]+", "", text))
    )
    return {shade for shade in true if len(set(shade)) > 1} | {(one,) for one in few}


@pytest.mark.parametrize(
    ("words", "environment"),
    [((), {"NO_COLOR": "1"}), (("--no-color",), {}), (("--no-color", "--ascii"), {})],
)
def test_no_color_draws_in_shades_of_grey(
    folder: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    assert hues(drawn(folder, *words, COLORTERM="truecolor", **environment)) == set()
    assert hues(drawn(folder, COLORTERM="truecolor")) != set()


def test_a_terminal_of_sixteen_colours_gets_its_own_ones(folder: Path) -> None:
    few = drawn(folder, TERM="xterm", COLORTERM="")
    assert not re.search(r"[34]8;[25];", few)
    assert re.search(r"\x1b\[[\d;]*32[\d;]*m●", few)
    assert "●" in drawn(folder, TERM="xterm-256color", COLORTERM="")
    assert re.search(r"[34]8;5;", drawn(folder, TERM="xterm-256color", COLORTERM=""))


def test_ascii_draws_with_ascii_alone(folder: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.jsonl"
    plain.write_text('{"title": "FlowBalance", "authors": ["Ann Lee"], "year": 2026, "topics": ["Topic"]}\n')
    command = [sys.executable, "-m", "papertui", "--library", str(folder), "--empty", "import", str(plain)]
    subprocess.run(command, check=True, capture_output=True)
    text = re.sub(r"\x1b\[[\d;?<>=]*[a-zA-Z]", "", drawn(folder, "--ascii"))
    assert {letter for letter in text if not letter.isascii()} == set()


@pytest.mark.parametrize(
    ("terminal", "told"), [("dumb", "cannot show the screen"), ("", "cannot show the screen")]
)
def test_a_terminal_that_is_too_simple_is_told_so(folder: Path, terminal: str, told: str) -> None:
    command = [sys.executable, "-m", "papertui", "--library", str(folder)]
    with Terminal(command, {"TERM": terminal}) as simple:
        assert simple.ended() == 2
        assert told in simple.seen.decode()
        assert b"\x1b" not in simple.seen
    with Terminal([*command, "list"], {"TERM": terminal}) as simple:
        assert simple.ended() == 0
        assert b"\x1b" not in simple.seen


def test_without_a_terminal_the_screen_is_refused_in_a_sentence(folder: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "papertui", "--library", str(folder)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert ended.returncode == 2
    assert ended.stderr == "papertui: The screen needs a terminal; papertui list prints papers anywhere.\n"
