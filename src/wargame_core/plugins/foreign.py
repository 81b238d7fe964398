"""What a game of another program gives a system that writes a new game from it: map, counters and set-ups."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen
class ForeignCounter:
    """A counter: its id, its name, its side, whether it has a back, and what is told of it, by keys of its maker."""

    id: str
    name: str
    side: str
    two_sided: bool = False
    values: Mapping[str, str] = field(factory=dict)


@frozen
class ForeignSetUp:
    """A set-up: its id, its title, and the space of each counter that begins on the map, by id."""

    id: str
    title: str
    at: Mapping[str, str]


@frozen
class ForeignGame:
    """A game of another program: its title, what it is from, its sides by id, a map file, counters and set-ups."""

    title: str
    document: str
    sides: Mapping[str, str]
    map: str
    counters: tuple[ForeignCounter, ...]
    set_ups: tuple[ForeignSetUp, ...]
