"""Events of a turn: its card and what that changes, depots and Staff Dice, corps that move, its end."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import count, is_or_are, name_of
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.board.pieces import Depot
from wargame_altar_of_freedom.board.turn_effects import RailTrip, TurnEffect
from wargame_altar_of_freedom.board.who_learns import OfOneSide
from wargame_altar_of_freedom.printed.vocabulary import NO_COMMAND, CommandId
from wargame_core.authoring import Event, PublicEvent
from wargame_core.flow.about import CARD, PIECE, About


@frozen
class TurnBegan(PublicEvent):
    """A turn begins: what lasted for the turn before is over, and nothing has been done in this one."""

    kind: ClassVar[str] = "turn_began"
    silent: ClassVar[bool] = True
    turn: int

    def apply(self, board: CampaignBoard) -> None:
        board.turn = self.turn
        board.effects = [effect for effect in board.effects if effect.lasting]
        board.activated, board.fought = set(), False
        board.rally_tried, board.done = set(), set()
        board.mover = board.campaign.first_mover


@frozen
class EventCardDrawn(PublicEvent):
    """The turn's event card is turned over.

    In records of the rules up to version 3 this event also begins its ``turn``.
    """

    kind: ClassVar[str] = "card_drawn"
    reveals: ClassVar[bool] = True
    card: Annotated[str, CARD]
    turn: int = 0

    def apply(self, board: CampaignBoard) -> None:
        if self.turn:
            TurnBegan(self.turn).apply(board)
        board.drawn.append(self.card)

    def text(self, board: CampaignBoard) -> str:
        card = board.campaign.deck.card(self.card)
        return f"Turn {board.turn}. Event: {card.name}. {card.text}"


@frozen
class CardRolled(PublicEvent):
    """A die of an event card was rolled in the open; ``result`` says in words what it decided."""

    kind: ClassVar[str] = "card_rolled"
    tells_rolls: ClassVar[bool] = True
    faces: tuple[int, ...]
    result: str

    def text(self, board: CampaignBoard) -> str:
        return f"Roll {' and '.join(map(str, self.faces))}: {self.result}."


@frozen
class EffectBegan(PublicEvent):
    """An event card changes something for a while."""

    kind: ClassVar[str] = "effect_began"
    silent: ClassVar[bool] = True
    effect: TurnEffect

    def apply(self, board: CampaignBoard) -> None:
        board.effects.append(self.effect)


@frozen
class EffectSpent(PublicEvent):
    """Something an event card allowed once was used."""

    kind: ClassVar[str] = "effect_spent"
    silent: ClassVar[bool] = True
    effect: TurnEffect

    def apply(self, board: CampaignBoard) -> None:
        board.effects.remove(self.effect)

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee cars that do not go, or stop on their way, tell of an enemy next to the line."""
        return isinstance(self.effect, RailTrip) and board.fog is Fog.REFEREE


class DepotChange(StrEnum):
    """How a depot came to stand where it stands, for whom it stands there; as the story says it."""

    SET_UP = "set up"
    CAPTURED = "captured"
    MOVED = "moved"


@frozen
class DepotSetUp(PublicEvent):
    """A depot stands somewhere: set up, captured or moved."""

    kind: ClassVar[str] = "depot_set_up"
    depot: Depot
    why: DepotChange = DepotChange.SET_UP

    def apply(self, board: CampaignBoard) -> None:
        board.depots[self.depot.id] = self.depot

    def text(self, board: CampaignBoard) -> str:
        side = board.campaign.reference.side_name(self.depot.side)
        dice = count(self.depot.value, "Staff Die", "Staff Dice")
        return f"Depot at {board.label(self.depot.space)}: {self.why} by the {side} ({dice})."

    def about(self, board: CampaignBoard) -> About:
        return About((self.depot.id,), to=board.place_id(self.depot.space))


@frozen
class StaffDiceSet(PublicEvent):
    """A side's Staff Dice for the turn were counted, or changed by an event."""

    kind: ClassVar[str] = "staff_dice_set"
    side: str
    dice: int

    def apply(self, board: CampaignBoard) -> None:
        board.staff_dice[self.side] = self.dice

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.reference.side_name(self.side)}: {count(self.dice, 'Staff Die', 'Staff Dice')}."


@frozen
class CorpsNominated(PublicEvent):
    """A corps begins its activation."""

    kind: ClassVar[str] = "corps_nominated"
    side: str
    command: CommandId
    dice: int

    def apply(self, board: CampaignBoard) -> None:
        board.command, board.mover = self.command, self.side
        board.allotted, board.moved = set(), set()
        board.acted, board.retreated, board.done = set(), set(), set()

    def text(self, board: CampaignBoard) -> str:
        corps = board.campaign.reference.command[self.command].name
        left = f"{count(self.dice, 'Staff Die', 'Staff Dice')} {'is' if self.dice == 1 else 'are'} left"
        return f"{corps} {is_or_are(corps)} activated; {left}."


@frozen
class DiceAllotted(Event):
    """Staff Dice lie beside some tokens of the corps; they are spent."""

    kind: ClassVar[str] = "dice_allotted"
    side: str
    tokens: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: CampaignBoard) -> None:
        board.allotted = set(self.tokens)
        board.marched.update(dict.fromkeys(self.tokens, board.command))
        board.staff_dice[self.side] -= len(self.tokens)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog is not Fog.REFEREE or seat == self.side:
            return self
        return evolve(self, tokens=())

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return ""
        return "Staff Dice for " + ", ".join(name_of(board, token) for token in self.tokens) + "."


@frozen
class StaffDieSpent(PublicEvent):
    """One Staff Die went on a special action or a rally."""

    kind: ClassVar[str] = "staff_die_spent"
    silent: ClassVar[bool] = True
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.staff_dice[self.side] -= 1


@frozen
class MarchEnded(OfOneSide):
    """The corps moves no further; every token of it counts as moved."""

    kind: ClassVar[str] = "march_ended"
    silent: ClassVar[bool] = True
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.moved |= {token.id for token in board.tokens_of(self.side) if token.command == board.command}

    def doer(self, board: CampaignBoard) -> str:
        return self.side


@frozen
class CorpsEnded(PublicEvent):
    """The corps' activation is over; ``next_mover`` is the side to nominate now.

    That nothing of the corps was left to move tells the enemy something of what else it has.
    """

    kind: ClassVar[str] = "corps_ended"
    silent: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    next_mover: str

    def apply(self, board: CampaignBoard) -> None:
        board.activated.add(board.command)
        board.command, board.mover = NO_COMMAND, self.next_mover
        board.allotted, board.moved = set(), set()
        board.acted, board.retreated, board.done = set(), set(), set()


@frozen
class SideDone(PublicEvent):
    """A side does nothing more of what it was asked (special actions, rallying, dispositions)."""

    kind: ClassVar[str] = "side_done"
    silent: ClassVar[bool] = True
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.done.add(self.side)


@frozen
class TurnEnded(PublicEvent):
    """A campaign turn is over."""

    kind: ClassVar[str] = "turn_ended"
    silent: ClassVar[bool] = True

    def apply(self, board: CampaignBoard) -> None:
        board.turns_ended += 1
