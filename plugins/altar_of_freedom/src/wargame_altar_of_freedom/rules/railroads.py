"""Moving by rail, which only event cards allow.

Source: GotW p.7 Railroads (AFI p.7); the cards that allow it are reconstructions. Readings: Movement by rail.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from wargame_altar_of_freedom.board.actions import Halt, Move, RailMove
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.board.token_events import MovedBy, MoveEnded, TokenMoved
from wargame_altar_of_freedom.board.turn_effects import CorpsRailTrip, RailTrip
from wargame_altar_of_freedom.board.turn_events import EffectSpent
from wargame_altar_of_freedom.rules.march_options import MarchChoices
from wargame_altar_of_freedom.rules.march_reach import TokenMarch
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core.authoring import LEGAL, Table, Verdict, refuse
from wargame_core.flow.choices import Random
from wargame_core.maps.masks import bits, flood, nth_bit, walk_back

RAIL = frozenset({"rail"})


def rail_effect(board: CampaignBoard, token: Token) -> RailTrip | None:
    """The event by which this token may travel by rail this turn, if it stands on a railroad."""
    for effect in board.effects_of(RailTrip):
        if effect.side == token.side and token.kind in effect.kinds:
            passage = board.campaign.map.passage(True, RAIL, board.closed_crossings(token.side))
            if any(leaving >> board.at[token.id] & 1 for _, leaving in passage.steps):
                return effect
    return None


def passengers(board: CampaignBoard, token: Token, effect: RailTrip) -> tuple[Token, ...]:
    """The tokens that travel together: the division, and where the card takes a corps those that stand with it."""
    if not isinstance(effect, CorpsRailTrip):
        return (token,)
    here = board.at[token.id]
    with_it = [other for other in board.tokens_in(here) if other.command == token.command and other.is_division]
    return tuple(other for other in with_it if other.id not in board.moved and other.id not in board.allotted)


def danger(board: CampaignBoard, side: str, *, as_known: bool) -> int:
    """Mask of the spaces no train of the side goes to: with an enemy token, or next to an enemy division.

    As the side knows it, a token that lies face down may be a division. Readings: Movement by rail.
    """
    mask, adjacent = 0, board.campaign.map.adjacent
    for token_id, space in board.at.items():
        token = board.tokens[token_id]
        if token.side == side or (as_known and not board.sees(side, space)):
            continue
        mask |= 1 << space
        if token.is_division or (as_known and not board.knows(side, token)):
            mask |= adjacent[space]
    return mask


def travel(t: Table[CampaignBoard], token: Token, path: tuple[Space, ...], effect: RailTrip) -> tuple[Space, ...]:
    """The cars carry their passengers along the path; nobody else travels by them this turn. Returns the way they came.

    They stop short of enemies that nobody had seen (with a referee).
    """
    board = t.board
    stop = danger(board, token.side, as_known=False)
    way = tuple(takewhile(lambda space: not stop >> space & 1, path))
    for other in passengers(board, token, effect):
        if way:
            t.record(TokenMoved(other.id, board.at[other.id], way, MovedBy.RAIL))
        if other is not token:
            t.record(MoveEnded(other.id))
    t.record(EffectSpent(effect))
    return way


class RailChoices(MarchChoices):
    """An ordinary march, or a trip by rail: through no friend, not to or past the enemy. Readings: Movement by rail."""

    __slots__ = ("effect", "layers", "passage", "rail_ends")

    def __init__(self, board: CampaignBoard, march: TokenMarch, seat: str, effect: RailTrip) -> None:
        super().__init__(board, march, seat)
        self.effect = effect
        self.passage = board.campaign.map.passage(True, RAIL, board.closed_crossings(seat))
        passing, stopping = stacking(board, march.token)
        self.layers = flood(self.passage, 1 << march.start, effect.spaces, self._safe() & ~passing)
        self.rail_ends = sum(self.layers) & ~stopping & ~(1 << march.start)

    def _safe(self) -> int:
        """Spaces a trip may lead through as far as the enemy is concerned."""
        board = self.board
        hostile = danger(board, self.seat, as_known=True) | board.depot_mask(board.enemy(self.seat))
        return board.campaign.map.enterable & ~hostile

    def _trip(self, end: int) -> RailMove:
        return RailMove(self.march.token.id, walk_back(self.passage, self.layers, end)[1:])  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Move | Halt | RailMove]:
        yield from super().__iter__()
        for end in bits(self.rail_ends):
            yield self._trip(end)

    def __len__(self) -> int:
        return super().__len__() + self.rail_ends.bit_count()

    def sample(self, rng: Random) -> Move | Halt | RailMove:
        marches = super().__len__()
        chosen = int(rng.random() * (marches + self.rail_ends.bit_count()))
        if chosen < marches:
            return super().sample(rng)
        return self._trip(nth_bit(self.rail_ends, chosen - marches))

    def judge(self, action: object) -> Verdict:
        if not isinstance(action, RailMove):
            return super().judge(action)
        board, cite = self.board, self.board.cite("Railroads")
        if action.token != self.march.token.id:
            return refuse("wrong_token", f"{self.march.token.name} is moving now, not token {action.token}", cite)
        if not 0 < len(action.path) <= self.effect.spaces:
            return refuse(
                "too_far", f"{len(action.path)} spaces by rail; this turn's cars go up to {self.effect.spaces}", cite
            )
        here, safe = self.march.start, self._safe()
        passing, stopping = stacking(board, self.march.token)
        for number, space in enumerate(action.path):
            if not (0 <= space < board.campaign.map.size and self.passage.leads(here, space)):
                return refuse("no_rail", f"no open railroad leads on from {board.label(here)}", cite)
            if not safe >> space & 1:
                return refuse("enemy_near", f"an enemy stands at or next to {board.label(space)}", cite)
            if passing >> space & 1 and number < len(action.path) - 1:
                text = f"{board.label(space)} is occupied: divisions may not pass through each other"
                return refuse("no_passing", text, board.cite("Logistical Limitations"))
            here = space
        if stopping >> here & 1:
            return refuse("no_stacking", f"{board.label(here)} is occupied", board.cite("Logistical Limitations"))
        return LEGAL
