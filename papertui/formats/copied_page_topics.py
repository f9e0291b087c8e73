"""Names of topics that a page has run together on one line, told apart by what the lines have in common."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

_LONGEST_NAME = 8
_RECURRING = 1.6
"""What words cost that stand together on several lines; unknown ones cost more, the more the longer they are."""
_KNOWN = 0.7
_SINGLE = 5.0

Words = tuple[str, ...]


def split_topics(lines: Sequence[str], subject: str, known: Iterable[str] = ()) -> list[tuple[str, ...]]:
    """Return the names on each line.

    `subject`, the topic of the page, stands on every line; `known` are other names of topics. The split with the
    lowest cost wins, found by a dynamic programme over the words of the line.
    """
    parts = [line.split(subject) if subject else [line] for line in lines]
    costs = _costs_of_recurring(part for line in parts for part in line)
    costs |= {tuple(name.split()): _KNOWN for name in known}
    return [_names(line, subject, costs) for line in parts]


def _names(parts: Sequence[str], subject: str, costs: Mapping[Words, float]) -> tuple[str, ...]:
    """Return the names on a line that was cut at its subject, each once."""
    names: list[str] = []
    for number, part in enumerate(parts):
        names += [subject] if number else []
        names += [" ".join(words) for words in _split(tuple(part.split()), costs)]
    return tuple(dict.fromkeys(names))


def _costs_of_recurring(lines: Iterable[str]) -> dict[Words, float]:
    """Return what stands in more than one place, two words or more."""
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
    """Return the words in the names that cost least together."""
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
