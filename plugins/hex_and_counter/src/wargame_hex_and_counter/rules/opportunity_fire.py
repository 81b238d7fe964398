"""Opportunity fire: an enemy that moves in range and sight is fired at, and the turn of the mover goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias, assert_never

from attrs import field, frozen

from wargame_core.authoring import Action, Event, ListedChoices, Procedure, Table
from wargame_core.charts import CombatStrength, Factor, Fight, OddsTable, Result, ResultEffect
from wargame_core.errors import RulesError
from wargame_core.limits import quote
from wargame_core.maps.masks import bits
from wargame_core.names import listed
from wargame_core.rulings import Cite, Modifier
from wargame_hex_and_counter.board.actions import AskAgain, AskLater, Fire, HoldFire, NoReactions
from wargame_hex_and_counter.board.events import (
    FiredAt,
    FiredAtNobody,
    MoveEnded,
    NoReactionsGiven,
    StandingAnswersGiven,
)
from wargame_hex_and_counter.board.pieces import Pieces, Setting, Who, title_of
from wargame_hex_and_counter.printed.author_functions import called_with, functions_with, series_from, setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.binding import Binding
from wargame_hex_and_counter.rules.memory import PhaseResults
from wargame_hex_and_counter.rules.standing_answers import DISTANCES, Watch, ask_watch, reacted_status, standing_status

Trigger: TypeAlias = Literal["enters", "leaves"]
"""What an enemy does in a hex that lets units fire: it enters the hex, or begins its move there and leaves."""
Limit: TypeAlias = Literal["once a turn", "once a move", "once a hex"]
"""How often a unit fires: on a turn, at one move of an enemy, or in each hex of its move."""
Stops: TypeAlias = Literal["nothing", "a hit", "any fire"]
"""What ends the move of a unit that is fired at: nothing, a result with an effect, or any fire."""
Ground: TypeAlias = Literal["counts", "does not count"]
"""Whether what terrain does for a defender counts for a unit that is fired at in it."""
Shots: TypeAlias = Callable[[Any, str, str], Iterable[Modifier]]
"""An author's function of the board, who fires and at whom, that gives shifts of the column, above 0 to the right."""
_STOPS: Final[Mapping[Stops, str]] = {
    "nothing": "Fire does not end the move of a unit that survives it.",
    "a hit": "A unit that is hit ends its move, in the first hex from there on in which it may stand.",
    "any fire": "A unit that is fired at ends its move, in the first hex from there on in which it may stand.",
}
_TRIGGERS: Final[Mapping[Trigger, str]] = {"enters": "enters a hex", "leaves": "leaves the hex where its move begins"}


def _is_fire_effect(effect: ResultEffect) -> bool:
    """Whether a table of fire may have it: units that are fired at on the march stay where they are."""
    match effect:
        case ResultEffect.ELIMINATED | ResultEffect.LOSES_STEPS:
            return True
        case ResultEffect.RETREATS | ResultEffect.LOSES | ResultEffect.LOSES_AS_MUCH:
            return False
        case _:
            assert_never(effect)


def printed_strength(pieces: Pieces, unit: str) -> int:
    """The strength on the counter."""
    return pieces.face(unit).strength


