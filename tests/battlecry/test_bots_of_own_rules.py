"""A new rule of an author's changes what the bot chooses: it says what it is worth, and no bot knows its class."""

from typing import Any

import pytest
from attrs import evolve, frozen

from wargame_battlecry.board.actions import PlayCard
from wargame_battlecry.board.board import BattleBoard, CardEffect, Given
from wargame_battlecry.players.heuristic import HeuristicPlayer
from wargame_battlecry.players.turn_plan import Situation, plan_turn
from wargame_battlecry.printed.game_board import HEXES, SPACE
from wargame_battlecry.printed.pieces import CommandCard, Exit, Objective, Rulebook
from wargame_battlecry.rules.card_effects import order_all, units_of
from wargame_core.authoring import Table
from wargame_core.maps.masks import bits, mask_of


@frozen
class Windfall(CardEffect):
    """All units are ordered, and something is found that is worth so many figures."""

    kind = "windfall"
    found: float

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        return (Given(units_of(board, side)),)

    def follow(self, t: Table[BattleBoard], card: CommandCard) -> None:
        order_all(t, *self.gives(t.board, t.board.active))

    def worth(self, board: BattleBoard, side: str) -> float:
        return self.found


@frozen
class Standard(Objective):
    """Flags for a unit of the side in the row F of the board."""

    def holds(self, board: BattleBoard) -> bool:
        return any(HEXES[space].startswith("F") for space in bits(board.unit_mask[self.side]))


@pytest.mark.parametrize(("found", "is_played"), [(9.0, True), (-9.0, False)])
def test_a_new_card_is_played_for_what_its_effect_is_worth(
    lay: Any, book: Rulebook, found: float, is_played: bool
) -> None:
    board = lay({"H5": "union infantry", "H6": "union infantry", "D5": "confederate infantry"}, active="union")
    own, probe = "bombard", next(card.id for card in book.cards.values() if card.title == "Probe Center")
    board.book = evolve(board.book, cards={**board.book.cards, own: evolve(book.cards[own], effect=Windfall(found))})
    played = HeuristicPlayer(1)._card(board, "union", [PlayCard(own), PlayCard(probe)])
    assert (played == PlayCard(own)) is is_played


@pytest.mark.parametrize("flags", [0, 3])
def test_a_unit_goes_where_a_new_objective_holds(lay: Any, flags: int) -> None:
    objectives = (Standard("standard", "union", (), flags, text="shows its standard"),)
    board = lay({"G5": "union infantry", "G9": "confederate infantry"}, active="union", objectives=objectives)
    board.put("u1", SPACE["G3"])
    orders = plan_turn(Situation(board, "union"), {"u1": 1}, (1,)).orders
    assert any(HEXES[order.to].startswith("F") for order in orders) is bool(flags)


@pytest.mark.parametrize("flags", [(1, 2), (2, 1)])
def test_the_unit_leaves_the_board_first_whose_exit_brings_more_flags(lay: Any, flags: tuple[int, int]) -> None:
    exits = tuple(Exit("union", mask_of((SPACE[name],)), n) for name, n in zip(("A4", "A9"), flags, strict=True))
    board = lay({"A4": "union infantry", "A9": "union infantry"}, active="union", exits=exits)
    (order,) = plan_turn(Situation(board, "union"), {"u1": 1, "u2": 1}, (1,)).orders
    assert board.place[order.piece] == SPACE["A4" if flags[0] > flags[1] else "A9"]


def test_a_new_card_without_its_worth_is_an_error() -> None:
    @frozen
    class AllGuns(CardEffect):
        def follow(self, t: Table[BattleBoard], card: CommandCard) -> None:
            return None

    with pytest.raises(TypeError, match=r"abstract method '?worth"):
        AllGuns()  # type: ignore[abstract]
