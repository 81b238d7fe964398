"""Event cards: one a turn from a deck without order, and the effects that a card of any campaign may name.

An effect lasts for the turn unless it says otherwise. Source: GotW p.6 Draw Event Card (AFI p.6). The cards themselves
are reconstructions; rulings. Readings: Event cards and railroads.
"""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from attrs import evolve, field, frozen

from wargame_altar_of_freedom.board import turn_events
from wargame_altar_of_freedom.board.actions import Inspect
from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect
from wargame_altar_of_freedom.board.naming import count
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.arrivals import arrive, free_spaces_near, nearest_free, place
from wargame_altar_of_freedom.rules.fog_of_war import reveal
from wargame_altar_of_freedom.rules.march import OneRailMove
from wargame_core.authoring import D6, ListedChoices, Procedure, Table, draw_from


def draw_event_card(table: Table[CampaignBoard]) -> Procedure[None]:
    """A turn begins: its event card is turned over and takes effect; two cards of the deck never are.

    Leaving two cards out unseen is the same as drawing from all of them one turn after another.
    Source: GotW p.6 Draw Event Card (AFI p.6).
    """
    board = table.board
    undrawn_cards = [card for card in board.campaign.deck.cards if card not in board.drawn_cards]
    card = yield from table.roll_openly(
        draw_from(undrawn_cards, "event deck"), "event card", board.cite("Draw Event Card")
    )
    table.record(turn_events.TurnBegan(board.turn + 1))
    table.record(turn_events.EventCardDrawn(card, board.turn))
    for effect in board.campaign.deck.card(card).effects:
        holding = yield from effect.args.begin(table)
        if holding is not None:
            table.record(turn_events.EffectBegan(holding))


def divisions_brought(board: CampaignBoard) -> frozenset[str]:
    """Divisions that a card turned over so far has brought."""
    cards = (board.campaign.deck.card(card) for card in board.drawn_cards)
    effects = (effect.args for card in cards for effect in card.effects)
    return frozenset(effect.division for effect in effects if isinstance(effect, PlaceDivision))


@frozen
class PlaceDivision(CardEffect):
    """A division comes in ``at`` a place, or at one by d6; or next to it (``or_adjacent``), else at ``fallback``.

    With ``nearest_by_road`` it comes instead to the nearest space by road that is free, if the place is not.
    """

    kind: ClassVar[str] = "place_division"
    division_status: ClassVar[str] = "random_arrival"
    division: lines.DivisionName
    fallback: lines.EntryId
    at: lines.PlaceName | None = None
    by_d6: (
        tuple[lines.PlaceName, lines.PlaceName, lines.PlaceName, lines.PlaceName, lines.PlaceName, lines.PlaceName]
        | None
    ) = None
    or_adjacent: bool = field(default=True, kw_only=True)
    nearest_by_road: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if (self.at is None) == (self.by_d6 is None):
            raise ValueError("needs either at or by_d6, and not both")

    def asked_sides(self, campaign: Campaign) -> Iterator[str]:
        return (piece.side for piece in campaign.pieces.values() if piece.division == self.division)

    def begin(self, table: Table[CampaignBoard]) -> Procedure[None]:
        board, cite = table.board, table.board.cite("Draw Event Card")
        token = next((token for token in board.tokens.values() if token.unit == self.division), None)
        if token is None:  # left out of the campaign at set-up
            return
        place_name = self.at or ""
        if self.by_d6 is not None:
            face = yield from table.roll_openly(D6, f"where {token.name} arrives", cite)
            place_name = self.by_d6[face - 1]
            table.record(turn_events.CardRolled((face,), f"{token.name} is to arrive at {place_name}"))
        yield from place(table, token, self._spaces(board, token, board.campaign.space(place_name)), "arrives", cite)
        reveal(table, (token,))
        if token.id in board.at:
            yield from arrive(table, token, (board.at[token.id],))

    def _spaces(self, board: CampaignBoard, token: Token, space: int) -> list[Space]:
        """Where the division may stand: the named space, else those near it, else those near its entry."""
        if self.nearest_by_road:
            spaces = nearest_free(board, token, space, by_road=True, as_known=True)
        else:
            garrison = board.division_mask(board.enemy(token.side)) & board.enemies_seen(token.side)
            spaces = [] if garrison >> space & 1 else free_spaces_near(board, token, space)
        if not spaces or (spaces[0] != space and not (self.or_adjacent or self.nearest_by_road)):
            entry = next(entry for entry in board.campaign.map.entries if entry.id == self.fallback)
            spaces = nearest_free(board, token, entry.space, as_known=True)
        return spaces[:1] if spaces and spaces[0] == space else spaces


@frozen
class BaseMoveDelta(CardEffect):
    """Base moves of these sides change by ``delta`` spaces, to no less than ``minimum``."""

    kind: ClassVar[str] = "base_move_delta"
    sides: tuple[lines.Side, ...]
    delta: int
    minimum: int = 0

    def base_move(self, board: CampaignBoard, token: Token, spaces: int) -> int | None:
        return max(spaces + self.delta, self.minimum) if token.side in self.sides else None

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        for side in self.sides:
            yield f"{board.campaign.side_name(side)} base moves {self.delta:+d}, at least {self.minimum}", ""


@frozen
class ForbidCrossCountry(CardEffect):
    """Tokens of these sides move only along roads."""

    kind: ClassVar[str] = "forbid_cross_country"
    sides: tuple[lines.Side, ...]

    def roads_only(self, side: str) -> bool:
        return side in self.sides

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        for side in self.sides:
            yield f"{board.campaign.side_name(side)} moves along roads only", ""


