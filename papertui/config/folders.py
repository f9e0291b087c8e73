"""Where things are: the library, and the reader's ``config.toml``."""

from collections.abc import Mapping
from pathlib import Path


def default_library(environment: Mapping[str, str]) -> Path:
    """Return the folder of the library: ``PAPERTUI_LIBRARY``, else one in the user's data folder."""
    if named := environment.get("PAPERTUI_LIBRARY"):
        return Path(named).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - not wanted where a folder is named

    return user_data_path("papertui")


def config_file() -> Path:
    """Return where the reader's ``config.toml`` is, or would be."""
    from platformdirs import user_config_path  # noqa: PLC0415 - heavy, and not wanted by every command

    return user_config_path("papertui") / "config.toml"
