"""The board, what may be done on it, and what can happen."""
