"""What the processes of the fault tests do: ``python -m tests.faults.child FOLDER JOB ARGUMENT``."""

import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

from papertui.errors import StoreError
from papertui.store import Store, TableChange


@contextmanager
def started(folder: Path, job: str, argument: object = "") -> Iterator["Popen[str]"]:
    """Start a child that does a job; it is killed in the end."""
    command = [sys.executable, "-m", "tests.faults.child", str(folder), job, str(argument)]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True, cwd=Path(__file__).parents[2]) as child:
        try:
            yield child
        finally:
            child.kill()


def say(text: object) -> None:
    """Tell the parent."""
    print(text, flush=True)


def count_up(store: Store, _: str) -> None:
    """Write 0, 1, 2, ... for ever, and print each when it was acknowledged."""
    number = 0
    while True:
        store.state.commit(
            [TableChange("marks", ("p",), {"n": number}), TableChange("history", ("h",), {"n": number})]
        )
        say(number)
        if number % 50 == 49:
            store.state.compact()
        number += 1


def mark(store: Store, argument: str) -> None:
    """Write a field of its own on 200 papers, so many times; print what it wrote last on each."""
    name, _, times = argument.partition(":")
    last: dict[str, int] = {}
    for number in range(int(times)):
        key = f"p{number * 7 % 200}"
        store.state.commit([TableChange("marks", (key,), {name: number})])
        last[key] = number
        if store.state._log.place.end > 20_000:
            store.state.compact()
    say(last)


def hold(store: Store, _: str) -> None:
    """Keep the library locked until the parent says otherwise."""
    with store.state.transaction():
        say("held")
        sys.stdin.readline()


def fill(store: Store, _: str) -> None:
    """Write until the limit on the size of files; then lift it and go on."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    number = 0
    try:
        while True:
            store.state.commit([TableChange("marks", (f"p{number}",), {"note": "n" * 100})])
            number += 1
    except StoreError as error:
        say(error)
    say(store.state.count("marks") == number)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.state.commit([TableChange("marks", ("last",), {"n": 1})])
    say(number + 1)


JOBS = {job.__name__: job for job in (count_up, mark, hold, fill)}

if __name__ == "__main__":
    JOBS[sys.argv[2]](Store.open(Path(sys.argv[1])), sys.argv[3])
