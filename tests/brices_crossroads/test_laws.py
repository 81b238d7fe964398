"""Every law of core for Brice's Crossroads, and what nobody can exceed in it."""

from wargame_hex_and_counter.board.events import ChitDrawn, FiredAt
from wargame_laws import Bound, decisions, laws

BOUNDS = (
    Bound("shots of a battery in a turn", 1, on=FiredAt, by=lambda it: it.what.piece, per="turn", source="5. Fire"),
    Bound("chits drawn in a turn", 6, on=ChitDrawn, per="turn", source="2. Turns and the cup: six chits"),
    decisions(160, "turn", "each unit twice at the most: movement, attacks, retreats, and fire at it"),
)

test_laws = laws("brices_crossroads", seeds=range(60), games=2, budget=80, bounds=BOUNDS)
