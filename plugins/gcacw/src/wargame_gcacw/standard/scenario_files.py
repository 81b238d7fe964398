"""Scenarios read from files: counters, set-ups and scenarios, checked against the map and each other.

A folder holds ``map.toml``, ``units.toml`` and any number of scenario files, which may add to a set-up file they share.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from pathlib import Path
from typing import TypeVar

from attrs import frozen

from wargame_core.documents import DataFolder, Document, Problems, read_toml
from wargame_core.provenance import check_source
from wargame_core.structuring import structure
from wargame_gcacw.series import GAMES
from wargame_gcacw.standard.board import MOST_MANPOWER, TIRED_OUT
from wargame_gcacw.standard.data_types import (
    Book,
    ControlPoints,
    Leader,
    LeaderStart,
    Level,
    Objectives,
    Rule,
    Scenario,
    Side,
    Unit,
    UnitStart,
    Victory,
)
from wargame_gcacw.standard.ground import load_ground

UNITS, MAP = "units.toml", "map.toml"
T = TypeVar("T")


@frozen
class UnitsFile:
    """units.toml: every counter there is."""

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
    """A scenario."""

    scenario: Head
    unit: tuple[UnitStart, ...] = ()
    leader: tuple[LeaderStart, ...] = ()
    rule: tuple[Rule, ...] = ()
    victory: tuple[Victory, ...] = ()
    level: tuple[Level, ...] = ()


def load_book(folder: DataFolder, only: Collection[Path] | None = None) -> Book:
    """Everything in a folder; with ``only`` these scenario files and no others.

    Raises `DataError` with every problem of every file.
    """
    ground = load_ground(folder)
    problems = Problems()
    units_doc, units = _read(folder.file(UNITS), "the counters", UnitsFile, problems, {})
    if units is not None:
        ids = [(("unit", n, "id"), one.id) for n, one in enumerate(units.unit)]
        ids += [(("leader", n, "id"), one.id) for n, one in enumerate(units.leader)]
        problems.unique(units_doc, "a unit or leader", ids)
    problems.done()
    assert units is not None
    book = Book(ground, {one.id: one for one in units.unit}, {one.id: one for one in units.leader}, {})
    found: dict[str, Scenario] = {}
    for path in folder.files() if only is None else only:
        doc = read_toml(path, "a scenario")
        if path.name in (UNITS, MAP) or "scenario" not in doc.data:
            continue
        scenario = read_scenario(doc, folder, book, problems)
        if scenario is not None:
            if scenario.id in found:
                problems.add(doc, ("scenario", "id"), "E302", f"{scenario.id!r} is already a scenario of this folder")
            found[scenario.id] = scenario
    problems.done()
    return Book(ground, book.units, book.leaders, found)


def names_of(book: Book) -> Mapping[str, Collection[str]]:
    """The names that scenario files may use, by what they name."""
    return {"a unit": book.units, "a leader": book.leaders, "a hex of the map": set(book.ground.map.names)}


def _read(
    path: Path, what: str, cls: type[T], problems: Problems, names: Mapping[str, Collection[str]]
) -> tuple[Document, T | None]:
    doc = read_toml(path, what)
    check_source(doc, problems)
    return doc, structure(doc, cls, problems, names=names)


def read_scenario(doc: Document, folder: DataFolder, book: Book, problems: Problems) -> Scenario | None:
    """The scenario of a document, or None after noting in ``problems`` all that is wrong with it."""
    names, before = names_of(book), len(problems)
    check_source(doc, problems)
    file = structure(doc, ScenarioFile, problems, names=names)
    if file is None:
        return None
    head, units, leaders, given = file.scenario, file.unit, file.leader, 0
    problems.reference(doc, ("scenario", "game"), "a game of the series", head.game, GAMES)
    if head.adds_to:
        path = folder.file(head.adds_to)
        if not path.is_file():
            message = f"there is no file {head.adds_to}"
            problems.add(doc, ("scenario", "adds_to"), "E301", message, "a set-up file beside this one")
            return None
        base_doc, base = _read(path, "a set-up", SetUpFile, problems, names)
        if base is None:
            return None
        check_set_up(base_doc, base.unit, (), book, problems)
        units, leaders, given = (*base.unit, *units), (*base.leader, *leaders), len(base.leader)
        check_set_up(doc, file.unit, base.unit, book, problems)
    else:
        check_set_up(doc, units, (), book, problems)
    check_leaders(doc, leaders, given, {one.unit for one in units}, book, problems)
    check_victory(doc, file, book, problems)
    if len(problems) > before:
        return None
    return Scenario(
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


def check_set_up(
    doc: Document, units: tuple[UnitStart, ...], base: tuple[UnitStart, ...], book: Book, problems: Problems
) -> None:
    """Units set up twice, in impossible states, or beside enemies."""
    rows = [(("unit", n, "unit"), one.unit) for n, one in enumerate(units)]
    problems.unique(doc, "set up", rows)
    holders = {one.hex: book.units[one.unit].side for one in base}
    already = {one.unit for one in base}
    for n, one in enumerate(units):
        if one.unit in already:
            problems.add(doc, ("unit", n, "unit"), "E302", f"{one.unit!r} is already set up in the file this adds to")
        side = book.units[one.unit].side
        if holders.setdefault(one.hex, side) != side:
            problems.add(doc, ("unit", n, "hex"), "E620", f"{one.hex} already has units of the other side")
        limits = (("manpower", 1, MOST_MANPOWER), ("fatigue", 0, TIRED_OUT), ("demoralized", 0, 2))
        for field, least, most in limits:
            value = getattr(one, field)
            if not least <= value <= most:
                problems.add(doc, ("unit", n, field), "E621", f"{value} is impossible (allowed: {least} to {most})")
        if one.work and book.units[one.unit].arm != "infantry":
            problems.add(doc, ("unit", n, "work"), "E621", "only infantry entrenches")


def check_leaders(
    doc: Document,
    leaders: tuple[LeaderStart, ...],
    given: int,
    set_up: Collection[str],
    book: Book,
    problems: Problems,
) -> None:
    """Leaders placed twice, or with units that are not theirs or not set up; the first ``given`` by a shared set-up."""
    seen: dict[str, str] = {}
    for n, one in enumerate(leaders):
        path: tuple[str | int, ...] = ("leader", n - given, "unit") if n >= given else ("scenario", "adds_to")
        if one.leader in seen:
            problems.add(doc, path, "E302", f"{one.leader!r} is already placed, with {seen[one.leader]}")
        seen[one.leader] = one.unit
        chief, unit = book.leaders[one.leader], book.units[one.unit]
        if one.unit not in set_up:
            problems.add(doc, path, "E622", f"{one.leader} is placed with {one.unit}, which is not set up")
        fits = unit.arm == "infantry" if chief.rank == "army" else chief.command in unit.commands
        if unit.side != chief.side or not fits:
            hint = f"a unit of his command {chief.command}" if chief.rank != "army" else "any infantry of his side"
            problems.add(doc, path, "E622", f"{one.unit} is no unit of {one.leader}", hint)


def check_victory(doc: Document, file: ScenarioFile, book: Book, problems: Problems) -> None:
    """Turns, objectives without control, and the victory table."""
    if not file.scenario.dates:
        problems.add(doc, ("scenario", "dates"), "E205", "a game has at least one turn")
    objectives = [hex for rule in file.rule if isinstance(rule, Objectives) for hex in (*rule.union, *rule.confederate)]
    for n, condition in enumerate(file.victory):
        if isinstance(condition, ControlPoints) and condition.hex not in objectives:
            hint = 'list it in the rule kind = "objectives"'
            problems.add(doc, ("victory", n, "hex"), "E623", f"nobody controls {condition.hex} at the start", hint)
    if not file.level:
        problems.add(doc, (), "E202", "missing: level (the victory table, [[level]] by [[level]])")
    least = [one.at_least for one in file.level]
    for n, points in enumerate(least):
        if points is None:
            if n < len(least) - 1:
                message = "only the last row of the victory table goes without at_least"
                problems.add(doc, ("level", n), "E624", message)
        elif n == len(least) - 1:
            problems.add(
                doc,
                ("level", n, "at_least"),
                "E624",
                "the last row is for everything below the others: leave at_least out",
            )
        elif n and (above := least[n - 1]) is not None and points >= above:
            message = f"{points} is not below the {above} of the row above"
            problems.add(
                doc, ("level", n, "at_least"), "E624", message, "the victory table goes from most to fewest points"
            )


def is_scenario(path: Path) -> bool:
    """Whether a path is a scenario file or a folder with one in it."""
    files = path.glob("*.toml") if path.is_dir() else [path] if path.suffix == ".toml" else []
    return any("[scenario]" in one.read_text("utf-8", errors="replace") for one in files)
