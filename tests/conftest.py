"""What all tests share: a library of their own, a clock that moves by itself, and no way to the reader's files."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings

from papertui.library import Library
from papertui.model import Paper

settings.register_profile("papertui", deadline=None)
settings.load_profile("papertui")

Run = Callable[..., subprocess.CompletedProcess[str]]
"""Runs a command of papertui from its words, what it is `given` on standard input, and its `environment`."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run tests on every core, but benchmarks alone, so that nothing disturbs their figures."""
    return 0 if config.option.markexpr == "bench" else os.cpu_count() or 1


@pytest.fixture(autouse=True)
def _no_way_to_the_readers_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Send every default place of files into the test's own folder, and hide clipboard and browser."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in (
        "PAPERTUI_LIBRARY",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "TMUX",
        "STY",
        "SSH_TTY",
        "SSH_CONNECTION",
        "BROWSER",
        "COLUMNS",
        "LINES",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """Return a clock that shows a second later each time it is asked."""
    moment = datetime(2026, 8, 10, 9, 0, tzinfo=UTC)

    def now() -> datetime:
        nonlocal moment
        moment += timedelta(seconds=1)
        return moment

    return now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a library that does not exist yet."""
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path, clock: Callable[[], datetime]) -> Iterator[Library]:
    """Return a library with the seed papers."""
    with Library.open(folder, clock=clock) as opened:
        yield opened


@pytest.fixture
def papertui(folder: Path) -> Run:
    """Return what runs a command over the library in the test's folder."""

    def run(
        *words: str, given: str = "", environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "papertui", "--library", str(folder), *words],
            input=given,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1", "TERM": "dumb", **(environment or {})},
            timeout=60,
        )

    return run


def paper(number: int, **fields: object) -> Paper:
    """Return a made-up paper whose fields are told apart by its number."""
    values: dict[str, object] = {
        "key": f"arxiv:2601.{number:05d}",
        "arxiv_id": f"2601.{number:05d}",
        "title": f"Paper number {number}",
        "authors": (f"Ada Author{number}", "Bo Second"),
        "date": "2026-01-02",
        "abstract": f"This is what paper {number} says.",
    }
    return Paper(**(values | fields))  # type: ignore[arg-type]  # the tests name the fields rightly
