"""Worked examples of railroads: a capacity by kind, connected friendly hexes, and no enemy zones."""

from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ONE, ZONES, a_board, at, ground, hexes, movement, stand, unit

from wargame_core.errors import RulesError
from wargame_hex_and_counter import HexBoard, Pieces, Rail, Stacking, not_by_rail
from wargame_hex_and_counter.board import actions
from wargame_hex_and_counter.rules.binding import USUAL
from wargame_hex_and_counter.rules.phases import move
from wargame_hex_and_counter.rules.rail import travel
from wargame_laws import drive

COLUMN = [f"03{n:02}" for n in range(1, 9)]
LINE = ground({"0303": "forest"}, roads={"rail": COLUMN, "pike": ["0301", "0401"]})


def rule(**settings: Any) -> Rail:
    """One unit a turn by rail, not in enemy zones, unless set otherwise."""
    usual: dict[str, Any] = {
        "along": ("rail",),
        "capacity": 1,
        "chart": CHART,
        "zones": ZONES,
        "stacking": ONE,
        "enemy_zones": "forbidden",
    }
    return Rail(**{**usual, **settings})


def ends(part: Rail, pieces: Pieces, piece: str = "r1") -> list[str]:
    return hexes(pieces.map, part.ends(pieces, piece))


def test_a_unit_goes_any_way_along_the_rails_from_rail_to_rail() -> None:
    pieces = stand(LINE, unit("r1"), unit("r2"), r1="0301", r2="0405")
    assert ends(rule(), pieces) == COLUMN[1:]
    assert ends(rule(hexes=3), pieces) == ["0302", "0303", "0304"]
    assert str(rule(hexes=3).why_not(pieces, "r1", at("0305"))) == "0305 costs 4, budget 3"
    assert ends(rule(), pieces, "r2") == []
    assert "no rail joins 0301 and 0401" in str(rule().why_not(pieces, "r1", at("0401")))
    assert "0401" in ends(rule(along=("rail", "pike")), pieces)


def test_a_capacity_counts_by_kind_and_the_refusal_says_who_is_left_over() -> None:
    """Capacity 8, armour counts 3: two armour and two infantry go, a third infantry does not."""
    units = (*(unit(f"r{n}", kind="armor") for n in (1, 2)), *(unit(f"r{n}") for n in (3, 4, 5)))
    start = {one.id: name for one, name in zip(units, COLUMN, strict=False)}
    pieces = stand(LINE, *units, **start)
    part = rule(capacity=8, counts={"armor": 3, "infantry": 1}, stacking=Stacking(5))
    gone = ["r1", "r2", "r3"]
    assert part.why_not(pieces, "r4", at("0308"), gone)
    refused = part.why_not(pieces, "r5", at("0308"), [*gone, "r4"])
    assert str(refused) == "R5 counts 1, and 0 of 8 are left"
    assert part.ends(pieces, "r5", [*gone, "r4"]) == 0
    assert str(part.why_not(pieces, "r1", at("0308"), gone)) == "R1 has gone by rail this turn"
    assert part.ends(pieces, "r1", gone) == 0
    guns = stand(LINE, unit("r1", kind="artillery"), r1="0301")
    assert str(part.why_not(guns, "r1", at("0308"))) == "artillery does not go by rail"
    assert ends(part, guns) == []


def test_a_unit_counts_one_or_its_steps_or_its_strength_or_what_a_function_says() -> None:
    pieces = stand(LINE, unit("r1", 5, back=2), r1="0301")
    counted = [rule(counts=counts).count(pieces, "r1") for counts in ("units", "steps", "strength", lambda p, u: 7)]
    assert counted == [1, 2, 5, 7]


def test_a_capacity_is_by_side_or_a_function_of_the_board() -> None:
    pieces = stand(LINE, unit("r1"), unit("b1"), r1="0301", b1="0308", board="the board")
    assert [rule(capacity={"red": 4}).side_capacity(pieces, side) for side in ("red", "blue")] == [4, 0]
    assert rule(capacity=lambda board: len(board)).side_capacity(pieces, "blue") == 9


