"""Merging spreadsheets into the files of a folder: order of battle, leaders, places, set-up, a grid of letters."""

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from statistics import mode
from typing import Any

from attrs import evolve, frozen

from wargame_core.data import value_text
from wargame_core.data.documents import Problems, one_of, parse_toml
from wargame_core.errors import DataError, Problem
from wargame_core.forces.order_of_battle import read_oob
from wargame_core.maps.files.map_file import is_map, read_map
from wargame_core.maps.files.sections import letter_rows
from wargame_core.names import folded
from wargame_workshop.interchange.counter_sheets import as_row, as_unit, set_up
from wargame_workshop.interchange.drawn import Merged
from wargame_workshop.interchange.sheet_forms import FORMS, LEVELS, Entry, entries_of, form_of
from wargame_workshop.interchange.sheet_merge import Known, SheetMerge
from wargame_workshop.interchange.tables import SheetTable, read_tables
from wargame_workshop.splices import Splices, head_text, new_id, plain_id, terrain_text

# units and their formations


class UnitMerge:
    """The units of an order of battle as a table of them changes it, and the formations that the table adds."""

    def __init__(self, merge: SheetMerge, entries: Sequence[Entry]) -> None:
        self.merge, self.sides, self.levels = merge, _sides(merge, entries), levels_of(merge)
        self.rows = merge.rows("formation")
        self.ids = {str(row.get("id")) for section in ("side", "formation", "leader") for row in merge.rows(section)}
        self.ids |= {str(unit.get("id")) for row in self.rows for unit in row.get("units", ())}
        self.placed = dict[
            tuple[str, str], str
        ]()  # by the id of what is above and the name, and the folded name: the id
        for row in self.rows:
            self._place(str(row.get("parent") or row.get("side")), str(row.get("name")), str(row.get("id")))
        self.numbers = {str(row.get("id")): number for number, row in enumerate(self.rows)}
        self.old = {
            (row_number, unit_number): unit
            for row_number, row in enumerate(self.rows)
            for unit_number, unit in enumerate(row.get("units", ()))
        }
        self.taken: set[tuple[int, int]] = set()
        self.new: dict[str, dict[str, Any]] = {}
        self.added: dict[str, list[dict[str, Any]]] = {}  # the units that each formation gains

    def _place(self, parent: str, name: str, formation: str) -> None:
        self.placed[parent, name] = formation
        self.placed.setdefault((parent, folded(name)), formation)

    def take(self, entry: Entry) -> None:
        """Merge a row of the table."""
        values, merge = entry.values, self.merge
        if not {"side", "unit", "arm", "rating"} <= set(values):
            return
        parent = merge.named(entry, "side", "a side", values["side"], self.sides)
        if parent is None:
            return
        unit_id = values.get("id")
        if unit_id in self.ids and unit_id not in (unit.get("id") for unit in self.old.values()):
            merge.problems.append(entry.problem("id", "E302", f"{unit_id!r} is already an id of something else"))
            return
        chain = [(level, values[level]) for level in self.levels if level in values]
        if not chain:
            hint = f"fill in a column such as {LEVELS[3]} or {LEVELS[4]}"
            merge.problems.append(entry.problem("unit", "E304", f"{values['unit']!r} belongs to no formation", hint))
            return
        for depth, (level, name) in enumerate(chain):
            parent = self._formation_below(parent, name, level, side=not depth)
        if "status" in values:
            self._status(parent, values["status"])
        unit_row = {"name": values["unit"], "arm": values["arm"], "rating": values["rating"]}
        place = self._existing_unit(values, parent)
        if place is not None:
            self.taken.add(place)
            merge.update(("formation", place[0], "units", place[1]), f"unit {values['unit']!r}", unit_row)
            return
        if unit_id in self.ids:
            merge.problems.append(entry.problem("id", "E302", f"{unit_id!r} is already in the table"))
            return
        unit_id = unit_id or new_id(f"{parent} {values['unit']}", self.ids)
        self.ids.add(unit_id)
        self.added.setdefault(parent, []).append({"id": unit_id, **unit_row})
        merge.done.added += (f"unit {values['unit']!r}",)

    def _formation_below(self, parent: str, name: str, level: str, *, side: bool) -> str:
        """The id of a formation of some name below another or below a side; a new one if there is none."""
        formation = self.placed.get((parent, name)) or self.placed.get((parent, folded(name)))
        if formation is None:
            formation = new_id(f"{parent} {name}", self.ids)
            self._place(parent, name, formation)
            self.ids.add(formation)
            self.new[formation] = {"id": formation, "name": name, "level": level, "side" if side else "parent": parent}
            self.merge.done.added += (f"formation {name!r}",)
        return formation

    def _status(self, formation: str, status: str) -> None:
        if formation in self.new:
            self.new[formation]["status"] = status
        elif self.rows[self.numbers[formation]].get("status") != status:
            self.merge.splices.set_key(("formation", self.numbers[formation]), "status", status)

    def _existing_unit(self, values: Mapping[str, Any], parent: str) -> tuple[int, int] | None:
        """The unit of the file that a row is: of its id, or of its name in its formation."""
        number = self.numbers.get(parent)
        free_units = {place: unit for place, unit in self.old.items() if place not in self.taken}
        if "id" in values:
            return next((place for place, unit in free_units.items() if unit.get("id") == values["id"]), None)
        names = {place: str(unit.get("name")) for place, unit in free_units.items() if place[0] == number}
        exact_place = next((place for place, name in names.items() if name == values["unit"]), None)
        similar_places = (place for place, name in names.items() if folded(name) == folded(values["unit"]))
        return exact_place or next(similar_places, None)

    def write(self) -> None:
        """Write the new formations, and the lists of units that become longer or are pruned."""
        merge = self.merge
        for place, unit in self.old.items():
            if place not in self.taken:
                merge.done.leave(f"unit {unit.get('name')!r}", merge.pruning)
        for formation, number in self.numbers.items():
            units = list(self.rows[number].get("units", ()))
            stay = [
                unit
                for unit_number, unit in enumerate(units)
                if not merge.pruning or (number, unit_number) in self.taken
            ]
            new_units = [*stay, *self.added.get(formation, [])]
            if new_units != units and "units" in self.rows[number]:
                merge.splices.relist(("formation", number, "units"), new_units)
            elif new_units != units:
                merge.splices.add_key(("formation", number), "units", new_units)
        for formation, values in self.new.items():
            units = self.added.get(formation, [])
            arms = [unit["arm"] for unit in units]
            arm = mode([arm for arm in arms if arm != "artillery"] or arms or [""])  # guns go with the others
            merge.splices.add_table("formation", values | ({"arm": arm, "units": units} if units else {}))


