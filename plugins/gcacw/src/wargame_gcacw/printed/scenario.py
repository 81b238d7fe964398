"""A scenario as played, and everything printed: what the data files say, names checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import TypeVar

from attrs import field, frozen

from wargame_core.errors import DataError
from wargame_gcacw.printed.counters import Leader, LeaderId, LeaderStart, Side, Unit, UnitStart
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.printed.special_rules import (
    Exit,
    FirstInitiative,
    HeldTrains,
    NightCycle,
    Objectives,
    RainAfterTies,
    RainAllTurn,
    Rule,
)
from wargame_gcacw.printed.victory_conditions import (
    ControlPoints,
    ExitPoints,
    LinePoints,
    ManpowerPoints,
    TrainPoints,
    Victory,
)

R = TypeVar("R", RainAfterTies, RainAllTurn, NightCycle, FirstInitiative, HeldTrains, Exit, Objectives)
V = TypeVar("V", ControlPoints, ManpowerPoints, ExitPoints, TrainPoints, LinePoints)


@frozen
class Level:
    """A row of the victory table: who wins, and how clearly, with at least so many points.

    The last row, for whatever is less, has no ``at_least``.
    """

    winner: Side
    title: str
    at_least: int | None = None


@frozen
class PrintedScenario:
    """A scenario as played: everything its files say, names checked."""

    id: str
    title: str
    game: str
    dates: tuple[date, ...]
    scored: Side
    units: tuple[UnitStart, ...]
    leaders: tuple[LeaderStart, ...]
    rules: tuple[Rule, ...]
    victory: tuple[Victory, ...]
    levels: tuple[Level, ...]
    help: str = ""

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return len(self.dates)

    def rules_of(self, kind: type[R]) -> Iterator[R]:
        """The special rules of a kind."""
        return (rule for rule in self.rules if isinstance(rule, kind))

    def victory_of(self, kind: type[V]) -> Iterator[V]:
        """The victory conditions of a kind."""
        return (condition for condition in self.victory if isinstance(condition, kind))


@frozen(eq=False, slots=False)
class Book:
    """All that is printed: the ground, the counters, and the scenarios by id."""

    ground: Ground
    units: Mapping[str, Unit]
    leaders: Mapping[LeaderId, Leader]
    scenarios: Mapping[str, PrintedScenario]
    unread: Mapping[str, DataError] = field(factory=dict)
    """Packaged scenarios whose files are wrong, by id."""

    @cached_property
    def subordinates(self) -> Mapping[LeaderId, tuple[str, ...]]:
        """For each leader the units he may stand with: those of his command, or for an army leader any infantry."""
        return {
            leader_id: tuple(unit.id for unit in self.units.values() if _obeys(unit, chief))
            for leader_id, chief in self.leaders.items()
        }

    @cached_property
    def named_by(self) -> Mapping[LeaderId, tuple[str, ...]]:
        """For each leader the units he may name: his subordinates, and those that obey any corps leader."""
        reserve = [unit for unit in self.units.values() if unit.any_corps]
        return {
            leader_id: (
                *self.subordinates[leader_id],
                *(unit.id for unit in reserve if chief.rank == "corps" and unit.side == chief.side),
            )
            for leader_id, chief in self.leaders.items()
        }


def _obeys(unit: Unit, chief: Leader) -> bool:
    if unit.side != chief.side:
        return False
    return unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
