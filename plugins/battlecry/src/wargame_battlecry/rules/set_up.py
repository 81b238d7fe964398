"""Setting a battle up, what play conserves, and who may know what.

Source: BC150 p.5 Setup, p.6 Review the Staffing Notes.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeVar

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.game_board import FOE, SIDES
from wargame_battlecry.printed.pieces import Battle, HillRule, Rulebook, side_of
from wargame_core.authoring import Secrecy

B = TypeVar("B", bound=BattleBoard)
SetUp = Callable[[str, Mapping[str, str]], BattleBoard]


def set_up_with(book: Rulebook) -> SetUp:
    """The function that sets a battle up, given its id and the options of the game.

    Source: BC150 p.5 Setup, p.6 Review the Staffing Notes.
    """

    def set_up(scenario: str, options: Mapping[str, str]) -> BattleBoard:
        battle = book.battles[scenario]
        board = bare_board(BattleBoard, book, battle, options)
        for unit in board.battle.units.values():
            board.put(unit.id, unit.hex)
            board.figures[unit.id] = unit.kind.figures
        for general in battle.generals.values():
            board.put(general.id, general.hex)
        return board

    return set_up


def bare_board(kind: Callable[..., B], book: Rulebook, battle: Battle, options: Mapping[str, str]) -> B:
    """A board with the ground, the works and the whole deck of a battle, and no piece on it yet."""
    deck = book.deck_of(battle)
    return kind(
        book,
        battle_id=battle.id,
        cavalry_fire=options["cavalry_fire"] == "yes",
        hill_rule=HillRule(options["hill_rule"]),
        breakthrough=options["breakthrough"] == "yes",
        retreat_to_any=options["retreat_hex"] == "any",
        rides_on=options["second_move"] == "rides",
        small_batteries=options["battery_figures"] == "two",
        only_led_take_ground=options["take_ground"] == "led",
        any_card=options["any_card"] == "yes",
        pile=tuple(sorted(deck)),
        pile_size=len(deck),
        hand_size=dict(battle.hands),
        works=dict(battle.works),
    )


def card_count(board: BattleBoard) -> int:
    """Law: the cards of all hands, piles and in play are those that are printed for the battle, each as often."""
    hands = (card for hand in board.hands.values() for card in hand)
    cards = sorted([*hands, *board.pile, *board.discards, *([board.card] if board.card else [])])
    assert cards == sorted(board.book.deck_of(board.battle))
    return len(cards)


def piece_count(board: BattleBoard) -> int:
    """Law: a piece stands where the masks say, and every unit has figures."""
    for side in SIDES:
        units = {unit for unit in board.figures if side_of(unit) == side}
        assert board.unit_mask[side].bit_count() == len(units)
        assert not board.unit_mask[side] & board.unit_mask[FOE[side]]
    return len(board.battle.units) + len(board.battle.generals)


def possible_world(board_before: BattleBoard, live_board: BattleBoard, seat: str, rng: Random) -> BattleBoard:
    """The checkpoint's board with the secrets filled in by chance.

    Whatever was printed and is neither discarded nor in play nor held by the seat itself may be anywhere.
    """
    board = board_before.copy()
    unseen_cards = board.book.deck_of(board.battle)
    for card in (*board.discards, *board.hands.get(seat, ()), *([board.card] if board.card else [])):
        unseen_cards.remove(card)
    too_many = board.hand_counts[board.active] - board.hand_size[board.active] if board.active else 0
    cards_to_draw = {board.active: max(0, too_many + 1)} if too_many else {}
    return _deal_again(board, seat, unseen_cards, cards_to_draw, rng)


def other_cards(board: BattleBoard, seat: str, rng: Random) -> BattleBoard:
    """Other cards in the hands that the seat does not hold, out of these hands and the draw pile."""
    unseen_cards = [*board.pile, *(card for side in SIDES if side != seat for card in board.hands[side])]
    return _deal_again(
        board.copy(), seat, unseen_cards, {side: len(cards) for side, cards in board.drawn_cards.items()}, rng
    )


def _deal_again(
    board: BattleBoard, seat: str, cards: list[str], cards_to_draw: Mapping[str, int], rng: Random
) -> BattleBoard:
    """The board with the hands of others and the pile dealt anew; ``cards_to_draw`` cards of a hand count as just
    drawn.
    """
    rng.shuffle(cards)
    for side in SIDES:
        if side != seat:
            cards_in_hand, cards = cards[: board.hand_counts[side]], cards[board.hand_counts[side] :]
            board.hands[side] = tuple(sorted(cards_in_hand))
            if side in cards_to_draw:
                board.drawn_cards[side] = tuple(rng.sample(cards_in_hand, min(cards_to_draw[side], len(cards_in_hand))))
    board.pile = tuple(sorted(cards))
    return board


SECRETS = (
    Secrecy(
        "Only its side knows the cards in a hand, and which of them it drew this turn; nobody knows the order of the "
        "draw pile. Everybody sees how many cards each side holds, and the discards.",
        cites.DRAW,
        other_cards,
    ),
    Secrecy("Everybody sees everything on the battlefield, and every die.", cites.DRAW),
)
"""Who may know what."""