def levels_of(merge: SheetMerge) -> tuple[str, ...]:
    """The words for levels of formations that columns may be called by, the highest first."""
    own_levels = dict.fromkeys(str(row.get("level")) for row in merge.rows("formation"))
    return (*LEVELS, *(level for level in own_levels if level not in LEVELS))


def _sides(merge: SheetMerge, entries: Sequence[Entry]) -> Known:
    """The sides; in a file without any those of the table are made."""
    rows: list[dict[str, Any]] = merge.rows("side")
    if not rows:
        for name in dict.fromkeys(entry.values["side"] for entry in entries if "side" in entry.values):
            rows.append({"id": plain_id(name), "name": name})
            merge.splices.add_table("side", rows[-1])
            merge.done.added += (f"side {name!r}",)
    return Known.of(rows)


def restated(text_before: str, text_after: str) -> str:
    """The text after an import, with new numbers for those sides whose numbers were right before.

    A number that was wrong stays, and is told by the checks as before.
    """
    old_data, new_data = tomllib.loads(text_before), tomllib.loads(text_after)
    right_sides = {
        side["id"]
        for side in old_data.get("side", ())
        if _agree(side.get("stated", {}), _counts_of(old_data, side["id"]))
    }
    side_ids = {side["id"] for side in old_data.get("side", ())}
    splices = Splices(text_after)
    for number, side in enumerate(new_data.get("side", ())):
        counts = _counts_of(new_data, side["id"])
        if ("stated" in side and _agree(side["stated"], counts)) or side["id"] in side_ids - right_sides:
            continue
        if "stated" in side:
            splices.replace(("side", number, "stated"), counts)
        else:
            splices.add_key(("side", number), "stated", counts)
    return splices.text()


def _agree(stated_counts: Mapping[str, int], counts: Mapping[str, int]) -> bool:
    return all(
        stated_counts.get(counted_thing, 0) == counts.get(counted_thing, 0)
        for counted_thing in {*stated_counts, *counts}
    )


