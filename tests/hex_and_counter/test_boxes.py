"""Boxes beside the map: the worked example of a passage, and every reason for which a unit stays where it is."""

from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ONE, ZONES, a_board, at, ground, stand, unit

from wargame_core.errors import RulesError
from wargame_hex_and_counter import Box, Boxes, HexBoard, Reinforcement, SetUp, due_by
from wargame_hex_and_counter.board.actions import Done, EnterBox, LeaveBox, Move
from wargame_hex_and_counter.board.battles import InBox
from wargame_hex_and_counter.rules.binding import USUAL
from wargame_hex_and_counter.rules.boxes import BoxChoices, change_boxes
from wargame_laws import drive

MALTA = Box(
    name="Malta", sides=("red",), entered_from=("0101", "0102"), leads_to=("0801", "0802"), passage=2, limit=2,
    onward=("Crete",),
)  # fmt: skip
CRETE = Box(name="Crete", sides=("red", "blue"), leads_to=("0808",))
BOXES = Boxes(boxes=(MALTA, CRETE), stacking=ONE)
UNITS = tuple(unit(name, back=3) for name in ("r1", "r2", "r3", "b1"))


def a_sea(turn: int = 3, in_box: dict[str, InBox] | None = None, **where: str) -> HexBoard:
    board = a_board(stand(ground(), *UNITS, **where))
    board.turn, board.in_box = turn, in_box or {}
    return board


def judged(board: HexBoard, action: Any, part: Boxes = BOXES, side: str = "red") -> str:
    """What is said of an action: "" where it is legal, and then it is in the menu."""
    waiting = [one for one in (*board.at, *board.in_box) if board.book.units[one].side == side]
    menu = BoxChoices(part, board.pieces, board.in_box, waiting, board.turn)
    verdict = menu.judge(action)
    assert bool(verdict) == (action in list(menu))
    return str(verdict) if not verdict else ""


def played(board: HexBoard, *answers: Any, part: Boxes = BOXES, side: str = "red") -> list[str]:
    """The sentences of a phase."""
    happened = drive(lambda t: change_boxes(t, "Boxes", side, part, USUAL), board, *answers, by=side)
    return [event.text(board) for event in happened]


def test_a_passage_of_two_turns_from_turn_3_ends_on_turn_5() -> None:
    board = a_sea(3, r1="0101")
    assert played(board, EnterBox("r1", "Malta")) == ["R1 goes into Malta."]
    assert (board.at, board.in_box) == ({}, {"r1": InBox("Malta", 3)})
    board.turn = 4
    assert played(board) == []
    assert judged(board, LeaveBox("r1", at("0801"))) == "R1 went into Malta on turn 3 and leaves it from turn 5 on"
    board.turn = 5
    assert played(board, LeaveBox("r1", at("0801"))) == ["R1 comes from Malta to 0801."]
    assert (board.at, board.in_box) == ({"r1": at("0801")}, {})


def test_a_box_is_entered_by_its_sides_from_its_hexes_while_it_has_room() -> None:
    board = a_sea(r1="0303", b1="0102")
    assert judged(board, EnterBox("r1", "Malta")) == "Malta is entered from 0101, 0102, not from 0303"
    assert judged(board, EnterBox("r1", "Crete")) == "Crete is entered from no hex, not from 0303"
    assert judged(board, EnterBox("b1", "Malta"), side="blue") == "B1 may not go into Malta: it is for Red"
    board = a_sea(in_box={"r1": InBox("Malta", 3), "r2": InBox("Malta", 3)}, r3="0101")
    assert judged(board, EnterBox("r3", "Malta")) == "Malta is full: R1, R2; it holds at most 2 units of a side, not 3"
    by_steps = evolve(BOXES, counts="steps", boxes=(evolve(MALTA, limit=5), CRETE))
    assert judged(board, EnterBox("r3", "Malta"), by_steps).endswith("at most 5 steps of a side, not 6")
    board.steps = {"r1": 1}
    assert judged(board, EnterBox("r3", "Malta"), by_steps) == ""
    by_strength = evolve(BOXES, counts="strength", boxes=(evolve(MALTA, limit=14), CRETE))
    assert judged(board, EnterBox("r3", "Malta"), by_strength).endswith("at most 14 strength of a side, not 15")


