"""Start to first paint on a pseudo terminal, against an empty app with three panes, runs in turn."""

import compileall
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

import papertui

pytestmark = pytest.mark.bench
RUNS = 10
FLOOR = [sys.executable, str(Path(__file__).with_name("floor_app.py"))]


def first_paint(command: list[str], mark: bytes = b"All papers") -> float:
    """Return the seconds from starting a program to the first time its output shows the mark."""
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    seen = b""
    while mark not in seen and select.select([terminal], [], [], 30)[0]:
        seen += os.read(terminal, 1 << 16)
    taken = time.perf_counter() - begun
    os.kill(child, 9)
    os.waitpid(child, 0)
    os.close(terminal)
    return taken


def compare(command: list[str], mark: bytes) -> tuple[float, float]:
    """Return the medians of the floor and of a command, started in turn, with papertui compiled as it is installed."""
    compileall.compile_dir(Path(papertui.__file__).parent, quiet=1)
    floor, ours = [], []
    for _ in range(RUNS):
        floor.append(first_paint(FLOOR))
        ours.append(first_paint(command, mark))
    return statistics.median(floor), statistics.median(ours)


@pytest.mark.parametrize("library", ["seeds", "large"])
def test_start_to_first_paint(library: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Print medians for the seed library with its rows, and for the library that PAPERTUI_BENCH_LIBRARY names."""
    folder = str(tmp_path / "seeds") if library == "seeds" else os.environ.get("PAPERTUI_BENCH_LIBRARY", "")
    if not folder:
        pytest.skip("PAPERTUI_BENCH_LIBRARY names no library")
    mark = b"FlowBalance" if library == "seeds" else b"All papers"
    command = [sys.executable, "-m", "papertui", "--library", folder]
    first_paint(command, mark)
    floor, ours = compare(command, mark)
    with capsys.disabled():
        print(
            f"\nfirst paint, {library}: floor {floor * 1e3:.0f} ms, ours {ours * 1e3:.0f} ms,",
            f"{ours / floor:.2f}",
        )
