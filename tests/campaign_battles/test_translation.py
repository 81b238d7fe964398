"""How the brief of a battle becomes a board of Battle Cry. All of it is ours. Readings: From the brief to the board."""

import json
from typing import Any

import pytest
from attrs import evolve
from tests.campaign_battles.battles_kit import battle, brief, data, plan

from wargame_altar_of_freedom.rules.tabletop.brief import GeneralPresent, UnitOnTable
from wargame_altar_of_freedom.rules.tabletop.ground import LineFeature, Square, TabletopGround, Water, Works
from wargame_battlecry.printed.game_board import DISTANCE, HEXES, ROW, SIDES, SIZE
from wargame_battlecry.printed.pieces import side_of
from wargame_campaign_battles import PLUGIN
from wargame_campaign_battles.game import make
from wargame_campaign_battles.orders import Orders, read_orders
from wargame_campaign_battles.translation import (
    OPPOSITE,
    TableOnBoard,
    battle_cry_box,
    hand_of,
    kind_of,
    plan_of,
    tiles_of,
    title_of,
    translation,
)
from wargame_core import RecordError

EDGES = ("north", "south", "east", "west")


def ground(*squares: Square, ways: tuple[LineFeature, ...] = (), waters: tuple[Water, ...] = ()) -> TabletopGround:
    rows, columns = (max(square.at[n] for square in squares) + 1 for n in (0, 1))
    return TabletopGround(rows, columns, squares, ways, waters, ())


def square(row: int, column: int, terrain: str = "clear", place: str = "", kind: str = "") -> Square:
    return Square(f"{row}-{column}", f"({row},{column})", (row, column), terrain, place, kind)


FOUR = tuple(square(row, column) for row in (0, 1) for column in (0, 1))


# The board.


@pytest.mark.parametrize("foot", EDGES)
def test_every_hex_lies_in_one_square_and_every_square_has_its_share(foot: str) -> None:
    chart = TableOnBoard(brief().ground, foot)
    shares = [len(chart.hexes(part.at)) for part in brief().ground.squares]
    assert sum(shares) == SIZE
    assert min(shares) >= SIZE // len(shares) - 6


@pytest.mark.parametrize("foot", EDGES)
def test_the_edge_at_the_foot_of_the_board_is_the_unions(foot: str) -> None:
    chart = TableOnBoard(ground(*FOUR), foot)
    first, last = (
        [
            space
            for space in range(SIZE)
            if chart.from_edge(space, cell, foot)[0] < 0.2 and chart.square_of_hex(space) == cell
        ]
        for cell in {"north": ((0, 0), (0, 1)), "south": ((1, 0), (1, 1))}.get(foot, ((0, int(foot == "east")),) * 2)
    )
    assert {ROW[space] for space in (*first, *last)} <= {7, 8}


@pytest.mark.parametrize("edge", EDGES)
def test_the_attacker_has_the_edge_he_comes_over_behind_him(edge: str) -> None:
    turned = plan_of(Orders(evolve(brief(), edge=edge), read_orders(data()).breakpoints), battle_cry_box())
    assert turned.chart.foot == OPPOSITE[edge]  # the Confederates attack: their side is the top of the board


def test_the_same_brief_is_the_same_battle() -> None:
    again = make(json.loads(json.dumps(data())))
    assert again.rules.first_board(None, {}) == battle().rules.first_board(None, {})
    assert plan() == plan()


# The ground.


def test_woods_cover_half_of_their_square_and_a_road_runs_through_the_open() -> None:
    chart = TableOnBoard(
        ground(*FOUR[1:], square(0, 0, "woods"), ways=(LineFeature("road", "road", ((0, 0), (0, 1))),)), "south"
    )
    tiles = tiles_of(chart)
    kinds, _ = tiles.kinds, tiles.names
    wooded, all_of_it = [space for space in kinds if kinds[space] == "woods"], chart.hexes((0, 0))
    assert set(wooded) <= set(all_of_it)
    assert len(all_of_it) / 2 - 4 <= len(wooded) <= len(all_of_it) / 2
    bare = TableOnBoard(ground(*FOUR[1:], square(0, 0, "woods")), "south")
    assert sum(kind == "woods" for kind in tiles_of(bare).kinds.values()) == round(len(all_of_it) / 2)


