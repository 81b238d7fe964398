"""Every law of core for The Road to Chattanooga, and what nobody can exceed in it."""

from wargame_hex_and_counter.board.events import Rebuilt, Restored, WentByRail
from wargame_laws import Bound, decisions, laws

RAIL, MEN = "5. Railroads", "7. Supply and replacements: three and two points a turn, each a step"
BOUNDS = (
    Bound("units of both sides by rail in a turn", 4, on=WentByRail, per="turn", source=f"{RAIL}: two units a side"),
    Bound("steps of a unit in a turn", 1, on=Restored, by=lambda it: it.what.piece, per="turn", source=MEN),
    Bound("units of both sides rebuilt in a turn", 5, on=Rebuilt, per="turn", source=MEN),
    decisions(160, "turn", "each unit at the most by rail or movement, in attack, retreat and exploitation"),
)

test_laws = laws(
    "chattanooga", seeds=range(60), games=2, budget=80, bounds=BOUNDS, unexercised=("event attack_called_off",)
)
