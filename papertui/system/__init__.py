"""Other programs of the machine: clipboard, browser, editor."""
