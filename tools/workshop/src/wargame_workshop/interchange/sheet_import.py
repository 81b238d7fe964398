"""Merging spreadsheets into the files of a folder: order of battle, leaders, places, set-up, a grid of letters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from wargame_core.data.documents import did_you_mean, one_of, parse_toml
from wargame_core.data.splices import Splices
from wargame_core.errors import DataError, Problem
from wargame_core.limits import shorten
from wargame_workshop.interchange.forms import FORMS, Entry, entries_of, form_of
from wargame_workshop.interchange.letter_sheet import merge_letters
from wargame_workshop.interchange.sheet_rows import Known, SheetMerge
from wargame_workshop.interchange.stated import restated
from wargame_workshop.interchange.tables import SheetTable, read_tables
from wargame_workshop.interchange.units_sheet import levels_of, merge_units

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
