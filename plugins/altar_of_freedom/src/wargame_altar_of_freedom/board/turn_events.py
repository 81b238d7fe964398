"""Events of tokens and turns: counters, moves, faces turned over; the card of a turn, depots, Staff Dice, corps."""

from collections import Counter
from enum import StrEnum
from typing import Annotated, assert_never

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect, Fog
from wargame_altar_of_freedom.board.naming import about_path, count, is_or_are, name_of
from wargame_altar_of_freedom.board.pieces import Depot, Space, Token, ids
from wargame_altar_of_freedom.printed.lines import NO_COMMAND, CommandId
from wargame_core.authoring import CARD, OFF, PIECE, PLACE, TO, About, Event, PublicEvent


@frozen
class OneSidedEvent(Event, kind=""):
    """An event that only the side sees whose doing it is; without a referee everybody does."""

    def acting_side(self, board: CampaignBoard) -> str:
        """The side whose doing it is."""
        raise NotImplementedError(f"{type(self).__name__} must say whose doing it is")

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog is not Fog.REFEREE or self.acting_side(board) == seat else None


@frozen
class TokenEvent(OneSidedEvent, kind=""):
    """An event of one side that a token of it is about."""

    token: Annotated[str, PIECE]

    def acting_side(self, board: CampaignBoard) -> str:
        return board.tokens[self.token].side


@frozen
class CounterTaken(Event, sets="tokens[token.id] = token", silent=True):
    """A token got its counter: from now on its id is the number on the back."""

    token: Token

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.token.side or board.fog is Fog.OPEN else None

    def about(self, board: CampaignBoard) -> About:
        return About((self.token.id,))


@frozen
class TokenPlaced(Event, sets="at[token] = space", says="{token} {why} at {space}.", by_sight=True):
    """A token came on the map, or was put elsewhere on it."""

    token: Annotated[str, PIECE]
    space: Annotated[Space, TO]
    why: str = "deployed"

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.tokens[self.token].side == seat or board.knows_occupied(seat, self.space) else None

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee a token sees who stands next to it."""
        return board.fog is Fog.REFEREE


class MovedBy(StrEnum):
    """How a token went along a path."""

    MARCH = "march"
    RETREAT = "retreat"
    RAIL = "rail"

    @property
    def verb(self) -> str:
        """What the story says that the token does."""
        match self:
            case MovedBy.MARCH:
                return "marches"
            case MovedBy.RETREAT:
                return "retreats"
            case MovedBy.RAIL:
                return "rides the cars"
            case _:
                assert_never(self)


@frozen
class TokenMoved(Event, sets="at[token] = path[-1]", by_sight=True):
    """A token went along a path (the spaces entered)."""

    token: str
    origin: Space
    path: tuple[Space, ...]
    how: MovedBy = MovedBy.MARCH

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog is not Fog.REFEREE or board.tokens[self.token].side == seat:
            return self
        # Somebody who sees only part of the way learns of the part he sees.
        seen_spaces = [space for space in (self.origin, *self.path) if board.knows_occupied(seat, space)]
        return TokenSighted(self.token, tuple(seen_spaces)) if seen_spaces else None

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee what passes is seen; where a retreat leads tells with whom the token may stand there.

        Who goes by rail is a division, and no token of its corps that stays behind is one.
        """
        return board.fog is Fog.REFEREE or self.how is not MovedBy.MARCH

    def text(self, board: CampaignBoard) -> str:
        # How far a retreat goes is told as it begins, counted from where the enemy is.
        spaces = "" if self.how is MovedBy.RETREAT else f" {len(self.path)}"
        way_text = f"from {board.label(self.origin)} to {board.label(self.path[-1])}"
        return f"{name_of(board, self.token)} {self.how.verb}{spaces} {way_text}."

    def about(self, board: CampaignBoard) -> About:
        return about_path(board, self.token, self.origin, self.path)


@frozen
class TokenSighted(PublicEvent):
    """What a side with a referee learns of an enemy's march: the spaces in which it was seen."""

    token: Annotated[str, PIECE]
    spaces: Annotated[tuple[Space, ...], PLACE]

    def text(self, board: CampaignBoard) -> str:
        return f"Token {self.token} was seen at {', '.join(board.label(space) for space in self.spaces)}."


