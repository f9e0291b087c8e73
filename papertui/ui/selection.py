"""Which papers the next action is about: a set of keys, so that sorting and searching leave it alone."""

from collections.abc import Callable, Iterable, Sequence


class Selection:
    """The selected papers, and a range of rows that grows and shrinks with the cursor while it is open."""

    def __init__(self, is_paper: Callable[[str], bool]) -> None:
        self.keys: set[str] = set()
        self._is_paper = is_paper
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

    def toggle(self, key: str) -> None:
        """Select a paper, or no longer; ends a range, which stays selected."""
        self.end_range()
        if self._is_paper(key):
            self.keys ^= {key}

    def toggle_all(self, keys: Iterable[str]) -> None:
        """Select papers, or where all of them are, no longer."""
        self.end_range()
        wanted = set(keys)
        if wanted <= self.keys:
            self.keys -= wanted
        else:
            self.keys |= wanted

    def add(self, keys: Iterable[str]) -> None:
        """Select papers beside those that are."""
        self.end_range()
        self.keys.update(keys)

    def clear(self) -> None:
        """Select nothing."""
        self.end_range()
        self.keys.clear()

    def keep_papers(self) -> None:
        """Let go of what is no longer in the library."""
        self.keys = set(filter(self._is_paper, self.keys))

    def begin_range(self, rows: Sequence[str], row: int) -> None:
        """Open a range of these rows that begins, and as yet ends, at one of them."""
        self._rows, self._anchor, self._end = rows, row, row
        self._before = frozenset(self.keys)
        self._mark_rows(row, row)

    def extend_range(self, rows: Sequence[str], row: int) -> frozenset[str]:
        """Move the end of the range to a row and return the keys between; in other rows the range ends."""
        if rows is not self._rows:
            self.end_range()
        if not self.ranging:
            return frozenset()
        former, self._end = self._end, row
        return self._mark_rows(min(former, row), max(former, row))

    def end_range(self) -> None:
        """Close the range; its papers stay selected."""
        self._rows, self._anchor, self._before = (), -1, frozenset()

    def _mark_rows(self, first: int, last: int) -> frozenset[str]:
        """Select or let go each of some rows, as the range and what was selected before it will have it."""
        low, high = sorted((self._anchor, self._end))
        touched = range(max(0, first), min(last + 1, len(self._rows)))
        for row in touched:
            key = self._rows[row]
            if low <= row <= high and self._is_paper(key):
                self.keys.add(key)
            elif key not in self._before:
                self.keys.discard(key)
        return frozenset(self._rows[row] for row in touched)