def _counts_of(data: Mapping[str, Any], side: str) -> dict[str, int]:
    parent_by_id = {row.get("id"): row.get("parent") or row.get("side") for row in data.get("formation", ())}

    def side_of(group: object) -> object:
        visited: set[object] = set()
        while group in parent_by_id and group not in visited:
            visited.add(group)
            group = parent_by_id[group]
        return group

    rows = [row for row in data.get("formation", ()) if side_of(row.get("id")) == side]
    arms = [unit.get("arm", "") for row in rows for unit in row.get("units", ())]
    leaders = sum(side_of(row["commands"][0]) == side for row in data.get("leader", ()) if row.get("commands"))
    return {"leaders": leaders} | {arm: arms.count(arm) for arm in sorted(set(arms))}


# letters of a map


def merge_letters(merge: SheetMerge, table: SheetTable) -> None:
    """Write the letters of a table into the grid of a map; a map without one gets it, with a legend of letters.

    A space whose cell holds no letter of the legend stays as it is; on a new map it gets the letter most spaces have.
    """
    data = merge.splices.data
    terrain = data.get("terrain", {})
    legend, grid_rows = terrain.get("legend", {}), terrain.get("grid", [])
    rows = letter_rows(tuple(grid_rows) if isinstance(grid_rows, list) else grid_rows)
    is_new = not legend and not rows
    merge.problems += table.left_out
    width = max(len(row) for row in table.rows)
    if not is_new and (len(table.rows), width) != (len(rows), len(rows[0]) if rows else 0):
        size = (
            f"{len(table.rows)} rows of {width} letters, and the map has {len(rows)} of {len(rows[0]) if rows else 0}"
        )
        merge.problems.append(
            table.problem(0, 0, "E401", size, "give the table a row and a column for each of the map")
        )
        return
    letters = Counter(cell for row in table.rows for cell in row if len(cell) == 1)
    if not letters:
        merge.problems.append(table.problem(0, 0, "E204", "no cell of this table is a letter"))
        return
    most_common_letter = letters.most_common(1)[0][0]
    lines = []
    for row_number, row in enumerate(table.rows):
        cells = [*row, *[""] * (width - len(row))]
        keys = {} if is_new else legend
        is_wrong = [_no_letter(merge, table, (row_number, column), cell, keys) for column, cell in enumerate(cells)]
        kept_letters = most_common_letter * width if is_new else rows[row_number]
        letters_and_kept = zip(cells, kept_letters, is_wrong, strict=True)
        lines.append("".join(kept_cell if wrong else cell for cell, kept_cell, wrong in letters_and_kept))
    if is_new:
        _first(merge, lines)
    elif tuple(lines) == rows:
        merge.done.untouched += len(lines)
    else:
        merge.splices.reline(("terrain", "grid"), lines)
        pairs = zip("".join(lines), "".join(rows), strict=True)
        merge.done.changed += (f"terrain of {sum(a != b for a, b in pairs)} spaces",)


def _no_letter(
    merge: SheetMerge, table: SheetTable, cell_place: tuple[int, int], cell: str, legend: Mapping[str, str]
) -> bool:
    """Whether a cell is not a letter of a map; it is noted then, unless that is done."""
    if len(cell) != 1:
        wrong_letter_text = f"{cell[:20]!r} is not one letter" if cell else "the cell is empty"
        hint = "a letter for each space; a sheet that has shown numbers or dates must be formatted as text"
        if cell_place not in table.unread:
            merge.problems.append(table.problem(*cell_place, "E204", wrong_letter_text, hint))
        return True
    if legend and cell not in legend:
        wrong_letter_text = (
            f"{cell!r} is not in the legend{one_of(f'{letter} {word}' for letter, word in legend.items())}"
        )
        merge.problems.append(table.problem(*cell_place, "E402", wrong_letter_text))
        return True
    return False


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


@frozen
class MergedTables:
    """What becomes of each file, the tables that mean nothing here, what is left out of the others, and notes."""

    files: Mapping[Path, Merged]
    ignored: tuple[str, ...]
    left_out: tuple[Problem, ...]
    notes: tuple[str, ...]


MOST_SPOILT = 20
"""How many rows of a table may be left out because the file would have mistakes with them; more refuse the table."""


