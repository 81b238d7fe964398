"""What nobody can exceed on the strategic clock, however he plays: read off the chart sheet."""

from typing import Any

from wargame_laws import Bound, decisions
from wargame_laws.bounds import Measured
from wargame_thunder_on_the_mississippi.rules.combat import UnitChanged
from wargame_thunder_on_the_mississippi.rules.operations import ActivationEnded, Marched
from wargame_thunder_on_the_mississippi.rules.random_phase import GrantTransferred, RandomEventHappened
from wargame_thunder_on_the_mississippi.rules.sequence import TurnMarked
from wargame_thunder_on_the_mississippi.rules.strategic_cycle import (
    ReliefRolled,
    SiegePointsChanged,
    StrategicEventsHappened,
)

CHARTS = "GCACW charts 1.6"


def state(name: str) -> Any:
    """A number of a command after it has changed."""
    return lambda it: getattr(it.what.unit, name)


def boxes(it: Measured) -> float:
    return float(it.after.box - it.before.box)


def siege_points(it: Measured) -> float:
    return float(it.after.points - it.before.points)


CLOCK = (
    Bound("turns", 70, on=TurnMarked, per="game", source=f"{CHARTS} Advanced Game Sequence of Play"),
    Bound("random events in a turn", 2, on=RandomEventHappened, per="turn", source=f"{CHARTS} Random Events Table"),
    Bound(
        "strategic events in a turn",
        1,
        on=StrategicEventsHappened,
        per="turn",
        source=f"{CHARTS} Strategic Events Table",
    ),
    Bound(
        "transfers of Grant in a turn",
        1,
        on=GrantTransferred,
        per="turn",
        source=f"{CHARTS} Advanced Game Sequence of Play",
    ),
    Bound("fatigue", 4, on=UnitChanged, number=state("fatigue"), source=f"{CHARTS} Combat Effects"),
    Bound("demoralization", 2, on=UnitChanged, number=state("demoralized"), source=f"{CHARTS} Combat Effects"),
    Bound(
        "boxes of the army of relief in a cycle",
        1,
        on=ReliefRolled,
        number=boxes,
        source=f"{CHARTS} Army of Relief Table",
    ),
    Bound(
        "points of siege in a turn",
        3,
        on=SiegePointsChanged,
        number=siege_points,
        per="turn",
        source="Readings: Siege and relief",
    ),
    Bound(
        "marches of a command in a turn",
        4,
        on=Marched,
        by=lambda it: it.what.command,
        per="turn",
        source="Readings: Initiative and fatigue",
    ),
    Bound("operations in a turn", 60, on=ActivationEnded, per="turn", source="Readings: Initiative and fatigue"),
    decisions(60, "turn", "Readings: Initiative and fatigue"),
)
