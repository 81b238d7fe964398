"""A bot at somebody's server: python remote_bot.py "https://games.example.org/t/ID#KEY"."""

import random
import sys

from wargame_table.client import sit

with sit(sys.argv[1], name="Bold") as table:
    for view in table:
        attacks = [choice for choice in view.choices if choice.kind == "attack"]
        table.play(random.choice(attacks or view.choices))
    print(table.view.outcome["text"])
