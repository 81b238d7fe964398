"""The flow of a game: choices, events, procedures, states, views and matches."""
