"""GotW p.6 Draw Event Card: what each of the ten cards of our deck does. Readings: Event cards and railroads."""

from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import (
    AllotDice,
    Decide,
    Halt,
    Inspect,
    Move,
    PlaceDepot,
    PlaceToken,
    RailMove,
)
from wargame_altar_of_freedom.board.pieces import Depot
from wargame_altar_of_freedom.board.turn_events import CardRolled, StaffDiceSet, TokenPlaced, TokensRevealed
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_core.records.record import Record
from wargame_pictures.stories.story import Sentence, narrate

ARMIES = {"carr": "Rocky Springs", "steele": "Willow Springs", "gregg": "Canton", "loring": "Edwards Station"}


def draw(card: str, *dice: Any, at: dict[str, str] | None = None, **changes: Any) -> Play:
    board = bare_board(vicksburg(), ARMIES if at is None else at, drawn_cards=[], turn=0, **changes)
    return position("Draw event card", board=board, dice=[card, *dice])


def next_move(play: Play, command: str, *allotted: str) -> Play:
    """The position after the card in which this corps is about to move."""
    board = play.board.copy()
    corps = CommandId(command)
    board.command, board.mover = corps, board.campaign.command[corps].side
    board.tokens_with_dice = set(allotted)
    return position("Move one token", board=board)


def offers(play: Play) -> set[str]:
    return {play.label(one.space) for one in play.match.choices() if isinstance(one, PlaceToken | PlaceDepot)}


# Walker's and French's divisions


@pytest.mark.parametrize(("card", "token"), [("walker_arrives", "walker"), ("french_arrives", "french")])
def test_a_division_comes_to_jackson_if_it_is_free(card: str, token: str) -> None:
    play = draw(card, reserve=(token,))
    assert play.where(token) == "Jackson"
    assert play.match.view("federal").board.tokens[token].unit == f"cs_relief_{token}"


def test_or_next_to_it_on_the_same_bank_by_its_owners_choice() -> None:
    play = draw("walker_arrives", at={**ARMIES, "gregg": "Jackson"}, reserve=("walker",))
    assert play.match.waiting_for == ("confederate",)
    assert offers(play) == {"(9,26)", "(10,25)", "(11,26)"}
    verdict = play.refused(PlaceToken("walker", play.space("10,27")))
    assert str(verdict.reasons[0].cite) == "GotW p.6 Draw Event Card"
    update = play.play(PlaceToken("walker", play.space("9,26")))
    assert told(update, TokenPlaced)[0].why == "arrives"


def test_or_by_the_eastern_railroad_when_jackson_holds_a_federal_division() -> None:
    play = draw("walker_arrives", at={**ARMIES, "carr": "Jackson"}, reserve=("walker",))
    assert play.where("walker") == "(11,32)"


def test_a_federal_picket_in_jackson_does_not_send_it_away() -> None:
    play = draw("walker_arrives", at={**ARMIES, "us_xiii_picket_1": "Jackson"}, reserve=("walker",))
    assert offers(play) == {"(9,26)", "(10,25)", "(11,26)"}


def test_it_comes_near_the_entry_when_all_is_full() -> None:
    at = {"carr": "Jackson", "gregg": "11,32", "loring": "Edwards Station"}
    play = draw("french_arrives", at=at, reserve=("french",))
    assert offers(play) == {"(10,32)", "Brandon", "(12,32)"}


def test_it_may_move_in_the_turn_of_its_arrival() -> None:
    play = next_move(draw("walker_arrives", reserve=("walker",)), "cs_relief")
    play.march("walker", "10,25", "10,24", "10,23")
    assert play.where("walker") == "(10,23)"


def test_jacksons_cavalry_comes_to_canton_at_the_cavalry_rate() -> None:
    play = draw(
        "jackson_cavalry_arrives", at={"carr": "Rocky Springs", "loring": "Edwards Station"}, reserve=("jackson",)
    )
    assert play.where("jackson") == "Canton"
    moving = next_move(play, "cs_relief")
    moving.take_up("jackson")
    assert max(len(one.path) for one in moving.match.choices() if isinstance(one, Move)) == 5


def test_or_to_the_nearest_empty_space() -> None:
    play = draw("jackson_cavalry_arrives", reserve=("jackson",))  # Gregg stands at Canton
    assert offers(play) == {"(0,29)", "(0,31)", "(1,30)"}


# weather


