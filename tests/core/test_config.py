"""The reader's file is understood, never changed, and whatever is wrong with it is named by its line."""

import os
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papertui.config.config import Config
from papertui.config.folders import config_file, default_library
from papertui.config.settings import (
    Arxiv,
    Ask,
    DateFormat,
    Keys,
    Link,
    Look,
    Opening,
    Preset,
    Reading,
    ReadRule,
    Rows,
    rules,
)
from papertui.config.toml import SIZE_LIMIT
from papertui.model import Sort

FULL = """\
[keys]
preset = "emacs"
next-topic = ["tab", "]"]
read = "m"
star = []

[look]
theme = "papertui-light"
rows = "one line"
date_format = "5 Aug 2026"
ascii = true

[reading]
read_rule = "after 8 seconds"
sort = "unread"

[open]
link = "html"
browser = ["firefox", "--new-tab"]
editor = ["vim"]

[ask]
command = ["answer", "--short"]

[arxiv]
address = "http://127.0.0.1:8000/api/query"
interval = 0.5
"""


def config(folder: Path, content: str | bytes) -> Config:
    """Return what a file of this content says."""
    path = folder / "config.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return Config.load(path)


def problems(folder: Path, content: str | bytes) -> list[str]:
    """Return what is wrong with a file of this content."""
    return [str(problem) for problem in config(folder, content).problems]


def test_without_a_file_everything_is_as_it_comes(tmp_path: Path) -> None:
    assert Config.load(tmp_path / "config.toml") == Config(tmp_path / "config.toml")
    assert list(tmp_path.iterdir()) == []


def test_every_setting_can_be_set(tmp_path: Path) -> None:
    read = config(tmp_path, FULL)
    assert read.problems == ()
    assert read.keys == Keys(Preset.EMACS, {"next-topic": ("tab", "]"), "read": ("m",), "star": ()})
    assert read.look == Look("papertui-light", Rows.ONE, DateFormat.DAY_FIRST, ascii=True)
    assert read.reading == Reading(ReadRule(after_seconds=8), Sort.UNREAD)
    assert read.open == Opening(Link.HTML, ("firefox", "--new-tab"), ("vim",))
    assert read.ask == Ask(("answer", "--short"))
    assert read.arxiv == Arxiv("http://127.0.0.1:8000/api/query", 0.5)
    usual = Config().sections
    for name, section in read.sections.items():
        for setting in rules(section):
            assert getattr(section, setting) != getattr(usual[name], setting), (
                f"{name}.{setting} is not tried"
            )
            assert f"{name}.{setting}" in read.lines


def test_the_file_is_never_written(tmp_path: Path) -> None:
    config(tmp_path, FULL + "wrong = 1\n")
    assert (tmp_path / "config.toml").read_text() == FULL + "wrong = 1\n"
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            '[look]\nrows = "three"',
            'line 2: look.rows must be "one line" or "two lines" or "as left", not "three".',
        ),
        ("[look]\n\nascii = 1", "line 3: look.ascii must be true or false, not 1."),
        ("[look]\ntheme = ''", 'line 2: look.theme must be the name of a theme or "as left", not "".'),
        ('[look]\ndate_format = "%d"', 'line 2: look.date_format must be "2026-08-05" or'),
        ("look.ascii = 'x'", 'line 1: look.ascii must be true or false, not "x".'),
        ('[reading]\nread_rule = "after 0 seconds"', 'line 2: reading.read_rule must be "by key" or'),
        ('[reading]\nsort = ["newest"]', 'line 2: reading.sort must be "newest" or "oldest"'),
        (
            '[keys]\npreset = "ed"',
            'line 2: keys.preset must be "vim" or "emacs" or "newsboat" or "lazygit", not "ed".',
        ),
        ("[keys]\n'read' = 3", "line 2: keys.read must be a key or a list of keys"),
        ('[keys]\nread = ["a b"]', "line 2: keys.read must be a key or a list of keys"),
        ('[open]\nbrowser = "firefox"', "line 2: open.browser must be a list of words"),
        ("[open]\neditor = ['vi', 3]", "line 2: open.editor must be a list of words"),
        ("[ask]\ncommand = {a = 1}", "line 2: ask.command must be a list of words"),
        (
            '[arxiv]\naddress = "http://arxiv.org/api"',
            "line 2: arxiv.address must be an https address, or an http",
        ),
        ("[arxiv]\naddress = 'https://['", "line 2: arxiv.address must be an https address, or an http"),
        ("[arxiv]\ninterval = true", "line 2: arxiv.interval must be a number from 0 to 3600, not true."),
        ("[arxiv]\ninterval = nan", "line 2: arxiv.interval must be a number from 0 to 3600, not nan."),
        ("[arxiv]\ninterval = 1", "line 2: arxiv.interval must be at least 3 for other machines."),
        (
            "[look]\ncolour = 3",
            'line 2: Unknown setting "colour" in look; choose from theme, rows, date_format, ascii.',
        ),
        ("\n[ look ] # x\nrows = 1979-05-27", "line 3: look.rows must be"),
        ("[lok]", 'line 1: Unknown section "lok"; choose from keys, look, reading, open, ask, arxiv.'),
        ('theme = "x"', 'line 1: Unknown section "theme"; choose from'),
        ("look = 3", "line 1: look must be a section: [look]."),
    ],
)
def test_what_is_wrong_is_named_by_its_line_and_the_default_holds(
    tmp_path: Path, content: str, problem: str
) -> None:
    read = config(tmp_path, content)
    assert len(read.problems) == 1
    assert str(read.problems[0]).startswith(problem)
    assert read.sections == Config().sections


