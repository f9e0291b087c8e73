"""The screen comes back as it was left, and whatever became of its file, papertui starts."""

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.errors import StoreError
from papertui.model import Ranking, Scope, ScopeKind, Sort, View
from papertui.text.cleaning import clean_line
from papertui.ui.session import FILE, HISTORY_LIMIT, SIZE_LIMIT, WIDEST, Session

FULL = Session(
    view=View(Scope(ScopeKind.TOPIC, "LLM Agent Training"), sort=Sort.TITLE, hide_read=True),
    cursor="arxiv:2608.06197",
    pane=2,
    zoomed=True,
    sidebar_hidden=True,
    topics_width=31,
    abstract_width=52,
    ranking=Ranking.HOT,
    theme="papertui-light",
    row_height=1,
    searches=("termnal agent", "is:unread"),
    commands=("read before:2026",),
    bookmarks={"a": "arxiv:2608.06197", "Z": "doi:10.1000/x"},
    seen_before=True,
)
words = st.text(max_size=30).map(clean_line)
lines = words.filter(bool)
memories = st.builds(
    Session,
    view=st.builds(
        View,
        st.builds(Scope, st.sampled_from(ScopeKind), words),
        st.just(""),
        st.sampled_from(Sort),
        st.booleans(),
    ),
    cursor=words,
    pane=st.integers(0, 2),
    zoomed=st.booleans(),
    sidebar_hidden=st.booleans(),
    topics_width=st.integers(0, WIDEST),
    abstract_width=st.integers(0, WIDEST),
    ranking=st.sampled_from(Ranking),
    theme=words,
    row_height=st.sampled_from([1, 2]),
    searches=st.lists(lines, max_size=4).map(tuple),
    commands=st.lists(lines, max_size=4).map(tuple),
    bookmarks=st.dictionaries(st.sampled_from("abzAZ09"), lines),
    seen_before=st.just(True),
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def test_all_of_it_comes_back(tmp_path: Path) -> None:
    FULL.save(tmp_path)
    assert Session.load(tmp_path) == FULL
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@given(memories)
def test_whatever_was_remembered_comes_back(memory: Session) -> None:
    with TemporaryDirectory() as folder:
        memory.save(Path(folder))
        assert Session.load(Path(folder)) == memory


@given(st.dictionaries(st.sampled_from([*Session.__slots__, "scope", "sort", "hide_read"]), values))
def test_no_member_of_the_file_can_do_harm(stored: dict[str, object]) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_text(json.dumps(stored))
        memory = Session.load(Path(folder))
        assert memory.pane in {0, 1, 2}
        assert memory.row_height in {1, 2}
        assert 0 <= memory.topics_width <= WIDEST
        memory.save(Path(folder))
        assert Session.load(Path(folder)) == replace(memory, seen_before=True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"\x00" * 50,
        b"[" * 200_000,
        b'{"theme": "' + b"x" * SIZE_LIMIT + b'"}',
    ],
)
def test_an_odd_file_counts_as_a_first_start(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert Session.load(tmp_path) == Session()


@pytest.mark.parametrize("kind", ["none", "folder", "pipe", "link", "unreadable"])
def test_what_is_no_file_of_ours_counts_as_a_first_start(tmp_path: Path, kind: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    FULL.save(elsewhere)
    path = tmp_path / FILE
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(elsewhere / FILE)
        case "unreadable":
            path.write_bytes(b"{}")
            path.chmod(0)
    memory = Session.load(tmp_path)
    assert replace(memory, seen_before=False) == Session()


def test_odd_members_keep_their_defaults_and_the_others_count(tmp_path: Path) -> None:
    stored = {"sort": "sideways", "pane": True, "topics_width": -3, "theme": ["x"], "zoomed": True}
    stored |= {
        "searches": ["x", 7, "", "\x1b[2J"],
        "jumps": {"a": "arxiv:1", "ab": "x", "b": 3},
        "commands": "read",
    }
    (tmp_path / FILE).write_text(json.dumps(stored))
    assert Session.load(tmp_path) == Session(
        zoomed=True, searches=("x", "␛[2J"), bookmarks={"a": "arxiv:1"}, seen_before=True
    )


def test_only_the_last_searches_are_kept(tmp_path: Path) -> None:
    searches = tuple(f"search {number}" for number in range(HISTORY_LIMIT + 20))
    Session(searches=searches).save(tmp_path)
    assert Session.load(tmp_path).searches == searches[-HISTORY_LIMIT:]


def test_what_was_typed_can_be_saved_whatever_it_is(tmp_path: Path) -> None:
    Session(searches=("a\ud800b",), cursor="\udfff", bookmarks={"a": "\x00"}).save(tmp_path)
    assert Session.load(tmp_path).searches == ("a\ufffdb",)


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are of POSIX")
def test_a_full_disk_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    FULL.save(tmp_path)
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from papertui.errors import StoreError; from papertui.ui.session import Session\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "try: Session().save(Path(sys.argv[1]))\n"
        "except StoreError as error: sys.exit(str(error))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert ended.stderr == "ui.json cannot be written: the file would pass the size limit.\n"
    assert Session.load(tmp_path) == FULL
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^ui\.json cannot be written: the folder or file is gone\.$"):
        FULL.save(tmp_path / "none")
