"""What the index keeps per document beside its terms, in columns by document number."""

from array import array

from papertui.query.tree import State
from papertui.search.segment import Document
from papertui.search.words import words_of

AUTHORS = "\x1e"
"""Stands between the title and the authors of a heading, and after each author."""
_READERS_STATES = 0xFF


class Catalog:
    """Documents by number, in the order in which they came. A removed document keeps its number."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.numbers: dict[str, int] = {}
        """Numbers by key, and by further id, which may be that of a removed document."""
        self.orders = array("i")
        self.states = bytearray()
        """The low byte of `query.State`, set by the reader's doing."""
        self.traits = bytearray()
        """The high byte of `query.State`, which lies in the record."""
        self.alive = bytearray()
        """1 for a document, 0 for a removed one."""
        self.removed = 0
        """How many documents were removed."""
        self._headings = bytearray()
        self._ends = array("I", (0,))

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def is_whole(self) -> bool:
        """Whether no document was removed."""
        return self.removed == 0

    def add(self, document: Document) -> int:
        """Enter a document, instead of the one that had its key, and return its number."""
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
        """Forget a document; its number, or None where the key is unknown."""
        number = self.numbers.pop(key, None)
        if number is not None:
            self.alive[number] = 0
            self.removed += 1
        return number

    def set_states(self, key: str, states: State) -> None:
        """Set the states that are the reader's doing."""
        number = self.numbers.get(key)
        if number is not None:
            self.states[number] = states & _READERS_STATES

    def heading(self, number: int) -> str:
        """Return the words of the title, and after `AUTHORS` those of each author."""
        return self._headings[self._ends[number] : self._ends[number + 1]].decode()

    def title(self, number: int) -> str:
        """Return the words of the title."""
        return self.heading(number).partition(AUTHORS)[0]