@frozen(kw_only=True)
class OpportunityFire:
    """Units of kinds ``by`` fire at an enemy that moves within ``range`` hexes, where they see it if they must.

    ``fires_when`` says what the enemy does, ``limit`` how often a unit fires, ``stops`` what ends the enemy's move.
    ``strength`` is a function of the pieces and the id of a unit; the table compares it with the strength of the enemy,
    or takes its points alone. ``shifts`` are functions of the board, who fires and at whom. ``who`` says which units
    fire besides ``by``. ``asks_later`` are the distances that standing answers can name: () where there are none.
    A counter that is face down does not fire; one that is fired at is turned up before, and its move ends.

    It stands in ``reactions`` of a movement phase, and the game's board is a `StandingBoard`.

    Raises:
        RulesError: a word that it does not know, a range below 1, or a table whose results do to the attacker, or to
            a unit on the move, what fire does not.
    """

    by: tuple[str, ...]
    range: int
    needs_sight: bool
    table: OddsTable
    chart: Setting[TerrainChart] = field(validator=setting)
    limit: Limit = field(validator=one_of(Limit))
    stops: Stops = field(validator=one_of(Stops))
    fires_when: tuple[Trigger, ...] = field(default=("enters",), validator=each_of(Trigger))
    terrain: Ground = field(default="counts", validator=one_of(Ground))
    strength: Callable[[Pieces, str], Fraction | int] = field(
        default=printed_strength,
        validator=called_with("pieces", "unit", gives="the strength of its fire"),
    )
    shifts: tuple[Shots, ...] = field(
        default=(), validator=functions_with("board", "unit", "target", gives="shifts: Modifier")
    )
    who: Who | None = None
    asks_later: tuple[int, ...] = DISTANCES
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        if self.range < 1:
            raise RulesError(f"OpportunityFire(range={self.range}): it is 1 hex or more")
        if not self.fires_when:
            raise RulesError("OpportunityFire(fires_when=()): it is one or both of 'enters', 'leaves'")
        for result in self.table.results.values():
            for choice in result.steps:
                if len(choice) > 1 or choice[0].side != "defender" or not _is_fire_effect(choice[0].effect):
                    rule_text = "no effect, defender loses N steps, defender eliminated"
                    raise RulesError(f"OpportunityFire(table=): {quote(str(result))} is no result of fire: {rule_text}")

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What it brings besides the actions of the phase."""
        later_answers = (AskLater, NoReactions, AskAgain) if self.asks_later else ()
        return (Fire, HoldFire, *later_answers)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What it brings besides the events of a `Binding`."""
        end_events = () if self.stops == "nothing" else (MoveEnded,)
        return (FiredAt, *end_events, *((StandingAnswersGiven, NoReactionsGiven) if self.asks_later else ()))

    # who can fire

    def field_of_fire(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes at which a unit can fire by range and sight."""
        space = pieces.at[unit]
        spaces_in_range = pieces.map.within(space, self.range) & ~(1 << space)
        if not self.needs_sight:
            return spaces_in_range
        chart = pieces.value(self.chart)

        def seen_spaces() -> int:
            blockers, sees_line = chart.blockers(pieces.map), pieces.map.grid.sees
            return sum(1 << target for target in bits(spaces_in_range) if sees_line(space, target, blockers))

        return pieces.map.cached(("field of fire", chart, space, self.range), seen_spaces)

    def units_ready(self, board: Any, pieces: Pieces, mover: str) -> list[str]:
        """The enemies of a unit that fire this turn still, wherever it is."""
        side, units = pieces.units[mover].side, pieces.units
        return [
            unit
            for unit in pieces.at
            if units[unit].side != side
            and units[unit].kind in self.by
            and not units[unit].face_down
            and (self.limit != "once a turn" or board.reacted.get(unit) != board.turn)
            and self.strength(pieces, unit) > 0
            and (self.who is None or self.who(pieces, unit))
        ]

    def under_fire(self, board: Any, pieces: Pieces, mover: str) -> int:
        """Mask of the hexes in which an enemy can fire at a unit."""
        mask = 0
        for unit in self.units_ready(board, pieces, mover):
            mask |= self.field_of_fire(pieces, unit)
        return mask

    # what a shot comes to

    def shot(self, pieces: Pieces, unit: str, target: str) -> Fight:
        """The fire of a unit before its die: the column, what moved it, exact chances; the real shot asks the same."""
        space, side = pieces.at[target], pieces.units[target].side
        shifts, factors = [], []
        if self.terrain == "counts":
            for word, row in pieces.value(self.chart).rows_of(pieces.map, space):
                if row.helps((side,)):
                    shifts += [Modifier(row.on_defence.shift, word, self.cite)] if row.on_defence.shift else []
                    factors += [Factor(row.on_defence.times, word)] if row.on_defence.times != 1 else []
        for shift_rule in self.shifts:
            shifts += series_from("OpportunityFire.shifts", shift_rule, Modifier, pieces.board, unit, target)
        fire = CombatStrength(pieces.name(unit), self.strength(pieces, unit))
        defence = CombatStrength(pieces.name(target), pieces.face(target).strength, tuple(factors))
        return self.table.fight(fire, defence, shifts, title="Opportunity fire")

    def fire_at(
        self, t: Table[Any], binding: Binding, mover: str, shots_by_unit: dict[str, int], results: PhaseResults
    ) -> Procedure[bool]:
        """Whoever can and wants to has fired at a unit where it stands; returns whether its move is to end.

        ``shots_by_unit`` are the hexes in which units have fired at it in this move, which this one adds to.
        """
        is_stopped = False
        while True:
            pieces = binding.pieces(t.board.copy())
            if mover not in pieces.at:
                return True
            space = pieces.at[mover]
            spent_units = [unit for unit, hex_ in shots_by_unit.items() if self.limit == "once a move" or hex_ == space]
            units_that_can = [unit for unit in self.units_ready(t.board, pieces, mover) if unit not in spent_units]
            units_that_can = [unit for unit in units_that_can if self.field_of_fire(pieces, unit) >> space & 1]
            if not units_that_can:
                return is_stopped
            watch = Watch.watch_over(pieces, mover, units_that_can)
            menu = FireChoices(self, pieces, watch)
            mover_text = f"{pieces.name(mover)} in {pieces.map.label(space)}"
            prompt = f"{title_of(t.board, watch.side)} opportunity fire: who fires at {mover_text}?"
            answer = yield from ask_watch(t, watch, menu, prompt, self.asks_later, self.cite, results)
            if answer is None:
                return is_stopped
            shots_by_unit[answer.piece] = space
            has_effect = yield from self._fire(t, binding, pieces, answer, results)
            is_stopped |= self.stops == "any fire" or (self.stops == "a hit" and has_effect)
            binding.may_end(t)

    def _fire(
        self, t: Table[Any], binding: Binding, pieces: Pieces, fire: Fire, results: PhaseResults
    ) -> Procedure[bool]:
        """A unit has fired, and the enemy suffered what the table says; returns whether that was anything."""
        unit_hit = yield from binding.falls_on(t, fire.target, results)
        if not unit_hit:
            t.record(FiredAtNobody(fire.piece, t.board.turn))
            return True
        if unit_hit != fire.target:
            pieces = binding.pieces(t.board.copy())
        fight = self.shot(pieces, fire.piece, unit_hit)
        label = f"the fire of {pieces.name(fire.piece)} at {pieces.name(unit_hit)}, {fight.column}"
        die = yield from results.after(t.roll_openly(self.table.die, label, self.cite))
        result = fight.result(die)
        ruling = fight.ruling(die) if t.events is not None else None
        t.record(FiredAt(fire.piece, unit_hit, t.board.turn, ruling, str(result)))
        _suffer(t, binding, pieces, unit_hit, result)
        return bool(result.steps)

    # the table and the sheet

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        sight_text = " and sight" if self.needs_sight else ""
        triggers_text = listed(_TRIGGERS[trigger] for trigger in self.fires_when)
        yield (
            f"Units ({listed(self.by)}) may fire at an enemy that "
            f"{triggers_text} within {self.range} hexes{sight_text}."
        )
        yield f"Each fires {self.limit}{' of the enemy' if self.limit == 'once a move' else ''}. {_STOPS[self.stops]}"
        if self.terrain == "counts":
            yield "What the terrain of its hex does for a defender it does for a unit that is fired at."

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who has fired this turn, and about whom the seat is not asked, for the panel."""
        if self.limit == "once a turn":
            yield from reacted_status(board)
        yield from standing_status(board)

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the table and the sentences."""
        return ()


def _suffer(table: Table[Any], binding: Binding, pieces: Pieces, unit: str, result: Result) -> None:
    """A unit has lost what a result says."""
    target = pieces.units[unit]
    for choice in result.steps:
        steps_lost = pieces.lost.get(unit, 0)
        steps = target.steps - steps_lost if choice[0].effect is ResultEffect.ELIMINATED else choice[0].amount
        if steps_lost + steps >= target.steps:
            strength = pieces.face(unit).strength
            table.record(binding.eliminated(unit, target.side, strength, "opportunity fire"))
            return
        for step in range(steps_lost, steps_lost + steps):
            loss = target.face(step).strength - target.face(step + 1).strength
            table.record(binding.weakened(unit, target.side, loss))
        pieces = binding.pieces(table.board)


class FireChoices(ListedChoices):
    """Who fires; the help of each says what its fire comes to."""

    __slots__ = ("fire", "pieces")

    def __init__(self, fire: OpportunityFire, pieces: Pieces, watch: Watch) -> None:
        super().__init__([Fire(unit, watch.mover) for unit in watch.distances], cite=fire.cite)
        self.fire, self.pieces = fire, pieces

    def help(self, action: Any, board: Any) -> str:
        """The column, what moved it, and the chance of each result, as far as the fire does not find them out."""
        target = self.pieces.units[action.target]
        if target.face_down and self.fire.table.compares != "points":
            return f"not known: {target.name} face down"
        fight = self.fire.shot(self.pieces, action.piece, action.target)
        return f"{fight}; {fight.chances}"
