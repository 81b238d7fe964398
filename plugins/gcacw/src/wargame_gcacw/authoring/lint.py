"""Checks a designer's own files: charts, lists of modifiers, tables of events, effects of events."""

from __future__ import annotations

from pathlib import Path

from wargame_core.charts import read_card, read_events, read_modifiers
from wargame_core.data import Document, read_toml
from wargame_core.errors import DataError
from wargame_gcacw.charts.advanced_game import read_effects
from wargame_gcacw.charts.combat_chart import parse_result
from wargame_gcacw.charts.marches import extended_march_cell, force_march_cell, strategic_cell
from wargame_gcacw.charts.series import GAMES, TERRAIN_FACTS

_CELLS = {
    "combat": parse_result,
    "extended_march": extended_march_cell,
    "force_march": force_march_cell,
    "strategic_movement": strategic_cell,
}


def lint(path: Path) -> list[str]:
    """Every problem of the files of this plugin's kinds in a folder, as lines; other files are left alone."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return [str(problem) for file in files for problem in _problems(file)]


def _problems(file: Path) -> list[object]:
    try:
        doc = read_toml(file)
        if doc.data.keys() >= {"rows", "columns", "row"}:
            _read_chart(doc)
        elif doc.data.keys() >= {"facts", "modifier"}:
            read_modifiers(file, tuple(GAMES), TERRAIN_FACTS)
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
