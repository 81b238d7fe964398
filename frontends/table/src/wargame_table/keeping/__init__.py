"""Tables as they are kept: their rows, where those are stored, and the databases."""
