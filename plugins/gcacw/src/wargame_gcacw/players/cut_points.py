"""Where lines of communication are thin: the hexes in which one enemy alone would cut them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial

from wargame_core.maps.masks import bits, flood, mask_of
from wargame_gcacw.players.communication import Traffic
from wargame_gcacw.rules.line_search import all_of, trace

FEW = 3.0
"""How many points a cut must cost to be worth a thought."""


class Lines(Traffic):
    """Lines of communication with their thin places."""

    @cached_property
    def vital(self) -> Mapping[int, float]:
        """The hexes in which one enemy alone would cut lines, with what that would cost."""
        worths = (round(worth, 1) for worth in self.standing.values())
        return self.recall(("vital", self.free, *self.starts.values(), *worths), partial(thin_places, self))


def thin_places(lines: Traffic) -> Mapping[int, float]:
    """The hexes in which one enemy alone, not screened, would cut lines, with what that would cost.

    A hex is tried only where a line runs by it, and flooded only when no line found before runs around it.
    """
    found: dict[int, float] = {}
    for region, firsts in _regions(lines):
        severed = lines.recall(("severed", region, *firsts.items()), partial(_severed, lines, region, firsts))
        for space, cut_off in severed.items():
            less = sum(_lost(lines, id, space) for id in lines.units if lines.board.units[id].space in cut_off)
            if less > max(FEW, found.get(space, 0.0)):
                found[space] = less
    return found


def _regions(lines: Traffic) -> Iterator[tuple[int, dict[int, int]]]:
    """Where lines run free, and the first hexes by the hex of each unit that cares for that region."""
    board, inside, outside = lines.board, dict[int, int](), dict[int, int]()
    for id, first in lines.starts.items():
        stays = any(True for _ in lines.search.reductions(board.unit(id).arm, "north"))
        (inside if stays else outside)[board.units[id].space] = first
    if inside:
        yield lines.free & ~lines.north, inside
    if outside:
        yield lines.free, outside


def _severed(lines: Traffic, region: int, firsts: dict[int, int]) -> dict[int, frozenset[int]]:
    """For each hex in which an enemy would cut lines the hexes of the units that he cuts off."""
    open, zones, found = lines.search.course.open, lines.board.ground.zone, dict[int, frozenset[int]]()
    known = {space: [path] for space, path in _paths(lines, region, firsts).items()}
    along = all_of(path for paths in known.values() for path in paths)
    for space in bits(along):
        along |= zones[space] & open
    for space in bits(along):
        footprint = 1 << space | zones[space]
        struck = {there: firsts[there] for there, paths in known.items() if all(path & footprint for path in paths)}
        if struck:
            around = _paths(lines, region & ~footprint, struck)
            for there, path in around.items():
                known[there].append(path)
            if len(around) < len(struck):
                found[space] = frozenset(struck.keys() - around.keys())
    return found


def _paths(lines: Traffic, region: int, firsts: Mapping[int, int]) -> dict[int, int]:
    """A line for each hex from which one leads, as a mask."""
    course = lines.search.course
    layers = flood(course.ways, course.goals & region, region.bit_count(), region)
    reached = all_of(layers)
    return {space: mask_of(trace(course.ways, layers, first)) for space, first in firsts.items() if first & reached}


def _lost(lines: Traffic, unit: str, space: int) -> float:
    """What a unit loses that an enemy in a hex cuts off: all, or what going around by the north takes."""
    worth = lines.standing[unit]
    north = sum(one.points for one in lines.search.reductions(lines.board.unit(unit).arm, "north"))
    if north:
        around = lines.flooded(lines.free & ~(1 << space | lines.board.ground.zone[space]))
        if lines.starts[unit] & around:
            return min(worth, -float(north))
    return worth
