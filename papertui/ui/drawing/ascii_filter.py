"""Frames, scroll bars and punctuation in ASCII, wherever they come from; the letters of papers stay as they are."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SAME_WIDTH = str.maketrans(
    "─━═╌│┃║╎╭╮╰╯┌┐└┘├┤┬┴┼╞╡╪▁▂▃▄▅▆▇▉▊▋▌▍▎▏▔▕█·…•›‹“”‘’–—↑↓←→",
    "----||||++++++++++++++++" + " " * 16 + "#-.*><\"\"''--^v<>",
)


class AsciiFilter(LineFilter):
    """Replaces the signs that are not ASCII in what is drawn, each by one of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the pieces of a line in ASCII."""
        del background
        return [Segment(text.translate(_SAME_WIDTH), style, control) for text, style, control in segments]
