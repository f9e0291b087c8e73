"""The table of keys and its presets."""
