"""What happens to turns, orders, objectives and cards. A draw shows its card only to the seat that draws."""

from typing import Annotated

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard, NoSlots, Slots, Stage
from wargame_battlecry.printed.game_board import HEXES, Arm
from wargame_battlecry.printed.pieces import GeneralId
from wargame_core.authoring import CARD, PIECE, TARGET, About, Event, PublicEvent


@frozen
class TurnBegan(PublicEvent):
    """A side's turn begins: whatever belonged to the last turn is cleared."""

    side: str
    turn: int

    def apply(self, board: BattleBoard) -> None:
        idle = board.turn and not board.times_battled
        board.turns_without_battle = board.turns_without_battle + 1 if idle else 0
        board.turn = self.turn
        board.active = self.side
        board.stage = Stage.ORDERS
        board.card = board.acting = board.draws_first = ""
        board.slots = NoSlots()
        board.allowed_orders = board.spent_orders = board.contact = ()
        board.ordered_pieces, board.bonus, board.hexes_moved, board.times_battled, board.reach = {}, {}, {}, {}, {}
        board.second_movers, board.generals_moved_alone = set(), set()

    def text(self, board: BattleBoard) -> str:
        return f"Turn {self.turn}. {self.side.capitalize()} turn."


@frozen
class StageEnded(PublicEvent, sets="stage = next; contact = ()", silent=True):
    """Orders, moves, battles or second moves are over, and ``next`` begins."""

    next: Stage


@frozen
class Ordered(PublicEvent, says="{piece} is ordered."):
    """A piece has its order. ``may`` are bits of `board.MAY_MOVE` and `MAY_BATTLE`; ``slot`` is the order spent."""

    piece: Annotated[str, PIECE]
    may: int = 3
    bonus: int = 0
    slot: int = 0
    again: bool = False

    def apply(self, board: BattleBoard) -> None:
        board.ordered_pieces[self.piece] = self.may
        if self.bonus:
            board.bonus[self.piece] = self.bonus
        if self.slot:
            board.spent_orders = (*board.spent_orders, self.slot)
        if self.again:
            board.second_movers.add(self.piece)


@frozen
class OrderLost(
    PublicEvent,
    sets="del ordered_pieces[piece]; bonus.pop(piece, None)",
    says="{piece} loses its order with its general.",
):
    """A unit that was ordered through its general is not, now that the general leaves it."""

    piece: Annotated[str, PIECE]


@frozen
class OrdersAllowed(PublicEvent, sets="slots; allowed_orders = allowed"):
    """How many orders may be given, by section, by arm or to units."""

    slots: Slots
    allowed: tuple[int, ...]

    def text(self, board: BattleBoard) -> str:
        return f"Orders: {orders_in_words(self.slots, self.allowed)}."


def orders_in_words(slots: Slots, allowed_orders: tuple[int, ...]) -> str:
    """How many orders may be given in each slot: "2 on the left, 1 in the center"."""
    names = zip(allowed_orders, slots.names, strict=True)
    return ", ".join(f"{number} {name}" for number, name in names if number) or "none"


@frozen
class MarchesLengthened(PublicEvent, sets="reach[arm] = hexes"):
    """This turn an arm moves up to ``hexes`` hexes; with a ``section`` only what stands in that one is ordered."""

    arm: Arm
    hexes: int
    section: str = ""

    def text(self, board: BattleBoard) -> str:
        place_text = f" of the {self.section} section" if self.section else ""
        return f"{self.arm.capitalize()}{place_text} may move {self.hexes} hexes."


@frozen
class ObjectiveChanged(PublicEvent):
    """A side holds ground worth flags, or no longer does; ``id`` is the objective's."""

    id: str
    side: str
    flags: int
    reason: str

    def apply(self, board: BattleBoard) -> None:
        if self.flags:
            board.objectives[self.id] = self.flags
        else:
            del board.objectives[self.id]

    def about(self, board: BattleBoard) -> About:
        objective = next(objective for objective in board.battle.objectives if objective.id == self.id)
        return About(places=tuple(HEXES[space] for space in objective.ground()))

    def text(self, board: BattleBoard) -> str:
        verb = f"{self.flags} flag" if self.flags else "no flag any more"
        return f"{self.side.capitalize()}: {verb} ({self.reason})."


