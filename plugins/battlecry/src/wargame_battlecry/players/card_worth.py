"""What a card is worth to play now, in figures: a rule of thumb for every effect of the deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.players.evaluation import FLAG
from wargame_battlecry.printed.command_cards import CardEffect, CommandCard
from wargame_battlecry.printed.game_board import SECTION
from wargame_battlecry.printed.sides import ARMS, FOE, SECTIONS
from wargame_battlecry.rules.card_effects import copyable, weak


@frozen
class Prospects:
    """A side's pieces and what each could do with an order."""

    board: BattleBoard
    seat: str
    gains: Mapping[str, float]

    def of_arm(self, arm: str) -> float:
        """The gains of all units of an arm."""
        units = self.board.battle.units
        return sum(gain for piece, gain in self.gains.items() if not is_general(piece) and units[piece].kind.arm == arm)

    def best(self, number: int, area: int = -1) -> float:
        """The gains of the best pieces in an area (a mask; everywhere if not given), losses left out."""
        place = self.board.place
        gains = sorted((gain for piece, gain in self.gains.items() if area >> place[piece] & 1), reverse=True)
        return sum(max(0.0, gain) for gain in gains[:number])

    def infantry_in(self, section: str) -> float:
        """The gains of all infantry in a section."""
        board, area = self.board, SECTION[self.seat][section]
        return sum(gain for piece, gain in self.gains.items() if is_infantry_in(board, piece, area))

    def led(self) -> float:
        """The gains of all units with a general."""
        board = self.board
        return sum(
            gain for piece, gain in self.gains.items() if not is_general(piece) and board.general_at[board.place[piece]]
        )


def is_infantry_in(board: BattleBoard, piece: str, area: int) -> bool:
    """Whether a piece is an infantry unit on one of the spaces of a mask."""
    if is_general(piece):
        return False
    return board.battle.units[piece].kind.arm == "infantry" and bool(area >> board.place[piece] & 1)


def card_worth(board: BattleBoard, seat: str, card: CommandCard, gains: Mapping[str, float]) -> float:
    """What playing a card now may bring, given what each own piece could do with an order."""
    return WORTH[card.effect](Prospects(board, seat, gains), card)


def _orders(prospects: Prospects, card: CommandCard) -> float:
    own = SECTION[prospects.seat]
    if card.orders_per_card:
        return prospects.best(prospects.board.held[prospects.seat], own[card.orders_per_card])
    drawn = 0.3 if card.draw > 1 else 0.0
    return drawn + sum(prospects.best(number, own[section]) for section, number in card.orders.items())


def _battle_cry(prospects: Prospects, card: CommandCard) -> float:
    return 1.3 * prospects.best(max(1, prospects.board.held[prospects.seat] * 2 // 3))


def _bombard(prospects: Prospects, card: CommandCard) -> float:
    return 1.7 * prospects.of_arm("artillery") or prospects.best(1)


def _counterattack(prospects: Prospects, card: CommandCard) -> float:
    board = prospects.board
    last = board.last_card.get(FOE[prospects.seat], "")
    copied = board.book.cards.get(last)
    if copied is None or not copyable(last) or copied.effect is CardEffect.COUNTERATTACK:
        return 0.6
    acting = board.book.cards[copied.mirror or last]
    return WORTH[acting.effect](prospects, acting)


def _forced_march(prospects: Prospects, card: CommandCard) -> float:
    return 0.2 + max(prospects.infantry_in(section) for section in SECTIONS)


def _hit_and_run(prospects: Prospects, card: CommandCard) -> float:
    return 1.2 * prospects.of_arm("cavalry") or prospects.best(1)


def _leadership(prospects: Prospects, card: CommandCard) -> float:
    return 1.25 * prospects.led() + 0.1


def _rally(prospects: Prospects, card: CommandCard) -> float:
    board, seat = prospects.board, prospects.seat
    if seat != board.active:
        return 1.0
    return 0.35 * sum(min(2, len(weak(board, arm))) for arm in ARMS) * board.held[seat] / 3


WORTH: Mapping[CardEffect, Callable[[Prospects, CommandCard], float]] = {
    CardEffect.ORDERS: _orders,
    CardEffect.BATTLE_CRY: _battle_cry,
    CardEffect.BOMBARD: _bombard,
    CardEffect.CONSTRUCT_FIELDWORKS: lambda prospects, card: 0.5,
    CardEffect.COUNTERATTACK: _counterattack,
    CardEffect.FIGHT_BACK: lambda prospects, card: 1.5,
    CardEffect.FORCED_MARCH: _forced_march,
    CardEffect.HIT_AND_RUN: _hit_and_run,
    CardEffect.LEADERSHIP: _leadership,
    CardEffect.RALLY: _rally,
    CardEffect.SHARP_SHOOTER: lambda prospects, card: FLAG / 6 + 0.3,
    CardEffect.SHORT_SUPPLY: lambda prospects, card: 1.0,
}
"""For every effect what it may bring; a Fight Back is worth keeping."""
