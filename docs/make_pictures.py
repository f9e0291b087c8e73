"""Make the pictures of the documentation from the real app: ``python docs/make_pictures.py``.

Needs CairoSVG and the font DejaVu Sans Mono beside papertui itself.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from papertui.library import Library
from papertui.ui.app import PapertuiApp

FONT = "DejaVu Sans Mono"
PICTURES: dict[str, tuple[tuple[int, int], str, Sequence[str]]] = {
    "main": ((120, 36), "papertui-dark", ["r", "j", "s", "j"]),
    "light": ((120, 36), "papertui-light", ["r", "j", "s", "j"]),
    "search": ((120, 36), "papertui-dark", ["slash", *"termnal", "space", *"agent"]),
    "momentum": ((120, 40), "papertui-dark", ["r", "j", "r", "1", "j", "j", "j", "M"]),
    "author": ((120, 36), "papertui-light", ["a", *"leowei", "enter"]),
    "history": ((120, 30), "papertui-dark", ["r", "j", "s", "j", "d", "j", "r", "u", "H"]),
    "ascii": ((100, 28), "papertui-light", ["r", "j", "s", "1", "j", "j", "j"]),
    "help": ((120, 36), "papertui-dark", ["question_mark"]),
    "narrow": ((80, 24), "papertui-dark", ["j", "j"]),
}
"""For each picture the size of the terminal, the theme, and the keys that are pressed."""


async def picture(name: str, folder: Path) -> None:
    """Save one picture as PNG."""
    import cairosvg  # type: ignore[import-not-found]  # only this script needs it  # noqa: PLC0415

    size, theme, keys = PICTURES[name]
    with tempfile.TemporaryDirectory() as place, Library.open(Path(place) / "library") as library:
        app = PapertuiApp(library, ascii_only=name == "ascii")
        async with app.run_test(size=size) as pilot:
            app.theme = theme
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause(1.0)
            svg = app.export_screenshot().replace("Fira Code", FONT)
        cairosvg.svg2png(
            bytestring=svg.encode(), write_to=str(folder / f"{name}.png"), output_width=size[0] * 9
        )


if __name__ == "__main__":
    for wanted in sys.argv[1:] or PICTURES:
        asyncio.run(picture(wanted, Path(__file__).parent))
