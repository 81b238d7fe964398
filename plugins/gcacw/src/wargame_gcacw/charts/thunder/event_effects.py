"""What the events and segments of the advanced game do, line by line with its origin. Readings: What the events do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from attrs import frozen

from wargame_core.data import Problems, Ref, read_toml
from wargame_gcacw.charts.series import DATA, structured
from wargame_gcacw.charts.thunder.event_tables import RANDOM, STRATEGIC
from wargame_gcacw.charts.thunder.phases import SEQUENCE


@frozen
class RandomEffect:
    """One sentence of what a random event does."""

    event: Annotated[str, Ref("a random event")]
    effect: str


@frozen
class StrategicEffect:
    """One sentence of what a strategic event does."""

    event: Annotated[str, Ref("a strategic event")]
    effect: str


@frozen
class SegmentRule:
    """One sentence of what is done in a phase or segment."""

    segment: Annotated[str, Ref("a phase or segment")]
    rule: str


@frozen
class Siege:
    """The numbers of the siege, all reconstructed. Readings: Siege and relief.

    Attributes:
        cycle_besieged_turns: turns of a cycle that Vicksburg must be besieged for the cycle to count.
        points_per_besieged_cycle, points_per_open_cycle, points_per_event: siege points.
        level_1_points, level_2_points: siege points of garrison demoralization -1 and -2.
        surrender_points: siege points from which a surrender roll is made each turn.
        surrender_total: what two dice must reach at that many points; 1 less for each point more.
        fort_levels: entrenchment levels of a fort hex.
        fort_falls_on, mine_succeeds_on, attrition_on: faces of a die.
        investment_turn: the turn on which Vicksburg was invested historically.
    """

    cycle_besieged_turns: int
    points_per_besieged_cycle: int
    points_per_open_cycle: int
    points_per_event: int
    level_1_points: int
    level_2_points: int
    surrender_points: int
    surrender_total: int
    fort_levels: int
    fort_falls_on: tuple[int, ...]
    mine_succeeds_on: tuple[int, ...]
    attrition_on: tuple[int, ...]
    investment_turn: int


@frozen
class Relief:
    """Numbers of the army of relief: the turn of its first roll, the last box, and the box that frees Sherman."""

    first_turn: int
    last_box: int
    maneuver_box: int


@frozen
class Effects:
    """Everything the effects file says."""

    random: tuple[RandomEffect, ...]
    strategic: tuple[StrategicEffect, ...]
    segment: tuple[SegmentRule, ...]
    siege: Siege
    relief: Relief

    def of(self, event: str) -> tuple[str, ...]:
        """What is known or assumed of an event's effects, one sentence each."""
        known: list[RandomEffect | StrategicEffect] = [*self.random, *self.strategic]
        return tuple(line.effect for line in known if line.event == event)


def read_effects(path: Path = DATA / "effects.toml") -> Effects:
    """The effects of a file; another file replaces every reconstruction at once. Raises `DataError`."""
    doc, problems = read_toml(path, "effects of events"), Problems()
    segments = [phase.id for phase in SEQUENCE.phase]
    segments += [segment.id for phase in SEQUENCE.phase for segment in phase.segments]
    names = {"a random event": RANDOM.names, "a strategic event": STRATEGIC.names, "a phase or segment": segments}
    return structured(doc, Effects, problems, names)


EFFECTS: Final = read_effects()
