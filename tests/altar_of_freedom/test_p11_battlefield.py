"""GotW p.11 Tabletop Battles, Defining a Battlefield, Battlefield Example, p.12 Assembling the Tabletop, Deployment,
Time of Day (AFI p.11-12). Readings: Tabletop battles.
"""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import (
    Play,
    bare_board,
    battle_at,
    campaign_of,
    contact_at,
    gettysburg,
    position,
    told,
    vicksburg,
)

from wargame_altar_of_freedom.board.actions import BATTLE, ChooseBlock, HoldBack, MoveNext
from wargame_altar_of_freedom.board.contact_events import BattleChanged
from wargame_altar_of_freedom.board.pieces import Space, TabletopBattle
from wargame_altar_of_freedom.rules.tabletop.battlefield import battle_hours, larger_tables, small_tables
from wargame_altar_of_freedom.rules.tabletop.brief import battle_brief
from wargame_altar_of_freedom.rules.tabletop.ground import edge_of_approach, table_features
from wargame_core import D6, DiceError

# A Confederate division comes from the north upon a Federal one; both have three divisions near.
FIELD = {
    "loring": "12,15", "bowen": "12,14", "forney": "11,15", "stevenson": "11,16",
    "carr": "Auburn", "hovey": "14,15", "logan": "14,16", "us_xiii_picket_1": "14,14",
}  # fmt: skip


def fought(at: dict[str, str] | None = None, **changes: Any) -> Play:
    """Both have played Pitched Battle at Auburn; the battlefield is to be defined."""
    play = position("Move one token", at or FIELD, moving="cs_mississippi", **changes)
    play.march("loring", "Auburn")
    play.cards(BATTLE, BATTLE)
    return play


def block(play: Play, *names: str) -> ChooseBlock:
    return ChooseBlock(play.spaces(*names))


SOUTH = ("Auburn", "13,16", "14,15", "14,16")
WHOLE = ("12,15", "12,16", "Auburn", "13,16", "14,15", "14,16")


# the printed example


def test_the_defender_draws_four_spaces_and_the_attacker_expands_north_to_six() -> None:
    play = fought()
    assert play.match.waiting_for == ("federal",)
    play.play(block(play, *SOUTH))
    assert play.match.waiting_for == ("confederate",)
    play.play(block(play, *WHOLE))
    battle = play.board.battle
    assert battle is not None
    assert (battle.block, battle.extended) == (play.spaces(*WHOLE), True)


# defining a battlefield


def test_the_defender_may_choose_any_two_by_two_with_the_contact() -> None:
    play = fought()
    offers = [{play.label(space) for space in one.spaces} for one in list[Any](play.match.choices())]
    assert offers == [
        {"(12,14)", "(12,15)", "(13,14)", "Auburn"},
        {"(12,15)", "(12,16)", "Auburn", "(13,16)"},
        {"(13,14)", "Auburn", "(14,14)", "(14,15)"},
        {"Auburn", "(13,16)", "(14,15)", "(14,16)"},
    ]


def test_spaces_without_the_contact_or_in_a_row_are_refused() -> None:
    play = fought()
    for names in (("14,15", "14,16", "15,15", "15,16"), ("12,15", "Auburn", "14,15", "15,15"), ("Auburn",)):
        verdict = play.refused(block(play, *names))
        assert str(verdict.reasons[0].cite) == "GotW p.11 Defining a Battlefield"


def test_the_attacker_may_leave_the_table_as_it_is_or_add_two_spaces_on_any_side() -> None:
    play = fought()
    play.play(block(play, *SOUTH))
    offers = [tuple(play.label(space) for space in one.spaces) for one in list[Any](play.match.choices())]
    assert offers[0] == tuple(play.label(space) for space in play.spaces(*SOUTH))
    assert sorted(map(len, offers)) == [4, 6, 6, 6, 6]
    assert all(set(offers[0]) <= set(offer) for offer in offers)
    play.play(block(play, *SOUTH))
    assert play.board.battle is not None
    assert not play.board.battle.extended


def test_the_attacker_may_not_take_spaces_away() -> None:
    play = fought()
    play.play(block(play, *SOUTH))
    assert play.refused(block(play, "12,15", "12,16", "Auburn", "13,16")).codes == ("not_offered",)


def test_at_the_edge_of_the_map_there_is_less_to_choose() -> None:
    campaign = campaign_of(vicksburg())
    theater = campaign.map
    corner = Space(theater.grid.space(22, 32))
    assert small_tables(campaign, corner) == [tuple(theater.grid.space(r, c) for r in (21, 22) for c in (31, 32))]
    assert len(larger_tables(campaign, small_tables(campaign, corner)[0])) == 2


# tabletop battles


def test_a_battle_ends_all_movement_of_the_turn() -> None:
    play = fought()
    assert play.board.battle_ended_movement
    assert not play.match.judge(MoveNext("bowen"), "confederate")
    assert "cs_mississippi" in play.board.activated_commands
    assert play.match.cursor[-2:] == ("Tabletop battle", "Define the battlefield")


# deployment


def deployed(**changes: Any) -> Play:
    play = fought(**changes)
    play.play(block(play, *SOUTH))
    play.play(block(play, *WHOLE))
    return play


def test_every_division_in_the_marked_spaces_starts_on_the_table_pickets_do_not() -> None:
    at = {**FIELD, "forney": "13,16", "us_xiii_picket_1": "12,16"}
    play = deployed(at=at)
    play.play(HoldBack(()))
    battle = play.board.battle
    assert battle is not None
    assert set(battle.attackers) == {"loring", "forney"}
    assert set(battle.defenders) == {"carr", "hovey", "logan"}


