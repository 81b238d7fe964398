"""The law of secrets at positions that play seldom comes to, most with a referee, whatever the asked side chooses."""

from random import Random

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, battle_at, position, vicksburg

from wargame_altar_of_freedom.board.actions import Deploy
from wargame_altar_of_freedom.board.board import Fog
from wargame_core.authoring import Roll
from wargame_laws import Trial
from wargame_laws.laws_of_secrets import WorldsTally, moment_keeps_secrets
from wargame_laws.trials import moment_of

AT = {
    "carr": "10,14", "logan": "9,15", "hovey": "3,20", "loring": "11,14", "forney": "11,13", "stevenson": "2,2",
    "bowen": "5,5",
}  # fmt: skip
TABLE = ("10,13", "10,14", "11,13", "11,14")


def brigades(division: str) -> tuple[str, ...]:
    board = bare_board(vicksburg(), AT)
    return board.campaign.brigades[board.tokens[division].unit]


def rallying(*broken: str) -> Play:
    """Both sides have Staff Dice left at the end of a turn; a brigade of each of these divisions is broken."""
    board = bare_board(vicksburg(), AT, fog=Fog.REFEREE, dice_left={"federal": 2, "confederate": 2})
    board.broken_brigades = {brigades(division)[0] for division in broken}
    return position("Rally a brigade", board=board)


def calling() -> Play:
    """The Federal side may call Logan to a battle that the Confederates have begun; nobody else stands near."""
    known = {"federal": frozenset({"loring", "forney"}), "confederate": frozenset({"carr"})}
    board = bare_board(vicksburg(), AT, fog=Fog.REFEREE, known_faces=known)
    board.battle = evolve(battle_at(board, "loring", "10,14", *TABLE), called=("confederate",))
    return position("Call reinforcements", board=board)


def ending_a_march() -> Play:
    """Carr may destroy a ferry when the march of XIII Corps ends; the enemy must not learn by it who belongs to it."""
    board = bare_board(vicksburg(), AT | {"carr": "15,8"}, moving="us_xiii", dice_left={"federal": 1})
    return position("Move one token", board=board)


def test_both_sides_see_who_stands_on_the_table_also_where_nobody_of_theirs_is_near() -> None:
    play = calling()
    assert play.match.view("federal").board.at["forney"] == play.space("11,13")  # not next to (10,14)
    assert "forney" not in play.match.view("spectator").board.at


POSITIONS = {
    "one side has broken brigades": lambda: rallying("hovey", "logan"),
    "both have": lambda: rallying("hovey", "stevenson"),
    "the other has": lambda: rallying("stevenson"),
    "a division is called": calling,
    "a march ends": ending_a_march,
}


@pytest.mark.parametrize("name", POSITIONS)
def test_no_choice_tells_what_it_may_not(name: str) -> None:
    play, tally = POSITIONS[name](), WorldsTally()
    (seat,) = play.match.waiting_for
    for number, action in enumerate(play.match.choices()):
        moment_keeps_secrets(moment_of(play.match, seat, action, 0, Random(number)), tally)


@pytest.mark.parametrize(("division", "seats"), [("hovey", {"federal"}), ("carr", {"federal", "confederate"})])
def test_with_a_referee_the_die_for_a_retreat_is_seen_by_who_sees_the_division(division: str, seats: set[str]) -> None:
    board = bare_board(vicksburg(), AT, fog=Fog.REFEREE)
    board.battle = evolve(battle_at(board, "loring", "10,14", *TABLE), loser="federal", retreating=(division,))
    roll = position("Retreat a division", board=board).match.pending
    assert isinstance(roll, Roll)
    assert roll.seen_by == frozenset(seats)


def test_worlds_are_found_where_one_token_alone_may_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picket at Hankinson's Ferry may act, and nothing else: dealt blindly one world in fifty has it so."""
    monkeypatch.setattr("wargame_core.flow.view.WORLDS_TRIED_AT_FIRST", 60)
    trial = Trial(vicksburg(), range(120, 130), ("belligerent", "random"))
    match, players = trial.start(125), trial.players_of(125)
    while match.seq < 40:
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat, history=False)), seat)
    assert [getattr(action, "token", "") for action in match.choices()] == ["F03", ""]
    for number in range(12):
        assert match.view("confederate").world(Random(number)).cursor == match.cursor


def test_who_must_move_aside_for_a_token_that_is_not_told_of_yet_can_imagine_worlds() -> None:
    board = bare_board(vicksburg(), {"cs_relief_picket_1": "Rocky Springs"}, reserve=("carr",), scenario="free")
    board.tokens["F18"] = evolve(board.tokens.pop("carr"), id="F18")
    play = position("Deployment > Deploy", board=board)
    play.play(Deploy("F18", play.space("Rocky Springs")))
    (seat,) = play.match.waiting_for
    pending = {str(play.match.view(seat).world(Random(number)).pending) for number in range(4)}
    assert pending == {str(play.match.pending)}
