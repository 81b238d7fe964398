"""Positions on the real map: boards with the units a test names, in the hexes it names."""

from collections.abc import Callable
from typing import Any

import pytest

import wargame_core
from wargame_core import Game
from wargame_gcacw.board.board import Activation, FieldBoard, March, UnitState
from wargame_gcacw.printed.book import Book
from wargame_gcacw.printed.counters import SIDES, LeaderId

Lay = Callable[..., FieldBoard]


@pytest.fixture(scope="session")
def game() -> Game:
    return wargame_core.load("gcacw_on_the_4th_day")


@pytest.fixture(scope="session")
def book(game: Game) -> Book:
    found: Book = game.rules.printed["book"]
    return found


@pytest.fixture(scope="session")
def lay(book: Book) -> Lay:
    """lay(csa_hood="S3103", usa_devin=("S3104", {"manpower": 2}), ...): only these units, fresh and of strength 5.

    ``marching`` puts a unit on the march with ``points`` left, ``scenario`` and every other field of the board may be
    given too, and leaders as ``leaders={"ldr_hill": "csa_heth"}``.
    """

    def laid(
        scenario: str = "lees_retreat",
        leaders: dict[str, str] | None = None,
        marching: str = "",
        points: float = 4,
        **rest: Any,
    ) -> FieldBoard:
        fields = {name: value for name, value in rest.items() if name not in book.units}
        board = FieldBoard(book, scenario, **{"turn": 1, "cycles": 1, **fields})
        for unit_id, given in rest.items():
            if unit_id in book.units:
                hex, state = given if isinstance(given, tuple) else (given, {})
                board.put(unit_id, UnitState(book.ground.map.parse(hex), **{"manpower": 5, **state}))
        board.leader_with = {LeaderId(leader): unit for leader, unit in (leaders or {}).items()}
        if marching:
            halves = round(2 * points)
            board.activation = Activation(book.units[marching].side, (), (marching,), allowance=halves)
            board.march = March(marching, halves, halves)
        return board

    return laid


__all__ = ["SIDES", "Lay"]
