"""Command: whether a unit is within the radius of a headquarters that commands it, and what it does if it is not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Action, Event
from wargame_core.errors import RulesError
from wargame_core.maps.masks import flood
from wargame_core.maps.movement import reach
from wargame_core.names import listed
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.events import CommandJudged
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.printed.author_functions import setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.printed.words import each_of, one_of
from wargame_hex_and_counter.rules.binding import pieces_of
from wargame_hex_and_counter.rules.handicaps import Handicap
from wargame_hex_and_counter.rules.supply import CutBy, open_hexes
from wargame_hex_and_counter.rules.zones import Zones

Commands: TypeAlias = Literal["its formation", "all units"]
"""Whom a headquarters commands, of its side; one without a formation commands all units."""
Measured: TypeAlias = Literal["in hexes", "in movement points"]
"""How a radius is measured: as far as hexes lie apart, or by what a move of the headquarters would cost."""


@frozen(kw_only=True, eq=False)
class Command:
    """A unit is in command within the radius of a headquarters of its side that commands it.

    ``headquarters`` are kinds of units, or units by their ids; they are always in command. ``radius`` counts for those
    on whose counters no radius is printed. ``blocked_by`` closes hexes for the way from a headquarters to a unit; enemy
    zones are asked for the purpose "command", for which `Zones` may let friends negate them. ``exempt`` are kinds of
    units that need no command, ``sides`` the sides that do, all of them where none is named. Compared by identity.

    Raises:
        RulesError: a word that it does not know.
    """

    headquarters: tuple[str, ...]
    commands: Commands = field(validator=one_of(Commands))
    chart: Setting[TerrainChart] = field(validator=setting)
    zones: Setting[Zones] = field(validator=setting)
    radius: int | None = None
    measured: Measured = field(default="in hexes", validator=one_of(Measured))
    blocked_by: tuple[CutBy, ...] = field(default=(), validator=each_of(CutBy))
    exempt: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    cite: Cite | None = None

    # who commands whom

    def is_headquarters(self, unit: Unit) -> bool:
        """Whether a counter is a headquarters."""
        return not unit.face_down and (unit.kind in self.headquarters or unit.id in self.headquarters)

    def needs(self, unit: Unit) -> bool:
        """Whether a counter needs the command of another."""
        of_side = not self.sides or unit.side in self.sides
        return of_side and not (unit.face_down or unit.kind in self.exempt or self.is_headquarters(unit))

    def may_command(self, headquarters: Unit, unit: Unit) -> bool:
        """Whether a headquarters commands a unit that is near enough."""
        of_formation = self.commands == "all units" or headquarters.formation in ("", unit.formation)
        return headquarters.side == unit.side and of_formation

    def radius_of(self, headquarters: Unit) -> int:
        """How far a headquarters commands. Raises `RulesError` where nothing says it."""
        radius = self.radius if headquarters.radius is None else headquarters.radius
        if radius is None:
            text = "has no radius on its counter, and Command(radius=) says none"
            raise RulesError(f"headquarters {headquarters.id!r} {text}")
        return radius

    def check(self, units: Mapping[str, Unit]) -> None:
        """Raise `RulesError` where it is not said how far a headquarters commands, or there is none."""
        headquarters_units = [unit for unit in units.values() if self.is_headquarters(unit)]
        if not headquarters_units:
            names = ", ".join(self.headquarters)
            raise RulesError(f"Command(headquarters=): no unit is of such a kind, or has such an id: {names}")
        for unit in headquarters_units:
            self.radius_of(unit)

    def without_headquarters(self, units: Iterable[Unit]) -> list[Unit]:
        """The counters that need command and that no headquarters among these ever commands."""
        units = list(units)
        headquarters_units = [unit for unit in units if self.is_headquarters(unit)]
        return [
            unit
            for unit in units
            if self.needs(unit) and not any(self.may_command(hq, unit) for hq in headquarters_units)
        ]

    # how far

    def reaches_from(self, pieces: Pieces, headquarters: str, space: int) -> int:
        """Mask of the hexes that a headquarters would command from a hex."""
        key = ("command", self, headquarters, space)
        return pieces.cached(key, partial(self._reaches_from, pieces, pieces.units[headquarters], space))

    def _reaches_from(self, pieces: Pieces, headquarters: Unit, space: int) -> int:
        radius, game_map = self.radius_of(headquarters), pieces.map
        if self.measured == "in hexes" and not self.blocked_by:
            return game_map.within(space, radius)
        free_spaces = open_hexes(pieces, headquarters.side, self.blocked_by, self.chart, self.zones, "command")
        if self.measured == "in hexes":
            return sum(flood(game_map.passage(), 1 << space, radius, free_spaces | 1 << space))
        chart = pieces.value(self.chart)
        cost = chart.step_cost(game_map, headquarters.kind)
        return reach(game_map, space, radius * chart.unit, cost, chart.points_in_words, closed=~free_spaces).spaces

    def commanding(self, pieces: Pieces, unit: str) -> list[str]:
        """The headquarters on the map that command a unit if they are near enough."""
        commanded_unit, units = pieces.units[unit], pieces.units
        return [hq for hq in self._on_map(pieces) if self.may_command(units[hq], commanded_unit)]

    def _on_map(self, pieces: Pieces) -> list[str]:
        """All headquarters on the map."""
        units = pieces.units
        return pieces.cached(
            ("headquarters", self), lambda: [unit for unit in pieces.at if self.is_headquarters(units[unit])]
        )

    def reaches(self, pieces: Pieces, unit: str) -> int:
        """Mask of the hexes in which a unit is in command."""
        mask = 0
        for headquarters in self.commanding(pieces, unit):
            mask |= self.reaches_from(pieces, headquarters, pieces.at[headquarters])
        return mask

    def has(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map is in command; one that can be the ``who`` of a phase."""
        return not self.needs(pieces.units[unit]) or bool(self.reaches(pieces, unit) >> pieces.at[unit] & 1)

    def why_not(self, pieces: Pieces, unit: str) -> Verdict:
        """Whether a unit on the map is in command; if not, the refusal names the nearest headquarters."""
        if self.has(pieces, unit):
            return LEGAL
        return refuse("no_command", f"{pieces.name(unit)} is out of command: {self._how_far(pieces, unit)}", self.cite)

    def _how_far(self, pieces: Pieces, unit: str) -> str:
        space = pieces.at[unit]
        by_distance = [(pieces.map.distance(space, pieces.at[hq]), hq) for hq in self.commanding(pieces, unit)]
        if not by_distance:
            return "no headquarters that commands it is on the map"
        distance, nearest_headquarters = min(by_distance)
        radius, name = self.radius_of(pieces.units[nearest_headquarters]), pieces.name(nearest_headquarters)
        if self.measured == "in hexes" and distance > radius:
            return f"the nearest headquarters, {name}, is {distance} hexes away, {radius} allowed"
        measure = "hexes" if self.measured == "in hexes" else "movement points"
        return f"no way of at most {radius} {measure} leads to it from the nearest headquarters, {name}"

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        measure = "hexes" if self.measured == "in hexes" else "movement points of the headquarters"
        limit = f"{self.radius} {measure}" if self.radius is not None else f"the {measure} printed on its counter"
        through = f", by a way through no {' and no '.join(word.rstrip('s') for word in self.blocked_by)}"
        whose_units_text = (
            "of its formation, or one without a formation" if self.commands == "its formation" else "of its side"
        )
        headquarters_in_words = listed(self.headquarters)
        barrier = through if self.blocked_by else ""
        yield (
            f"A unit is in command within {limit} of a headquarters "
            f"({headquarters_in_words}) {whose_units_text}{barrier}."
        )
        if self.sides:
            yield f"Units of {listed(side.capitalize() for side in self.sides)} alone need command."
        if self.exempt:
            yield f"No command is needed by {listed(self.exempt)}."


