"""What the shell tells of the reader's settings."""

import tomllib
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def config_file(tmp_path: Path) -> Path:
    """Return where the reader's config is looked for, in a folder that is there."""
    path = tmp_path / "config" / "papertui" / "config.toml"
    path.parent.mkdir(parents=True)
    return path


def test_config_prints_path_settings_and_meanings_as_a_file_to_begin_with(
    papertui: Run, config_file: Path, folder: Path
) -> None:
    told = papertui("config")
    assert told.returncode == 0
    assert told.stderr == ""
    assert told.stdout.startswith(f"# {config_file} (no such file")
    assert "# Page of an arXiv paper that its link opens" in told.stdout
    config_file.write_text(told.stdout)
    again = papertui("config")
    assert tomllib.loads(again.stdout) == tomllib.loads(told.stdout)
    assert again.stdout.startswith(f"# {config_file}\n")
    assert not folder.exists()


def test_config_names_what_is_wrong_by_line_and_keeps_what_is_right(papertui: Run, config_file: Path) -> None:
    config_file.write_text('[look]\nrows = "three"\nascii = true\n')
    told = papertui("config")
    assert told.returncode == 2
    assert told.stderr.startswith(f"{config_file}: line 2: look.rows must be")
    assert len(told.stderr.splitlines()) == 1
    assert tomllib.loads(told.stdout)["look"]["ascii"] is True


def test_keys_and_faults_of_keys_are_told_as_the_config_has_them(
    papertui: Run, config_file: Path, folder: Path
) -> None:
    usual = papertui("keys").stdout
    assert "  r N          Toggle read  [read]\n" in usual
    config_file.write_text('[keys]\npreset = "newsboat"\nread = ["f5", "o"]\n')
    assert "  F5 o         Toggle read  [read]\n" in papertui("keys").stdout
    assert papertui("config").stderr == f"{config_file}: line 3: o is for both read and open; it runs read.\n"
    assert not folder.exists()


def test_a_config_that_cannot_be_used_is_told_once_and_everything_works(
    papertui: Run, config_file: Path
) -> None:
    config_file.write_bytes(b"\xff")
    assert papertui("config").returncode == 2
    assert papertui("keys").returncode == 0
    assert papertui("list", "terminal").returncode == 0
