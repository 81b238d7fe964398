"""What happens to cards. A draw shows its card only to the seat that draws."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.pieces import GeneralId
from wargame_core.authoring import Event, PublicEvent
from wargame_core.flow.about import CARD, TARGET, About


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    n = cards.index(card)
    return cards[:n] + cards[n + 1 :]


@frozen
class CardDrawn(Event):
    """A card went from the draw pile to a hand; ``card`` is empty for seats that do not see it."""

    kind: ClassVar[str] = "card_drawn"
    reveals: ClassVar[bool] = True
    side: str
    card: Annotated[str, CARD]

    def apply(self, board: BattleBoard) -> None:
        board.pile = _without(board.pile, self.card)
        board.pile_size -= 1
        board.hands[self.side] = tuple(sorted((*board.hands[self.side], self.card)))
        board.drawn[self.side] = (*board.drawn.get(self.side, ()), self.card)
        board.held[self.side] += 1

    def for_seat(self, seat: str, board: BattleBoard) -> Event:
        return self if seat == self.side else CardDrawn(self.side, "")

    def text(self, board: BattleBoard) -> str:
        what = board.book.cards[self.card].title if self.card else "a card"
        return f"{self.side.capitalize()} draws {what}."


@frozen
class CardPlayed(PublicEvent):
    """A card of the hand is played for the turn."""

    kind: ClassVar[str] = "card_played"
    reveals: ClassVar[bool] = True
    side: str
    card: Annotated[str, CARD]

    def apply(self, board: BattleBoard) -> None:
        board.hands[self.side] = _without(board.hands[self.side], self.card)
        board.held[self.side] -= 1
        board.drawn = {}
        board.card = board.acting = board.last_card[self.side] = self.card

    def text(self, board: BattleBoard) -> str:
        return f"{self.side.capitalize()} plays {board.book.cards[self.card].title}."


@frozen
class CardDiceRolled(PublicEvent):
    """The dice that a card says to roll, as rolled: for the orders of a Battle Cry, the figures of a Rally."""

    kind: ClassVar[str] = "card_dice_rolled"
    card: Annotated[str, CARD]
    roll: str

    def text(self, board: BattleBoard) -> str:
        return f"{board.book.cards[self.card].title}: {self.roll}."


@frozen
class SharpShot(PublicEvent):
    """The die of a Sharp Shooter at a general; `GeneralLost` tells when he falls."""

    kind: ClassVar[str] = "sharp_shot"
    general: Annotated[GeneralId, TARGET]
    roll: str

    def text(self, board: BattleBoard) -> str:
        return f"A sharpshooter aims at {board.name(self.general)}: {self.roll}."


@frozen
class CardCopied(PublicEvent):
    """The Counterattack of this turn counts as another card."""

    kind: ClassVar[str] = "card_copied"
    card: Annotated[str, CARD]

    def apply(self, board: BattleBoard) -> None:
        board.acting = board.last_card[board.active] = self.card

    def text(self, board: BattleBoard) -> str:
        return f"It counts as {board.book.cards[self.card].title}."


@frozen
class CardDiscarded(PublicEvent):
    """A card of the hand goes face up to the discards."""

    kind: ClassVar[str] = "card_discarded"
    reveals: ClassVar[bool] = True
    side: str
    card: Annotated[str, CARD]
    owed: bool = False

    def apply(self, board: BattleBoard) -> None:
        board.hands[self.side] = _without(board.hands[self.side], self.card)
        board.held[self.side] -= 1
        board.discards = (*board.discards, self.card)
        if self.owed:
            board.cards_owed -= 1

    def text(self, board: BattleBoard) -> str:
        return f"{self.side.capitalize()} discards {board.book.cards[self.card].title}."


@frozen
class CardSpent(PublicEvent):
    """The card of the turn goes to the discards."""

    kind: ClassVar[str] = "card_spent"
    silent: ClassVar[bool] = True

    def apply(self, board: BattleBoard) -> None:
        board.discards = (*board.discards, board.card)
        board.card = ""


@frozen
class FightBackPlayed(PublicEvent):
    """A defender strikes back in the opponent's turn."""

    kind: ClassVar[str] = "fight_back_played"
    reveals: ClassVar[bool] = True
    side: str

    def apply(self, board: BattleBoard) -> None:
        board.hands[self.side] = _without(board.hands[self.side], "fight_back")
        board.held[self.side] -= 1
        board.discards = (*board.discards, "fight_back")
        board.last_card[self.side] = "fight_back"
        board.draws_first = self.side
        board.fighting_back = True

    def about(self, board: BattleBoard) -> About:
        return About(cards=("fight_back",))

    def text(self, board: BattleBoard) -> str:
        return f"{self.side.capitalize()} plays Fight Back."


@frozen
class DeckShuffled(PublicEvent):
    """The discards go back into the draw pile."""

    kind: ClassVar[str] = "deck_shuffled"

    def apply(self, board: BattleBoard) -> None:
        board.pile = tuple(sorted((*board.pile, *board.discards)))
        board.pile_size += len(board.discards)
        board.discards = ()

    def text(self, board: BattleBoard) -> str:
        return "The discards are shuffled into the deck."


@frozen
class DrawsOver(PublicEvent):
    """Hands are full again."""

    kind: ClassVar[str] = "draws_over"
    silent: ClassVar[bool] = True

    def apply(self, board: BattleBoard) -> None:
        board.drawn = {}
