"""Events of cards, depots and movement."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, Depot, Space, Token, TurnEffect
from wargame_altar_of_freedom.board.event_names import count, is_or_are, name_of
from wargame_core import Event


@frozen
class CounterTaken(Event):
    """A token got its counter: from now on its id is the number on the back."""

    kind: ClassVar[str] = "counter_taken"
    token: Token

    def apply(self, board: CampaignBoard) -> None:
        board.tokens[self.token.id] = self.token

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.token.side else None

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class TokenPlaced(Event):
    """A token came on the map, or was put elsewhere on it."""

    kind: ClassVar[str] = "token_placed"
    token: str
    space: Space
    why: str = "deployed"

    def apply(self, board: CampaignBoard) -> None:
        board.at[self.token] = self.space

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.tokens[self.token].side == seat or board.sees(seat, self.space) else None

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} {self.why} at {board.label(self.space)}."


@frozen
class TokenMoved(Event):
    """A token went along a path (the spaces entered). ``how``: march, retreat, rail."""

    kind: ClassVar[str] = "token_moved"
    token: str
    origin: Space
    path: tuple[Space, ...]
    how: str = "march"

    def apply(self, board: CampaignBoard) -> None:
        board.at[self.token] = self.path[-1]

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog != "referee" or board.tokens[self.token].side == seat:
            return self
        # Somebody who sees only part of the way learns of the part he sees.
        seen = [space for space in (self.origin, *self.path) if board.sees(seat, space)]
        return TokenSighted(self.token, tuple(seen)) if seen else None

    def revealing(self, board: CampaignBoard) -> bool:
        return board.fog == "referee"

    def text(self, board: CampaignBoard) -> str:
        verb = {"march": "marches", "retreat": "retreats", "rail": "rides the cars"}[self.how]
        # How far a retreat goes is told as it begins, counted from where the enemy is.
        spaces = "" if self.how == "retreat" else f" {len(self.path)}"
        where = f"from {board.label(self.origin)} to {board.label(self.path[-1])}"
        return f"{name_of(board, self.token)} {verb}{spaces} {where}."


@frozen
class TokenSighted(Event):
    """What a side with a referee learns of an enemy's march: the spaces in which it was seen."""

    kind: ClassVar[str] = "token_sighted"
    token: str
    spaces: tuple[Space, ...]

    def text(self, board: CampaignBoard) -> str:
        return f"Token {self.token} was seen at {', '.join(board.label(space) for space in self.spaces)}."


@frozen
class TokenRemoved(Event):
    """A token left the map."""

    kind: ClassVar[str] = "token_removed"
    token: str
    why: str

    def apply(self, board: CampaignBoard) -> None:
        board.at.pop(self.token, None)

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} leaves the map: {self.why}."


@frozen
class TokensRevealed(Event):
    """A side is shown the faces of tokens, or (``to`` empty) they are turned over for all."""

    kind: ClassVar[str] = "tokens_revealed"
    reveals: ClassVar[bool] = True
    tokens: tuple[Token, ...]
    to: str = ""

    def apply(self, board: CampaignBoard) -> None:
        ids = {token.id for token in self.tokens}
        if self.to:
            board.known[self.to] = board.known.get(self.to, frozenset()) | ids
        else:
            board.face_up |= ids

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        # Turning a token over shows it only to those who see the space it is in.
        seen = [token for token in self.tokens if token.side == seat or board.sees(seat, board.at[token.id])]
        if self.to not in ("", seat) and any(token.side != seat for token in self.tokens):
            seen = [token.turned_down() for token in seen]
        return evolve(self, tokens=tuple(seen)) if seen else None

    def text(self, board: CampaignBoard) -> str:
        names = ", ".join(token.name for token in self.tokens)
        return f"{board.campaign.reference.side_name(self.to) if self.to else 'Everybody'} sees: {names}."


@frozen
class DepotSetUp(Event):
    """A depot stands somewhere: built, captured or moved."""

    kind: ClassVar[str] = "depot_set_up"
    depot: Depot
    why: str = "set up"

    def apply(self, board: CampaignBoard) -> None:
        board.depots[self.depot.id] = self.depot

    def text(self, board: CampaignBoard) -> str:
        side = board.campaign.reference.side_name(self.depot.side)
        dice = count(self.depot.value, "Staff Die", "Staff Dice")
        return f"Depot at {board.label(self.depot.space)}: {self.why} by the {side} ({dice})."


