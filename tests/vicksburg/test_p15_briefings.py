"""GotW p.15 Federal Briefing, p.16 Confederate Briefing: every line of victory points. Readings: Victory."""

from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import SKIRMISH
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import PointsScored
from wargame_altar_of_freedom.board.pieces import Award

FAR_AWAY = {"gregg": "Canton"}


def ledger(board: CampaignBoard) -> list[Award]:
    """All points scored when the turn has ended; every die for points shows 2."""
    play = position("Score", board=board)
    while play.pending_roll.startswith("points"):
        play.roll(2)
    return play.board.ledger


def scored(at: dict[str, str], **changes: Any) -> dict[str, int]:
    """The points that a turn's end brings, by line of the briefings; every die shows 2."""
    board = bare_board(vicksburg(), {**FAR_AWAY, **at}, turn=2, **changes)
    return {award.id: award.points for award in ledger(board)}


def entering(token: str, moving: str, start: str, *path: str, **changes: Any) -> Play:
    play = position("Move one token", {token: start}, moving=moving, **changes)
    play.march(token, *path)
    return play


# Federal: 1 for each minor skirmish won


def test_one_point_for_each_minor_skirmish() -> None:
    at = {"carr": "13,14", "loring": "Auburn"}
    play = position("Move one token", at, moving="us_xiii", dice=[6, 2, 1])
    play.march("carr", "Auburn")
    update = play.cards(SKIRMISH, SKIRMISH)
    assert [(event.award.id, event.award.points) for event in told(update, PointsScored)] == [("us_skirmish", 1)]


# Federal: 2 for each railroad station entered


@pytest.mark.parametrize(
    ("start", "place"), [("9,14", "Edwards Station"), ("8,18", "Bolton Depot"), ("9,21", "Clinton")]
)
def test_two_points_for_entering_each_of_three_stations(start: str, place: str) -> None:
    play = entering("carr", "us_xiii", start, place)
    assert [(award.id, award.points, award.place) for award in play.board.ledger] == [("us_railroad", 2, place)]


def test_passing_through_a_station_is_entering_it() -> None:
    play = entering("carr", "us_xiii", "9,14", "Edwards Station", "9,16")
    assert play.board.points("federal") == 2


def test_each_station_counts_once() -> None:
    before = [Award("us_railroad", "federal", "", 1, 2, 0, "Edwards Station")]
    play = entering("carr", "us_xiii", "9,14", "Edwards Station", ledger=before)
    assert play.board.points("federal") == 2
    other = entering("carr", "us_xiii", "8,18", "Bolton Depot", ledger=before)
    assert other.board.points("federal") == 4


def test_pickets_and_confederates_cut_no_railroad() -> None:
    assert entering("us_xiii_picket_1", "us_xiii", "9,14", "Edwards Station").board.ledger == []
    assert entering("loring", "cs_mississippi", "9,14", "Edwards Station").board.ledger == []


def test_a_station_won_in_a_skirmish_is_entered_too() -> None:
    at = {"carr": "9,14", "loring": "Edwards Station"}
    play = position("Move one token", at, moving="us_xiii", dice=[6, 2, 1])
    play.march("carr", "Edwards Station")
    play.cards(SKIRMISH, SKIRMISH)
    if play.board.contact is not None:
        play.play(next(iter(play.match.choices())))
    assert {award.id for award in play.board.ledger} == {"us_skirmish", "us_railroad"}


def test_any_other_place_on_the_railroad_brings_nothing() -> None:
    assert entering("carr", "us_xiii", "8,11", "Bovina").board.ledger == []


# Federal: d3 for a siege, 6+d3 for Jackson, 6+d6 for Vicksburg


def test_divisions_in_three_spaces_next_to_vicksburg_besiege_it() -> None:
    siege = {"carr": "7,8", "hovey": "8,9", "osterhaus": "9,8"}
    assert scored(siege)["us_siege"] == 2
    assert "us_siege" not in scored({"carr": "7,8", "hovey": "8,9"})
    assert scored({"carr": "7,8", "hovey": "8,9", "osterhaus": "8,7"})["us_siege"] == 2  # one across the river


def test_eight_spaces_are_next_to_a_place_or_by_the_other_reading_four() -> None:
    siege = {"carr": "7,9", "hovey": "9,9", "osterhaus": "9,8"}
    assert scored(siege)["us_siege"] == 2
    assert "us_siege" not in scored(siege, adjacent="orthogonal")
    near = {"carr": "7,9"}
    assert "cs_vicksburg_clear" not in scored(near)
    assert "cs_vicksburg_clear" in scored(near, adjacent="orthogonal")


def test_who_holds_vicksburg_does_not_besiege_it() -> None:
    siege = {"carr": "7,8", "hovey": "8,9", "osterhaus": "9,8"}
    assert "us_siege" in scored(siege)
    assert "us_siege" not in scored({**siege, "us_xiii_smith": "Vicksburg"})


