"""A cup of chits: the worked example of a draw, and whose units act by it."""

from fractions import Fraction

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import a_board, ground, stand, unit

from wargame_core.authoring import Procedure, Table
from wargame_core.errors import RulesError
from wargame_hex_and_counter import Chit, Cup, HexBoard
from wargame_laws import drive, every_way

A, B, DUSK = Chit("A", "red", count=2), Chit("B", "blue"), Chit("Dusk", ends=True)
GUARDS = evolve(unit("r2"), formation="Guards")


def a_field() -> HexBoard:
    return a_board(stand(ground(), unit("r1"), GUARDS, unit("b1"), r1="0101", r2="0102", b1="0808"))


def drawn_orders(cup: Cup) -> dict[tuple[str, ...], Fraction]:
    """Every order in which chits are drawn until that is over, with its chance."""

    def draw_all(t: Table[HexBoard]) -> Procedure[None]:
        while not cup.is_over(t.board):
            yield from cup.draw(t)

    orders: dict[tuple[str, ...], Fraction] = {}
    for chance, _, after in every_way(draw_all, a_field()):
        orders[after.drawn_chits] = orders.get(after.drawn_chits, Fraction(0)) + chance
    return orders


def test_of_two_chits_and_one_the_one_comes_first_in_a_third_and_last_in_a_third() -> None:
    assert drawn_orders(Cup(chits=(A, B))) == {
        order: Fraction(1, 3) for order in (tuple("BAA"), tuple("AAB"), tuple("ABA"))
    }


def test_with_one_chit_that_ends_the_drawing_a_given_chit_stays_in_the_cup_in_half_of_all_cases() -> None:
    orders = drawn_orders(Cup(chits=(A, B, DUSK)))
    assert sum(chance for order, chance in orders.items() if "B" not in order) == Fraction(1, 2)
    assert all(order[-1] == "Dusk" for order in orders)


def test_the_units_of_the_chit_act_and_no_others() -> None:
    guards = Chit("Guards", "red", "Guards")
    cup, board = Cup(chits=(A, B, guards, DUSK)), a_field()
    assert not any(cup.acts(board.pieces, one) for one in board.at)
    assert not cup.acting("red")(board)
    for chit, acting in (("A", ["r1", "r2"]), ("Guards", ["r2"]), ("B", ["b1"]), ("Dusk", [])):
        (event,) = drive(cup.draw, board, chit)
        assert event.text(board) == f"The chit of {chit} is drawn."
        assert [one for one in board.at if cup.acts(board.pieces, one)] == acting
        assert cup.acting("red")(board) == ("r2" in acting)
    assert cup.contents(board) == ["A"]
    assert list(cup.status(board)) == [("Chit", "Dusk"), ("In the cup", "1")]
    (filled,) = drive(cup.fill, board)
    assert (filled.text(board), board.drawn_chits) == ("All chits are in the cup.", ())
    assert drive(cup.fill, board) == []


def test_chits_may_follow_from_the_board_and_the_rule_is_told() -> None:
    by_turn = Cup(chits=lambda board: (A,) if board.turn == 1 else (A, B))
    board = a_field()
    assert by_turn.contents(board) == ["A", "A", "B"]
    board.turn = 1
    assert by_turn.contents(board) == ["A", "A"]
    assert list(by_turn.sentences()) == []
    assert list(Cup(chits=(A, DUSK)).sentences()) == [
        "Chits are drawn from a cup, and the units of each act as it is drawn: 2 of A and 1 of Dusk.",
        "No further chit is drawn after Dusk.",
    ]
    assert Cup(chits=(A,)).cards() == ()
    drive(by_turn.draw, board, "A")
    assert next(by_turn.status(board)) == ("Chit", "A (Red)")


def test_a_cup_without_chits_or_with_two_of_a_title_is_refused() -> None:
    with pytest.raises(RulesError, match="there is no chit"):
        Cup(chits=())
    with pytest.raises(RulesError, match=r"two are called 'A': .* count="):
        Cup(chits=(A, evolve(A, count=1)))
