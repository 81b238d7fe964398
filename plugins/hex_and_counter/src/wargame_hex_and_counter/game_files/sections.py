"""What `game.toml` may hold: a section for each heading of a rulebook, whose keys are the subjects of its sentences.

A value is a word of the rulebook, the same that the part takes in Python: ``entering = "stops"`` is
``Zones(entering="stops")``. A choice has no default, an addition may be left out, and a section that is missing is a
rule that the game does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.charts import TIMES
from wargame_core.data import Wording
from wargame_hex_and_counter.game_files.further_sections import (
    BidInitiativeSection,
    BotSection,
    BoxesSection,
    BoxSection,
    Comes,
    FaceDownSection,
    GivenInitiativeSection,
    ImpulsesSection,
    Kind,
    LotSection,
    PhaseName,
    Place,
    ReactionMovesSection,
    RoadKind,
    RolledInitiativeSection,
    Side,
)
from wargame_hex_and_counter.rules import (
    arrivals,
    combat,
    command,
    control,
    handicaps,
    isolation,
    movement,
    opportunity_fire,
    rail,
    replacements,
    retreat,
    stacking,
    standing_answers,
    supply,
    withdrawals,
    zones,
)

Sign: TypeAlias = Annotated[
    Literal["infantry", "cavalry", "artillery", "armor", "hq", "leader", "wagon"], Wording("a symbol of counters")
]
"""The symbols that counters can have."""
PHASES: Final = ("reinforcement", "movement", "combat", "rail", "replacement", "boxes", "withdrawal")
"""The phases that need no name of the game's own."""


COSTS: Final = (("costs 2", "costs [0-9]{1,2}"),)
"""How a file says that something costs movement points."""


@frozen(kw_only=True)
class GameSection:
    """[game]: its id and title, the system that reads it, whose points are counted, and its scenarios, the first first.

    ``book`` is what refusals cite, the title where it is missing; ``own_rules`` is the id of an installed game whose
    functions stand behind `own` keys.
    """

    id: str
    title: str
    system: Annotated[Literal["hex_and_counter"], Wording("the system of this file")]
    scored: Annotated[Side, Wording("a side", "the rules must say whose the points are")]
    scenarios: tuple[str, ...]
    book: str = ""
    about: str = ""
    a_turn_is: str = ""
    a_strength_point_is: str = ""
    own_rules: str = ""


@frozen(kw_only=True)
class SideSection:
    """[side.NAME]: what people call a side, its commander, and the colour of its counters, as "#9c5a3c"."""

    title: str
    commander: str = ""
    color: str = ""


@frozen(kw_only=True)
class CountersSection:
    """[counters]: the file with the counters (CSV or TOML), and all kinds of units.

    ``symbols`` are what counters of a kind show where it is not called as its symbol: { dragoons = "cavalry" }.
    """

    file: str
    kinds: tuple[str, ...]
    symbols: Mapping[Kind, Sign] = field(factory=dict)


@frozen
class TurnsSection:
    """[turns]: what is printed on the turn track, in order; there are as many turns."""

    track: tuple[str, ...]


@frozen
class PlayerTurnSection:
    """[[player_turn]]: whose it is, and its phases in order. With ``title`` it is called so.

    ``comes`` is for games with chits, impulses or an initiative: whether it comes as these say, or once a turn.
    """

    side: Side
    phases: tuple[PhaseName, ...]
    title: str = ""
    comes: Annotated[Comes, Wording("a time of a player turn")] = "as its side acts"


@frozen(kw_only=True)
class PhaseSection:
    """[phase.NAME]: a further phase of a usual kind, for some kinds of units, or along some kinds of roads."""

    kind: Annotated[
        Literal["reinforcement", "movement", "combat", "rail", "replacement", "boxes"],
        Wording("a kind of phase", "the rules must say what happens in it"),
    ]
    title: str = ""
    units: tuple[Kind, ...] = ()
    along: tuple[RoadKind, ...] = ()


