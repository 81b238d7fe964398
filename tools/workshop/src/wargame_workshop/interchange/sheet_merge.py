"""How a table of a spreadsheet changes a data file: rows by their ids and names, and what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from wargame_core.data import Problem, did_you_mean, one_of
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.names import folded, plain_signs
from wargame_workshop.interchange.drawn import Merged
from wargame_workshop.interchange.sheet_forms import Entry
from wargame_workshop.splices import Splices, new_id, value_at


@frozen
class Known:
    """Ids that may be meant, and the ids by each name, which is `folded`; ``written`` are the names as they stand."""

    ids: frozenset[str]
    names: Mapping[str, tuple[str, ...]]
    written: tuple[str, ...]

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Known:
        names: dict[str, tuple[str, ...]] = {}
        columns = dict[str, None]()
        for row in rows:
            name = str(row.get("name"))
            if "id" in row and row["id"] not in names.get(folded(name), ()):
                names[folded(name)] = (*names.get(folded(name), ()), str(row["id"]))
                columns[name] = None
        return cls(frozenset(key for ids in names.values() for key in ids), names, tuple(columns))


@define
class SheetMerge:
    """The changes that a table brings to a data file; what it does is noted in ``done``, what it leaves out too."""

    splices: Splices
    done: Merged
    prune: bool
    path: Path = Path()
    texts: Mapping[str, str] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    notes: list[str] = field(factory=list)

    def again(self, problems: Iterable[Problem]) -> SheetMerge:
        """The same before anything was changed, with what is left out so far."""
        return SheetMerge(Splices(self.done.text), evolve(self.done), self.prune, self.path, self.texts, list(problems))

    def finish(self, text: str) -> None:
        """Note the text that the file has afterwards."""
        self.done.text = text
        if self.prune and not self.pruning:
            self.notes.append("nothing was removed (--prune), because something of the table was left out")

    def rows(self, section: str) -> list[dict[str, Any]]:
        return [row for row in self.splices.data.get(section, ()) if isinstance(row, dict)]

    def update(self, path: KeyPath, label: str, values: Mapping[str, Any]) -> None:
        """Other values of a row that is there; empty cells leave what is written.

        A name that differs in its quotation marks, dashes or spaces alone is the same name, and stays as it is written.
        """
        old_value = value_at(self.splices.data, path)
        different = {key: value for key, value in values.items() if old_value.get(key) != value}
        if "name" in different and plain_signs(str(old_value.get("name", ""))) == plain_signs(str(different["name"])):
            del different["name"]
        for key, value in different.items():
            if isinstance(value, list) and isinstance(old_value.get(key), list):
                self.splices.relist((*path, key), value)
            else:
                self.splices.set_key(path, key, value)
        if different:
            self.done.changed += (label,)
        else:
            self.done.untouched += 1

    def section(self, section: str, entries: Iterable[Entry]) -> None:
        """Merge a table whose rows are those of a section; all but places have ids."""
        rows, used_rows = self.rows(section), set[int]()
        ids = {str(row.get("id")) for row in rows}
        for entry in entries:
            values = dict(entry.values)
            number = _place(rows, values, used_rows)
            label = f"{section} {values.get('name', values.get('id'))!r}"
            if number is not None:
                used_rows.add(number)
                self.update((section, number), label, values)
                continue
            if section != "place" and "id" not in values:
                values = {"id": new_id(values["name"], ids), **values}
            ids.add(str(values.get("id")))
            self.splices.add_table(section, values)
            self.done.added += (label,)
        for number, row in enumerate(rows):
            if number not in used_rows:
                self.done.leave(f"{section} {row.get('name', row.get('id'))!r}", self.pruning)
                if self.pruning:
                    self.splices.drop_table(section, number)

    @property
    def pruning(self) -> bool:
        """Whether rows that are not listed go: not while something of the table is left out."""
        return self.prune and not self.problems

    def named(self, entry: Entry, column: str, thing_named: str, name: str, known_names: Known) -> str | None:
        """The id of what is called so, None after noting that nothing is, or several are."""
        if name in known_names.ids:
            return name
        ids = known_names.names.get(folded(name), ())
        if len(ids) == 1:
            return ids[0]
        if ids:
            message = f"{column}: {name!r} is {len(ids)} of them ({', '.join(ids)})"
            hint = "write the id of the one meant"
        else:
            message = f"{column}: {name!r} is not {thing_named}{one_of(known_names.written)}"
            hint = did_you_mean(name, [*known_names.written, *known_names.ids])
        self.problems.append(entry.problem(column, "E301", message, hint))
        return None


def _place(rows: Sequence[Mapping[str, Any]], values: Mapping[str, Any], used_rows: set[int]) -> int | None:
    """The row with the id, or without one with the name, and with the same parent if that is told."""
    row_name = values.get("id")
    if row_name is not None:
        return next(
            (
                row_number
                for row_number, row in enumerate(rows)
                if row.get("id") == row_name and row_number not in used_rows
            ),
            None,
        )
    row_name = str(values.get("name"))
    free_rows = [row_number for row_number in range(len(rows)) if row_number not in used_rows]
    same_name_rows = [row_number for row_number in free_rows if rows[row_number].get("name") == row_name]
    same_name_rows = same_name_rows or [
        row_number for row_number in free_rows if folded(str(rows[row_number].get("name"))) == folded(row_name)
    ]
    in_same_formation = [
        row_number
        for row_number in same_name_rows
        if all(rows[row_number].get(key) == values[key] for key in ("side", "parent") if key in values)
    ]
    return next(iter(in_same_formation or (same_name_rows if len(same_name_rows) == 1 else [])), None)
