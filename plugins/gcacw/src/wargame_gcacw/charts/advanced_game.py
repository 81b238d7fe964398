"""Thunder on the Mississippi: the tables of its advanced game of 70 turns, and what follows from them exactly.

Source: Advanced Game Sequence of Play, Random Events Table, Strategic Events Table, Army of Relief Table; what events
do and the numbers of the siege are in Readings: What the events do, Siege and relief
"""

from collections.abc import Callable, Collection
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

from attrs import evolve, frozen

from wargame_core import D6, Cite, Distribution, Ruling
from wargame_core.charts import ChartCard, ChartError, EventTable, read_card, read_events, settle
from wargame_core.data import DataFolder, Document, Problems, Ref, read_toml
from wargame_core.shapes import OneOf
from wargame_gcacw.charts.modifiers import Modifiers, read_modifiers
from wargame_gcacw.charts.series import DATA, Turn, read_data_file, structure_document


@frozen
class _Anchor:
    turn: int
    date: date


@frozen
class Calendar:
    """One turn is one day, and some turns end with a strategic cycle.

    ``anchor`` are dates known from elsewhere; a calendar that contradicts one of them is refused.
    """

    first_date: date
    last_turn: int
    strategic_cycle_every: int
    anchor: tuple[_Anchor, ...] = ()

    def __attrs_post_init__(self) -> None:
        for anchor in self.anchor:
            if self.day_of(anchor.turn) != anchor.date:
                raise ValueError(f"turn {anchor.turn} would be {self.day_of(anchor.turn)}, not {anchor.date}")

    def check(self, turn: int) -> int:
        """``turn`` when the game has it. Raises `ChartError`."""
        if not 1 <= turn <= self.last_turn:
            raise ChartError(f"there is no turn {turn} (allowed: 1 to {self.last_turn})")
        return turn

    def day_of(self, turn: int) -> date:
        """The day of a turn."""
        return self.first_date + timedelta(days=self.check(turn) - 1)

    def turn_of(self, day: date) -> int:
        """The turn of a day. Raises `ChartError` for a day outside the game."""
        turn = (day - self.first_date).days + 1
        if not 1 <= turn <= self.last_turn:
            last_date = self.day_of(self.last_turn)
            raise ChartError(f"{day} is not in the game (allowed: {self.first_date} to {last_date})")
        return turn

    def is_cycle(self, turn: int) -> bool:
        """Whether a turn ends with a strategic cycle."""
        return self.check(turn) % self.strategic_cycle_every == 0

    @property
    def cycles(self) -> tuple[int, ...]:
        """The turns that end with a strategic cycle."""
        return tuple(range(self.strategic_cycle_every, self.last_turn + 1, self.strategic_cycle_every))


CALENDAR: Final = read_data_file("calendar.toml", Calendar)


def turn_date(turn: Turn) -> date:
    """The day of a turn.

    >>> turn_date(66).isoformat()
    '1863-07-04'
    """
    return CALENDAR.day_of(turn)


def date_turn(day: date) -> int:
    """The turn of a day.

    Args:
        day: a day of the campaign

    >>> date_turn(date(1863, 5, 1))
    2
    """
    return CALENDAR.turn_of(day)


RANDOM: Final[EventTable] = read_events(DATA / "random_events.toml")
STRATEGIC: Final[EventTable] = read_events(DATA / "strategic_events.toml")
FIRST_EVENT_TURN: Final = 2
RandomEvent = Annotated[str, OneOf(RANDOM.names), "event of the turn before"]
TwoDice = Annotated[int, "total of two dice"]


def random_event(turn: Turn, dice: TwoDice, previous: RandomEvent | None = None) -> str | None:
    """The random event of a turn for a total of two dice; None on turn 1, for which the table has no column.

    Source: Random Events Table.

    ``previous`` is the event of the turn before: after rain a Union Water Crisis is "no_effect". Raises `ChartError`
    for a turn the game does not have, `OffChart` for dice that cannot fall.

    >>> random_event(6, 5), random_event(6, 5, previous="late_rain")
    ('union_water_crisis', 'no_effect')
    """
    events_before = (RANDOM.event(previous),) if previous is not None else ()
    if CALENDAR.check(turn) < FIRST_EVENT_TURN:
        return None
    (event,) = RANDOM.events(turn, dice, events_before)
    return event


