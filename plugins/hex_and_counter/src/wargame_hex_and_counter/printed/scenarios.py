"""Scenarios as printed: who stands where, who comes when, and which turns are played."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from wargame_core.data import Document


@frozen
class Reinforcement:
    """Units that come on a turn, by one of some hexes (their printed numbers)."""

    turn: int
    units: tuple[str, ...]
    at: tuple[str, ...]


@frozen
class Withdrawal:
    """Units that leave the map on a turn, by one of some hexes (their printed numbers), without ``by`` from anywhere.

    ``points``, those of the side whose points are counted, are for each that is lost before or does not leave. Units
    that come back do so on the turn ``returns`` by one of the hexes ``returns_at``.
    """

    turn: int
    units: tuple[str, ...]
    by: tuple[str, ...] = ()
    points: int = 0
    returns: int | None = None
    returns_at: tuple[str, ...] = ()


@frozen
class SetUp:
    """A scenario: its turns, and the hex of each unit that stands on the map at the start.

    ``absent`` are units that it does without; ``held`` says who holds a place at the start, by its name or number.
    ``about`` is a sentence or two of what the battle is about, with which the briefing begins. ``under_counters`` are
    units that lie under counters that are face down. ``file`` is what it was read from, for messages about it.
    """

    id: str
    title: str
    begins: int
    ends: int
    at: Mapping[str, str]
    reinforcements: tuple[Reinforcement, ...] = ()
    absent: tuple[str, ...] = ()
    held: Mapping[str, str] = field(factory=dict)
    about: str = ""
    under_counters: tuple[str, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    file: Document | None = field(default=None, eq=False, repr=False)
