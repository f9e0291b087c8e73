"""Only web addresses are opened, and a missing browser is no fault of the reader."""

import pytest

from papertui.opening import is_web_address, open_url


@pytest.mark.parametrize(
    "address",
    [
        "--version",
        "javascript:1",
        "file:///etc/passwd",
        "http://",
        "https://a b",
        "https://a\nb",
        "ftp://x",
        "",
        "-x",
        "http://-x",
    ],
)
def test_anything_but_a_web_address_is_refused(address: str) -> None:
    started: list[object] = []
    assert not is_web_address(address)
    assert not open_url(address, browser=("browser",), start=started.append).ok
    assert started == []


def test_the_readers_browser_gets_the_address_as_one_argument() -> None:
    started: list[object] = []
    opened = open_url("https://arxiv.org/abs/1?a=$(x);y", browser=("my", "browser"), start=started.append)
    assert opened.ok
    assert started == [["my", "browser", "https://arxiv.org/abs/1?a=$(x);y"]]


def test_without_a_browser_the_address_is_said() -> None:
    opened = open_url("https://arxiv.org/abs/1", environment={"PATH": "/nowhere"})
    assert not opened.ok
    assert "https://arxiv.org/abs/1" in opened.text


def test_a_browser_that_does_not_exist_is_told(tmp_path: object) -> None:
    opened = open_url("https://arxiv.org/abs/1", browser=(f"{tmp_path}/none",))
    assert not opened.ok
    assert "does not start" in opened.text
