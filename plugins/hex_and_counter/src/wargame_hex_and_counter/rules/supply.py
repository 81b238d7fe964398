"""Supply: whether a line no longer than allowed leads from a source to a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Table
from wargame_core.charts import Factor, Rounding, multiplied
from wargame_core.errors import RulesError
from wargame_core.maps.masks import flood, mask_of
from wargame_core.names import listed
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.events import SupplyJudged
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.printed.given import setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.binding import pieces_of
from wargame_hex_and_counter.rules.movement import printed_allowance
from wargame_hex_and_counter.rules.rail import Rail
from wargame_hex_and_counter.rules.zones import Zones

CutBy: TypeAlias = Literal["enemy units", "enemy zones"]
"""What no line of supply leads through, or into."""
Attacks: TypeAlias = Literal["in full", "halved", "not at all"]
"""With what strength a unit out of supply attacks."""
Defends: TypeAlias = Literal["in full", "halved"]
"""With what strength a unit out of supply defends."""
Moves: TypeAlias = Literal["in full", "halved", "not at all"]
"""With how many of its movement points a unit out of supply moves."""
HalfFractions: TypeAlias = Literal["kept", "dropped", "dropped, but not to 0", "rounded up"]
"""What becomes of fractions where being out of supply halves."""
Judged: TypeAlias = Literal["as it acts", "at its step"]
"""When a unit is found to be out of supply: each time it matters, or at a step of the sequence of play until the next.
"""
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


@frozen(kw_only=True, eq=False)
class Trace:
    """A unit is in supply in the hexes that a line from a source of its side reaches, at most ``length`` hexes long.

    ``sources`` are by side the names or printed numbers of hexes. ``blocked_by`` closes hexes, also a source; enemy
    zones are asked for the purpose "supply", for which `Zones` may let friends negate them. Without ``length`` a line
    may be of any length. With ``rail`` it runs any distance along railroads that serve the side, and ``length`` is how
    far it goes beside them. Compared by identity.

    Raises:
        RulesError: a word that it does not know.
    """

    sources: Setting[Mapping[str, tuple[str, ...]]] = field(validator=setting)
    chart: Setting[TerrainChart] = field(validator=setting)
    zones: Setting[Zones] = field(validator=setting)
    length: int | None = None
    blocked_by: tuple[CutBy, ...] = field(default=("enemy units", "enemy zones"), validator=each_of(CutBy))
    rail: Rail | None = None
    cite: Cite | None = None

    def reaches(self, pieces: Pieces, side: str) -> int:
        """Mask of the hexes in which units of a side are in supply."""
        return pieces.cached(("supply", self, side), partial(self._reaches, pieces, side))

    def _reaches(self, pieces: Pieces, side: str) -> int:
        game_map = pieces.map
        free = game_map.enterable
        if "enemy units" in self.blocked_by:
            free &= ~pieces.enemies(side)
        if "enemy zones" in self.blocked_by:
            zones, chart = pieces.value(self.zones), pieces.value(self.chart)
            free &= ~zones.against(pieces, side, chart, "supply")
        sources = mask_of(game_map.parse(place) for place in pieces.value(self.sources).get(side, ()))
        length = game_map.size if self.length is None else self.length
        begins = sources & free
        if self.rail is not None:
            begins = self.rail.connected(pieces, side, begins, free)
        return sum(flood(game_map.passage(), begins, length, free))

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        far = "" if self.length is None else f" of at most {self.length} hexes"
        through = (
            f", through no {' and no '.join(word.rstrip('s') for word in self.blocked_by)}" if self.blocked_by else ""
        )
        yield f"A unit is in supply where a line{far} leads to it from a source{through}."
        if not callable(self.sources):
            yield " ".join(
                f"Sources of {side.capitalize()}: {listed(places)}." for side, places in self.sources.items()
            )
        if self.rail is not None:
            beside = "" if self.length is None else "; only the hexes beside them count against its length"
            yield f"It runs any distance along railroads that serve the side{beside}."

    def why_not(self, pieces: Pieces, unit: str) -> Verdict:
        """Whether a unit on the map is in supply; if not, the refusal names it."""
        if self.reaches(pieces, pieces.units[unit].side) >> pieces.at[unit] & 1:
            return LEGAL
        far = "" if self.length is None else f" of at most {self.length} hexes"
        text = f"{pieces.name(unit)} is out of supply: no line{far} leads to {pieces.map.label(pieces.at[unit])}"
        return refuse("no_supply", text, self.cite)

    def has(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map is in supply; one that can be the ``who`` of a phase."""
        return bool(self.why_not(pieces, unit))

    def supplied(self, board: Any, unit: str, space: int) -> bool:
        """Whether a unit would be in supply in a hex: the ``supplied`` of `Replacements`."""
        pieces = pieces_of(board)
        return bool(self.reaches(pieces, pieces.units[unit].side) >> space & 1)