def test_in_thunderstorms_base_moves_are_a_space_shorter_and_nothing_leaves_the_roads() -> None:
    play = draw("thunderstorms", at={"steele": "Willow Springs", "jackson": "Canton", "forney": "10,13"})
    moving = next_move(play, "us_xv", "steele")
    moving.dice.append(2)
    moving.take_up("steele")
    longest = max(len(one.path) for one in moving.match.choices() if isinstance(one, Move))
    assert longest == 3 - 1 + 2
    verdict = moving.refused(Move("steele", moving.spaces("17,8", "17,7")))
    assert verdict.codes == ("too_far_off_road",)
    cavalry = next_move(play, "cs_relief")
    cavalry.take_up("jackson")
    assert max(len(one.path) for one in cavalry.match.choices() if isinstance(one, Move)) == 4
    off_road = next_move(play, "cs_mississippi", "forney")
    off_road.dice.append(5)
    off_road.take_up("forney")
    assert list(off_road.match.choices()) == [Halt("forney")]


def test_high_water_shuts_the_ferries_of_the_big_black_for_the_turn_and_no_bridge() -> None:
    play = draw("high_water", at={"loring": "12,13", "bowen": "8,13", "carr": "Grand Gulf"})
    (flood,) = play.board.effects
    closed = flood.unusable_crossings(play.board.campaign)
    ferries = {one.id for one in play.board.campaign.map.crossings.values() if one.barrier == "Big Black"}
    assert closed == ferries - {"big_black_bridge"}
    moving = next_move(play, "cs_mississippi")
    moving.take_up("loring")
    assert moving.refused(Move("loring", moving.spaces("12,12"))).codes == ("crossing_closed",)
    moving.play(Halt("loring"))
    moving.march("bowen", "Bovina")
    assert moving.where("bowen") == "Bovina"
    assert next_move(play, "us_xiii").march("carr", "18,2")


# logistics


@pytest.mark.parametrize("face", [1, 2, 3])
def test_living_off_the_land_adds_d3_federal_staff_dice_even_without_a_depot(face: int) -> None:
    play = draw("living_off_the_land", face)
    assert play.board.staff_dice == {"federal": 6 + face, "confederate": 5}
    without = draw("living_off_the_land", face, depots=False)
    assert without.board.staff_dice == {"federal": face, "confederate": 0}


@pytest.mark.parametrize(
    ("face", "command"),
    [(1, "cs_mississippi"), (3, "cs_mississippi"), (4, "cs_relief"), (6, "cs_relief")],
)
def test_conflicting_orders_leave_one_confederate_command_without_dice_for_movement(face: int, command: str) -> None:
    play = draw("conflicting_orders", face, at={"gregg": "Canton", "loring": "Edwards Station"})
    asked = []
    for _ in range(2):
        if play.step == "Nominate a corps":
            play.play(next(iter(play.match.choices())))
        if play.step == "Allot Staff Dice":
            asked.append(play.board.command)
            play.play(AllotDice(()))
        play.play(next(one for one in play.match.choices() if one.kind == "end_march"))
    assert {"cs_mississippi", "cs_relief"} - set(asked) == {command}


@pytest.mark.parametrize(("face", "corps"), [(1, "Army of the Mississippi"), (6, "Relief Army")])
def test_the_story_says_whose_orders_conflict(face: int, corps: str) -> None:
    play = draw("conflicting_orders", face, at={"gregg": "Canton", "loring": "Edwards Station"})
    (rolled,) = play.events(CardRolled)
    assert rolled.text(play.board) == f"Roll {face}: {corps} may not be given Staff Dice for movement this turn."


def test_the_story_says_how_many_dice_the_land_gave() -> None:
    (rolled,) = draw("living_off_the_land", 1).events(CardRolled)
    assert rolled.text(bare_board(vicksburg())) == "Roll 1: Federal has 1 Staff Die more this turn."


def test_conflicting_orders_leave_dice_for_special_actions() -> None:
    play = draw("conflicting_orders", 1, at={"loring": "8,13"})
    assert play.step == "Move one token"  # nothing is allotted
    play.march("loring", "Bovina")
    assert play.step == "Special action"


# the railroad


def by_rail(at: dict[str, str], **changes: Any) -> Play:
    play = draw("southern_railroad", at={"carr": "Rocky Springs", **at}, **changes)
    return next_move(play, "cs_mississippi")


def trips(play: Play) -> set[str]:
    return {play.label(one.path[-1]) for one in play.match.choices() if isinstance(one, RailMove)}


def test_an_infantry_division_on_the_railroad_may_travel_up_to_twelve_spaces() -> None:
    play = by_rail({"loring": "Edwards Station"})
    play.take_up("loring")
    longest = max((one for one in play.match.choices() if isinstance(one, RailMove)), key=lambda one: len(one.path))
    assert len(longest.path) == 12
    assert {"Vicksburg", "(9,25)"} <= trips(play)
    assert "Jackson" not in trips(play)  # fourteen spaces away
    assert play.refused(RailMove("loring", (*longest.path, longest.path[-2]))).codes == ("too_far",)
    play.play(longest)
    assert play.board.at["loring"] == longest.path[-1]


