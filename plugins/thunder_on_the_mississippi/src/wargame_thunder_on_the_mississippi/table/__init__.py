"""What lies on the table: a sheet of boxes with its briefing, and the panels beside it."""