@frozen
class FightBackOpened(PublicEvent, kind="contact_made", sets="contact = pieces; fighting_back = False", silent=True):
    """A battle left the defender in its place: Fight Back may be played. Without pieces the chance is over."""

    pieces: Annotated[tuple[str, ...], PIECE] = ()


def _cards_without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    card_index = cards.index(card)
    return cards[:card_index] + cards[card_index + 1 :]


@frozen
class CardDrawn(Event, reveals=True):
    """A card went from the draw pile to a hand; ``card`` is empty for seats that do not see it."""

    side: str
    card: Annotated[str, CARD]

    def apply(self, board: BattleBoard) -> None:
        board.pile = _cards_without(board.pile, self.card)
        board.pile_size -= 1
        board.hands[self.side] = tuple(sorted((*board.hands[self.side], self.card)))
        board.drawn_cards[self.side] = (*board.drawn_cards.get(self.side, ()), self.card)
        board.hand_counts[self.side] += 1

    def for_seat(self, seat: str, board: BattleBoard) -> Event:
        return self if seat == self.side else CardDrawn(self.side, "")

    def text(self, board: BattleBoard) -> str:
        card_title = board.book.cards[self.card].title if self.card else "a card"
        return f"{self.side.capitalize()} draws {card_title}."


@frozen
class CardPlayed(PublicEvent, reveals=True):
    """A card of the hand is played for the turn."""

    side: str
    card: Annotated[str, CARD]

    def apply(self, board: BattleBoard) -> None:
        board.hands[self.side] = _cards_without(board.hands[self.side], self.card)
        board.hand_counts[self.side] -= 1
        board.drawn_cards = {}
        board.card = board.acting = board.last_card[self.side] = self.card

    def text(self, board: BattleBoard) -> str:
        return f"{self.side.capitalize()} plays {board.book.cards[self.card].title}."


@frozen
class CardDiceRolled(PublicEvent, says="{card}: {roll}."):
    """The dice that a card says to roll, as rolled: for the orders of a Battle Cry, the figures of a Rally."""

    card: Annotated[str, CARD]
    roll: str


@frozen
class SharpShot(PublicEvent, says="A sharpshooter aims at {general}: {roll}."):
    """The die of a Sharp Shooter at a general; `GeneralLost` tells when he falls."""

    general: Annotated[GeneralId, TARGET]
    roll: str


@frozen
class CardCopied(PublicEvent, sets="acting = last_card[board.active] = card", says="It counts as {card}."):
    """The Counterattack of this turn counts as another card."""

    card: Annotated[str, CARD]


@frozen
class CardDiscarded(PublicEvent, reveals=True):
    """A card of the hand goes face up to the discards."""

    side: str
    card: Annotated[str, CARD]
    owed: bool = False

    def apply(self, board: BattleBoard) -> None:
        board.hands[self.side] = _cards_without(board.hands[self.side], self.card)
        board.hand_counts[self.side] -= 1
        board.discards = (*board.discards, self.card)
        if self.owed:
            board.cards_owed -= 1

    def text(self, board: BattleBoard) -> str:
        return f"{self.side.capitalize()} discards {board.book.cards[self.card].title}."


@frozen
class CardSpent(PublicEvent, silent=True):
    """The card of the turn goes to the discards."""

    def apply(self, board: BattleBoard) -> None:
        board.discards = (*board.discards, board.card)
        board.card = ""


@frozen
class FightBackPlayed(PublicEvent, reveals=True):
    """A defender strikes back in the opponent's turn."""

    side: str

    def apply(self, board: BattleBoard) -> None:
        board.hands[self.side] = _cards_without(board.hands[self.side], "fight_back")
        board.hand_counts[self.side] -= 1
        board.discards = (*board.discards, "fight_back")
        board.last_card[self.side] = "fight_back"
        board.draws_first = self.side
        board.fighting_back = True

    def about(self, board: BattleBoard) -> About:
        return About(cards=("fight_back",))

    def text(self, board: BattleBoard) -> str:
        return f"{self.side.capitalize()} plays Fight Back."


@frozen
class DeckShuffled(PublicEvent, says="The discards are shuffled into the deck."):
    """The discards go back into the draw pile."""

    def apply(self, board: BattleBoard) -> None:
        board.pile = tuple(sorted((*board.pile, *board.discards)))
        board.pile_size += len(board.discards)
        board.discards = ()


@frozen
class DrawsOver(PublicEvent, sets="drawn_cards = {}", silent=True):
    """Hands are full again."""
