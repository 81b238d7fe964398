"""Baggage trains: AFI p.7 Logistical Limitations, p.11, p.16 Victory Points. Readings: Raids and baggage trains."""

from typing import Any

from attrs import evolve
from tests.altar_of_freedom.kit import battle_at, gettysburg, position, told
from tests.gettysburg.kit import TRAIN_1, Play, board_with, standing

from wargame_altar_of_freedom.board.actions import RETREAT, SKIRMISH, Move, MoveNext, PlaceToken
from wargame_altar_of_freedom.board.contact_events import RetreatBegan
from wargame_altar_of_freedom.board.turn_events import DiceAllotted, TokenMoved, TokenRemoved
from wargame_altar_of_freedom.players.goals import goals_of
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_altar_of_freedom.rules.tabletop.resolvers import escorted_trains, victors_spaces

BLOCK = ("20,22", "20,23", "Emmitsburg", "21,23")


def train_moves(at: dict[str, str], trains: dict[str, str], token: str = "T1", **changes: object) -> Play:
    play = standing("Move one token", at, trains, moving="cs_army_troops", **changes)  # type: ignore[arg-type]
    play.take_up(token)
    return play


# telling


def test_tokens_of_one_name_are_told_once_with_their_number() -> None:
    board: Any = train_moves({"heth": "Emmitsburg"}, {"T1": "22,22", "T2": "24,22"}).match.state.board
    told_of = DiceAllotted("confederate", ("T1", "heth", "T2")).text(board)
    assert told_of == "Staff Dice for Baggage train (2), Heth's Division."


def test_a_plan_says_what_is_to_be_brought_home() -> None:
    board: Any = train_moves({"heth": "Emmitsburg"}, {"T1": "22,22"}).match.view("confederate").board
    aims = {goal.what for goal in goals_of(Situation(board, "confederate", Fields()))}
    assert "bring the baggage trains home" in aims


# moving


def test_a_train_passes_and_joins_divisions_and_pickets() -> None:
    play = train_moves({"heth": "Emmitsburg", "cs_army_troops_picket_1": "Emmitsburg"}, {"T1": "22,22"})
    play.play(Move("T1", play.spaces("Emmitsburg")))
    assert play.where("T1") == play.where("heth") == "Emmitsburg"


def test_a_train_passes_another_and_does_not_stop_with_it() -> None:
    play = train_moves({}, {"T1": "22,22", "T2": "Emmitsburg"})
    verdict = play.refused(Move("T1", play.spaces("Emmitsburg")))
    assert verdict.codes == ("no_stacking",)
    beyond = next(one for one in play.match.choices() if isinstance(one, Move) and play.space("Emmitsburg") in one.path)
    play.play(beyond)
    assert play.where("T1") != play.where("T2") == "Emmitsburg"


def test_a_division_does_not_mind_two_trains_on_its_way() -> None:
    board = board_with({"heth": "20,22"}, {"T1": "Emmitsburg", "T2": "20,22"})
    assert stacking(board, board.tokens["heth"]) == (0, 0)


def test_a_train_never_enters_the_space_of_an_enemy() -> None:
    play = train_moves({"us_susquehanna_picket_1": "Emmitsburg"}, {"T1": "22,22"})
    assert play.refused(Move("T1", play.spaces("Emmitsburg"))).codes == ("no_contact",)


def test_nor_an_enemy_depot() -> None:
    play = train_moves({}, {"T1": "17,30"})
    assert play.refused(Move("T1", play.spaces("Hanover"))).codes == ("no_capture",)


# brought home


def test_a_train_that_reaches_virginia_scores_one_and_a_die_and_leaves_the_map() -> None:
    play = train_moves({}, {"T1": "Williamsport", "T2": "Greencastle"})
    update = play.play(Move("T1", play.spaces("25,11")))
    assert play.pending_roll.startswith("points:")
    rolled = play.roll(2)
    assert [event.token for event in told(update, TokenRemoved) + told(rolled, TokenRemoved)] == ["T1"]
    assert (play.board.points("confederate"), "T1" in play.board.at) == (3, False)


def test_it_scores_once_however_far_into_virginia_it_goes() -> None:
    play = train_moves({}, {"T1": "Williamsport"})
    far = max(
        (one for one in play.match.choices() if isinstance(one, Move) and play.space("25,11") in one.path),
        key=lambda one: len(one.path),
    )
    assert len(far.path) > 1
    play.play(far)
    play.roll(1)
    assert [(award.id, award.points) for award in play.board.ledger if award.side == "confederate"] == [("cs_train", 2)]