@pytest.mark.parametrize(
    ("kind", "tile", "hexes"), [("village", "homestead", 1), ("town", "town", 1), ("city", "town", 3)]
)
def test_a_place_stands_in_the_middle_of_its_square(kind: str, tile: str, hexes: int) -> None:
    tiles = tiles_of(TableOnBoard(ground(*FOUR[:3], square(1, 1, "clear", "Auburn", kind)), "south"))
    kinds, names = tiles.kinds, tiles.names
    assert list(kinds.values()) == [tile] * hexes
    assert {names[space] for space in kinds} == {"Auburn"}


@pytest.mark.parametrize(
    ("crossing", "tiles"),
    [
        ({}, {"waterway"}),
        ({"crossing": "the bridge", "crossing_kind": "bridge"}, {"waterway", "bridge"}),
        ({"crossing": "the ferry", "crossing_kind": "ferry"}, {"waterway", "ford"}),
        ({"crossing": "the bridge", "crossing_kind": "bridge", "destroyed": True}, {"waterway"}),
    ],
)
def test_a_river_runs_between_squares_with_the_crossing_that_stands(crossing: dict[str, Any], tiles: set[str]) -> None:
    water = Water("Big Black", "river", ((0, 0), (1, 0)), **crossing)
    kinds = tiles_of(TableOnBoard(ground(*FOUR, waters=(water,)), "south")).kinds
    assert set(kinds.values()) == tiles
    assert len({ROW[space] for space in kinds}) == 1
    assert list(kinds.values()).count("waterway") >= 5


def test_a_ridge_is_hills_and_a_stream_is_bridged_by_a_road() -> None:
    ridge = Water("the mountains", "ridge", ((0, 0), (0, 1)))
    ways = (LineFeature("creek", "stream", ((1, 0), (1, 1))), LineFeature("road", "road", ((0, 0), (1, 0))))
    tiles = tiles_of(TableOnBoard(ground(*FOUR, ways=ways, waters=(ridge,)), "south"))
    kinds, names = tiles.kinds, tiles.names
    assert set(kinds.values()) == {"hill", "waterway", "bridge"}
    assert {names[space] for space in kinds if kinds[space] == "waterway"} == {"creek"}


def test_a_river_with_the_other_bank_off_the_table_is_not_there() -> None:
    water = Water("Mississippi", "river", ((0, 0), (0, -1)))
    assert tiles_of(TableOnBoard(ground(*FOUR, waters=(water,)), "south")).kinds == {}


@pytest.mark.parametrize(("bonus", "kind"), [(1, "fieldwork"), (2, "entrenchment")])
def test_earthworks_stand_where_their_brigades_do(bonus: int, kind: str) -> None:
    dug = evolve(brief().ground, works=(Works("federal", "Auburn", (1, 0), bonus),))
    orders = Orders(evolve(brief(), ground=dug), read_orders(data()).breakpoints)
    works = plan_of(orders, battle_cry_box()).battle.works
    assert {work.kind for row in works.values() for work in row} == {kind}


# Brigades, generals, hands.


@pytest.mark.parametrize(
    ("arm", "rating", "figures"),
    [
        ("infantry", 0, 4),
        ("infantry", 1, 5),
        ("infantry", -1, 3),
        ("infantry", 9, 6),
        ("cavalry", 1, 4),
        ("artillery", 0, 3),
        ("artillery", 1, 4),
        ("artillery", -3, 1),
    ],
)
def test_a_brigade_is_a_unit_with_figures_by_its_rating(arm: str, rating: int, figures: int) -> None:
    kind = kind_of(UnitOnTable("id", "Slack's Brigade", arm, rating, "division", "", 0))
    assert (kind.arm, kind.figures) == (arm, figures)
    assert kind.move == battle_cry_box().kinds[arm].move


