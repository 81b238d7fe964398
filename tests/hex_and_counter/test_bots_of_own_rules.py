"""A new rule of an author's changes what the bot chooses: the bot asks the rule, and knows no class of it."""

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tests.hex_and_counter.hex_kit import unit
from tests.hex_and_counter.test_line_holder import after_moves, attacks, position, stands

from wargame_core.authoring import Modifier
from wargame_core.flow.players import plans_of
from wargame_hex_and_counter import Battle, HexBoard, HexGame, Victory

SHRINE = "0703"


@frozen
class UnitsAt:
    """Points of red for each unit of a side in a hex."""

    kind: ClassVar[str] = "units_at"
    at: str
    side: str
    points: int

    @property
    def id(self) -> str:
        return f"{self.side}_at_{self.at}"

    def points_of(self, board: Any) -> int:
        space = board.book.map.parse(self.at)
        return self.points * [board.at[one] for one in board.pieces.of(self.side)].count(space)

    def says(self, board: Any) -> str:
        return f"{self.points:+d} for each unit of {self.side} at {self.at}"


def with_line(game: HexGame, *lines: UnitsAt) -> HexGame:
    victory = game.victory
    assert isinstance(victory, Victory)
    return evolve(game, victory=evolve(victory, lines=(*victory.lines, *lines)))


@pytest.mark.parametrize(("points", "goes"), [(40, True), (-40, False)])
def test_a_unit_goes_where_a_new_line_of_victory_gives_points(points: int, goes: bool) -> None:
    game = position({"r1": "0605", "b1": "0102"}, unit("r1", 3), unit("b1", 3))
    assert stands(after_moves(game)[0])["r1"] != SHRINE
    match, _ = after_moves(with_line(game, UnitsAt(SHRINE, "red", points)))
    assert (stands(match)["r1"] == SHRINE) is goes


def in_concert(board: HexBoard, battle: Battle) -> Iterable[Modifier]:
    """Two units that attack together attack two columns better."""
    if len(battle.attackers) > 1:
        yield Modifier(2, "in concert")


def disheartened(board: HexBoard, battle: Battle) -> Iterable[Modifier]:
    """Who attacks from as far north as the fourth row attacks two columns worse."""
    if any(board.book.map.coordinates(board.at[one])[2:] <= "04" for one in battle.attackers):
        yield Modifier(-2, "disheartened")


BEFORE = {"r1": "0506", "r2": "0306", "b1": "0303"}


@pytest.mark.parametrize(("shifts", "attacked"), [((), False), ((in_concert,), True)])
def test_units_are_brought_up_for_an_attack_that_a_new_rule_makes_good(shifts: Any, attacked: bool) -> None:
    units = unit("r1", 1), unit("r2", 1), unit("b1", 2, 0)
    match, bot = after_moves(position(BEFORE, *units, shifts=shifts))
    assert {one for one, _ in attacks(match, bot)} == ({"r1", "r2"} if attacked else set())


@pytest.mark.parametrize(("shifts", "planned"), [((), True), ((disheartened,), False)])
def test_a_new_rule_is_asked_about_the_hexes_to_which_units_would_move(shifts: Any, planned: bool) -> None:
    units = unit("r1", 3), unit("r2", 3), unit("b1", 2, 0)
    _, bot = after_moves(position(BEFORE, *units, shifts=shifts))
    assert ("attacks +" in "".join(plans_of(bot))) is planned
