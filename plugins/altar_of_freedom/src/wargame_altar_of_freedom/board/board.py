"""The campaign board: tokens on the theater map, depots, dice, losses, points, and what is going on right now.

At its end stands what a seat sees of the fields that hide something (Readings: Fog of war, What a referee announces).
In what a seat gets the enemy's tokens stand in the order of their numbers: the order in which they got them would tell
what they are.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias, TypeVar, assert_never

from attrs import define, field, frozen

from wargame_altar_of_freedom.board.pieces import (
    DIVISIONS,
    Award,
    Contact,
    Depot,
    Space,
    TabletopBattle,
    Token,
    turned_down,
)
from wargame_altar_of_freedom.board.tokens_seen import TokensKnown, TokensSeen
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import NO_COMMAND, CommandId
from wargame_core.authoring import Board, Cite, Procedure, Public, Static, Table, Visible
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.about import CARD, PIECE, PLACE, Names, Worded
from wargame_core.flow.declarations import Sight
from wargame_core.flow.visibility import Follows, Kept
from wargame_core.maps.masks import bits, mask_of

E = TypeVar("E", bound="CardEffect")
T = TypeVar("T")


class NothingUnderWay(WargameError, LookupError):
    """A step of the sequence or an event presupposes something that is not there, such as a contact."""


def require(value: T | None, thing: str) -> T:
    """What a step of the sequence presupposes. Raises `NothingUnderWay` when there is none of it."""
    if value is None:
        raise NothingUnderWay(f"there is no {thing} now")
    return value


class Fog(StrEnum):
    """What lies hidden: faces, with a referee positions too, or nothing. Source: GotW p.5 Fog of War (AFI p.5)."""

    FACE_DOWN = "face_down"
    REFEREE = "referee"
    OPEN = "open"


@frozen
class CardEffect:
    """What an event card does. A subclass is one effect: its fields are what a deck may say of it, under its ``kind``.

    `begin` is what it does when the card is turned over, and what holds from then on; the methods after it are what
    it bends while it holds, `says` how it says so. `wargame_altar_of_freedom.rules.event_cards` has examples.

    It promises that all but `begin` answer alike for the same board: marches, odds and bots ask them again and again.

    It may not change the board itself: `begin` asks (``t.ask``), rolls (``t.roll``) and records events (``t.record``).

    Example::

        from attrs import frozen
        from wargame_altar_of_freedom.board.board import CardEffect
        from wargame_altar_of_freedom.printed.data_files import Vocabulary
        from wargame_altar_of_freedom.printed.lines import Side


        @frozen
        class NoRallying(CardEffect):
            kind = "no_rallying"
            side: Side

            def no_rallying(self, board, unit):
                return board.campaign.side_of[unit] == self.side


        WORDS = Vocabulary(effects=(NoRallying,))
    """

    kind: ClassVar[str] = ""
    lasting: ClassVar[bool] = False
    """Whether it holds beyond the end of the turn."""
    spent_by_sight: ClassVar[bool] = False
    """Whether with a referee the way in which it was used up may tell of an enemy."""
    division_status: ClassVar[str] = ""
    """The status that its ``division`` has in the order of battle."""
    brings: ClassVar[str] = ""
    """The kind of token that it puts on the map."""
    called: ClassVar[str] = "event"
    """What an itemised march calls it."""

    def asked_sides(self, campaign: Campaign) -> Iterable[str]:
        """The sides that it may ask something."""
        return ()

    def begin(self, table: Table[CampaignBoard]) -> Procedure[CardEffect | None]:
        """Its card is turned over: the effect that holds from now on (by default it does itself), None for none."""
        yield from ()
        return self

    def unusable_crossings(self, campaign: Campaign) -> frozenset[str]:
        """The crossings that nobody can use."""
        return frozenset()

    def base_move(self, board: CampaignBoard, token: Token, spaces: int) -> int | None:
        """The base move of a token that would otherwise be ``spaces``; None where it does not change."""
        return None

    def roads_only(self, side: str) -> bool:
        """Whether a side moves only along roads."""
        return False

    def staff_dice(self, side: str) -> int:
        """The Staff Dice that a side has more or, below 0, fewer."""
        return 0

    def no_movement_dice(self, command: CommandId) -> bool:
        """Whether a command gets no Staff Dice for movement."""
        return False

    def no_rallying(self, board: CampaignBoard, unit: str) -> bool:
        """Whether a broken brigade may not rally."""
        return False

    def roll_needed(self, action: str) -> int | None:
        """The least result with which a special action succeeds; None where it is the usual one."""
        return None

    def worth(self, board: CampaignBoard, side: str, answer: str) -> float:
        """The victory points that an answer to a question of `begin` is worth to the side that is asked.

        ``answer`` is the choice of a `Decide`. Bots choose by it; of equal answers they take the first.
        """
        return 0.0

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        """What it means for play, a line each, with the id of the crossing that the line is about, or ""."""
        yield self.kind.replace("_", " "), ""


@frozen
class DivisionHeld(CardEffect):
    """A division is fixed in place until an event (or a retreat) releases it. Readings: Garrisons fixed in place."""

    kind: ClassVar[str] = "held"
    lasting: ClassVar[bool] = True
    division: str

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        yield f"{board.campaign.oob.formations[self.division].name} is held in place", ""


TokenId: TypeAlias = Annotated[str, PIECE]
"""What stands on the map: a token by its number, or a depot by its id."""


@define
class CampaignBoard(Board):
    """Everything a campaign has on its table. Sides and seats are the same words."""

    campaign: Static[Campaign] = field(eq=False, repr=False)
    """What is printed."""
    scenario: Public[str]
    """Who deploys: the book, or the players."""
    fog: Public[Fog]
    """What lies hidden."""
    options: Public[dict[str, str]]
    """The readings that were chosen, by the names of the options."""
    mover: Public[str]
    """The side whose corps moves next."""
    tokens: Annotated[
        dict[TokenId, Token], Visible(_seen_tokens), Worded(_piece_of, _token_of), Follows(_in_order_of_battle)
    ] = field(factory=dict)
    """Every token that has a counter, by its number, on the map or not."""
    at: Annotated[dict[TokenId, Annotated[Space, PLACE]], Visible(_seen_places)] = field(factory=dict)
    """Where the tokens on the map stand."""
    face_up: Public[set[TokenId]] = field(factory=set)
    """Tokens that lie open for all; none with a referee, who shows a token to those who see its space."""
    known_faces: Annotated[dict[str, frozenset[str]], Visible(_seen_by_whom)] = field(factory=dict)
    """Enemy tokens that a side was shown, by side."""
    depots: Public[dict[TokenId, Depot]] = field(factory=dict)
    """The depots that stand, by id."""
    destroyed_crossings: Public[set[str]] = field(factory=set)
    """Crossings that are destroyed."""
    broken_brigades: Annotated[set[str], Visible(_seen_losses)] = field(factory=set)
    """Brigades that are broken and may rally."""
    lost_brigades: Annotated[set[str], Visible(_seen_losses)] = field(factory=set)
    """Brigades that are out of the campaign."""
    ledger: Annotated[list[Award], Visible(_own_awards)] = field(factory=list)
    """Victory points scored, in order."""
    turn: Public[int] = 0
    """The turn that is being played; 0 during the set-up."""
    turns_ended: Public[int] = 0
    """Turns that are over."""
    drawn_cards: Public[list[str]] = field(factory=list)
    """Event cards turned over so far, in order."""
    effects: Public[list[CardEffect]] = field(factory=list)
    """What event cards have changed for now."""
    staff_dice: Public[dict[str, int]] = field(factory=dict)
    """Staff Dice left this turn, by side."""
    activated_commands: Public[set[str]] = field(factory=set)
    """Commands that have moved this turn."""
    command: Public[CommandId] = NO_COMMAND
    """The corps being moved; empty between corps."""
    tokens_with_dice: Annotated[set[TokenId], Visible(_seen_actions)] = field(factory=set)
    """Tokens of that corps with a Staff Die for their march."""
    marching_commands: Annotated[dict[TokenId, str], Visible(_seen_commands)] = field(factory=dict)
    """With which command a token was seen to move, which tells something of what it is."""
    moved_tokens: Annotated[set[TokenId], Visible(_seen_moves)] = field(factory=set)
    """Tokens that have moved in this activation."""
    acted_tokens: Annotated[set[TokenId], Visible(_seen_actions)] = field(factory=set)
    """Tokens that have tried a special action in this activation."""
    retreated_tokens: Annotated[set[TokenId], Visible(_seen_actions)] = field(factory=set)
    """Tokens that have retreated in this activation."""
    rally_tried: Annotated[set[str], Visible(_seen_actions)] = field(factory=set)
    """Brigades that have tried to rally this turn."""
    done_sides: Public[set[str]] = field(factory=set)
    """Sides that do nothing more of what they were asked."""
    raided_places: Public[set[str]] = field(factory=set)
    """Places that have been raided."""
    left_out: Public[set[str]] = field(factory=set)
    """Formations that are left out of the campaign."""
    contact: Annotated[Contact | None, Visible(_seen_fight)] = None
    """The contact that is being dealt with."""
    battle: Annotated[TabletopBattle | None, Visible(_seen_fight)] = None
    """The tabletop battle that is on."""
    battle_ended_movement: Public[bool] = False
    """Whether a tabletop battle has ended all movement of this turn."""

    _seen: Kept[dict[str, TokensSeen]] = field(factory=dict, init=False, eq=False)
    """By seat, the tokens that it saw last: `tokens_seen` compares what they follow from, so none goes stale."""

    def place_id(self, space: int) -> str:
        """A space as the map's margins number it."""
        return self.campaign.map.coordinates(space)

    def names_of(self, kind: Names, ref: str) -> tuple[str, ...]:
        """A token as this board shows it, a brigade, a depot; a space by its label, crossings with it; a card."""
        campaign = self.campaign
        if kind is PIECE:
            if ref in self.tokens:
                return (self.tokens[ref].name, ref)
            if ref in campaign.depots:
                return tuple(f"Depot at {place}" for place in campaign.depots[ref].places)
            unit = campaign.oob.units.get(ref)
            return (f"token {ref}", ref) if unit is None else (campaign.unit_name(ref), unit.name)
        if kind is CARD:
            return (campaign.deck.card(ref).name,) if ref in campaign.deck.cards else (ref,)
        space = campaign.map.parse(ref)
        return (self.label(space), ref, *campaign.crossings_at(space))

    def ids_of(self, kind: Names) -> Container[str] | None:
        """The tokens that are seen, the depots and the units."""
        return {*self.tokens, *self.campaign.depots, *self.campaign.oob.units} if kind is PIECE else None

    def piece_places(self) -> dict[str, str]:
        """The spaces of the depots, and of the tokens that are seen, in the order of the numbers on their backs.

        The order in which they came would tell what they are.
        """
        coordinates = self.campaign.map.all_coordinates
        depots = {depot.id: coordinates[depot.space] for depot in self.depots.values()}
        return depots | {token: coordinates[space] for token, space in sorted(self.at.items())}

    def contradictions(self) -> Iterator[tuple[str, str]]:
        """A piece with two tokens, a number on the map that no token has, and a depot with another id than its own."""
        tokens_by_piece: dict[str, str] = {}
        for number, token in self.tokens.items():
            if token.piece and (other_token := tokens_by_piece.setdefault(token.piece, number)) != number:
                yield number, f"{token.piece} has two tokens: {other_token} and {number}"
        for number in self.at.keys() - self.tokens.keys():
            yield number, f"{number} stands on the map, and nothing says what it is (tokens and a piece)"
        for depot_id, depot in self.depots.items():
            if depot.id != depot_id:
                yield depot_id, f"{depot_id} is said to be {depot.id}"

    def sight(self) -> Sight | None:
        """With a referee an enemy is seen for as long as one stands next to him."""
        return Sight(self.places_watched, self.places_seeing) if self.fog is Fog.REFEREE else None

    def places_watched(self, seat: str) -> frozenset[str]:
        """With a referee the spaces that a side sees."""
        is_a_side = seat in self.campaign.seats
        return frozenset(map(self.place_id, bits(spaces_in_sight(self, seat)))) if is_a_side else frozenset()

    def places_seeing(self, places: Iterable[str]) -> frozenset[str]:
        """The spaces that can be entered and are one of these or next to one: who stands there sees it."""
        near_spaces = spaces_and_neighbours(self, map(self.campaign.map.parse, places))
        return frozenset(map(self.place_id, bits(near_spaces & self.campaign.map.enterable)))

    @property
    def open_contact(self) -> Contact:
        """The contact that is being dealt with. Raises `NothingUnderWay`."""
        return require(self.contact, "contact")

    @property
    def open_battle(self) -> TabletopBattle:
        """The tabletop battle that is on. Raises `NothingUnderWay`."""
        return require(self.battle, "tabletop battle")

    # who is where

    def tokens_of(self, side: str) -> Iterator[Token]:
        """The side's tokens that stand on the map."""
        space_of = self.at
        return (token for token_id, token in self.tokens.items() if token.side == side and token_id in space_of)

    def tokens_in(self, space: int) -> list[Token]:
        """The tokens in a space, of either side, by number: the order in which they came would tell what they are."""
        token_ids = [token_id for token_id, token_space in self.at.items() if token_space == space]
        return [self.tokens[token_id] for token_id in sorted(token_ids)]

    def mask(self, side: str) -> int:
        """Mask of the spaces with a token of this side."""
        tokens, mask = self.tokens, 0
        for token_id, space in self.at.items():
            if tokens[token_id].side == side:
                mask |= 1 << space
        return mask

    def division_mask(self, side: str) -> int:
        """Mask of the spaces with a division of this side."""
        return mask_of(self.at[token.id] for token in self.tokens_of(side) if token.kind in DIVISIONS)

    def divisions_within(self, side: str, space: int, spaces: int) -> int:
        """How many divisions of the side stand within ``spaces`` of a space, ignoring terrain."""
        near_spaces = self.campaign.map.within(space, spaces)
        return sum(1 for token in self.tokens_of(side) if token.is_division and near_spaces >> self.at[token.id] & 1)

    def depot_mask(self, side: str) -> int:
        """Mask of the spaces with a depot that this side holds."""
        return mask_of(depot.space for depot in self.depots.values() if depot.side == side)

    def depot_in(self, space: int) -> Depot | None:
        """The depot in a space."""
        return next((depot for depot in self.depots.values() if depot.space == space), None)

    def enemy(self, side: str) -> str:
        """The other side."""
        first_seat, second_seat = self.campaign.seats
        return second_seat if side == first_seat else first_seat

    def knows_occupied(self, seat: str, space: int) -> bool:
        """Whether a seat knows that something stands in a space: always, unless a referee keeps the map hidden.

        With a referee a side sees the spaces it stands in and those next to them, and both see the table of a battle.
        Readings: Face-down tokens, A referee keeps the map.
        """
        if self.fog is not Fog.REFEREE:
            return True
        if seat not in self.campaign.seats:
            return False
        near_spaces = self.campaign.map.adjacent[space] | 1 << space
        return bool(near_spaces & self.mask(seat)) or space in on_the_table(self.battle)

    def knows_position(self, seat: str, token: str) -> bool:
        """Whether a seat knows where a token stands; where there is no referee, every seat does."""
        return self.fog is not Fog.REFEREE or (token in self.at and self.knows_occupied(seat, self.at[token]))

    def enemies_seen(self, side: str) -> int:
        """Mask of the spaces in which a side knows of an enemy token."""
        mask = self.mask(self.enemy(side))
        return mask & spaces_in_sight(self, side) if self.fog is Fog.REFEREE else mask

    def enemy_divisions_known(self, side: str) -> int:
        """Mask of the spaces in which a side knows of an enemy division: it sees the token and knows its face."""
        tokens = (token for token in self.tokens_of(self.enemy(side)) if token.kind in DIVISIONS)
        return self.enemies_seen(side) & mask_of(self.at[token.id] for token in tokens if self.knows_face(side, token))

    def knows_face(self, seat: str, token: Token) -> bool:
        """Whether a seat knows the face of a token: its own, one turned over for all, or one it was shown.

        Source: GotW p.5 Fog of War (AFI p.5). Readings: Fog of war.
        """
        is_visible = token.side == seat or self.fog is Fog.OPEN or token.id in self.face_up
        return is_visible or token.id in self.known_faces.get(seat, ())

    def tokens_seen(self, seat: str) -> TokensSeen:
        """The tokens as a seat sees them."""
        on_map, faces = [*self.at], self.face_up.union(self.known_faces.get(seat, ()))
        match self.fog:
            case Fog.REFEREE:
                on_map = [token for token in on_map if self.knows_occupied(seat, self.at[token])]
            case Fog.OPEN:
                faces = set(self.tokens)
            case Fog.FACE_DOWN:
                pass
            case _:
                assert_never(self.fog)
        held_back = () if self.battle is None else _held_back_in_a_game(self, seat)
        known_tokens = ([*self.tokens.values()], on_map, faces, held_back)
        seen_tokens = self._seen.get(seat)
        if seen_tokens is None or seen_tokens.known != known_tokens:
            seen_tokens = self._seen[seat] = TokensSeen(seat, TokensKnown(*known_tokens))
        return seen_tokens

    def token_of_unit(self, unit: str) -> Token | None:
        """The division token that a unit belongs to."""
        division = self.campaign.division_of[unit]
        return next((token for token in self.tokens.values() if token.unit == division), None)

    # commands

    def commands_on_map(self) -> set[CommandId]:
        """The commands with a token on the map that is not fixed in place."""
        tokens, held_divisions = self.tokens, self.held_divisions()
        return {tokens[token_id].command for token_id in self.at if tokens[token_id].unit not in held_divisions}

    def tokens_under(self, command: CommandId) -> list[Token]:
        """The tokens on the map that move with a command and are not fixed in place."""
        space_of, held_divisions = self.at, self.held_divisions()
        return [
            token
            for token in self.tokens.values()
            if token.command == command and token.id in space_of and token.unit not in held_divisions
        ]

    def brigades(self, token: Token) -> tuple[str, ...]:
        """The unbroken brigades (every base, guns included) of a division token, by unit id."""
        if not token.unit:
            return ()
        broken_units, lost_units = self.broken_brigades, self.lost_brigades
        return tuple(
            unit for unit in self.campaign.brigades[token.unit] if unit not in broken_units and unit not in lost_units
        )

    def closed_crossings(self, side: str) -> frozenset[tuple[int, int]]:
        """The edges of crossings that this side cannot use now: destroyed, closed by an event, or not its own.

        Source: GotW p.7 Crossing Rivers, p.8 Special Actions (AFI p.7-8).
        """
        crossing_ids = self.destroyed_crossings
        if self.effects:
            crossing_ids = crossing_ids.union(*[effect.unusable_crossings(self.campaign) for effect in self.effects])
        return self.campaign.map.closed_crossings(side, crossing_ids)

    def points(self, side: str) -> int:
        """The side's victory points."""
        return sum([award.points for award in self.ledger if award.side == side])

    def effects_of(self, kind: type[E]) -> tuple[E, ...]:
        """The events' effects of one kind that are in force."""
        effects = self.effects
        return tuple([effect for effect in effects if isinstance(effect, kind)]) if effects else ()

    def held_divisions(self) -> frozenset[str]:
        """Divisions that an event (or a retreat) has yet to release. Readings: Garrisons fixed in place."""
        return frozenset([effect.division for effect in self.effects if isinstance(effect, DivisionHeld)])

    def label(self, space: int) -> str:
        """What people call a space: its place, or its coordinates and the place it is near."""
        return self.campaign.label(space)

    def cite(self, heading: str) -> Cite:
        """Where this campaign's book prints a rule."""
        return self.campaign.cite(heading)


