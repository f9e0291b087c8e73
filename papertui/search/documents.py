"""Columns of the indexed documents: keys, dates, states and headings."""

from array import array
from collections.abc import Iterator
from itertools import compress

from papertui.query.tree import State
from papertui.search.build import Document
from papertui.search.words import words_of

AUTHORS = "\x1e"
"""Separates the title and the authors of a heading."""
_READERS_STATES = 0xFF


class Catalog:
    """Documents by number, in the order of their addition. A removed document keeps its number."""

    COLUMNS = 7
    """Number of columns that `columns` yields."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.numbers: dict[str, int] = {}
        """Numbers by key and by further id, also those of removed documents."""
        self.orders = array("i")
        self.states = bytearray()
        """The low byte of `query.State`: states set by the user."""
        self.traits = bytearray()
        """The high byte of `query.State`: states of the record."""
        self.alive = bytearray()
        """1 for a document, 0 for a removed one."""
        self.removed = 0
        """Number of removed documents."""
        self._newest: list[int] = []
        self._headings = bytearray()
        self._ends = array("I", (0,))

    def columns(self) -> Iterator[bytes]:
        """Yield all columns, except the user's states, as plain data."""
        further = (f"{number} {name}" for name, number in self.numbers.items() if self.keys[number] != name)
        yield "\n".join(self.keys).encode()
        yield "\n".join(further).encode()
        yield self.orders.tobytes()
        yield from map(bytes, (self.traits, self.alive))
        yield self._ends.tobytes()
        yield bytes(self._headings)

    @classmethod
    def of_columns(cls, keys: memoryview, further: memoryview, *columns: memoryview) -> "Catalog":
        """Create a catalog from `columns`. Raises ValueError if they are inconsistent."""
        catalog = cls()
        orders, traits, alive, ends, headings = columns
        catalog.keys = str(keys, "utf-8").split("\n") if len(keys) else []
        catalog.orders.frombytes(orders)
        catalog.traits, catalog.alive = bytearray(traits), bytearray(alive)
        catalog._ends = array("I")
        catalog._ends.frombytes(ends)
        catalog._headings = bytearray(headings)
        size = len(catalog.keys)
        sizes = {len(catalog.orders), len(catalog.traits), len(catalog.alive), len(catalog._ends) - 1}
        if sizes != {size}:
            raise ValueError("columns of different lengths")
        catalog.states = bytearray(size)
        catalog.removed = size - sum(catalog.alive)
        pairs = (line.split(" ", 1) for line in str(further, "utf-8").splitlines())
        catalog.numbers = {name: int(number) for number, name in pairs}
        catalog.numbers.update(
            zip(compress(catalog.keys, catalog.alive), compress(range(size), catalog.alive), strict=True)
        )
        return catalog

    def __len__(self) -> int:
        return len(self.keys)

    def add(self, document: Document) -> int:
        """Add a document, replacing the one with the same key, and return its number."""
        self.remove(document.key)
        number = len(self.keys)
        self.keys.append(document.key)
        for name in (*document.ids, document.key):
            self.numbers[name] = number
        self.orders.append(document.order)
        self.states.append(0)
        self.traits.append(document.traits >> 8)
        self.alive.append(1)
        authors = AUTHORS.join(" ".join(words_of(author)) for author in document.authors)
        self._headings += f"{' '.join(words_of(document.title))}{AUTHORS}{authors}{AUTHORS}".encode()
        self._ends.append(len(self._headings))
        return number

    def remove(self, key: str) -> int | None:
        """Remove a document; return its number, or None if the key is unknown."""
        number = self.numbers.pop(key, None)
        if number is not None:
            self.alive[number] = 0
            self.removed += 1
        return number

    def set_states(self, key: str, states: State) -> None:
        """Set the states that the user controls."""
        number = self.numbers.get(key)
        if number is not None:
            self.states[number] = states & _READERS_STATES

    def heading(self, number: int) -> str:
        """Return the words of the title and, after `AUTHORS`, those of each author."""
        return self._headings[self._ends[number] : self._ends[number + 1]].decode()

    def authors(self, number: int) -> list[str]:
        """Return the words of each author."""
        return [author for author in self.heading(number).split(AUTHORS)[1:] if author]

    def has_author(self, number: int, initial: str, name: str) -> bool:
        """Return whether an author has the name, and another name that begins with the initial."""
        return any(
            name in author and any(other.startswith(initial) for other in author if other != name)
            for author in map(str.split, self.authors(number))
        )

    @property
    def newest(self) -> list[int]:
        """The numbers, newest first; equals in order of addition."""
        if len(self._newest) != len(self.keys):
            self._newest = sorted(range(len(self.keys)), key=self.orders.__getitem__, reverse=True)
        return self._newest

    def title(self, number: int) -> str:
        """Return the words of the title."""
        return self.heading(number).partition(AUTHORS)[0]
