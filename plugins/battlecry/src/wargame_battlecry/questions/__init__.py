"""Questions about the rules: odds, charts, worked examples, the rules index."""