def test_only_once_in_the_turn() -> None:
    play = by_rail({"loring": "Edwards Station", "bowen": "Bovina"})
    play.take_up("loring")
    play.play(next(one for one in play.match.choices() if isinstance(one, RailMove)))
    play.take_up("bowen")
    assert trips(play) == set()


def test_an_ordinary_march_remains_possible_and_leaves_the_cars_to_another() -> None:
    play = by_rail({"loring": "Edwards Station", "bowen": "Bovina"})
    play.march("loring", "10,15")
    play.take_up("bowen")
    assert trips(play)


def test_neither_cavalry_nor_pickets_nor_federals_nor_those_off_the_railroad_travel() -> None:
    at = {"jackson": "Jackson", "cs_relief_picket_1": "10,25", "carr": "Clinton"}
    relief = next_move(draw("southern_railroad", at=at), "cs_relief")
    for token in ("jackson", "cs_relief_picket_1"):
        relief.take_up(token)
        assert trips(relief) == set()
        relief.play(Halt(token))
    federal = next_move(draw("southern_railroad", at=at), "us_xiii")
    federal.take_up("carr")
    assert trips(federal) == set()
    aside = by_rail({"loring": "10,15"})
    aside.take_up("loring")
    assert trips(aside) == set()


def test_a_division_with_a_staff_die_marches() -> None:
    play = draw("southern_railroad", at={"loring": "Edwards Station"})
    moving = next_move(play, "cs_mississippi", "loring")
    moving.dice.append(3)
    moving.take_up("loring")
    assert trips(moving) == set()


def test_no_space_of_the_trip_holds_or_touches_a_federal_division() -> None:
    play = by_rail({"loring": "Edwards Station", "carr": "8,17"})
    play.take_up("loring")
    assert "Jackson" not in trips(play)
    assert "(9,16)" in trips(play)
    way = play.spaces("9,16", "9,17", "9,18", "8,18", "8,19")
    verdict = play.refused(RailMove("loring", way))
    assert verdict.codes == ("enemy_near",)
    assert str(verdict.reasons[0].cite) == "GotW p.7 Railroads"


def test_a_token_known_to_be_a_picket_stops_it_only_in_its_own_space() -> None:
    known = by_rail({"loring": "Edwards Station", "us_xiii_picket_1": "8,17"}, face_up={"us_xiii_picket_1"})
    known.take_up("loring")
    assert "Bolton Depot" in trips(known)
    unknown = by_rail({"loring": "Edwards Station", "us_xiii_picket_1": "8,17"})
    unknown.take_up("loring")
    assert "Bolton Depot" not in trips(unknown)  # it might be a division, and a refusal would tell
    on_the_line = by_rail({"loring": "Edwards Station", "us_xiii_picket_1": "9,17"}, face_up={"us_xiii_picket_1"})
    on_the_line.take_up("loring")
    assert "Bolton Depot" not in trips(on_the_line)
    assert "(9,16)" in trips(on_the_line)


def test_friends_are_not_passed_on_the_rails_either() -> None:
    play = by_rail({"loring": "Edwards Station", "bowen": "9,17"})
    play.take_up("loring")
    assert "Bolton Depot" not in trips(play)
    way = play.spaces("9,16", "9,17", "9,18")
    assert play.refused(RailMove("loring", way)).codes == ("no_passing",)
    assert play.refused(RailMove("loring", way[:2])).codes == ("no_stacking",)


def test_a_trip_keeps_to_standing_rails() -> None:
    play = by_rail({"loring": "Edwards Station", "bowen": "Bovina"})
    play.take_up("loring")
    assert play.refused(RailMove("loring", play.spaces("10,15"))).codes == ("no_rail",)
    assert play.refused(RailMove("loring", ())).codes == ("too_far",)
    assert play.refused(RailMove("bowen", play.spaces("9,16"))).codes == ("wrong_token",)
    broken = by_rail({"loring": "Edwards Station"}, destroyed_crossings={"big_black_bridge"})
    broken.take_up("loring")
    assert "Bovina" not in trips(broken)


def test_with_a_referee_the_cars_stop_short_of_enemies_nobody_had_seen() -> None:
    play = by_rail({"loring": "Edwards Station", "carr": "Bolton Depot"}, fog="referee")
    play.take_up("loring")
    assert "Clinton" in trips(play)
    play.play(next(one for one in play.match.choices() if getattr(one, "path", (0,))[-1] == play.space("Clinton")))
    assert play.where("loring") == "(9,18)"


def test_the_cars_wait_for_nobody_in_the_next_turn() -> None:
    board = by_rail({"loring": "Edwards Station", "gregg": "Canton"}).board.copy()
    later = position("Draw event card", board=board, dice=["high_water"])
    assert not any(effect.kind == "rail" for effect in later.board.effects)


# the navy


