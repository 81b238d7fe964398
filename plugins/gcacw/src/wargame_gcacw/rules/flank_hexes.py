"""The hexes around a defender that the attackers cover. Source: Flank Attack Examples (7.4).

Readings: Covered hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from attrs import frozen

from wargame_core import Ruling
from wargame_core.authoring import Modifier
from wargame_core.exact import show
from wargame_core.maps.masks import bits
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.flank_bonus import flank_bonus
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, Side
from wargame_gcacw.printed.ground import Ground

SIX: Final = 6


@frozen
class FlankHex:
    """A hex beside the defender: whether it is covered, what it takes from the bonus (0 to 2), and why in words.

    ``hex`` is its number, or nothing off the map; ``units`` are those of the attackers' side that cover it or try to.
    """

    hex: str
    covered: bool
    less: int
    why: str
    units: tuple[str, ...] = ()


@frozen
class _Cover:
    """The attackers' side around a hex: combat value there and in whose free zones it lies, and in restricted ones."""

    free: int | Fraction = 0
    restricted: int | Fraction = 0
    units: tuple[str, ...] = ()


def nobody_enters(ground: Ground) -> int:
    """Mask of the hexes into which no step of a march leads from anywhere."""

    def find() -> int:
        closed = ground.map.all
        for into in ground.steps[0].values():
            for space in into:
                closed &= ~(1 << space)
        return closed

    return ground.map.cached("hexes nobody enters", find)


def _covers(board: FieldBoard, side: Side, target: int) -> dict[int, _Cover]:
    """Who of a side covers the hexes around a target: all its units but wagon trains, not the attackers alone."""
    ground, book, units = board.ground, board.book.units, board.units
    around, stacks = ground.map.adjacent[target], board.stacks
    zones, restricted = ground.zone, ground.restricted
    covers: dict[int, _Cover] = {}
    near = bits(board.mask(side) & ground.map.within(target, 2))
    for space in sorted(near, key=list(stacks).index):
        who = tuple(unit_id for unit_id in stacks[space] if book[unit_id].arm != "wagon")
        if not who:
            continue
        value = sum((units[unit_id].value for unit_id in who), 0)
        for beside in bits((zones[space] | 1 << space) & around):
            was = covers.get(beside, _Cover())
            if restricted[space] >> beside & 1:
                covers[beside] = _Cover(was.free, was.restricted + value, was.units + who)
            else:
                covers[beside] = _Cover(was.free + value, was.restricted, was.units + who)
    return covers


def coverage(board: FieldBoard, side: Side, target: int) -> tuple[int, int]:
    """How many of the six hexes around a target a side covers, and how many points that takes from the bonus again.

    A point goes for each covered hex that the defender's friends hold, and for each that only restricted zones cover.
    Source: Flank Attack Examples (7.4). Readings: Covered hexes
    """
    ground = board.ground
    need = board.value(board.at(target))
    covers, closed = _covers(board, side, target), nobody_enters(ground)
    covered = SIX - len(ground.map.neighbours[target])
    less = 0
    for space in ground.map.neighbours[target]:
        if closed >> space & 1:
            covered += 1
            continue
        cover = covers.get(space)
        if cover is None or 4 * (cover.free + cover.restricted) < need:
            continue
        covered += 1
        less += (4 * cover.free < need) + (board.holder(space) == FOE[side])
    return covered, less


def flank_hexes(board: FieldBoard, side: Side, target: int) -> tuple[FlankHex, ...]:
    """`coverage` hex by hex with the reasons, for people."""
    ground = board.ground
    need = board.value(board.at(target))
    covers, closed = _covers(board, side, target), nobody_enters(ground)
    hexes = []
    for space in ground.map.neighbours[target]:
        cover = covers.get(space, _Cover())
        value = cover.free + cover.restricted
        name, who = ground.name(space), ", ".join(board.name(unit_id) for unit_id in cover.units)
        if closed >> space & 1:
            hexes.append(FlankHex(name, True, 0, "nobody can enter it"))
        elif not cover.units:
            hexes.append(FlankHex(name, False, 0, "neither held nor in a zone of control of the attackers"))
        elif 4 * value < need:
            why = f"{who}: {show(value)} is less than a quarter of {show(need)}"
            hexes.append(FlankHex(name, False, 0, why, cover.units))
        else:
            restricted, held = 4 * cover.free < need, board.holder(space) == FOE[side]
            why = f"covered by {who} ({show(value)})"
            why += ", through woods only" if restricted else ""
            why += ", but friends of the defender hold it" if held else ""
            hexes.append(FlankHex(name, True, restricted + held, why, cover.units))
    off = SIX - len(ground.map.neighbours[target])
    return (*hexes, *(FlankHex("", True, 0, "off the map") for _ in range(off)))


def flank_ruling(board: FieldBoard, side: Side, target: int) -> Ruling:
    """The flank bonus of a side against a target, with each hex around it as a line.

    Its ``base`` is the bonus before anything is taken from it. A defender who refuses the flanks gives none.
    """
    hexes: Sequence[FlankHex] = flank_hexes(board, side, target)
    covered, less = sum(beside.covered for beside in hexes), sum(beside.less for beside in hexes)
    if target in board.refused:
        return Ruling("Flank bonus", 0, cite=cites.FLANKS_REFUSED, detail={"covered": covered})
    base, bonus = flank_bonus(covered), flank_bonus(covered, min(less, covered))
    lines = [
        Modifier(-beside.less if base else 0, beside.hex or "off the map", cites.FLANK, beside.why)
        for beside in hexes
        if beside.covered
    ]
    if base and base - less < bonus:
        lines.append(Modifier(bonus - base + less, f"never below {bonus} with {covered} hexes", cites.FLANK))
    open_hexes = tuple(Modifier(0, beside.hex, cites.FLANK, beside.why) for beside in hexes if not beside.covered)
    return Ruling(
        "Flank bonus",
        bonus,
        base,
        tuple(lines),
        cites.FLANK,
        detail={"covered": covered, "less": less},
        considered=open_hexes,
    )