@frozen(kw_only=True)
class OutOfCommand(Handicap):
    """What a unit out of command does, each by its own line: in `Combat`, by `allowance` and by `exerts`.

    Where it is ``judged`` at its step the game's board has ``out_of_command``. As one of the ``parts`` of a `HexGame`
    it says its rule, and the panel and the counters show who is out of command.

    Raises:
        RulesError: a word that it does not know.
    """

    lack: ClassVar[str] = "out of command"

    command: Command

    @property
    def cite(self) -> Cite | None:
        """Its place in the rulebook."""
        return self.command.cite

    def has(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map is in command as the units stand."""
        return self.command.has(pieces, unit)

    def why_not(self, pieces: Pieces, unit: str) -> Verdict:
        """The same; the refusal names the nearest headquarters."""
        return self.command.why_not(pieces, unit)

    def found_out(self, board: Any) -> Collection[str]:
        """The units that were out of command when it was last judged."""
        units: set[str] = board.out_of_command
        return units

    def lack_event(self, side: str, units: tuple[str, ...]) -> Event:
        """The event that these units of a side are out of command from now on, and no others."""
        return CommandJudged(side, units)

    # as a further part

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """It brings no actions."""
        return ()

    @property
    def events(self) -> tuple[type[Event], ...]:
        """What its step records, if it has one."""
        return (CommandJudged,) if self.judged == "at its step" else ()

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        yield from self.command.sentences()
        yield from self.effects_in_words()

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who is out of command, for the panel."""
        pieces = pieces_of(board)
        if names := [pieces.name(unit) for unit in pieces.at if self.is_out(pieces, unit)]:
            yield "Out of command", listed(names)

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()