def test_porters_flotilla_may_shift_the_federal_depot_to_a_landing_on_the_mississippi() -> None:
    play = draw("porters_flotilla", at={"carr": "Grand Gulf", "steele": "Willow Springs", "hovey": "Warrenton"})
    assert play.match.waiting_for == ("federal",)
    assert offers(play) == {"Grand Gulf", "Warrenton"}
    assert Decide("leave_it") in play.match.choices()
    assert play.refused(PlaceDepot("us_depot", play.space("Rocky Springs"))).codes == ("not_offered",)
    update = play.play(PlaceDepot("us_depot", play.space("Warrenton")))
    depot = play.board.depots["us_depot"]
    assert (play.label(depot.space), depot.value, depot.builder) == ("Warrenton", 6, "federal")
    assert {one.side: one.dice for one in told(update, StaffDiceSet)}["federal"] == 6


def test_it_may_stay_where_it_is() -> None:
    play = draw("porters_flotilla", at={"carr": "Grand Gulf"})
    play.play(Decide("leave_it"))
    assert play.label(play.board.depots["us_depot"].space) == "Willow Springs"


def test_pickets_hold_no_landing_and_without_one_nothing_is_asked() -> None:
    play = draw("porters_flotilla", at={"us_xiii_picket_1": "Grand Gulf", "carr": "Rocky Springs"})
    assert not any(isinstance(one, PlaceDepot) for one in play.match.choices())


def test_a_captured_depot_stays_and_a_lost_one_is_gone() -> None:
    board = bare_board(vicksburg(), {"carr": "Grand Gulf"}, drawn_cards=[], turn=0)
    landing = board.depots["us_depot"].space
    board.depots["us_depot"] = Depot("us_depot", "confederate", landing, 3, "federal")
    jackson = board.depots["cs_depot_jackson"]
    board.depots["cs_depot_jackson"] = Depot(jackson.id, "federal", jackson.space, 2, "confederate")
    play = position("Draw event card", board=board, dice=["porters_flotilla"])
    assert not any(isinstance(one, PlaceDepot) for one in play.match.choices())


# the courier


def test_the_federal_player_is_shown_three_confederate_tokens_of_his_choice() -> None:
    at = {"carr": "Cayuga", "gregg": "Canton", "loring": "Auburn", "bowen": "Warrenton", "cs_relief_picket_1": "Utica"}
    play = draw("the_courier", at=at)
    assert play.match.waiting_for == ("federal",)
    assert {one.target for one in list[Any](play.match.choices())} == {"gregg", "loring", "bowen", "cs_relief_picket_1"}
    assert play.refused(Inspect("carr")).codes == ("not_offered",)
    play.play(Inspect("gregg"))
    assert play.refused(Inspect("gregg")).codes == ("not_offered",)
    play.play(Inspect("loring"))
    update = play.play(Inspect("cs_relief_picket_1"))
    shown = told(update, TokensRevealed)[0]
    assert {token.id for token in shown.tokens} == {"gregg", "loring", "cs_relief_picket_1"}
    federal, spectator = (play.match.view(seat).board.tokens for seat in ("federal", "spectator"))
    assert (federal["gregg"].unit, federal["bowen"].kind) == ("cs_relief_gregg", "")
    assert federal["cs_relief_picket_1"].kind == "picket"
    assert {token.kind for token in spectator.values()} == {""}


def test_with_fewer_than_three_unknown_he_is_shown_those() -> None:
    play = draw("the_courier", at={"carr": "Cayuga", "gregg": "Canton", "loring": "Auburn"}, face_up={"loring"})
    play.play(Inspect("gregg"))
    assert play.board.known_faces["federal"] >= {"gregg"}


def test_with_none_unknown_he_is_not_asked() -> None:
    play = draw("the_courier", at={"carr": "Cayuga", "gregg": "Canton"}, face_up={"gregg"})
    assert play.step == "Allot Staff Dice"


def test_a_division_that_arrives_on_a_captured_depot_retakes_it() -> None:
    board = bare_board(vicksburg(), ARMIES, drawn_cards=[], turn=0, reserve=("walker",))
    jackson = board.depots["cs_depot_jackson"]
    board.depots["cs_depot_jackson"] = evolve(jackson, side="federal", value=2)
    play = position("Draw event card", board=board, dice=["walker_arrives"])
    assert play.where("walker") == "Jackson"
    assert play.board.depots["cs_depot_jackson"] == jackson
    assert play.board.staff_dice == {"federal": 6, "confederate": 5}


def test_the_story_names_a_die_once() -> None:
    match = vicksburg().start(seed=3)  # its first card is Conflicting Orders
    sentences = [item for chapter in narrate(Record.of(match), vicksburg()).chapters for item in chapter.items]
    (told,) = [item for item in sentences if isinstance(item, Sentence) and isinstance(item.event, CardRolled)]
    assert told.text.startswith("Roll 4: ")
    assert told.rolls == ()