def test_what_is_right_holds_beside_what_is_wrong(tmp_path: Path) -> None:
    read = config(tmp_path, '[look]\nrows = 3\nascii = true\n[keys]\nread = "m"\nstar = 3\n[x]\n')
    assert read.look == Look(ascii=True)
    assert read.keys.actions == {"read": ("m",)}
    assert [problem.line for problem in read.problems] == [2, 6, 7]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            b"[look]\nrows",
            "line 2: Invalid TOML: expected '=' after a key in a key/value pair. The file is ignored.",
        ),
        (b"[look]\nascii = true\nascii = false\n", "line 3: Invalid TOML: "),
        (b"x = " + b"9" * 5_000, "Invalid TOML: "),
        (b"x = " + b"[" * 20_000, "config.toml is nested too deeply. The file is ignored."),
        (b"\xff", "config.toml is not UTF-8 text. The file is ignored."),
        (b"#" * (SIZE_LIMIT + 1), "config.toml is larger than 256 kB. The file is ignored."),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    told = problems(tmp_path, content)
    assert len(told) == 1
    assert told[0].startswith(problem)


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path in (tmp_path, tmp_path / "pipe"):
        assert [str(problem) for problem in Config.load(path).problems] == [
            f"{path.name} is not a regular file. The file is ignored."
        ]
    assert str(Config.load(tmp_path / "loop").problems[0]).startswith("loop cannot be read: too many levels")


def test_a_mark_at_the_beginning_and_line_ends_of_windows_do_no_harm(tmp_path: Path) -> None:
    read = config(tmp_path, b"\xef\xbb\xbf[look]\r\nascii = true\r\nrows = 1\r\n")
    assert read.look.ascii
    assert [problem.line for problem in read.problems] == [3]


def test_quoted_text_of_the_file_cannot_act(tmp_path: Path) -> None:
    told = problems(
        tmp_path, '"a\\u001b[2Jb" = 1\n[look]\n"\\u202e" = 1\nrows = "\\u0007"\n[keys]\n"\\u001b" = 1'
    )
    assert len(told) == 4
    assert all(sentence.isprintable() for sentence in told)
    assert all(len(sentence) < 250 for sentence in problems(tmp_path, f"[look]\n{'x' * 1_000} = 1"))


@given(st.text(st.characters() | st.sampled_from('[]="\n#.x'), max_size=80))
@example("[look]\n" * 2)
@example('[keys]\n"" = ""')
def test_no_text_is_a_fault(content: str) -> None:
    with TemporaryDirectory() as folder:
        read = config(Path(folder), content.encode("utf-8", "surrogatepass"))
        assert all(0 <= problem.line <= content.count("\n") + 1 for problem in read.problems)


words = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=8)
commands = st.lists(words, max_size=3).map(tuple)
configs = st.builds(
    Config,
    keys=st.builds(
        Keys, st.sampled_from(Preset), st.dictionaries(words.filter("preset".__ne__), commands, max_size=3)
    ),
    look=st.builds(
        Look, st.none() | words, st.none() | st.sampled_from(Rows), st.sampled_from(DateFormat), st.booleans()
    ),
    reading=st.builds(
        Reading,
        st.builds(ReadRule, st.booleans()) | st.builds(ReadRule, after_seconds=st.integers(1, 9_999)),
        st.none() | st.sampled_from(Sort),
    ),
    open=st.builds(Opening, st.sampled_from(Link), commands, commands),
    ask=st.builds(Ask, commands),
    arxiv=st.builds(Arxiv, st.just("https://mirror.example/api"), st.floats(3, 3_600)),
)


@given(configs)
def test_the_printed_settings_are_a_file_that_says_the_same(wanted: Config) -> None:
    with TemporaryDirectory() as folder:
        read = config(Path(folder), wanted.text())
    assert read.problems == ()
    assert read.sections == wanted.sections


def test_the_printed_settings_tell_meaning_and_choices() -> None:
    text = Config().text()
    assert (
        '# Lines of a paper in the list: "one line" or "two lines" or "as left"\nrows = "as left"\n' in text
    )
    names = {name: set(values) for name, values in tomllib.loads(text).items()}
    assert names == {name: set(rules(section)) for name, section in Config().sections.items()}


def test_the_library_is_where_the_environment_says(tmp_path: Path) -> None:
    assert default_library({"PAPERTUI_LIBRARY": str(tmp_path)}) == tmp_path
    assert default_library({"PAPERTUI_LIBRARY": "~/papers"}) == Path.home() / "papers"
    assert default_library({"PAPERTUI_LIBRARY": ""}).name == "papertui"
    assert config_file().name == "config.toml"
    assert config_file().parent.name == "papertui"
