"""Sections of `game.toml` about what few games have: boxes, counters face down, who acts when, weights of the bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from attrs import asdict, field, frozen

from wargame_core.data import Ref, Wording
from wargame_core.dice import D6, Die
from wargame_hex_and_counter.rules import arrivals, face_down, impulses, stacking, standing_answers

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


# Who acts when


Comes: TypeAlias = Literal["as its side acts", "at the start of the turn", "at the end of the turn"]
"""When a player turn is played: as the chits, the impulses or the initiative say, or once at one end of the turn."""


@frozen(kw_only=True)
class RolledInitiativeSection:
    """[initiative] kind = "rolled": each side rolls the ``die``, and the higher has the initiative.

    ``ties`` is the side that has it when both are equal; both roll again without it. ``adds`` is what a side adds.
    """

    kind: ClassVar[str] = "rolled"
    die: Die = D6
    ties: Side | None = None
    adds: Mapping[Side, int] = field(factory=dict)


@frozen(kw_only=True)
class GivenInitiativeSection:
    """[initiative] kind = "given": who has the initiative on each turn; the last holds for all turns from there on."""

    kind: ClassVar[str] = "given"
    turns: tuple[Side, ...]


@frozen(kw_only=True)
class BidInitiativeSection:
    """[initiative] kind = "bid": both sides offer points in secret, and the higher has the initiative and pays them.

    ``each_turn`` are the points that a side gets on every turn, ``name`` is what they are called. The side of ``ties``
    has the initiative, and pays, when both offer the same.
    """

    kind: ClassVar[str] = "bid"
    each_turn: Mapping[Side, int]
    ties: Side
    name: str = "initiative points"


@frozen(kw_only=True)
class ImpulsesSection:
    """[impulses]: the sides act in turn, each time with one group of their units, until all pass or have acted.

    ``ends_below`` is a roll after each impulse, "2d6": one below the number of the impulse ends the turn.
    """

    groups: Annotated[impulses.Group, Wording("what acts in an impulse", "the rules must say which units act together")]
    ends_below: Die | None = None


Moves: TypeAlias = Literal["in full", "halved"]
"""How far a unit moves in reaction, where no number says it."""


@frozen(kw_only=True)
class ReactionMovesSection:
    """[reaction_moves]: which kinds of units move, once on a turn, when an enemy comes within ``range`` hexes.

    ``formations`` are those whose units react, all where none is named; ``moves`` is how far. ``asks_later`` are the
    distances, in hexes, that standing answers can name; [] leaves them out.
    """

    by: tuple[Kind, ...]
    range: int
    moves: Annotated[Moves, Wording("how far units react", "the rules must say how far a unit moves in reaction")] | int
    formations: tuple[str, ...] = ()
    asks_later: tuple[int, ...] = standing_answers.DISTANCES


# The bot
@frozen(kw_only=True)
class BotSection:
    """[bot]: what counts more or less for the bot that holds a line than it usually does, by its terms."""

    places: float | None = None
    lines: float | None = None
    losses: float | None = None
    attacks: float | None = None
    danger: float | None = None
    flanks: float | None = None
    gaps: float | None = None
    supply: float | None = None
    command: float | None = None

    def weights(self) -> dict[str, float]:
        """The weights that are given, by the names of terms."""
        return {name: weight for name, weight in asdict(self).items() if weight is not None}
