"""Work that is done in steps of a few milliseconds, so that keys are answered in between."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def finished(steps: Generator[None, None, T]) -> T:
    """Do all the steps, and return what comes of them."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
