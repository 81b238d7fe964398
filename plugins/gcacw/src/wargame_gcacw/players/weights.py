"""What players of the series judge by: points, chances and factors that no rule gives, as one value.

`NORMAL` was set by hand, one number at a time. The hard player's numbers stand in `hard.toml` beside the scenarios, for
each scenario and side on its own: they were found by a machine (`benchmarks/spsa.py`).
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from attrs import frozen

from wargame_core.data import Between, DataFolder, Problems, Ref, check_source, structure
from wargame_gcacw.printed.counters import SIDES
from wargame_gcacw.printed.scenario_files import HARD

ScenarioName = Annotated[str, Ref("a scenario")]
SideName = Annotated[str, Ref("a side")]
Chance = Annotated[float, Between("a chance", 0, 1)]
BeforeAndLast = tuple[float, float]
"""Before the last turn, and in it."""
Four = tuple[float, float, float, float]


@frozen
class Weights:
    """What a player's judgement rests on, in victory points of its side where nothing else is said.

    What is called a factor is 1 where the other numbers are believed.
    """

    # what losses, fatigue and mishaps cost

    strength: float = 0.25
    """What a point of manpower is worth for its own sake, whatever the scenario says."""
    disorder: float = 0.1
    """What disorder costs for each point of manpower of the unit."""
    last_point: tuple[float, float] = (2.0, 6.0)
    """What the last point of manpower of a unit is worth in addition, and where the enemy counts lines to be cut."""
    levels: tuple[float, float, float, float, float] = (0.0, 0.25, 0.45, 1.1, 1.6)
    """What the fatigue levels from 0 to 4 cost each while there is another turn to come."""
    last_level: float = 0.12
    """What a fatigue level costs in the last turn."""
    held_back: float = 3.0
    """What a march costs cavalry besides in the last turn where the enemy counts lines: it is kept fresh for a cut."""
    rested: float = 1.0
    """What beginning a march costs: a factor."""

    # attacks

    gain: float = 1.0
    """What an attack does to the enemy: a factor."""
    dared: float = 0.45
    """By how much a desperate side thinks less of its losses."""
    least_gain: float = 0.3
    """What an attack must gain at least to be made."""
    freed: BeforeAndLast = (0.35, 0.85)
    """The part that counts of what the side's lines gain when an enemy is driven from them: he may come back."""
    kept: Chance = 0.75
    """How likely a hex just taken is kept."""
    way_home: float = 0.1
    """What a fatigue level costs a unit of what it would gain by marching on."""
    retreat: float = 1.0
    """What a retreat costs the enemy in manpower: a factor."""

    # places

    line: float = 1.0
    """What a hex is worth to a unit that counts a line: a factor."""
    hold: float = 1.0
    """What infantry does in an objective: a factor."""
    lost: Chance = 0.9
    """The chance that a hex falls which nobody holds."""
    yielding: float = 0.08
    """How the chance grows with the enemy's combat value for each point of those who hold it."""
    harass: BeforeAndLast = (0.3, 1.0)
    """The part that counts of the points taken from units in a zone of control."""
    block: BeforeAndLast = (0.55, 1.0)
    """The part that counts of a cut of enemy lines."""
    driven: float = 0.9
    """What the danger of an attack takes from a block by cavalry: a factor, 1 where every attack drives it off."""
    fear_cavalry: float = 1.0
    """What cavalry may lose to enemies who can attack it: a factor."""
    fear_infantry: float = 1.0
    """The same of infantry and guns."""
    weakness: Four = (0.8, 1.6, 2.4, 3.2)
    """Manpower that cavalry is estimated to lose to an attack: whole, and weak in one, two or three ways."""
    infantry_loses: float = 3.0
    """Manpower that infantry is estimated to lose to an attack at even odds."""
    most_odds: float = 2.0
    """The highest odds of such an attack that matter."""
    pressure: Four = (1.0, 1.0, 0.7, 0.4)
    """How much of an enemy's combat value presses on a hex at a distance of 0, 1, 2 and 3."""
    despair: BeforeAndLast = (40.0, 20.0)
    """By how many points a side must be behind to dare all."""

    # actions

    together: float = 0.15
    """What it counts for each unit that an activation saves an action."""
    enough: float = 0.35
    """What an action must gain to be better than passing."""
    later_marches: float = 2.5
    """How many marches of a unit to expect in each later turn."""
    settled: float = 2.0
    """How much more manpower a leader must have around him to change his place."""
    forcing: float = 2.5
    """What a force march must gain at least beyond its cost."""

    # raids

    stays: Chance = 0.95
    """How likely a brigade that no infantry can come upon is still there in the end."""
    least_stays: Chance = 0.1
    """How likely it is there beside infantry, of that."""
    raids: tuple[float, float] = (1.0, 0.6)
    """What the first raid counts, and a second one by other brigades elsewhere, should the enemy open the first cut."""
    support: float = 0.5
    """What a second brigade in a hex of a raid counts beside the first."""

    # what draws a unit from afar: factors, and from when on

    leave: float = 1.0
    """Leaving the map."""
    cut: float = 1.0
    """Cutting the enemy's lines."""
    bar: float = 1.0
    """Standing in the enemy's way."""
    guard: float = 1.0
    """Guarding cut points of the side's lines."""
    clear: float = 1.0
    """Driving the enemy from the side's lines."""
    take: float = 1.0
    """Objectives of the enemy."""
    stand: float = 1.0
    """Hexes in which a condition of a scenario's own wants a unit at the end."""
    join: float = 1.0
    """Where an assault gathers or the fighting is."""
    serious: float = 5.0
    """How many points an enemy must take from the side's lines before distant units go to drive him away."""


NORMAL: Final = Weights()
"""The normal player's, for both sides of any scenario."""


HardFile = dict[ScenarioName, dict[SideName, Weights]]
"""A `hard.toml`: a table for each scenario and side, such as [lees_retreat.union], with the numbers that are not as
`NORMAL`."""


def read_weights(folder: DataFolder, scenarios: Iterable[str] | None = None) -> Mapping[str, Mapping[str, Weights]]:
    """The weights in a folder's `hard.toml`, by scenario and side; none without the file.

    Where ``scenarios`` are given it must name no others. Raises `DataError` with every problem of the file.
    """
    if not folder.file(HARD).is_file():
        return {}
    doc, problems = folder.read(HARD, "the numbers of the hard player, by scenario and side"), Problems()
    check_source(doc, problems)
    names = {"a side": SIDES} | ({} if scenarios is None else {"a scenario": tuple(scenarios)})
    weights_read = structure(doc, HardFile, problems, names=names)
    problems.raise_if_any()
    return weights_read or {}