def test_with_batteries_of_two_a_rating_counts_from_two() -> None:
    batteries = [kind_of(UnitOnTable("id", "A battery", "artillery", rating, "", "", 0)) for rating in (-2, -1, 0, 1)]
    assert [battery.first_edition for battery in batteries] == [1, 1, 2, 3]
    assert kind_of(UnitOnTable("id", "A brigade", "infantry", 1, "", "", 0)).first_edition == 0


def general(points: int | str | None, *traits: str, arrives: int = 0) -> GeneralPresent:
    return GeneralPresent("Grant", "army", traits, points, arrives)


@pytest.mark.parametrize(
    ("generals", "cards"),
    [
        ((), 3),
        ((general(6),), 4),
        ((general("?"),), 4),
        ((general(9),), 5),
        ((general(4),), 3),
        ((general(9, "Energetic"),), 6),
        ((general(14, "Energetic", "Inept"),), 5),
        ((general(2, "Inept"),), 3),
        ((general(9, arrives=3),), 3),
    ],
)
def test_hands_follow_from_points_and_traits_of_those_who_are_there(generals: Any, cards: int) -> None:
    assert hand_of(evolve(brief().attacker, generals=generals)) == cards


def test_every_trait_of_the_campaigns_is_good_or_bad() -> None:
    from tests.altar_of_freedom.kit import campaign_of, gettysburg, vicksburg

    traits = {
        trait
        for game in (vicksburg(), gettysburg())
        for leader in campaign_of(game).oob.leaders.values()
        for trait in leader.traits
    }
    row = translation().hand
    assert traits == {*row.good, *row.bad} & traits
    assert not {*row.good} & {*row.bad}


# Deployment.


def test_divisions_stand_in_their_squares_with_the_enemy_two_hexes_off() -> None:
    made = plan()
    for body in made.bodies:
        spaces = [made.places[made.unit_of[brigade]] for brigade in body.brigades if not body.arrives]
        assert {made.chart.square_of_hex(space) for space in spaces} <= {body.at}
    sides = [[space for unit, space in made.places.items() if side_of(unit) == side] for side in SIDES]
    assert min(DISTANCE[one][other] for one in sides[0] for other in sides[1]) > 2


def test_who_comes_later_waits_and_a_general_comes_with_his_division() -> None:
    board: Any = battle().rules.first_board(None, {})
    waiting = {plan().brigade[unit] for unit in board.waiting}
    bowen = next(division for division in brief().attacker.divisions if "Bowen" in division.name)
    assert waiting == set(bowen.units)
    assert set(board.waiting.values()) == {2}
    assert {general for general in board.place if general[1] == "g"} == set(board.battle.generals)
    for unit, general in plan().general_of.items():
        assert board.place[general] == board.place[unit]


def test_nothing_is_left_out() -> None:
    assert set(plan().brigade.values()) == {unit.id for unit in brief().units}
    assert all(HEXES[space] for space in plan().places.values())


# Words and data.


def test_a_battle_is_called_after_its_place() -> None:
    assert title_of("Auburn") == "The battle at Auburn"
    assert title_of("(22,14) northeast of Hagerstown") == "The battle northeast of Hagerstown"


def test_the_sheet_says_when_pieces_come_and_how_it_ends() -> None:
    sheet = battle().sheet()
    facts = {piece.id: piece.facts for piece in sheet.pieces}
    assert {fact["comes"] for fact in facts.values() if "comes" in fact} == {"at the end of hour 2"}
    assert "breakpoint" in sheet.briefing.how_to_win[0].text
    assert sheet.briefing.title == "The battle at Auburn"


def test_our_rules_are_listed_as_ours() -> None:
    assert PLUGIN.rules is not None
    index = PLUGIN.rules()
    assert index.findings == ()
    assert "rules of our own (reconstruction)" in str(index)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"brief": 3}, "battle"),
        ({"breakpoints": {"federal": [1]}}, "the battle has breakpoints of federal, its sides are"),
        ({"breakpoints": {"federal": [1], "confederate": [1]}}, "not a breakpoint for each of its turns"),
        ({"more": 1}, "more"),
    ],
)
def test_data_that_are_no_battle_are_refused_in_words(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_orders({**data(), **change})