# what a seat sees of the fields that hide something


def _seen_tokens(tokens: dict[str, Token], board: CampaignBoard, seat: str) -> dict[str, Token]:
    return board.tokens_seen(seat).shown.copy()


def _seen_places(space_of: dict[str, Space], board: CampaignBoard, seat: str) -> dict[str, Space]:
    return {token_id: space_of[token_id] for token_id in board.tokens_seen(seat).standing}


def _seen_commands(march_commands: dict[str, str], board: CampaignBoard, seat: str) -> dict[str, str]:
    """The commands of one's own tokens as they are, then those of the enemy's by number; with a referee none of his."""
    if not march_commands:
        return {}
    seen_tokens = board.tokens_seen(seat)
    own_commands = {token_id: command for token_id, command in march_commands.items() if token_id in seen_tokens.own}
    if board.fog is Fog.REFEREE:
        return own_commands
    return own_commands | {
        token_id: march_commands[token_id] for token_id in seen_tokens.others if token_id in march_commands
    }


def _seen_actions(doers: set[str], board: CampaignBoard, seat: str) -> set[str]:
    """What tokens, or units, have done: with a referee one's own only."""
    if not doers:
        return set()
    tokens, side_of = board.tokens, board.campaign.side_of
    if board.fog is not Fog.REFEREE:
        return (doers - tokens.keys()) | (doers & board.tokens_seen(seat).followed)
    return {doer for doer in doers if (tokens[doer].side if doer in tokens else side_of[doer]) == seat}


