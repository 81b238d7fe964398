"""What a unit that lacks supply or command does: attack, defend and move in full, by half, or not at all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Event, Table
from wargame_core.charts import Factor, Rounding, multiplied
from wargame_core.errors import RulesError
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import pieces_of
from wargame_hex_and_counter.rules.movement import printed_allowance

Attacks: TypeAlias = Literal["in full", "halved", "not at all"]
"""With what strength a unit that lacks something attacks."""
Defends: TypeAlias = Literal["in full", "halved"]
"""With what strength it defends."""
Moves: TypeAlias = Literal["in full", "halved", "not at all"]
"""With how many of its movement points it moves."""
HalfFractions: TypeAlias = Literal["kept", "dropped", "dropped, but not to 0", "rounded up"]
"""What becomes of fractions where a lack halves."""
Judged: TypeAlias = Literal["as it acts", "at its step"]
"""When a unit is found to lack something: each time it matters, or at a step of the sequence of play until the next."""
_HALF_MOVES: Mapping[Moves, str] = {
    "in full": "",
    "halved": "It moves with half its movement points.",
    "not at all": "It does not move.",
}
_STRENGTH: Mapping[Attacks | Defends, str] = {
    "in full": "with its full strength",
    "halved": "with half its strength",
    "not at all": "not at all",
}


@frozen(kw_only=True)
class Handicap(ABC):
    """What a unit that lacks something does, each by its own line: in `Combat`, by `allowance` and by `exerts`.

    `OutOfSupply` and `OutOfCommand` are the two that there are. With ``judged="at its step"`` the step that `judge`
    makes says for a side who lacks it until it says so again. Otherwise it counts how the units stand as one acts.

    Raises:
        RulesError: a word that it does not know.
    """

    lack: ClassVar[str]
    """What people call it: "out of supply"."""

    attacks: Attacks = field(validator=one_of(Attacks))
    defends: Defends = field(validator=one_of(Defends))
    moves: Moves = field(default="in full", validator=one_of(Moves))
    fractions: HalfFractions = field(default="kept", validator=one_of(HalfFractions))
    judged: Judged = field(default="as it acts", validator=one_of(Judged))

    @property
    @abstractmethod
    def cite(self) -> Cite | None:
        """Its place in the rulebook."""

    @abstractmethod
    def has(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map has what it needs as the units stand."""

    @abstractmethod
    def why_not(self, pieces: Pieces, unit: str) -> Verdict:
        """The same; the refusal says what is missing."""

    @abstractmethod
    def found_out(self, board: Any) -> Collection[str]:
        """The units that were found to lack it when that was last judged."""

    @abstractmethod
    def lack_event(self, side: str, units: tuple[str, ...]) -> Event:
        """The event that these units of a side lack it from now on, and no others."""

    def is_out(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map lacks it."""
        if self.judged == "at its step":
            return unit in self.found_out(pieces.board)
        return not self.has(pieces, unit)

    def why_out(self, pieces: Pieces, unit: str) -> Verdict:
        """Legal for a unit on the map that does not lack it; else the refusal says what is missing."""
        if not self.is_out(pieces, unit):
            return LEGAL
        if reasons := self.why_not(pieces, unit).reasons:
            return Verdict(reasons)
        return refuse("judged_out", f"{pieces.name(unit)} was {self.lack} when that was last judged", self.cite)

    def judge(self, side: str) -> Callable[[Table[Any]], None]:
        """A rule of a `Step`: who of a side lacks it from now on."""

        def judge_side(table: Table[Any]) -> None:
            pieces = pieces_of(table.board)
            units = tuple(unit for unit in pieces.of(side) if not self.has(pieces, unit))
            if {*units} != {unit for unit in self.found_out(table.board) if pieces.units[unit].side == side}:
                table.record(self.lack_event(side, units))

        return judge_side

    def exerts(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit has what it needs: the ``exerts`` of `Zones` where others exert none.

        Only for ``judged="at its step"``, because lines and ways themselves depend on zones.
        """
        if self.judged != "at its step":
            name = type(self).__name__
            raise RulesError(f"{name}.exerts: lines depend on zones, so that it needs judged='at its step'")
        return not self.is_out(pieces, unit)

    def allowance(
        self, usual_allowance: Callable[[Pieces, str], Fraction | int] = printed_allowance
    ) -> Callable[[Pieces, str], Fraction | int]:
        """The movement points of a unit as far as it has what it needs, from those otherwise: one of `Movement`."""

        def points(pieces: Pieces, unit: str) -> Fraction | int:
            allowance = usual_allowance(pieces, unit)
            if self.moves == "in full" or not self.is_out(pieces, unit):
                return allowance
            return 0 if self.moves == "not at all" else multiplied(allowance, [self._halving_factor(allowance)])

        return points

    def why_short(self, pieces: Pieces, unit: str) -> Verdict:
        """Legal unless what a unit lacks takes movement points from it: one of `Movement.short_of_points`."""
        return LEGAL if self.moves == "in full" else self.why_out(pieces, unit)

    def _halving_factor(self, number: Fraction | int) -> Factor:
        rounding = {"kept": Rounding.NONE, "dropped": Rounding.DOWN, "rounded up": Rounding.UP}.get(self.fractions)
        if rounding is None:
            rounding = Rounding.UP if number < 2 else Rounding.DOWN
        return Factor(Fraction(1, 2), self.lack, rounding, self.cite)

    def attacks_at_all(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit may attack."""
        return self.attacks != "not at all" or not self.is_out(pieces, unit)

    def factors(self, pieces: Pieces, unit: str, *, attacks: bool) -> tuple[Factor, ...]:
        """What multiplies the strength of a unit that attacks, or defends."""
        word = self.attacks if attacks else self.defends
        if word != "halved" or not self.is_out(pieces, unit):
            return ()
        return (self._halving_factor(pieces.face(unit).strength),)

    @property
    def keeps_halves(self) -> bool:
        """Whether it halves strengths and keeps the fractions, which a table must be able to take."""
        return self.fractions == "kept" and "halved" in (self.attacks, self.defends)

    def effects_in_words(self) -> Iterator[str]:
        """What the unit does, in words."""
        yield f"A unit {self.lack} attacks {_STRENGTH[self.attacks]} and defends {_STRENGTH[self.defends]}."
        if self.moves != "in full":
            yield _HALF_MOVES[self.moves]
