"""The order of battle and the places of a folder as tables, in the forms that an import reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wargame_workshop.interchange.drawn import DrawnFile

_FORMATIONS = ("id", "name", "level", "side", "parent", "short", "arm", "status", "tokens")
_LEADERS = ("id", "name", "full_name", "rank", "role", "commands", "rating", "traits")
_PLACES = ("name", "kind", "cell", "hex", "lat", "lon", "tags", "objective", "note", "in_text", "confidence")


def oob_tables(data: Mapping[str, Any]) -> dict[str, str]:
    """The tables of an order of battle file by name, as CSV."""
    formations = {row["id"]: row for row in data.get("formation", ())}
    sides = {row["id"]: row["name"] for row in data.get("side", ())}
    levels = list(dict.fromkeys(row["level"] for row in _from_above(formations)))
    units = []
    for row in formations.values():
        chain, above = {row["level"]: row["name"]}, row
        while above.get("parent"):
            above = formations[above["parent"]]
            chain[above["level"]] = above["name"]
        for unit in row.get("units", ()):
            head = {"side": sides[above["side"]], **chain, "unit": unit["name"]}
            units.append({**head, "arm": unit["arm"], "rating": unit["rating"], "id": unit["id"]})
    return {
        "sides": table(("id", "name"), data.get("side", ())),
        "formations": table(_FORMATIONS, formations.values()),
        "oob": table(("side", *levels, "unit", "arm", "rating", "id"), units),
        "leaders": table(_LEADERS, data.get("leader", ())),
    }


def _from_above(formations: Mapping[str, Any]) -> list[Any]:
    def depth(row: Any) -> int:
        return 1 + depth(formations[row["parent"]]) if row.get("parent") in formations else 0

    return sorted(formations.values(), key=depth)


def map_tables(file: DrawnFile, data: Mapping[str, Any]) -> dict[str, str]:
    """The places of a map and its letters, as CSV."""
    tables = {"places": table(_PLACES, data.get("place", ()))}
    grid = file.grids.get("terrain")
    if grid is not None and not any(" " in row for row in grid.rows):
        out = io.StringIO()
        csv.writer(out, lineterminator="\r\n").writerows(grid.rows)
        tables["map"] = out.getvalue()
    return tables


def table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV, with the columns that any of them has."""
    rows = list(rows)
    used = [column for column in columns if any(column in row for row in rows)] or list(columns[:1])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(used)
    writer.writerows([_cell(column, row.get(column)) for column in used] for row in rows)
    return out.getvalue()


def _cell(column: str, value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return "/".join(f"{key}={count}" for key, count in value.items())
        case list() if column == "cell":
            return ",".join(map(str, value))
        case list():
            return "/".join(map(str, value))
    return str(value)
