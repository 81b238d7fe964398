"""The events of a campaign: the only things that change its board."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import evolve, frozen
from wargame_core import Event, Ruling

from wargame_altar_of_freedom.board import (
    Award,
    Battle,
    CampaignBoard,
    Contact,
    Depot,
    Space,
    Token,
    TurnEffect,
)


def _name(board: CampaignBoard, token: str) -> str:
    found = board.tokens.get(token)
    return found.name if found else f"token {token}"


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
        return f"{_name(board, self.token)} {self.why} at {board.label(self.space)}."


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
        return (
            f"{_name(board, self.token)} {verb} {len(self.path)} from {board.label(self.origin)} "
            f"to {board.label(self.path[-1])}."
        )


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
        return f"{_name(board, self.token)} leaves the map: {self.why}."


@frozen
class TokensRevealed(Event):
    """A side sees the faces of enemy tokens. Nobody else learns anything but that it does."""

    kind: ClassVar[str] = "tokens_revealed"
    reveals: ClassVar[bool] = True
    to: str
    tokens: tuple[Token, ...]

    def apply(self, board: CampaignBoard) -> None:
        known = board.known.get(self.to, frozenset())
        board.known[self.to] = known | {token.id for token in self.tokens}

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if seat == self.to or any(token.side == seat for token in self.tokens):
            return self
        return evolve(self, tokens=tuple(token.turned_down() for token in self.tokens))

    def text(self, board: CampaignBoard) -> str:
        names = ", ".join(token.name for token in self.tokens) or "nothing"
        return f"{board.campaign.side_name(self.to)} sees: {names}."


@frozen
class DepotSetUp(Event):
    """A depot stands somewhere: built, captured or moved."""

    kind: ClassVar[str] = "depot_set_up"
    depot: Depot
    why: str = "set up"

    def apply(self, board: CampaignBoard) -> None:
        board.depots[self.depot.id] = self.depot

    def text(self, board: CampaignBoard) -> str:
        side = board.campaign.side_name(self.depot.side)
        return f"Depot at {board.label(self.depot.space)}: {self.why} by the {side} ({self.depot.value} Staff Dice)."


@frozen
class CardDrawn(Event):
    """A turn begins with its event card."""

    kind: ClassVar[str] = "card_drawn"
    reveals: ClassVar[bool] = True
    card: str

    def apply(self, board: CampaignBoard) -> None:
        board.drawn.append(self.card)
        board.turn += 1
        board.effects = [effect for effect in board.effects if effect.lasting]
        board.activated, board.fought = set(), False
        board.rally_tried, board.done = set(), set()
        board.mover = board.campaign.first_mover

    def text(self, board: CampaignBoard) -> str:
        card = board.campaign.deck.card(self.card)
        return f"Turn {len(board.drawn)}. Event: {card.name}. {card.text}"


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
        return f"{board.campaign.side_name(self.side)}: {self.dice} Staff Dice."


@frozen
class CorpsNominated(Event):
    """A corps begins its activation."""

    kind: ClassVar[str] = "corps_nominated"
    side: str
    command: str

    def apply(self, board: CampaignBoard) -> None:
        board.command, board.mover = self.command, self.side
        board.allotted, board.moved = set(), set()
        board.acted, board.retreated, board.done = set(), set(), set()

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.side_name(self.side)} moves {board.campaign.command_name(self.command)}."


@frozen
class DiceAllotted(Event):
    """Staff Dice lie beside some tokens of the corps; they are spent."""

    kind: ClassVar[str] = "dice_allotted"
    side: str
    tokens: tuple[str, ...]

    def apply(self, board: CampaignBoard) -> None:
        board.allotted = set(self.tokens)
        board.staff_dice[self.side] -= len(self.tokens)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog != "referee" or seat == self.side:
            return self
        return evolve(self, tokens=())

    def text(self, board: CampaignBoard) -> str:
        if not self.tokens:
            return ""
        return "Staff Dice for " + ", ".join(_name(board, token) for token in self.tokens) + "."


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
    """The corps' activation is over; ``next_mover`` is the side to nominate now."""

    kind: ClassVar[str] = "corps_ended"
    next_mover: str

    def apply(self, board: CampaignBoard) -> None:
        board.activated.add(board.command)
        board.command, board.mover = "", self.next_mover
        board.allotted, board.moved = set(), set()
        board.acted, board.retreated, board.done = set(), set(), set()

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class ContactMade(Event):
    """A division is about to enter a space with enemy divisions: everything stops for Battle Cards."""

    kind: ClassVar[str] = "contact_made"
    contact: Contact

    def apply(self, board: CampaignBoard) -> None:
        board.contact = self.contact

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        if board.fog == "referee" and seat not in board.campaign.sides:
            return None
        return self

    def text(self, board: CampaignBoard) -> str:
        contact = self.contact
        defenders = ", ".join(_name(board, token) for token in contact.defenders)
        attacking, defending = contact.nearby
        return (
            f"Contact at {board.label(contact.space)}: {_name(board, contact.attacker)} against {defenders}; within "
            f"{board.campaign.contact_range} spaces {attacking} attacking and {defending} defending divisions."
        )


