"""The campaign board: tokens on the theater map, depots, dice, losses, points, and what is going on right now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

from attrs import define, field

from wargame_altar_of_freedom.board.contacts import Contact, TabletopBattle
from wargame_altar_of_freedom.board.fog import (
    BATTLE_SEEN,
    COMMANDS_SEEN,
    CONTACT_SEEN,
    DOINGS_SEEN,
    KNOWN_SEEN,
    LOSSES_SEEN,
    MOVES_SEEN,
    OWN_AWARDS,
    PLACES_SEEN,
    RALLIES_SEEN,
    TOKENS_SEEN,
    Fog,
    in_or_next_to,
    in_sight,
    on_the_table,
)
from wargame_altar_of_freedom.board.pieces import DIVISIONS, Award, Depot, Space, Token
from wargame_altar_of_freedom.board.turn_effects import CrossingClosed, TurnEffect
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.vocabulary import NO_COMMAND, CommandId
from wargame_core.authoring import Board, Cite, Public, Static
from wargame_core.errors import WargameError
from wargame_core.flow.about import CARD, PIECE, Names
from wargame_core.flow.rules import Sight
from wargame_core.maps.masks import bits, mask_of

E = TypeVar("E", bound=TurnEffect)
T = TypeVar("T")


class NothingUnderWay(WargameError, LookupError):
    """A step of the sequence or an event presupposes something that is not there, such as a contact."""


def required(value: T | None, what: str) -> T:
    """What a step of the sequence presupposes. Raises `NothingUnderWay` when there is none of it."""
    if value is None:
        raise NothingUnderWay(f"there is no {what} now")
    return value


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
    tokens: Annotated[dict[str, Token], TOKENS_SEEN] = field(factory=dict)
    """Every token that has a counter, by its number, on the map or not."""
    at: Annotated[dict[str, Space], PLACES_SEEN] = field(factory=dict)
    """Where the tokens on the map stand."""
    face_up: Public[set[str]] = field(factory=set)
    """Tokens that lie open for all; none with a referee, who shows a token to those who see its space."""
    known: Annotated[dict[str, frozenset[str]], KNOWN_SEEN] = field(factory=dict)
    """Enemy tokens that a side was shown, by side."""
    depots: Public[dict[str, Depot]] = field(factory=dict)
    """The depots that stand, by id."""
    destroyed: Public[set[str]] = field(factory=set)
    """Crossings that are destroyed."""
    broken: Annotated[set[str], LOSSES_SEEN] = field(factory=set)
    """Brigades that are broken and may rally."""
    lost: Annotated[set[str], LOSSES_SEEN] = field(factory=set)
    """Brigades that are out of the campaign."""
    ledger: Annotated[list[Award], OWN_AWARDS] = field(factory=list)
    """Victory points scored, in order."""
    turn: Public[int] = 0
    """The turn that is being played; 0 during the set-up."""
    turns_ended: Public[int] = 0
    """Turns that are over."""
    drawn: Public[list[str]] = field(factory=list)
    """Event cards turned over so far, in order."""
    effects: Public[list[TurnEffect]] = field(factory=list)
    """What event cards have changed for now."""
    staff_dice: Public[dict[str, int]] = field(factory=dict)
    """Staff Dice left this turn, by side."""
    activated: Public[set[str]] = field(factory=set)
    """Commands that have moved this turn."""
    command: Public[CommandId] = NO_COMMAND
    """The corps being moved; empty between corps."""
    allotted: Annotated[set[str], DOINGS_SEEN] = field(factory=set)
    """Tokens of that corps with a Staff Die for their march."""
    marched: Annotated[dict[str, str], COMMANDS_SEEN] = field(factory=dict)
    """With which command a token was seen to move, which tells something of what it is."""
    moved: Annotated[set[str], MOVES_SEEN] = field(factory=set)
    """Tokens that have moved in this activation."""
    acted: Annotated[set[str], DOINGS_SEEN] = field(factory=set)
    """Tokens that have tried a special action in this activation."""
    retreated: Annotated[set[str], DOINGS_SEEN] = field(factory=set)
    """Tokens that have retreated in this activation."""
    rally_tried: Annotated[set[str], RALLIES_SEEN] = field(factory=set)
    """Brigades that have tried to rally this turn."""
    done: Public[set[str]] = field(factory=set)
    """Sides that do nothing more of what they were asked."""
    raided: Public[set[str]] = field(factory=set)
    """Places that have been raided."""
    left_out: Public[set[str]] = field(factory=set)
    """Formations that are left out of the campaign."""
    contact: Annotated[Contact | None, CONTACT_SEEN] = None
    """The contact that is being dealt with."""
    battle: Annotated[TabletopBattle | None, BATTLE_SEEN] = None
    """The tabletop battle that is on."""
    fought: Public[bool] = False
    """Whether a tabletop battle has ended all movement of this turn."""

    def place_id(self, space: int) -> str:
        """A space as the map's margins number it."""
        return self.campaign.map.coordinates(space)

    def names_of(self, what: Names, ref: str) -> tuple[str, ...]:
        """A token as this board shows it, a brigade, a depot; a space by its label, crossings with it; a card."""
        campaign = self.campaign
        if what is PIECE:
            if ref in self.tokens:
                return (self.tokens[ref].name, ref)
            if ref in campaign.depots:
                return tuple(f"Depot at {place}" for place in campaign.depots[ref].places)
            unit = campaign.oob.units.get(ref)
            return (ref,) if unit is None else (campaign.reference.unit_name(ref), unit.name)
        if what is CARD:
            return (campaign.deck.card(ref).name,) if ref in campaign.deck.cards else (ref,)
        space = campaign.map.parse(ref)
        return (self.label(space), ref, *campaign.reference.crossings_at(space))

    def piece_places(self) -> dict[str, str]:
        """The spaces of the tokens that are seen, by the numbers on their backs, and of the depots."""
        depots = {depot.id: self.place_id(depot.space) for depot in self.depots.values()}
        return depots | {token: self.place_id(space) for token, space in self.at.items()}

    def sight(self) -> Sight | None:
        """With a referee an enemy is seen for as long as one stands next to him."""
        return Sight(self.places_watched, self.places_seeing) if self.fog is Fog.REFEREE else None

    def places_watched(self, seat: str) -> frozenset[str]:
        """With a referee the spaces that a side sees."""
        sided = seat in self.campaign.seats
        return frozenset(map(self.place_id, bits(in_sight(self, seat)))) if sided else frozenset()

    def places_seeing(self, places: Iterable[str]) -> frozenset[str]:
        """The spaces that can be entered and are one of these or next to one: who stands there sees it."""
        near = in_or_next_to(self, map(self.campaign.map.parse, places))
        return frozenset(map(self.place_id, bits(near & self.campaign.map.enterable)))

    @property
    def open_contact(self) -> Contact:
        """The contact that is being dealt with. Raises `NothingUnderWay`."""
        return required(self.contact, "contact")

    @property
    def open_battle(self) -> TabletopBattle:
        """The tabletop battle that is on. Raises `NothingUnderWay`."""
        return required(self.battle, "tabletop battle")

    # who is where

    def tokens_of(self, side: str) -> Iterator[Token]:
        """The side's tokens that stand on the map."""
        at = self.at
        return (token for token_id, token in self.tokens.items() if token.side == side and token_id in at)

    def tokens_in(self, space: int) -> list[Token]:
        """The tokens in a space, of either side, by number: the order in which they came would tell what they are."""
        there = [token_id for token_id, where in self.at.items() if where == space]
        return [self.tokens[token_id] for token_id in sorted(there)]

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
        near, tokens = self.campaign.map.within(space, spaces), self.tokens
        return sum(
            1
            for token_id, where in self.at.items()
            if near >> where & 1 and tokens[token_id].side == side and tokens[token_id].is_division
        )

    def depot_mask(self, side: str) -> int:
        """Mask of the spaces with a depot that this side holds."""
        return mask_of(depot.space for depot in self.depots.values() if depot.side == side)

    def depot_in(self, space: int) -> Depot | None:
        """The depot in a space."""
        return next((depot for depot in self.depots.values() if depot.space == space), None)

    def enemy(self, side: str) -> str:
        """The other side."""
        first, second = self.campaign.seats
        return second if side == first else first

    def sees(self, seat: str, space: int) -> bool:
        """Whether a seat knows that something stands in a space: always, unless a referee keeps the map hidden.

        With a referee a side sees the spaces it stands in and those next to them, and both see the table of a battle.
        Readings: Face-down tokens, A referee keeps the map.
        """
        if self.fog is not Fog.REFEREE:
            return True
        if seat not in self.campaign.seats:
            return False
        near = (self.campaign.map.adjacent[space] | 1 << space) & self.mask(seat)
        return bool(near) or space in on_the_table(self.battle)

    def shows(self, seat: str, token: str) -> bool:
        """Whether a seat knows where a token stands; where there is no referee, every seat does."""
        if self.fog is not Fog.REFEREE:
            return True
        return token in self.at and self.sees(seat, self.at[token])

    def enemies_seen(self, side: str) -> int:
        """Mask of the spaces in which a side knows of an enemy token."""
        mask = self.mask(self.enemy(side))
        return mask & in_sight(self, side) if self.fog is Fog.REFEREE else mask

    def knows(self, seat: str, token: Token) -> bool:
        """Whether a seat knows the face of a token: its own, one turned over for all, or one it was shown.

        Source: GotW p.5 Fog of War (AFI p.5). Readings: Fog of war.
        """
        return (
            token.side == seat
            or token.id in self.face_up
            or token.id in self.known.get(seat, frozenset())
            or self.fog is Fog.OPEN
        )

    def token_of_unit(self, unit: str) -> Token | None:
        """The division token that a unit belongs to."""
        division = self.campaign.reference.division_of[unit]
        return next((token for token in self.tokens.values() if token.unit == division), None)

    # strength

    def brigades(self, token: Token) -> tuple[str, ...]:
        """The unbroken brigades (every base, guns included) of a division token, by unit id."""
        if not token.unit:
            return ()
        gone, lost = self.broken, self.lost
        return tuple(
            unit for unit in self.campaign.reference.brigades[token.unit] if unit not in gone and unit not in lost
        )

    # ways

    def closed_crossings(self, side: str) -> frozenset[tuple[int, int]]:
        """The edges of crossings that this side cannot use now: destroyed, closed by an event, or not its own.

        Source: GotW p.7 Crossing Rivers, p.8 Special Actions (AFI p.7-8).
        """
        closed = {effect.crossing for effect in self.effects_of(CrossingClosed)}
        return self.campaign.map.closed_crossings(side, self.destroyed | closed)

    # sums

    def points(self, side: str) -> int:
        """The side's victory points."""
        return sum(award.points for award in self.ledger if award.side == side)

    def effects_of(self, kind: type[E]) -> tuple[E, ...]:
        """The events' effects of one kind that are in force."""
        effects = self.effects
        return tuple([effect for effect in effects if isinstance(effect, kind)]) if effects else ()

    def label(self, space: int) -> str:
        """What people call a space: its place, or its coordinates and the place it is near."""
        return self.campaign.reference.label(space)

    def cite(self, heading: str) -> Cite:
        """Where this campaign's book prints a rule."""
        return self.campaign.reference.cite(heading)
