"""For designers: every problem of their files at once, and a scenario to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from wargame_core import Game
from wargame_core.charts import read_card, read_events
from wargame_core.data import DataFolder, Document, read_toml, write_new, write_whole
from wargame_core.errors import DataError
from wargame_gcacw.charts.advanced_game import read_effects
from wargame_gcacw.charts.marches import extended_march_cell, force_march_cell, strategic_cell
from wargame_gcacw.charts.results import parse_result
from wargame_gcacw.charts.series import modifiers
from wargame_gcacw.game import scenario_game
from wargame_gcacw.printed.scenario import Book
from wargame_gcacw.printed.scenario_files import MAP, UNITS, is_scenario, load_book

NEW_SCENARIO: Final = Path(__file__).parent / "new_scenario.toml"
"""A small scenario to begin with."""


def _read(path: Path, packaged: Path) -> Book:
    folder = path if path.is_dir() else path.parent
    only = None if path.name in (UNITS, MAP) else sorted(path.glob("*.toml")) if path.is_dir() else [path]
    return load_book(DataFolder(packaged, folder), only)


def open_scenario(path: Path, game_id: str, documents: tuple[str, ...], packaged: Path) -> Game | None:
    """The game of a designer's scenario file or folder, or None for anything else. Raises `DataError`."""
    if not is_scenario(path):
        return None
    book = _read(path, packaged)
    title = " / ".join(scenario.title for scenario in book.scenarios.values())
    overlay = path if path.is_dir() else path.parent
    return scenario_game(game_id, title, documents, packaged, overlay, book)


def lint_scenario(path: Path, packaged: Path) -> list[str]:
    """Everything wrong with a scenario file, or with a folder of data files, one problem a line."""
    try:
        _read(path, packaged)
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


def write_scenario(folder: Path, packaged: Path) -> None:
    """Write a small scenario that can be played as it is: my_scenario.toml, and copies of the counters and the map.

    Raises `FileExistsError`.
    """
    write_new(folder / "my_scenario.toml", NEW_SCENARIO.read_text("utf-8"))
    for name in (UNITS, MAP):
        write_whole(folder / name, (packaged / name).read_bytes())


_CELLS = {
    "combat": parse_result,
    "extended_march": extended_march_cell,
    "force_march": force_march_cell,
    "strategic_movement": strategic_cell,
}


def lint_charts(path: Path) -> list[str]:
    """Every problem of the files of this plugin's kinds in a folder, as lines; other files are left alone."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [str(problem) for file in files for problem in _problems(file)]


def _problems(file: Path) -> list[object]:
    try:
        doc = read_toml(file)
        if doc.data.keys() >= {"rows", "columns", "row"}:
            _read_chart(doc)
        elif doc.data.keys() >= {"facts", "modifier"}:
            modifiers(file)
        elif doc.data.keys() >= {"random", "strategic", "siege"}:
            read_effects(file)
    except DataError as error:
        return list(error.problems)
    return []


def _read_chart(doc: Document) -> None:
    if "dice" in doc.data:
        read_events(doc.path)
    else:
        read_card(doc.path, _CELLS.get(str(doc.data.get("id"))))
