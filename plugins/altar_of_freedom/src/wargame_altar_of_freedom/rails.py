"""Moving by rail, which only event cards allow.

Source: GotW p.7 Railroads (AFI p.7); the cards that allow it are reconstructions. Decision 0111.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargame_altar_of_freedom.actions import RailMove
from wargame_altar_of_freedom.board import CampaignBoard, Space, Token, TurnEffect
from wargame_altar_of_freedom.happenings import EffectSpent, MoveEnded, TokenMoved
from wargame_altar_of_freedom.logistics import stacking
from wargame_altar_of_freedom.movement import March, MarchOptions
from wargame_core import LEGAL, Table, Verdict, refuse
from wargame_core.masks import bits, flood, nth_bit, walk_back

RAIL = frozenset({"rail"})


def rail_effect(board: CampaignBoard, token: Token) -> TurnEffect | None:
    """The event by which this token may travel by rail this turn, if it stands on a railroad."""
    for effect in board.effects:
        if (
            effect.kind in ("rail", "rail_stack")
            and effect.side == token.side
            and token.kind in effect.target.split("|")
        ):
            passage = board.campaign.map.passage(True, RAIL, board.shut(token.side))
            if any(leaving >> board.at[token.id] & 1 for _, leaving in passage.steps):
                return effect
    return None


def passengers(board: CampaignBoard, token: Token, effect: TurnEffect) -> tuple[Token, ...]:
    """The tokens that travel together: the division, and where the card takes a corps those that stand with it."""
    if effect.kind == "rail":
        return (token,)
    here = board.at[token.id]
    with_it = [other for other in board.tokens_in(here) if other.command == token.command and other.is_division]
    return tuple(other for other in with_it if other.id not in board.moved and other.id not in board.allotted)


def travel(t: Table, token: Token, path: tuple[Space, ...], effect: TurnEffect) -> None:
    """The cars carry their passengers along the path; nobody else travels by them this turn."""
    for other in passengers(t.board, token, effect):
        t.record(TokenMoved(other.id, t.board.at[other.id], path, "rail"))
        if other is not token:
            t.record(MoveEnded(other.id))
    t.record(EffectSpent(effect))


class RailOptions(MarchOptions):
    """An ordinary march, or a trip by rail: no space of it may hold or touch an enemy division."""

    __slots__ = ("effect", "layers", "passage", "rail_ends")

    def __init__(self, board: CampaignBoard, march: March, seat: str, effect: TurnEffect) -> None:
        super().__init__(board, march, seat)
        self.effect = effect
        self.passage = board.campaign.map.passage(True, RAIL, board.shut(seat))
        self.layers = flood(self.passage, 1 << march.start, effect.value, self._safe())
        stops = ~stacking(board, march.token)[1] & ~(1 << march.start)
        self.rail_ends = sum(self.layers) & stops

    def _safe(self) -> int:
        """Spaces of a trip: without and not next to a token that the enemy is seen to have there (decision 0111)."""
        board = self.board
        game_map, enemies = board.campaign.map, board.enemies_seen(self.seat)
        near = enemies
        for space in bits(enemies):
            near |= game_map.adjacent[space]
        return game_map.enterable & ~near & ~board.depot_mask(board.enemy(self.seat))

    def _trip(self, end: int) -> RailMove:
        return RailMove(self.march.token.id, walk_back(self.passage, self.layers, end)[1:])  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        for end in bits(self.rail_ends):
            yield self._trip(end)

    def __len__(self) -> int:
        return super().__len__() + self.rail_ends.bit_count()

    def sample(self, rng: Any) -> Any:
        marches = super().__len__()
        chosen = int(rng.random() * (marches + self.rail_ends.bit_count()))
        if chosen < marches:
            return super().sample(rng)
        return self._trip(nth_bit(self.rail_ends, chosen - marches))

    def judge(self, action: Any) -> Verdict:
        if not isinstance(action, RailMove):
            return super().judge(action)
        board, cite = self.board, self.board.cite("Railroads")
        if action.token != self.march.token.id:
            return refuse("wrong_token", f"{self.march.token.name} is moving now, not token {action.token}", cite)
        if not 0 < len(action.path) <= self.effect.value:
            return refuse(
                "too_far", f"{len(action.path)} spaces by rail; this turn's cars go up to {self.effect.value}", cite
            )
        here, safe = self.march.start, self._safe()
        for space in action.path:
            if not (0 <= space < board.campaign.map.size and self.passage.leads(here, space)):
                return refuse("no_rail", f"no open railroad leads on from {board.label(here)}", cite)
            if not safe >> space & 1:
                return refuse("enemy_near", f"an enemy stands at or next to {board.label(space)}", cite)
            here = space
        if stacking(board, self.march.token)[1] >> here & 1:
            return refuse("no_stacking", f"{board.label(here)} is occupied", board.cite("Logistical Limitations"))
        return LEGAL
