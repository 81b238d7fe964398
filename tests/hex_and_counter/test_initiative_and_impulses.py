"""Who acts first on a turn, and with which of its units: the worked examples of a roll and of an end of the turn."""

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import a_board, ground, stand, unit

from wargame_core.authoring import Die, Modifier, Procedure, Table
from wargame_core.errors import RulesError
from wargame_hex_and_counter import (
    BidInitiative,
    GivenInitiative,
    HexBoard,
    Impulses,
    Initiative,
    RolledInitiative,
)
from wargame_hex_and_counter.board.actions import Activate, Bid, PassImpulse
from wargame_hex_and_counter.board.events import ImpulseTaken
from wargame_hex_and_counter.board.reactions import NO_IMPULSE, Impulse
from wargame_laws import drive, every_way

SIDES = ("red", "blue")
GUARDS = evolve(unit("r2"), formation="Guards")
IMPULSES = Impulses(sides=SIDES, groups="a formation")


def a_field() -> HexBoard:
    units = unit("r1"), GUARDS, evolve(unit("r3"), formation="Guards"), unit("b1")
    board = a_board(stand(ground(), *units, r1="0101", r2="0102", r3="0103", b1="0808"))
    board.turn = 1
    return board


def chances(initiative: Initiative) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for chance, _, after in every_way(initiative.decide, a_field()):
        found[after.initiative] = found.get(after.initiative, Fraction(0)) + chance
    return found


def test_who_wins_ties_of_one_die_each_has_the_initiative_in_seven_of_twelve() -> None:
    assert chances(Initiative(sides=SIDES, by=RolledInitiative(ties="red")))["red"] == Fraction(7, 12)
    two_more = RolledInitiative(ties="red", modifiers=(lambda board, side: [Modifier(2, "leader")] * (side == "blue"),))
    assert chances(Initiative(sides=SIDES, by=two_more))["red"] == Fraction(10, 36)


def test_equal_dice_are_rolled_again_where_nobody_wins_ties() -> None:
    board = a_field()
    rolled = Initiative(sides=SIDES, by=RolledInitiative())
    (event,) = drive(rolled.decide, board, 3, 3, 2, 5)
    assert event.text(board) == "Blue has the initiative: 2 against 5."
    assert (rolled.first("blue")(board), rolled.second("red")(board)) == (True, True)
    assert (rolled.first("red")(board), rolled.second("blue")(board)) == (False, False)
    assert list(rolled.status(board)) == [("Initiative", "Blue")]
    board.initiative = ""
    assert not rolled.second("red")(board)
    assert list(rolled.status(board)) == []


def test_the_rulebook_may_give_it_by_turn_and_the_last_entry_holds_on() -> None:
    given, board = Initiative(sides=SIDES, by=GivenInitiative(("red", "blue"))), a_field()
    for turn, side in ((1, "red"), (2, "blue"), (7, "blue")):
        board.turn = turn
        drive(given.decide, board)
        assert board.initiative == side
    by_board = Initiative(sides=SIDES, by=GivenInitiative(lambda board: ("red",) if board.losses else ("blue",)))
    drive(by_board.decide, board)
    assert board.initiative == "blue"


def test_the_higher_bid_has_it_and_pays_and_a_side_that_wins_ties_pays_too() -> None:
    bid = Initiative(sides=SIDES, by=BidInitiative(points="orders", ties="blue"))
    for offers, side, rest in (((3, 2), "red", (0, 4)), ((2, 2), "blue", (3, 2)), ((0, 0), "blue", (3, 4))):
        board = a_field()
        board.points["orders"] = {"red": 3, "blue": 4}
        events = drive(bid.decide, board, dict(zip(SIDES, map(Bid, offers), strict=True)))
        assert (board.initiative, tuple(board.points["orders"].values())) == (side, rest)
    assert events[-1].text(board) == "Blue has the initiative: 0 against 0 orders."
    assert bid.actions == (Bid,)


def test_initiative_that_no_rulebook_has_is_refused_and_the_rule_is_told() -> None:
    with pytest.raises(RulesError, match="two sides, not 3"):
        Initiative(sides=("a", "b", "c"), by=RolledInitiative())
    with pytest.raises(RulesError, match="'green' is not one of its sides: red, blue"):
        Initiative(sides=SIDES, by=GivenInitiative(("red", "green")))
    with pytest.raises(RulesError, match="'green' is not one"):
        Initiative(sides=SIDES, by=BidInitiative(points="orders", ties="green"))
    says: list[tuple[RolledInitiative | GivenInitiative | BidInitiative, str]] = [
        (RolledInitiative(), "Both roll again when they are equal."),
        (RolledInitiative(ties="red"), "Red has it when both are equal."),
        (GivenInitiative(("red", "blue")), "The initiative by turn: Red, Blue, and so on."),
        (BidInitiative(points="orders", ties="red"), "Red has it, and pays, when both offer the same."),
    ]
    for by, last in says:
        first, *_, told = Initiative(sides=SIDES, by=by).sentences()
        assert first == "One of Red and Blue has the initiative, and acts first."
        assert told == last
    assert Initiative(sides=SIDES, by=RolledInitiative()).cards() == ()


