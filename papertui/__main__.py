"""``python -m papertui`` and the script ``papertui``: the same thing."""

import sys

from papertui.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