@frozen
class TokenRemoved(TokenEvent, sets="at.pop(token, None)", says="{token} leaves the map: {why}."):
    """A token left the map."""

    why: str

    def about(self, board: CampaignBoard) -> About:
        return About((self.token,), to=OFF)


@frozen
class TokensRevealed(Event, reveals=True):
    """A side is shown the faces of tokens, or (``to`` empty) they are turned over for all."""

    tokens: tuple[Token, ...]
    to: str = ""

    def apply(self, board: CampaignBoard) -> None:
        ids = {token.id for token in self.tokens}
        if self.to:
            board.known_faces[self.to] = board.known_faces.get(self.to, frozenset()) | ids
        elif board.fog is not Fog.REFEREE:
            board.face_up |= ids
        else:
            for side in board.campaign.seats:
                shown_faces = {
                    token_id
                    for token_id in ids
                    if board.tokens[token_id].side != side and board.knows_position(side, token_id)
                }
                board.known_faces[side] = board.known_faces.get(side, frozenset()) | shown_faces

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        # Turning a token over shows it only to those who see the space it is in; to whom it is shown, near or far.
        seen_tokens = [
            token for token in self.tokens if seat in (self.to, token.side) or board.knows_position(seat, token.id)
        ]
        if self.to not in ("", seat) and any(token.side != seat for token in self.tokens):
            seen_tokens = [token.turned_down() for token in seen_tokens]
        return evolve(self, tokens=tuple(seen_tokens)) if seen_tokens else None

    def text(self, board: CampaignBoard) -> str:
        names = ", ".join(token.name for token in self.tokens)
        return f"{board.campaign.side_name(self.to) if self.to else 'Everybody'} sees: {names}."

    def about(self, board: CampaignBoard) -> About:
        return About(ids(self.tokens))


@frozen
class TokenTakenUp(TokenEvent, sets="marching_commands[token] = board.command", silent=True):
    """It is this token's turn to move: everybody sees that it belongs to the corps that moves."""


@frozen
class StaffDieRolled(TokenEvent, tells_rolls=True):
    """The Staff Die of the token that moves now was rolled: it adds ``spaces`` to the move."""

    die: int
    spaces: int

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} rolls {self.die}: {count(self.spaces, 'space')} more."


@frozen
class MoveEnded(TokenEvent, sets="moved_tokens.add(token)", silent=True):
    """A token has made its move."""


@frozen
class TurnBegan(PublicEvent, silent=True):
    """A turn begins: what lasted for the turn before is over, and nothing has been done in this one."""

    turn: int

    def apply(self, board: CampaignBoard) -> None:
        board.turn = self.turn
        board.effects = [effect for effect in board.effects if effect.lasting]
        board.activated_commands, board.battle_ended_movement = set(), False
        board.rally_tried, board.done_sides = set(), set()
        board.mover = board.campaign.first_mover


@frozen
class EventCardDrawn(PublicEvent, kind="card_drawn", sets="drawn_cards.append(card)", reveals=True):
    """The turn's event card is turned over."""

    card: Annotated[str, CARD]
    turn: int

    def text(self, board: CampaignBoard) -> str:
        card = board.campaign.deck.card(self.card)
        return f"Turn {self.turn}. Event: {card.name}. {card.text}"


@frozen
class CardRolled(PublicEvent, tells_rolls=True):
    """A die of an event card was rolled in the open; ``result`` says in words what it decided."""

    faces: tuple[int, ...]
    result: str

    def text(self, board: CampaignBoard) -> str:
        return f"Roll {' and '.join(map(str, self.faces))}: {self.result}."


@frozen
class EffectBegan(PublicEvent, sets="effects.append(effect)", silent=True):
    """An event card changes something for a while."""

    effect: CardEffect


