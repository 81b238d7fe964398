"""Command radius. Source: Command Radius Summary."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable
from typing import TypeVar

from wargame_gcacw.charts.parameters import GameTag
from wargame_gcacw.charts.series import game_tag

H = TypeVar("H", bound=Hashable)


def command_radius(game: GameTag = "TOM", year: int | None = None) -> int:
    """The command radius in hexes: 3, or 2 in the 1861 scenarios of All Green Alike.

    Args:
        year: year of the scenario

    >>> command_radius("TOM"), command_radius("AGA", 1861)
    (3, 2)
    """
    return 2 if game_tag(game) == "AGA" and year == 1861 else 3


def in_command(
    leader: H, unit: H, neighbours: Callable[[H], Iterable[H]], *, blocked: Container[H] = (), radius: int = 3
) -> bool:
    """Whether a path of at most ``radius`` hexes runs from the leader to the unit.

    Terrain does not matter. ``blocked`` are the hexes that the path may not enter: those with enemy units, and those
    in enemy zones of control without friendly units.

    >>> in_command(0, 3, lambda n: (n - 1, n + 1)), in_command(0, 3, lambda n: (n - 1, n + 1), blocked={2})
    (True, False)
    """
    reached, edge = {leader}, [leader]
    for _ in range(radius):
        edge = [near for here in edge for near in neighbours(here) if near not in reached and near not in blocked]
        reached.update(edge)
    return unit in reached
