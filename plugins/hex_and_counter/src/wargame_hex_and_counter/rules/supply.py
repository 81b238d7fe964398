"""Supply: whether a line no longer than allowed leads from a source to a unit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Event
from wargame_core.maps.masks import flood, mask_of
from wargame_core.names import listed
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.events import SupplyJudged
from wargame_hex_and_counter.board.pieces import Pieces, Setting
from wargame_hex_and_counter.printed.author_functions import setting
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.words import each_of
from wargame_hex_and_counter.rules.binding import pieces_of
from wargame_hex_and_counter.rules.handicaps import Handicap
from wargame_hex_and_counter.rules.rail import Rail
from wargame_hex_and_counter.rules.zones import Purpose, Zones

CutBy: TypeAlias = Literal["enemy units", "enemy zones"]
"""What no line of supply leads through, or into."""


def open_hexes(
    pieces: Pieces,
    side: str,
    blocked_by: tuple[CutBy, ...],
    chart: Setting[TerrainChart],
    zones: Setting[Zones],
    purpose: Purpose,
) -> int:
    """Mask of the hexes through which a line of a side can lead; zones are asked for the purpose."""
    free_spaces = pieces.map.enterable
    if "enemy units" in blocked_by:
        free_spaces &= ~pieces.enemies(side)
    if "enemy zones" in blocked_by:
        free_spaces &= ~pieces.value(zones).enemy_zone_mask(pieces, side, pieces.value(chart), purpose)
    return free_spaces


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
        free_spaces = open_hexes(pieces, side, self.blocked_by, self.chart, self.zones, "supply")
        sources = mask_of(game_map.parse(place) for place in pieces.value(self.sources).get(side, ()))
        length = game_map.size if self.length is None else self.length
        starts = sources & free_spaces
        if self.rail is not None:
            starts = self.rail.connected(pieces, side, starts, free_spaces)
        return sum(flood(game_map.passage(), starts, length, free_spaces))

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        length_text = "" if self.length is None else f" of at most {self.length} hexes"
        ways_text = (
            f", through no {' and no '.join(word.rstrip('s') for word in self.blocked_by)}" if self.blocked_by else ""
        )
        yield f"A unit is in supply where a line{length_text} leads to it from a source{ways_text}."
        if not callable(self.sources):
            yield " ".join(
                f"Sources of {side.capitalize()}: {listed(places)}." for side, places in self.sources.items()
            )
        if self.rail is not None:
            rail_text = "" if self.length is None else "; only the hexes beside them count against its length"
            yield f"It runs any distance along railroads that serve the side{rail_text}."

    def why_not(self, pieces: Pieces, unit: str) -> Verdict:
        """Whether a unit on the map is in supply; if not, the refusal names it."""
        if self.reaches(pieces, pieces.units[unit].side) >> pieces.at[unit] & 1:
            return LEGAL
        length_text = "" if self.length is None else f" of at most {self.length} hexes"
        text = (
            f"{pieces.name(unit)} is out of supply: no line{length_text} leads to {pieces.map.label(pieces.at[unit])}"
        )
        return refuse("no_supply", text, self.cite)

    def has(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map is in supply; one that can be the ``who`` of a phase."""
        return bool(self.why_not(pieces, unit))

    def supplied(self, board: Any, unit: str, space: int) -> bool:
        """Whether a unit would be in supply in a hex: the ``supplied`` of `Replacements`."""
        pieces = pieces_of(board)
        return bool(self.reaches(pieces, pieces.units[unit].side) >> space & 1)


@frozen(kw_only=True)
class OutOfSupply(Handicap):
    """What a unit without a line of supply does, each by its own line: in `Combat`, by `allowance` and by `exerts`.

    Where it is ``judged`` at its step the game's board has ``out_of_supply``.

    Raises:
        RulesError: a word that it does not know.
    """

    lack: ClassVar[str] = "out of supply"

    trace: Trace

    @property
    def cite(self) -> Cite | None:
        """Its place in the rulebook."""
        return self.trace.cite

    def has(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit on the map is in supply as the units stand."""
        return self.trace.has(pieces, unit)

    def why_not(self, pieces: Pieces, unit: str) -> Verdict:
        """The same; the refusal names the unit."""
        return self.trace.why_not(pieces, unit)

    def found_out(self, board: Any) -> Collection[str]:
        """The units that were out of supply when it was last judged."""
        units: set[str] = board.out_of_supply
        return units

    def lack_event(self, side: str, units: tuple[str, ...]) -> Event:
        """The event that these units of a side are out of supply from now on, and no others."""
        return SupplyJudged(side, units)

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        yield from self.trace.sentences()
        yield from self.effects_in_words()