def strategic_event(turn: Turn, dice: TwoDice) -> tuple[str, ...] | None:
    """The strategic events of a turn for a total of two dice, all of which happen; None without a strategic cycle.

    Source: Strategic Events Table.

    >>> strategic_event(45, 7), strategic_event(50, 7), strategic_event(44, 7)
    (('french_arrives_early',), (), None)
    """
    return STRATEGIC.events(turn, dice) if CALENDAR.is_cycle(turn) else None


@frozen
class Segment:
    """A part of a phase."""

    id: str
    name: str


@frozen
class Phase:
    """A phase with its segments. ``every``: it comes on turns divisible by that only; ``repeated``: until when."""

    id: str
    name: str
    segments: tuple[Segment, ...] = ()
    every: int = 1
    repeated: str = ""


@frozen
class PrintedSequence:
    """The printed sequence; its text is the card."""

    title: str
    cite: Cite
    phase: tuple[Phase, ...]

    def __str__(self) -> str:
        lines = [self.title]
        for number, phase in enumerate(self.phase, 1):
            divisible_text = f" (turns divisible by {phase.every})" if phase.every > 1 else ""
            repetition = f" ({phase.repeated})" if phase.repeated else ""
            lines.append(f"{number}. {phase.name}{divisible_text}{repetition}")
            lines += [
                f"   {letter}. {segment.name}" for letter, segment in zip("ABCDEFGHI", phase.segments, strict=False)
            ]
        return "\n".join(lines)


SEQUENCE: Final = read_data_file("sequence_of_play.toml", PrintedSequence)


def phases(turn: int) -> tuple[Phase, ...]:
    """The phases of a turn in order; the strategic cycle only on turns divisible by five.

    >>> [phase.id for phase in phases(19)][-2:]
    ['vicksburg_siege', 'turn_indication']
    """
    CALENDAR.check(turn)
    return tuple(phase for phase in SEQUENCE.phase if turn % phase.every == 0)


@frozen
class RandomEffect:
    """One sentence of what a random event does."""

    event: Annotated[str, Ref("a random event")]
    effect: str


@frozen
class StrategicEffect:
    """One sentence of what a strategic event does."""

    event: Annotated[str, Ref("a strategic event")]
    effect: str


@frozen
class SegmentRule:
    """One sentence of what is done in a phase or segment."""

    segment: Annotated[str, Ref("a phase or segment")]
    rule: str


@frozen
class Siege:
    """The numbers of the siege, all reconstructed. Readings: Siege and relief.

    Attributes:
        cycle_besieged_turns: turns of a cycle that Vicksburg must be besieged for the cycle to count.
        points_per_besieged_cycle, points_per_open_cycle, points_per_event: siege points.
        level_1_points, level_2_points: siege points of garrison demoralization -1 and -2.
        surrender_points: siege points from which a surrender roll is made each turn.
        surrender_total: what two dice must reach at that many points; 1 less for each point more.
        fort_levels: entrenchment levels of a fort hex.
        fort_falls_on, mine_succeeds_on, attrition_on: faces of a die.
        investment_turn: the turn on which Vicksburg was invested historically.
    """

    cycle_besieged_turns: int
    points_per_besieged_cycle: int
    points_per_open_cycle: int
    points_per_event: int
    level_1_points: int
    level_2_points: int
    surrender_points: int
    surrender_total: int
    fort_levels: int
    fort_falls_on: tuple[int, ...]
    mine_succeeds_on: tuple[int, ...]
    attrition_on: tuple[int, ...]
    investment_turn: int


@frozen
class Relief:
    """Numbers of the army of relief: the turn of its first roll, the last box, and the box that frees Sherman."""

    first_turn: int
    last_box: int
    maneuver_box: int


@frozen
class Effects:
    """Everything the effects file says."""

    random: tuple[RandomEffect, ...]
    strategic: tuple[StrategicEffect, ...]
    segment: tuple[SegmentRule, ...]
    siege: Siege
    relief: Relief

    def of(self, event: str) -> tuple[str, ...]:
        """What is known or assumed of an event's effects, one sentence each."""
        lines: list[RandomEffect | StrategicEffect] = [*self.random, *self.strategic]
        return tuple(line.effect for line in lines if line.event == event)