def test_nobody_goes_through_enemies_or_their_zones() -> None:
    pieces = stand(LINE, unit("r1"), unit("b1"), r1="0301", b1="0405")
    assert ends(rule(), pieces) == ["0302", "0303", "0304"]
    assert ends(rule(enemy_zones="free"), pieces) == COLUMN[1:]
    assert "0305 is in an enemy zone of control" in str(rule().why_not(pieces, "r1", at("0305")))
    held = stand(LINE, unit("r1"), unit("b1"), r1="0303", b1="0402")
    assert ends(rule(), held) == []  # it stands in a zone, which does not reach 0304
    assert ends(rule(), held.moved("r1", at("0304"))) == COLUMN[4:]
    beside = stand(LINE, unit("r1"), unit("r2"), unit("b1"), r1="0301", r2="0304", b1="0405")
    lifted = rule(zones=evolve(ZONES, negated_by_friends=("movement",)), stacking=Stacking(2))
    assert "0304" in ends(lifted, beside)
    on_it = pieces.moved("b1", at("0303"))
    assert ends(rule(enemy_zones="free"), on_it) == ["0302"]
    assert "an enemy is in 0303" in str(rule(enemy_zones="free").why_not(on_it, "r1", at("0303")))


def test_only_friendly_hexes_are_used_by_a_word_or_a_function() -> None:
    board = a_board(stand(LINE, unit("r1"), r1="0301"))
    board.held = {"0304": "blue", "0306": "red"}
    held = rule(friendly="not held by the enemy")
    assert ends(rule(), board.pieces) == COLUMN[1:]
    assert ends(held, board.pieces) == ["0302", "0303"]
    assert "0304 is not friendly to Red" in str(held.why_not(board.pieces, "r1", at("0304")))
    board.held["0304"] = "red"
    assert ends(held, board.pieces) == COLUMN[1:]

    def short(board: HexBoard, side: str) -> int:
        return (1 << at("0301") | 1 << at("0302")) if side == "red" else 0

    assert ends(rule(friendly=short), board.pieces) == ["0302"]


def test_a_train_needs_room_where_it_ends() -> None:
    pieces = stand(LINE, unit("r1"), unit("r2"), r1="0301", r2="0304")
    assert "0304" not in ends(rule(), pieces)
    assert "0308" in ends(rule(), pieces)
    assert "0304 is full: R2" in str(rule().why_not(pieces, "r1", at("0304")))


def test_by_rail_and_on_foot_in_one_turn_or_in_place_of_it() -> None:
    board = a_board(stand(LINE, unit("r1"), unit("r2"), r1="0301", r2="0101"))
    board.turn = 3
    gone = drive(
        lambda t: travel(t, "Rail movement", "red", rule(), USUAL), board, actions.GoByRail("r1", at("0308")), by="red"
    )
    assert [event.text(board) for event in gone] == ["R1 goes by rail from 0301 to 0308."]
    assert list(rule().status(board)) == [("Gone by rail", "R1")]
    menu: list[Any] = []

    def look(listed: list[Any]) -> Any:
        menu.extend(listed)
        return actions.Done()

    drive(lambda t: move(t, "Movement", "red", movement(), USUAL, not_by_rail), board, look, by="red")
    assert {action.piece for action in menu if action != actions.Done()} == {"r2"}
    board.turn = 4
    assert not_by_rail(board.pieces, "r1")
    assert rule().remaining_capacity(board.pieces, "red", USUAL.gone_by_rail(board)) == 1


def test_the_capacity_is_for_the_turn_not_for_the_phase() -> None:
    board = a_board(stand(LINE, unit("r1"), unit("r2"), r1="0301", r2="0302"))
    drive(lambda t: travel(t, "Rail", "red", rule(), USUAL), board, actions.GoByRail("r1", at("0308")), by="red")
    assert drive(lambda t: travel(t, "Rail", "red", rule(), USUAL), board) == []  # nobody is asked again


def test_the_settings_are_said_in_words_and_words_are_checked() -> None:
    assert list(rule(capacity={"red": 2}, hexes=8).sentences()) == [
        "By rail each turn: red 2 units, at most 8 hexes.",
        "By rail nobody begins, passes or ends in an enemy zone of control.",
    ]
    assert next(iter(rule(counts={"armor": 3}).sentences())) == "By rail each turn: 1 points (armor 3)."
    with pytest.raises(RulesError, match=r"Rail\(enemy_zones='open'\): it is one of 'free', 'forbidden'"):
        rule(enemy_zones="open")
    with pytest.raises(RulesError, match=r"Rail\(counts='men'\): it is one of 'units', 'steps', 'strength'"):
        rule(counts="men")
    with pytest.raises(RulesError, match=r"Rail\(friendly='ours'\): it is one of 'all', 'not held by the enemy'"):
        rule(friendly="ours")
