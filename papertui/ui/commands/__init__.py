"""Commands of the screen: the handlers in the command table."""
