"""ASCII filter: frames, scroll bars and punctuation without Unicode."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_SAME_WIDTH = str.maketrans(
    "─━═╌│┃║╎╭╮╰╯┌┐└┘├┤┬┴┼╞╡╪▁▂▃▄▅▆▇▉▊▋▌▍▎▏▔▕█·…•›‹“”‘’–—↑↓←→",
    "----||||++++++++++++++++" + " " * 16 + "#-.*><\"\"''--^v<>",
)


class AsciiFilter(LineFilter):
    """Replaces drawn signs outside ASCII by signs of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII."""
        del background
        return [Segment(text.translate(_SAME_WIDTH), style, control) for text, style, control in segments]
