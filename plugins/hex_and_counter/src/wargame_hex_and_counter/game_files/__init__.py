"""Games that are written as text files: `game.toml` with the rules, beside it map, charts, counters and scenarios."""