@frozen(kw_only=True)
class HeadingsSection:
    """[headings]: what the rulebook calls its chapters, which refusals cite; for instance movement = "4. Movement"."""

    stacking: str = "Stacking"
    reinforcement: str = "Reinforcement"
    withdrawal: str = "Withdrawals"
    movement: str = "Movement"
    zones: str = "Zones of control"
    combat: str = "Combat"
    opportunity_fire: str = "Opportunity fire"
    reaction_moves: str = "Reaction moves"
    cup: str = "The cup"
    initiative: str = "Initiative"
    impulses: str = "Impulses"
    retreat: str = "Retreat"
    supply: str = "Supply"
    command: str = "Command"
    rail: str = "Railroads"
    replacement: str = "Replacements"
    weather: str = "Weather"
    boxes: str = "Boxes beside the map"
    face_down: str = "Counters face down"
    exceptions: str = "Exceptions"
    victory: str = "Victory"


# The rules


@frozen(kw_only=True)
class StackingSection:
    """[stacking]: how much of a side may stand in a hex, for all or by side, and when that is looked at.

    ``free`` are kinds of units that count nothing; ``own`` is a function that counts.
    """

    limit: int | Mapping[Side, int]
    counts: Annotated[stacking.Counts, Wording("what stacking counts", "the rules must say what the limit is of")]
    checked: Annotated[
        stacking.Checked, Wording("a time to check stacking", "the rules must say whether a full hex can be passed")
    ]
    free: tuple[Kind, ...] = ()
    own: str = ""


@frozen(kw_only=True)
class ReinforcementSection:
    """[reinforcement]: what closes a hex of entry, what becomes of a unit whose hexes are all closed, what it pays."""

    blocked_by: tuple[Annotated[arrivals.BlockedBy, Wording("what closes a hex of entry")], ...]
    if_blocked: Annotated[
        arrivals.IfBlocked, Wording("what a blocked unit does", "the rules must say what becomes of it")
    ]
    pays: Annotated[arrivals.Pays, Wording("what an arrival pays")] = "nothing"
    own: str = ""


@frozen(kw_only=True)
class WithdrawalSection:
    """[withdrawal]: what becomes of a unit that is to leave the map and stands in none of its hexes of exit."""

    otherwise: Annotated[
        withdrawals.Stays,
        Wording("an end of a withdrawal", "the rules must say what becomes of a unit that cannot leave"),
    ]


@frozen(kw_only=True)
class MovementSection:
    """[movement]: whether friends let a unit pass, and how far it may always go; ``own`` gives its movement points."""

    friends: Annotated[
        movement.Friends, Wording("what friends do in movement", "the rules must say whether units pass friends")
    ]
    minimum: Annotated[
        movement.Minimum, Wording("a least move", "the rules must say whether a unit may always go one hex")
    ]
    own: str = ""


Entering: TypeAlias = Annotated[
    str,
    Wording(
        "a word for entering",
        "the rules must say what happens to a unit that enters an enemy zone",
        ("free", "stops", "forbidden"),
        COSTS,
    ),
]
Leaving: TypeAlias = Annotated[
    str,
    Wording(
        "a word for leaving",
        "the rules must say whether a unit may leave an enemy zone by movement",
        ("free", "forbidden"),
        COSTS,
    ),
]


@frozen(kw_only=True)
class ZonesSection:
    """[zones]: which kinds of units exert a zone of control, and what it does to a unit that enters or leaves one.

    ``zone_to_zone`` says whether a unit goes straight from one into another where entering and leaving leave it open;
    ``negated_by_friends`` for what a friend in a hex lifts the enemy zone there.
    """

    exerted_by: tuple[Kind, ...]
    entering: Entering
    leaving: Leaving
    zone_to_zone: Annotated[zones.ZoneToZone, Wording("a word for going from zone to zone")] | None = None
    negated_by_friends: tuple[Annotated[zones.Purpose, Wording("a purpose of zones")], ...] = ()
    own: str = ""


@frozen(kw_only=True)
class CombatSection:
    """[combat]: its table, who must attack and be attacked, how many hexes one attack is made on, and what counts.

    ``own`` are functions for further shifts of the odds. With ``takes_preferences`` sides may say beforehand how they
    answer what is asked as battles are fought.
    """

    table: str
    must: tuple[Annotated[combat.Duty, Wording("a duty of combat")], ...]
    one_attack: Annotated[
        combat.OneAttack, Wording("a number of hexes", "the rules must say how many hexes one attack is made on")
    ]
    terrain: Annotated[
        combat.TerrainCounts, Wording("a rule for terrain", "the rules must say which of several effects count")
    ]
    hexsides: Annotated[
        combat.WhenHexsidesCount, Wording("a rule for hexsides", "the rules must say when a hexside helps the defender")
    ]
    defenders_of_0: Annotated[combat.DefendersWithoutStrength, Wording("an end of defenders without strength")] = (
        "by the table"
    )
    own: tuple[str, ...] = ()
    takes_preferences: bool = False


