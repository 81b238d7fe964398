"""The special rules that a scenario may have, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from wargame_gcacw.printed.counters import SIDES, Arm, HexName, Side


@frozen
class RainAfterTies:
    """In ``turn`` rain begins at the ``ties``-th tied initiative roll and lasts for the rest of the turn."""

    kind: ClassVar[str] = "rain_after_ties"
    turn: int
    ties: int


@frozen
class RainAllTurn:
    """It rains in these turns from their beginning."""

    kind: ClassVar[str] = "rain_all_turn"
    turns: tuple[int, ...]


@frozen
class NightCycle:
    """When both sides have passed in ``turn``, a second action cycle follows, at night and in rain."""

    kind: ClassVar[str] = "night_cycle"
    turn: int


@frozen
class FirstInitiative:
    """A side has the first initiative of ``turn`` without a roll."""

    kind: ClassVar[str] = "first_initiative"
    side: Side
    turn: int = 1


@frozen
class HeldTrains:
    """The wagon trains of a side may not march before rain or night has begun."""

    kind: ClassVar[str] = "held_trains"
    side: Side


@frozen
class Exit:
    """Units of an arm that enter one of the rows below ``last_row`` (as the map counts rows) leave the map for good.

    They may do so in ``turns`` only, and never come back.
    """

    kind: ClassVar[str] = "exit"
    side: Side
    arm: Arm
    last_row: HexName
    turns: tuple[int, ...]


@frozen
class Objectives:
    """Hexes that somebody controls, and who does at the start. Infantry takes control of a hex by entering it."""

    kind: ClassVar[str] = "objectives"
    union: tuple[HexName, ...] = ()
    confederate: tuple[HexName, ...] = ()

    @property
    def holders(self) -> Mapping[str, Side]:
        """The side that holds each hex."""
        return {name: side for side, hexes in zip(SIDES, (self.union, self.confederate), strict=True) for name in hexes}


Rule = RainAfterTies | RainAllTurn | NightCycle | FirstInitiative | HeldTrains | Exit | Objectives
