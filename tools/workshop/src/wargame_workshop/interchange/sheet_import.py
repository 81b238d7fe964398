"""Merging spreadsheets into the files of a folder: order of battle, leaders, places, set-up, a grid of letters."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from statistics import mode
from typing import Any

from attrs import evolve

from wargame_core.data.documents import one_of, parse_toml
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import letter_rows
from wargame_workshop.interchange.counter_sheets import as_row, as_unit, set_up
from wargame_workshop.interchange.drawn import Merged
from wargame_workshop.interchange.sheet_forms import FORMS, LEVELS, Entry, entries_of, form_of
from wargame_workshop.interchange.sheet_merge import Known, SheetMerge
from wargame_workshop.interchange.tables import SheetTable, read_tables
from wargame_workshop.splices import Splices, head_text, new_id, plain_id, terrain_text, value_text

# units and their formations


class UnitMerge:
    """The units of an order of battle as a table of them changes it, and the formations that the table adds."""

    def __init__(self, merge: SheetMerge, entries: Sequence[Entry]) -> None:
        self.merge, self.sides, self.levels = merge, _sides(merge, entries), levels_of(merge)
        self.rows = merge.rows("formation")
        self.ids = {str(row.get("id")) for section in ("side", "formation", "leader") for row in merge.rows(section)}
        self.ids |= {str(unit.get("id")) for row in self.rows for unit in row.get("units", ())}
        self.placed = {  # by the id of what is above and the name: the id
            (str(row.get("parent") or row.get("side")), str(row.get("name"))): str(row.get("id")) for row in self.rows
        }
        self.numbers = {str(row.get("id")): number for number, row in enumerate(self.rows)}
        self.old = {(n, m): unit for n, row in enumerate(self.rows) for m, unit in enumerate(row.get("units", ()))}
        self.taken: set[tuple[int, int]] = set()
        self.new: dict[str, dict[str, Any]] = {}
        self.added: dict[str, list[dict[str, Any]]] = {}  # the units that each formation gains

    def take(self, entry: Entry) -> None:
        """Merge a row of the table."""
        values, merge = entry.values, self.merge
        if not {"side", "unit", "arm", "rating"} <= set(values):
            return
        above = merge.named(entry, "side", "a side", values["side"], self.sides)
        if above is None:
            return
        chain = [(level, values[level]) for level in self.levels if level in values]
        if not chain:
            hint = f"fill in a column such as {LEVELS[3]} or {LEVELS[4]}"
            merge.problems.append(entry.problem("unit", "E304", f"{values['unit']!r} belongs to no formation", hint))
            return
        for depth, (level, name) in enumerate(chain):
            above = self._below(above, name, level, side=not depth)
        if "status" in values:
            self._status(above, values["status"])
        wanted = {"name": values["unit"], "arm": values["arm"], "rating": values["rating"]}
        place = self._known(values, above)
        if place is not None:
            self.taken.add(place)
            merge.update(("formation", place[0], "units", place[1]), f"unit {values['unit']!r}", wanted)
            return
        unit_id = values.get("id") or new_id(f"{above} {values['unit']}", self.ids)
        if "id" in values and unit_id in self.ids:
            merge.problems.append(entry.problem("id", "E302", f"{unit_id!r} is already an id of something else"))
            return
        self.ids.add(unit_id)
        self.added.setdefault(above, []).append({"id": unit_id, **wanted})
        merge.done.added += (f"unit {values['unit']!r}",)

    def _below(self, above: str, name: str, level: str, *, side: bool) -> str:
        """The id of a formation of some name below another or below a side; a new one if there is none."""
        known = self.placed.get((above, name))
        if known is None:
            known = self.placed[above, name] = new_id(f"{above} {name}", self.ids)
            self.ids.add(known)
            self.new[known] = {"id": known, "name": name, "level": level, "side" if side else "parent": above}
            self.merge.done.added += (f"formation {name!r}",)
        return known

    def _status(self, formation: str, status: str) -> None:
        if formation in self.new:
            self.new[formation]["status"] = status
        elif self.rows[self.numbers[formation]].get("status") != status:
            self.merge.splices.set_key(("formation", self.numbers[formation]), "status", status)

    def _known(self, values: Mapping[str, Any], above: str) -> tuple[int, int] | None:
        """The unit of the file that a row is: of its id, or of its name in its formation."""
        number = self.numbers.get(above)
        for place, unit in self.old.items():
            by_name = place[0] == number and unit.get("name") == values["unit"]
            alike = unit.get("id") == values["id"] if "id" in values else by_name
            if alike and place not in self.taken:
                return place
        return None

    def write(self) -> None:
        """Write the new formations, and the lists of units that become longer or are pruned."""
        merge = self.merge
        for place, unit in self.old.items():
            if place not in self.taken:
                merge.done.leave(f"unit {unit.get('name')!r}", merge.prune)
        for formation, number in self.numbers.items():
            units = list(self.rows[number].get("units", ()))
            stay = [unit for m, unit in enumerate(units) if not merge.prune or (number, m) in self.taken]
            new = [*stay, *self.added.get(formation, [])]
            if new != units and "units" in self.rows[number]:
                merge.splices.relist(("formation", number, "units"), new)
            elif new != units:
                merge.splices.add_key(("formation", number), "units", new)
        for formation, values in self.new.items():
            units = self.added.get(formation, [])
            arms = [unit["arm"] for unit in units]
            arm = mode([arm for arm in arms if arm != "artillery"] or arms or [""])  # guns go with the others
            merge.splices.add_table("formation", values | ({"arm": arm, "units": units} if units else {}))


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
            merge.done.added += (f"side {name!r}",)
    return Known.of(rows)


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
    return splices.text()


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


# letters of a map


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
        merge.done.untouched += len(lines)
    else:
        merge.splices.reline(("terrain", "grid"), lines)
        pairs = zip("".join(lines), "".join(rows), strict=True)
        merge.done.changed += (f"terrain of {sum(a != b for a, b in pairs)} spaces",)


def _first(merge: SheetMerge, lines: list[str]) -> None:
    """The grid of a new map; its words are for the designer to choose, and are the letters until then."""
    letters = sorted(set("".join(lines)))
    merge.splices.replace(("map", "rows"), len(lines))
    merge.splices.replace(("map", "cols"), len(lines[0]))
    legend = {letter: _WORDS.get(letter, f"terrain_{letter}") for letter in letters}
    merge.splices.replace(("terrain", "legend"), legend)
    merge.splices.replace(("terrain", "grid"), lines)
    merge.done.added += (f"a map of {len(lines)} rows and {len(lines[0])} columns",)


_WORDS = {".": "clear", "w": "woods", "t": "town", "s": "swamp", "~": "water"}
_WORDS |= {"^": "mountain", "h": "hill", "x": "rough"}
"""What letters mean that everybody uses for the same."""


# all tables of a file


def import_tables(
    source: Path, texts: Mapping[str, str], folder: Path, *, only: Collection[str] = (), prune: bool = False
) -> tuple[dict[Path, Merged], list[str], list[str]]:
    """Merge the tables of a file; ``texts`` are the folder's files by name.

    Returns what becomes of each file, the tables that mean nothing here, and notes. Raises `DataError` with every
    mistake in the tables. What the files say afterwards is not checked.
    """
    merges, problems, notes = dict[Path, Merged](), list[Problem](), list[str]()
    tables = [(form_of(table), table) for table in read_tables(source)]
    ignored = [f"table {table.name!r}" for kind, table in tables if kind is None]
    if ignored and len(tables) == 1:
        what = f"this table is of no known form{one_of(('map', *FORMS))}"
        hint = "name it after one of these, or its columns after those of the form"
        raise DataError([tables[0][1].problem(0, 0, "E724", what, hint)])
    chosen = [(kind, table) for kind, table in tables if kind is not None and (not only or kind in only)]
    for kind, table in sorted(chosen, key=lambda pair: list(_TABLES).index(pair[0])):
        find, merge_table = _TABLES[kind]
        name = find if isinstance(find, str) else find(texts)
        path = folder / name
        if path == folder:
            what = "no file of the folder takes it: a campaign, battle, scenario or new game does"
            problems.append(table.problem(0, 0, "E724", what))
            continue
        if path not in merges:
            merges[path] = Merged(texts[path.name] if path.name in texts else _new_file(kind, table))
        before = merges[path].text  # as earlier tables left it
        merge = SheetMerge(Splices(parse_toml(before, path).text), merges[path], prune, path, texts)
        merge_table(merge, table)
        problems += merge.problems
        notes += merge.notes
        if not merge.problems:
            after = merge.splices.text()
            merges[path].text = restated(before, after) if name == "oob.toml" else after
    if problems:
        raise DataError(problems)
    return merges, ignored, [*(note for _, table in chosen for note in table.notes), *notes]


def _new_file(kind: str, table: SheetTable) -> str:
    document = f"a spreadsheet, {table.path.name}"
    if kind == "places":
        raise DataError([table.problem(0, 0, "E724", "there is no map.toml to put places on")])
    if kind == "map":
        size = ["rows = 0", "cols = 0", "shorthand = 1"]
        return "\n".join([*head_text(document, "New map"), *size, *terrain_text({}, []), ""])
    source = value_text({"document": document, "basis": "reconstruction"})
    return f'source = {source}\n\nid = "new_order_of_battle"\n'


def _of_set_up(texts: Mapping[str, str]) -> str:
    """The file that says where units begin: one that does already before one that may; "" for none."""
    files = {name: tomllib.loads(text) for name, text in texts.items()}

    def begins(data: Mapping[str, Any]) -> bool:
        units = data.get("unit", ())
        return "deployment" in data or "piece" in data or any("hex" in row for row in units if isinstance(row, dict))

    may = [name for name, data in files.items() if {"battle", "scenario"} & data.keys() or name == "campaign.toml"]
    return next((name for name, data in files.items() if begins(data)), next(iter(may), ""))


def _of_counters(texts: Mapping[str, str]) -> str:
    """The file that lists counters: of a new game, of a scenario, or the order of battle of a campaign; "" for none."""
    wanted = ("counters.toml", "units.toml", "oob.toml")
    return next((name for name in wanted if name in texts), "oob.toml" if "campaign.toml" in texts else "")


# a table of each form


def _of_form(
    kind: str, merge_rows: Callable[[SheetMerge, list[Entry]], None]
) -> Callable[[SheetMerge, SheetTable], None]:
    """What merges a table of a form, if its cells can be read."""

    def merge_table(merge: SheetMerge, table: SheetTable) -> None:
        entries = entries_of(table, FORMS[kind], levels_of(merge), merge.problems)
        if not merge.problems:
            merge_rows(merge, entries)

    return merge_table


def _units(merge: SheetMerge, entries: list[Entry]) -> None:
    units = UnitMerge(merge, entries)
    for entry in entries:
        units.take(entry)
    units.write()


def _leaders(merge: SheetMerge, entries: list[Entry]) -> None:
    known = Known.of([*merge.rows("formation"), *merge.rows("side")])
    named = []
    for entry in entries:
        commands = entry.values.get("commands", ())
        ids = [merge.named(entry, "commands", "a formation or side", name, known) for name in commands]
        named.append(evolve(entry, values={**entry.values, "commands": ids}))
    merge.section("leader", named)


def _formations(merge: SheetMerge, entries: list[Entry]) -> None:
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
    merge.section("formation", named)


def _counters(merge: SheetMerge, entries: list[Entry]) -> None:
    """Add counters to a list of them, or as divisions with a unit each to an order of battle."""
    if merge.path.name == "oob.toml":
        sides = [str(row[key]) for row in merge.rows("side") for key in ("id", "name")]
        made = [as_unit(entry, sides) for entry in entries if entry.values.get("side")]
        _units(merge, [entry for entry, _ in made])
        guessed = [str(entry.values["unit"]) for entry, missing in made if missing]
        if guessed:
            merge.notes.append(f"no arm or rating is marked on {', '.join(guessed[:6])}: infantry, 0; look them over")
        if left := len(entries) - len(made):
            merge.notes.append(f"{left} counters of no side are left out")
        return
    section = "counter" if merge.path.name == "counters.toml" else "unit"
    rows = merge.rows(section)
    sides = list(dict.fromkeys(str(row["side"]) for row in rows if row.get("side")))
    merge.section(section, [evolve(one, values=as_row(one, rows, sides)) for one in entries])


_TABLES: Mapping[str, tuple[str | Callable[[Mapping[str, str]], str], Callable[[SheetMerge, SheetTable], None]]] = {
    "counters": (_of_counters, _of_form("counters", _counters)),
    "sides": ("oob.toml", _of_form("sides", lambda merge, entries: merge.section("side", entries))),
    "formations": ("oob.toml", _of_form("formations", _formations)),
    "oob": ("oob.toml", _of_form("oob", _units)),
    "leaders": ("oob.toml", _of_form("leaders", _leaders)),
    "map": ("map.toml", merge_letters),
    "places": ("map.toml", _of_form("places", lambda merge, entries: merge.section("place", entries))),
    "setup": (_of_set_up, _of_form("setup", set_up)),
}
"""The tables in the order in which they are merged: the file that each goes into, or what finds it, and how."""
