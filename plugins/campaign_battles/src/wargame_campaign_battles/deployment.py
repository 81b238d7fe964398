"""Where brigades stand at the start, and where those that come later enter.

Source: CB p.2 Deployment. Readings: Deployment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from attrs import frozen

from wargame_altar_of_freedom.rules.tabletop.brief import DivisionInBattle, SideInBattle
from wargame_altar_of_freedom.rules.tabletop.ground import Cell
from wargame_battlecry.printed.game_board import WITHIN
from wargame_campaign_battles.ground import TableOnBoard

T = TypeVar("T")
APART = 2
"""Hexes between enemies at the start, and those that arrive, where there is room."""


@frozen
class Body:
    """Brigades that stand or come together: a division, or the guns of an army. ``edges`` is where it comes on."""

    name: str
    side: str
    at: Cell
    edges: tuple[str, ...]
    arrives: int
    brigades: tuple[str, ...]


def bodies_of(side: SideInBattle, contact: Cell) -> tuple[Body, ...]:
    """The divisions of a side in the order of the brief; guns of the army stand where the armies met."""
    bodies = [_body(side.side, division) for division in side.divisions]
    named = {brigade for body in bodies for brigade in body.brigades}
    guns = tuple(unit.id for unit in side.units if unit.id not in named)
    if guns:
        first = bodies[0] if bodies else None
        at, edges = (first.at, first.edges) if first is not None else (contact, ())
        bodies.append(Body("Guns of the army", side.side, at, edges, 0, guns))
    return tuple(bodies)


def _body(side: str, division: DivisionInBattle) -> Body:
    return Body(division.name, side, division.at, division.edges, division.arrives, division.units)


def places_for(
    chart: TableOnBoard, body: Body, wanted: Iterable[T], free: Callable[[T, int], bool], enemies: int
) -> dict[T, int]:
    """A free hex for each of ``wanted`` in turn, as far as there are any: in its square, at its edge or in the middle.

    ``free`` says whether a hex is open to one of them; ``enemies`` is a mask of hexes that it keeps away from.
    """
    order = sorted(range(len(WITHIN)), key=lambda space: _worth(chart, body, space, enemies))
    taken: dict[T, int] = {}
    for piece in wanted:
        space = next((space for space in order if space not in taken.values() and free(piece, space)), None)
        if space is not None:
            taken[piece] = space
    return taken


def _worth(chart: TableOnBoard, body: Body, space: int, enemies: int) -> tuple[float, ...]:
    """The smaller the better: away from the enemy, in the square, near its edge (or its middle)."""
    close = bool(WITHIN[space][APART] & enemies)
    here = chart.cell(space)
    inside = here == body.at
    if body.edges:
        near = min(chart.from_edge(space, body.at, edge) for edge in body.edges)
    else:
        east, south = chart.point(space)
        off = (east - body.at[1] - 0.5) ** 2 + (south - body.at[0] - 0.5) ** 2
        near = (round(off, 3), 0.0)
    return (not inside, close, *near, space) if body.edges else (close, not inside, *near, space)


def enemies_of(places: Mapping[str, int], sides: Mapping[str, str], side: str) -> int:
    """Mask of the hexes on which brigades of the other side stand."""
    return sum(1 << space for brigade, space in places.items() if sides[brigade] != side)
