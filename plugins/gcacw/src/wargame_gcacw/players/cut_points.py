"""The cut points of lines of communication: the hexes in which one enemy alone would cut them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from wargame_core.maps.masks import bits, flood, mask_of
from wargame_gcacw.players.communication import Lines, flooded, kept_for_lines, reduction
from wargame_gcacw.players.line_values import unit_values
from wargame_gcacw.players.memo import remembered
from wargame_gcacw.rules.lines_of_communication import all_of, trace

LEAST_LOSS = 3.0
"""How many points a cut must cost to be counted."""


@remembered
def cut_points(lines: Lines) -> Mapping[int, float]:
    """The hexes in which one enemy alone, not screened, would cut lines, with what that would cost."""
    values = (round(value, 1) for value in unit_values(lines).values())
    return kept_for_lines(lines, ("cut points", lines.free, *lines.starts.values(), *values), partial(_find, lines))


def unscreened(lines: Lines) -> Mapping[int, float]:
    """The cut points where no infantry near would let lines pass cavalry."""
    return {space: loss for space, loss in cut_points(lines).items() if not lines.screened >> space & 1}


def _find(lines: Lines) -> Mapping[int, float]:
    """A hex is tried only where a line runs by it, and flooded only when no line known before runs around it."""
    losses: dict[int, float] = {}
    for region, starts in _regions(lines):
        for space, hexes in _cut_off(lines, region, starts).items():
            loss = _loss(lines, space, hexes)
            if loss > max(LEAST_LOSS, losses.get(space, 0.0)):
                losses[space] = loss
    return losses


def _regions(lines: Lines) -> Iterator[tuple[int, dict[int, int]]]:
    """Where lines run free, and the first hexes by the hex of each unit that cares for that region."""
    board, outside_north, anywhere = lines.board, dict[int, int](), dict[int, int]()
    for unit, start in lines.starts.items():
        stays_out = any(True for _ in lines.search.reductions(board.unit(unit).arm, "north"))
        (outside_north if stays_out else anywhere)[board.units[unit].space] = start
    if outside_north:
        yield lines.free & ~lines.north, outside_north
    if anywhere:
        yield lines.free, anywhere


def _cut_off(lines: Lines, region: int, starts: Mapping[int, int]) -> Mapping[int, Collection[int]]:
    """For each hex in which an enemy would cut lines the hexes of the units that he cuts off."""
    led = flooded(lines, region)  # what lies beyond matters to no line
    known: dict[tuple[int, int], int] = kept_for_lines(lines, ("cut off", led), dict)
    new = {space: start for space, start in starts.items() if (space, start) not in known}
    if new:
        cuts = _all_cuts(lines, led, new)
        known |= {(space, start): cuts.get(space, 0) for space, start in new.items()}
    cut_off: dict[int, list[int]] = {}
    for space, start in starts.items():
        for cut in bits(known[space, start]):
            cut_off.setdefault(cut, []).append(space)
    return cut_off


def _all_cuts(lines: Lines, region: int, starts: Mapping[int, int]) -> Mapping[int, int]:
    """For the hex of each unit the hexes (a mask) in which an enemy would cut its line."""
    is_open, zones = lines.search.course.open, lines.board.ground.zone
    cuts: dict[int, int] = {}
    known = {space: [path] for space, path in _paths(lines, region, starts).items()}
    along = all_of(path for paths in known.values() for path in paths)
    for space in bits(along):
        along |= zones[space] & is_open
    for space in bits(along):
        footprint = 1 << space | zones[space]
        crossed = {there: starts[there] for there, paths in known.items() if all(path & footprint for path in paths)}
        if crossed:
            around = _paths(lines, region & ~footprint, crossed)
            for there, path in around.items():
                known[there].append(path)
            for there in crossed.keys() - around.keys():
                cuts[there] = cuts.get(there, 0) | 1 << space
    return cuts


def _paths(lines: Lines, region: int, starts: Mapping[int, int]) -> dict[int, int]:
    """A line for each hex from which one leads, as a mask."""
    course = lines.search.course
    layers = flood(course.ways, course.goals & region, region.bit_count(), region)
    reached = all_of(layers)
    return {space: mask_of(trace(course.ways, layers, start)) for space, start in starts.items() if start & reached}


def _loss(lines: Lines, space: int, hexes: Collection[int]) -> float:
    """What the units of these hexes lose to an enemy in a hex who cuts them off: all, or the way round by the north."""
    board, values = lines.board, unit_values(lines)
    around: int | None = None
    loss = 0.0
    for unit in lines.units:
        if board.units[unit].space in hexes:
            north = reduction(lines, board.unit(unit).arm, "north")
            if north and around is None:
                around = flooded(lines, lines.free & ~(1 << space | board.ground.zone[space]))
            goes_round = north and around is not None and lines.starts[unit] & around
            loss += min(values[unit], -float(north)) if goes_round else values[unit]
    return loss
