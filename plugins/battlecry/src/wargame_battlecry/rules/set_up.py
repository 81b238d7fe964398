"""Setting a battle up, and what play conserves. Source: BC150 p.5 Setup, p.6 Review the Staffing Notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.pieces import Battle, HillRule, Rulebook
from wargame_battlecry.printed.sides import FOE, SIDES

B = TypeVar("B", bound=BattleBoard)
SetUp = Callable[[str, Mapping[str, str]], BattleBoard]


def set_up_with(book: Rulebook) -> SetUp:
    """The function that sets a battle up, given its id and the options of the game.

    Source: BC150 p.5 Setup, p.6 Review the Staffing Notes.
    """

    def set_up(scenario: str, options: Mapping[str, str]) -> BattleBoard:
        battle = book.battles[scenario]
        board = bare_board(BattleBoard, book, battle, options)
        for unit in battle.units.values():
            board.put(unit.id, unit.hex)
            board.figures[unit.id] = unit.kind.figures
        for general in battle.generals.values():
            board.put(general.id, general.hex)
        return board

    return set_up


def bare_board(kind: Callable[..., B], book: Rulebook, battle: Battle, options: Mapping[str, str]) -> B:
    """A board with the ground, the works and the whole deck of a battle, and no piece on it yet."""
    deck = deck_of(book, battle)
    return kind(
        book,
        battle_id=battle.id,
        cavalry_fire=options["cavalry_fire"] == "yes",
        hill_rule=HillRule(options["hill_rule"]),
        breakthrough=options["breakthrough"] == "yes",
        pile=tuple(sorted(deck)),
        pile_size=len(deck),
        hand_size=dict(battle.hands),
        works=dict(battle.works),
    )


def deck_of(book: Rulebook, battle: Battle) -> list[str]:
    """Every card of the deck as often as it is in it, without those that the battle leaves out."""
    cards = (card for card in book.cards.values() if card.id not in battle.removed_cards)
    return [card.id for card in cards for _ in range(card.count)]


def card_count(board: BattleBoard) -> int:
    """Law: the cards of all hands, piles and in play are those that are printed for the battle, each as often."""
    hands = (card for hand in board.hands.values() for card in hand)
    cards = sorted([*hands, *board.pile, *board.discards, *([board.card] if board.card else [])])
    assert cards == sorted(deck_of(board.book, board.battle))
    return len(cards)


def piece_count(board: BattleBoard) -> int:
    """Law: a piece stands where the masks say, and every unit has figures."""
    for side in SIDES:
        units = {unit for unit in board.figures if board.side_of(unit) == side}
        assert board.unit_mask[side].bit_count() == len(units)
        assert not board.unit_mask[side] & board.unit_mask[FOE[side]]
    return len(board.battle.units) + len(board.battle.generals)