def test_sides_act_in_turn_with_a_formation_or_a_unit_and_each_once() -> None:
    board = a_field()
    events = drive(IMPULSES.choose, board, ("red", Activate("Guards")))
    assert events[0].text(board) == "Impulse 1: Red acts with Guards."
    assert [one for one in board.at if IMPULSES.acts(board.pieces, one)] == ["r2", "r3"]
    assert (IMPULSES.acting("red")(board), IMPULSES.acting("blue")(board)) == (True, False)
    assert list(IMPULSES.status(board)) == [("Impulse", "1, Red: Guards")]
    drive(IMPULSES.choose, board, ("blue", PassImpulse()))
    assert not IMPULSES.acting("blue")(board)
    with pytest.raises(AssertionError, match="not one of the 2 choices"):
        drive(IMPULSES.choose, board.copy(), ("red", Activate("Guards")))
    drive(IMPULSES.choose, board, ("red", Activate("r1")))
    assert board.impulse == Impulse(3, "red", "r1", 0, ("red Guards", "red r1"))
    assert Activate("r1").text(board) == "R1 acts"


def test_who_has_the_initiative_has_the_first_impulse_and_who_has_nobody_left_passes_unasked() -> None:
    board = a_field()
    board.initiative = "blue"
    drive(IMPULSES.choose, board, ("blue", Activate("b1")))
    drive(IMPULSES.choose, board, ("red", PassImpulse()))
    (event,) = drive(IMPULSES.choose, board)
    assert event.text(board) == "Impulse 3: Blue passes."
    (ended,) = drive(IMPULSES.roll_end, board)
    assert ended.text(board) == "No further impulse on this turn: all have passed."
    assert IMPULSES.is_over(board)
    (begun,) = drive(IMPULSES.begin, board)
    assert (begun.text(board), board.impulse) == ("The impulses of the turn begin.", NO_IMPULSE)
    assert drive(IMPULSES.begin, board) == []


def test_the_turn_ends_when_everybody_has_acted() -> None:
    for groups, count in (("all units", 2), ("a unit", 4), ("a formation", 3)):
        board, impulses = a_field(), Impulses(sides=SIDES, groups=groups)  # type: ignore[arg-type]

        def act_all(t: Table[HexBoard], impulses: Impulses = impulses) -> Procedure[None]:
            while not impulses.is_over(t.board):
                yield from impulses.choose(t)
                yield from impulses.roll_end(t)

        events = drive(act_all, board, rest=lambda ask: next(iter(next(iter(ask.asks.values())).choices)))
        played = sum(isinstance(event, ImpulseTaken) and bool(event.impulse.group) for event in events)
        assert played == count
        assert events[-1].text(board) == "No further impulse on this turn: everybody has acted."


def test_two_dice_below_the_fifth_impulse_end_the_turn_in_a_sixth_of_all_cases() -> None:
    dice: Any = Impulses(sides=SIDES, groups="a unit", ends_below=Die.parse("2d6"))
    board = a_field()
    board.impulse = Impulse(5, "red", "r1", 0, ("red r1",))
    over = sum(chance for chance, _, after in every_way(dice.roll_end, board) if dice.is_over(after))
    assert over == Fraction(1, 6)


def test_impulses_that_no_rulebook_has_are_refused_and_the_rule_is_told() -> None:
    with pytest.raises(RulesError, match="two or more, not 1"):
        Impulses(sides=("red",), groups="a unit")
    with pytest.raises(RulesError, match=r"groups='a corps'.*'a unit', 'a formation', 'all units'"):
        Impulses(sides=SIDES, groups="a corps")  # type: ignore[arg-type]
    assert list(Impulses(sides=SIDES, groups="a unit", ends_below=Die.parse("2d6")).sentences()) == [
        "Red and Blue act in turn: in each impulse a unit of one side, or nobody.",
        "Nobody acts twice on a turn, which ends when all pass in a row or everybody has acted.",
        "It also ends when a roll of 2d6 after an impulse is below the number of the impulse.",
    ]
    assert (list(IMPULSES.status(a_field())), IMPULSES.cards()) == ([], ())
