"""Which panes a terminal of some size shows."""

from dataclasses import dataclass

SMALLEST = (40, 10)
TWO_PANES, THREE_PANES = 60, 100


@dataclass(frozen=True, slots=True)
class Layout:
    """Which of the panes topics, papers and abstract are shown."""

    shown: tuple[bool, bool, bool]
    too_small: bool = False


def arrange(width: int, height: int, pane: int, *, zoomed: bool) -> Layout:
    """Return the layout for a terminal of so many columns and lines in which pane 0, 1 or 2 has the focus.

    Three panes from 100 columns, two from 60, one below; none under 40 x 10.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Layout((True, True, True), too_small=True)
    if zoomed or width < TWO_PANES:
        return Layout((pane == 0, pane == 1, pane == 2))
    if width < THREE_PANES:
        return Layout((pane == 0, True, pane != 0))
    return Layout((True, True, True))
