"""Maps as text files: their formats and checks."""
