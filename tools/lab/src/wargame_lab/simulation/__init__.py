"""Many games of one kind, played by bots, and what they tell."""
