"""Text, colours and rows as they are drawn."""
