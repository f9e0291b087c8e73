"""Which panes a terminal of some size shows, and how wide each of them is."""

from dataclasses import dataclass

SMALLEST = (40, 10)
TWO_PANES, THREE_PANES = 60, 100
TOPICS_SHARE, NARROWEST_TOPICS, WIDEST_TOPICS = 26, 30, 48
"""Percent of the columns that the topics have, and how few and how many, before the reader moves the divider."""
LEAST = (16, 24, 24)
"""Fewest columns of topics, papers and abstract where they stand beside each other."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the reader did to the panes."""

    zoomed: bool = False
    sidebar_hidden: bool = False
    topics_width: int = 0
    """Columns; 0 where the divider was never moved."""
    abstract_width: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """How many columns topics, papers and abstract have; none where they are not shown."""

    widths: tuple[int, int, int]
    too_small: bool = False

    @property
    def dividers(self) -> tuple[int | None, int | None]:
        """The first columns of papers and abstract, where a pane stands on the left of them."""
        topics, papers, abstract = self.widths
        return topics if topics and papers else None, topics + papers if papers and abstract else None


def arrange(width: int, height: int, pane: int, wishes: Wishes) -> Layout:
    """Return the layout for a terminal of so many columns and lines in which pane 0, 1 or 2 has the focus.

    Three panes from 100 columns, two from 60, one below; none under 40 x 10. A hidden sidebar is shown while it has
    the focus.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return Layout((0, 0, 0), too_small=True)
    if wishes.zoomed or width < TWO_PANES:
        return Layout((width if pane == 0 else 0, width if pane == 1 else 0, width if pane == 2 else 0))
    topics = _between(wishes.topics_width or usual_topics_width(width), LEAST[0], width - LEAST[1])
    if width < THREE_PANES and pane == 0:
        return Layout((topics, width - topics, 0))
    if width < THREE_PANES or (wishes.sidebar_hidden and pane != 0):
        topics = 0
    topics = min(topics, width - LEAST[1] - LEAST[2])
    left = width - topics
    abstract = _between(wishes.abstract_width or left // 2, LEAST[2], left - LEAST[1])
    return Layout((topics, left - abstract, abstract))


def usual_topics_width(width: int) -> int:
    """Return the columns of the topics in a terminal of so many; papers and abstract share what is left alike."""
    return _between(width * TOPICS_SHARE // 100, NARROWEST_TOPICS, WIDEST_TOPICS)


def _between(value: int, least: int, most: int) -> int:
    return max(least, min(value, most))
