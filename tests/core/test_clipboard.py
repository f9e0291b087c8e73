"""Copying never raises, never hangs, and says truthfully which way it went."""

import base64
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.system.clipboard import TERMINAL_LIMIT, TEXT_LIMIT, Clipboard, Route, terminal_sequence

BASE = {"TERM": "xterm-256color", "PATH": "/nowhere"}
PATIENCE = 30.0
"""Seconds for programs that answer, however busy the machine."""


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a folder that stands as PATH, with the shell's own programs in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("cat", "sleep", "sh"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    return folder


@pytest.fixture
def display(tools: Path) -> dict[str, str]:
    """Return an environment with a display."""
    return {**BASE, "PATH": str(tools), "DISPLAY": ":0"}


def tool(folder: Path, name: str, script: str) -> None:
    """Put a made-up program into a folder."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def clipboard(
    environment: dict[str, str],
    write_terminal: Callable[[str], None] | None = None,
    *,
    platform: str = "linux",
    time_limit: float = PATIENCE,
) -> Clipboard:
    """Return a clipboard as on Linux, with programs that may take their time."""
    return Clipboard(environment, platform=platform, write_terminal=write_terminal, time_limit=time_limit)


def payload(sequence: str) -> bytes:
    """Return what an OSC 52 sequence carries."""
    match = re.fullmatch(r"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", sequence)
    assert match is not None
    return base64.b64decode(match[1], validate=True)


@pytest.mark.parametrize(
    ("variable", "name"), [("WAYLAND_DISPLAY", "wl-copy"), ("DISPLAY", "xclip"), ("DISPLAY", "xsel")]
)
def test_a_working_program_is_used_and_named(tools: Path, tmp_path: Path, variable: str, name: str) -> None:
    tool(tools, name, f"cat > {tmp_path}/copied")
    copied = clipboard({**BASE, "PATH": str(tools), variable: "x"}).copy("Müller 论文")
    assert (copied.ok, copied.route, copied.text) == (True, Route.PROGRAM, f"copied with {name}")
    assert (tmp_path / "copied").read_text() == "Müller 论文"


def test_a_program_without_its_display_is_not_tried(tools: Path, tmp_path: Path) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    copied = clipboard({**BASE, "PATH": str(tools)}).copy("x")
    assert (copied.ok, copied.route) == (False, Route.SHOWN)
    assert copied.text == "not copied: no clipboard here"
    assert not (tmp_path / "copied").exists()


def test_after_a_failing_program_comes_the_next(tools: Path, tmp_path: Path, display: dict[str, str]) -> None:
    tool(tools, "xclip", "exit 1")
    tool(tools, "xsel", f"cat > {tmp_path}/copied")
    assert clipboard(display).copy("x").text == "copied with xsel"
    assert (tmp_path / "copied").read_text() == "x"


@pytest.mark.parametrize("script", ["exit 1", "cat > /dev/null; kill -9 $$"])
def test_a_failing_program_is_told(tools: Path, display: dict[str, str], script: str) -> None:
    tool(tools, "xclip", script)
    copied = clipboard(display).copy("x" * 1_000_000)
    assert (copied.ok, copied.text) == (False, "not copied: xclip failed")


def test_a_program_that_cannot_be_started_is_told(tools: Path, display: dict[str, str]) -> None:
    (tools / "xclip").write_bytes(b"\x7fELF no program")
    (tools / "xclip").chmod(0o755)
    assert clipboard(display).copy("x").text == "not copied: xclip failed"


def test_a_program_that_sleeps_is_ended_and_its_display_left_alone(
    tools: Path, tmp_path: Path, display: dict[str, str]
) -> None:
    tool(tools, "xclip", "sleep 8")
    tool(tools, "xsel", f"cat > {tmp_path}/copied")
    copied = clipboard(display, time_limit=0.2).copy("x")
    assert copied.text == "not copied: xclip did not answer"
    assert not (tmp_path / "copied").exists()


def test_a_program_that_does_not_answer_is_ended_with_what_it_started(
    tools: Path, tmp_path: Path, display: dict[str, str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    tool(tools, "xclip", f"exec 3> {pipe}; echo started >&3; sleep 60 & wait")
    try:
        limits = (0.2, 1.0, 5.0, 25.0)  # the first that is long enough for the program to begin
        ends = (clipboard(display, time_limit=limit).copy("x").text for limit in limits)
        assert next(end for end in ends if os.read(reader, 100)) == "not copied: xclip did not answer"
        readable, _, _ = select.select([reader], [], [], PATIENCE)
        assert readable, "the child is still running"
        assert os.read(reader, 100) == b""
    finally:
        os.close(reader)


def test_a_program_that_stays_to_hold_the_selection_lives_on_in_its_own_session(
    tools: Path, tmp_path: Path, display: dict[str, str]
) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied; sleep 60 & echo $! > {tmp_path}/pid")
    copied = clipboard(display).copy("x")
    holder = int((tmp_path / "pid").read_text())
    try:
        assert copied.text == "copied with xclip"
        assert os.getsid(holder) != os.getsid(0)
        if sys.platform == "linux":
            for descriptor in (1, 2):
                assert Path(f"/proc/{holder}/fd/{descriptor}").readlink() == Path(os.devnull)
    finally:
        os.kill(holder, signal.SIGKILL)


def test_after_a_failing_program_comes_the_terminal(tools: Path, display: dict[str, str]) -> None:
    tool(tools, "xclip", "exit 3")
    sent: list[str] = []
    copied = clipboard(display, sent.append).copy("link")
    assert (copied.ok, copied.route, copied.text) == (True, Route.TERMINAL, "sent to the terminal")
    assert [payload(sequence) for sequence in sent] == [b"link"]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
@pytest.mark.parametrize("variable", ["SSH_TTY", "SSH_CONNECTION"])
def test_over_ssh_the_terminal_comes_first(
    tools: Path, tmp_path: Path, display: dict[str, str], variable: str, platform: str
) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    sent: list[str] = []
    copied = clipboard({**display, variable: "x"}, sent.append, platform=platform).copy("x")
    assert copied.text == "sent to the terminal"
    assert [payload(sequence) for sequence in sent] == [b"x"]
    assert not (tmp_path / "copied").exists()


def test_over_ssh_a_forwarded_display_takes_what_the_terminal_does_not(
    tools: Path, tmp_path: Path, display: dict[str, str]
) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    sent: list[str] = []
    copied = clipboard({**display, "SSH_TTY": "x"}, sent.append).copy("x" * (TERMINAL_LIMIT + 1))
    assert copied.text == "copied with xclip"
    assert (tmp_path / "copied").stat().st_size == TERMINAL_LIMIT + 1
    assert sent == []


def test_over_ssh_the_clipboard_of_the_other_machine_is_left_alone(display: dict[str, str]) -> None:
    copied = clipboard({**display, "SSH_TTY": "x"}, platform="darwin").copy("x")
    assert copied.text == "not copied: no clipboard here"


@pytest.mark.parametrize(("platform", "more"), [("darwin", {}), ("linux", {"WSL_DISTRO_NAME": "x"})])
def test_other_systems_copy_in_a_child_process_and_run_nothing_of_the_working_folder(
    tools: Path,
    tmp_path: Path,
    display: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    more: dict[str, str],
) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    (tmp_path / "pyperclip.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    copied = clipboard({**display, **more}, platform=platform).copy("Müller 论文")
    assert copied.text == "copied with the system's clipboard"
    assert (tmp_path / "copied").read_text() == "Müller 论文"


def test_a_child_process_that_finds_no_clipboard_is_told() -> None:
    copied = clipboard(BASE, platform="darwin").copy("x")
    assert (copied.ok, copied.text) == (False, "not copied: the system's clipboard failed")


@pytest.mark.parametrize("term", ["", "dumb", "linux"])
def test_terminals_without_a_clipboard_are_sent_nothing(term: str) -> None:
    sent: list[str] = []
    copied = clipboard({**BASE, "TERM": term}, sent.append).copy("x")
    assert copied.text == "not copied: no clipboard here"
    assert sent == []


def test_what_a_terminal_would_drop_is_refused_with_words() -> None:
    sent: list[str] = []
    board = clipboard(BASE, sent.append)
    assert board.copy("x" * TERMINAL_LIMIT).ok
    copied = board.copy("ü" * 1_000_000)
    assert copied.text == "not copied: 2,000,000 bytes are too many for a terminal"
    assert len(sent) == 1


def test_a_terminal_that_cannot_be_reached_is_told() -> None:
    def refuse(sequence: str) -> None:
        raise OSError(f"no terminal for {len(sequence)} characters")

    assert clipboard(BASE, refuse).copy("x").text == "not copied: the terminal cannot be reached"


def test_a_long_text_goes_whole_to_a_program(tools: Path, tmp_path: Path, display: dict[str, str]) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    assert clipboard(display).copy("line\n" * 400_000).ok
    assert (tmp_path / "copied").read_bytes() == b"line\n" * 399_999 + b"line"


def test_nothing_and_too_much_are_told() -> None:
    sent: list[str] = []
    for empty in ("", " \n\t\n"):
        assert clipboard(BASE, sent.append).copy(empty).text == "not copied: it is empty"
    assert "10,000,001 characters" in clipboard(BASE, sent.append).copy("x" * (TEXT_LIMIT + 1)).text
    assert sent == []


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("rm -rf x\n", "rm -rf x"),
        ("one\rline", "one line"),
        ("one\u2028line", "one line"),
        ("two\r\nlines\n\n", "two\nlines"),
        ("a\ud800b", "a\ufffdb"),
        ("\x1b]52;c;x\x07", "␛]52;c;x␇"),
    ],
)
def test_odd_texts_are_made_safe_to_paste(text: str, copied: str) -> None:
    sent: list[str] = []
    assert clipboard(BASE, sent.append).copy(text).ok
    assert payload(sent[0]).decode() == copied


@given(st.text(st.characters() | st.sampled_from("\x00\x1b\x07\r\n\x85\x9b\u2028 "), max_size=60))
def test_no_text_carries_a_control_character_along(text: str) -> None:
    sent: list[str] = []
    clipboard(BASE, sent.append).copy(text)
    for sequence in sent:
        pasted = payload(sequence).decode()
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", pasted)
        assert "\n" not in pasted or "\n" in text.strip()
        assert pasted == pasted.strip()


def test_the_sequence_is_wrapped_for_tmux_and_screen() -> None:
    assert terminal_sequence(b"x", {}) == "\x1b]52;c;eA==\x07"
    assert terminal_sequence(b"x", {"TMUX": "1"}) == "\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\"
    assert terminal_sequence(b"x", {"STY": "1"}) == "\x1bP\x1b]52;c;eA==\x07\x1b\\"


def test_screen_gets_pieces_that_it_takes() -> None:
    pieces = re.findall(r"\x1bP(.*?)\x1b\\", terminal_sequence(b"x" * 10_000, {"STY": "1"}), re.DOTALL)
    assert max(map(len, pieces)) <= 768
    assert payload("".join(pieces)) == b"x" * 10_000


def test_a_sequence_reaches_the_terminal_past_standard_output() -> None:
    controller, terminal = os.openpty()
    code = (
        "import fcntl, termios; from papertui.system.clipboard import write_to_terminal; "
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0); write_to_terminal('<sequence>')"
    )
    try:
        subprocess.run(
            [sys.executable, "-c", code],
            stdin=terminal,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            check=True,
        )
        assert os.read(controller, 100) == b"<sequence>"
    finally:
        os.close(terminal)
        os.close(controller)


def test_without_a_terminal_a_sequence_is_an_os_error() -> None:
    code = (
        "from papertui.system.clipboard import write_to_terminal\n"
        "try: write_to_terminal('x')\n"
        "except OSError: print('none')"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, start_new_session=True, text=True, check=True
    )
    assert told.stdout == "none\n"


class Tmux:
    """A tmux server of the test's own."""

    def __init__(self, socket: Path) -> None:
        self.command = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        self.environment = {
            **BASE,
            "PATH": str(Path(shutil.which("tmux") or "").parent),
            "TMUX": f"{socket},1,0",
        }

    def do(self, *words: str) -> str:
        """Run a command of tmux, and return what it prints."""
        return subprocess.run([*self.command, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """Return a running tmux of version 3.2 or newer, the first that hands buffers on to its terminal."""
    found = shutil.which("tmux")
    version = (
        subprocess.run([found, "-V"], capture_output=True, text=True, check=True).stdout if found else ""
    )
    match = re.search(r"(\d+)\.(\d+)", version)
    if match is None or (int(match[1]), int(match[2])) < (3, 2):
        pytest.skip("no tmux of version 3.2 or newer is installed")
    server = Tmux(tmp_path / "socket")
    server.do("new-session", "-d", "cat")
    yield server
    server.do("kill-server")


def read_until(terminal: int, awaited: bytes) -> bytes:
    """Return what is written to a terminal, until something awaited is in it or nothing comes any more."""
    seen = b""
    while awaited not in seen and select.select([terminal], [], [], PATIENCE)[0]:
        seen += os.read(terminal, 65_536)
    return seen


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("on", "copied to the tmux buffer"),
        ("external", "copied to the tmux buffer"),
        ("off", "copied to the tmux buffer only, since its set-clipboard is off"),
    ],
)
def test_inside_a_real_tmux_the_text_lands_in_its_buffer(tmux: Tmux, mode: str, told: str) -> None:
    tmux.do("set", "-g", "set-clipboard", mode)
    sent: list[str] = []
    copied = clipboard(tmux.environment, sent.append).copy("https://arxiv.org/abs/1 Müller")
    assert (copied.ok, copied.route) == (True, Route.TMUX)
    assert copied.text == told
    assert tmux.do("show-buffer") == "https://arxiv.org/abs/1 Müller"
    assert sent == []


