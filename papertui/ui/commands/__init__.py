"""Commands of the screen."""
