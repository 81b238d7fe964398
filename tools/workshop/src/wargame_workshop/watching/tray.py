"""The counters of a folder that begin at one space or place, by the file that says so: a scenario, a campaign."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from wargame_core import DataError, UnknownName
from wargame_core.data import read_toml
from wargame_core.json_form import JsonObject
from wargame_core.maps.map import Map


def tray(files: Iterable[Path], game_map: Map) -> list[JsonObject]:
    """Each counter with its file, the name it goes by there, its words, and its space, if that is on the map.

    ``by_place`` says that it begins at a place that has a name, and not just at a space. Broken files have none.
    """
    counters: list[JsonObject] = []
    for path in files:
        try:
            data = read_toml(path).data
        except DataError:
            continue
        for unit, words, where_set_up, by_place in _beginnings(data):
            place = {"space": _space(game_map, where_set_up), "by_place": by_place}
            counters.append({"file": path.name, "unit": unit, "words": words, **place})
    return counters


def _beginnings(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str, bool]]:
    """What `beginning_of` finds: rows with a hex of their own, [set_up], and deployments at one place."""
    for table, key in (("unit", "hex"), ("piece", "at")):
        for row in _tables(data, table):
            names = [row[name] for name in ("id", "unit", "name", "counter") if isinstance(row.get(name), str)]
            if names and isinstance(row.get(key), str):
                yield names[0], str(row.get("name", names[0])), row[key], False
    set_up = data.get("set_up")
    for unit, where_set_up in set_up.items() if isinstance(set_up, dict) else ():
        if isinstance(where_set_up, str):
            yield unit, unit.replace("_", " "), where_set_up, False
    for row in _tables(data, "deployment"):
        where_set_up = row.get("where")
        places = where_set_up.get("places") if isinstance(where_set_up, dict) else None
        units = [name for key in ("formations", "divisions", "units") for name in row.get(key, ())]
        if isinstance(places, list) and len(places) == 1 and units:
            yield str(units[0]), ", ".join(map(str, units)), str(places[0]), True


def _tables(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    rows = data.get(name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _space(game_map: Map, start_place: str) -> int | None:
    try:
        return game_map.parse(start_place)
    except UnknownName:
        return None
