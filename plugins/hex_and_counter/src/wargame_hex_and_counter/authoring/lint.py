"""What is wrong with the files of a game of hexes and counters; a file is known by what is in it, not by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from wargame_core.charts import OddsTable
from wargame_core.data import read_toml
from wargame_core.errors import DataError, Problem, WargameError
from wargame_core.maps.hexes import HexMap
from wargame_hex_and_counter.printed.files import read_map, read_set_up, read_units
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.printed.weather import read_weather
from wargame_hex_and_counter.rules.set_ups import check_set_ups, closed_terrain

V = TypeVar("V")
Kind: TypeAlias = Literal["map", "terrain", "table", "units", "set-up", "weather"]


def knows(path: Path) -> bool:
    """Whether a folder, or a file in one, has counters or a set-up of a game of hexes and counters."""
    kinds = _kinds(path if path.is_dir() else path.parent)
    return bool({"units", "set-up"} & set(kinds.values())) and (path.is_dir() or path in kinds)


def lint(path: Path) -> list[str]:
    """What is wrong with the files of a folder, or with one of its files, as lines.

    Sides and kinds of units are those of the counters, and each scenario lasts as long as it says: only a game knows
    better (`problems_of_game`).
    """
    kinds = _kinds(path if path.is_dir() else path.parent)
    lines = [str(problem) for error in _errors(kinds) for problem in error.problems]
    return [line for line in lines if path.is_dir() or line.startswith(f"{path.name}:")]


def problems_of_game(build: Callable[[Path], object], path: Path) -> list[str]:
    """What is wrong with the files of a game: what `lint` finds, and what the game says that is built of them."""
    folder, lines = path if path.is_dir() else path.parent, lint(path)
    try:
        build(folder)
    except DataError as error:
        lines += [str(problem) for problem in error.problems]
    except WargameError as error:
        lines += [] if lines else [str(error)]
    return sorted(set(lines))


def _kinds(folder: Path) -> Mapping[Path, Kind]:
    """The files of a folder by what is in them; others, and those that are not TOML, are left out."""
    kind_of_file: dict[Path, Kind] = {}
    for file in sorted(folder.glob("*.toml")):
        try:
            kind = _kind(read_toml(file).data)
        except DataError:
            continue
        if kind is not None:
            kind_of_file[file] = kind
    return kind_of_file


def _kind(data: Mapping[str, Any]) -> Kind | None:
    units = data.get("unit")
    if "scenario" in data and "set_up" in data:
        return "set-up"
    if isinstance(units, list) and any(isinstance(row, dict) and "faces" in row for row in units):
        return "units"
    if "results" in data and "columns" in data:
        return "table"
    if "weather" in data:
        return "weather"
    if "map" in data:
        return "map"
    return "terrain" if isinstance(data.get("terrain"), dict) else None


class _Reading:
    """Files read one after the other, and what each was refused for."""

    def __init__(self, kinds: Mapping[Path, Kind]) -> None:
        self.kinds = kinds
        self.errors: list[DataError] = []

    def read_kind(self, kind: Kind, read: Callable[[Path], V]) -> V | None:
        """Read all files of a kind; the last one that is right, if any is."""
        content: V | None = None
        for file, file_kind in self.kinds.items():
            if file_kind == kind:
                try:
                    content = read(file)
                except DataError as error:
                    self.errors.append(error)
                except WargameError as error:
                    self.errors.append(DataError([Problem(file.name, 1, 1, "E204", str(error))]))
        return content


def _errors(kinds: Mapping[Path, Kind]) -> list[DataError]:
    """What each file is refused for; a file that needs another one is read if that is right."""
    reading = _Reading(kinds)
    game_map = reading.read_kind("map", read_map)
    units = reading.read_kind("units", _units)
    unit_list = list(units.values()) if units is not None else None
    chart = reading.read_kind("terrain", lambda file: TerrainChart.read(file, game_map, unit_list))
    reading.read_kind("table", OddsTable.read)
    if game_map is not None and units is not None:
        reading.read_kind("set-up", lambda file: _set_up(file, game_map, units, chart))
    if chart is not None:
        reading.read_kind("weather", lambda file: _weather(file, chart))
    return reading.errors


def _units(file: Path) -> Mapping[str, Unit]:
    rows = [row for row in read_toml(file).data["unit"] if isinstance(row, dict)]
    return read_units(file, *({str(row.get(key)) for row in rows} for key in ("side", "kind")))


def _set_up(file: Path, game_map: HexMap, units: Mapping[str, Unit], chart: TerrainChart | None) -> object:
    set_up = read_set_up(file, game_map, units, _last_turn(file))
    if chart is not None:
        check_set_ups({set_up.id: set_up}, lambda _: closed_terrain(set_up, game_map, units, chart))
    return set_up


def _last_turn(file: Path) -> int:
    end_turn = read_toml(file).data["scenario"].get("ends", 1)
    return end_turn if isinstance(end_turn, int) else 1


def _weather(file: Path, chart: TerrainChart) -> object:
    data = read_toml(file).data
    rows = [row for row in data.get("row", ()) if isinstance(row, dict)]
    turns = [turn for row in rows for turn in row.get("turns", ()) if isinstance(turn, int)]
    sections = [section for section in data["weather"].values() if isinstance(section, dict)]
    labels = [str(label) for section in sections for label in section.get("without", ())]
    return read_weather(file, max(turns, default=1), chart, labels)
