"""The pytest plugin: found by entry point, so a game's tests need no set-up."""
