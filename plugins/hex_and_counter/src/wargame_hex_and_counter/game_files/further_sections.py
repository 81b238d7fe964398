"""Sections of `game.toml` about what few games have: boxes beside the map, counters face down, weights of the bot."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from attrs import asdict, frozen

from wargame_core.data import Ref, Wording
from wargame_hex_and_counter.rules import arrivals, face_down, stacking

Side: TypeAlias = Annotated[str, Ref("a side")]
Kind: TypeAlias = Annotated[str, Ref("a kind of unit")]
RoadKind: TypeAlias = Annotated[str, Ref("a kind of road")]
PhaseName: TypeAlias = Annotated[str, Ref("a phase")]
Place: TypeAlias = Annotated[str, Ref("a place or a hex of the map")]
BoxName: TypeAlias = Annotated[str, Ref("a box")]
Counter: TypeAlias = Annotated[str, Ref("a counter")]


@frozen(kw_only=True)
class BoxesSection:
    """[boxes]: what closes the hexes to which boxes lead, and what counts against their limits."""

    blocked_by: tuple[Annotated[arrivals.BlockedBy, Wording("what closes a hex")], ...] = ("enemy units",)
    counts: Annotated[stacking.Counts, Wording("what a limit counts")] = "units"


@frozen(kw_only=True)
class BoxSection:
    """[[box]]: a box beside the map, the sides that use it, and the hexes by which it is entered and to which it leads.

    ``onward`` are other boxes to which it leads; a unit may leave ``passage`` turns after it went in, ``limit`` is how
    much of a side it holds.
    """

    name: str
    sides: tuple[Side, ...]
    entered_from: tuple[Place, ...] = ()
    leads_to: tuple[Place, ...] = ()
    onward: tuple[BoxName, ...] = ()
    passage: int = 1
    limit: int | None = None


@frozen(kw_only=True)
class FaceDownSection:
    """[face_down]: who knows what lies under a counter, when that is turned up, and who puts it there."""

    known_to: Annotated[
        face_down.KnownTo,
        Wording("who knows what lies there", "the rules must say who knows what lies under a counter"),
    ]
    found: Annotated[
        face_down.Found, Wording("a time to turn up counters", "the rules must say when a counter is turned up")
    ]
    put_by: Annotated[face_down.PutBy, Wording("who puts units under counters")] = "chance"


@frozen(kw_only=True)
class LotSection:
    """[[lot]]: counters of one side that lie face down, and the units under them; what is left over are dummies."""

    counters: tuple[Counter, ...]
    units: tuple[Counter, ...]


@frozen(kw_only=True)
class BotSection:
    """[bot]: what counts more or less for the bot that holds a line than it usually does, by its terms."""

    places: float | None = None
    losses: float | None = None
    attacks: float | None = None
    danger: float | None = None
    flanks: float | None = None
    gaps: float | None = None
    supply: float | None = None

    def weights(self) -> dict[str, float]:
        """The weights that are given, by the names of terms."""
        return {name: weight for name, weight in asdict(self).items() if weight is not None}
