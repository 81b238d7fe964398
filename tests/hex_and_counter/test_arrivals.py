"""Reinforcements: the worked example of a column that enters by one hex, and what closes a hex."""

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ONE, ZONES, a_board, at, ground, hexes, movement, stand, unit

from wargame_core.errors import RulesError
from wargame_core.rulings import Verdict
from wargame_hex_and_counter import Arrivals, HexBoard, Stacking
from wargame_hex_and_counter.board.actions import Enter
from wargame_hex_and_counter.board.battles import Entry
from wargame_hex_and_counter.rules.binding import USUAL
from wargame_hex_and_counter.rules.phases import arrive
from wargame_laws import drive

UNITS = (*(unit(f"r{n}", move=6) for n in (1, 2, 3, 4)), unit("b1"))
THREE = Stacking(3)


def due(board: HexBoard) -> Any:
    return [(name, (at("0101"), at("0102"))) for name in ("r1", "r2", "r3", "r4") if name not in board.at]


COLUMN = Arrivals(due, THREE, ("enemy units",), "waits", chart=CHART, pays="its place in the column")


def a_march(**where: str) -> HexBoard:
    """A board with a pike that leaves the map by 0101, and swamp in 0102."""
    board = a_board(stand(ground({"0102": "swamp"}, roads={"pike": ["0101", "0201"]}), *UNITS, **where))
    board.turn = 2
    return board


def arrived(board: HexBoard, *answers: Any, part: Arrivals = COLUMN) -> list[str]:
    happened = drive(lambda t: arrive(t, "Arrival", "red", part, USUAL), board, *answers, by="red")
    return [event.text(board) for event in happened]


def test_three_units_that_enter_by_one_hex_pay_once_twice_and_three_times() -> None:
    board = a_board(stand(ground(), *UNITS))
    board.turn = 2
    entering = [Enter(name, at("0101")) for name in ("r1", "r2", "r3")]
    told = arrived(board, *entering, Enter("r4", at("0102")))
    assert told[1::2] == [
        "R1 pays 1 to enter.", "R2 pays 2 to enter.", "R3 pays 3 to enter.", "R4 pays 1 to enter."
    ]  # fmt: skip
    points = COLUMN.allowance()
    assert [points(board.pieces, name) for name in ("r1", "r2", "r3", "r4")] == [5, 4, 3, 5]
    board.turn = 3
    assert points(board.pieces, "r3") == 6


def test_a_unit_moves_no_farther_than_what_it_paid_leaves_it() -> None:
    board = a_march(r1="0808", r2="0807", r3="0806")
    arrived(board, Enter("r4", at("0102")))
    rule = movement(ZONES, ONE, allowance=COLUMN.allowance())
    assert "0104 costs" not in str(rule.why_not(board.pieces, "r4", at("0104")))
    assert "0106 costs 4, budget 3" in str(rule.why_not(board.pieces, "r4", at("0106")))


def test_a_road_is_paid_in_place_of_the_hex_and_a_hex_that_is_too_dear_is_closed() -> None:
    board = a_march()
    assert COLUMN.cost(board.pieces, "r1", at("0101")) == Fraction(1, 2)
    assert COLUMN.cost(board.pieces, "r1", at("0102")) == 3
    entry = Entry(turn=2, hex=at("0102"), parts=12)
    board.at |= {"r1": at("0801"), "r2": at("0802")}
    board.entries = {"r1": entry, "r2": entry, "b1": entry, "r4": evolve(entry, turn=1)}
    assert COLUMN.cost(board.pieces, "r3", at("0102")) == 9
    assert hexes(board.book.map, COLUMN.ends(board.pieces, "red")["r3"]) == ["0101"]
    closed = COLUMN.cost(stand(ground({"0101": "water"}), *UNITS, board=board), "r3", at("0101"))
    assert isinstance(closed, Verdict)
    assert str(closed) == "infantry may not enter 0101, water"


def test_who_pays_its_hex_pays_it_once_and_who_pays_nothing_nothing() -> None:
    each = evolve(COLUMN, pays="its hex")
    board = a_march(r3="0808", r4="0807")
    told = arrived(board, Enter("r1", at("0102")), Enter("r2", at("0102")), part=each)
    assert [line for line in told if "pays" in line] == ["R1 pays 3 to enter.", "R2 pays 3 to enter."]
    free = a_march(r3="0808", r4="0807")
    assert (
        len(arrived(free, Enter("r1", at("0102")), Enter("r2", at("0102")), part=evolve(COLUMN, pays="nothing"))) == 2
    )
    assert free.entries == {}


def test_units_wait_while_the_enemy_holds_their_hex_or_go_to_the_nearest() -> None:
    board = a_march(b1="0101")
    assert hexes(board.book.map, COLUMN.ends(board.pieces, "red")["r1"]) == ["0102"]
    only = evolve(COLUMN, due=lambda board: [("r1", (at("0101"),))])
    assert arrived(board, part=only) == []
    near = evolve(only, if_blocked="nearest free hex")
    assert hexes(board.book.map, near.ends(board.pieces, "red")["r1"]) == ["0102", "0201"]


def test_who_pays_needs_the_chart_and_the_rule_is_told() -> None:
    with pytest.raises(RulesError, match=r"pays='its hex'\): what a hex costs is said by chart="):
        Arrivals(due, THREE, (), "waits", pays="its hex")
    with pytest.raises(RulesError, match="pays='twice'"):
        Arrivals(due, THREE, (), "waits", pays="twice")  # type: ignore[arg-type]
    assert list(COLUMN.sentences())[-1].startswith("Of the units that come by a hex on a turn each pays once more")
