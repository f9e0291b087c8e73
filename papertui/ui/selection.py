"""Selection: the papers that the next command acts on."""

from collections.abc import Callable, Collection, Iterable, Sequence


class Selection:
    """The keys of the selected papers, and a range of rows that follows the cursor while it is open."""

    def __init__(self, is_paper: Callable[[str], bool]) -> None:
        self.keys: set[str] = set()
        self._is_paper = is_paper
        self._unlisted = 0
        self._rows: Sequence[str] = ()
        self._anchor = -1
        self._end = -1
        self._before: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def ranging(self) -> bool:
        """Whether a range is open."""
        return self._anchor >= 0

    def describe(self) -> str:
        """Return the number of selected papers in words; empty if none is selected."""
        if not self.keys:
            return ""
        unlisted = f", {self._unlisted:,} not shown" if self._unlisted else ""
        return f"{len(self.keys):,} selected{unlisted}{', v ends the range' if self.ranging else ''}"

    def toggle(self, key: str) -> None:
        """Select or deselect a paper; closes an open range."""
        self.end_range()
        if self._is_paper(key):
            self.keys ^= {key}

    def toggle_all(self, keys: Iterable[str]) -> None:
        """Select papers, or deselect them if all are selected; closes an open range."""
        self.end_range()
        papers = set(keys)
        if papers <= self.keys:
            self.keys -= papers
        else:
            self.keys |= papers

    def add(self, keys: Iterable[str]) -> None:
        """Select more papers; closes an open range."""
        self.end_range()
        self.keys.update(keys)

    def clear(self) -> None:
        """Deselect all papers; closes an open range."""
        self.end_range()
        self.keys.clear()
        self._unlisted = 0

    def discard_deleted(self) -> None:
        """Deselect papers that are no longer in the library."""
        self.keys = set(filter(self._is_paper, self.keys))

    def relist(self, listed: Collection[str]) -> None:
        """Adapt to another list of papers: closes an open range."""
        self.end_range()
        self._unlisted = len(self.keys.difference(listed)) if self.keys else 0

    def begin_range(self, rows: Sequence[str], row: int) -> None:
        """Open a range of these rows that begins and ends at one of them."""
        self._rows, self._anchor, self._end = rows, row, row
        self._before = frozenset(self.keys)
        self._select_rows(row, row)

    def extend_range(self, rows: Sequence[str], row: int) -> frozenset[str]:
        """Move the end of the range to a row and return the keys between; in other rows the range is closed."""
        if rows is not self._rows:
            self.end_range()
        if not self.ranging:
            return frozenset()
        former, self._end = self._end, row
        return self._select_rows(min(former, row), max(former, row))

    def end_range(self) -> None:
        """Close the range; its papers stay selected."""
        self._rows, self._anchor, self._before = (), -1, frozenset()

    def _select_rows(self, first: int, last: int) -> frozenset[str]:
        """Select or deselect each of some rows by the range and by the selection before it; return their keys."""
        low, high = sorted((self._anchor, self._end))
        touched = range(max(0, first), min(last + 1, len(self._rows)))
        for row in touched:
            key = self._rows[row]
            if low <= row <= high and self._is_paper(key):
                self.keys.add(key)
            elif key not in self._before:
                self.keys.discard(key)
        return frozenset(self._rows[row] for row in touched)
