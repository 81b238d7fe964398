"""House rules for the packaged games, a module each; README.md says why, and what each does to the balance."""