def _seen_moves(moved_tokens: set[str], board: CampaignBoard, seat: str) -> set[str]:
    """At the end of a march all tokens of the corps count as moved; the enemy knows of those that it saw march."""
    if not moved_tokens:
        return set()
    seen_tokens = board.tokens_seen(seat)
    own_moves = moved_tokens & seen_tokens.own
    if board.fog is Fog.REFEREE:
        return own_moves
    march_commands, command = board.marching_commands, board.command
    return own_moves | {
        token_id for token_id in moved_tokens & seen_tokens.followed if march_commands.get(token_id) == command
    }


def _seen_by_whom(shown_faces: dict[str, frozenset[str]], board: CampaignBoard, seat: str) -> dict[str, frozenset[str]]:
    """What a side was shown itself, and what it knows the others were shown of its own."""
    if not shown_faces or seat not in board.campaign.seats:
        return {}
    tokens = board.tokens
    faces_by_side = {
        side: token_ids
        if side == seat
        else frozenset(token_id for token_id in token_ids if token_id in tokens and tokens[token_id].side == seat)
        for side, token_ids in shown_faces.items()
    }
    return {side: token_ids for side, token_ids in faces_by_side.items() if token_ids}


def _own_awards(ledger: list[Award], board: CampaignBoard, seat: str) -> list[Award]:
    return ledger.copy() if board.outcome is not None else [award for award in ledger if award.side == seat]


