"""What a game's data rest on, file by file: the account that ``wargame sources`` and the cover of a printed game show.

A *datum* is a table with values of its own: the top level of a file, a section, an item of a list of tables, an inline
table. The values and plain lists in a table belong to its datum. A table that only groups other tables is not a
datum; nor are ``source`` and ``cite``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.data.documents import Document, Problems, read_toml, show_path
from wargame_core.data.structuring import (
    KEYS_OF_OTHER_BASIS,
    PROVENANCE_KEYS,
    Source,
    check_source,
    tables_in,
)
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.json_form import JsonObject
from wargame_core.rulings import Basis


@frozen
class Datum:
    """One datum: its file and path, its name where it has one, its basis, and the note and mark that give it."""

    file: str
    path: str
    name: str
    basis: Basis
    note: str
    marked_at: str

    def to_json(self) -> dict[str, str]:
        place = {"file": self.file, "path": self.path, "name": self.name}
        return {**place, "basis": self.basis.value, "note": self.note}


@frozen
class FileAccount:
    """One file: what it is taken from and its data."""

    file: str
    source: Source
    data: tuple[Datum, ...]

    @property
    def counts(self) -> Mapping[Basis, int]:
        """How many data of the file have each basis."""
        return {basis: sum(datum.basis is basis for datum in self.data) for basis in Basis}

    def to_json(self) -> JsonObject:
        source, counts = self.source, {basis.value: count for basis, count in self.counts.items()}
        source_fields = {"document": source.document, "edition": source.edition, "note": source.note}
        return {"file": self.file, **source_fields, "total": len(self.data), "counts": counts}


@frozen
class BasisMark:
    """A mark in a file that says what is not from the document: on what, why, and how many data it covers."""

    file: str
    subject: str
    basis: Basis
    note: str
    count: int

    def __str__(self) -> str:
        count_note = f" ({self.count} data)" if self.count > 1 else ""
        return f"{self.subject}{count_note}: {self.basis.value}" + f": {self.note}" * bool(self.note)


@frozen
class Account:
    """The evidence for a game's data, file by file."""

    files: tuple[FileAccount, ...]

    @property
    def data(self) -> tuple[Datum, ...]:
        """Every datum of every file."""
        return tuple(datum for file in self.files for datum in file.data)

    @property
    def counts(self) -> Mapping[Basis, int]:
        """How many data of all files have each basis."""
        return {basis: sum(file.counts[basis] for file in self.files) for basis in Basis}

    def of_scenario(self, scenario: str, scenarios: Iterable[str]) -> "Account":
        """The account without the files of other ``scenarios``: those named after one, as 007-antietam.toml is."""
        other_scenarios = {name for name in scenarios if name != scenario}
        return Account(
            tuple(file for file in self.files if _NUMBERED.sub("", Path(file.file).stem) not in other_scenarios)
        )

    def to_json(self) -> JsonObject:
        return {
            "total": len(self.data),
            "counts": {basis.value: count for basis, count in self.counts.items()},
            "files": [file.to_json() for file in self.files],
            "not_text": [datum.to_json() for datum in self.data if datum.basis is not Basis.TEXT],
        }

    def __str__(self) -> str:
        width = max((len(file.file) for file in self.files), default=4)
        heads = [basis.value for basis in Basis]
        lines = [f"{'file':<{width}}  " + "  ".join(heads) + "  total  document"]
        titles = [file.source.document + f" ({file.source.edition})" * bool(file.source.edition) for file in self.files]
        rows = [(file.file, file.counts, len(file.data), title) for file, title in zip(self.files, titles, strict=True)]
        for name, counts, total, title in [*rows, ("total", self.counts, len(self.data), "")]:
            numbers = "  ".join(f"{counts[basis]:>{len(basis.value)}}" for basis in Basis)
            lines.append(f"{name:<{width}}  {numbers}  {total:>5}  {title}".rstrip())
        marks = [f"  {mark.file} {mark}" for mark in self.marks]
        if marks:
            lines += ["", "Not from the document itself:", *marks]
        return "\n".join(lines)

    @property
    def marks(self) -> tuple[BasisMark, ...]:
        """What is not from the document itself: one value for each mark in a file, with the data it covers."""
        marks: dict[tuple[str, str, Basis], list[Datum]] = {}
        for datum in self.data:
            if datum.basis is not Basis.TEXT:
                marks.setdefault((datum.file, datum.marked_at, datum.basis), []).append(datum)
        return tuple(_basis_mark(*key, marked_data) for key, marked_data in marks.items())


def _basis_mark(file: str, marked_at: str, basis: Basis, marked_data: list[Datum]) -> BasisMark:
    first_datum = marked_data[0]
    subject = f"{marked_at} {first_datum.name}".strip() if marked_at == first_datum.path else marked_at
    return BasisMark(file, subject or "the whole file", basis, first_datum.note, len(marked_data))


def account(files: Iterable[Path]) -> Account:
    """The account of these data files. Raises `DataError` when one does not say where it comes from."""
    problems, sources = Problems(), []
    for path in files:
        doc = read_toml(path, "a data file")
        source = check_source(doc, problems)
        if source is not None:
            sources.append((doc, source))
    problems.raise_if_any()
    return Account(tuple(FileAccount(doc.path.name, source, tuple(_data(doc, source))) for doc, source in sources))


def _data(doc: Document, source: Source) -> Iterator[Datum]:
    def walk(table: dict[str, Any], path: KeyPath, basis: Basis, note: str, mark: str) -> Iterator[Datum]:
        if "basis" in table:
            basis, note, mark = Basis(table["basis"]), "", show_path(path)
        note = table.get("source_note", note)
        name, place = str(table.get("name", table.get("id", ""))), show_path(path)
        keys_by_basis = {other_basis: table[key] for key, other_basis in KEYS_OF_OTHER_BASIS.items() if table.get(key)}
        separate_keys = {*PROVENANCE_KEYS, *(key for keys in keys_by_basis.values() for key in keys)}
        if any(key not in separate_keys and not _holds_tables(value) for key, value in table.items()):
            yield Datum(doc.path.name, place, name, basis, note, mark)
        for other_basis, keys in keys_by_basis.items():
            key_list = ", ".join(keys)
            all_of_kind = f"{_INDEX.sub('', place)} {key_list}"
            yield Datum(
                doc.path.name,
                f"{place} {key_list}",
                name,
                other_basis,
                "" if other_basis is Basis.TEXT else note,
                all_of_kind,
            )
        for inner_path, child in tables_in(table, path):
            yield from walk(child, inner_path, basis, note, mark)

    data = {key: value for key, value in doc.data.items() if key != "source"}
    return walk(data, (), source.basis, source.note, "")


_NUMBERED = re.compile(r"^\d+-")
"""The number that a file of a scenario may have before its name."""
_INDEX = re.compile(r"\[\d+\]")
"""The number of an item in a path: a mark on the same keys of all items is one line of the account."""


def _holds_tables(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(part, dict) for part in value))
