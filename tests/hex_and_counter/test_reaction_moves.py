"""Reaction moves: a unit moves in the turn of the enemy, because one of his comes near."""

from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import ZONES, at, movement, unit
from tests.hex_and_counter.test_opportunity_fire import a_field, told

from wargame_core.errors import RulesError
from wargame_core.flow.pending import Ask, Pending
from wargame_hex_and_counter import HexBoard, Movement, Pieces, ReactionMove, Stacking, Zones, phase
from wargame_hex_and_counter.board.actions import AskLater, Done, HoldFire, Move, React
from wargame_hex_and_counter.board.reactions import StandingAnswer
from wargame_laws import drive


def half(pieces: Pieces, unit: str) -> int:
    return pieces.face(unit).move // 2


def in_reserve(pieces: Pieces, unit: str) -> bool:
    return pieces.units[unit].formation == "reserve"


NO_ZONES = Zones((), "free", "free")
RESERVE = evolve(unit("b1", 6, 7), formation="reserve")
REACTION = ReactionMove(movement=movement(allowance=half), range=2, who=in_reserve)


def moving(reaction: ReactionMove = REACTION, by: Movement | None = None) -> Any:
    """The movement of red, to which blue may react."""
    return phase("Movement", "red", by or movement(), reactions=(reaction,)).rule


def test_a_reserve_moves_half_rounded_down_and_who_is_not_in_reserve_does_not() -> None:
    board = a_field(RESERVE, unit("b2", 6, 7), unit("r1"), b1="0303", b2="0403", r1="0307")
    assert REACTION.units_ready(board, board.pieces, "r1") == ["b1"]
    assert REACTION.ends(board.pieces, "b1") >> at("0306") & 1
    assert not REACTION.movement.spaces(board.pieces, "b1") >> at("0308") & 1


def test_an_enemy_that_comes_near_lets_a_unit_move_once_a_turn_and_goes_on() -> None:
    board = a_field(RESERVE, unit("r1"), unit("r2"), b1="0303", r1="0307", r2="0607")
    far = movement(zones=NO_ZONES)
    events = drive(
        moving(evolve(REACTION, movement=evolve(far, allowance=half)), far), board,
        ("red", Move("r1", at("0304"))), ("blue", React("b1", at("0201"))), ("red", Move("r2", at("0404"))),
    )  # fmt: skip
    assert told(events, board)[:3] == [
        "R1 moves from 0307 to 0305.",
        "B1 reacts and moves from 0303 to 0201.",
        "R1 moves from 0305 to 0304.",
    ]
    assert board.reacted == {"b1": 1}


def test_who_reacts_into_the_way_ends_the_move_and_its_zone_does() -> None:
    board, to_0304 = a_field(RESERVE, unit("r1"), b1="0303", r1="0307"), ("red", Move("r1", at("0304")))
    for rule, to in ((movement(zones=NO_ZONES), "0304"), (movement(zones=ZONES), "0404")):
        after = board.copy()
        events = drive(moving(by=rule), after, to_0304, ("blue", React("b1", at(to))))
        assert told(events, after)[-1] == "The move of R1 ends in 0305: its way is barred."
        assert after.at["r1"] == at("0305")


def test_a_zone_that_costs_points_bars_the_way_where_they_are_short() -> None:
    dear = evolve(movement(), zones=Zones(("infantry",), entering=2, leaving="free"))
    ends = {}
    for allowance in (4, 6):
        board = a_field(RESERVE, unit("r1", 6, allowance), b1="0301", r1="0307")
        reaction = evolve(REACTION, movement=evolve(dear, allowance=lambda pieces, unit: 9), range=4)
        drive(moving(reaction, dear), board, ("red", Move("r1", at("0304"))), ("blue", React("b1", at("0303"))))
        ends[allowance] = board.at["r1"]
    assert ends == {4: at("0305"), 6: at("0304")}


def test_it_is_asked_only_where_the_mover_may_stand() -> None:
    board = a_field(RESERVE, unit("r1"), unit("r2"), b1="0303", r1="0307", r2="0305")
    prompts: list[str] = []

    def note(pending: Pending) -> Any:
        prompts.append(next(iter(pending.asks.values())).prompt)
        return HoldFire() if "reaction" in prompts[-1] else Done()

    drive(moving(REACTION, movement(zones=NO_ZONES)), board, ("red", Move("r1", at("0304"))), rest=note)
    assert [prompt for prompt in prompts if "reaction" in prompt] == ["Blue reaction: who moves, with R1 in 0304?"]


def test_answers_stand_for_reaction_moves_too() -> None:
    board = a_field(RESERVE, unit("r1"), b1="0303", r1="0307")
    later = AskLater(("b1",), 1)
    drive(moving(), board, ("red", Move("r1", at("0305"))), ("blue", later))
    assert board.standing == {"blue": {"b1": StandingAnswer(1, 1)}}
    board.at["r1"] = at("0307")
    found: list[object] = []

    def answer(pending: Pending) -> Any:
        assert isinstance(pending, Ask)
        found.append(pending.standing_answer)
        return HoldFire()

    drive(moving(), board, ("red", Move("r1", at("0305"))), rest=answer)
    assert found == [HoldFire()]


def test_what_no_rulebook_says_is_refused_and_the_rule_is_told() -> None:
    with pytest.raises(RulesError, match="range=0"):
        evolve(REACTION, range=0)
    with pytest.raises(RulesError, match=r"who=\): it is a function called with \(pieces, unit\)"):
        evolve(REACTION, who=lambda unit: True)  # type: ignore[arg-type, misc]
    with pytest.raises(RulesError, match="may find no room"):
        moving(by=movement(stacking=Stacking(1, checked="end of movement")))
    assert list(REACTION.sentences()) == [
        "A unit of those that may react may move, once on a turn, when an enemy comes within 2 hexes of it.",
        "The enemy goes on as far as its way is open still.",
    ]
    assert next(ReactionMove(movement=movement(), range=1).sentences()).startswith("A unit may move, once")
    board: HexBoard = a_field(RESERVE, unit("r1"), b1="0303", r1="0307")
    board.reacted["b1"] = 1
    assert list(REACTION.status(board)) == [("Have reacted", "B1")]
    assert REACTION.cards() == ()