def _seen_losses(units: set[str], board: CampaignBoard, seat: str) -> set[str]:
    """With a referee one's own, and of those that take part in a battle also the enemy's: its brief leaves them out."""
    if board.fog is not Fog.REFEREE:
        return units.copy()
    side_of = board.campaign.side_of
    fighting = _in_battle(board, seat) if seat in board.campaign.seats else ()
    return {unit for unit in units if side_of[unit] == seat or unit in fighting}


def _held_back_in_a_game(board: CampaignBoard, seat: str) -> tuple[str, ...]:
    """What is held back from a battle that is fought out in an inner game, for who sees that game.

    Readings: Divisions held back.
    """
    battle, inner = board.battle, board.inner
    return battle.held_back if battle is not None and inner is not None and inner.game.seat(seat) is not None else ()


def _in_battle(board: CampaignBoard, seat: str) -> set[str]:
    """The brigades and guns that belong to the divisions and armies of a tabletop battle, whole or not.

    What an attacker holds back he need not show, unless the battle is fought out in an inner game.
    """
    battle, campaign = board.battle, board.campaign
    if battle is None or not battle.attackers:
        return set()
    tokens = (*battle.attackers, *battle.defenders, *(arrival.token for arrival in battle.reinforcements))
    tokens += _held_back_in_a_game(board, seat)
    divisions = [board.tokens[token_id].unit for token_id in tokens if token_id in board.tokens]
    units = {unit for division in divisions if division for unit in campaign.brigades[division]}
    if len(battle.called) == len(campaign.seats):  # both have their brief, and the guns of the army are in it
        units |= {gun.id for group in campaign.unattached for gun in group.units}
    return units


