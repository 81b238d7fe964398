"""Positions of the Gettysburg campaign made by hand; see `tests.altar_of_freedom.kit`."""

from collections.abc import Mapping
from typing import Any

from tests.altar_of_freedom.kit import Play, bare_board, board_of, gettysburg, position

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed.lines import NO_DIVISION, TRAIN, CommandId
from wargame_core import Match

TRAIN_1 = "cs_army_troops_baggage_train_1"


def board_with(
    at: Mapping[str, str] | None = None, trains: Mapping[str, str] | None = None, **changes: Any
) -> CampaignBoard:
    """A board with these tokens and, beside them, baggage trains of these names."""
    board = bare_board(gettysburg(), at, **changes)
    for name, space in (trains or {}).items():
        board.tokens[name] = Token(
            name, "confederate", TRAIN, CommandId("cs_army_troops"), NO_DIVISION, "Baggage train"
        )
        board.at[name] = Space(board.campaign.map.parse(space))
    return board


def standing(
    step: str,
    at: Mapping[str, str] | None = None,
    trains: Mapping[str, str] | None = None,
    *,
    dice: tuple[Any, ...] = (),
    **changes: Any,
) -> Play:
    """A match that stands before a step of the sequence, with these tokens and trains."""
    return position(step, game=gettysburg(), board=board_with(at, trains, **changes), dice=dice)


def drawing(card: str, at: Mapping[str, str] | None = None, *dice: Any, **changes: Any) -> Play:
    """A match in which a turn begins with this event card."""
    changes.setdefault("turn", 0)
    return standing("Draw event card", at, dice=(card, *dice), **changes)


def by_the_book(scenario: str = "historical", seed: int = 1, choice: str = "keep_it") -> Match:
    """A campaign that is set up, before its first decision."""
    match = gettysburg().start(scenario=scenario, seed=seed)
    match.play({"kind": "decide", "choice": choice})
    return match


__all__ = ["TRAIN_1", "Play", "board_of", "board_with", "by_the_book", "drawing", "standing"]
