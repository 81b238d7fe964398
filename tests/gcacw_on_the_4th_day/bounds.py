"""What nobody can exceed in On the 4th Day, however he plays: read off the document and the charts of the series."""

from typing import Any

from wargame_gcacw.board.action_events import (
    Advanced,
    CavalryRetreated,
    ControlTaken,
    Exited,
    Fought,
    LeaderPlaced,
    MarchBegan,
    Marched,
    RetreatEnded,
)
from wargame_gcacw.board.turn_events import CycleBegan, TurnBegan
from wargame_laws import Bound, decisions
from wargame_laws.bounds import Measured

CHARTS = "GCACW charts 1.6"


def unit_of(it: Measured) -> str:
    return str(it.what.unit)


def fatigue_after(it: Measured) -> float:
    return float(it.after.units[it.what.unit].fatigue)


def of_arm(arm: str) -> Any:
    """The hexes of a march of one arm."""
    return lambda it: len(it.what.path) if it.before.unit(it.what.unit).arm == arm else None


def leaps(it: Measured) -> float | None:
    """The hexes between a leader and the unit that he joins when his own is gone."""
    where = it.before.stranded_leaders.get(it.what.leader)
    if where is None or not it.what.unit:
        return None
    return float(it.before.ground.map.distance(where, it.before.units[it.what.unit].space))


MARCHES = {"infantry": 16, "cavalry": 26, "artillery": 16, "wagon": 16}
"""Hexes of one march: an allowance of 8 or 15 points on pikes of half a point each."""


def field_bounds(*, marches: int = 4) -> tuple[Bound, ...]:
    """The bounds; ``marches`` of a unit in a turn, five with the option that lets tired units march."""
    return (
        Bound("turns", 2, on=TurnBegan, per="game", source="On the 4th Day Turns"),
        Bound("action cycles in a turn", 2, on=CycleBegan, per="turn", source="On the 4th Day A2. Night on July 4th"),
        Bound(
            "marches of a unit in a turn",
            marches,
            on=MarchBegan,
            by=unit_of,
            per="turn",
            source=f"{CHARTS} Combat Effects",
        ),
        Bound("fatigue", 4, on=MarchBegan, number=fatigue_after, source=f"{CHARTS} Combat Effects"),
        Bound(
            "points of a march",
            15 * 2,
            on=MarchBegan,
            number=lambda it: it.what.allowance,
            source=f"{CHARTS} Movement Summary",
        ),
        *(
            Bound(
                f"hexes of a march of {arm}",
                hexes,
                on=Marched,
                number=of_arm(arm),
                by=unit_of,
                per="answer",
                source=f"{CHARTS} Movement Summary",
            )
            for arm, hexes in MARCHES.items()
        ),
        Bound(
            "units in an attack",
            9,
            on=Fought,
            number=lambda it: len(it.what.attackers),
            source="GCACW rules 1.4 7.5 Assault",
        ),
        Bound(
            "hexes of a retreat",
            6,
            on=RetreatEnded,
            number=lambda it: len(it.what.path) - 1,
            source=f"{CHARTS} Retreat Chart",
        ),
        Bound(
            "hexes of an advance after a choice",
            1,
            on=Advanced,
            by=unit_of,
            per="answer",
            source="GCACW rules 1.4 7.6 Results",
        ),
        Bound(
            "times cavalry gives way to a choice",
            6,
            on=CavalryRetreated,
            by=lambda it: it.what.hex,
            per="answer",
            source="GCACW rules 1.4 7.7 Cavalry Retreat",
        ),
        Bound(
            "hexes to the unit that a stranded leader joins",
            10,
            on=LeaderPlaced,
            number=leaps,
            source="Readings: Leaders stand with units",
        ),
        Bound(
            "exits by retreat that count",
            0,
            on=Exited,
            number=lambda it: 1 if it.what.driven and it.what.unit not in it.after.driven_off else 0,
            source="On the 4th Day Victory Conditions",
        ),
        decisions(700, "turn", "GCACW rules 1.4 5 Actions"),
    )


OBJECTIVES = Bound(
    "times a hex changes hands after a choice",
    1,
    on=ControlTaken,
    by=lambda it: it.what.hex,
    per="answer",
    source="On the 4th Day Victory Conditions (Variant B)",
)
"""Where hexes are worth points."""
