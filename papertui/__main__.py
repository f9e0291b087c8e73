"""``python -m papertui`` and the script ``papertui``: the same thing."""

import gc
import sys

# Start-up makes many objects that all stay; looking for garbage among them costs a tenth of the time to the
# first paint. The screen turns the collector on again once it has painted, and other commands are short.
gc.disable()

from papertui.cli.main import main  # noqa: E402 - what is said above is about the imports below

if __name__ == "__main__":
    sys.exit(main())
