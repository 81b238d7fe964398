"""A game played by people at screens: who is there, what they agree on, what each may do and is told."""
