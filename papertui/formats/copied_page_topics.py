"""Topic names of copied pages, split where the page joins them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

_LONGEST_NAME = 8
_RECURRING = 1.6
"""Cost of a name found on several lines; unknown names cost more with every word."""
_KNOWN = 0.7
_SINGLE = 5.0

Words = tuple[str, ...]


def split_topics(lines: Sequence[str], subject: str, known: Iterable[str] = ()) -> list[tuple[str, ...]]:
    """Return the names on each line.

    `subject`, the topic of the page, is on every line; `known` are other topic names. The split with the lowest
    cost wins, found by dynamic programming over the words of the line.
    """
    parts = [line.split(subject) if subject else [line] for line in lines]
    costs = _costs_of_recurring(part for line in parts for part in line)
    costs |= {tuple(name.split()): _KNOWN for name in known}
    return [_names(line, subject, costs) for line in parts]


def _names(parts: Sequence[str], subject: str, costs: Mapping[Words, float]) -> tuple[str, ...]:
    """Return the names on a line that was split at its subject, without duplicates."""
    names: list[str] = []
    for number, part in enumerate(parts):
        names += [subject] if number else []
        names += [" ".join(words) for words in _split(tuple(part.split()), costs)]
    return tuple(dict.fromkeys(names))


def _costs_of_recurring(lines: Iterable[str]) -> dict[Words, float]:
    """Return the word sequences of two words or more that occur more than once."""
    found: Counter[Words] = Counter()
    for line in lines:
        words = line.split()
        spans = (
            tuple(words[start : start + length])
            for length in range(2, _LONGEST_NAME + 1)
            for start in range(len(words) - length + 1)
        )
        found.update(set(spans))
    return {name: _RECURRING for name, count in found.items() if count > 1}


def _split(words: Words, costs: Mapping[Words, float]) -> list[Words]:
    """Return the words grouped into the names with the lowest total cost."""
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(words) + 1):
        starts = range(max(0, end - _LONGEST_NAME), end)
        best.append(min((best[start][0] + _cost(words[start:end], costs), start) for start in starts))
    names: list[Words] = []
    end = len(words)
    while end:
        start = best[end][1]
        names.insert(0, words[start:end])
        end = start
    return names


def _cost(name: Words, costs: Mapping[Words, float]) -> float:
    return costs.get(name, _SINGLE if len(name) == 1 else 2.0 + 0.8 * len(name))
