"""Withdrawals and isolation over turns: the worked examples of both mechanisms."""

from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, a_board, at, ground, stand, unit

from wargame_core.errors import RulesError
from wargame_hex_and_counter import (
    Isolation,
    NotWithdrawn,
    OutOfSupply,
    Reinforcement,
    SetUp,
    Trace,
    Withdrawal,
    Withdrawals,
    Zones,
    due_by,
    withdrawals_by,
)
from wargame_hex_and_counter.board.battles import InBox, LaterArrival
from wargame_laws import drive

TWO = Withdrawal(2, ("r1", "r2"), ("0101",), points=-3)
WAITS = Withdrawals(lambda board: (TWO,), "waits")


def placed(**where: str) -> Any:
    board = a_board(stand(ground(), unit("r1", back=3), unit("r2"), unit("b1"), **where))
    board.turn = 2
    return board


def left(rule: Withdrawals, board: Any) -> list[str]:
    return [event.text(board) for event in drive(rule.leave("red"), board)]


def test_of_two_units_that_are_due_one_lost_before_the_other_leaves() -> None:
    board = placed(r2="0101", b1="0808")
    board.lost = {"r1"}
    assert left(WAITS, board) == ["R2 withdraws."]
    assert (board.at, board.losses, board.lost, board.withdrawn) == ({"b1": at("0808")}, {}, {"r1"}, {"r2"})
    assert left(WAITS, board) == []
    line = NotWithdrawn(TWO.units, TWO.turn, TWO.points)
    assert (line.points_of(board), line.says(board)) == (-3, "-3 for each of R1 and R2 not withdrawn by turn 2")
    assert line.id == "not_withdrawn_r1_r2"


def test_nobody_leaves_before_the_turn_and_nobody_of_the_other_side() -> None:
    board = placed(r1="0101", r2="0101")
    board.turn = 1
    assert left(WAITS, board) == []
    board.turn = 2
    assert drive(WAITS.leave("blue"), board) == []
    assert list(WAITS.status(board)) == [("To withdraw", "R1 and R2")]


def test_who_stands_in_no_hex_of_exit_waits_or_is_eliminated() -> None:
    board = placed(r1="0102", r2="0101")
    assert left(WAITS, board) == ["R1 cannot withdraw: it is not in 0101.", "R2 withdraws."]
    board.turn, board.at["r1"] = 3, at("0101")
    assert left(WAITS, board) == ["R1 withdraws."]
    board = placed(r1="0102", r2="0101")
    assert left(evolve(WAITS, otherwise="is eliminated"), board)[0] == (
        "R1 is eliminated: it cannot leave the map: it is not in 0101."
    )
    assert (board.lost, board.losses) == ({"r1"}, {"red": 6})


def test_without_hexes_of_exit_units_leave_from_anywhere_and_from_beside_the_map() -> None:
    anywhere = evolve(WAITS, groups=lambda board: (evolve(TWO, by=()),))
    board = placed(r1="0505")
    board.in_box = {"r2": InBox("Depot", 1)}
    assert left(anywhere, board) == ["R1 withdraws.", "R2 withdraws."]
    assert board.in_box == {}
    assert left(WAITS, placed()) == ["R1 withdraws.", "R2 withdraws."], "they have not come yet"


def test_a_unit_that_comes_back_is_due_again_and_one_that_does_not_is_never() -> None:
    first = Reinforcement(1, ("r1", "r2"), ("0808",))
    back = evolve(TWO, by=(), units=("r1",), returns=4, returns_at=("0501",))
    scenarios = {
        "test": SetUp("test", "Test", 1, 9, {}, (first,), withdrawals=(back, evolve(TWO, by=(), units=("r2",))))
    }
    board = placed(r1="0303", r2="0303")
    board.coming = {"r2": LaterArrival(1, (at("0808"),))}
    rule = Withdrawals(withdrawals_by(scenarios), "waits")
    assert left(rule, board) == ["R1 withdraws and comes back on turn 4.", "R2 withdraws."]
    due = due_by(scenarios, board.book.map)
    assert list(due(board)) == []
    board.turn = 4
    assert [(one, tuple(hexes)) for one, hexes in due(board)] == [("r1", (at("0501"),))]
    board.at["r1"] = at("0501")
    assert list(due(board)) == []
    assert left(rule, board) == [], "it leaves once"


def test_the_rule_of_withdrawals_is_said() -> None:
    assert list(WAITS.sentences())[1].endswith("then leaves on the first later turn on which it does.")
    assert list(evolve(WAITS, otherwise="is eliminated").sentences()) == [
        "A unit that withdraws is taken off the map on its turn; it is not lost.",
        "A unit that stands in none of its hexes of exit then is eliminated.",
    ]
    with pytest.raises(RulesError, match="otherwise='stays'"):
        Withdrawals(lambda board: (), "stays")  # type: ignore[arg-type]


# isolation

AT_THE_SOURCE = Trace(
    sources={"red": ("0405",)}, chart=CHART, zones=Zones((), entering="free", leaving="free"), length=0
)  # fmt: skip
CUT_OFF = OutOfSupply(trace=AT_THE_SOURCE, attacks="in full", defends="in full")
SECOND = Isolation(out_of_supply=CUT_OFF, turns=2, then="is eliminated")


def judged(rule: Isolation, board: Any, where: str) -> list[str]:
    board.at["r1"] = at(where)
    return [event.text(board) for event in drive(rule.judge("red"), board)]


def test_out_in_and_out_again_a_unit_lives_and_at_the_second_turn_in_a_row_it_is_lost() -> None:
    board = placed(r1="0101", b1="0808")
    assert judged(SECOND, board, "0101") == ["Red out of supply, turns in a row: R1 (1)."]
    assert list(SECOND.status(board)) == [("Isolation", "R1, 1 of 2")]
    assert judged(SECOND, board, "0405") == ["Red out of supply, turns in a row: nobody."]
    assert judged(SECOND, board, "0405") == []
    assert judged(SECOND, board, "0101") == ["Red out of supply, turns in a row: R1 (1)."]
    assert judged(SECOND, board, "0102") == [
        "Red out of supply, turns in a row: R1 (2).", "R1 is eliminated: out of supply for 2 turns in a row.",
    ]  # fmt: skip
    assert (board.lost, board.isolated, board.losses) == ({"r1"}, {}, {"red": 6})


def test_who_loses_a_step_loses_another_on_each_further_turn() -> None:
    rule, board = evolve(SECOND, then="loses a step"), placed(r1="0101")
    judged(rule, board, "0101")
    assert judged(rule, board, "0101")[1:] == ["R1 loses a step."]
    assert board.losses == {"red": 3}
    assert judged(rule, board, "0101")[1:] == ["R1 is eliminated: out of supply for 3 turns in a row."]
    assert list(rule.sentences()) == [
        "A unit that is found out of supply for 2 turns in a row loses a step, and again on each further turn."
    ]


def test_the_turns_of_each_side_are_counted_apart() -> None:
    board = placed(r1="0101", b1="0808")
    drive(SECOND.judge("blue"), board)
    drive(SECOND.judge("red"), board)
    assert board.isolated == {"b1": 1, "r1": 1}


def test_isolation_after_no_turn_is_refused() -> None:
    with pytest.raises(RulesError, match=r"Isolation\(turns=0\): it is 1 or more"):
        evolve(SECOND, turns=0)
