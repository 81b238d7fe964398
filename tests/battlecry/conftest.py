"""Boards laid out as data, and rules run over answers given one after the other."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.game import RULEBOOK_BATTLES
from wargame_battlecry.printed.files import load_rulebook
from wargame_battlecry.printed.game_board import SIDES
from wargame_battlecry.printed.pieces import Rulebook
from wargame_battlecry.questions import layout
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_core.authoring import Event, Game, Table
from wargame_laws import drive

Lay = Callable[..., BattleBoard]
Run = Callable[..., list[Event]]


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return load_rulebook(VOCABULARY)


@pytest.fixture(scope="session")
def game(book: Rulebook) -> Game:
    return RULEBOOK_BATTLES.of(book)


@pytest.fixture(scope="session")
def lay(book: Rulebook) -> Lay:
    """lay(units={"E5": "union infantry"}): a board; further arguments are those of `positions_from_json.layout`."""

    def made(units: dict[str, Any], **rest: Any) -> BattleBoard:
        rows = {}
        for name, given in units.items():
            side, kind, *more = given.split() if isinstance(given, str) else (*given[0].split(), given[1])
            extra = more[0] if more and isinstance(more[0], dict) else {"figures": int(more[0])} if more else {}
            rows[name] = {"side": side, "type": kind, **extra}
        return layout(book, units=rows, **rest)

    return made


@pytest.fixture(scope="session")
def run() -> Run:
    """run(rule(table), board, *answers): what happens; every roll and choice must be answered, none left over.

    ``by`` is the side that is asked, or the sides in turn.
    """

    def driven(
        rule: Callable[[Table[Any]], Any], board: BattleBoard, *answers: Any, by: str | Iterable[str] = ()
    ) -> list[Event]:
        return drive(rule, board, *answers, by=by, seats=SIDES)

    return driven
