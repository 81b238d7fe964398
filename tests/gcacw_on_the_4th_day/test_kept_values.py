"""What is kept between answers, and what is told faster than step by step, is what it would be if it were made anew."""

from collections import defaultdict
from typing import Any

from attrs import evolve

from wargame_core import Game, Seeded, Verdict
from wargame_core.maps.movement import reach
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.assemblies import assembly_under
from wargame_gcacw.players.costs import KeptResults
from wargame_gcacw.players.situation import Situation
from wargame_gcacw.printed.counters import SIDES
from wargame_gcacw.rules.combat_on_map import coverage
from wargame_gcacw.rules.march import MarchChoices
from wargame_gcacw.rules.movement_costs import MarchCosts, march_reach
from wargame_lab.playouts import playout


def anew(board: FieldBoard) -> FieldBoard:
    """The same board, nothing kept."""
    return evolve(board)


def random_game(game: Game, watch: Any, seed: int = 3) -> None:
    playout(game, {seat: game.bot("random", seed=seed) for seat in game.seats}, Seeded(seed), limit=250, watch=watch)


def test_masks_and_zones_are_kept_just_as_long_as_they_hold(game: Game) -> None:
    looked = []

    def look(board: Any) -> None:
        fresh = anew(board)
        for side in SIDES:
            assert (board.mask(side), board.zone(side)) == (fresh.mask(side), fresh.zone(side))
        looked.append(board.zone("union"))

    random_game(game, look)
    assert len(set(looked)) > 30


def test_what_sides_cover_is_kept_just_as_long_as_it_holds(game: Game) -> None:
    covered = []

    def look(board: Any) -> None:
        fresh = anew(board)
        for side in SIDES:
            for target in list(board.stacks)[:3]:
                covered.append(coverage(board, side, target))
                assert covered[-1] == coverage(board, side, target) == coverage(fresh, side, target)

    random_game(game, look)
    assert len(set(covered)) > 5


def test_gatherings_for_an_assault_are_kept_just_as_long_as_they_hold(game: Game) -> None:
    kept: dict[str, KeptResults] = {side: defaultdict(dict) for side in SIDES}
    found: list[Any] = []

    def look(board: Any) -> None:
        for leader in board.leader_with if board.march is None else ():
            side = board.leader(leader).side
            found.append(assembly_under(Situation(board, side, kept=kept[side]), leader))
            assert found[-1] == assembly_under(Situation(anew(board), side), leader)

    seats = {seat: game.bot("random", seed=3) for seat in game.seats}
    playout(game, seats, Seeded(3), scenario="the_battle_continues", limit=60, watch=look)
    assert len({(each.space, each.units) for each in found if each is not None}) > 3


def test_a_march_reaches_the_same_hexes_whether_its_steps_are_told_together_or_one_by_one(game: Game) -> None:
    reached = []

    def look(board: Any) -> None:
        march = board.march
        if march is None or march.unit not in board.units:
            return
        told = march_reach(board, march.unit, march.allowance, march.left, march.fresh)
        asked = reach(board.ground.map, told.start, told.budget, told.step)
        assert list(told.costs.items()) == list(asked.costs.items())
        assert told.came_from == asked.came_from
        reached.append(len(told.costs))

    for seed in (3, 4, 5):
        random_game(game, look, seed)
    assert sum(reached) > 3000


def test_copies_of_a_board_share_what_marches_reach_and_tell_it_of_themselves(game: Game) -> None:
    copies: list[Any] = []

    def look(board: Any) -> None:
        if board.march is not None and board.march.unit in board.units:
            copies.append(board.copy())

    random_game(game, look)
    assert sum(len(board.reaches) for board in copies) > 20
    for board in copies:
        march = board.march
        fresh, told = (
            march_reach(each, march.unit, march.allowance, march.left, march.fresh) for each in (anew(board), board)
        )
        assert list(told.costs.items()) == list(fresh.costs.items())
        assert told.came_from == fresh.came_from
        near = board.ground.map.neighbours[told.start]
        assert [str(told.why_not(space)) for space in near] == [str(fresh.why_not(space)) for space in near]


def test_nothing_is_left_but_to_halt_where_a_march_lists_nothing_else(game: Game) -> None:
    listed = []

    def look(board: Any) -> None:
        if board.march is not None and board.march.unit in board.units:
            choices = MarchChoices(board, board.march)
            listed.append((choices.only_halt, len(choices) == 1))

    random_game(game, look)
    assert all(told == counted for told, counted in listed)
    assert {told for told, _ in listed} == {True, False}


def test_the_steps_out_of_a_hex_are_those_that_cost_points(lay: Any) -> None:
    board = lay(csa_hood="S3103", csa_heth="S3102", usa_barnes="S3202", csa_sub1="S3203")
    for unit in ("csa_hood", "csa_sub1"):
        costs = MarchCosts(board, unit, 8, 8, is_fresh=True)
        for space, near in enumerate(board.ground.map.neighbours):
            if space == costs.start or not costs.zone >> space & 1:
                points = {beside: costs(space, beside) for beside in near}
                allowed = {beside: cost for beside, cost in points.items() if not isinstance(cost, Verdict)}
                assert dict(costs.steps(space)) == allowed
