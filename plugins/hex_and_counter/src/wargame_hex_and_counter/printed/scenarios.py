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
    file: Document | None = field(default=None, eq=False, repr=False)
