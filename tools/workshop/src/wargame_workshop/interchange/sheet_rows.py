"""Merging rows of tables into sections of a data file: a row by its id or name, a key for each column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from wargame_core.data.documents import did_you_mean, one_of
from wargame_core.data.splices import Splices
from wargame_core.errors import Problem
from wargame_workshop.interchange.forms import Entry
from wargame_workshop.interchange.identifiers import new_id


@define
class SheetMerge:
    """The changes that tables bring to one data file, and what they are called."""

    splices: Splices
    problems: list[Problem] = field(factory=list)
    added: list[str] = field(factory=list)
    changed: list[str] = field(factory=list)
    gone: list[str] = field(factory=list)
    removed: list[str] = field(factory=list)
    untouched: int = 0

    def rows(self, section: str) -> list[dict[str, Any]]:
        return [row for row in self.splices.data.get(section, ()) if isinstance(row, dict)]

    def update(self, entry: Entry, path: tuple[str | int, ...], label: str, values: Mapping[str, Any]) -> None:
        """Other values of a row that is there; empty cells leave what is written."""
        old: Any = self.splices.data
        for part in path:
            old = old[part]
        different = {key: value for key, value in values.items() if old.get(key) != value}
        for key, value in different.items():
            if not self.splices.has((*path, key)):
                self.splices.add_key(path, key, value)
            elif isinstance(value, list) and isinstance(old[key], list):
                self.splices.relist((*path, key), value)
            else:
                self.splices.replace((*path, key), value)
        if different:
            self.changed.append(label)
        else:
            self.untouched += 1

    def section(self, section: str, entries: Sequence[Entry], *, with_id: bool, prune: bool) -> None:
        """Merge a table whose rows are those of a section."""
        rows = self.rows(section)
        taken: set[int] = set()
        ids = {str(row.get("id")) for row in rows}
        for entry in entries:
            values = dict(entry.values)
            number = _place(rows, values, taken)
            label = f"{section} {values.get('name', values.get('id'))!r}"
            if number is not None:
                taken.add(number)
                self.update(entry, (section, number), label, values)
                continue
            if with_id and "id" not in values:
                values = {"id": new_id(values["name"], ids), **values}
            ids.add(str(values.get("id")))
            self.splices.add_table(section, values)
            self.added.append(label)
        for number, row in enumerate(rows):
            if number not in taken:
                label = f"{section} {row.get('name', row.get('id'))!r}"
                if prune:
                    self.splices.drop_table(section, number)
                    self.removed.append(label)
                else:
                    self.gone.append(label)

    def named(self, entry: Entry, column: str, what: str, name: str, known: Known) -> str | None:
        """The id of what is called so, None after noting that nothing is, or several are."""
        if name in known.ids:
            return name
        ids = known.names.get(name, ())
        if len(ids) == 1:
            return ids[0]
        if ids:
            message, hint = (
                f"{column}: {name!r} is {len(ids)} of them ({', '.join(ids)})",
                "write the id of the one meant",
            )
        else:
            message = f"{column}: {name!r} is not {what}{one_of(known.names)}"
            hint = did_you_mean(name, [*known.names, *known.ids])
        self.problems.append(entry.problem(column, "E301", message, hint))
        return None


@frozen
class Known:
    """Ids that may be meant, and the ids by each name."""

    ids: frozenset[str]
    names: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Known:
        names: dict[str, tuple[str, ...]] = {}
        for row in rows:
            if "id" in row and row["id"] not in names.get(str(row.get("name")), ()):
                names[str(row.get("name"))] = (*names.get(str(row.get("name")), ()), str(row["id"]))
        return cls(frozenset(key for ids in names.values() for key in ids), names)


def _place(rows: Sequence[Mapping[str, Any]], values: Mapping[str, Any], taken: set[int]) -> int | None:
    """The row with the id, or without one with the name, and with the same parent if that is told."""
    wanted = values.get("id")
    if wanted is not None:
        return next((n for n, row in enumerate(rows) if row.get("id") == wanted and n not in taken), None)
    alike = [n for n, row in enumerate(rows) if row.get("name") == values.get("name") and n not in taken]
    above = [n for n in alike if all(rows[n].get(key) == values[key] for key in ("side", "parent") if key in values)]
    return next(iter(above or (alike if len(alike) == 1 else [])), None)
