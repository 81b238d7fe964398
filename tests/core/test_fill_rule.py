"""Filling rule 1 of routes and courses: against brute force over all shortest ways, and frozen for ever."""

from collections.abc import Iterator
from random import Random

import pytest

from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.shorthand import RouteGround, ShorthandError, course
from wargame_core.maps.hexes import HexGrid
from wargame_core.maps.lattice import Spot, shortest_way
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid

GRIDS: tuple[Map, ...] = (
    Map(SquareGrid(4, 5)),
    Map(HexGrid.numbered(range(1, 6), range(1, 5))),
    Map(HexGrid.numbered(range(2, 6), range(1, 5), shifted="odd")),
    Map(HexGrid.lettered([5, 4, 5, 4])),
)


def ground(board: Map, random: Random) -> RouteGround:
    """The grid with some sides barred and some spaces closed."""
    sides = [edge(a, b) for a in range(board.size) for b in board.neighbours[a]]
    barring = dict.fromkeys(random.sample(sides, len(sides) // 6), "the river")
    return RouteGround(board.grid, barring=barring, closed=frozenset(random.sample(range(board.size), 2)))


def every_way(ground: RouteGround, start: int, goal: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way of at most so many spaces that enters no space twice."""
    near = ground.near(start, goal)
    todo: list[tuple[int, ...]] = [(start,)]
    while todo:
        way = todo.pop()
        if way[-1] == goal:
            yield way
        elif len(way) < most:
            todo += [(*way, other) for other in near(way[-1]) if other not in way]


def straightness(ground: RouteGround, way: tuple[int, ...]) -> int:
    points = [ground.lattice.centres[space] for space in way]
    (ax, ay), (bx, by) = points[0], points[-1]
    return sum(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) ** 2 for x, y in points)


@pytest.mark.parametrize("board", GRIDS, ids=["squares", "flat even", "flat odd", "pointed"])
def test_a_filled_way_is_the_best_of_all_shortest_ways(board: Map) -> None:
    random, compared = Random(1863), 0
    for _ in range(25):
        there = ground(board, random)
        start, goal = random.sample(range(board.size), 2)
        try:
            filled = there.fill(start, goal)
        except ShorthandError:
            assert not any(True for _ in every_way(there, start, goal, 9))
            continue
        if len(filled) <= 7:
            ways = list(every_way(there, start, goal, len(filled)))
            assert filled == min(ways, key=lambda way: (len(way), straightness(there, way), way))
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("board", GRIDS, ids=["squares", "flat even", "flat odd", "pointed"])
def test_a_filled_course_is_the_best_of_all_shortest_lines(board: Map) -> None:
    lattice, random = board.grid.lattice, Random(7)
    for _ in range(12):
        start, goal = random.sample(sorted(lattice.along), 2)
        filled = shortest_way(start, goal, lambda spot: lattice.along[spot], lambda spot: spot)
        assert filled is not None
        if len(filled) > 7:
            continue
        todo: list[tuple[Spot, ...]] = [(start,)]
        lines = []
        while todo:
            line = todo.pop()
            if line[-1] == goal:
                lines.append(line)
            elif len(line) < len(filled):
                todo += [(*line, other) for other in lattice.along[line[-1]] if other not in line]

        def off(line: tuple[Spot, ...]) -> int:
            (ax, ay), (bx, by) = line[0], line[-1]
            return sum(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) ** 2 for x, y in line)

        assert filled == min(lines, key=lambda line: (len(line), off(line), line))


@pytest.mark.parametrize("board", GRIDS, ids=["squares", "flat even", "flat odd", "pointed"])
def test_every_side_lies_between_two_corners_that_its_spaces_share(board: Map) -> None:
    lattice = board.grid.lattice
    words = lattice.corner_words
    for here in range(board.size):
        mine = {lattice.corner(here, word) for word in words}
        for there in board.neighbours[here]:
            theirs = {lattice.corner(there, word) for word in words}
            assert set(lattice.side(edge(here, there)) or ()) == mine & theirs


def test_words_for_ways_lead_to_neighbours_and_back() -> None:
    for board in GRIDS:
        lattice = board.grid.lattice
        for space in range(board.size):
            around = {lattice.step(space, way) for way in lattice.ways} - {None}
            assert around == set(board.neighbours[space])


def test_the_rim_is_where_a_row_or_column_begins() -> None:
    squares = RouteGround(SquareGrid(3, 4))
    assert course(squares, "north 2 > south 2") == ((1, 2), (5, 6), (9, 10))
    assert course(squares, "west 1 > east 1") == ((0, 4), (1, 5), (2, 6), (3, 7))
    with pytest.raises(ShorthandError, match="no such column"):
        course(squares, "north 9 > 2S")
    hexes = RouteGround(GRIDS[1].grid)
    sides: set[Edge] = set(course(hexes, "north 3 > south 3"))
    assert len(sides) == 7
    assert {GRIDS[1].coordinates(space)[:2] for side in sides for space in side} == {"02", "03"}
