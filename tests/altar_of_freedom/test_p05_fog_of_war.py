"""GotW p.4 Map Tokens, p.5 Fog of War (AFI p.4-5): what each seat sees, face down, open, and with a referee. Decision
0106. That nothing else leaks is the law of secrets' business (tests/vicksburg/test_laws.py).
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, campaign_of, position, vicksburg

from wargame_altar_of_freedom.board.actions import RETREAT, SKIRMISH, Done, Halt, Move, MoveNext, PlaceToken, Rally
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, ContactMade, RetreatBlocked
from wargame_altar_of_freedom.board.turn_events import CounterTaken, DiceAllotted, TokenMoved, TokensRevealed
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_core import Roll, UnknownName
from wargame_core.errors import HiddenStep
from wargame_core.flow.visibility import redact

AT = {"carr": "13,14", "us_xiii_picket_1": "14,14", "loring": "9,15", "gregg": "Jackson", "cs_relief_picket_1": "10,25"}


def seen(play: Play, seat: str) -> CampaignBoard:
    board = play.match.view(seat).board
    assert isinstance(board, CampaignBoard)
    return board


def marching(at: dict[str, str] | None = None, **changes: Any) -> Play:
    return position("Move one token", at or AT, moving=changes.pop("moving", "us_xiii"), **changes)


# face down


def test_everybody_sees_where_tokens_stand() -> None:
    play = marching()
    for seat in ("federal", "confederate", "spectator"):
        assert seen(play, seat).at == play.board.at


def test_only_its_owner_sees_what_is_on_a_tokens_face() -> None:
    play = marching()
    federal = seen(play, "federal").tokens
    assert (federal["carr"].unit, federal["us_xiii_picket_1"].kind) == ("us_xiii_carr", "picket")
    for name in ("loring", "gregg", "cs_relief_picket_1"):
        token = federal[name]
        assert (token.kind, token.unit, token.command, token.piece) == ("", "", "", "")
        assert token.side == "confederate"
    assert {token.kind for token in seen(play, "spectator").tokens.values()} == {""}


def test_a_token_that_is_taken_up_is_known_to_belong_to_the_corps_that_moves() -> None:
    play = marching()
    assert seen(play, "confederate").marching_commands == {}
    play.play(MoveNext("carr"))
    assert seen(play, "confederate").marching_commands == {"carr": "us_xiii"}


def test_a_picket_and_a_division_look_alike() -> None:
    federal = seen(marching(), "federal").tokens
    names = {federal[piece].name.replace(piece, "x") for piece in ("loring", "cs_relief_picket_1")}
    assert len(names) == 1


def test_tokens_not_on_the_map_yet_are_nobody_elses_business() -> None:
    play = marching(reserve=("walker",))
    assert "walker" not in seen(play, "federal").tokens
    assert "walker" in seen(play, "confederate").tokens


def test_counters_are_drawn_at_random_and_seen_by_their_side_only() -> None:
    match = vicksburg().start(chance="explicit", scenario="free", seed=1)
    roll = match.pending
    assert isinstance(roll, Roll)
    side = roll.seen_by
    assert side is not None
    assert len(side) == 1
    assert len(set(roll.die.faces)) > 13  # more counters than pieces: a number tells nothing
    update = match.roll(roll.die.faces[5])
    taken = next(event for event in update.events if isinstance(event, CounterTaken))
    assert taken.token.id == roll.die.faces[5]
    assert {taken.token.side} == side
    other = ({"federal", "confederate"} - side).pop()
    assert not any(isinstance(event, CounterTaken) for event in match.view(other).events)


def test_the_same_seed_gives_the_same_counters_and_another_seed_others() -> None:
    def counters(seed: int) -> dict[str, str]:
        board = vicksburg().start(seed=seed).board
        assert isinstance(board, CampaignBoard)
        return {token_id: token.piece for token_id, token in board.tokens.items()}

    assert counters(5) == counters(5)
    assert counters(5) != counters(6)


def turned_over(board: CampaignBoard) -> None:
    board.face_up.add("gregg")


def shown_to_one_side(board: CampaignBoard) -> None:
    board.known_faces["federal"] = frozenset({"loring"})


def gone(board: CampaignBoard) -> None:
    del board.at["gregg"]


def come(board: CampaignBoard) -> None:
    board.at["walker"] = board.at["gregg"]


def another_face(board: CampaignBoard) -> None:
    board.tokens["carr"] = evolve(board.tokens["carr"], name="Somebody else")


def another_order(board: CampaignBoard) -> None:
    board.at["carr"] = board.at.pop("carr")
    board.tokens["carr"] = board.tokens.pop("carr")


def laid_open(board: CampaignBoard) -> None:
    board.fog = Fog.OPEN


@pytest.mark.parametrize("change", [turned_over, shown_to_one_side, gone, come, another_face, another_order, laid_open])
@pytest.mark.parametrize("fog", ["face_down", "referee"])
def test_a_seat_sees_what_is_there_now_and_not_what_it_saw_before(
    change: Callable[[CampaignBoard], None], fog: str
) -> None:
    board = marching(fog=fog, reserve=("walker",)).board
    board.marching_commands |= dict.fromkeys(board.tokens, "us_xiii")
    seats = ("federal", "confederate", "spectator")
    before = [redact(board, seat) for seat in seats]
    changed = board.copy()
    change(changed)
    clean = changed.copy()
    clean._seen.clear()
    now = [redact(changed, seat) for seat in seats]
    assert now == [redact(clean, seat) for seat in seats]
    assert [list(view.tokens) for view in now] == [list(redact(clean, seat).tokens) for seat in seats]
    assert [(list(view.tokens.items()), view.at) for view in now] != [
        (list(view.tokens.items()), view.at) for view in before
    ]


@pytest.mark.parametrize("fog", ["face_down", "referee", "open"])
def test_the_enemys_tokens_stand_in_the_order_of_their_numbers(fog: str) -> None:
    board = marching({"loring": "12,14", "gregg": "13,13", "carr": "13,14"}, fog=fog).board
    board.marching_commands |= dict.fromkeys(board.tokens, "us_xiii")
    for reverse in (False, True):
        board.at = dict(sorted(board.at.items(), reverse=reverse))
        board.tokens = dict(sorted(board.tokens.items(), reverse=reverse))
        board.marching_commands = dict(sorted(board.marching_commands.items(), reverse=reverse))
        view = redact(board, "federal")
        for seen_of_them in (view.at, view.tokens, view.marching_commands):
            enemies = [token for token in seen_of_them if board.tokens[token].side != "federal"]
            assert enemies == sorted(enemies)
    assert {"loring", "gregg"} <= view.at.keys() & view.tokens.keys()


# open


def test_with_open_tokens_nothing_is_hidden_but_points_and_cards() -> None:
    play = marching(fog="open")
    assert seen(play, "federal").tokens == play.board.tokens == seen(play, "spectator").tokens


# referee


def referee(at: dict[str, str] | None = None, **changes: Any) -> Play:
    return marching(at, fog="referee", **changes)


def test_with_a_referee_a_side_sees_only_enemies_next_to_its_own_tokens() -> None:
    play = referee({**AT, "bowen": "12,14"})
    assert set(seen(play, "federal").at) == {"carr", "us_xiii_picket_1", "bowen"}
    assert set(seen(play, "confederate").at) == {"bowen", "loring", "gregg", "cs_relief_picket_1", "carr"}
    assert seen(play, "federal").tokens["bowen"].kind == ""  # next to us, but face down


def test_a_spectator_sees_no_token_and_the_referee_sees_all() -> None:
    play = referee()
    assert seen(play, "spectator").at == {}
    assert seen(play, "referee").at == play.board.at


def test_what_is_far_away_moves_unheard() -> None:
    play = referee(moving="cs_mississippi")
    play.march("loring", "9,16", "9,17")
    assert not any(isinstance(event, TokenMoved) for event in play.match.view("federal").events)
    assert any(isinstance(event, TokenMoved) for event in play.match.view("confederate").events)
    assert not any("Loring" in line for line in play.match.view("federal").log)


def test_a_march_may_lead_into_what_was_not_seen_and_finds_it_out() -> None:
    play = referee({"carr": "16,15", "loring": "13,15"})
    play.take_up("carr")
    through = Move("carr", play.spaces("15,15", "14,15", "Auburn"))
    assert through in play.match.choices()
    update = play.play(through)
    assert any(isinstance(event, ContactMade) for event in update.events)
    assert play.where("carr") == "(14,15)"
    assert seen(play, "federal").tokens["loring"].unit == "cs_mississippi_loring"


def test_a_way_past_an_unseen_enemy_stops_there_too() -> None:
    play = referee({"carr": "16,15", "loring": "14,15"})
    play.take_up("carr")
    play.play(Move("carr", play.spaces("15,15", "14,15", "Auburn")))
    assert play.where("carr") == "(15,15)"
    assert play.board.contact is not None


def test_a_picket_that_runs_into_somebody_stops_short_and_nothing_else_happens() -> None:
    play = referee({"us_xiii_picket_1": "16,15", "loring": "14,15"})
    play.take_up("us_xiii_picket_1")
    update = play.play(Move("us_xiii_picket_1", play.spaces("15,15", "14,15", "Auburn")))
    assert play.where("us_xiii_picket_1") == "(15,15)"
    assert not any(isinstance(event, ContactMade | TokensRevealed) for event in update.events)


def test_a_seen_enemy_in_the_way_is_refused_and_an_unseen_one_is_not() -> None:
    play = referee({"carr": "15,15", "loring": "14,15"})
    play.take_up("carr")
    beyond = Move("carr", play.spaces("14,15", "Auburn"))
    assert play.refused(beyond).codes == ("enemy_in_the_way",)
    far = referee({"carr": "16,15", "loring": "14,15"})
    far.take_up("carr")
    assert far.match.judge(Move("carr", far.spaces("15,15", "14,15", "Auburn")))


def test_dice_are_allotted_unseen() -> None:
    play = position(
        "Allot Staff Dice",
        {"carr": "Cayuga", "loring": "9,15"},
        moving="us_xiii",
        dice_left={"federal": 3},
        fog="referee",
    )
    play.allot("carr")
    other = [event for event in play.match.view("confederate").events if isinstance(event, DiceAllotted)]
    assert [event.tokens for event in other] in ([], [()])


def test_the_enemys_losses_far_away_are_not_told() -> None:
    play = referee()
    play.board.broken_brigades.add("cs_relief_gregg_wilson")
    assert seen(play, "federal").broken_brigades == set()
    assert seen(play, "confederate").broken_brigades == {"cs_relief_gregg_wilson"}


def test_a_contact_is_told_to_both_sides_with_its_numbers() -> None:
    play = referee({"carr": "13,14", "loring": "Auburn", "gregg": "12,16"}, dice=[6, 1])
    play.march("carr", "Auburn")
    for seat in ("federal", "confederate"):
        contacts = [event for event in play.match.view(seat).events if isinstance(event, ContactMade)]
        assert [event.contact.nearby for event in contacts] == [(1, 2)]
    assert "gregg" not in seen(play, "federal").at
    play.cards(SKIRMISH, SKIRMISH)
    play.lose("cs_mississippi_loring_tilghman")
    assert any(isinstance(event, BrigadeBroken) for event in play.match.view("confederate").events)


def test_what_a_side_may_do_never_depends_on_what_it_does_not_see() -> None:
    alone, followed = referee({"carr": "16,15"}), referee({"carr": "16,15", "loring": "13,15", "gregg": "14,16"})
    for play in (alone, followed):
        play.take_up("carr")
    assert list(alone.match.choices()) == list(followed.match.choices())
    assert alone.match.view("federal").menu() == followed.match.view("federal").menu()
    for action in (Move("carr", alone.spaces("17,15", "16,15")), Halt("loring")):
        assert alone.match.judge(action) == followed.match.judge(action)


def beaten_at_auburn(at: dict[str, str] | None = None) -> Play:
    """Carr has to go back two spaces from Auburn, before Loring; with a referee."""
    play = referee({"loring": "12,15", "carr": "Auburn", **(at or {})}, moving="cs_mississippi", depots=False, dice=[2])
    play.march("loring", "Auburn")
    play.cards(SKIRMISH, RETREAT)
    return play


def test_where_a_side_may_retreat_does_not_depend_on_what_it_does_not_see() -> None:
    alone, barred = beaten_at_auburn(), beaten_at_auburn({"gregg": "15,15"})
    assert "gregg" not in seen(barred, "federal").at
    assert alone.match.view("federal").menu() == barred.match.view("federal").menu()


def test_a_retreat_into_what_was_not_seen_is_blocked_there() -> None:
    play = beaten_at_auburn({"gregg": "15,15"})
    update = play.retreat("carr", "14,15", "15,15")
    assert any(isinstance(event, RetreatBlocked) for event in update.events)
    assert play.where("carr") is None
    assert any(isinstance(event, TokenMoved) and event.path == play.spaces("14,15") for event in update.events)


def rallying(at: dict[str, str]) -> Play:
    """Carr's division is broken off the map, a brigade of it has rallied, and the turn is scored; with a referee."""
    units = campaign_of(vicksburg()).brigades[DivisionId("us_xiii_carr")]
    play = position(
        "Rally a brigade",
        at,
        reserve=("carr",),
        fog="referee",
        battle_ended_movement=True,
        dice_left={"federal": 1},
        broken_brigades=set(units),
        dice=[6],
    )
    play.play(Rally(units[0]))
    while play.step in ("Rally a brigade", "Score"):
        play.play(Done()) if play.match.waiting_for else play.roll(1)
    return play


