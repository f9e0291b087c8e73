"""Entry point of ``python -m papertui`` and of the script ``papertui``."""

import gc
import os
import sys
import threading

# Start-up makes many objects that all stay; looking for garbage among them costs a tenth of the time to the
# first paint. The screen turns the collector on again once it has painted, and other commands are short.
gc.disable()

from papertui.cli.main import main as run  # noqa: E402 - what is said above is about the imports below


def main() -> int:
    """Run papertui and return its exit code, without waiting for threads whose work nobody wants any more."""
    code = run()
    if threading.active_count() > 1:
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