def read_effects(path: Path | Document = DATA / "effects.toml") -> Effects:
    """The effects of a file; another file replaces every reconstruction at once. Raises `DataError`."""
    doc, problems = read_toml(path, "effects of events"), Problems()
    segments = [phase.id for phase in SEQUENCE.phase]
    segments += [segment.id for phase in SEQUENCE.phase for segment in phase.segments]
    names = {"a random event": RANDOM.names, "a strategic event": STRATEGIC.names, "a phase or segment": segments}
    return structure_document(doc, Effects, problems, names)


EFFECTS: Final = read_effects()


_EVENTS_CHANGING_ROLL = ("johnston_sick", "davis_pushes_johnston")


@frozen
class ReliefTables:
    """The table of the army of relief and its modifiers."""

    table: ChartCard[int]
    modifiers: Modifiers

    def roll(self, turn: int, die: int, *, box: int, station_destroyed: bool, events: Collection[str]) -> Ruling:
        """The ruling on one roll; see `army_of_relief`, which also checks the turn."""
        facts = {"turn": turn, "marker_box": box, "jackson_station_destroyed": station_destroyed}
        facts |= {event: True for event in events if event in _EVENTS_CHANGING_ROLL}
        tally = self.modifiers.tally(self.modifiers.sheet.read(facts))
        roll = int(D6.face(die))
        cell = self.table.only.find(roll + tally.total)
        return evolve(cell.ruling("Army of relief", roll, tally.applied), result=settle(cell.value))


def read_relief(folder: DataFolder) -> ReliefTables:
    """The tables in a data folder. Raises `DataError`."""
    table: ChartCard[int] = read_card(folder.read("army_of_relief.toml"))
    return ReliefTables(table, read_modifiers(folder.read("army_of_relief_modifiers.toml")))


TABLES: Final = read_relief(DataFolder(DATA))
TABLE: Final = TABLES.table
MODIFIERS: Final = TABLES.modifiers


def army_of_relief(turn: int, die: int, *, box: int, station_destroyed: bool, events: Collection[str] = ()) -> Ruling:
    """The boxes that the army of relief advances in a strategic cycle, itemised; ``total`` is the modified die.

    ``box`` is where the marker stands, ``station_destroyed`` whether the railroad station in Jackson is, ``events``
    the ids of this cycle's strategic events. Raises `ChartError` for a turn without a strategic cycle.

    >>> army_of_relief(15, 6, box=0, station_destroyed=False).result
    1
    """
    if not CALENDAR.is_cycle(turn):
        raise ChartError(f"turn {turn} has no strategic cycle (allowed: {', '.join(map(str, CALENDAR.cycles))})")
    if box < 0:
        raise ChartError(f"box is {box} (allowed: 0 and more)")
    event_names = tuple(map(STRATEGIC.event, events))
    return TABLES.roll(turn, die, box=box, station_destroyed=station_destroyed, events=event_names)


def army_of_relief_odds(
    turn: int, *, box: int, station_destroyed: bool, events: Collection[str] = ()
) -> Distribution[int]:
    """The exact distribution of the boxes advanced; see `army_of_relief`."""
    return Distribution.of(D6).map(
        lambda die: army_of_relief(turn, die, box=box, station_destroyed=station_destroyed, events=events).result
    )


Station = Annotated[bool, "whether the railroad station in Jackson is destroyed"]
FirstTurn = Annotated[int, "the turn of the first roll"]


def relief_track(
    turn: Turn,
    *,
    station_destroyed: Station = False,
    first_turn: FirstTurn = EFFECTS.relief.first_turn,
    last_box: int | None = None,
) -> Distribution[int]:
    """The exact distribution of the marker's box after the cycle of ``turn``, strategic events included.

    The first roll is on ``first_turn`` (Readings: Siege and relief), from box 0.

    Args:
        last_box: the box in which the track ends; left out: it has no end

    >>> round(float(relief_track(65, station_destroyed=True).mean()), 3)
    5.906
    """
    boxes = Distribution.certain(0)
    for cycle in CALENDAR.cycles:
        if first_turn <= cycle <= turn:
            boxes = boxes.then(_after_cycle(cycle, station_destroyed, last_box))
    return boxes