@pytest.mark.parametrize("mode", ["on", "external"])
def test_a_real_tmux_hands_the_text_on_to_its_terminal(tmux: Tmux, mode: str) -> None:
    tmux.do("set", "-g", "set-clipboard", mode)
    tmux.do("set", "-g", "status-left", "<attached>")
    controller, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    client = subprocess.Popen(
        [*tmux.command, "attach"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**tmux.environment, "TMUX": ""},
        start_new_session=True,
    )
    try:
        assert b"<attached>" in read_until(controller, b"<attached>")
        assert clipboard(tmux.environment).copy("https://arxiv.org/abs/1").ok
        carried = base64.b64encode(b"https://arxiv.org/abs/1")
        assert carried in read_until(controller, carried)
    finally:
        client.kill()
        client.wait()
        os.close(terminal)
        os.close(controller)


def test_a_dead_tmux_is_told_and_passed_by(tmp_path: Path, tmux: Tmux) -> None:
    environment = {**tmux.environment, "TMUX": f"{tmp_path}/none,1,0"}
    assert clipboard(environment).copy("x").text == "not copied: tmux failed"
    sent: list[str] = []
    assert clipboard(environment, sent.append).copy("x").text == "sent to the terminal"
    assert sent == [terminal_sequence(b"x", environment)]
