"""The parts of a rulebook: each is a frozen value that a game sets, and can be used alone."""