@frozen(kw_only=True)
class OutOfSupply:
    """What a unit without a line of supply does, each by its own line: in `Combat`, by `allowance` and by `exerts`.

    With ``judged="at its step"`` the step that `judge` makes says for a side who is out of supply until it says so
    again; the game's board has ``out_of_supply``. Otherwise the line counts that there is as the unit acts.

    Raises:
        RulesError: a word that it does not know.
    """

    trace: Trace
    attacks: Attacks = field(validator=one_of(Attacks))
    defends: Defends = field(validator=one_of(Defends))
    moves: Moves = field(default="in full", validator=one_of(Moves))
    fractions: HalfFractions = field(default="kept", validator=one_of(HalfFractions))
    judged: Judged = field(default="as it acts", validator=one_of(Judged))

    def is_out(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit is out of supply."""
        if self.judged == "at its step":
            return unit in pieces.board.out_of_supply
        return not self.trace.has(pieces, unit)

    def judge(self, side: str) -> Callable[[Table[Any]], None]:
        """A rule of a `Step`: who of a side is out of supply from now on."""

        def judge_side(t: Table[Any]) -> None:
            pieces = pieces_of(t.board)
            units = tuple(unit for unit in pieces.of(side) if not self.trace.has(pieces, unit))
            if {*units} != {unit for unit in t.board.out_of_supply if pieces.units[unit].side == side}:
                t.record(SupplyJudged(side, units))

        return judge_side

    def allowance(
        self, usual: Callable[[Pieces, str], Fraction | int] = printed_allowance
    ) -> Callable[[Pieces, str], Fraction | int]:
        """The movement points of a unit by its supply, from those that it has otherwise: one of `Movement`."""

        def points(pieces: Pieces, unit: str) -> Fraction | int:
            has = usual(pieces, unit)
            if self.moves == "in full" or not self.is_out(pieces, unit):
                return has
            return 0 if self.moves == "not at all" else multiplied(has, [self._half(has)])

        return points

    def exerts(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit is in supply: the ``exerts`` of `Zones` where others exert none.

        Only for ``judged="at its step"``, because the lines of supply themselves depend on zones.
        """
        if self.judged != "at its step":
            raise RulesError("OutOfSupply.exerts: lines depend on zones, so that it needs judged='at its step'")
        return not self.is_out(pieces, unit)

    def _half(self, number: Fraction | int) -> Factor:
        rounding = {"kept": Rounding.NONE, "dropped": Rounding.DOWN, "rounded up": Rounding.UP}.get(self.fractions)
        if rounding is None:
            rounding = Rounding.UP if number < 2 else Rounding.DOWN
        return Factor(Fraction(1, 2), "out of supply", rounding, self.trace.cite)

    def attacks_at_all(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit may attack."""
        return self.attacks != "not at all" or not self.is_out(pieces, unit)

    def factors(self, pieces: Pieces, unit: str, *, attacks: bool) -> tuple[Factor, ...]:
        """What multiplies the strength of a unit that attacks, or defends."""
        word = self.attacks if attacks else self.defends
        if word != "halved" or not self.is_out(pieces, unit):
            return ()
        return (self._half(pieces.face(unit).strength),)

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        yield from self.trace.sentences()
        attacks, defends = _STRENGTH[self.attacks], _STRENGTH[self.defends]
        yield f"A unit out of supply attacks {attacks} and defends {defends}."
        if self.moves != "in full":
            yield _HALF_MOVES[self.moves]