@frozen
class ContactEnded(Event):
    """The contact is dealt with."""

    kind: ClassVar[str] = "contact_ended"

    def apply(self, board: CampaignBoard) -> None:
        board.contact = None

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class CardsRevealed(Event):
    """Both Battle Cards are turned over."""

    kind: ClassVar[str] = "cards_revealed"
    reveals: ClassVar[bool] = True
    attacker: str
    defender: str

    def text(self, board: CampaignBoard) -> str:
        return f"Battle Cards: attacker {self.attacker}, defender {self.defender}."


@frozen
class SkirmishFought(Event):
    """A minor skirmish was decided; the ruling has both scores with each modifier."""

    kind: ClassVar[str] = "skirmish_fought"
    winner: str
    ruling: Ruling

    def text(self, board: CampaignBoard) -> str:
        sides = "; ".join(
            f"{part.title} {part.total} = " + " ".join(str(modifier) for modifier in part.modifiers)
            for part in self.ruling.parts
        )
        return f"Minor skirmish: {sides}. {board.campaign.side_name(self.winner)} wins."


@frozen
class BrigadeBroken(Event):
    """A brigade is broken: it fights no more until it is rallied."""

    kind: ClassVar[str] = "brigade_broken"
    unit: str
    why: str

    def apply(self, board: CampaignBoard) -> None:
        board.broken.add(self.unit)

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.unit_name(self.unit)} is broken ({self.why})."


@frozen
class BrigadeLost(Event):
    """A brigade is out of the campaign for good."""

    kind: ClassVar[str] = "brigade_lost"
    unit: str

    def apply(self, board: CampaignBoard) -> None:
        board.broken.discard(self.unit)
        board.lost.add(self.unit)

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.unit_name(self.unit)} is lost for the campaign."


@frozen
class RallyTried(Event):
    """A rally was attempted and the brigade came back, or not."""

    kind: ClassVar[str] = "rally_tried"
    unit: str
    die: int
    rallied: bool

    def apply(self, board: CampaignBoard) -> None:
        board.rally_tried.add(self.unit)
        if self.rallied:
            board.broken.discard(self.unit)

    def text(self, board: CampaignBoard) -> str:
        how = "rallies" if self.rallied else "does not rally"
        return f"{board.campaign.unit_name(self.unit)} {how} ({self.die})."


@frozen
class RetreatBegan(Event):
    """A token has to retreat so many spaces."""

    kind: ClassVar[str] = "retreat_began"
    tokens: tuple[str, ...]
    spaces: int

    def apply(self, board: CampaignBoard) -> None:
        board.retreated |= set(self.tokens)

    def text(self, board: CampaignBoard) -> str:
        return ", ".join(_name(board, token) for token in self.tokens) + f" must retreat {self.spaces}."