def import_tables(
    source: Path, texts: Mapping[str, str], folder: Path, *, only_names: Collection[str] = (), prune: bool = False
) -> MergedTables:
    """Merge the tables of a file; ``texts`` are the folder's files by name.

    What cannot be read, or would spoil a file, is left out. Raises `DataError` where nothing is left.
    """
    files, left_out, notes = dict[Path, Merged](), list[Problem](), list[str]()
    tables = [(form_of(table), table) for table in read_tables(source)]
    ignored_tables = tuple(f"table {table.name!r}" for kind, table in tables if kind is None)
    if ignored_tables and len(tables) == 1:
        unknown_form_text = f"this table is of no known form{one_of(('map', *FORMS))}"
        hint = "name it after one of these, or its columns after those of the form"
        raise DataError([tables[0][1].problem(0, 0, "E724", unknown_form_text, hint)])
    chosen_tables = [
        (kind, table) for kind, table in tables if kind is not None and (not only_names or kind in only_names)
    ]
    for kind, table in sorted(chosen_tables, key=lambda pair: list(_TABLES).index(pair[0])):
        find = _TABLES[kind]
        path = folder / (find if isinstance(find, str) else find(texts))
        if path == folder or (kind == "places" and path.name not in texts and path not in files):
            wanted_file = "map.toml to put places on" if kind == "places" else "campaign, battle, scenario or new game"
            left_out.append(
                table.problem(0, 0, "E724", f"no file of the folder takes this table: there is no {wanted_file}")
            )
            continue
        is_new = path.name not in texts
        merged_before = files[path] if path in files else Merged(_new_file(kind, table) if is_new else texts[path.name])
        merge = _merge_table(
            kind, table, SheetMerge(Splices(merged_before.text), merged_before, prune, path, texts), is_new=is_new
        )
        files[path] = merge.done
        left_out += merge.problems
        notes += [*table.notes, *merge.notes]
    if left_out and not any(_has_changes(merge_result) for merge_result in files.values()):
        raise DataError(left_out)
    return MergedTables(files, ignored_tables, tuple(left_out), tuple(notes))


def _has_changes(merge_result: Merged) -> bool:
    return bool(merge_result.added or merge_result.changed or merge_result.removed or merge_result.untouched)


def _merge_table(kind: str, table: SheetTable, start: SheetMerge, *, is_new: bool) -> SheetMerge:
    """What a table changes, without the rows with which the file would have mistakes. Raises `DataError` for too many.

    A file that is new may still lack what other tables bring; only its values are checked.
    """
    if kind == "map":
        merge = start.again(())
        merge_letters(merge, table)
        merge.finish(merge.splices.text())
        return merge
    unread: list[Problem] = []
    entries = entries_of(table, FORMS[kind], levels_of(start), unread)
    is_checked = is_new or not _mistakes(start.done.text, start.path)
    for _ in range(MOST_SPOILT):
        merge = _with_rows(kind, start, entries, unread)
        if not is_checked or not (mistakes := _mistakes(merge.done.text, start.path, values_alone=is_new)):
            return merge
        number, problem = _first_that_spoils(kind, evolve(start, prune=False), entries, mistakes[0], is_new=is_new)
        entry = entries.pop(number)
        unread.append(entry.problem("", problem.code, f"{entry.called}: {problem.message}", problem.hint))
    raise DataError([*unread, *mistakes])


def _first_that_spoils(
    kind: str, start: SheetMerge, entries: Sequence[Entry], mistake: Problem, *, is_new: bool
) -> tuple[int, Problem]:
    """The number of the first row with which, and with all before it, the file has mistakes, and the first of these."""
    low, high = 0, len(entries) - 1
    while low < high:
        middle = (low + high) // 2
        text = _with_rows(kind, start, entries[: middle + 1], ()).done.text
        if mistakes := _mistakes(text, start.path, values_alone=is_new):
            high, mistake = middle, mistakes[0]
        else:
            low = middle + 1
    return low, mistake


def _with_rows(kind: str, start: SheetMerge, entries: Sequence[Entry], unread: Sequence[Problem]) -> SheetMerge:
    """What some rows of a table change."""
    merge = start.again(unread)
    _FORMS[kind](merge, list(entries))
    text = merge.splices.text()
    merge.finish(restated(start.done.text, text) if merge.path.name == "oob.toml" else text)
    return merge


def _mistakes(text: str, path: Path, *, values_alone: bool = False) -> tuple[Problem, ...]:
    """What is wrong with a map or an order of battle by itself, or with its values alone; nothing for other files."""
    doc, problems = parse_toml(text, path), Problems()
    if is_map(doc.data):
        problems.found += read_map(doc).problems
    elif "formation" in doc.data:
        read_oob(doc, problems)
    return tuple(problem for problem in problems.found if not values_alone or problem.code in ("E203", "E204"))


