"""What lies on the table, as every part of a rulebook asks for it."""
