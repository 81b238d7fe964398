"""Changes of a TOML text, each where its value stands: no comment, order, number or blank line of the rest is touched.

Below them stands how ids and the first lines of new files are written.

Every change is checked: the new text must parse to exactly the data that were meant, or nothing is changed.

Why not tomlkit: it reads and writes every packaged file byte by byte, but it writes the tables of an array together
where others stand between them, takes the comment of a list item or of the next table along with what is removed, and
leaves `road = []` behind.
"""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any

from wargame_core.data import key_text, value_text
from wargame_core.data.toml_positions import Path, positions, spans
from wargame_core.errors import WargameError

_COMMA = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*,[ \t]*")
_NOTES = re.compile(r"(?:[ \t]*#: [^\n]*(?:\n|$))*")


class EditError(WargameError):
    """An edit that cannot be made in this text, or would change more than intended; the text stays as it was."""


class Splices:
    """Changes of a TOML text, collected and then made together by `text`.

    Paths are those of the text as it was. Every method raises `EditError` for what is not in the text.
    """

    def __init__(self, text: str) -> None:
        self.old = text
        self.data: dict[str, Any] = tomllib.loads(text)
        self._meant = deepcopy(self.data)
        self._spans = spans(text)
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._cuts: list[tuple[int, int, str]] = []
        self._added: list[tuple[str, Mapping[str, object]]] = []
        self._dropped: list[tuple[str, int]] = []
        self._lettered: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._cuts or self._added or self._dropped or self._lettered)

    def has(self, path: Path) -> bool:
        """Whether a value is written at a path."""
        return path in self._spans

    def replace(self, path: Path, value: object, key: str | None = None) -> None:
        """Another value at a path, and another key for it if one is given."""
        start, value_start, end = self._span(path)
        if key is None or key == path[-1]:
            self._cuts.append((value_start, end, self._written(value)))
        else:
            self._cuts.append((start, end, f"{key_text(key)} = {self._written(value)}"))
        table_before = value_at(self._meant, path[:-1])
        if key is not None and key != path[-1]:
            del table_before[path[-1]]
        table_before[key if key is not None else path[-1]] = value

    def relist(self, path: Path, items: Sequence[object]) -> None:
        """Other items in a list: what stays keeps its place, and its comments; as many rows change one by one."""
        _, value_start, end = self._span(path)
        old_value = value_at(self.data, path)
        items_before, items_after = [repr(_plain(item)) for item in old_value], [repr(_plain(item)) for item in items]
        # An item that stays may have been changed inside.
        new_items, meant = list(items), value_at(self._meant, path)
        if not old_value:
            self._cuts.append((value_start, end, self._written(list(items))))
        for change, i1, i2, j1, j2 in _changes(items_before, items_after) if old_value else ():
            if change == "equal":
                new_items[j1:j2] = meant[i1:i2]
                continue
            common_length = min(i2 - i1, j2 - j1)
            for number in range(common_length):
                _, start, item_end = self._span((*path, i1 + number))
                self._cuts.append((start, item_end, value_text(items[j1 + number])))
            if j2 - j1 > common_length:
                self._insert(path, i1 + common_length, items[j1 + common_length : j2])
            if i2 - i1 > common_length:
                self._remove(path, i1 + common_length, i2, len(old_value))
        value_at(self._meant, path[:-1])[path[-1]] = new_items

    def reline(self, path: Path, rows: Sequence[str]) -> None:
        """Other rows of a grid, as many and as long as they were: of a list, or of a text of several lines."""
        old_value = value_at(self.data, path)
        if isinstance(old_value, list):
            for number, row in enumerate(rows):
                if row != old_value[number]:
                    self.replace((*path, number), row)
            return
        places = positions(self.old, blocks=True)
        lines = old_value.splitlines(keepends=True)
        starts = [0, *(match.end() for match in re.finditer("\n", self.old))]
        for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
            plain_line = line.rstrip("\r\n")
            if plain_line != row:
                at_line, column = places[*path, number]
                row_start = starts[at_line - 1] + column - 1
                self._cuts.append((row_start, row_start + len(plain_line), row))
                lines[number] = row + line[len(plain_line) :]
        value_at(self._meant, path[:-1])[path[-1]] = "".join(lines)

    def _insert(self, path: Path, number: int, items: Sequence[object]) -> None:
        values_text = ", ".join(map(value_text, items))
        if number:
            _, _, end = self._span((*path, number - 1))
            self._cuts.append((end, end, f", {values_text}"))
        else:
            _, start, _ = self._span((*path, 0))
            self._cuts.append((start, start, f"{values_text}, "))

    def _remove(self, path: Path, first_item: int, last_item: int, count: int) -> None:
        """Take the items from ``first_item`` up to ``last_item`` out; comments between them stay."""
        _, item_start, _ = self._span((*path, first_item))
        _, _, end = self._span((*path, last_item - 1))
        cut_end = self._span((*path, last_item))[1] if last_item < count else end
        start = item_start if last_item < count or not first_item else self._span((*path, first_item - 1))[2]
        if "#" not in self.old[start:cut_end]:
            if start == item_start and last_item == count and (comma := _COMMA.match(self.old, cut_end)) is not None:
                cut_end = comma.end()
            self._cuts.append((start, cut_end, ""))
            return
        for number in range(first_item, last_item):
            _, item_start, end = self._span((*path, number))
            self._cuts.append((item_start, end, ""))
            comma = _COMMA.match(self.old, end)
            if comma is not None:
                comma_offset = self.old.rindex(",", end, comma.end())
                self._cuts.append((comma_offset, comma.end(), ""))

    def add_key(self, table: Path, key: str, value: object) -> None:
        """One more key in a table below the last of its own, or in an inline table at its end."""
        inline = self._spans.get(table)
        if inline is not None:
            _, table_start, end = inline
            lead = ", " if value_at(self.data, table) else " "
            offset = table_start + len(self.old[table_start : end - 1].rstrip())
            self._cuts.append((offset, offset, f"{lead}{key_text(key)} = {value_text(value)}"))
        else:
            own_ends = [
                end for path, (_, _, end) in self._spans.items() if path[:-1] == table and isinstance(path[-1], str)
            ]
            if not own_ends:
                raise EditError(f"there is no table to write {key} into")
            offset = self._line_end(max(own_ends))
            lead = "" if self.old[:offset].endswith("\n") else self._newline
            self._cuts.append((offset, offset, f"{lead}{key_text(key)} = {self._written(value)}{self._newline}"))
        value_at(self._meant, table)[key] = value

    def set_key(self, table: Path, key: str, value: object) -> None:
        """Another value of a key, or one more key."""
        if self.has((*table, key)):
            self.replace((*table, key), value)
        else:
            self.add_key(table, key, value)

    def drop_key(self, path: Path) -> None:
        """A key goes with its line, which must hold nothing else."""
        start, _, end = self._span(path)
        line_start = self.old.rfind("\n", 0, start) + 1
        line_end = self.old.find("\n", end) + 1 or len(self.old)
        if self.old[line_start:start].strip() or self.old[end:line_end].strip():
            raise EditError(f"{path[-1]} does not stand alone on its line")
        self._cuts.append((line_start, line_end, ""))
        del value_at(self._meant, path[:-1])[path[-1]]

    def add_table(self, name: str, values: Mapping[str, object]) -> None:
        """One more table in an array of tables, after the last of that name or at the end."""
        self._added.append((name, dict(values)))

    def add_letters(self, name: str, legend: Mapping[str, str], rows: Sequence[str]) -> None:
        """A table with a legend and a grid of letters, at the end; the text has none of that name."""
        self._lettered += ["", *letters_text(name, legend, rows)]
        self._meant[name] = {"legend": dict(legend), "grid": list(rows)}

    def drop_table(self, name: str, number: int) -> None:
        """A table of an array goes, from its header to its last value and the lines `#:` below it."""
        self._dropped.append((name, number))

    def text(self) -> str:
        """The new text. Raises `EditError` when it would not say exactly what is meant."""
        intended_data, cuts = deepcopy(self._meant), [*self._cuts]
        for name, number in sorted(set(self._dropped), reverse=True):
            cuts.append(self._table_span(name, number))
            intended_data[name].pop(number)
        for name, values in self._added:
            cuts.append(self._table_cut(name, values))
            intended_data.setdefault(name, []).append(dict(values))
        if self._lettered:
            ends_with_newline = self.old.endswith("\n") or not self.old
            lines = [*([] if ends_with_newline else [""]), *self._lettered, ""]
            cuts.append((len(self.old), len(self.old), self._newline.join(lines)))
        for name in {name for name, _ in self._dropped} & {name for name, rows in intended_data.items() if rows == []}:
            del intended_data[name]
        new_text = _spliced(self.old, cuts)
        if not _says(new_text, intended_data):
            raise EditError("the changes cannot be written into this text without touching more than them")
        return new_text

    def _table_cut(self, name: str, values: Mapping[str, object]) -> tuple[int, int, str]:
        lines = [f"[[{name}]]", *(f"{key_text(key)} = {self._written(value)}" for key, value in values.items())]
        block = self._newline.join(lines) + self._newline
        last_table = len(self.data.get(name, ())) - 1
        end_offsets = [
            end for path, (_, _, end) in self._spans.items() if last_table >= 0 and path[:2] == (name, last_table)
        ]
        offset = self._line_end(max(end_offsets)) if end_offsets else len(self.old)
        is_blank_before = self.old[:offset].endswith("\n") or not self.old[:offset]
        return offset, offset, (self._newline if is_blank_before else self._newline * 2) + block

    def _table_span(self, name: str, number: int) -> tuple[int, int, str]:
        end_offsets = [end for path, (_, _, end) in self._spans.items() if path[:2] == (name, number)]
        line, _ = positions(self.old).get((name, number), (0, 0))
        if not end_offsets or not line:
            raise EditError(f"there is no {name} number {number}")
        line_start = sum(len(part) for part in self.old.splitlines(keepends=True)[: line - 1])
        line_end = self._line_end(max(end_offsets))
        blank = re.compile(r"\r?\n").match(self.old, line_end)
        return line_start, blank.end() if blank is not None else line_end, ""

    def _line_end(self, offset: int) -> int:
        """Where the line after an offset begins, and after the lines `#:` that belong to it."""
        end = self.old.find("\n", offset)
        if end < 0:
            return len(self.old)
        notes = _NOTES.match(self.old, end + 1)
        return notes.end() if notes is not None else end + 1

    def _span(self, path: Path) -> tuple[int, int, int]:
        span = self._spans.get(path)
        if span is None:
            raise EditError(f"nothing is written at {'.'.join(map(str, path))}")
        return span

    def _written(self, value: object) -> str:
        text = _wrapped(value) if isinstance(value, (list, tuple)) else value_text(value)
        return text.replace("\n", self._newline)