def test_a_siege_counts_every_turn_and_a_picket_does_not_besiege() -> None:
    before = [Award("us_siege", "federal", "", 1, 0, 3, "Vicksburg")]
    siege = {"carr": "7,8", "hovey": "8,9", "osterhaus": "9,8"}
    board = bare_board(vicksburg(), {**FAR_AWAY, **siege}, turn=2, ledger=before)
    assert [award.points for award in ledger(board) if award.id == "us_siege"] == [3, 2]
    assert "us_siege" not in scored({"carr": "7,8", "hovey": "8,9", "us_xiii_picket_1": "9,8"})


def test_jackson_occupied_at_the_end_of_a_turn_counts_once() -> None:
    assert scored({"carr": "Jackson"})["us_jackson"] == 6 + 2
    before = [Award("us_jackson", "federal", "", 1, 6, 3, "Jackson")]
    board = bare_board(vicksburg(), {**FAR_AWAY, "carr": "Jackson"}, turn=2, ledger=before)
    assert [award.points for award in ledger(board) if award.id == "us_jackson"] == [9]


def test_marching_through_jackson_does_not_occupy_it() -> None:
    play = entering("carr", "us_xiii", "10,25", "Jackson", "9,26")
    assert play.board.ledger == []


def test_a_picket_does_not_occupy_jackson() -> None:
    assert "us_jackson" not in scored({"us_xiii_picket_1": "Jackson"})


def test_vicksburg_occupied_at_the_end_of_a_turn_counts_once() -> None:
    assert scored({"carr": "Vicksburg"})["us_vicksburg"] == 6 + 2
    before = [Award("us_vicksburg", "federal", "", 1, 6, 6, "Vicksburg")]
    board = bare_board(vicksburg(), {**FAR_AWAY, "carr": "Vicksburg"}, turn=2, ledger=before)
    assert [award.points for award in ledger(board) if award.id == "us_vicksburg"] == [12]


# Confederate: d3 for each city without Federals in or next to it


def test_a_die_for_each_city_without_a_federal_in_or_next_to_it() -> None:
    assert scored({}) == {"cs_vicksburg_clear": 2, "cs_jackson_clear": 2}


@pytest.mark.parametrize("space", ["Vicksburg", "7,8", "8,9", "9,8", "8,7"])
def test_a_federal_unit_in_or_next_to_vicksburg_spoils_it_even_across_the_river(space: str) -> None:
    assert "cs_vicksburg_clear" not in scored({"carr": space})
    assert "cs_vicksburg_clear" not in scored({"us_xiii_picket_1": space})


@pytest.mark.parametrize("space", ["7,10", "6,8", "Warrenton"])
def test_two_spaces_away_is_clear(space: str) -> None:
    assert "cs_vicksburg_clear" in scored({"carr": space})


@pytest.mark.parametrize("space", ["Jackson", "9,26", "11,26", "10,25", "10,27"])
def test_the_same_for_jackson(space: str) -> None:
    assert "cs_jackson_clear" not in scored({"us_xiii_picket_1": space})


def test_a_federal_depot_spoils_nothing_and_confederates_need_not_be_there() -> None:
    board = bare_board(vicksburg(), FAR_AWAY, turn=2)
    jackson = board.depots["cs_depot_jackson"]
    board.depots["cs_depot_jackson"] = evolve(jackson, side="federal")
    assert {award.id for award in ledger(board)} == {"cs_vicksburg_clear", "cs_jackson_clear"}


def test_clear_cities_count_every_turn() -> None:
    before = [Award("cs_jackson_clear", "confederate", "", 1, 0, 3, "Jackson")]
    board = bare_board(vicksburg(), FAR_AWAY, turn=2, ledger=before)
    assert sum(award.id == "cs_jackson_clear" for award in ledger(board)) == 2


# Confederate: 1 for a skirmish, 4+d6 for a battle; Federal 3+d6 for a battle


def test_one_point_for_a_skirmish_won_in_defence() -> None:
    at = {"carr": "13,14", "loring": "Auburn"}
    play = position("Move one token", at, moving="us_xiii", dice=[2, 6])
    play.march("carr", "Auburn")
    play.cards(SKIRMISH, SKIRMISH)
    assert [(award.id, award.points) for award in play.board.ledger] == [("cs_skirmish", 1)]


@pytest.mark.parametrize(("side", "fixed"), [("federal", 3), ("confederate", 4)])
def test_a_tabletop_battle_is_worth_a_die_more_than_its_fixed_points(side: str, fixed: int) -> None:
    award = next(
        one
        for one in vicksburg().rules.printed["campaign"].awards.values()
        if one.when.kind == "battle_won" and one.side == side
    )
    assert str(award.points) == f"{fixed}+d6"
    assert award.limit == "each"
