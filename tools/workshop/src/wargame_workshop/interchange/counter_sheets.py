"""Counters and where they begin, as a VASSAL import lists them, for campaigns, battles, scenarios and new games.

What a list does not say (the arm of a counter, its rating) is guessed from its markers, or is the plainest there is,
and told in the notes.
"""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wargame_core.data.documents import did_you_mean, one_of
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import UnknownName
from wargame_core.limits import shorten
from wargame_core.maps.files.map_file import load_map
from wargame_core.names import folded
from wargame_workshop.interchange.sheet_forms import FORMS, MARKER, Entry, entries_of
from wargame_workshop.interchange.sheet_merge import SheetMerge
from wargame_workshop.interchange.tables import read_tables
from wargame_workshop.splices import new_id, value_at

ARMS = ("infantry", "cavalry", "artillery")
RATINGS = ("rating", "quality", "morale", "tactical")
STRENGTHS = ("manpower", "strength", "steps", "sp", "cf")
Counters = Mapping[str, Mapping[str, Any]]
"""The rows of a list of counters by id, and by name where only one has it; both are folded."""


def markers_of(row: Mapping[str, Any]) -> dict[str, str]:
    """The markers of a counter, by their names in small letters."""
    return {key.removeprefix(MARKER): str(value) for key, value in row.items() if key.startswith(MARKER)}


def arm_of(row: Mapping[str, Any]) -> str:
    """The arm that a marker, the name or the picture of a counter tells in full or in short; "" where none does."""
    words = [*markers_of(row).values(), *str(row.get("name", "")).split(), str(row.get("image", ""))]
    return next((arm for word in words for arm in ARMS if word.casefold().startswith(arm[:3])), "")


def number_of(row: Mapping[str, Any], names: Iterable[str]) -> int | None:
    """The first marker of one of these names that is a whole number."""
    markers = markers_of(row)
    marker_texts = (markers.get(name, "") for name in names)
    return next((int(value) for value in marker_texts if value.lstrip("-").isdecimal() and len(value) < 6), None)


def side_in(row: Mapping[str, Any], sides: Iterable[str]) -> str | None:
    """The side of a file that the side of a counter means, by its letters alone; None for none."""
    side_name = folded(str(row.get("side", "")))
    return next((side for side in sides if folded(side) == side_name), None)


def as_unit(entry: Entry, sides: Sequence[str]) -> tuple[Entry, str]:
    """A counter as a division with one unit of its name, for an order of battle; and what had to be guessed."""
    row = entry.values
    arm, rating = arm_of(row), number_of(row, RATINGS)
    kept_in = [word.strip() for word in str(row.get("list", "")).split(">")]
    side = str(row["side"]).casefold()
    corps = next((word for word in reversed(kept_in) if word and word.casefold() != side), "")
    values = {"division": row["name"], "unit": row["name"], "arm": arm or "infantry", "rating": rating or 0}
    values |= {"side": side_in(row, sides) or row["side"], **({"corps": corps} if corps else {})}
    missing_words = [name for name, value in (("arm", arm), ("rating", rating is not None)) if not value]
    return Entry(entry.table, entry.row, values, entry.columns), " and ".join(missing_words)


def as_row(entry: Entry, rows: Sequence[Mapping[str, Any]], sides: Sequence[str]) -> dict[str, Any]:
    """A counter as a row beside others: its id, name and side, and those markers that are keys of the others."""
    row = entry.values
    keys = {key: value for row_of_counter in rows for key, value in row_of_counter.items()}
    values: dict[str, Any] = {"id": row["id"], "name": row["name"]}
    if (side := side_in(row, sides)) is not None:
        values["side"] = side
    if "arm" in keys and (arm := arm_of(row)):
        values["arm"] = arm
    for name, marker_text in markers_of(row).items():
        if name in keys and name not in values:
            values[name] = (
                int(marker_text) if isinstance(keys[name], int) and marker_text.lstrip("-").isdecimal() else marker_text
            )
    return values


def counters_beside(source: Path) -> Counters:
    """The list of counters beside a set-up, by id and by name; none where there is none or it cannot be read."""
    path = source.with_name("counters.csv")
    if not path.is_file():
        return {}
    [table] = read_tables(path)
    rows = [entry.values for entry in entries_of(table, FORMS["counters"], (), [])]
    names = [row.get("name") for row in rows]
    keys = ("name", "id")
    return {folded(str(row[key])): row for row in rows for key in keys if key == "id" or names.count(row["name"]) == 1}