def _changes(texts_before: Sequence[str], texts_after: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """What makes one list of the other: row by row where they are as long, since many rows of a grid are the same."""
    if len(texts_before) != len(texts_after):
        return SequenceMatcher(None, texts_before, texts_after, autojunk=False).get_opcodes()
    pairs = enumerate(zip(texts_before, texts_after, strict=True))
    return [("equal" if old_text == new_text else "replace", n, n + 1, n, n + 1) for n, (old_text, new_text) in pairs]


def _spliced(text: str, cuts: Sequence[tuple[int, int, str]]) -> str:
    """The text with its cuts made; what is put in where something goes stands after it."""
    parts, done, late = [], 0, ""
    for start, end, new_text in sorted(cuts, key=lambda cut: cut[0]):
        if start < done:
            if start != end:
                raise EditError("two changes meet in one place of the text")
            late += new_text
            continue
        parts += [late, text[done:start], new_text]
        done, late = end, ""
    return "".join((*parts, late, text[done:]))


def _wrapped(value: Sequence[object], width: int = 110) -> str:
    """A list as TOML, over several lines of items where one would be too long."""
    flat = value_text(value)
    if len(flat) <= width:
        return flat
    lines = [""]
    for item in map(value_text, value):
        if lines[-1] and len(lines[-1]) + len(item) + 4 > width:
            lines.append("")
        lines[-1] += f" {item}," if lines[-1] else f"{item},"
    return "[\n" + "".join(f"  {line}\n" for line in lines) + "]"


def value_at(data: Any, path: Path) -> Any:
    """The value at a path of parsed data. Raises LookupError."""
    for part in path:
        data = data[part]
    return data


def _says(text: str, intended_data: Mapping[str, Any]) -> bool:
    """Whether a text is TOML that parses to exactly these data."""
    try:
        return bool(tomllib.loads(text) == _plain(intended_data))
    except tomllib.TOMLDecodeError:
        return False


def _plain(value: Any) -> Any:
    """Data with mappings and sequences as dictionaries and lists, as `tomllib` gives them."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def plain_id(name: str) -> str:
    """A name as an id: small letters, digits and underscores.

    >>> plain_id("Osterhaus's Men"), plain_id("Saint-Émilion")
    ('osterhauss_men', 'saint_emilion')
    """
    flat = unicodedata.normalize("NFKD", name.replace("'", "").replace("\u2019", "")).casefold()
    letters = (letter if letter.isalnum() and letter.isascii() else "_" for letter in flat if letter.isascii())
    return "_".join(part for part in "".join(letters).split("_") if part) or "x"


def new_id(name: str, used_ids: Collection[str]) -> str:
    """An id for a name that no other thing has."""
    stem = plain_id(name)
    number = 1
    while (candidate_id := stem if number == 1 else f"{stem}_{number}") in used_ids:
        number += 1
    return candidate_id


def head_text(document: str, title: str) -> list[str]:
    """The source and the first lines of [map]."""
    return [
        f"source = {value_text({'document': document, 'basis': 'reconstruction'})}",
        "",
        "[map]",
        f"id = {value_text(plain_id(title))}",
        f"title = {value_text(title)}",
    ]


def terrain_text(legend: dict[str, str], rows: list[str]) -> list[str]:
    """[terrain] with its grid."""
    return ["", *letters_text("terrain", legend, rows)]


def letters_text(table: str, legend: Mapping[str, str], rows: Sequence[str]) -> list[str]:
    """A table with a legend and a grid of letters."""
    grid = [f"  {value_text(row)},  # {number}" for number, row in enumerate(rows)]
    return [f"[{table}]", f"legend = {value_text(legend)}", "grid = [", *grid, "]"]