def release_turn(
    *,
    station_destroyed: Station = False,
    last_box: int = EFFECTS.relief.last_box,
    first_turn: FirstTurn = EFFECTS.relief.first_turn,
) -> Distribution[int]:
    """The exact distribution of the turn on which the marker reaches a box; one turn after the last: never.

    Args:
        last_box: the box to reach

    >>> float(release_turn(station_destroyed=True, last_box=6).p(lambda turn: turn <= 65)).__round__(3)
    0.606
    """
    chance_of_turn: dict[int, Fraction] = {}
    chance_before = Fraction(0)
    for cycle in CALENDAR.cycles:
        track = relief_track(cycle, station_destroyed=station_destroyed, first_turn=first_turn, last_box=last_box)
        by_now = track.p(last_box)
        chance_of_turn[cycle], chance_before = by_now - chance_before, by_now
    chance_of_turn[CALENDAR.last_turn + 1] = 1 - chance_before
    return Distribution.from_fractions(chance_of_turn)


def _after_cycle(cycle: int, station_destroyed: bool, last_box: int | None) -> Callable[[int], Distribution[int]]:
    """What the cycle of a turn does to a marker in a box."""
    events = STRATEGIC.odds(cycle)

    def distribution_after(box: int) -> Distribution[int]:
        if box == last_box:
            return Distribution.certain(box)
        steps = events.then(
            lambda happened: army_of_relief_odds(cycle, box=box, station_destroyed=station_destroyed, events=happened)
        )
        return steps.map(lambda step: box + step)

    return distribution_after


POINT_EVENTS: Final = ("siege_attrition", "union_mine_operations")
TWO_DICE: Final = 2 @ Distribution.of(D6)


def surrender_chance(points: int, siege: Siege = EFFECTS.siege) -> Fraction:
    """The chance that the garrison surrenders in a turn, at so many siege points.

    >>> surrender_chance(8), surrender_chance(9), surrender_chance(11)
    (Fraction(0, 1), Fraction(1, 36), Fraction(1, 6))
    """
    if points < siege.surrender_points:
        return Fraction(0)
    points_needed = siege.surrender_total - (points - siege.surrender_points)
    return TWO_DICE.p(lambda total: total >= points_needed)


def surrender_turn(investment: int = EFFECTS.siege.investment_turn, siege: Siege = EFFECTS.siege) -> Distribution[int]:
    """The exact distribution of the turn on which Vicksburg falls; one turn after the last stands for never.

    Raises `ChartError` for a turn that the game does not have.

    >>> surrender_turn(19).p(lambda turn: turn <= 66) > Fraction(1, 2)
    True
    """
    CALENDAR.check(investment)
    if not siege.points_per_besieged_cycle:
        raise ChartError("a siege that brings no points never ends")
    chance_of_turn: dict[int, Fraction] = {}
    holding = {0: Fraction(1)}
    for turn in range(investment, CALENDAR.last_turn + 1):
        chance_after: dict[int, Fraction] = {}
        for points, chance in holding.items():
            for later_points, share in _after_turn(points, turn, investment, siege).items():
                chance_after[later_points] = chance_after.get(later_points, Fraction(0)) + chance * share
        chance_of_turn[turn] = sum(
            (chance * surrender_chance(points, siege) for points, chance in chance_after.items()), Fraction(0)
        )
        holding = {points: chance * (1 - surrender_chance(points, siege)) for points, chance in chance_after.items()}
    chance_of_turn[CALENDAR.last_turn + 1] = sum(holding.values(), Fraction(0))
    return Distribution.from_fractions(chance_of_turn)


def _after_turn(points: int, turn: int, investment: int, siege: Siege) -> Distribution[int]:
    """The points after the strategic cycle of a turn, when the turn has one."""
    if not CALENDAR.is_cycle(turn):
        return Distribution.certain(points)
    siege_turns = min(CALENDAR.strategic_cycle_every, turn - investment + 1)
    counts = siege.points_per_besieged_cycle if siege_turns >= siege.cycle_besieged_turns else 0
    return STRATEGIC.odds(turn).map(
        lambda events: points + counts + siege.points_per_event * sum(event in POINT_EVENTS for event in events)
    )
