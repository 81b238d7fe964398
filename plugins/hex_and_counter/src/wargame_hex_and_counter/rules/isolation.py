"""Isolation: what becomes of units that are out of supply for several turns in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Table
from wargame_core.errors import RulesError
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.events import Eliminated, IsolationJudged, Weakened
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import USUAL, Binding
from wargame_hex_and_counter.rules.supply import OutOfSupply

Suffers: TypeAlias = Literal["loses a step", "is eliminated"]
"""What befalls a unit that is isolated."""


@frozen(kw_only=True)
class Isolation:
    """A unit found out of supply so many times in a row is isolated, and suffers then and each further time.

    The step that `judge` makes counts for a side; once a turn, it counts turns. The game's board has ``isolated``.

    Raises:
        RulesError: a word that it does not know, or fewer than 1 turn.
    """

    out_of_supply: OutOfSupply
    turns: int
    then: Suffers = field(validator=one_of(Suffers))
    binding: Binding = USUAL

    def __attrs_post_init__(self) -> None:
        if self.turns < 1:
            raise RulesError(f"Isolation(turns={self.turns}): it is 1 or more")

    @property
    def cite(self) -> Cite | None:
        """Its place in the rulebook."""
        return self.out_of_supply.cite

    def judge(self, side: str) -> Callable[[Table[Any]], None]:
        """A rule of a `Step`: how often in a row each unit of a side was out of supply; who is isolated suffers."""

        def judge_side(table: Table[Any]) -> None:
            pieces, isolated_before = self.binding.pieces(table.board), table.board.isolated
            counts = {
                unit: isolated_before.get(unit, 0) + 1
                for unit in pieces.of(side)
                if not pieces.units[unit].face_down and self.out_of_supply.is_out(pieces, unit)
            }
            if counts or any(pieces.units[unit].side == side for unit in isolated_before):
                table.record(IsolationJudged(side, tuple(counts), tuple(counts.values())))
            for unit, turns in counts.items():
                if turns >= self.turns:
                    self._suffer_isolation(table, unit, turns)

        return judge_side

    def _suffer_isolation(self, table: Table[Any], unit: str, turns: int) -> None:
        pieces = self.binding.pieces(table.board)
        counter, steps_lost = pieces.units[unit], pieces.lost.get(unit, 0)
        if self.then == "is eliminated" or steps_lost + 1 == counter.steps:
            reason = f"out of supply for {turns_in_words(turns)}"
            table.record(self.binding.eliminated(unit, counter.side, pieces.face(unit).strength, reason))
        else:
            loss = counter.face(steps_lost).strength - counter.face(steps_lost + 1).strength
            table.record(self.binding.weakened(unit, counter.side, loss))

    # as a further part

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """It brings no actions."""
        return ()

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What its step records."""
        return (IsolationJudged, Eliminated, *((Weakened,) if self.then == "loses a step" else ()))

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        yield (
            f"A unit that is found out of supply for {turns_in_words(self.turns)} {self.then}"
            f"{', and again on each further turn' if self.then == 'loses a step' else ''}."
        )

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who is out of supply for how many turns, for the panel."""
        for unit, turns in board.isolated.items():
            yield "Isolation", f"{board.name(unit)}, {turns} of {self.turns}"

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


def turns_in_words(turns: int) -> str:
    """So many turns in words."""
    return f"{turns} turns in a row" if turns > 1 else "1 turn"
