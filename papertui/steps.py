"""Stepwise work: generators that pause every few milliseconds to let keys through."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")
Progress = TypeVar("Progress")


def finished(steps: Generator[object, None, Result]) -> Result:
    """Run all steps at once, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def reporting(
    steps: Generator[object, None, Result], progress: Progress
) -> Generator[Progress, None, Result]:
    """Run steps, yielding `progress` at each pause, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield progress
