"""Questions about the rules: the rules index."""