@frozen(kw_only=True)
class BombardmentSection:
    """[bombardment]: kinds of units that attack from some hexes away, and whether they see, join and suffer."""

    by: tuple[Kind, ...]
    range: int
    needs_sight: bool
    joins_attacks: bool
    suffers_results: bool


@frozen(kw_only=True)
class OpportunityFireSection:
    """[opportunity_fire]: which kinds of units fire at enemies that move, how far, how often, by which table.

    ``asks_later`` are the distances, in hexes, that standing answers can name; [] leaves them out.
    """

    table: str
    by: tuple[Kind, ...]
    range: int
    needs_sight: bool
    fires_when: tuple[Annotated[opportunity_fire.Trigger, Wording("what lets units fire")], ...]
    limit: Annotated[
        opportunity_fire.Limit, Wording("a limit of fire", "the rules must say how often a unit fires at enemies")
    ]
    stops: Annotated[
        opportunity_fire.Stops, Wording("what ends a move", "the rules must say whether fire ends the move")
    ]
    terrain: Annotated[
        opportunity_fire.Ground, Wording("a rule for terrain", "the rules must say whether the ground shelters")
    ]
    asks_later: tuple[int, ...] = standing_answers.DISTANCES


@frozen(kw_only=True)
class ChitSection:
    """[[chit]]: a chit for a side or one of its formations; ``count`` are such chits, one that ``ends`` is for nobody.

    A game with chits draws them from a cup on each turn: the player turns of a side come as its chits are drawn, for
    the units of the chit.
    """

    title: str
    side: Side | None = None
    formation: str = ""
    count: int = 1
    ends: bool = False


@frozen(kw_only=True)
class RetreatSection:
    """[retreat]: who chooses the way, what bars it, what becomes of a unit without one; ``own`` narrows the ways."""

    chosen_by: Annotated[retreat.ChosenBy, Wording("who chooses a retreat", "the rules must say who chooses the way")]
    into_zones: Annotated[
        retreat.IntoZones, Wording("a word for retreats", "the rules must say whether units retreat into enemy zones")
    ]
    friends: Annotated[
        retreat.Friends, Wording("what friends do in a retreat", "the rules must say what a full hex in the way does")
    ]
    otherwise: Annotated[
        retreat.Otherwise, Wording("an end of a retreat", "the rules must say what becomes of a unit without a way")
    ]
    measured: Annotated[retreat.Measured, Wording("a measure of retreats")] = "as the hex lies"
    own: str = ""


@frozen(kw_only=True)
class AdvanceSection:
    """[advance]: who enters hexes that a battle has emptied, of the side that attacked and of the side attacked."""

    attacker: Annotated[combat.Advancing, Wording("who advances", "the rules must say who of the attacker advances")]
    defender: Annotated[combat.Advancing, Wording("who advances", "the rules must say who of the defender advances")]


@frozen(kw_only=True)
class SupplySection:
    """[supply]: by side the places from which a line runs, what cuts it, how long it may be, and what its lack does.

    ``along_railroads`` says whether it runs any distance along railroads that serve the side, which needs [rail].
    A unit out of supply at the end of ``isolated_after`` turns in a row suffers what ``isolated`` says, and again at
    the end of each further turn.
    """

    sources: Mapping[Side, tuple[Place, ...]]
    blocked_by: tuple[Annotated[supply.CutBy, Wording("what cuts a line of supply")], ...]
    attacks: Annotated[
        handicaps.Attacks, Wording("a strength without supply", "the rules must say how units out of supply attack")
    ]
    defends: Annotated[
        handicaps.Defends, Wording("a strength without supply", "the rules must say how units out of supply defend")
    ]
    moves: Annotated[handicaps.Moves, Wording("how units out of supply move")] = "in full"
    fractions: Annotated[handicaps.HalfFractions, Wording("what becomes of fractions")] = "kept"
    length: int | None = None
    along_railroads: bool = False
    isolated_after: int | None = None
    isolated: Annotated[isolation.Suffers, Wording("what befalls an isolated unit")] | None = None


