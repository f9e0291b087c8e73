"""Copying never raises, never hangs, and says truthfully which way it went."""

import base64
import shutil
import subprocess
from pathlib import Path

import pytest

from papertui.clipboard import Clipboard, terminal_sequence

BASE = {"TERM": "xterm-256color"}


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


def tool(folder: Path, name: str, script: str) -> None:
    """Put a made-up program into a folder."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_a_working_program_is_used_and_named(tools: Path, tmp_path: Path) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    copied = Clipboard({**BASE, "PATH": str(tools), "DISPLAY": ":0"}, platform="linux").copy("Müller 论文")
    assert copied.ok
    assert copied.text == "copied with xclip"
    assert (tmp_path / "copied").read_text() == "Müller 论文"


@pytest.mark.parametrize(
    ("script", "words"), [("exit 1", "xclip failed"), ("sleep 8", "xclip did not answer")]
)
def test_a_failing_or_sleeping_program_is_told(tools: Path, script: str, words: str) -> None:
    tool(tools, "xclip", script)
    copied = Clipboard({**BASE, "PATH": str(tools), "DISPLAY": ":0"}, platform="linux").copy("x")
    assert not copied.ok
    assert words in copied.text


def test_after_a_failing_program_comes_the_terminal(tools: Path) -> None:
    tool(tools, "wl-copy", "exit 3")
    sent: list[str] = []
    environment = {**BASE, "PATH": str(tools), "WAYLAND_DISPLAY": "w"}
    copied = Clipboard(environment, platform="linux", write_terminal=sent.append).copy("link")
    assert copied.ok
    assert copied.text == "sent to the terminal"
    assert base64.b64encode(b"link").decode() in sent[0]


def test_over_ssh_the_terminal_comes_first(tools: Path, tmp_path: Path) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    sent: list[str] = []
    environment = {**BASE, "PATH": str(tools), "DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"}
    assert (
        Clipboard(environment, platform="linux", write_terminal=sent.append).copy("x").text
        == "sent to the terminal"
    )
    assert len(sent) == 1
    assert not (tmp_path / "copied").exists()


def test_without_any_way_it_says_so() -> None:
    copied = Clipboard({"PATH": "/nowhere"}, platform="linux").copy("x")
    assert not copied.ok
    assert copied.text == "not copied: no clipboard here"


def test_what_is_too_long_for_a_terminal_is_refused_with_words() -> None:
    sent: list[str] = []
    copied = Clipboard({**BASE, "PATH": ""}, platform="linux", write_terminal=sent.append).copy(
        "x" * 2_000_000
    )
    assert not copied.ok
    assert "more than terminals take" in copied.text
    assert sent == []


def test_odd_texts_do_no_harm(tools: Path, tmp_path: Path) -> None:
    tool(tools, "xclip", f"cat > {tmp_path}/copied")
    clipboard = Clipboard({**BASE, "PATH": str(tools), "DISPLAY": ":0"}, platform="linux")
    assert clipboard.copy("a\ud800b\x1b]52;c;x\x07").ok
    assert b"\x1b" not in (tmp_path / "copied").read_bytes()
    assert not clipboard.copy("").ok


def test_the_sequence_is_wrapped_for_tmux_and_screen() -> None:
    assert terminal_sequence(b"x", {}) == "\x1b]52;c;eA==\x07"
    assert terminal_sequence(b"x", {"TMUX": "1"}) == "\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\"
    assert terminal_sequence(b"x", {"STY": "1"}) == "\x1bP\x1b]52;c;eA==\x07\x1b\\"


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.parametrize("mode", ["on", "external", "off"])
def test_inside_a_real_tmux_the_text_lands_in_its_buffer(tmp_path: Path, mode: str) -> None:
    tmux = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null"]
    path = str(Path(shutil.which("tmux") or "").parent)
    subprocess.run([*tmux, "new-session", "-d", "cat"], check=True)
    try:
        subprocess.run([*tmux, "set", "-g", "set-clipboard", mode], check=True)
        environment = {**BASE, "PATH": path, "TMUX": f"{tmp_path}/socket,1,0"}
        copied = Clipboard(environment, platform="linux").copy("https://arxiv.org/abs/1")
        assert copied.ok
        assert copied.text == ("sent to tmux's buffer" if mode == "off" else "sent to tmux and its terminal")
        shown = subprocess.run([*tmux, "show-buffer"], check=True, capture_output=True, text=True)
        assert shown.stdout == "https://arxiv.org/abs/1"
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)
