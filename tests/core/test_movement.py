"""Reach, cost, zones and ways over a map, and the sets of spaces they are made of."""

from itertools import pairwise

import networkx
from hypothesis import given
from hypothesis import strategies as st

from wargame_core.maps.features import Barrier, Crossing, NamedPlace, Road
from wargame_core.maps.map import Map
from wargame_core.maps.masks import (
    bits,
    connected,
    flood,
    mask_of,
    passages,
    spread,
    walk_back,
    ways_to,
    within_points,
)
from wargame_core.maps.movement import Reach, beside, judge_step, reach, step_cost
from wargame_core.maps.squares import SquareGrid, SquareMap
from wargame_core.rulings import LEGAL, Verdict, refuse

RIVER = Barrier("Black River", "river", frozenset({(0, 5), (1, 6), (2, 7), (3, 8), (4, 9)}))
RIDGE = Barrier("Stony Ridge", "ridge", frozenset({(6, 7), (11, 12)}), crossed_by_road=True)
FERRY = Crossing("ferry", "Low Ferry", "ferry", (1, 6), "Black River")
BOARD = Map(
    SquareGrid(3, 5),
    terrain=("clear",) * 14 + ("water",),
    places=(NamedPlace("Start", 1), NamedPlace("Far", 7)),
    barriers=(RIVER, RIDGE),
    crossings=(FERRY,),
    roads=(Road("road", "road", (1, 6, 11, 12)),),
)


