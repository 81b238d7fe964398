"""What can be wrong with counters and scenarios, beyond their shape: each check notes every problem it finds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Final

from wargame_core.data import Document, Problems, one_of
from wargame_core.forces.set_up import Start, check_set_up, starts
from wargame_gcacw.charts.series import TERRAINS, WAYS
from wargame_gcacw.printed.counters import MOST_MANPOWER, NATION, SIDES, TIRED_OUT, Leader, LeaderStart, Unit, UnitStart
from wargame_gcacw.printed.scenario import Book, Level
from wargame_gcacw.printed.special_rules import (
    Exit,
    FirstInitiative,
    NightCycle,
    Objectives,
    RainAfterTies,
    RainAllTurn,
    Rule,
)
from wargame_gcacw.printed.victory_conditions import ControlPoints, ExitPoints, LinePoints, Victory

Place = tuple[str | int, ...]
MOST_TACTICAL: Final = 9
MOST: Final = 99


def check_ground(doc: Document, problems: Problems) -> None:
    """Terrain, ways, water and crossings of a map that the rules know nothing of. The map itself is in order."""
    data = doc.data
    if "terrain" not in data:
        problems.add(doc, (), "E202", "terrain: missing: the terrain of every hex, as legend and grid")
    for letter, terrain in data.get("terrain", {}).get("legend", {}).items():
        problems.reference(doc, ("terrain", "legend", letter), "a terrain of the series", terrain, TERRAINS)
    for table, what, known in (
        ("road", "a kind of way", WAYS),
        ("hexside", "a kind of hexside", ("creek", "river")),
        ("crossing", "a kind of crossing", ("bridge", "ford")),
    ):
        for n, row in enumerate(data.get(table, ())):
            problems.reference(doc, (table, n, "kind"), what, row["kind"], known)


def check_counters(doc: Document, units: Sequence[Unit], leaders: Sequence[Leader], problems: Problems) -> None:
    """Counters that carry the same id, that cannot be so, and leaders whose command nobody belongs to."""
    ids = [(("unit", n, "id"), counter.id) for n, counter in enumerate(units)]
    ids += [(("leader", n, "id"), counter.id) for n, counter in enumerate(leaders)]
    problems.unique(doc, "a unit or leader", ids)
    for n, counter in enumerate(units):
        _limit(doc, ("unit", n, "tactical"), counter.tactical, 0, MOST_TACTICAL, problems)
        _limit(doc, ("unit", n, "artillery"), counter.artillery, 0, MOST, problems)
    for n, chief in enumerate(leaders):
        _limit(doc, ("leader", n, "command_value"), chief.command_value, 0, MOST_TACTICAL, problems)
        _limit(doc, ("leader", n, "tactical"), chief.tactical or 0, 0, MOST_TACTICAL, problems)
        _limit(doc, ("leader", n, "radius"), chief.radius, 0, MOST, problems)
        belong = sorted({command for counter in units if counter.side == chief.side for command in counter.commands})
        if chief.rank != "army" and chief.command not in belong:
            message = f"no {NATION[chief.side]} unit is of the command {chief.command!r}{one_of(belong)}"
            problems.add(doc, ("leader", n, "command"), "E627", message, "list it in the commands of his units")


def _limit(doc: Document, path: Place, value: int, least: int, most: int, problems: Problems) -> None:
    if not least <= value <= most:
        problems.add(doc, path, "E621", f"{value} is impossible (allowed: {least} to {most})")


def check_units(
    doc: Document, units: Sequence[UnitStart], base: Sequence[UnitStart], book: Book, problems: Problems
) -> None:
    """Units set up twice, in impossible states, or in a hex with enemies."""
    check_set_up(doc, _starts(units, book), problems, there=_starts(base, book))
    for n, start in enumerate(units):
        for field, least, most in (("manpower", 1, MOST_MANPOWER), ("fatigue", 0, TIRED_OUT), ("demoralized", 0, 2)):
            _limit(doc, ("unit", n, field), getattr(start, field), least, most, problems)
        if start.work and book.units[start.unit].arm != "infantry":
            message = f"{start.unit} is {book.units[start.unit].arm}, and only infantry entrenches"
            problems.add(doc, ("unit", n, "work"), "E621", message)


def _starts(units: Sequence[UnitStart], book: Book) -> list[Start]:
    return starts("unit", ("unit", "hex"), units, lambda start: (start.unit, book.units[start.unit].side, start.hex))


def check_sides(doc: Document, units: Sequence[UnitStart], book: Book, problems: Problems) -> None:
    """Sides that have nobody on the map."""
    there = {book.units[start.unit].side for start in units}
    for side in SIDES:
        if side not in there:
            message = f"unit: no {NATION[side]} unit is set up"
            problems.add(doc, (), "E626", message, "each side needs at least one")


def check_leaders(
    doc: Document,
    leaders: Sequence[LeaderStart],
    given: int,
    set_up: Collection[str],
    book: Book,
    problems: Problems,
) -> None:
    """Leaders placed twice, or with units that are not theirs or not set up; the first ``given`` by a shared set-up."""
    seen: dict[str, str] = {}
    for n, start in enumerate(leaders):
        own = n >= given
        if start.leader in seen:
            path: Place = ("leader", n - given, "leader") if own else ("scenario", "adds_to")
            problems.add(doc, path, "E302", f"{start.leader!r} is already placed, with {seen[start.leader]}")
        seen[start.leader] = start.unit
        path = ("leader", n - given, "unit") if own else ("scenario", "adds_to")
        chief, unit = book.leaders[start.leader], book.units[start.unit]
        if start.unit not in set_up:
            problems.add(doc, path, "E622", f"{start.leader} is placed with {start.unit}, which is not set up")
        fits = unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
        if unit.side != chief.side or not fits:
            kind = f"unit of the command {chief.command!r}" if chief.rank != "army" else "infantry of his side"
            hint = f"{chief.name} stands with {'a ' if chief.rank != 'army' else ''}{kind}"
            problems.add(doc, path, "E622", f"{start.unit} is no unit for {start.leader}", hint)


def check_rules(doc: Document, dates: Sequence[date], rules: Sequence[Rule], problems: Problems) -> None:
    """Turns that the game does not have, ties that come too early, and hexes that two hold at once."""
    if not dates:
        problems.add(doc, ("scenario", "dates"), "E205", "a game has at least one turn", "write a date for each turn")
    for n, rule in enumerate(rules):
        for path, turn in _turns(rule):
            if dates and not 1 <= turn <= len(dates):
                message = f"the game has no turn {turn} (turns 1 to {len(dates)}, one for each date)"
                problems.add(doc, ("rule", n, *path), "E625", message)
        if isinstance(rule, RainAfterTies):
            _limit(doc, ("rule", n, "ties"), rule.ties, 1, MOST, problems)
    problems.unique(doc, "an objective", _objectives(rules))


def _turns(rule: Rule) -> Iterator[tuple[Place, int]]:
    """The turns that a rule names, and where in its table."""
    if isinstance(rule, (RainAfterTies, NightCycle, FirstInitiative)):
        yield ("turn",), rule.turn
    elif isinstance(rule, (RainAllTurn, Exit)):
        yield from ((("turns", n), turn) for n, turn in enumerate(rule.turns))


def _objectives(rules: Sequence[Rule]) -> Iterator[tuple[Place, str]]:
    """The hexes that somebody holds at the start, and where they are written."""
    for n, rule in enumerate(rules):
        if isinstance(rule, Objectives):
            for side in SIDES:
                yield from ((("rule", n, side, at), name) for at, name in enumerate(getattr(rule, side)))


def check_victory(
    doc: Document, rules: Sequence[Rule], victory: Sequence[Victory], book: Book, problems: Problems
) -> None:
    """Points for what the scenario does not have, and words in lines of communication that the map does not know."""
    held = {name for _, name in _objectives(rules)}
    leave = {rule.side for rule in rules if isinstance(rule, Exit)}
    for n, condition in enumerate(victory):
        if isinstance(condition, ControlPoints) and condition.hex not in held:
            hint = 'list it in a [[rule]] with kind = "objectives"'
            problems.add(doc, ("victory", n, "hex"), "E623", f"nobody controls {condition.hex} at the start", hint)
        elif isinstance(condition, ExitPoints) and condition.side not in leave:
            message = f"no rule lets {NATION[condition.side]} units leave the map"
            problems.add(doc, ("victory", n, "side"), "E623", message, 'add a [[rule]] with kind = "exit"')
        elif isinstance(condition, LinePoints):
            if not condition.goals:
                problems.add(doc, ("victory", n, "goals"), "E205", "a line of communication needs a hex to lead to")
            for at, way in enumerate(condition.ways):
                problems.reference(doc, ("victory", n, "ways", at), "a kind of way", way, WAYS)
            for at, terrain in enumerate(condition.needs_pike):
                problems.reference(doc, ("victory", n, "needs_pike", at), "a terrain", terrain, TERRAINS)


def check_levels(doc: Document, levels: Sequence[Level], problems: Problems) -> None:
    """A victory table that is missing, out of order, or leaves some number of points without a row."""
    if not levels:
        problems.add(doc, (), "E202", "level: missing: the victory table, a [[level]] for each row")
    for n, level in enumerate(levels):
        points, last = level.at_least, n == len(levels) - 1
        above = levels[n - 1].at_least if n else None
        if points is None and not last:
            message = "at_least is missing; only the last row goes without"
            problems.add(doc, ("level", n), "E624", message)
        elif points is not None and last:
            message = "the last row is for everything below the others: leave at_least out"
            problems.add(doc, ("level", n, "at_least"), "E624", message)
        elif points is not None and above is not None and points >= above:
            message = f"{points} is not below the {above} of the row above"
            hint = "the victory table goes from most to fewest points"
            problems.add(doc, ("level", n, "at_least"), "E624", message, hint)