def test_a_unit_comes_out_where_there_is_room_and_nothing_closes_the_hex() -> None:
    board = a_sea(5, {"r1": InBox("Malta", 3)}, r2="0801", b1="0804")
    assert judged(board, LeaveBox("r1", at("0802"))) == ""
    assert judged(board, LeaveBox("r1", at("0801"))) == "0801 is full: R2; at most 1 units stand in a hex, not 2"
    assert judged(board, LeaveBox("r1", at("0303"))) == "Malta leads to 0801, 0802, not to 0303"
    assert judged(board, LeaveBox("r1", 999)) == "space 999 is off the map"
    board.at["b1"] = at("0802")
    assert judged(board, LeaveBox("r1", at("0802"))) == "0802 is closed by enemy units"
    board.at["b1"] = at("0803")
    by_zones = evolve(BOXES, blocked_by=("enemy zones",), chart=CHART, zones=ZONES)
    assert judged(board, LeaveBox("r1", at("0802"))) == ""
    assert judged(board, LeaveBox("r1", at("0802")), by_zones) == "0802 is closed by enemy zones"


def test_a_box_leads_on_to_another_and_each_unit_changes_once_in_a_phase() -> None:
    board = a_sea(5, {"r1": InBox("Malta", 3), "r2": InBox("Malta", 4)}, r3="0808")
    assert judged(board, EnterBox("r2", "Crete")) == "R2 went into Malta on turn 4 and leaves it from turn 6 on"
    assert judged(board, EnterBox("r1", "Malta")) == "Malta leads on to Crete, not to Malta"
    told = played(board, EnterBox("r1", "Crete"))
    assert told == ["R1 goes into Crete."]
    assert board.in_box["r1"] == InBox("Crete", 5)


def test_others_than_those_who_are_asked_and_what_there_is_not_are_refused() -> None:
    board = a_sea(r1="0101")
    assert judged(board, EnterBox("r1", "Cyprus")) == "there is no box 'Cyprus': Malta, Crete"
    assert judged(board, LeaveBox("r1", at("0801"))) == "R1 is in no box"
    for unit_, name in (("b1", "B1"), ("", "''")):
        assert judged(board, EnterBox(unit_, "Malta")).startswith(f"{name} has changed boxes in this phase, or is not")
    assert judged(board, Move("r1", 3)) == "that is not asked for now"
    assert played(board, Done()) == []


def test_a_unit_in_a_box_is_not_due_as_a_reinforcement() -> None:
    set_up = SetUp("test", "Test", 1, 9, {}, (Reinforcement(1, ("r1", "r2"), ("0101",)),))
    due = due_by({"test": set_up}, ground())
    board = a_sea(3, {"r1": InBox("Malta", 2)})
    assert [unit_ for unit_, _ in due(board)] == ["r2"]


def test_boxes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(RulesError, match="two boxes are called 'Malta'"):
        evolve(BOXES, boxes=(MALTA, CRETE, MALTA))
    with pytest.raises(RulesError, match="'Crete' is not a box: Malta"):
        evolve(BOXES, boxes=(MALTA,))
    with pytest.raises(RulesError, match="enemy zones need chart= and zones="):
        evolve(BOXES, blocked_by=("enemy zones",))
    with pytest.raises(RulesError, match=r"counts='men'"):
        evolve(BOXES, counts="men")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="a unit is in 'Cyprus', which is not a box"):
        played(a_sea(5, {"r1": InBox("Cyprus", 1)}))


def test_the_rule_is_told_and_the_panel_says_who_is_in_which_box() -> None:
    assert list(BOXES.sentences()) == [
        "Malta: entered from 0101 or 0102, leads to 0801 or 0802 or Crete after 2 turns; it holds at most 2 units of a "
        "side.",
        "Crete: leads to 0808 after 1 turn.",
    ]
    assert list(BOXES.status(a_sea(5, {"r1": InBox("Malta", 3)}))) == [("Malta", "R1 (turn 3)")]
    assert BOXES.cards() == ()
