"""What nobody can exceed on the strategic clock, however he plays: read off the chart sheet."""

from typing import Any

from wargame_core.authoring import GameEnded
from wargame_laws import Bound, decisions
from wargame_laws.bounds import Measured
from wargame_thunder_on_the_mississippi.rules.combat import CommandMoved, Told, UnitChanged
from wargame_thunder_on_the_mississippi.rules.operations import ActivationEnded, Marched
from wargame_thunder_on_the_mississippi.rules.random_phase import GrantTransferred, RandomEventHappened, Reinforced
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


def surrenders_to_nobody(it: Measured) -> float:
    """1 for a garrison that surrenders while nobody besieges it."""
    return float(it.what.outcome.level == "surrendered" and not it.before.is_besieged)


def reliefs_of_an_invested_city(it: Measured) -> float:
    """1 for a relief that leaves enough commands in the lines to invest the city."""
    return float(it.what.outcome.level == "relieved" and it.before.invested)


def set_back(it: Measured) -> float:
    """The MP between a beaten command and the place in which it was beaten."""
    if it.what.why != "retreat":
        return 0
    road = it.before.clock.neighbours[it.what.place][it.before.place[it.what.command]]
    return float(road - it.what.progress)


def assaults_from_the_road(it: Measured) -> float:
    """1 for an assault on a fort by a command that is on its way elsewhere."""
    return float(it.what.place in it.before.forts and bool(it.before.progress.get(it.what.command)))


def manpower_elsewhere(it: Measured) -> float:
    """1 for manpower that appears neither at the place printed for it nor at the one behind, nor between the two."""
    board, group = it.before, it.before.clock.group[it.what.group]
    places = (group.place, board.clock.place[group.place].fallback[group.side])
    goal = board.heading[group.command] if board.progress.get(group.command) else it.what.place
    return float(it.what.place not in places or goal not in places)


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
    Bound("surrenders to nobody", 0, on=GameEnded, number=surrenders_to_nobody, source="Readings: Siege and depots"),
    Bound(
        "reliefs of a city that is still invested",
        0,
        on=GameEnded,
        number=reliefs_of_an_invested_city,
        source="Readings: Relief and the end",
    ),
    Bound(
        "MP that a beaten command is set back", 27, on=CommandMoved, number=set_back, source=f"{CHARTS} Combat Effects"
    ),
    Bound(
        "assaults by a command on its way elsewhere",
        0,
        on=Told,
        number=assaults_from_the_road,
        source="Readings: Siege and depots",
    ),
    Bound(
        "groups that appear elsewhere than printed",
        0,
        on=Reinforced,
        number=manpower_elsewhere,
        source="Readings: Reinforcements of the clock",
    ),
    decisions(60, "turn", "Readings: Initiative and fatigue"),
)
