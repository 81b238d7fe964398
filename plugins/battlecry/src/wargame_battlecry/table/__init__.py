"""What lies on the table: the sheet with its briefing, and the panels beside the board."""
