"""What a game gives to people at a real table, and the forms on which they report: handouts and printed pages."""
