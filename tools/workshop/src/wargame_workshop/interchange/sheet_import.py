"""Merging spreadsheets into the files of a folder: order of battle, leaders, places, set-up, a grid of letters."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from wargame_core.data.documents import did_you_mean, one_of, parse_toml
from wargame_core.errors import DataError, Problem
from wargame_core.limits import shorten
from wargame_core.maps.files.sections import letter_rows
from wargame_workshop.interchange.new_map import new_id, plain_id
from wargame_workshop.interchange.sheet_forms import FORMS, LEVELS, Entry, Known, SheetMerge, entries_of, form_of
from wargame_workshop.interchange.tables import SheetTable, read_tables
from wargame_workshop.splices import Splices


def restated(before: str, after: str) -> str:
    """The text after an import, with new numbers for those sides whose numbers were right before.

    A number that was wrong stays, and is told by the checks as before.
    """
    old, new = tomllib.loads(before), tomllib.loads(after)
    right = {side["id"] for side in old.get("side", ()) if _agree(side.get("stated", {}), _counted(old, side["id"]))}
    known = {side["id"] for side in old.get("side", ())}
    splices = Splices(after)
    for number, side in enumerate(new.get("side", ())):
        listed = _counted(new, side["id"])
        if ("stated" in side and _agree(side["stated"], listed)) or side["id"] in known - right:
            continue
        if "stated" in side:
            splices.replace(("side", number, "stated"), listed)
        else:
            splices.add_key(("side", number), "stated", listed)
    return splices.text() if splices else after


def _agree(stated: Mapping[str, int], listed: Mapping[str, int]) -> bool:
    return all(stated.get(what, 0) == listed.get(what, 0) for what in {*stated, *listed})


def _counted(data: Mapping[str, Any], side: str) -> dict[str, int]:
    above = {row.get("id"): row.get("parent") or row.get("side") for row in data.get("formation", ())}

    def side_of(group: object) -> object:
        seen: set[object] = set()
        while group in above and group not in seen:
            seen.add(group)
            group = above[group]
        return group

    rows = [row for row in data.get("formation", ()) if side_of(row.get("id")) == side]
    arms = [unit.get("arm", "") for row in rows for unit in row.get("units", ())]
    leaders = sum(side_of(row["commands"][0]) == side for row in data.get("leader", ()) if row.get("commands"))
    return {"leaders": leaders} | {arm: arms.count(arm) for arm in sorted(set(arms))}


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


def merge_letters(merge: SheetMerge, table: SheetTable) -> None:
    """Write the letters of a table into the grid of a map; a map without one gets it, with a legend of letters."""
    data = merge.splices.data
    terrain = data.get("terrain", {})
    legend, written = terrain.get("legend", {}), terrain.get("grid", [])
    rows = letter_rows(tuple(written) if isinstance(written, list) else written)
    new = not legend and not rows
    wide = max(len(row) for row in table.rows)
    lines = []
    for n, row in enumerate(table.rows):
        cells = [*row, *[""] * (wide - len(row))]
        for m, cell in enumerate(cells):
            if len(cell) != 1:
                what = f"{cell[:20]!r} is not one letter" if cell else "the cell is empty"
                hint = "a letter for each space; a sheet that has shown numbers or dates must be formatted as text"
                merge.problems.append(table.problem(n, m, "E204", what, hint))
            elif not new and cell not in legend:
                what = f"{cell!r} is not in the legend{one_of(f'{letter} {word}' for letter, word in legend.items())}"
                merge.problems.append(table.problem(n, m, "E402", what))
        lines.append("".join(cell or "?" for cell in cells))
    if merge.problems:
        return
    if new:
        _first(merge, lines)
    elif (len(lines), wide) != (len(rows), len(rows[0]) if rows else 0):
        what = f"{len(lines)} rows of {wide} letters, and the map has {len(rows)} of {len(rows[0]) if rows else 0}"
        merge.problems.append(table.problem(0, 0, "E401", what))
    elif tuple(lines) == rows:
        merge.untouched += len(lines)
    else:
        path = ("terrain", "grid")
        (merge.splices.relist if isinstance(written, list) else merge.splices.reline)(path, lines)
        pairs = zip("".join(lines), "".join(rows), strict=True)
        merge.changed.append(f"terrain of {sum(a != b for a, b in pairs)} spaces")


def _first(merge: SheetMerge, lines: list[str]) -> None:
    """The grid of a new map; its words are for the designer to choose, and are the letters until then."""
    letters = sorted(set("".join(lines)))
    merge.splices.replace(("map", "rows"), len(lines))
    merge.splices.replace(("map", "cols"), len(lines[0]))
    merge.splices.replace(
        ("terrain", "legend"), {letter: _WORDS.get(letter, f"terrain_{letter}") for letter in letters}
    )
    merge.splices.replace(("terrain", "grid"), lines)
    merge.added.append(f"a map of {len(lines)} rows and {len(lines[0])} columns")


_WORDS = {
    ".": "clear",
    "w": "woods",
    "t": "town",
    "s": "swamp",
    "~": "water",
    "^": "mountain",
    "h": "hill",
    "x": "rough",
}
"""What letters mean that everybody uses for the same."""


_FILES = {"oob": "oob.toml", "sides": "oob.toml", "formations": "oob.toml", "leaders": "oob.toml"}
_FILES |= {"places": "map.toml", "map": "map.toml", "setup": ""}
_ORDER = ("sides", "formations", "oob", "leaders", "map", "places", "setup")


@define
class SheetImport:
    """What a spreadsheet changes: the merge of each file, and the tables that mean nothing here."""

    merges: dict[Path, SheetMerge] = field(factory=dict)
    texts: dict[Path, str] = field(factory=dict)
    ignored: list[str] = field(factory=list)
    notes: list[str] = field(factory=list)


def import_tables(
    source: Path, texts: Mapping[str, str], folder: Path, *, only: Collection[str] = (), prune: bool = False
) -> SheetImport:
    """Merge the tables of a file; ``texts`` are the folder's files by name.

    Raises `DataError` with every mistake in the tables. What the files say afterwards is not checked.
    """
    done, problems = SheetImport(), list[Problem]()
    texts = dict(texts)
    kinds = [(form_of(table), table) for table in read_tables(source)]
    for table in (table for kind, table in kinds if kind is None):
        if len(kinds) == 1:
            names = one_of(("map", *FORMS))
            hint = "name it after one of these, or its columns after those of the form"
            raise DataError([table.problem(0, 0, "E724", f"this table is of no known form{names}", hint)])
        done.ignored.append(f"table {table.name!r}")
    for wanted in _ORDER:
        for table in (table for kind, table in kinds if kind == wanted and (not only or wanted in only)):
            done.notes += table.notes
            _one(done, wanted, table, texts, folder, prune, problems)
    if problems:
        raise DataError(problems)
    return done


def _one(
    done: SheetImport,
    kind: str,
    table: SheetTable,
    texts: dict[str, str],
    folder: Path,
    prune: bool,
    problems: list[Problem],
) -> None:
    """Merge one table into the text of its file, as earlier tables left it."""
    name = _FILES[kind] or next((name for name, text in texts.items() if _sets_up(text)), "")
    if not name:
        problems.append(table.problem(0, 0, "E724", "no file of the folder has deployments or units with a hex"))
        return
    path = folder / name
    text = texts.get(name)
    if text is None:
        text = _new_file(kind, table)
    merge = SheetMerge(Splices(parse_toml(text, path).text))
    if kind == "map":
        merge_letters(merge, table)
    else:
        levels = levels_of(merge)
        entries = entries_of(table, FORMS[kind], levels, merge.problems)
        if not merge.problems:
            _MERGES[kind](merge, entries, prune)
    problems += merge.problems
    if not merge.problems:
        texts[name] = done.texts[path] = (
            restated(text, merge.splices.text()) if name == "oob.toml" else merge.splices.text()
        )
    earlier = done.merges.get(path)
    if earlier is not None:
        for kind_of_change in ("added", "changed", "gone", "removed"):
            getattr(merge, kind_of_change)[:0] = getattr(earlier, kind_of_change)
        merge.untouched += earlier.untouched
    done.merges[path] = merge


def _new_file(kind: str, table: SheetTable) -> str:
    if kind in ("places", "map"):
        title = "New map"
        if kind == "places":
            raise DataError([table.problem(0, 0, "E724", "there is no map.toml to put places on")])
        return (
            f'source = {{ document = "a spreadsheet, {table.path.name}", basis = "reconstruction" }}\n\n'
            f'[map]\nid = "new_map"\ntitle = "{title}"\nrows = 0\ncols = 0\nshorthand = 1\n\n'
            "[terrain]\nlegend = {}\ngrid = []\n"
        )
    return (
        f'source = {{ document = "a spreadsheet, {table.path.name}", basis = "reconstruction" }}\n\n'
        'id = "new_order_of_battle"\n'
    ).replace("\\", "/")


def _sets_up(text: str) -> bool:
    data = parse_toml(text, Path("x.toml")).data
    units = data.get("unit", ())
    return "deployment" in data or (
        isinstance(units, list) and any("hex" in row for row in units if isinstance(row, dict))
    )


def _plain(section: str, *, with_id: bool) -> Callable[[SheetMerge, Sequence[Entry], bool], None]:
    def run(merge: SheetMerge, entries: Sequence[Entry], prune: bool) -> None:
        merge.section(section, entries, with_id=with_id, prune=prune)

    return run


def _leaders(merge: SheetMerge, entries: Sequence[Entry], prune: bool) -> None:
    known = Known.of([*merge.rows("formation"), *merge.rows("side")])
    named = []
    for entry in entries:
        commands = entry.values.get("commands", ())
        ids = [merge.named(entry, "commands", "a formation or side", name, known) for name in commands]
        named.append(evolve(entry, values={**entry.values, "commands": ids}))
    merge.section("leader", named, with_id=True, prune=prune)


def _formations(merge: SheetMerge, entries: Sequence[Entry], prune: bool) -> None:
    known = Known.of([*(entry.values for entry in entries), *merge.rows("formation")])
    sides = Known.of(merge.rows("side"))
    named = []
    for entry in entries:
        values = dict(entry.values)
        if "parent" in values:
            values.pop("side", None)
            values["parent"] = merge.named(entry, "parent", "a formation", values["parent"], known)
        elif "side" in values:
            values["side"] = merge.named(entry, "side", "a side", values["side"], sides)
        named.append(evolve(entry, values=values))
    merge.section("formation", named, with_id=True, prune=prune)


def _setup(merge: SheetMerge, entries: Sequence[Entry], prune: bool) -> None:
    """Put units where the table says: rows of units with a hex, and deployments to one place alone."""
    units = merge.rows("unit")
    rows = merge.rows("deployment")
    for entry in entries:
        unit, where = entry.values.get("unit"), entry.values.get("where")
        if unit is None or where is None:
            continue
        number = next(
            (n for n, row in enumerate(units) if unit in (row.get("id"), row.get("name")) and "hex" in row), None
        )
        if number is not None:
            merge.update(entry, ("unit", number), f"unit {unit!r}", {"hex": where})
            continue
        alone = [n for n, row in enumerate(rows) if unit in _listed(row) and len(_places(row)) == 1]
        if not alone:
            names = [*(str(row.get("id")) for row in units), *(name for row in rows for name in _listed(row))]
            what = f"no row of the folder puts {shorten(repr(unit), 60)} at one place alone"
            merge.problems.append(entry.problem("unit", "E301", what, did_you_mean(unit, names)))
            continue
        path = ("deployment", alone[0], "where", "places")
        if _places(rows[alone[0]]) == [where]:
            merge.untouched += 1
        else:
            merge.splices.relist(path, [where])
            merge.changed.append(f"deployment of {unit!r}")


def _listed(row: Mapping[str, Any]) -> list[str]:
    return [name for key in ("formations", "units", "pickets", "tokens") for name in row.get(key, ())]


def _places(row: Mapping[str, Any]) -> list[str]:
    where = row.get("where")
    return list(where.get("places", ())) if isinstance(where, dict) else []


_MERGES: Mapping[str, Callable[[SheetMerge, Sequence[Entry], bool], None]] = {
    "oob": lambda merge, entries, prune: merge_units(merge, entries, prune=prune),
    "sides": _plain("side", with_id=False),
    "formations": _formations,
    "leaders": _leaders,
    "places": _plain("place", with_id=False),
    "setup": _setup,
}
