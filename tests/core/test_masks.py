from __future__ import annotations

from itertools import pairwise

from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, flood, mask_of, walk_back
from wargame_core.maps.squares import SquareGrid


def test_layers_of_a_flood_hold_the_spaces_at_exactly_that_many_steps() -> None:
    board = Map(SquareGrid(3, 3))
    layers = flood(board.passage(), 1 << 4, 9, board.all)
    assert [sorted(bits(layer)) for layer in layers] == [[4], [1, 3, 5, 7], [0, 2, 6, 8]]
    assert sum(layers) == board.all


def test_a_flood_enters_only_free_spaces_but_may_start_on_one_that_is_not() -> None:
    board = Map(SquareGrid(1, 5))
    free = mask_of([1, 2, 4])
    assert flood(board.passage(), 1 << 0, 9, free) == [1 << 0, 1 << 1, 1 << 2]


def test_a_flood_does_not_run_round_the_edge_of_the_map() -> None:
    board = Map(SquareGrid(2, 3))
    assert flood(board.passage(), 1 << 2, 1, board.all)[1] == mask_of([1, 5])


def test_the_way_back_is_a_shortest_path_of_steps() -> None:
    board = Map(SquareGrid(4, 4))
    passage = board.passage()
    layers = flood(passage, 1 << 0, 9, board.all)
    path = walk_back(passage, layers, 15)
    assert (path[0], path[-1], len(path)) == (0, 15, 7)
    assert all(passage.leads(a, b) for a, b in pairwise(path))


def test_the_way_back_goes_through_preferred_spaces_and_else_straight_on() -> None:
    board = Map(SquareGrid(3, 3))
    layers = flood(board.passage(), 1 << 0, 9, board.all)
    assert walk_back(board.passage(), layers, 8) == (0, 1, 2, 5, 8)
    assert walk_back(board.passage(), layers, 8, prefer=mask_of([3, 6, 7])) == (0, 3, 6, 7, 8)
