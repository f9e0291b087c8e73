"""Drawing: lines, rows, colours and signs."""
