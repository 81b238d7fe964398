"""Reaction moves: a unit moves in the turn of the enemy, because one of his comes near."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from wargame_core.authoring import Action, Event, PieceMoves, Procedure, Table
from wargame_core.errors import RulesError
from wargame_hex_and_counter.board.actions import AskAgain, AskLater, HoldFire, NoReactions, React
from wargame_hex_and_counter.board.events import MoveEnded, NoReactionsGiven, Reacted, StandingAnswersGiven
from wargame_hex_and_counter.board.pieces import Pieces, Who, title_of
from wargame_hex_and_counter.printed.author_functions import called_with
from wargame_hex_and_counter.rules.binding import Binding
from wargame_hex_and_counter.rules.memory import PhaseResults
from wargame_hex_and_counter.rules.movement import Movement
from wargame_hex_and_counter.rules.standing_answers import DISTANCES, Watch, ask_watch, reacted_status, standing_status


def everybody(pieces: Pieces, unit: str) -> bool:
    """All units."""
    return True


@frozen(kw_only=True)
class ReactionMove:
    """Units to which an enemy comes within ``range`` hexes may move, each once on a turn.

    ``movement`` says how far and through what, ``who`` which units may. The enemy then goes on as far as its way is
    open still. It is asked where the enemy may stand. ``asks_later`` as in `OpportunityFire`. It stands in
    ``reactions`` of a movement phase, and the game's board is a `StandingBoard`.

    Raises:
        RulesError: a range below 1, stacking that is not looked at after each move, or a ``who`` that takes other
            arguments.
    """

    movement: Movement
    range: int
    who: Who = field(default=everybody, validator=called_with("pieces", "unit", gives="whether the unit may react"))
    asks_later: tuple[int, ...] = DISTANCES

    def __attrs_post_init__(self) -> None:
        if self.range < 1:
            raise RulesError(f"ReactionMove(range={self.range}): it is 1 hex or more")

    @property
    def cite(self) -> Any:
        """The place of its movement in the rulebook."""
        return self.movement.cite

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What it brings besides the actions of the phase."""
        return (React, HoldFire, *((AskLater, NoReactions, AskAgain) if self.asks_later else ()))

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What it brings besides the events of a `Binding`."""
        return (Reacted, MoveEnded, *((StandingAnswersGiven, NoReactionsGiven) if self.asks_later else ()))

    def units_ready(self, board: Any, pieces: Pieces, mover: str) -> list[str]:
        """The enemies of a unit that may still move in reaction on this turn, wherever it is."""
        side, units = pieces.units[mover].side, pieces.units
        return [
            unit
            for unit in pieces.at
            if units[unit].side != side and board.reacted.get(unit) != board.turn and self.who(pieces, unit)
        ]

    def under_watch(self, board: Any, pieces: Pieces, mover: str) -> int:
        """Mask of the hexes in which a unit lets an enemy react."""
        mask = 0
        for unit in self.units_ready(board, pieces, mover):
            mask |= pieces.map.within(pieces.at[unit], self.range)
        return mask

    def ends(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes to which a unit may move in reaction."""
        return self.movement.ends(pieces, unit, self.movement.spaces(pieces, unit), {})

    def react_to(self, table: Table[Any], binding: Binding, mover: str, results: PhaseResults) -> Procedure[bool]:
        """Whoever may and wants to has moved because a unit came where it stands; returns whether anybody has."""
        has_moved = False
        while True:
            pieces = binding.pieces(table.board.copy())
            if mover not in pieces.at:
                return has_moved
            space, spaces_in_range = pieces.at[mover], pieces.map.within(pieces.at[mover], self.range)
            ends_by_unit = {
                unit: end_spaces
                for unit in self.units_ready(table.board, pieces, mover)
                if spaces_in_range >> pieces.at[unit] & 1 and (end_spaces := self.ends(pieces, unit))
            }
            if not ends_by_unit:
                return has_moved
            watch = Watch.watch_over(pieces, mover, ends_by_unit)
            menu = PieceMoves(
                list(watch.distances), ends_by_unit.__getitem__, React, cite=self.cite,
                why_not=_why_not(self, pieces), parse=pieces.map.parse,
            )  # fmt: skip
            mover_text = f"{pieces.name(mover)} in {pieces.map.label(space)}"
            prompt = f"{title_of(table.board, watch.side)} reaction: who moves, with {mover_text}?"
            answer = yield from ask_watch(table, watch, menu, prompt, self.asks_later, self.cite, results)
            if answer is None:
                return has_moved
            has_moved = True
            way = self.movement.reach(pieces, answer.piece, until_space=answer.to).path(answer.to)
            table.record(Reacted(answer.piece, way[0], answer.to, table.board.turn))
            yield from binding.has_entered(table, answer.piece, way[1:], results)
            binding.may_end(table)

    # the table and the sheet

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        hexes = f"{self.range} hex{'es' * (self.range != 1)}"
        whose_units_text = "A unit" if self.who is everybody else "A unit of those that may react"
        yield f"{whose_units_text} may move, once on a turn, when an enemy comes within {hexes} of it."
        yield "The enemy goes on as far as its way is open still."

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who has reacted this turn, and about whom the seat is not asked, for the panel."""
        yield from reacted_status(board)
        yield from standing_status(board)

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


def _why_not(rule: ReactionMove, pieces: Pieces) -> Any:
    return lambda unit, space: rule.movement.why_not(pieces, unit, space)
