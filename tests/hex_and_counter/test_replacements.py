"""Worked examples of replacements: points by turn and kind, one step a unit, places, units that come later."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ONE, ZONES, a_board, at, ground, stand, unit

from wargame_core.errors import RulesError
from wargame_hex_and_counter import Arrivals, HexBoard, Pieces, Reinforcement, Replacements, SetUp, due_by
from wargame_hex_and_counter.board import actions, events
from wargame_hex_and_counter.rules.binding import USUAL
from wargame_hex_and_counter.rules.phases import arrive
from wargame_hex_and_counter.rules.replacements import RebuildChoices, Spending, rebuild
from wargame_laws import drive

TWO_STEPS = tuple(unit(f"r{n}", 6, back=3) for n in range(1, 5))


def rule(**settings: Any) -> Replacements:
    """Three points for red, 1 a step, one step a unit, back at 0101, unless set otherwise."""
    usual: dict[str, Any] = {
        "points": {"red": 3},
        "price": 1,
        "places": {"red": ("0101",)},
        "stacking": ONE,
        "rebuilds": ("reduced units", "eliminated units"),
        "comes_back": "at a place",
        "unspent": "is lost",
    }
    return Replacements(**{**usual, **settings})


def a_beaten_side(**where: str) -> HexBoard:
    """Red with r1 eliminated and r2 reduced, the others whole."""
    standing = {"r2": "0303", "r3": "0305", "r4": "0307", "b1": "0808", **where}
    board = a_board(stand(ground(), *TWO_STEPS, unit("b1"), **standing))
    board.lost, board.steps, board.turn = {"r1"}, {"r2": 1}, 2
    return board


def played(part: Replacements, board: HexBoard, *answers: Any) -> list[str]:
    """The sentences of a phase with these answers of red."""
    happened = drive(lambda t: rebuild(t, "Replacement", "red", part, USUAL), board, *answers, by="red")
    return [event.text(board) for event in happened]


def judged(part: Replacements, board: HexBoard, action: Any, points: int = 3, **steps: int) -> str:
    """What is said of an action: "" where it is legal."""
    menu = RebuildChoices(part, board.pieces, "red", Spending(board.lost, points, steps), None)
    verdict = menu.judge(action)
    assert bool(verdict) == (action in list(menu))
    return "" if verdict else str(verdict)


def test_a_lost_unit_comes_back_reduced_and_the_last_point_may_not_flip_it() -> None:
    board = a_beaten_side()
    told = played(rule(), board, actions.Rebuild("r1", at("0101")), actions.Restore("r2"))
    assert told == [
        "Red replacement points: 3.",
        "R1 is rebuilt at 0101 for 1 of the replacement points.",
        "R2 regains a step for 1 of the replacement points.",
        "Red replacement points: 0.",
    ]
    assert (board.at["r1"], board.steps, board.lost) == (at("0101"), {"r1": 1}, set())
    assert judged(rule(), board, actions.Restore("r1"), 1, r1=1) == (
        "R1 has got back 1 of its steps in this phase, which is the most"
    )
    assert judged(rule(steps_a_unit=2), board, actions.Restore("r1"), 1, r1=1) == ""


def test_points_that_are_left_are_lost_or_saved() -> None:
    for unspent, left in (("is lost", 0), ("is saved", 5)):
        board = a_beaten_side()
        board.points = {"replacement points": {"red": 2}}
        played(rule(unspent=unspent), board, actions.Done())
        assert board.points == {"replacement points": {"red": left}}


def test_points_of_two_names_are_counted_apart() -> None:
    board = a_beaten_side()
    board.points = {"tanks": {"red": 4}}
    played(rule(name="men", unspent="is saved"), board, actions.Restore("r2"), actions.Done())
    assert board.points == {"tanks": {"red": 4}, "men": {"red": 2}}


def test_points_by_turn_are_a_function_of_the_board() -> None:
    def by_turn(board: HexBoard) -> dict[str, int]:
        return {"red": 2} if board.turn >= 3 else {}

    board = a_beaten_side()
    assert played(rule(points=by_turn), board) == []
    board.turn = 3
    assert played(rule(points=by_turn), board, actions.Done())[0] == "Red replacement points: 2."


def test_a_step_has_a_price_for_all_or_by_kind_or_by_a_function() -> None:
    board = a_beaten_side()
    back = actions.Restore("r2")
    assert judged(rule(price={"infantry": 2}), board, back, 2) == ""
    assert judged(rule(price={"infantry": 2}), board, back, 1) == "a step of R2 costs 2, and 1 are left"
    assert judged(rule(price={"armor": 2}), board, back) == "R2: replacement points do not rebuild infantry"

    def by_strength(pieces: Pieces, piece: str) -> int:
        return pieces.units[piece].strength

    assert judged(rule(price=by_strength), board, back) == "a step of R2 costs 6, and 3 are left"


def test_a_book_may_rebuild_only_units_that_are_lost_or_only_those_that_are_not() -> None:
    board = a_beaten_side()
    back, flipped = actions.Rebuild("r1", at("0101")), actions.Restore("r2")
    lost, standing = rule(rebuilds=("eliminated units",)), rule(rebuilds=("reduced units",))
    assert judged(lost, board, flipped) == "R2: replacement points do not rebuild reduced units"
    assert judged(standing, board, back) == "R1: replacement points do not rebuild eliminated units"
    assert judged(lost, board, back) == judged(standing, board, flipped) == ""
    assert judged(lost, board, actions.Restore("r3")) == "R3 has all its steps"
    board.lost.clear()
    assert judged(lost, board, back) == "R1 is not eliminated"


def test_a_unit_comes_back_only_at_a_place_that_is_open_and_has_room() -> None:
    back = actions.Rebuild("r1", at("0101"))
    assert judged(rule(), a_beaten_side(), actions.Rebuild("r1", at("0505"))) == "R1 is rebuilt in 0101, not in 0505"
    assert judged(rule(), a_beaten_side(), actions.Rebuild("r1", 9999)) == "space 9999 is off the map"
    assert judged(rule(), a_beaten_side(b1="0101"), back) == "0101 is closed by enemy units"
    assert judged(rule(), a_beaten_side(r4="0101"), back).startswith("0101 is full: R4")
    near = a_beaten_side(b1="0102")
    assert judged(rule(), near, back) == ""
    zones = rule(blocked_by=("enemy zones",), chart=CHART, zones=ZONES)
    assert judged(zones, near, back) == "0101 is closed by enemy zones"
    assert judged(zones, a_beaten_side(b1="0304"), actions.Restore("r2")) == "0303 is closed by enemy zones"


def test_places_may_be_a_function_and_steps_may_return_only_there() -> None:
    part = rule(places=lambda board: {"red": ("0303",) if board.turn == 2 else ()}, steps_return="at its places")
    board = a_beaten_side()
    assert judged(part, board, actions.Restore("r2")) == ""
    board.turn = 3
    assert judged(part, board, actions.Restore("r2")) == "R2 is rebuilt in no hex, not in 0303"


def test_who_is_out_of_supply_gets_nothing_back() -> None:
    part = rule(supplied=lambda board, piece, space: space == at("0303"))
    board = a_beaten_side()
    assert judged(part, board, actions.Restore("r2")) == ""
    assert judged(part, board, actions.Rebuild("r1", at("0101"))) == "R1 is not in supply in 0101"


def test_a_unit_may_come_back_on_the_track_of_arrivals() -> None:
    board = a_beaten_side()
    part = rule(comes_back="as a reinforcement", delay=2, places={"red": ("0101", "0102")})
    assert judged(part, board, actions.Rebuild("r1", at("0101"))) == "R1 is not rebuilt so"
    told = played(part, board, actions.Recall("r1"), actions.Done())
    assert told[1] == "R1 is rebuilt for 1 of the replacement points and arrives on turn 4."
    assert list(part.status(board)) == [("Red replacement points", "0")]
    early = SetUp("test", "Test", 1, 9, {}, (Reinforcement(1, ("r1",), ("0808",)),))  # how it came the first time
    due = due_by({"test": early}, board.book.map)
    assert list(due(board)) == []
    board.turn = 4
    assert list(due(board)) == [("r1", (at("0101"), at("0102")))]
    arrivals = Arrivals(due, ONE, ("enemy units",), "waits")
    drive(lambda t: arrive(t, "Arrival", "red", arrivals, USUAL), board, actions.Enter("r1", at("0102")), by="red")
    assert (board.at["r1"], board.steps["r1"]) == (at("0102"), 1)
    assert list(due(board)) == []


def test_what_follows_from_entering_a_hex_follows_from_being_rebuilt_there() -> None:
    entered: list[tuple[str, Sequence[int]]] = []
    binding = evolve(USUAL, entered=(lambda t, piece, path: entered.append((piece, path)),))
    board = a_beaten_side()
    answers = (actions.Rebuild("r1", at("0101")), actions.Done())
    drive(lambda t: rebuild(t, "Replacement", "red", rule(), binding), board, *answers, by="red")
    assert entered == [("r1", (at("0101"),))]


def test_a_part_brings_the_actions_and_events_of_its_settings() -> None:
    part = rule(rebuilds=("reduced units",))
    assert (part.actions, part.events) == ((actions.Restore,), (events.PointsSet, events.Restored))
    assert evolve(part, rebuilds=("eliminated units",)).actions == (actions.Rebuild,)
    later = evolve(part, rebuilds=("eliminated units",), comes_back="as a reinforcement")
    assert (later.actions, later.events) == ((actions.Recall,), (events.PointsSet, events.Recalled))


def test_only_some_units_may_take_part() -> None:
    board = a_beaten_side()
    menu = RebuildChoices(rule(), board.pieces, "red", Spending(board.lost, 3), lambda pieces, piece: piece != "r1")
    assert list(menu) == [actions.Restore("r2"), actions.Done()]


def test_the_settings_are_said_in_words_and_words_are_checked() -> None:
    assert list(rule().sentences()) == [
        "Replacement points in each phase: red 3; what is left is lost.",
        "Eliminated units come back with one step at a place: red 0101.",
        "A unit gets back at most 1 step in a phase, and pays for each.",
    ]
    with pytest.raises(RulesError, match=r"Replacements\(unspent='kept'\): it is one of 'is saved', 'is lost'"):
        rule(unspent="kept")
    with pytest.raises(RulesError, match="rebuilds='all'"):
        rule(rebuilds=("all",))
    with pytest.raises(RulesError, match="enemy zones need chart= and zones="):
        rule(blocked_by=("enemy zones",))
