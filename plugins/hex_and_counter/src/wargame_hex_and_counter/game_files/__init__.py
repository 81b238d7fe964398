"""Games that are written as text files: `game.toml` with the rules, beside it map, charts, counters and scenarios."""

from typing import Final

SYSTEM: Final = "hex_and_counter"
"""What `game.toml` says in `system`, and the id of the plugin that reads it."""