@frozen(kw_only=True)
class CommandSection:
    """[command]: which units are headquarters, how far and whom they command, and what units out of command do.

    ``headquarters`` are kinds of units, or counters by their ids; ``radius`` counts where no radius is printed on the
    counter. ``exempt`` are kinds of units that need no command, ``sides`` the sides that do, all without it.
    ``exerts_zones`` says whether units out of command exert zones of control. With ``judged = "at its step"`` each
    player turn of a side begins with finding who of it is out of command.
    """

    headquarters: tuple[str, ...]
    commands: Annotated[
        command.Commands, Wording("whom a headquarters commands", "the rules must say whose units are in command")
    ]
    attacks: Annotated[
        handicaps.Attacks, Wording("a strength without command", "the rules must say how units out of command attack")
    ]
    defends: Annotated[
        handicaps.Defends, Wording("a strength without command", "the rules must say how units out of command defend")
    ]
    moves: Annotated[
        handicaps.Moves, Wording("how units out of command move", "the rules must say how units out of command move")
    ]
    radius: int | None = None
    measured: Annotated[command.Measured, Wording("a measure of a radius")] = "in hexes"
    blocked_by: tuple[Annotated[supply.CutBy, Wording("what cuts a way of command")], ...] = ()
    exempt: tuple[Kind, ...] = ()
    sides: tuple[Side, ...] = ()
    exerts_zones: bool = True
    fractions: Annotated[handicaps.HalfFractions, Wording("what becomes of fractions")] = "kept"
    judged: Annotated[handicaps.Judged, Wording("a time at which command is judged")] = "as it acts"


@frozen(kw_only=True)
class WeatherTrackSection:
    """[weather]: the file with the kinds of weather, what each does, and which there is on each turn."""

    file: str


@frozen(kw_only=True)
class RailSection:
    """[rail]: kinds of roads that are railroads, how much a side moves by them in a turn, and where they serve it.

    ``then_moves`` says whether a unit that has gone by rail moves too in the same turn; ``hexes`` is how far one goes.
    ``converted_by`` are kinds of units that take railroad hexes for their side, by entering them or as ``converted``
    says; no railroad changes hands without them.
    """

    along: tuple[RoadKind, ...]
    capacity: int | Mapping[Side, int]
    counts: (
        Annotated[stacking.Counts, Wording("what the capacity counts", "the rules must say what the capacity is of")]
        | Mapping[Kind, int]
    )
    enemy_zones: Annotated[
        rail.EnemyZones, Wording("a word for enemy zones", "the rules must say whether trains pass enemy zones")
    ]
    friendly: Annotated[
        rail.Friendly, Wording("which railroads serve a side", "the rules must say which railroad hexes a side may use")
    ]
    then_moves: bool
    hexes: int | None = None
    converted_by: tuple[Kind, ...] = ()
    converted: Annotated[control.By, Wording("what converts a railroad")] = "entering"


@frozen(kw_only=True)
class ReplacementSection:
    """[replacement]: the points that each side gets, the price of a step, and where and how lost units come back.

    ``supplied`` says whether steps and units come back in supply only, which needs [supply].
    """

    points: Mapping[Side, int]
    price: int | Mapping[Kind, int]
    places: Mapping[Side, tuple[Place, ...]]
    rebuilds: tuple[Annotated[replacements.Rebuilds, Wording("whom points bring back")], ...]
    comes_back: Annotated[
        replacements.ComesBack, Wording("how a unit comes back", "the rules must say how eliminated units return")
    ]
    unspent: Annotated[
        replacements.Unspent, Wording("an end of points", "the rules must say what becomes of points that are left")
    ]
    blocked_by: tuple[Annotated[arrivals.BlockedBy, Wording("what closes a place")], ...] = ("enemy units",)
    steps_return: Annotated[replacements.StepsReturn, Wording("where steps come back")] = "anywhere"
    steps_a_unit: int = 1
    delay: int = 1
    supplied: bool = False
    name: str = "replacement points"


@frozen(kw_only=True)
class ControlSection:
    """[control]: what gives a side a place, and which kinds of units can take one, all of them where none is named."""

    by: Annotated[control.By, Wording("what gives control", "the rules must say how a place changes hands")]
    kinds: tuple[Kind, ...] = ()


# Exceptions


