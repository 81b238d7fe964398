"""Roads drawn without the grid, as ways through spaces: by the towns that they touch, over rivers at crossings only."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, dist

from attrs import evolve, frozen

from wargame_core.errors import Problem
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.maps.lattice import shortest_way
from wargame_workshop.interchange.sketch import Pixel, PixelGrid, Stroke

Way = tuple[int, ...]
TOUCHES = 0.5
"""How near a point of a road lies to a town, in spaces, so that the road stops there."""
MOST_DETOUR_SPACES = 2
"""By how many spaces a road may be longer than it is drawn so as to keep to its side of a river."""
MOST_CROSSING_DETOUR = 4
"""The same for a road that leads over a crossing near by."""
BACK, AHEAD = 4, 7
"""Where a road may leave its way before a river, and come back to it behind, in spaces."""
FARTHEST = 20
"""How far a way round a river is looked for, in spaces."""
SMALL_LOOP = 5
"""The steps of a loop that is only how the points of a line happened to lie in spaces."""


@frozen
class UncrossedRiver:
    """A step of a drawn road over a river without a crossing; ``longer`` is by how much a way round it is longer.

    Where it ``has_detour`` the road takes that way; any other ends on both banks.
    """

    river: str
    side: Edge
    longer: int | None
    has_detour: bool = False


@frozen
class RoadGround:
    """The map as roads see it: what bars sides, which sides have crossings, and the towns with their pixels."""

    grid: PixelGrid
    ground: RouteGround
    crossings: set[Edge]
    towns: Mapping[int, Sequence[Pixel]]

    def ways(self, stroke: Stroke) -> tuple[list[Way], list[UncrossedRiver]]:
        """The ways of a drawn road, cut where it crosses a river without a crossing. Raises `MergeError`.

        A town on it is a stop in any case. A road that would lead through a space twice is several ways. Raises
        `MergeError` for a point off the map, `ShorthandError` where closed terrain bars it.
        """
        stops = self._stops(stroke.points)
        towns = {space for space, town in stops if town}
        road, unbarred = [stops[0][0]], evolve(self.ground, barring={})
        for (start, _), (end, _) in pairwise(stops):
            road += unbarred.fill(start, end)[1:]
        ways, gaps = list[Way](), dict[Edge, UncrossedRiver]()
        for part in without_repeats(road, towns):
            for bank in self._over_rivers(part, towns, gaps):
                ways += without_repeats(bank, towns)
        return joined_ways(way for way in ways if len(way) > 1), list(gaps.values())

    def _stops(self, points: Sequence[Pixel]) -> list[tuple[int, bool]]:
        """The spaces of the points, and of towns that the line touches between them; whether each is a town."""
        stops: list[tuple[int, bool]] = []
        for number, point in enumerate(points):
            for gap_space in self._towards(points[number - 1], point) if number else ():
                stops.append((self.grid.space(gap_space), True))
            space = self.grid.space(point)
            stops.append((space, self._touches(space, point)))
        kept_stops = stops[:1]
        for space, town in stops[1:]:
            if space != kept_stops[-1][0]:
                kept_stops.append((space, town))
            elif town:
                kept_stops[-1] = (space, True)
        return kept_stops

    def _towards(self, a: Pixel, b: Pixel) -> Iterator[Pixel]:
        """Points of a stretch that touch a town."""
        steps = ceil(dist(a, b) / (self.grid.space_size / 3))
        for step in range(1, steps):
            point = a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps
            if self._touches(self.grid.space(point), point):
                yield point

    def _touches(self, space: int, point: Pixel) -> bool:
        reach = TOUCHES * self.grid.space_size
        return any(dist(point, town) <= reach for town in self.towns.get(space, ()))

    def _over_rivers(self, way: Sequence[int], towns: set[int], gaps: dict[Edge, UncrossedRiver]) -> list[list[int]]:
        """A way over crossings or round the end of a river near by; elsewhere it is cut, and the gap noted."""
        parts, at, since = [[way[0]]], 0, 0
        while at < len(way) - 1:
            space, next_space = way[at], way[at + 1]
            river = self._bars(space, next_space)
            if river is None:
                parts[-1].append(next_space)
                at += 1
                continue
            detour = self._aside(way, at, since, towns)
            if detour is None:
                longer = self._round(space, next_space)
                gaps.setdefault(edge(space, next_space), UncrossedRiver(river, edge(space, next_space), longer))
                parts.append([next_space])
                at += 1
            else:
                steps_back, steps_ahead, path = detour
                longer = len(path) - 1 - (steps_ahead - steps_back)
                if longer > 0 and not self._crosses(path):
                    gaps.setdefault(
                        edge(space, next_space), UncrossedRiver(river, edge(space, next_space), longer, True)
                    )
                del parts[-1][len(parts[-1]) - (at - steps_back) :]
                parts[-1] += path[1:]
                at = steps_ahead
            since = at
        return parts

    def _aside(self, way: Sequence[int], at: int, since: int, towns: set[int]) -> tuple[int, int, Way] | None:
        """Where a way leaves itself, where it comes back, and how, with the fewest spaces more."""
        detours: list[tuple[int, int, int, Way]] = []
        for start in range(at, max(since, at - BACK) - 1, -1):
            for end in range(at + 1, min(len(way), at + AHEAD)):
                path = self._path(way[start], way[end], end - start + MOST_CROSSING_DETOUR)
                if path is not None:
                    longer = len(path) - 1 - (end - start)
                    if longer <= (MOST_CROSSING_DETOUR if self._crosses(path) else MOST_DETOUR_SPACES):
                        detours.append((longer, end - start, start, path))
                if way[end] in towns:
                    break
            if way[start] in towns:
                break
        if not detours:
            return None
        _, length, start, path = min(detours)
        return start, start + length, path

    def _bars(self, space: int, next_space: int) -> str | None:
        """The river that a step would cross without a crossing."""
        side = edge(space, next_space)
        return None if side in self.crossings else self.ground.barring.get(side)

    def _crosses(self, path: Way) -> bool:
        return any(edge(a, b) in self.crossings for a, b in pairwise(path))

    def _path(self, a: int, b: int, most_steps: int) -> Way | None:
        """The shortest way between two spaces that rivers leave, of at most so many steps."""
        open_to = set(self.ground.barring) - self.crossings
        neighbours_of = evolve(self.ground, barring=dict.fromkeys(open_to, "")).near(a, b)
        distance = self.grid.grid.distance

        def close_spaces(space: int) -> Iterable[int]:
            return (
                neighbour
                for neighbour in neighbours_of(space)
                if distance(a, neighbour) + distance(neighbour, b) <= most_steps
            )

        return shortest_way(a, b, close_spaces, self.grid.lattice.centres.__getitem__)

    def _round(self, a: int, b: int) -> int | None:
        """By how many spaces the way round a river is longer than the step over it."""
        path = self._path(a, b, FARTHEST)
        return len(path) - 2 if path is not None and len(path) - 1 <= FARTHEST else None


def without_repeats(way: Sequence[int], kept_stops: set[int]) -> list[Way]:
    """A way without the turns in which it comes back to where it was, as one or more that name no space twice.

    A turn with a stop in it stays, and so does a wide loop: the way is then several, each going on from the one before.
    """
    parts, part = list[Way](), list[int]()
    for place in way:
        if part and place == part[-1]:
            continue
        if place in part:
            loop = part[part.index(place) + 1 :]
            if len(loop) < SMALL_LOOP and not kept_stops.intersection(loop):
                del part[part.index(place) + 1 :]
                continue
            parts.append(tuple(part))
            part = part[-1:]
        part.append(place)
    return [*parts, tuple(part)]


def joined_ways(ways: Iterable[Way]) -> list[Way]:
    """Ways, each once, those that go on from the end of the one before joined to it where no space comes twice."""
    kept_ways: list[Way] = []
    for way in ways:
        if kept_ways and kept_ways[-1][-1] == way[0] and not set(kept_ways[-1]).intersection(way[1:]):
            kept_ways[-1] = kept_ways[-1] + way[1:]
        elif way not in kept_ways and way[::-1] not in kept_ways:
            kept_ways.append(way)
    return kept_ways


def gap_problem(path: str, stroke: Stroke, gap: UncrossedRiver, words: Callable[[int], str]) -> Problem:
    """What is left out of a road that crosses a river without a crossing (E711), and what a designer can do."""
    a, b = map(words, gap.side)
    message = f"{stroke.called} crosses {gap.river} between {a} and {b} without a crossing; it ends on both banks"
    detour_words = f"which is {gap.longer} spaces longer" if gap.longer else f"which is over {FARTHEST} spaces long"
    hint = f"draw a ferry, bridge or ford there, or lead it round, {detour_words}"
    return Problem(path, *stroke.where, "E711", message, hint, ((a, b),))