@st.composite
def boards(draw: st.DrawFn) -> SquareMap:
    """Small maps with random water, rivers, ridges, crossings and roads."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    bare = Map(SquareGrid(rows, cols))
    edges = sorted({(a, b) for a in range(bare.size) for b in bare.neighbours[a] if a < b})
    some = st.frozensets(st.sampled_from(edges), max_size=12) if edges else st.just(frozenset())
    river, ridge, roads = draw(some), draw(some), draw(some)
    bridged = draw(st.frozensets(st.sampled_from(sorted(river)))) if river else frozenset()
    terrain = draw(st.lists(st.sampled_from(["clear", "clear", "water"]), min_size=bare.size, max_size=bare.size))
    return Map(
        SquareGrid(rows, cols),
        terrain=tuple(terrain),
        barriers=(Barrier("river", "river", river), Barrier("ridge", "ridge", ridge, True)),
        crossings=tuple(Crossing(f"c{n}", f"c{n}", "bridge", one, "river") for n, one in enumerate(sorted(bridged))),
        roads=tuple(Road(f"r{n}", "road", one) for n, one in enumerate(sorted(roads))),
    )


@given(boards(), st.booleans(), st.data())
def test_a_step_is_judged_legal_exactly_where_the_passage_leads(
    board: SquareMap, by_road: bool, data: st.DataObject
) -> None:
    crossings = sorted(one.edge for one in board.crossings.values())
    closed = data.draw(st.frozensets(st.sampled_from(crossings))) if crossings else frozenset()
    passage = board.passage(by_road, None, closed)
    for a in range(board.size):
        for b in range(board.size):
            verdict = judge_step(board, a, b, links_only=by_road, closed=closed)
            assert bool(verdict) == passage.leads(a, b)


@given(boards(), st.data())
def test_a_flood_agrees_with_networkx_on_every_distance(board: SquareMap, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, board.size - 1))
    layers = flood(board.passage(), 1 << start, board.size, board.all)
    mine = {space: k for k, layer in enumerate(layers) for space in bits(layer)}
    graph = board.to_networkx()
    theirs = networkx.single_source_shortest_path_length(graph, start) if start in graph else {start: 0}
    assert mine == dict(theirs)


@given(boards(), st.data())
def test_reach_agrees_with_networkx_dijkstra_for_any_costs(board: SquareMap, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, board.size - 1))
    budget = data.draw(st.integers(0, 12))
    prices = data.draw(st.lists(st.integers(0, 5), min_size=board.size, max_size=board.size))
    passage = board.passage()

    def price(a: int, b: int) -> int | Verdict:
        return prices[b] if passage.leads(a, b) else refuse("shut", "shut")

    found = reach(board, start, budget, price)
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_node(start)
    for a in range(board.size):
        graph.add_weighted_edges_from((a, b, prices[b]) for b in bits(passage.next(1 << a)))
    assert dict(found.costs) == networkx.single_source_dijkstra_path_length(graph, start, cutoff=budget)
    for space in found.costs:
        path = found.path(space)
        assert (path[0], path[-1]) == (start, space)
        assert sum(prices[b] for b in path[1:]) == found.cost(space)
        assert all(passage.leads(a, b) for a, b in pairwise(path))
    assert found.spaces == mask_of(found.costs)
    assert all(bool(found.why_not(space)) == (space in found) for space in range(board.size))


@given(boards(), st.data())
def test_a_flood_by_points_and_a_search_that_ends_early_agree_with_the_search_of_all(
    board: SquareMap, data: st.DataObject
) -> None:
    start, budget = data.draw(st.integers(0, board.size - 1)), data.draw(st.integers(0, 12))
    stops, closed = data.draw(st.integers(0, board.all)), data.draw(st.integers(0, board.all))
    prices = data.draw(st.lists(st.integers(1, 5), min_size=board.size, max_size=board.size))
    passage = board.passage()
    steps = [[(b, prices[b]) for b in board.neighbours[a] if passage.leads(a, b)] for a in range(board.size)]

    def price(a: int, b: int) -> int | Verdict:
        return prices[b] if passage.leads(a, b) and not closed >> b & 1 else refuse("shut", "shut")

    found = reach(board, start, budget, price, stops=stops)
    assert within_points(passages(steps), 1 << start, budget, ~closed, stops) == found.spaces
    for space in found.costs:
        there = reach(board, start, budget, price, stops=stops, steps=steps.__getitem__, closed=closed, until=space)
        assert (there.path(space), there.cost(space)) == (found.path(space), found.cost(space))


def one_each(board: Map, start: int, budget: int, **arguments: object) -> Reach:
    return reach(board, start, budget, step_cost(board, **arguments))  # type: ignore[arg-type]


def test_a_space_beyond_the_budget_is_refused_with_its_true_cost() -> None:
    found = one_each(BOARD, 1, 3)
    verdict = found.why_not(7)
    assert str(verdict).startswith("Far costs 4, budget 3; Black River has no crossing between (0,2) and Far")
    assert verdict.codes == ("too_far", "no_crossing", "no_road_over")
    assert one_each(BOARD, 1, 4).why_not(7) == LEGAL
    assert one_each(BOARD, 1, 4).path(7) == (1, 6, 11, 12, 7)


def test_a_space_behind_a_river_is_refused_with_the_river_and_the_closed_ferry() -> None:
    found = one_each(BOARD, 1, 9, closed=frozenset({(1, 6)}))
    assert found.why_not(6).codes == ("no_way", "crossing_closed", "no_road_over")
    assert "Low Ferry is closed" in str(found.why_not(6))
    assert "Black River has no crossing between (0,2) and Far" in str(found.why_not(7))


def test_a_space_that_is_shut_off_far_away_is_refused_with_what_shuts_us_in() -> None:
    found = one_each(BOARD, 1, 9, closed=frozenset({(1, 6)}))
    verdict = found.why_not(12)
    assert "no way leads from Start to (2,2)" in str(verdict)


def test_a_step_to_a_space_that_is_not_next_is_refused() -> None:
    assert judge_step(BOARD, 1, 7).codes == ("not_adjacent",)
    assert judge_step(BOARD, 1, 99).codes == ("off_map",)
    assert judge_step(BOARD, -1, 0).codes == ("off_map",)


def test_every_reason_against_a_step_is_given_at_once() -> None:
    verdict = judge_step(BOARD, 2, 7, links_only=True, free=0)
    assert verdict.codes == ("no_crossing", "no_road", "occupied")


@given(boards(), st.integers(0, 6), st.data())
def test_a_move_that_comes_to_a_stop_goes_no_further_and_flood_and_reach_agree(
    board: SquareMap, budget: int, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, board.size - 1))
    stops = mask_of(data.draw(st.frozensets(st.integers(0, board.size - 1))))
    if not board.enterable >> start & 1:
        return
    passage = board.passage()
    layers = flood(passage, 1 << start, budget, board.all, stops)
    reached = reach(board, start, budget, step_cost(board), stops=stops)
    assert sum(layers) == reached.spaces
    free = board.all & ~(1 << start)
    assert spread(passage, passage.next(1 << start), budget, free, stops) == sum(layers[1:]) or not budget
    assert connected(passage, 1 << start, board.all & ~stops) == sum(
        flood(passage, 1 << start, board.size, board.all & ~stops)
    )
    ways = ways_to(passage, layers, board.all, stops)
    assert mask_of(ways) == reached.spaces
    for end in bits(reached.spaces):
        assert walk_back(passage, layers, end, stops=stops)[1:] == ways[end]
        for path in (walk_back(passage, layers, end, stops=stops), reached.path(end)):
            assert len(path) == reached.cost(end) + 1
            assert all(passage.leads(a, b) for a, b in pairwise(path))
            assert not any(stops >> space & 1 for space in path[1:-1])


def test_a_space_beyond_a_stop_is_refused_with_where_the_move_ends() -> None:
    strip = Map(SquareGrid(1, 4))
    reached = reach(strip, 0, 9, step_cost(strip), stops=0b0101)
    assert reached.spaces == 0b0111
    assert reached.why_not(3).codes == ("no_way", "stopped")
    assert "a move ends at (0,2)" in str(reached.why_not(3))
    zone = reach(strip, 0, 9, lambda a, b: refuse("zone", "halt") if a == 2 else 1, stops=0b0100)
    assert zone.why_not(3).codes == ("no_way", "zone")
    assert reach(strip, 0, 9, step_cost(strip), steps=lambda space: [(space + 1, 1)], stops=0b0100).spaces == 0b0111


def test_a_zone_ends_at_the_river_unless_it_goes_over_it() -> None:
    assert beside(BOARD, 1 << 2) == mask_of([1, 3])
    assert beside(BOARD, 1 << 2, over_barriers=True) == mask_of([1, 3, 7])
    assert beside(BOARD, 1 << 9) == mask_of([8])
    assert beside(BOARD, 1 << 9, over_barriers=True) == mask_of([4, 8, 14])


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