def _seen_fight(under_way: T | None, board: CampaignBoard, seat: str) -> T | None:
    """A contact or a battle: with a referee for nobody but the two sides."""
    return under_way if board.fog is not Fog.REFEREE or seat in board.campaign.seats else None


def on_the_table(battle: TabletopBattle | None) -> tuple[Space, ...]:
    """The spaces of a tabletop battle, once those that stand there are on the table: both sides see them."""
    return battle.block if battle is not None and battle.attackers else ()


def spaces_in_sight(board: CampaignBoard, side: str) -> int:
    """Mask of the spaces that a side sees with a referee: its own, those next to them, and the table.

    Readings: A referee keeps the map.
    """
    return spaces_and_neighbours(board, bits(board.mask(side))) | mask_of(on_the_table(board.battle))


def spaces_and_neighbours(board: CampaignBoard, spaces: Iterable[int]) -> int:
    """Mask of these spaces and of those next to them, over rivers too: what who stands there sees, and from where."""
    near_spaces = 0
    for space in spaces:
        near_spaces |= 1 << space | board.campaign.map.adjacent[space]
    return near_spaces


# ------------------------------------------------------------------------------------------- tokens in a word
_FACE_DOWN = "face_down_"


def _piece_of(board: CampaignBoard, number: str, token: Token) -> str:
    """The piece that a token stands for, or whose it is where it lies face down; "" for what came up in play."""
    piece = board.campaign.pieces.get(token.piece)
    if piece is not None and token == Token.of(number, piece):
        return piece.id
    return f"{_FACE_DOWN}{token.side}" if token == token.turned_down() else ""


def _token_of(board: CampaignBoard, number: str, word: str) -> Token:
    pieces, sides = board.campaign.pieces, board.campaign.seats
    if word in pieces:
        return Token.of(number, pieces[word])
    if word.removeprefix(_FACE_DOWN) in sides and word.startswith(_FACE_DOWN):
        return turned_down(number, word.removeprefix(_FACE_DOWN))
    raise UnknownName("piece of the order of battle", word, [*pieces, *(f"{_FACE_DOWN}{side}" for side in sides)])


def _in_order_of_battle(board: CampaignBoard) -> dict[str, Token]:
    """The tokens in the order in which pieces get their counters; those that came up in play follow as they came."""
    places = {piece: number for number, piece in enumerate(board.campaign.pieces)}
    return dict(sorted(board.tokens.items(), key=lambda item: places.get(item[1].piece, len(places))))