def _new_file(kind: str, table: SheetTable) -> str:
    document = f"a spreadsheet, {table.path.name}"
    if kind == "map":
        size = ["rows = 0", "cols = 0", "shorthand = 1"]
        return "\n".join([*head_text(document, "New map"), *size, *terrain_text({}, []), ""])
    source = value_text({"document": document, "basis": "reconstruction"})
    return f'source = {source}\n\nid = "new_order_of_battle"\n'


def _of_set_up(texts: Mapping[str, str]) -> str:
    """The file that says where units begin: one that does already before one that may; "" for none."""
    files = {name: tomllib.loads(text) for name, text in texts.items()}

    def has_set_up(data: Mapping[str, Any]) -> bool:
        units = data.get("unit", ())
        return "deployment" in data or "piece" in data or any("hex" in row for row in units if isinstance(row, dict))

    possible_files = [
        name for name, data in files.items() if {"battle", "scenario"} & data.keys() or name == "campaign.toml"
    ]
    return next((name for name, data in files.items() if has_set_up(data)), next(iter(possible_files), ""))


def _of_counters(texts: Mapping[str, str]) -> str:
    """The file that lists counters: of a new game, of a scenario, or the order of battle of a campaign; "" for none."""
    file_names = ("counters.toml", "units.toml", "oob.toml")
    return next((name for name in file_names if name in texts), "oob.toml" if "campaign.toml" in texts else "")


# the rows of each form


def _units(merge: SheetMerge, entries: list[Entry]) -> None:
    units = UnitMerge(merge, entries)
    for entry in entries:
        units.take(entry)
    units.write()


def _leaders(merge: SheetMerge, entries: list[Entry]) -> None:
    known_names = Known.of([*merge.rows("formation"), *merge.rows("side")])
    named_entries = []
    for entry in entries:
        commands = entry.values.get("commands", ())
        ids = [merge.named(entry, "commands", "a formation or side", name, known_names) for name in commands]
        if all(ids):
            named_entries.append(evolve(entry, values={**entry.values, "commands": ids}))
    merge.section("leader", named_entries)


def _formations(merge: SheetMerge, entries: list[Entry]) -> None:
    known_names = Known.of([*(entry.values for entry in entries), *merge.rows("formation")])
    sides = Known.of(merge.rows("side"))
    named_entries = []
    for entry in entries:
        values = dict(entry.values)
        if "parent" in values:
            values.pop("side", None)
            parent_id = values["parent"] = merge.named(entry, "parent", "a formation", values["parent"], known_names)
        else:
            parent_id = values["side"] = merge.named(entry, "side", "a side", values.get("side", ""), sides)
        if parent_id is not None:
            named_entries.append(evolve(entry, values=values))
    merge.section("formation", named_entries)


def _counters(merge: SheetMerge, entries: list[Entry]) -> None:
    """Add counters to a list of them, or as divisions with a unit each to an order of battle."""
    if merge.path.name == "oob.toml":
        sides = [str(row[key]) for row in merge.rows("side") for key in ("id", "name")]
        rows_with_gaps = [as_unit(entry, sides) for entry in entries if entry.values.get("side")]
        _units(merge, [entry for entry, _ in rows_with_gaps])
        guessed_units = [str(entry.values["unit"]) for entry, gaps in rows_with_gaps if gaps]
        if guessed_units:
            merge.notes.append(
                f"no arm or rating is marked on {', '.join(guessed_units[:6])}: infantry, 0; look them over"
            )
        if sideless_count := len(entries) - len(rows_with_gaps):
            merge.notes.append(f"{sideless_count} counters of no side are left out")
        return
    section = "counter" if merge.path.name == "counters.toml" else "unit"
    rows = merge.rows(section)
    sides = list(dict.fromkeys(str(row["side"]) for row in rows if row.get("side")))
    merge.section(section, [evolve(entry, values=as_row(entry, rows, sides)) for entry in entries])


_TABLES: Mapping[str, str | Callable[[Mapping[str, str]], str]] = {
    "counters": _of_counters,
    "sides": "oob.toml",
    "formations": "oob.toml",
    "oob": "oob.toml",
    "leaders": "oob.toml",
    "map": "map.toml",
    "places": "map.toml",
    "setup": _of_set_up,
}
"""The tables in the order in which they are merged: the file that each goes into, or what finds it."""
_FORMS: Mapping[str, Callable[[SheetMerge, list[Entry]], None]] = {
    "counters": _counters,
    "sides": lambda merge, entries: merge.section("side", entries),
    "formations": _formations,
    "oob": _units,
    "leaders": _leaders,
    "places": lambda merge, entries: merge.section("place", entries),
    "setup": set_up,
}
"""How the rows of each form are merged."""
