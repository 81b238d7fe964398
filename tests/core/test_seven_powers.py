"""Seven seats write orders for nine units each in secret, on a map of areas: every law holds of such a game."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.core import seven_powers_toy
from tests.core.seven_powers_toy import SEATS, Order, OrderSheet, PowersBoard, seven_powers, sheets

from wargame_core.flow.match import Match
from wargame_laws import Trial, laws
from wargame_laws.laws_of_what_is_shown import law_the_table_tells_no_secrets

test_laws = laws(seven_powers, seeds=range(3), budget=9)


def test_the_last_to_choose_cannot_tell_what_the_others_have_chosen() -> None:
    law_the_table_tells_no_secrets(Trial(seven_powers(), range(1), budget=100))


def test_it_is_written_with_what_authors_get_and_nothing_else() -> None:
    tree = ast.parse(Path(seven_powers_toy.__file__).read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if module and module.startswith("wargame")} == {
        "wargame_core.authoring",
        "wargame_pictures",
        "wargame_pictures.draw.tokens",
    }


def board_now(match: Match) -> PowersBoard:
    board = match.board
    assert isinstance(board, PowersBoard)
    return board


def all_hold(board: PowersBoard, seat: str) -> OrderSheet:
    return OrderSheet(tuple(Order(unit, board.at[unit]) for unit in board.of(seat)))


def test_a_sheet_that_is_not_listed_is_played_and_nobody_learns_of_it_before_all_are_there() -> None:
    match = seven_powers().start(seed=1)
    board = board_now(match)
    middle = board.game_map.parse("middle")
    bold = OrderSheet(tuple(Order(o.unit, middle if "army" in o.unit else o.to) for o in all_hold(board, "ash").orders))
    assert bold not in list(sheets(board, "ash"))
    match.play(bold, "ash")
    assert {seat: match.view(seat).prompt is None for seat in SEATS} == {seat: seat == "ash" for seat in SEATS}
    assert all(space != middle for seat in SEATS for space in match.view(seat).board.at.values())
    for seat in SEATS[1:]:
        match.play(all_hold(board_now(match), seat), seat)
    there = [unit for unit, space in board_now(match).at.items() if space == middle]
    assert there == [f"ash-army-{n}" for n in range(1, 6)]


def test_seats_that_hold_as_many_areas_win_together() -> None:
    match = seven_powers().start(seed=1)
    while match.to_choose:
        for seat in match.to_choose:
            match.play(all_hold(board_now(match), seat), seat)
    assert match.outcome is not None
    assert match.outcome.winners == SEATS
    assert match.outcome.utilities(SEATS) == dict.fromkeys(SEATS, 0.0)
