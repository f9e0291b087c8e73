"""Entry point of ``python -m papertui`` and of the script ``papertui``."""

import gc
import os
import sys
import threading

# Start-up creates many objects that stay; collecting garbage among them costs a tenth of the time to the first
# paint. The screen enables the collector after its first paint, and other commands are short.
gc.disable()

from papertui.cli.main import main as run  # noqa: E402 - the collector must be off during these imports


def main() -> int:
    """Run papertui and return its exit code, without waiting for threads whose results are not needed."""
    code = run()
    if threading.active_count() > 1:
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