Times: TypeAlias = Annotated[str, Wording("an effect", "", tuple(TIMES))]
"""Words that multiply."""


@frozen(kw_only=True)
class ZonesChanges:
    """Keys of [zones] that an exception has otherwise."""

    exerted_by: tuple[Kind, ...] | None = None
    entering: Entering | None = None
    leaving: Leaving | None = None
    zone_to_zone: Annotated[zones.ZoneToZone, Wording("a word for going from zone to zone")] | None = None


@frozen(kw_only=True)
class StackingChanges:
    """Keys of [stacking] that an exception has otherwise."""

    limit: int | None = None


@frozen(kw_only=True)
class CombatChanges:
    """Keys of [combat] that an exception has otherwise."""

    must: tuple[Annotated[combat.Duty, Wording("a duty of combat")], ...] | None = None


@frozen(kw_only=True)
class ExceptionSection:
    """[[exception]]: when it holds (turns, losses of a side; always without these), and what is otherwise then.

    ``side`` is whom it is about, both without it; ``when`` is a function. ``without`` are phases that are left out;
    ``attacking`` and ``attacked`` move the odds ("1 left") of attacks by its units and on them, and ``attacking`` may
    multiply ("halved"); ``moving`` multiplies movement points, or as a number is the most that there are. Keys of other
    sections stand by their names: zones.leaving = "free".
    """

    name: str
    turns: tuple[int, ...] = ()
    side: Side | None = None
    losses: int | None = None
    when: str = ""
    without: tuple[PhaseName, ...] = ()
    attacking: str = ""
    attacked: str = ""
    moving: int | Times | None = None
    zones: ZonesChanges | None = None
    stacking: StackingChanges | None = None
    combat: CombatChanges | None = None


# Victory


@frozen(kw_only=True)
class ControlLine:
    """[[victory]] kind = "control": points if a place is held by a side at the end."""

    kind: ClassVar[str] = "control"
    at: Place
    held_by: Side
    points: int


@frozen(kw_only=True)
class LossesLine:
    """[[victory]] kind = "losses": points for each point of strength that a side has lost."""

    kind: ClassVar[str] = "losses"
    side: Side
    points: int


@frozen(kw_only=True)
class LevelSection:
    """[[level]]: a level of victory, from how many points on; a draw has no winner, the last level no ``at_least``."""

    title: str
    winner: Side | None = None
    at_least: int | None = None


@frozen(kw_only=True)
class SuddenVictorySection:
    """[[sudden_victory]]: the game ends at once when the winner holds all of these places."""

    title: str
    winner: Side
    holds: tuple[Place, ...]


@frozen(kw_only=True)
class GameFile:
    """game.toml: the rules of a game, in the order of a rulebook."""

    game: GameSection
    side: Mapping[str, SideSection]
    counters: CountersSection
    turns: TurnsSection
    player_turn: tuple[PlayerTurnSection, ...]
    stacking: StackingSection
    level: tuple[LevelSection, ...]
    phase: Mapping[str, PhaseSection] = field(factory=dict)
    headings: HeadingsSection = HeadingsSection()
    reinforcement: ReinforcementSection | None = None
    withdrawal: WithdrawalSection | None = None
    movement: MovementSection | None = None
    zones: ZonesSection | None = None
    combat: CombatSection | None = None
    bombardment: BombardmentSection | None = None
    opportunity_fire: OpportunityFireSection | None = None
    reaction_moves: ReactionMovesSection | None = None
    retreat: RetreatSection | None = None
    advance: AdvanceSection | None = None
    supply: SupplySection | None = None
    command: CommandSection | None = None
    weather: WeatherTrackSection | None = None
    rail: RailSection | None = None
    replacement: ReplacementSection | None = None
    boxes: BoxesSection | None = None
    box: tuple[BoxSection, ...] = ()
    face_down: FaceDownSection | None = None
    lot: tuple[LotSection, ...] = ()
    control: ControlSection | None = None
    chit: tuple[ChitSection, ...] = ()
    initiative: RolledInitiativeSection | GivenInitiativeSection | BidInitiativeSection | None = None
    impulses: ImpulsesSection | None = None
    exception: tuple[ExceptionSection, ...] = ()
    victory: tuple[ControlLine | LossesLine, ...] = ()
    sudden_victory: tuple[SuddenVictorySection, ...] = ()
    bot: BotSection | None = None
