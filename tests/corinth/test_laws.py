"""Every law of core for both scenarios of Corinth, and what nobody can exceed in it."""

import pytest

from wargame_hex_and_counter.board.events import Advanced, Arrived, AttackAnnounced, AttackTakenBack, Eliminated, Moved
from wargame_laws import Bound, decisions, laws
from wargame_laws.bounds import Measured


def hexes_of(it: Measured) -> int:
    """The hexes of the attack that a unit joins."""
    return max(len(battle.hexes) for battle in it.what.battles)


BOUNDS = (
    Bound("moves of a unit in a turn", 1, on=Moved, by=lambda it: it.what.piece, per="turn", source="4. Movement"),
    Bound("hexes of an attack", 12, on=AttackAnnounced, number=hexes_of, source="5. Combat: in range of a gun"),
    Bound(
        "units that a side takes back",
        1,
        on=AttackTakenBack,
        by=lambda it: it.what.piece,
        per="turn",
        source="5. Combat",
    ),
    Bound("units that advance after a battle", 1, on=Advanced, per="answer", source="5. Combat, Advance"),
    Bound("units lost in a battle", 24, on=Eliminated, per="answer", source="5. Combat: two in each of twelve hexes"),
    Bound("arrivals of a unit", 1, on=Arrived, by=lambda it: it.what.piece, per="game", source="4. Reinforcement"),
    decisions(90, "turn", "4. Movement and 5. Combat: each of some twenty units once"),
)
RARE = frozenset({"event attack_called_off"})
PUSHED = frozenset({"action push", "event pushed"})
"""On the second day stacks are deep, and the game short: friends are seldom in the way."""

test_laws = laws("corinth", seeds=range(100), games=2, budget=80, bounds=BOUNDS, unexercised=RARE)
test_laws_of_the_second_day = pytest.mark.thorough(
    laws("corinth", scenario="second_day", seeds=range(100), bounds=BOUNDS, unexercised=RARE | PUSHED)
)
