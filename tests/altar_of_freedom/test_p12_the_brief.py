"""GotW p.12-13 Assembling the Tabletop to Generals Arriving (AFI p.12-13): what the brief of a battle says.

Readings: Tabletop battles, Battles on people's tables.
"""

import json

from attrs import evolve
from tests.altar_of_freedom.kit import bare_board, battle_at, vicksburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Reinforcement, Space
from wargame_altar_of_freedom.rules.tabletop.brief import battle_brief


def at_auburn() -> CampaignBoard:
    """Loring attacks Carr from the north; Steele comes at the end of turn 5, Bowen is held back."""
    at = {"loring": "12,15", "bowen": "13,16", "carr": "Auburn", "us_xv_steele": "15,17"}
    board = bare_board(vicksburg(), at)
    table = ("Auburn", "13,16", "14,15", "14,16")
    coming = Reinforcement("us_xv_steele", 2, False, 1, 5, Space(board.campaign.map.parse("14,16")))
    battle = battle_at(board, "loring", "Auburn", *table, reinforcements=(coming,), turns=7)
    board.battle = evolve(battle, attackers=("loring",), held_back=("bowen",))
    return board


def test_a_corps_general_comes_with_his_first_division() -> None:
    brief = battle_brief(at_auburn())
    sherman = next(general for general in brief.defender.generals if "Sherman" in general.name)
    assert (sherman.arrives, sherman.rides_with, sherman.arrival_text) == (5, "Steele's Division", "end of turn 5")
    grant = next(general for general in brief.defender.generals if "Grant" in general.name)
    assert grant.arrival_text == "at start"
    assert "end of turn 5" in next(line for line in brief.text().splitlines() if "Sherman" in line)


def test_divisions_stand_in_a_square_or_come_over_an_edge_of_one() -> None:
    divisions = [division for side in battle_brief(at_auburn()).sides for division in side.divisions]
    stand = {division.name: (division.at, division.edges, division.arrival_text) for division in divisions}
    assert stand["Loring's Division"] == ((0, 0), ("north",), "at start")
    assert stand["Carr's Division"] == ((0, 0), (), "at start")
    assert stand["Bowen's Division"] == ((0, 1), ("north", "east"), "held back")
    assert stand["Steele's Division"] == ((1, 1), ("east", "south"), "end of turn 5")


def test_every_square_has_its_terrain_and_its_place() -> None:
    ground = battle_brief(at_auburn()).ground
    assert (ground.rows, ground.columns, ground.size) == (2, 2, (4, 4))
    assert [(square.at, square.place) for square in ground.squares] == [
        ((0, 0), "Auburn"), ((0, 1), ""), ((1, 0), ""), ((1, 1), ""),
    ]  # fmt: skip


def test_roads_go_on_beyond_the_edge_and_crossings_stand_on_their_river() -> None:
    board = bare_board(vicksburg(), {"loring": "11,12", "carr": "12,12"})
    game_map = board.campaign.map
    crossing = next(iter(game_map.crossings.values()))
    north, south = (game_map.grid.rowcol(space) for space in crossing.edge)
    row, column = min(north[0], south[0]), min(north[1], south[1])
    table = [
        game_map.coordinates(game_map.grid.space(row + down, column + right)) for down in (0, 1) for right in (0, 1)
    ]
    board.destroyed_crossings.add(crossing.id)
    board.battle = battle_at(board, "loring", table[0], *table)
    ground = battle_brief(board).ground
    (bridge,) = [water for water in ground.waters if water.crossing == crossing.name]
    assert (bridge.crossing_kind, bridge.destroyed) == (crossing.kind, True)
    inside = {square.at for square in ground.squares}
    assert all(set(water.between) & inside for water in ground.waters)
    assert any(set(way.cells) - inside for way in ground.ways)
    assert all(inside & set(way.cells) for way in ground.ways)


def test_brigades_are_numbered_through_those_held_back_last_and_the_brief_has_a_fingerprint() -> None:
    board = at_auburn()
    brief = battle_brief(board)
    in_sides = [unit for side in brief.sides for unit in side.units]
    open_to_both = [unit for unit in in_sides if not unit.held_back]
    held_back = [unit for unit in in_sides if unit.held_back]
    assert held_back
    assert list(brief.units) == [*open_to_both, *held_back]
    assert json.loads(json.dumps(brief.to_json()))["ground"]["squares"][0]["place"] == "Auburn"
    board.broken_brigades.add(brief.units[0].id)
    assert battle_brief(board).digest != brief.digest
