"""Scenarios read from files: counters, set-ups and scenarios, checked against the map and each other.

A folder holds ``map.toml``, ``units.toml`` and any number of scenario files, which may add to a set-up file they share.
Why they are data: docs/decisions/words-of-data-files.md
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
from attrs import evolve, frozen

from wargame_core.data import DataFolder, Document, Problems, bases_in, check_source, one_of, read_each, structure
from wargame_core.errors import DataError
from wargame_core.forces.order_of_battle import SetUpPlace, check_set_up, starts
from wargame_core.maps.files.hexes import HEXES
from wargame_gcacw.charts.series import GAMES, TERRAINS, WAYS
from wargame_gcacw.printed import counters
from wargame_gcacw.printed.book import Book, Ground, Level, PrintedScenario, Vocabulary
from wargame_gcacw.printed.counters import NATION, SIDES, TIRED_OUT, Side

UNITS, MAP = "units.toml", "map.toml"
HARD = "hard.toml"
"""A file beside the scenarios from which they have a hard player; no rule depends on it."""
_HEAD: Final = re.compile(r"^\s*\[\s*scenario\s*\]", re.MULTILINE)
SCENARIO_SECTIONS: Final = frozenset({"rule", "victory", "level"})
"""Tables by which a file without [scenario] is taken for a scenario with a slip of the pen, and no set-up."""
T = TypeVar("T")


@frozen
class UnitsFile:
    """Every counter there is."""

    unit: tuple[counters.Unit, ...]
    leader: tuple[counters.Leader, ...] = ()


@frozen
class SetUpFile:
    """A set-up that several scenarios share."""

    unit: tuple[counters.UnitStart, ...]
    leader: tuple[counters.LeaderStart, ...] = ()


@frozen
class Head:
    """[scenario]: ``dates`` are those of the turns; ``scored`` is the side that counts the victory points.

    ``game`` is the tag of the game of the series whose modifiers hold; ``adds_to`` a set-up file that comes first.
    ``in_short`` says what brings points, a sentence each, for who sits down the first time.
    """

    id: str
    title: str
    game: str
    dates: tuple[date, ...]
    scored: Side
    adds_to: str = ""
    help: str = ""
    in_short: tuple[str, ...] = ()


@frozen
class ScenarioFile:
    """A scenario: who stands where, special rules, victory points, the victory table."""

    scenario: Head
    unit: tuple[counters.UnitStart, ...] = ()
    leader: tuple[counters.LeaderStart, ...] = ()
    rule: tuple[Any, ...] = ()
    victory: tuple[Any, ...] = ()
    level: tuple[Level, ...] = ()


@cache
def scenario_file(words: Vocabulary) -> type[ScenarioFile]:
    """A scenario file whose rules and victory conditions are these words."""
    types: dict[str, Any] = {
        name: tuple[reduce(or_, classes), ...]  # type: ignore[misc]
        for name, classes in (("rule", words.rules), ("victory", words.victory))
    }
    own_tables = {name: attrs.field(default=(), type=kinds, kw_only=True) for name, kinds in types.items()}
    return attrs.make_class("ScenarioFile", own_tables, bases=(ScenarioFile,), frozen=True, slots=True)


def load_book(folder: DataFolder, words: Vocabulary, only_paths: Collection[Path] | None = None) -> Book:
    """Everything in a folder, its scenarios in these ``words``; with ``only_paths`` these scenario files and no others.

    Raises `DataError` with every problem of every file; where all files are the packaged ones, a scenario with a
    mistake is left out and told in ``unread``. What names hexes waits until the map is right, what names units until
    the counters are.
    """
    book, problems = evolve(load_counters(folder), words=words), Problems()
    scenarios: dict[str, PrintedScenario] = {}
    file_of_scenario: dict[str, str] = {}

    def read_one(path: Path, problems: Problems) -> PrintedScenario | None:
        doc = folder.read(path.name, "a scenario")
        if not ("scenario" in doc.data or SCENARIO_SECTIONS & doc.data.keys()):
            return None
        scenario = read_scenario(doc, folder, book, problems)
        if scenario is not None and scenario.id in scenarios:
            message = f"{scenario.id!r} is already the scenario of {file_of_scenario[scenario.id]}"
            problems.add(doc, ("scenario", "id"), "E302", message)
        elif scenario is not None:
            scenarios[scenario.id], file_of_scenario[scenario.id] = scenario, doc.path.name
        return scenario

    paths = folder.files() if only_paths is None else only_paths
    scenario_paths = (path for path in paths if path.name not in (UNITS, MAP, HARD) and not path.stem.endswith(".more"))
    files = read_each(scenario_paths, read_one)
    if folder.overlay is not None or only_paths is not None or not scenarios:
        problems.found += files.problems()
    problems.raise_if_any()
    return evolve(book, scenarios=scenarios, unread=files.by_id("scenario"))


def load_counters(folder: DataFolder) -> Book:
    """The map and the counters of a folder, without any scenario. Raises `DataError`."""
    map_document, problems = folder.read(MAP), Problems()
    ground = Ground(HEXES.load(map_document))
    check_ground(map_document, problems)
    doc, file = _read(folder.read(UNITS, "the counters"), UnitsFile, problems, {})
    if file is not None:
        check_counters(doc, file.unit, file.leader, problems)
    problems.raise_if_any()
    if file is None:
        raise DataError(problems.found)
    units = {unit.id: unit for unit in file.unit}
    return Book(ground, units, {leader.id: leader for leader in file.leader}, {}, bases=bases_in(doc))


def names_of(book: Book) -> Mapping[str, Collection[str]]:
    """The names that scenario files may use, by what they name."""
    return {"a unit": book.units, "a leader": book.leaders, "a hex of the map": set(book.ground.map.grid.names)}


def _read(
    doc: Document, cls: type[T], problems: Problems, names: Mapping[str, Collection[str]]
) -> tuple[Document, T | None]:
    check_source(doc, problems)
    return doc, structure(doc, cls, problems, names=names)


def read_scenario(doc: Document, folder: DataFolder, book: Book, problems: Problems) -> PrintedScenario | None:
    """The scenario of a document, or None after noting in ``problems`` all that is wrong with it."""
    names, count_before = names_of(book), len(problems)
    check_source(doc, problems)
    file = structure(doc, scenario_file(book.words), problems, names=names)
    if file is None:
        return None
    head = file.scenario
    problems.reference(doc, ("scenario", "game"), "a game of the series", head.game, GAMES)
    base_doc, base = _set_up(doc, head.adds_to, folder, book, problems) if head.adds_to else (None, SetUpFile((), ()))
    check_rules(doc, head.dates, file.rule, file.victory, book, problems)
    check_levels(doc, file.level, problems)
    check_units(doc, file.unit, base.unit if base else (), book, problems)
    if base is None:
        return None
    units, leaders = (*base.unit, *file.unit), (*base.leader, *file.leader)
    check_sides(doc, units, book, problems)
    check_leaders(doc, leaders, len(base.leader), {unit_start.unit for unit_start in units}, book, problems)
    if len(problems) > count_before:
        return None
    return PrintedScenario(
        head.id,
        head.title,
        head.game,
        head.dates,
        head.scored,
        units,
        leaders,
        (*file.rule, *book.words.always),
        file.victory,
        file.level,
        head.help,
        head.in_short,
        bases_in(doc) if base_doc is None else bases_in(base_doc) | bases_in(doc),
    )


def _set_up(
    doc: Document, name: str, folder: DataFolder, book: Book, problems: Problems
) -> tuple[Document | None, SetUpFile | None]:
    """The set-up that a scenario adds to with its document, or None after noting what is wrong with it."""
    path = folder.file(name)
    if not path.is_file():
        message = f"there is no file {name}"
        problems.add(doc, ("scenario", "adds_to"), "E301", message, "write the name of a set-up file beside this one")
        return None, None
    try:
        base_doc, base = _read(folder.read(name, "a set-up"), SetUpFile, problems, names_of(book))
    except DataError as error:
        problems.found += error.problems
        return None, None
    if base is not None:
        check_units(base_doc, base.unit, (), book, problems)
    return base_doc, base


def is_scenario(path: Path) -> bool:
    """Whether a path is a scenario file or a folder with one in it: a file with the table [scenario].

    Where `game.toml` stands beside it, a whole game of another system is there, which has scenarios too.
    """
    if ((path if path.is_dir() else path.parent) / "game.toml").is_file():
        return False
    files = path.glob("*.toml") if path.is_dir() else [path] if path.suffix == ".toml" else []
    return any(_HEAD.search(file.read_text("utf-8", errors="replace")) for file in files)


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
    for table, kind_of_name, allowed_names in (
        ("road", "a kind of way", WAYS),
        ("hexside", "a kind of hexside", ("creek", "river")),
        ("crossing", "a kind of crossing", ("bridge", "ford")),
    ):
        for row_number, row in enumerate(data.get(table, ())):
            problems.reference(doc, (table, row_number, "kind"), kind_of_name, row["kind"], allowed_names)


def check_counters(
    doc: Document, units: Sequence[counters.Unit], leaders: Sequence[counters.Leader], problems: Problems
) -> None:
    """Counters that carry the same id, that cannot be so, and leaders whose command nobody belongs to."""
    ids = [(("unit", n, "id"), counter.id) for n, counter in enumerate(units)]
    ids += [(("leader", n, "id"), counter.id) for n, counter in enumerate(leaders)]
    problems.unique(doc, "a unit or leader", ids)
    for number, counter in enumerate(units):
        _limit(doc, ("unit", number, "tactical"), counter.tactical, 0, MOST_TACTICAL, problems)
        _limit(doc, ("unit", number, "artillery"), counter.artillery, 0, MOST, problems)
    for number, chief in enumerate(leaders):
        _limit(doc, ("leader", number, "command_value"), chief.command_value, 0, MOST_TACTICAL, problems)
        _limit(doc, ("leader", number, "tactical"), chief.tactical or 0, 0, MOST_TACTICAL, problems)
        _limit(doc, ("leader", number, "radius"), chief.radius, 0, MOST, problems)
        belong = sorted({command for counter in units if counter.side == chief.side for command in counter.commands})
        if chief.rank != "army" and chief.command not in belong:
            message = f"no {NATION[chief.side]} unit is of the command {chief.command!r}{one_of(belong)}"
            problems.add(doc, ("leader", number, "command"), "E627", message, "list it in the commands of his units")


def _limit(doc: Document, path: Place, value: int, least_value: int, maximum: int, problems: Problems) -> None:
    if not least_value <= value <= maximum:
        problems.add(doc, path, "E621", f"{value} is impossible (allowed: {least_value} to {maximum})")


def check_units(
    doc: Document,
    units: Sequence[counters.UnitStart],
    base: Sequence[counters.UnitStart],
    book: Book,
    problems: Problems,
) -> None:
    """Units set up twice, in impossible states, or in a hex with enemies."""
    check_set_up(doc, _starts(units, book), problems, there=_starts(base, book))
    for row_number, unit_start in enumerate(units):
        for field, least_value, maximum in (
            ("manpower", 1, counters.MOST_MANPOWER),
            ("fatigue", 0, TIRED_OUT),
            ("demoralized", 0, 2),
        ):
            _limit(doc, ("unit", row_number, field), getattr(unit_start, field), least_value, maximum, problems)
        if unit_start.work and book.units[unit_start.unit].arm != "infantry":
            message = f"{unit_start.unit} is {book.units[unit_start.unit].arm}, and only infantry entrenches"
            problems.add(doc, ("unit", row_number, "work"), "E621", message)


def _starts(units: Sequence[counters.UnitStart], book: Book) -> list[SetUpPlace]:
    return starts("unit", ("unit", "hex"), units, lambda start: (start.unit, book.units[start.unit].side, start.hex))


def check_sides(doc: Document, units: Sequence[counters.UnitStart], book: Book, problems: Problems) -> None:
    """Sides that have nobody on the map."""
    sides_present = {book.units[unit_start.unit].side for unit_start in units}
    for side in SIDES:
        if side not in sides_present:
            message = f"unit: no {NATION[side]} unit is set up"
            problems.add(doc, (), "E626", message, "each side needs at least one")


def check_leaders(
    doc: Document,
    leaders: Sequence[counters.LeaderStart],
    rating: int,
    set_up: Collection[str],
    book: Book,
    problems: Problems,
) -> None:
    """Leaders placed twice, or with units that are not theirs or not set up; the first ``rating`` by a shared
    set-up.
    """
    unit_of_leader: dict[str, str] = {}
    for number, start in enumerate(leaders):
        own_number = number >= rating
        if start.leader in unit_of_leader:
            path: Place = ("leader", number - rating, "leader") if own_number else ("scenario", "adds_to")
            problems.add(doc, path, "E302", f"{start.leader!r} is already placed, with {unit_of_leader[start.leader]}")
        unit_of_leader[start.leader] = start.unit
        path = ("leader", number - rating, "unit") if own_number else ("scenario", "adds_to")
        chief, unit = book.leaders[start.leader], book.units[start.unit]
        if start.unit not in set_up:
            problems.add(doc, path, "E622", f"{start.leader} is placed with {start.unit}, which is not set up")
        chief_fits = unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
        if unit.side != chief.side or not chief_fits:
            kind = f"unit of the command {chief.command!r}" if chief.rank != "army" else "infantry of his side"
            hint = f"{chief.name} stands with {'a ' if chief.rank != 'army' else ''}{kind}"
            problems.add(doc, path, "E622", f"{start.unit} is not a unit for {start.leader}", hint)


def check_rules(
    doc: Document, dates: Sequence[date], rules: Sequence[Any], victory: Sequence[Any], book: Book, problems: Problems
) -> None:
    """Turns that the game does not have, hexes that two hold at once, and what rules and conditions say is wrong."""
    if not dates:
        problems.add(doc, ("scenario", "dates"), "E205", "a game has at least one turn", "write a date for each turn")
    for row_number, rule in enumerate(rules):
        for path, turn in rule.turns_named():
            if dates and not 1 <= turn <= len(dates):
                message = f"the game has no turn {turn} (turns 1 to {len(dates)}, one for each date)"
                problems.add(doc, ("rule", row_number, *path), "E625", message)
    objectives = [(("rule", n, *path), name) for n, rule in enumerate(rules) for path, name, _ in rule.objectives()]
    problems.unique(doc, "an objective", objectives)
    for table, rows in (("rule", rules), ("victory", victory)):
        for row_number, row in enumerate(rows):
            for path, code, message, hint in row.mistakes(rules, book):
                problems.add(doc, (table, row_number, *path), code, message, hint)


def check_levels(doc: Document, levels: Sequence[Level], problems: Problems) -> None:
    """A victory table that is missing, out of order, or leaves some number of points without a row."""
    if not levels:
        problems.add(doc, (), "E202", "level: missing: the victory table, a [[level]] for each row")
    for row_number, level in enumerate(levels):
        points, is_last = level.at_least, row_number == len(levels) - 1
        level_above = levels[row_number - 1].at_least if row_number else None
        if points is None and not is_last:
            message = "at_least is missing; only the last row goes without"
            problems.add(doc, ("level", row_number), "E624", message)
        elif points is not None and is_last:
            message = "the last row is for everything below the others: leave at_least out"
            problems.add(doc, ("level", row_number, "at_least"), "E624", message)
        elif points is not None and level_above is not None and points >= level_above:
            message = f"{points} is not below the {level_above} of the row above"
            hint = "the victory table goes from most to fewest points"
            problems.add(doc, ("level", row_number, "at_least"), "E624", message, hint)


# For designers: every problem of their files at once
def read_folder(path: Path, packaged_folder: Path, words: Vocabulary, variants: tuple[Path, ...] = ()) -> Book:
    """A designer's file or folder over the packaged files and those of variants. Raises `DataError`."""
    folder = path if path.is_dir() else path.parent
    only_paths = None if path.name in (UNITS, MAP) else sorted(path.glob("*.toml")) if path.is_dir() else [path]
    return load_book(DataFolder(packaged_folder, folder, variants=variants), words, only_paths)
