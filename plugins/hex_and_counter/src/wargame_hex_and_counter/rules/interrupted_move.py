"""A move hex by hex: wherever an enemy may react the mover halts, and goes on if it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from attrs import define, field

from wargame_core.authoring import Procedure, Table
from wargame_core.rulings import Verdict
from wargame_hex_and_counter.board.events import MoveEnded
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.rules.binding import Binding
from wargame_hex_and_counter.rules.memory import PhaseResults
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.opportunity_fire import OpportunityFire
from wargame_hex_and_counter.rules.reaction_moves import ReactionMove

Reaction: TypeAlias = OpportunityFire | ReactionMove
"""What the enemy may do while a unit moves."""
STOPPED, BARRED = "it was fired at", "its way is barred"


@define
class InterruptedMove:
    """A unit on its way: where it is, where enemies may react, and who has fired at it."""

    t: Table[Any]
    movement: Movement
    binding: Binding
    reactions: Sequence[Reaction]
    results: PhaseResults
    mover: str
    way: tuple[int, ...]
    steps: int = 0
    spent: int = 0
    shots: dict[str, int] = field(factory=dict)
    is_stopped: bool = False

    @property
    def pieces(self) -> Pieces:
        return self.binding.pieces(self.t.board)

    def carry_out(self) -> Procedure[None]:
        """The unit has gone along its way, as far as the enemy let it."""
        for reaction in self.reactions:
            if isinstance(reaction, OpportunityFire) and "leaves" in reaction.fires_when:
                yield from reaction.fire_at(self.t, self.binding, self.mover, self.shots, self.results)
        while self.steps < len(self.way) - 1 and self.mover in self.pieces.at:
            if reason := self._why_it_ends():
                self.t.record(MoveEnded(self.mover, self.way[self.steps], reason))
                return
            yield from self._go_to_next_halt()
            for reaction in self.reactions:
                if self.mover in self.pieces.at:
                    yield from self._reacts(reaction)

    def _why_it_ends(self) -> str:
        """Why the unit does not take the next step of its way; "" where it does."""
        if not self.steps:
            return ""
        pieces = self.pieces
        stacking = pieces.value(self.movement.stacking)
        if self.is_stopped and stacking.has_room(pieces, self.mover, self.way[self.steps]):
            return STOPPED
        points = self.movement.cost_of(pieces, self.mover, self.way, self.steps, self.steps + 1)
        if isinstance(points, Verdict) or self.spent + points > self.movement.budget(pieces, self.mover):
            return BARRED
        return ""

    def _go_to_next_halt(self) -> Procedure[None]:
        """The unit has gone to the next hex of its way in which an enemy may react, or to its end."""
        start, end, pieces = self.steps, len(self.way) - 1, self.pieces
        halts = watched(self.t.board, pieces, self.mover, self.reactions)
        next_steps = range(start + 1, end)
        self.steps = next((step for step in next_steps if self._halts_at(step, pieces, halts)), end)
        points = self.movement.cost_of(pieces, self.mover, self.way, start, self.steps)
        self.spent += points if isinstance(points, int) else 0
        self.t.record(self.binding.moved(self.mover, self.way[start], self.way[self.steps]))
        yield from self.binding.has_entered(self.t, self.mover, self.way[start + 1 : self.steps + 1], self.results)
        self.binding.may_end(self.t)

    def _halts_at(self, step: int, pieces: Pieces, halts: int) -> bool:
        """Whether the unit halts in a hex of its way; a counter face down, whose move may end there, where it fits."""
        if not (self.is_stopped or halts >> self.way[step] & 1):
            return False
        has_room = pieces.value(self.movement.stacking).has_room
        return not pieces.units[self.mover].face_down or has_room(pieces, self.mover, self.way[step])

    def _reacts(self, reaction: Reaction) -> Procedure[None]:
        """The enemy has fired or moved, where this reaction lets him."""
        match reaction:
            case OpportunityFire():
                if "enters" in reaction.fires_when:
                    fire = reaction.fire_at(self.t, self.binding, self.mover, self.shots, self.results)
                    self.is_stopped |= yield from fire
            case ReactionMove():
                pieces = self.pieces
                if pieces.value(self.movement.stacking).has_room(pieces, self.mover, self.way[self.steps]):
                    yield from reaction.react_to(self.t, self.binding, self.mover, self.results)


def watched(board: Any, pieces: Pieces, mover: str, reactions: Sequence[Reaction]) -> int:
    """Mask of the hexes in which an enemy may react to a unit that enters."""
    mask = 0
    for reaction in reactions:
        if isinstance(reaction, ReactionMove):
            mask |= reaction.under_watch(board, pieces, mover)
        elif "enters" in reaction.fires_when:
            mask |= reaction.under_fire(board, pieces, mover)
    return mask