def test_the_train_of_the_set_up_counts_like_any_other() -> None:
    play = standing("Move one token", {TRAIN_1: "Williamsport"}, moving="cs_army_troops")
    play.march(TRAIN_1, "25,11")
    play.roll(3)
    assert play.board.points("confederate") == 4


def test_only_trains_are_brought_home() -> None:
    play = standing("Move one token", {"hood": "Williamsport"}, moving="cs_i")
    play.march("hood", "25,11")
    assert play.board.points("confederate") == 0
    assert play.where("hood") == play.label(play.space("25,11"))


def test_crossing_the_susquehanna_is_not_going_home() -> None:
    play = train_moves({}, {"T1": "Columbia"})
    play.play(Move("T1", play.spaces("Wrightsville")))
    assert play.board.points("confederate") == 0
    assert play.where("T1") == "Wrightsville"


# lost and escorted


def federal_enters(at: dict[str, str], trains: dict[str, str], *dice: object, path: str = "Emmitsburg") -> Play:
    at = {"us_i_wadsworth": "22,22", **at}
    play = standing("Move one token", at, trains, moving="us_i", dice=dice)
    play.march("us_i_wadsworth", path)
    return play


def test_a_train_alone_is_taken_and_the_division_marches_on() -> None:
    play = federal_enters({}, {"T1": "Emmitsburg"})
    assert "T1" not in play.board.at
    assert play.where("us_i_wadsworth") == "Emmitsburg"
    assert any(isinstance(one, Move) for one in play.match.choices("federal"))
    assert play.board.ledger == []


def test_a_picket_is_no_escort() -> None:
    play = federal_enters({"cs_army_troops_picket_1": "Emmitsburg"}, {"T1": "Emmitsburg"}, 1)
    while play.match.waiting_for == ("confederate",):
        play.play(next(iter(play.match.choices())))
    assert "T1" not in play.board.at
    assert play.where("cs_army_troops_picket_1") not in (None, "Emmitsburg")


def test_a_federal_picket_cannot_take_a_train() -> None:
    play = standing(
        "Move one token", {"us_susquehanna_picket_1": "22,22"}, {"T1": "Emmitsburg"}, moving="us_susquehanna"
    )
    play.take_up("us_susquehanna_picket_1")
    there = Move("us_susquehanna_picket_1", play.spaces("Emmitsburg"))
    assert play.refused(there).codes == ("no_contact",)


def beaten_escort(trains: dict[str, str], at: dict[str, str] | None = None, spaces: int = 1) -> Play:
    """Heth escorts trains at Emmitsburg, is attacked from the south and retreats."""
    play = federal_enters({"heth": "Emmitsburg", **(at or {})}, trains)
    play.cards(SKIRMISH, RETREAT)
    play.roll(spaces)
    while play.step == "Retreat" and play.match.waiting_for:
        play.play(next(iter(play.match.choices("confederate"))))
    return play


def test_a_train_retreats_with_its_escort() -> None:
    play = beaten_escort({"T1": "Emmitsburg"})
    assert play.where("T1") == play.where("heth") != "Emmitsburg"
    assert play.where("us_i_wadsworth") == "Emmitsburg"


def test_one_roll_and_one_path_for_both() -> None:
    play = federal_enters({"heth": "Emmitsburg"}, {"T1": "Emmitsburg"})
    play.cards(SKIRMISH, RETREAT)
    update = play.roll(1)
    if play.step == "Retreat":
        assert told(update, RetreatBegan) == [RetreatBegan(("heth", "T1"), 1)]
        update = play.play(next(iter(play.match.choices("confederate"))))
    paths = {event.token: event.path for event in told(update, TokenMoved) if event.how == "retreat"}
    assert paths["heth"] == paths["T1"]


def test_where_the_path_ends_at_another_train_it_is_lost_and_the_escort_goes_there_all_the_same() -> None:
    crowd = {f"T{n}": space for n, space in enumerate(("20,22", "21,21", "21,23"), 2)}
    play = beaten_escort({"T1": "Emmitsburg", **crowd})
    assert play.where("heth") in {play.label(play.space(space)) for space in crowd.values()}
    assert "T1" not in play.board.at
    assert set(crowd) <= play.board.at.keys()


def test_a_train_is_lost_with_a_blocked_retreat() -> None:
    around = {"us_xi_barlow": "20,22", "birney": "21,21", "barnes": "21,23"}
    play = beaten_escort({"T1": "Emmitsburg"}, around, spaces=3)
    assert not {"heth", "T1"} & play.board.at.keys()
    assert len([unit for unit in play.board.broken_brigades if unit.startswith("cs_iii_heth")]) == 5