@frozen
class CardDrawn(Event):
    """A turn begins with its event card."""

    kind: ClassVar[str] = "card_drawn"
    reveals: ClassVar[bool] = True
    card: str
    turn: int

    def apply(self, board: CampaignBoard) -> None:
        board.drawn.append(self.card)
        board.turn = self.turn
        board.effects = [effect for effect in board.effects if effect.lasting]
        board.activated, board.fought = set(), False
        board.rally_tried, board.done = set(), set()
        board.mover = board.campaign.first_mover

    def text(self, board: CampaignBoard) -> str:
        card = board.campaign.deck.card(self.card)
        return f"Turn {self.turn}. Event: {card.name}. {card.text}"


@frozen
class CardRolled(Event):
    """A die of an event card was rolled in the open; ``result`` says in words what it decided."""

    kind: ClassVar[str] = "card_rolled"
    faces: tuple[int, ...]
    result: str

    def text(self, board: CampaignBoard) -> str:
        return f"Roll {' and '.join(map(str, self.faces))}: {self.result}."


@frozen
class TurnEnded(Event):
    """A campaign turn is over."""

    kind: ClassVar[str] = "turn_ended"

    def apply(self, board: CampaignBoard) -> None:
        board.turns_ended += 1

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class EffectBegan(Event):
    """An event card changes something for a while."""

    kind: ClassVar[str] = "effect_began"
    effect: TurnEffect

    def apply(self, board: CampaignBoard) -> None:
        board.effects.append(self.effect)

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class EffectSpent(Event):
    """Something an event card allowed once was used."""

    kind: ClassVar[str] = "effect_spent"
    effect: TurnEffect

    def apply(self, board: CampaignBoard) -> None:
        board.effects.remove(self.effect)

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class StaffDiceSet(Event):
    """A side's Staff Dice for the turn were counted, or changed by an event."""

    kind: ClassVar[str] = "staff_dice_set"
    side: str
    dice: int

    def apply(self, board: CampaignBoard) -> None:
        board.staff_dice[self.side] = self.dice

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.reference.side_name(self.side)}: {count(self.dice, 'Staff Die', 'Staff Dice')}."


@frozen
class CorpsNominated(Event):
    """A corps begins its activation."""

    kind: ClassVar[str] = "corps_nominated"
    side: str
    command: str
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
    tokens: tuple[str, ...]

    def apply(self, board: CampaignBoard) -> None:
        board.allotted = set(self.tokens)
        board.marched.update(dict.fromkeys(self.tokens, board.command))
        board.staff_dice[self.side] -= len(self.tokens)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog != "referee" or seat == self.side:
            return self
        return evolve(self, tokens=())

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return ""
        return "Staff Dice for " + ", ".join(name_of(board, token) for token in self.tokens) + "."


@frozen
class StaffDieSpent(Event):
    """One Staff Die went on a special action or a rally."""

    kind: ClassVar[str] = "staff_die_spent"
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.staff_dice[self.side] -= 1

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class TokenTakenUp(Event):
    """It is this token's turn to move: everybody sees that it belongs to the corps that moves."""

    kind: ClassVar[str] = "token_taken_up"
    token: str

    def apply(self, board: CampaignBoard) -> None:
        board.marched[self.token] = board.command

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog != "referee" or board.tokens[self.token].side == seat else None

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class StaffDieRolled(Event):
    """The Staff Die of the token that moves now was rolled: so many spaces are added to its move."""

    kind: ClassVar[str] = "staff_die_rolled"
    token: str
    die: int
    spaces: int

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog != "referee" or board.tokens[self.token].side == seat else None

    def text(self, board: CampaignBoard) -> str:
        return f"{name_of(board, self.token)} rolls {self.die}: {count(self.spaces, 'space')} more."


@frozen
class MoveEnded(Event):
    """A token has made its move."""

    kind: ClassVar[str] = "move_ended"
    token: str

    def apply(self, board: CampaignBoard) -> None:
        board.moved.add(self.token)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if board.fog != "referee" or board.tokens[self.token].side == seat else None

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class MarchEnded(Event):
    """The corps moves no further; every token of it counts as moved."""

    kind: ClassVar[str] = "march_ended"
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.moved |= {token.id for token in board.tokens_of(self.side) if token.command == board.command}

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class CorpsEnded(Event):
    """The corps' activation is over; ``next_mover`` is the side to nominate now.

    That nothing of the corps was left to move tells the enemy something of what else it has.
    """

    kind: ClassVar[str] = "corps_ended"
    reveals: ClassVar[bool] = True
    next_mover: str

    def apply(self, board: CampaignBoard) -> None:
        board.activated.add(board.command)
        board.command, board.mover = "", self.next_mover
        board.allotted, board.moved = set(), set()
        board.acted, board.retreated, board.done = set(), set(), set()

    def text(self, board: CampaignBoard) -> str:
        return ""
