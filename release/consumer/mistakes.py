"""Mistakes that a type checker has to find in a program of somebody else: one in each line that says so."""

import wargame_core
from wargame_core import Simulation  # mistake: attr-defined

batch: Simulation | None = None
game = wargame_core.lode("vicksburg")  # mistake: attr-defined
match = wargame_core.load("vicksburg").start(seed="1863")  # mistake: arg-type
for action in match.choices():
    action.nonsense()  # mistake: attr-defined
label: int = match.choices().labels[0]  # mistake: assignment
view = match.view(1)  # mistake: arg-type
