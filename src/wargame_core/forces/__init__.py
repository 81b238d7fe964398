"""Orders of battle and decks of cards."""
