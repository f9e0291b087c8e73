"""The user's settings: where they lie, how they are read."""