def test_a_train_that_retreats_over_the_potomac_scores_nothing() -> None:
    at = {"us_i_wadsworth": "23,11", "hood": "Williamsport"}
    play = standing("Move one token", at, {"T1": "Williamsport"}, moving="us_i")
    play.march("us_i_wadsworth", "Williamsport")
    play.cards(SKIRMISH, RETREAT)
    play.roll(1)
    while play.step == "Retreat" and play.match.waiting_for:
        over = [one for one in list[Any](play.match.choices()) if play.space("25,11") in one.path]
        play.play(over[0])
    assert play.board.at["hood"] == play.board.at["T1"] == play.space("25,11")
    assert play.board.points("confederate") == 0


def test_an_escort_that_loses_its_last_brigade_leaves_the_train_to_the_enemy() -> None:
    broken = set(gettysburg().rules.printed["campaign"].brigades["cs_iii_heth"][1:])
    at = {"us_i_wadsworth": "22,22", "heth": "Emmitsburg"}
    play = standing("Move one token", at, {"T1": "Emmitsburg"}, moving="us_i", broken_brigades=broken)
    play.march("us_i_wadsworth", "Emmitsburg")
    play.cards(SKIRMISH, SKIRMISH)
    play.roll(6, 1, 3)
    assert not {"heth", "T1"} & play.board.at.keys()
    assert play.where("us_i_wadsworth") == "Emmitsburg"


# on the battlefield


def test_a_train_leaves_the_battlefield_with_the_last_division_of_its_space() -> None:
    at = {"heth": "Emmitsburg", "us_i_wadsworth": "22,22", "pender": "20,22", "us_i_robinson": "22,22"}
    board = board_with(at, {"T1": "Emmitsburg", "T2": "20,22", "T3": "20,23"})
    board.battle = battle = battle_at(board, "us_i_wadsworth", "Emmitsburg", *BLOCK)
    assert [token.id for token in escorted_trains(board, battle, board.tokens["heth"])] == ["T1"]
    assert [token.id for token in escorted_trains(board, battle, board.tokens["pender"])] == ["T2"]
    assert escorted_trains(board, battle, board.tokens["us_i_robinson"]) == ()


def test_a_train_stays_while_another_division_is_there_and_away_from_the_battlefield() -> None:
    board = board_with(
        {"heth": "Emmitsburg", "pender": "Emmitsburg", "hood": "York"}, {"T1": "Emmitsburg", "T2": "York"}
    )
    battle = battle_at(board, "heth", "Emmitsburg", *BLOCK)
    assert escorted_trains(board, battle, board.tokens["heth"]) == ()
    assert escorted_trains(board, battle, board.tokens["hood"]) == ()


def test_losers_take_their_train_along() -> None:
    board = board_with({"heth": "Emmitsburg", "us_i_wadsworth": "22,22"}, {"T1": "Emmitsburg"})
    battle = battle_at(board, "us_i_wadsworth", "Emmitsburg", *BLOCK)
    board.battle = evolve(battle, loser="confederate", retreating=("heth",), spreading=())
    play = position("Retreat a division", game=gettysburg(), board=board)
    play.roll(2)
    if play.step == "Retreat a division":
        play.play(next(iter(play.match.choices("confederate"))))
    assert play.where("heth") == play.where("T1") != "Emmitsburg"


def test_victors_take_trains_and_drive_pickets_off_that_were_left_on_the_field() -> None:
    at = {"us_i_wadsworth": "22,22", "cs_army_troops_picket_1": "20,22"}
    board = board_with(at, {"T1": "20,22"})
    battle = battle_at(board, "us_i_wadsworth", "Emmitsburg", *BLOCK)
    board.battle = evolve(battle, loser="confederate", spreading=("us_i_wadsworth",))
    assert board.campaign.map.parse("20,22") in victors_spaces(board, board.open_battle, board.tokens["us_i_wadsworth"])
    play = position("Place a division", game=gettysburg(), board=board)
    play.play(PlaceToken("us_i_wadsworth", play.space("20,22")))
    play.roll(1)
    while play.step == "Place a division":
        play.play(next(iter(play.match.choices())))
    assert "T1" not in play.board.at
    assert play.board.at["us_i_wadsworth"] == play.space("20,22")
    assert play.board.at["cs_army_troops_picket_1"] != play.space("20,22")


def test_a_train_moves_only_with_the_army_troops() -> None:
    play = standing("Move one token", {"heth": "Cashtown"}, {"T1": "Greencastle"}, moving="cs_iii")
    assert MoveNext("T1") not in play.match.choices()
