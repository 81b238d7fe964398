"""What authors of maps need: short forms written, explained and written in full, and doubts."""