def test_the_attacker_may_hold_divisions_back_but_not_the_one_that_made_contact() -> None:
    play = deployed(at={**FIELD, "forney": "13,16", "stevenson": "12,16"})
    assert play.match.waiting_for == ("confederate",)
    assert set(play.match.choices()) == {
        HoldBack(()),
        HoldBack(("stevenson",)),
        HoldBack(("forney",)),
        HoldBack(("forney", "stevenson")),
    }
    assert not play.match.judge(HoldBack(("loring",)))
    assert not play.match.judge(HoldBack(("carr",)))
    play.play(HoldBack(("stevenson",)))
    assert play.board.battle is not None
    assert play.board.battle.held_back == ("stevenson",)


def test_the_attacker_comes_even_if_his_own_space_is_not_on_the_table() -> None:
    play = fought(at={**FIELD, "forney": "10,15", "stevenson": "11,16", "bowen": "11,15"})
    play.play(block(play, *SOUTH))
    play.play(block(play, *SOUTH))
    battle = play.board.battle
    assert battle is not None
    assert battle.attackers == ("loring",)


def test_tokens_on_the_table_are_seen_by_all() -> None:
    play = deployed()
    tokens = play.match.view("confederate").board.tokens
    assert (tokens["hovey"].unit, tokens["logan"].unit) == ("us_xiii_hovey", "us_xvii_logan")
    assert tokens["us_xiii_picket_1"].kind == ""


@pytest.mark.parametrize(
    ("start", "edge"), [("12,15", "north"), ("14,15", "south"), ("13,14", "west"), ("13,16", "east")]
)
def test_the_attacker_comes_over_the_edge_he_came_from(start: str, edge: str) -> None:
    board = bare_board(vicksburg(), {"loring": start, "carr": "Auburn"})
    assert edge_of_approach(board, contact_at(board, "loring", "Auburn")) == edge


# assembling the tabletop


def test_what_the_theater_map_shows_the_table_must_show() -> None:
    board = bare_board(vicksburg(), destroyed_crossings={"baldwins_ferry"})
    spaces = tuple(board.campaign.map.parse(name) for name in ("11,12", "11,13", "12,12", "12,13"))
    features = table_features(board, spaces)
    assert any(one.startswith("road: Baldwin's Ferry road, through") for one in features)
    assert any(one.startswith("river: Big Black between") and "Baldwin's Ferry (destroyed)" in one for one in features)
    assert any(one.startswith("stream: Fourteenmile Creek") for one in features)
    assert any(one.startswith("woods: at least half of") for one in features)
    assert "town: Auburn" in table_features(board, (board.campaign.space("Auburn"),))
    swamps = table_features(board, tuple(board.campaign.map.parse(name) for name in ("11,4", "11,5")))
    assert swamps == ("swamp: Cypress Swamp", "swamp: Cypress Swamp, (11,5) east of Cypress Swamp")


def test_the_brief_is_a_sheet_to_print_and_json_to_send() -> None:
    board = bare_board(vicksburg(), FIELD, options={}, mover="confederate")
    board.options = vicksburg().rules.read_options({})
    board.battle = battle_at(board, "loring", "Auburn", *WHOLE)
    brief = battle_brief(board)
    text = brief.text()
    for words in (
        "over the north edge",
        "First turn 13:00, 6 turns until 19:00, turn clock d10",
        "McClernand (corps; priority points 9): Unreliable",
        "Lawler",
        "Buford",
    ):
        assert words in text
    assert (brief.defender.cover, brief.defender.cover_reason) == (1, "town")
    assert "town: +1" not in text  # the stand-in's, not the book's
    sheet = brief.to_json()
    assert (sheet["turn_clock"], sheet["turns"], sheet["edge"]) == ("d10", 6, "north")
    assert [side["side"] for side in sheet["sides"]] == ["confederate", "federal"]
    assert sheet["sides"][1]["units"][0].keys() >= {"id", "arm", "rating", "division", "arrives"}


# time of day


@pytest.mark.parametrize(
    ("die", "start", "turns"),
    [(1, "08:00", 11), (2, "09:00", 10), (3, "10:00", 9), (4, "11:00", 8), (5, "12:00", 7), (6, "13:00", 6)],
)
def test_the_hour_is_rolled_by_the_attacker(die: int, start: str, turns: int) -> None:
    play = deployed(dice=[die])
    battle = play.board.battle
    assert battle is not None
    assert (battle.first_hour, battle.turns) == (start, turns)
    hours = int(start[:2]) + turns
    assert campaign_of(vicksburg()).nightfall == f"{hours}:00"


def test_gettysburg_has_an_hour_more_of_daylight() -> None:
    campaign = campaign_of(gettysburg())
    assert [battle_hours(campaign, die).turns for die in D6.faces] == [12, 11, 10, 9, 8, 7]
    assert campaign.nightfall == "20:00"


def test_no_other_hour_is_rolled() -> None:
    with pytest.raises(DiceError, match="0 is not a face of d6"):
        battle_hours(campaign_of(vicksburg()), 0)


def test_the_stages_of_a_battle_are_told() -> None:
    play = fought()
    update = play.play(block(play, *SOUTH))
    assert not told(update, BattleChanged)
    update = play.play(block(play, *WHOLE))
    stories = [event.story for event in told(update, BattleChanged)]
    assert any(story.startswith("The table: ") for story in stories)
    assert isinstance(play.board.battle, TabletopBattle)
