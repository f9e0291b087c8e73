"""Folders of the library and of ``config.toml``."""

from collections.abc import Mapping
from pathlib import Path


def default_library(environment: Mapping[str, str]) -> Path:
    """Return the default folder of the library: ``PAPERTUI_LIBRARY``, else in the user's data folder."""
    if named := environment.get("PAPERTUI_LIBRARY"):
        return Path(named).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed if a folder is given

    return user_data_path("papertui")


def config_file() -> Path:
    """Return the path of the user's ``config.toml``, whether or not it exists."""
    from platformdirs import user_config_path  # noqa: PLC0415 - slow to load, and few commands need it

    return user_config_path("papertui") / "config.toml"
