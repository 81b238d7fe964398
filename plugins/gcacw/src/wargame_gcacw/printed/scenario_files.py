"""Scenarios read from files: counters, set-ups and scenarios, checked against the map and each other.

A folder holds ``map.toml``, ``units.toml`` and any number of scenario files, which may add to a set-up file they share.
Decision: docs/decisions/0120
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import date
from pathlib import Path
from typing import Final, TypeVar

from attrs import evolve, frozen

from wargame_core.data import DataFolder, Document, Problems, check_source, read_each, read_toml, structure
from wargame_core.errors import DataError
from wargame_gcacw.charts.series import GAMES
from wargame_gcacw.printed.counters import Leader, LeaderStart, Side, Unit, UnitStart
from wargame_gcacw.printed.ground import load_ground
from wargame_gcacw.printed.scenario import Book, Level, PrintedScenario
from wargame_gcacw.printed.scenario_checks import (
    check_counters,
    check_ground,
    check_leaders,
    check_levels,
    check_rules,
    check_sides,
    check_units,
    check_victory,
)
from wargame_gcacw.printed.special_rules import Rule
from wargame_gcacw.printed.victory_conditions import Victory

UNITS, MAP = "units.toml", "map.toml"
_HEAD: Final = re.compile(r"^\s*\[\s*scenario\s*\]", re.MULTILINE)
OF_SCENARIOS_ONLY: Final = frozenset({"rule", "victory", "level"})
"""Tables by which a file without [scenario] is taken for a scenario with a slip of the pen, and no set-up."""
T = TypeVar("T")


@frozen
class UnitsFile:
    """Every counter there is."""

    unit: tuple[Unit, ...]
    leader: tuple[Leader, ...] = ()


@frozen
class SetUpFile:
    """A set-up that several scenarios share."""

    unit: tuple[UnitStart, ...]
    leader: tuple[LeaderStart, ...] = ()


@frozen
class Head:
    """[scenario]: ``dates`` are those of the turns; ``scored`` is the side that counts the victory points.

    ``game`` is the tag of the game of the series whose modifiers hold; ``adds_to`` a set-up file that comes first.
    """

    id: str
    title: str
    game: str
    dates: tuple[date, ...]
    scored: Side
    adds_to: str = ""
    help: str = ""


@frozen
class ScenarioFile:
    """A scenario: who stands where, special rules, victory points, the victory table."""

    scenario: Head
    unit: tuple[UnitStart, ...] = ()
    leader: tuple[LeaderStart, ...] = ()
    rule: tuple[Rule, ...] = ()
    victory: tuple[Victory, ...] = ()
    level: tuple[Level, ...] = ()


def load_book(folder: DataFolder, only: Collection[Path] | None = None) -> Book:
    """Everything in a folder; with ``only`` these scenario files and no others.

    Raises `DataError` with every problem of every file; where all files are the packaged ones, a scenario with a
    mistake is left out and told in ``unread``. What names hexes waits until the map is right, what names units until
    the counters are.
    """
    book, problems = load_counters(folder), Problems()
    scenarios: dict[str, PrintedScenario] = {}
    where: dict[str, str] = {}

    def read(path: Path, problems: Problems) -> PrintedScenario | None:
        doc = read_toml(path, "a scenario")
        if not ("scenario" in doc.data or OF_SCENARIOS_ONLY & doc.data.keys()):
            return None
        scenario = read_scenario(doc, folder, book, problems)
        if scenario is not None and scenario.id in scenarios:
            message = f"{scenario.id!r} is already the scenario of {where[scenario.id]}"
            problems.add(doc, ("scenario", "id"), "E302", message)
        elif scenario is not None:
            scenarios[scenario.id], where[scenario.id] = scenario, doc.path.name
        return scenario

    paths = folder.files() if only is None else only
    files = read_each((path for path in paths if path.name not in (UNITS, MAP)), read)
    if folder.overlay is not None or only is not None or not scenarios:
        problems.found += files.problems()
    problems.done()
    return evolve(book, scenarios=scenarios, unread=files.by_id("scenario"))


def load_counters(folder: DataFolder) -> Book:
    """The map and the counters of a folder, without any scenario. Raises `DataError`."""
    ground, problems = load_ground(folder), Problems()
    check_ground(read_toml(folder.file(MAP)), problems)
    doc, file = _read(folder.file(UNITS), "the counters", UnitsFile, problems, {})
    if file is not None:
        check_counters(doc, file.unit, file.leader, problems)
    problems.done()
    if file is None:
        raise DataError(problems.found)
    units = {unit.id: unit for unit in file.unit}
    return Book(ground, units, {leader.id: leader for leader in file.leader}, {})


def names_of(book: Book) -> Mapping[str, Collection[str]]:
    """The names that scenario files may use, by what they name."""
    return {"a unit": book.units, "a leader": book.leaders, "a hex of the map": set(book.ground.map.grid.names)}


def _read(
    path: Path, what: str, cls: type[T], problems: Problems, names: Mapping[str, Collection[str]]
) -> tuple[Document, T | None]:
    doc = read_toml(path, what)
    check_source(doc, problems)
    return doc, structure(doc, cls, problems, names=names)


def read_scenario(doc: Document, folder: DataFolder, book: Book, problems: Problems) -> PrintedScenario | None:
    """The scenario of a document, or None after noting in ``problems`` all that is wrong with it."""
    names, before = names_of(book), len(problems)
    check_source(doc, problems)
    file = structure(doc, ScenarioFile, problems, names=names)
    if file is None:
        return None
    head = file.scenario
    problems.reference(doc, ("scenario", "game"), "a game of the series", head.game, GAMES)
    base = _set_up(doc, head.adds_to, folder, book, problems) if head.adds_to else SetUpFile((), ())
    check_rules(doc, head.dates, file.rule, problems)
    check_victory(doc, file.rule, file.victory, book, problems)
    check_levels(doc, file.level, problems)
    check_units(doc, file.unit, base.unit if base else (), book, problems)
    if base is None:
        return None
    units, leaders = (*base.unit, *file.unit), (*base.leader, *file.leader)
    check_sides(doc, units, book, problems)
    check_leaders(doc, leaders, len(base.leader), {start.unit for start in units}, book, problems)
    if len(problems) > before:
        return None
    return PrintedScenario(
        head.id,
        head.title,
        head.game,
        head.dates,
        head.scored,
        units,
        leaders,
        file.rule,
        file.victory,
        file.level,
        head.help,
    )


def _set_up(doc: Document, name: str, folder: DataFolder, book: Book, problems: Problems) -> SetUpFile | None:
    """The set-up that a scenario adds to, or None after noting what is wrong with it."""
    path = folder.file(name)
    if not path.is_file():
        message = f"there is no file {name}"
        problems.add(doc, ("scenario", "adds_to"), "E301", message, "write the name of a set-up file beside this one")
        return None
    try:
        base_doc, base = _read(path, "a set-up", SetUpFile, problems, names_of(book))
    except DataError as error:
        problems.found += error.problems
        return None
    if base is not None:
        check_units(base_doc, base.unit, (), book, problems)
    return base


def is_scenario(path: Path) -> bool:
    """Whether a path is a scenario file or a folder with one in it: a file with the table [scenario]."""
    files = path.glob("*.toml") if path.is_dir() else [path] if path.suffix == ".toml" else []
    return any(_HEAD.search(file.read_text("utf-8", errors="replace")) for file in files)
