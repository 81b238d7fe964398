"""An order of battle as a table, a row a unit: side, the formations above it, name, arm, rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from wargame_workshop.interchange.forms import LEVELS, Entry
from wargame_workshop.interchange.identifiers import new_id, plain_id
from wargame_workshop.interchange.sheet_rows import Known, SheetMerge

Chain = tuple[str, ...]
"""The id of a side or formation, or names from the side down."""


@define
class Formations:
    """The formations of a file and those that a table adds."""

    merge: SheetMerge
    ids: set[str]
    placed: dict[tuple[str, str], str]
    """By the id of what is above and the name: the id."""
    numbers: dict[str, int]
    """The place of each formation of the file."""
    new: dict[str, dict[str, Any]] = field(factory=dict)
    units: dict[str, list[dict[str, Any]]] = field(factory=dict)
    """By formation, its units as they will be."""

    @classmethod
    def of(cls, merge: SheetMerge) -> Formations:
        rows = merge.rows("formation")
        ids = {str(row.get("id")) for section in ("side", "formation", "leader") for row in merge.rows(section)}
        ids |= {str(unit.get("id")) for row in rows for unit in row.get("units", ())}
        placed = {(str(row.get("parent") or row.get("side")), str(row.get("name"))): str(row.get("id")) for row in rows}
        return cls(merge, ids, placed, {str(row.get("id")): number for number, row in enumerate(rows)})

    def below(self, above: str, name: str, level: str, *, side: bool) -> str:
        """The id of a formation of some name below another or below a side; a new one if there is none."""
        known = self.placed.get((above, name))
        if known is None:
            known = new_id(f"{above} {name}", self.ids)
            self.ids.add(known)
            self.placed[above, name] = known
            self.new[known] = {"id": known, "name": name, "level": level, "side" if side else "parent": above}
            self.merge.added.append(f"formation {name!r}")
        return known


def merge_units(merge: SheetMerge, entries: Sequence[Entry], *, prune: bool) -> None:
    """Merge a table of units into an order of battle, whose sides must be known or are made."""
    sides = _sides(merge, entries)
    formations = Formations.of(merge)
    old = {(n, m): unit for n, row in enumerate(merge.rows("formation")) for m, unit in enumerate(row.get("units", ()))}
    taken: set[tuple[int, int]] = set()
    for entry in entries:
        _unit(merge, formations, sides, entry, old, taken)
    _leave(merge, formations, old, taken, prune)
    for formation, units in formations.units.items():
        if formation in formations.new:
            formations.new[formation]["units"] = units
    for values in formations.new.values():
        merge.splices.add_table("formation", values)


def levels_of(merge: SheetMerge) -> tuple[str, ...]:
    """The words for levels of formations that columns may be called by, the highest first."""
    own = dict.fromkeys(str(row.get("level")) for row in merge.rows("formation"))
    return (*LEVELS, *(level for level in own if level not in LEVELS))


def _sides(merge: SheetMerge, entries: Sequence[Entry]) -> Known:
    """The sides; in a file without any those of the table are made."""
    rows: list[dict[str, Any]] = merge.rows("side")
    if not rows:
        for name in dict.fromkeys(entry.values["side"] for entry in entries if "side" in entry.values):
            rows.append({"id": plain_id(name), "name": name})
            merge.splices.add_table("side", rows[-1])
            merge.added.append(f"side {name!r}")
    return Known.of(rows)


def _unit(
    merge: SheetMerge,
    formations: Formations,
    sides: Known,
    entry: Entry,
    old: dict[tuple[int, int], Any],
    taken: set[tuple[int, int]],
) -> None:
    values = entry.values
    if not {"side", "unit", "arm", "rating"} <= set(values):
        return
    above = merge.named(entry, "side", "a side", values["side"], sides)
    if above is None:
        return
    chain = [(level, values[level]) for level in levels_of(merge) if level in values]
    if not chain:
        hint = f"fill in a column such as {LEVELS[3]} or {LEVELS[4]}"
        merge.problems.append(entry.problem("unit", "E304", f"{values['unit']!r} belongs to no formation", hint))
        return
    for depth, (level, name) in enumerate(chain):
        above = formations.below(above, name, level, side=not depth)
    if "status" in values:
        _status(merge, formations, above, values["status"])
    place = _known_unit(formations, values, above, old, taken)
    wanted = {"name": values["unit"], "arm": values["arm"], "rating": values["rating"]}
    if place is not None:
        taken.add(place)
        number, index = place
        merge.update(entry, ("formation", number, "units", index), f"unit {values['unit']!r}", wanted)
        return
    unit_id = values.get("id") or new_id(f"{above} {values['unit']}", formations.ids)
    if "id" in values and unit_id in formations.ids:
        merge.problems.append(entry.problem("id", "E302", f"{unit_id!r} is already an id of something else"))
        return
    formations.ids.add(unit_id)
    formations.units.setdefault(above, []).append({"id": unit_id, **wanted})
    merge.added.append(f"unit {values['unit']!r}")


def _known_unit(
    formations: Formations, values: Any, above: str, old: dict[tuple[int, int], Any], taken: set[tuple[int, int]]
) -> tuple[int, int] | None:
    """The unit of the file that a row is: of its id, or of its name in its formation."""
    if "id" in values:
        return next(
            (place for place, unit in old.items() if unit.get("id") == values["id"] and place not in taken), None
        )
    number = formations.numbers.get(above)
    named = (place for place, unit in old.items() if place[0] == number and unit.get("name") == values["unit"])
    return next((place for place in named if place not in taken), None)


def _status(merge: SheetMerge, formations: Formations, formation: str, status: str) -> None:
    if formation in formations.new:
        formations.new[formation]["status"] = status
        return
    path = ("formation", formations.numbers[formation])
    written = merge.rows("formation")[path[1]].get("status")
    if written is None:
        merge.splices.add_key(path, "status", status)
    elif written != status:
        merge.splices.replace((*path, "status"), status)


def _leave(
    merge: SheetMerge,
    formations: Formations,
    old: dict[tuple[int, int], Any],
    taken: set[tuple[int, int]],
    prune: bool,
) -> None:
    """Write the lists of units that become longer, or with ``prune`` shorter."""
    for place, unit in old.items():
        if place not in taken:
            (merge.removed if prune else merge.gone).append(f"unit {unit.get('name')!r}")
    for formation, number in formations.numbers.items():
        row = merge.rows("formation")[number]
        units = list(row.get("units", ()))
        kept = [unit for m, unit in enumerate(units) if not prune or (number, m) in taken]
        new = formations.units.get(formation, [])
        if not new and len(kept) == len(units):
            continue
        if "units" in row:
            merge.splices.relist(("formation", number, "units"), [*kept, *new])
        else:
            merge.splices.add_key(("formation", number), "units", [*kept, *new])
