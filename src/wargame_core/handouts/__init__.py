"""What a game hands to people at a real table, and what it asks them back: handouts, report forms, printed pages."""
