"""The commands about the program itself: its settings and its keys. None of them opens a library."""

from collections.abc import Callable
from types import SimpleNamespace

from papertui.cli.output import emit, say
from papertui.text import clean_line

DONE, FAULT = 0, 2


def config(_: SimpleNamespace) -> int:
    """Print where the settings are, and each with its meaning and value, as a file that would say the same."""
    from papertui.config import Config  # noqa: PLC0415 - wanted by these commands only
    from papertui.ui.start import config_problems  # noqa: PLC0415 - the screen knows keys and themes

    read = Config.of_reader()
    path = clean_line(str(read.path))
    there = read.path is not None and read.path.exists()
    emit(f"# {path}{'' if there else ' (not there: everything is as it comes)'}\n\n{read.text()}")
    problems = config_problems(read)
    for problem in problems:
        say(f"{path}: {problem}")
    return FAULT if problems else DONE


def keys(_: SimpleNamespace) -> int:
    """Print the keys of the screen, as the reader's config has them."""
    from papertui.config import Config  # noqa: PLC0415 - wanted by these commands only
    from papertui.ui.keys import key_table  # noqa: PLC0415 - the screen knows its keys
    from papertui.ui.remapping import remapped  # noqa: PLC0415

    group = ""
    for title, names, action, text in key_table(remapped(Config.of_reader().keys).groups):
        if title != group:
            group = title
            emit(f"{title}\n")
        emit(f"  {names:<12} {text}  [{action}]\n")
    return DONE


COMMANDS: dict[str, Callable[[SimpleNamespace], int]] = {"config": config, "keys": keys}
"""The functions of the commands by name."""
