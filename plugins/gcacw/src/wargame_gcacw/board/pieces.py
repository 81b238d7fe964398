"""What a unit's counter and markers show, and the march and action under way, as frozen values."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from wargame_gcacw.printed.counters import DISORGANIZED_VALUE, NO_LEADER, LeaderId, Side, UnitStart, Work
from wargame_gcacw.printed.ground import Ground


@frozen(cache_hash=True)
class UnitState:
    """A unit on the map: its hex (a space of the map), manpower and state. Source: GCACW rules 1.4, 2 Units."""

    space: int
    manpower: int
    fatigue: int = 0
    exhausted: bool = False
    disorganized: bool = False
    demoralized: int = 0
    work: Work = ""

    @classmethod
    def at_start(cls, start: UnitStart, ground: Ground) -> UnitState:
        """The state in which a scenario sets a unit up."""
        state = (start.manpower, start.fatigue, start.exhausted, start.disorganized, start.demoralized, start.work)
        return cls(ground.map.parse(start.hex), *state)

    @property
    def value(self) -> int | Fraction:
        """Its combat value, in points. Fatigue and exhaustion do not change it."""
        return DISORGANIZED_VALUE[self.manpower] if self.disorganized else self.manpower


@frozen
class Activation:
    """An action under way: who acts, which units may still march in it, and their common allowance.

    ``units`` have not marched yet, ``named`` are all that were named. ``leader`` is the leader activated ("" for a
    march of one unit) and ``moves_leader`` whether he may still transfer.
    ``allowance`` is in half points, rolled once for all; 0 before it is rolled.
    """

    side: Side
    units: tuple[str, ...]
    named: tuple[str, ...]
    leader: LeaderId = NO_LEADER
    moves_leader: bool = False
    allowance: int = 0
    attacks: bool = True


@frozen
class March:
    """The march of one unit: half points of its allowance, those left, and what it did.

    ``fresh`` until it moves or attacks: only then may it leave an enemy zone of control, and a first step is never too
    dear. ``stopped``: it entered an enemy zone; it may attack, but not go on unless it advances.
    """

    unit: str
    allowance: int
    left: int
    fresh: bool = True
    stopped: bool = False