def new_beginning(
    entry: Entry, data: Mapping[str, Any], counters: Counters, texts: Mapping[str, Mapping[str, Any]], folder: Path
) -> tuple[str, dict[str, Any]] | str:
    """The table and row that put a unit where a set-up says, in a file that does not know it; or why none can."""
    unit, where_set_up = entry.values["unit"], entry.values["where"]
    row = counters.get(folded(unit), {})
    if "battle" in data:
        sides = [side for side in ("union", "confederate") if side in data]
        side = side_in(row, sides)
        if side is None:
            return f"{_quote_text(unit)} has no side{one_of(sides)} in counters.csv"
        return "unit", {"side": side, "kind": arm_of(row) or "infantry", "hexes": [where_set_up]}
    if "deployment" in data or "turns" in data:
        return _deployment_of(str(row.get("name", unit)), where_set_up, texts.get("oob.toml", {}), folder)
    if "piece" in data or ("scenario" in data and "counters.toml" in texts):
        counter_ids = [counter["id"] for counter in texts.get("counters.toml", {}).get("counter", ())]
        counter = row.get("id", unit)
        if counter not in counter_ids:
            return f"{_quote_text(unit)} is not a counter{one_of(counter_ids)}{did_you_mean(str(counter), counter_ids)}"
        return "piece", {"id": counter, "name": row.get("name", unit), "counter": counter, "at": where_set_up}
    unit_rows = texts.get("units.toml", {}).get("unit", ())
    ids_by_name = {folded(str(unit_row[key])): unit_row["id"] for unit_row in unit_rows for key in ("name", "id")}
    if folded(unit) not in ids_by_name:
        names = one_of(str(unit_row.get("name", unit_row["id"])) for unit_row in unit_rows)
        return f"there is no unit {_quote_text(unit)} in units.toml{names}"
    return "unit", {"unit": ids_by_name[folded(unit)], "hex": where_set_up, "manpower": number_of(row, STRENGTHS) or 1}


def _deployment_of(
    unit: str, start_place: str, oob: Mapping[str, Any], folder: Path
) -> tuple[str, dict[str, Any]] | str:
    formations = {row["id"]: row for row in oob.get("formation", ())}
    formation = next((row for row in formations.values() if _has_name(unit, (row["id"], row.get("name")))), None)
    if formation is None:
        names = [str(row.get("name", "")) for row in formations.values()]
        return f"{_quote_text(unit)} is not a formation of oob.toml{one_of(names)}"
    game_map = load_map(folder / "map.toml")
    try:
        place = game_map.place_at(game_map.parse(start_place))
    except UnknownName:
        place = None
    if place is None:
        return (
            f"{start_place} is not a place of map.toml: a deployment is at a place, so give the space a [[place]] first"
        )
    top = formation
    while "side" not in top:
        top = formations[top["parent"]]
    list_of = "divisions" if "parent" in formation else "formations"
    return "deployment", {
        "side": top["side"],
        list_of: [formation["id"]],
        "where": {"kind": "at", "places": [place.name]},
    }


def _quote_text(text: str) -> str:
    return shorten(repr(text), 60)


def beginning_of(data: Mapping[str, Any], unit: str, used_paths: Collection[KeyPath] = ()) -> KeyPath | None:
    """Where a file says in which place a unit begins: the hex of its row, or the one place of its deployment.

    Places in ``used_paths`` are those of others of its name.
    """
    for table, key in (("unit", "hex"), ("piece", "at")):
        for row_number, row in enumerate(data.get(table, ())):
            names = (row.get(key) for key in ("id", "name", "unit", "counter"))
            if _has_name(unit, names) and isinstance(row.get(key), str) and (table, row_number, key) not in used_paths:
                return table, row_number, key
    set_up = data.get("set_up")
    if isinstance(set_up, dict) and isinstance(set_up.get(unit), str):
        return "set_up", unit
    for row_number, row in enumerate(data.get("deployment", ())):
        where_set_up = row.get("where")
        if (
            _has_name(unit, _other_spaces(row))
            and isinstance(where_set_up, dict)
            and len(where_set_up.get("places", ())) == 1
        ):
            return "deployment", row_number, "where", "places", 0
    return None


def _has_name(words: str, names: Iterable[object]) -> bool:
    """Whether words are one of some names."""
    return folded(words) in (folded(name) for name in names if isinstance(name, str))


def _other_spaces(row: Mapping[str, Any]) -> list[str]:
    return [name for key in ("formations", "divisions", "units", "pickets", "tokens") for name in row.get(key, ())]


def set_up(merge: SheetMerge, entries: list[Entry]) -> None:
    """Put units where the table says; those that the file does not place yet get a row."""
    data = merge.splices.data
    files = {name: tomllib.loads(text) for name, text in merge.texts.items()}
    counters = counters_beside(entries[0].table.path) if entries else {}
    ids, used_paths = {str(row.get("id")) for row in merge.rows("piece")}, list[KeyPath]()
    for entry in entries:
        unit, where_set_up = entry.values.get("unit"), entry.values.get("where")
        if unit is None or where_set_up is None:
            continue
        path = beginning_of(data, unit, used_paths)
        used_paths += [path] if path is not None and path[0] == "piece" else []
        if path is None:
            new = new_beginning(entry, data, counters, files, merge.path.parent)
            if isinstance(new, str):
                merge.problems.append(entry.problem("unit", "E301", f"no row of the folder places it: {new}"))
            elif new[1] in merge.rows(new[0]):
                merge.done.untouched += 1
            else:
                if new[0] == "piece":
                    new[1]["id"] = new_id(new[1]["id"], ids)
                    ids.add(new[1]["id"])
                merge.splices.add_table(*new)
                merge.done.added += (f"set-up of {unit!r}",)
        elif value_at(data, path) == where_set_up:
            merge.done.untouched += 1
        else:
            merge.splices.replace(path, where_set_up)
            merge.done.changed += (f"set-up of {unit!r}",)
