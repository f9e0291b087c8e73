"""Where things are, and what the reader wants otherwise than it comes."""

from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_path


def default_library(environment: Mapping[str, str]) -> Path:
    """Return the folder of the library: ``PAPERTUI_LIBRARY``, else one in the user's data folder."""
    named = environment.get("PAPERTUI_LIBRARY")
    return Path(named).expanduser() if named else user_data_path("papertui")