@frozen
class EffectSpent(PublicEvent, sets="effects.remove(effect)", silent=True):
    """Something an event card allowed once was used."""

    effect: CardEffect

    def revealing(self, board: CampaignBoard) -> bool:
        """With a referee it may tell of an enemy, as cars do that stop on their way."""
        return self.effect.spent_by_sight and board.fog is Fog.REFEREE


class DepotChange(StrEnum):
    """How a depot came to stand where it stands, for whom it stands there; as the story says it."""

    SET_UP = "set up"
    CAPTURED = "captured"
    MOVED = "moved"


@frozen
class DepotSetUp(PublicEvent, sets="depots[depot.id] = depot"):
    """A depot stands somewhere: set up, captured or moved."""

    depot: Depot
    why: DepotChange = DepotChange.SET_UP

    def text(self, board: CampaignBoard) -> str:
        side = board.campaign.side_name(self.depot.side)
        dice = count(self.depot.value, "Staff Die", "Staff Dice")
        return f"Depot at {board.label(self.depot.space)}: {self.why} by the {side} ({dice})."

    def about(self, board: CampaignBoard) -> About:
        return About((self.depot.id,), to=board.place_id(self.depot.space))


@frozen
class StaffDiceSet(PublicEvent, sets="staff_dice[side] = dice"):
    """A side's Staff Dice for the turn were counted, or changed by an event."""

    side: str
    dice: int

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.side_name(self.side)}: {count(self.dice, 'Staff Die', 'Staff Dice')}."


@frozen
class CorpsNominated(PublicEvent):
    """A corps begins its activation."""

    side: str
    command: CommandId
    dice: int

    def apply(self, board: CampaignBoard) -> None:
        board.command, board.mover = self.command, self.side
        board.tokens_with_dice, board.moved_tokens = set(), set()
        board.acted_tokens, board.retreated_tokens, board.done_sides = set(), set(), set()

    def text(self, board: CampaignBoard) -> str:
        corps = board.campaign.command[self.command].name
        dice_text = f"{count(self.dice, 'Staff Die', 'Staff Dice')} {'is' if self.dice == 1 else 'are'} left"
        return f"{corps} {is_or_are(corps)} activated; {dice_text}."


@frozen
class DiceAllotted(Event):
    """Staff Dice lie beside some tokens of the corps; they are spent."""

    side: str
    tokens: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: CampaignBoard) -> None:
        board.tokens_with_dice = set(self.tokens)
        board.marching_commands.update(dict.fromkeys(self.tokens, board.command))
        board.staff_dice[self.side] -= len(self.tokens)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog is not Fog.REFEREE or seat == self.side:
            return self
        return evolve(self, tokens=())

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return ""
        counts = Counter(name_of(board, token) for token in self.tokens)
        names = (f"{name} ({count})" if count > 1 else name for name, count in counts.items())
        return f"Staff Dice for {', '.join(names)}."


@frozen
class StaffDieSpent(PublicEvent, sets="staff_dice[side] -= 1", silent=True):
    """One Staff Die went on a special action or a rally."""

    side: str


@frozen
class MarchEnded(OneSidedEvent, silent=True):
    """The corps moves no further; every token of it counts as moved."""

    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.moved_tokens |= {token.id for token in board.tokens_of(self.side) if token.command == board.command}

    def acting_side(self, board: CampaignBoard) -> str:
        return self.side


@frozen
class CorpsEnded(PublicEvent, silent=True, reveals=True):
    """The corps' activation is over; ``next_mover`` is the side to nominate now.

    That nothing of the corps was left to move tells the enemy something of what else it has.
    """

    next_mover: str

    def apply(self, board: CampaignBoard) -> None:
        board.activated_commands.add(board.command)
        board.command, board.mover = NO_COMMAND, self.next_mover
        board.tokens_with_dice, board.moved_tokens = set(), set()
        board.acted_tokens, board.retreated_tokens, board.done_sides = set(), set(), set()


@frozen
class SideDone(PublicEvent, sets="done_sides.add(side)", silent=True):
    """A side does nothing more of what it was asked (special actions, rallying, dispositions)."""

    side: str


@frozen
class TurnEnded(PublicEvent, sets="turns_ended += 1", silent=True):
    """A campaign turn is over."""
