"""What lies on the table at Battle Cry: what is sent to screens, the sheet, panels, references, menus."""

from __future__ import annotations

import json
from typing import Any

from wargame_battlecry.board.actions import Attack, Escape, Move, TakeGround
from wargame_battlecry.board.battle_events import FiguresLost, GeneralLost, UnitExited
from wargame_battlecry.board.card_events import CardDrawn
from wargame_battlecry.board.turn_events import ObjectiveChanged
from wargame_battlecry.printed.game_board import HEXES
from wargame_core import Game
from wargame_core.flow.about import NOTHING, OFF, About

SAFE = 2**53
"""Whole numbers above it are rounded by many screens."""


def integers(data: Any) -> list[int]:
    """Every whole number in JSON data."""
    if isinstance(data, dict):
        return [number for value in data.values() for number in integers(value)]
    if isinstance(data, list):
        return [number for value in data for number in integers(value)]
    return [data] if isinstance(data, int) else []


def test_masks_stay_out_of_what_is_sent_to_a_screen(game: Game) -> None:
    match = game.start("shiloh", seed=1)
    sent = json.loads(json.dumps(match.view("union").to_json()))
    assert not {"unit_mask", "general_mask", "unit_at", "general_at"} & sent["board"].keys()
    assert max(integers(sent)) <= SAFE
    assert max(integers(match.state.to_json())) > SAFE, "the whole position keeps them"


def test_a_move_and_a_battle_say_whom_they_are_about(lay: Any) -> None:
    board = lay({"E5": "union infantry", "E6": "confederate artillery"})
    assert Move("u1", "F5").about(board).to_json() == {"pieces": ["u1"], "from": "E5", "to": "F5"}
    named = Attack("u1", "E6").about(board).to_json()
    assert named == {"pieces": ["u1"], "from": "E5", "places": ["E6"], "target": "c1"}


def test_a_piece_that_leaves_the_board_goes_off(lay: Any) -> None:
    board = lay({"E5": "union infantry"}, generals={"E5": "union"})
    assert FiguresLost("u1", 1, "hit", 3).about(board).to == ""
    assert FiguresLost("u1", 4, "hit", 0).about(board).to == OFF
    assert GeneralLost("ug1", True, "is hit").about(board).to == OFF
    assert UnitExited("u1", "I5", 1, "ug1").about(board) == About(("u1", "ug1"), origin="I5", to=OFF)
    assert Escape(("F5", "off")).about(board) == About(to=OFF, places=("F5", "off"))


def test_staying_moves_nobody(lay: Any) -> None:
    board = lay({"E5": "union infantry"})
    assert TakeGround("u1", "E6", True).about(board) == About(("u1",), "E5", "E6")
    assert TakeGround("u1", "E6", False).about(board) == About(("u1",), places=("E6",))


def test_a_card_that_nobody_else_sees_is_named_to_who_draws_it(lay: Any) -> None:
    board = lay({"E5": "union infantry"})
    drawn = CardDrawn("union", "rally")
    assert drawn.for_seat("union", board).about(board).cards == ("rally",)
    hidden = drawn.for_seat("confederate", board)
    assert hidden.about(board) == NOTHING


def test_flags_for_ground_name_the_ground(game: Game) -> None:
    board: Any = game.rules.set_up("gettysburg-devils-den", game.rules.read_options({}))
    changed = ObjectiveChanged("r1", "confederate", 3, "")
    assert changed.about(board).places == ("E10", "F6", "G2", "H2", "H3")


def test_a_view_says_where_each_piece_stands(game: Game) -> None:
    view = game.start("shiloh", seed=1).view("spectator")
    assert view.pieces == {piece: HEXES[space] for piece, space in sorted(view.board.place.items())}