@frozen
class RetreatBlocked(Event):
    """A retreat had no open way of its full length: every brigade of these divisions breaks."""

    kind: ClassVar[str] = "retreat_blocked"
    tokens: tuple[str, ...]

    def text(self, board: CampaignBoard) -> str:
        return "The retreat of " + ", ".join(_name(board, token) for token in self.tokens) + " is blocked."


@frozen
class SpecialActionTried(Event):
    """A special action was attempted with a Staff Die."""

    kind: ClassVar[str] = "special_action_tried"
    token: str
    what: str
    target: str
    die: int
    succeeded: bool

    def apply(self, board: CampaignBoard) -> None:
        board.acted.add(self.token)

    def text(self, board: CampaignBoard) -> str:
        how = "succeeds" if self.succeeded else "fails"
        return f"{_name(board, self.token)} tries to {self.what} {self.target}: {self.die}, {how}."


@frozen
class CrossingDestroyed(Event):
    """A bridge or ferry is gone."""

    kind: ClassVar[str] = "crossing_destroyed"
    crossing: str

    def apply(self, board: CampaignBoard) -> None:
        board.destroyed.add(self.crossing)

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.map.crossings[self.crossing].name} is destroyed."


@frozen
class CrossingRepaired(Event):
    """A bridge or ferry can be used again."""

    kind: ClassVar[str] = "crossing_repaired"
    crossing: str

    def apply(self, board: CampaignBoard) -> None:
        board.destroyed.discard(self.crossing)

    def text(self, board: CampaignBoard) -> str:
        return f"{board.campaign.map.crossings[self.crossing].name} is repaired."


@frozen
class SideDone(Event):
    """A side does nothing more of what it was asked (special actions, rallying, dispositions)."""

    kind: ClassVar[str] = "side_done"
    side: str

    def apply(self, board: CampaignBoard) -> None:
        board.done.add(self.side)

    def text(self, board: CampaignBoard) -> str:
        return ""


@frozen
class BattleChanged(Event):
    """A tabletop battle began or went on to its next stage (None: it is over)."""

    kind: ClassVar[str] = "battle_changed"
    battle: Battle | None
    story: str = ""

    def apply(self, board: CampaignBoard) -> None:
        board.battle = self.battle
        if self.battle is not None:
            board.fought = True

    def text(self, board: CampaignBoard) -> str:
        return self.story


@frozen
class BattleFought(Event):
    """A tabletop battle was decided."""

    kind: ClassVar[str] = "battle_fought"
    winner: str
    loser: str
    reason: str
    last_turn: int
    ruling: Ruling
    story: tuple[str, ...] = ()

    def text(self, board: CampaignBoard) -> str:
        name = board.campaign.side_name
        told = " ".join(self.story)
        return f"{told} {name(self.winner)} wins the battle ({self.reason}, turn {self.last_turn}).".strip()


@frozen
class PointsScored(Event):
    """A side scored victory points; only it knows."""

    kind: ClassVar[str] = "points_scored"
    award: Award

    def apply(self, board: CampaignBoard) -> None:
        board.ledger.append(self.award)

    def for_seat(self, seat: str, board: CampaignBoard) -> Event | None:
        return self if seat == self.award.side else None

    def text(self, board: CampaignBoard) -> str:
        award = self.award
        where = f" ({award.place})" if award.place else ""
        return f"{board.campaign.side_name(award.side)} scores {award.points:+d}: {award.what}{where}."


EVENTS: tuple[type[Any], ...] = (
    CounterTaken, TokenPlaced, TokenMoved, TokenSighted, TokenRemoved, TokensRevealed, DepotSetUp, CardDrawn, EffectBegan,
    EffectSpent, StaffDiceSet, CorpsNominated, DiceAllotted, StaffDieSpent, MoveEnded, MarchEnded, CorpsEnded,
    ContactMade, ContactEnded, CardsRevealed, SkirmishFought, BrigadeBroken, BrigadeLost, RallyTried, RetreatBegan,
    RetreatBlocked, SpecialActionTried, CrossingDestroyed, CrossingRepaired, SideDone, BattleChanged, BattleFought,
    PointsScored,
)  # fmt: skip
