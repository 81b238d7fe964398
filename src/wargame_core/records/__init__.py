"""Games as text files: written, read, checked and verified."""
