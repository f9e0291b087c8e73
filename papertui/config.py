import os
from pathlib import Path
from platformdirs import user_data_path
def default_library(environment): return Path(environment.get("PAPERTUI_LIBRARY") or user_data_path("papertui"))