@frozen
class CloseCrossings(CardEffect):
    """Crossings of one kind over one river cannot be used; they may still be destroyed and repaired."""

    kind: ClassVar[str] = "close_crossings"
    river: lines.RiverName
    crossing_kind: lines.CrossingKind

    def unusable_crossings(self, campaign: Campaign) -> frozenset[str]:
        return frozenset(
            crossing.id
            for crossing in campaign.map.crossings.values()
            if crossing.barrier == self.river and crossing.kind == self.crossing_kind
        )

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        crossings = self.unusable_crossings(board.campaign)
        for crossing in board.campaign.map.crossings.values():
            if crossing.id in crossings:
                yield f"{crossing.name} is closed", crossing.id


@frozen
class StaffDiceDelta(CardEffect):
    """A side gains (or, with a minus sign, loses) Staff Dice, to no less than none; it holds with its dice cast."""

    kind: ClassVar[str] = "staff_dice_delta"
    side: lines.Side
    amount: lines.RolledPoints

    def begin(self, table: Table[CampaignBoard]) -> Procedure[CardEffect]:
        rolls = []
        for die in self.amount.dice:
            face = yield from table.roll_openly(die, "Staff Dice by event", table.board.cite("Draw Event Card"))
            rolls.append(face)
        dice = self.amount.total(rolls)
        if rolls:
            dice_change = f"{count(abs(dice), 'Staff Die', 'Staff Dice')} {'fewer' if dice < 0 else 'more'}"
            table.record(
                turn_events.CardRolled(
                    tuple(rolls), f"{table.board.campaign.side_name(self.side)} has {dice_change} this turn"
                )
            )
        return evolve(self, amount=lines.RolledPoints(dice))

    def staff_dice(self, side: str) -> int:
        return self.amount.fixed if side == self.side else 0

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        yield f"{board.campaign.side_name(self.side)} {self.amount.fixed:+d} Staff Dice", ""


@frozen
class ForbidMovementDice(CardEffect):
    """One command, named or by a d6 rolled in the open, may not be given Staff Dice for movement."""

    kind: ClassVar[str] = "forbid_movement_dice"
    command: lines.CommandName | None = None
    by_d6: (
        tuple[
            lines.CommandName,
            lines.CommandName,
            lines.CommandName,
            lines.CommandName,
            lines.CommandName,
            lines.CommandName,
        ]
        | None
    ) = None

    def __attrs_post_init__(self) -> None:
        if (self.command is None) == (self.by_d6 is None):
            raise ValueError("needs either command or by_d6, and not both")

    def begin(self, table: Table[CampaignBoard]) -> Procedure[CardEffect]:
        if self.by_d6 is None:
            return self
        face = yield from table.roll_openly(D6, "which command is hampered", table.board.cite("Draw Event Card"))
        command = self.by_d6[face - 1]
        corps_name = table.board.campaign.command[command].name
        table.record(
            turn_events.CardRolled((face,), f"{corps_name} may not be given Staff Dice for movement this turn")
        )
        return ForbidMovementDice(command)

    def no_movement_dice(self, command: lines.CommandId) -> bool:
        return command == self.command

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        if self.command is not None:
            yield f"no Staff Dice for movement: {board.campaign.command[self.command].name}", ""


@frozen
class RevealTokens(CardEffect):
    """``viewer`` names tokens, or spaces, of which ``owner`` shows him privately what they are, one after another."""

    kind: ClassVar[str] = "reveal_tokens"
    viewer: lines.Side
    owner: lines.Side
    count: int
    of: Literal["tokens", "spaces"]

    def asked_sides(self, campaign: Campaign) -> tuple[str, ...]:
        return (self.viewer,)

    def begin(self, table: Table[CampaignBoard]) -> Procedure[None]:
        board = table.board
        seen_tokens = [
            token for token in board.tokens_of(self.owner) if board.knows_occupied(self.viewer, board.at[token.id])
        ]
        if self.of == "tokens":
            names = sorted(token.id for token in seen_tokens if not board.knows_face(self.viewer, token))
        else:
            names = sorted({board.label(board.at[token.id]) for token in seen_tokens})
        token_count, cite = min(self.count, len(names)), board.cite("Draw Event Card")
        targets: list[str] = []
        for number in range(1, token_count + 1):
            choices = ListedChoices((Inspect(name) for name in names if name not in targets), cite=cite)
            prompt = f"Which enemy {self.of} do you look at ({number} of {token_count})?"
            targets.append((yield from table.ask(self.viewer, choices, prompt, cite)).target)
        shown_tokens = [
            token for token in seen_tokens if token.id in targets or board.label(board.at[token.id]) in targets
        ]
        if shown_tokens:
            table.record(
                turn_events.TokensRevealed(tuple(sorted(shown_tokens, key=lambda token: token.id)), self.viewer)
            )


@frozen
class SpecialActionTarget(CardEffect):
    """One special action succeeds on ``target`` or more."""

    kind: ClassVar[str] = "special_action_target"
    action: lines.ActionName
    target: int

    def roll_needed(self, action: str) -> int | None:
        return self.target if action == self.action else None

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        yield f"{self.action.replace('_', ' ')} succeeds on {self.target} or more", ""


EFFECTS: Final = (
    PlaceDivision, BaseMoveDelta, ForbidCrossCountry, CloseCrossings, StaffDiceDelta, ForbidMovementDice, OneRailMove,
    RevealTokens, SpecialActionTarget,
)  # fmt: skip
"""The effects that every campaign may use."""
