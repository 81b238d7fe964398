"""A game printed to be played on a real table: map over several sheets, tokens, cards, charts, briefings, forms."""
