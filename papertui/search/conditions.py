"""Boolean conditions of a query: states, dates, ids and negations, as bit masks.

Each is evaluated for all documents at once as a big integer with one byte, 1 or 0, for each document, so that
100,000 documents are combined in a few integer operations.
"""

from collections.abc import Callable, Iterable

from papertui.query.tree import And, Dated, Having, Identifier, Node, Not, Or, State, Words
from papertui.search.documents import Catalog
from papertui.search.words import query_words


class Conditions:
    """Evaluates conditions over the documents of a catalog; `containing` returns the documents with some words."""

    def __init__(self, catalog: Catalog, containing: Callable[[Words], Iterable[int]]) -> None:
        self._catalog = catalog
        self._containing = containing
        self._all = int.from_bytes(b"\x01" * len(catalog), "little")

    def mask(self, nodes: Iterable[Node]) -> bytes | None:
        """Return one byte for each document: 1 if it exists and meets every condition; None if all do."""
        met = int.from_bytes(self._catalog.alive, "little")
        for node in nodes:
            met &= self._met(node)
        return None if met == self._all else met.to_bytes(len(self._catalog), "little")

    def _met(self, node: Node) -> int:
        match node:
            case Not(part):
                return self._all ^ self._met(part)
            case And(parts):
                met = self._all
                for part in parts:
                    met &= self._met(part)
                return met
            case Or(parts):
                met = 0
                for part in parts:
                    met |= self._met(part)
                return met
            case Having(state):
                return self._having(state)
            case Dated(first, end):
                return int.from_bytes(bytes(first <= order < end for order in self._catalog.orders), "little")
            case Identifier(text):
                return self._of(self._named(text))
            case Words(text) if query_words(text):
                return self._of(self._containing(node))
            case _:
                return self._all

    def _having(self, state: State) -> int:
        low = state < State.INCOMPLETE
        column, bit = (self._catalog.states, state) if low else (self._catalog.traits, state >> 8)
        return int.from_bytes(column.translate(bytes(bool(value & bit) for value in range(256))), "little")

    def _of(self, numbers: Iterable[int]) -> int:
        column = bytearray(len(self._catalog))
        for number in numbers:
            column[number] = 1
        return int.from_bytes(column, "little")

    def _named(self, text: str) -> list[int]:
        """Return the documents whose key or id is the text or begins with it."""
        numbers = self._catalog.numbers
        if text in numbers:
            return [numbers[text]]
        starts = (text, f"arxiv:{text}", f"doi:{text}", f"local:{text}")
        return [number for name, number in numbers.items() if name.startswith(starts)]
