"""Text: cleaning, folding, TeX, dates and identifiers."""
