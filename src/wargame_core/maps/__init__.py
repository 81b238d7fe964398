"""Maps: spaces, what stands on them and between them, movement and lines of sight."""
