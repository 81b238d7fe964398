"""A study of how even a game is, and its page."""