def test_where_a_division_comes_back_does_not_depend_on_what_its_side_does_not_see() -> None:
    alone = rallying({"loring": "9,15"})
    spaces = [action.space for action in list[Any](alone.match.choices())]
    taken = rallying({"loring": alone.label(spaces[0])})
    assert [action.space for action in list[Any](taken.match.choices())] == spaces
    taken.play(PlaceToken("carr", spaces[0]))
    distance = campaign_of(vicksburg()).map.distance
    assert distance(taken.board.at["carr"], spaces[0]) == 1


def test_who_rallies_can_imagine_how_things_stand_and_the_other_side_cannot() -> None:
    play = rallying({"loring": "9,15"})
    play.board.mover = "confederate"
    play.match.view("federal").world(random.Random(1))
    with pytest.raises(HiddenStep):
        play.match.view("confederate").world(random.Random(1))


def test_no_other_fog_is_known() -> None:
    with pytest.raises(UnknownName, match="unknown value of option fog 'mist'"):
        vicksburg().start(options={"fog": "mist"}, seed=1)


def test_with_a_referee_nobody_imagines_how_an_enemy_rallies_brigades_he_does_not_know_to_be_broken() -> None:
    at = {"carr": "Willow Springs", "gregg": "Jackson"}
    broken = {vicksburg().rules.printed["campaign"].brigades["cs_relief_gregg"][0]}
    play = position(
        "Rally a brigade",
        at,
        fog="referee",
        battle_ended_movement=True,
        broken_brigades=broken,
        dice_left={"federal": 1, "confederate": 1},
    )
    play.play(Done())
    assert play.match.waiting_for == ("confederate",)
    with pytest.raises(HiddenStep):
        play.match.view("federal").world(random.Random(1))


@pytest.mark.parametrize("broken", [0, 1])
def test_with_a_referee_how_long_a_side_rallies_does_not_tell_whether_brigades_of_it_are_broken(broken: int) -> None:
    units = campaign_of(vicksburg()).brigades[DivisionId("cs_relief_gregg")][:broken]
    play = position(
        "Rally a brigade",
        {"carr": "Willow Springs", "gregg": "Jackson"},
        fog="referee",
        broken_brigades=set(units),
        dice_left={"federal": 0, "confederate": 2},
    )
    assert play.match.waiting_for == ("confederate",)
    assert list(play.match.choices()) == [*map(Rally, units), Done()]
    play.play(Done())
    assert play.step != "Rally a brigade"


def test_who_asks_why_a_face_down_token_cannot_be_chosen_is_told_its_number_and_not_its_name() -> None:
    for where in ("Nominate a corps", "Allot Staff Dice", "Move one token"):
        play = position(where, AT, moving="us_xiii", dice_left={"federal": 1})
        reasons = str(play.match.explain(seat="federal", piece="loring"))
        assert "the enemy's" in reasons
        assert "Loring" not in reasons.replace("token loring", "")
