"""A game told: as sentences, and as a page for the browser."""
