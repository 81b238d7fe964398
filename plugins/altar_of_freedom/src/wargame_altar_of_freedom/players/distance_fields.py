"""How far every space is from a goal for one side: by road where there is one, across country at a price.

A *field* is flooded outwards from its goal once and answers for every token afterwards. Fields are kept inside one
player, never for long: a game that destroys many crossings would fill the memory otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_core.maps.features import Edge
from wargame_core.maps.masks import Passage, bits, flood

FAR = 200
"""The distance of a space from which no way leads to the goal."""
OFF_ROAD = 3
"""Road spaces that one space across country is worth: it takes a Staff Die, and the base move is lost."""
MENDING = 8
"""Road spaces that a destroyed crossing on the way is worth: it can be repaired, or gone around."""
KEPT = 600
"""Fields that a player keeps at most."""


class Field:
    """Distances to a goal in road spaces, worked out outwards from it only as far as somebody asks.

    ``routes`` is for ways to the goal that somebody wants to keep, by where they start.
    """

    __slots__ = ("_asked", "_free", "_idle", "_known", "_layers", "_longest", "_reach", "_ways", "routes")

    def __init__(self, goal: int, free: int, ways: list[tuple[int, Passage]], reach: int) -> None:
        self._layers, self._free, self._ways = [goal], free & ~goal, ways
        self._known: dict[int, int] = {}
        self.routes: dict[int, tuple[int, ...]] = {}
        self._asked, self._reach = 0, reach
        self._idle, self._longest = 0, max(cost for cost, _ in ways)

    def _grow(self) -> int | None:
        """The next layer of spaces, one road space farther out (it may be empty); None when there are no more.

        A reader may stop at any layer and another go on from there: layers are only ever added.
        """
        if self._idle >= self._longest or len(self._layers) > self._reach:
            return None
        layers, reached = self._layers, 0
        for cost, passage in self._ways:
            if cost <= len(layers) and (frontier := layers[-cost]):
                reached |= passage.next(frontier)
        reached &= self._free
        self._free ^= reached
        layers.append(reached)
        self._idle = 0 if reached else self._idle + 1
        return reached

    def __call__(self, space: int) -> int:
        """How far the space is, `FAR` when no way leads to the goal."""
        known = self._known.get(space)
        return self.distances(1 << space)[space] if known is None else known

    def distances(self, spaces: int) -> Mapping[int, int]:
        """The distances of at least these spaces (a mask), found together."""
        missing, known, layers = spaces & ~self._asked, self._known, self._layers
        self._asked |= missing
        depth = 0
        while missing and (depth < len(layers) or self._grow() is not None):
            if reached := layers[depth] & missing:
                missing ^= reached
                for space in bits(reached):
                    known[space] = depth
            depth += 1
        for space in bits(missing):
            known[space] = FAR
        return known

    def inwards(self, spaces: int) -> Iterator[tuple[int, int]]:
        """Each of these spaces (a mask) that can reach the goal, with its distance, nearest first."""
        depth = 0
        while depth < len(self._layers) or self._grow() is not None:
            for space in bits(self._layers[depth] & spaces):
                yield depth, space
            depth += 1


class Fields:
    """The fields of one player, by side, goal and closed crossings."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Field] = {}
        self._reached: dict[tuple[object, ...], tuple[int, ...]] = {}

    def to(
        self,
        board: CampaignBoard,
        side: str,
        goal: int,
        barred: int = 0,
        *,
        closed: frozenset[Edge] | None = None,
        reach: int = FAR,
    ) -> Field:
        """Distances for tokens of ``side`` to the nearest space of the mask ``goal``; ``barred`` is not entered.

        ``closed`` are the edges of crossings that cannot be used, if other than now; beyond ``reach`` all is `FAR`.
        """
        if closed is None:
            closed = board.closed_crossings(side)
        key = (board.campaign.map, side, goal, closed, barred, reach)
        field = self._known.get(key)
        if field is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            field = self._known[key] = self._field(board, side, goal, closed, barred, reach)
        return field

    def reached(
        self, board: CampaignBoard, side: str, space: int, base: int, stride: int, rings: int
    ) -> tuple[int, ...]:
        """Masks of what a token of a side reaches with its base move, and with so much more of a Staff Die each.

        Tokens in the way are left out.
        """
        closed = board.closed_crossings(side)
        key = (board.campaign.map, side, space, closed, base, stride, rings)
        masks = self._reached.get(key)
        if masks is None:
            if len(self._reached) >= KEPT:
                self._reached.clear()
            game_map = board.campaign.map
            free = game_map.enterable
            die = stride * (rings - 1)
            road = flood(game_map.passage(True, None, closed), 1 << space, base + die, free)
            cross = flood(game_map.passage(False, None, closed), 1 << space, die, free)
            masks = self._reached[key] = tuple(
                sum(road[: base + stride * ring + 1]) | sum(cross[: stride * ring + 1]) for ring in range(rings)
            )
        return masks

    def _field(
        self, board: CampaignBoard, side: str, goal: int, closed: frozenset[Edge], barred: int, reach: int
    ) -> Field:
        game_map = board.campaign.map
        ways: list[tuple[int, Passage]] = [
            (1, game_map.passage(True, None, closed)),
            (OFF_ROAD, game_map.passage(False, None, closed)),
        ]
        always_closed = game_map.closed_crossings(side)
        if closed != always_closed:
            ways.append((MENDING, game_map.passage(True, None, always_closed)))
        return Field(goal, game_map.enterable & ~barred, ways, reach)
