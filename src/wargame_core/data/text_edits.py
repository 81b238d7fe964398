"""Changing values in a TOML text where they stand: no comment, order or blank line of the rest is touched.

Every edit is checked: the new text must parse to exactly the intended data, or nothing is changed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from wargame_core.data.toml_positions import Path, positions, spans
from wargame_core.errors import WargameError


class EditError(WargameError):
    """An edit that cannot be made in this text, or would change more than intended; the text stays as it was."""


def value_text(value: object) -> str:
    """A value as TOML: text, a number, true or false, a list or an inline table."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{ " + ", ".join(f"{key_text(key)} = {value_text(part)}" for key, part in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(map(value_text, value)) + "]"
    raise EditError(f"{type(value).__name__} cannot be written as TOML")


def wrapped(value: Sequence[object], width: int = 110) -> str:
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


def key_text(key: str) -> str:
    """A key as TOML, in quotation marks where it needs them."""
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else value_text(key)


def replace_value(text: str, path: Path, value: object) -> str:
    """The text with another value at a path that has one. Raises `EditError`."""
    _, begin, end = _span(text, path)
    return _checked(text, text[:begin] + value_text(value) + text[end:], lambda data: _set(data, path, value))


def replace_pairs(text: str, pairs: Iterable[tuple[Path, str, object]]) -> str:
    """The text with the keys and values at some paths replaced. Raises `EditError`."""
    pairs, places = list(pairs), spans(text)
    placed = sorted(((*places[path], key, value) for path, key, value in pairs), key=lambda item: item[0], reverse=True)
    new = text
    for start, _, end, key, value in placed:
        written = wrapped(value) if isinstance(value, (list, tuple)) else value_text(value)
        if "\r\n" in text:
            written = written.replace("\n", "\r\n")
        new = f"{new[:start]}{key_text(key)} = {written}{new[end:]}"

    def change(data: Any) -> None:
        for path, key, value in pairs:
            table = value_at(data, path[:-1])
            del table[path[-1]]
            table[key] = value

    return _checked(text, new, change)


def append_item(text: str, path: Path, value: object) -> str:
    """The text with one more item at the end of a list, written like the item before. Raises `EditError`."""
    _, begin, _ = _span(text, path)
    items = value_at(tomllib.loads(text), path)
    if not items:
        new = text[: begin + 1] + value_text(value) + text[begin + 1 :]
    else:
        _, _, last = _span(text, (*path, len(items) - 1))
        new = f"{text[:last]}, {value_text(value)}{text[last:]}"
    return _checked(text, new, lambda data: value_at(data, path).append(value))


def remove_item(text: str, path: Path) -> str:
    """The text without an item of a list, its comma with it; comments stay. Raises `EditError`."""
    _, begin, end = _span(text, path)
    *above, index = path
    assert isinstance(index, int)
    count = len(value_at(tomllib.loads(text), tuple(above)))
    if index < count - 1:
        _, following, _ = _span(text, (*above, index + 1))
        between = text[end:following]
        comma = end + between.index(",") + 1
        stop = comma + (len(text[comma:following]) - len(text[comma:following].lstrip(" ")))
        new = text[:begin] + text[stop:]
    elif index:
        _, _, before = _span(text, (*above, index - 1))
        comma = before + text[before:begin].index(",")
        new = text[:comma] + text[comma + 1 : begin].rstrip(" ") + text[end:]
    else:
        new = text[:begin] + text[end:].lstrip(" ").removeprefix(",")
    return _checked(text, new, lambda data: value_at(data, tuple(above)).pop(index))


def add_table(text: str, name: str, values: Mapping[str, object]) -> str:
    """The text with one more table in an array of tables, after the last of that name or at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[[{name}]]", *(f"{key_text(key)} = {value_text(value)}" for key, value in values.items())]
    block = newline.join(lines) + newline
    data = tomllib.loads(text)
    count = len(data.get(name, []))
    ends = [end for path, (_, _, end) in spans(text).items() if count and path[:2] == (name, count - 1)]
    if ends:
        line_end = text.find("\n", max(ends))
        stop = len(text) if line_end < 0 else line_end + 1
        after = text[stop:]
        lead = newline if text[:stop].endswith("\n") else newline * 2
        new = text[:stop] + lead + block + after
    else:
        new = text + ("" if text.endswith("\n") or not text else newline) + newline + block
    return _checked(text, new, lambda changed: changed.setdefault(name, []).append(dict(values)))


def remove_table(text: str, name: str, number: int) -> str:
    """The text without a table of an array, from its header to its last value and the lines `#:` below it."""
    last = max((end for path, (_, _, end) in spans(text).items() if path[:2] == (name, number)), default=-1)
    line, _ = positions(text).get((name, number), (0, 0))
    if last < 0 or not line:
        raise EditError(f"there is no {name} number {number}")
    begin = sum(len(part) for part in text.splitlines(keepends=True)[: line - 1])
    stop = text.find("\n", last)
    stop = len(text) if stop < 0 else stop + 1
    while text.startswith("#: ", stop):
        stop = text.find("\n", stop) + 1 or len(text)
    blank = re.match(r"\r?\n", text[stop:])
    stop += blank.end() if blank is not None else 0

    def change(data: Any) -> None:
        data[name].pop(number)
        if not data[name]:
            del data[name]

    return _checked(text, text[:begin] + text[stop:], change)


def add_key(text: str, table: Path, key: str, value: object) -> str:
    """The text with one more key in a table, below the last value of its own lines. Raises `EditError`."""
    newline = "\r\n" if "\r\n" in text else "\n"
    own = [end for path, (_, _, end) in spans(text).items() if path[:-1] == table and isinstance(path[-1], str)]
    if not own:
        raise EditError(f"there is no table to write {key} into")
    last = max(own)
    line_end = text.find("\n", last)
    stop = len(text) if line_end < 0 else line_end + 1
    lead = "" if text[:stop].endswith("\n") else newline
    new = f"{text[:stop]}{lead}{key_text(key)} = {value_text(value)}{newline}{text[stop:]}"
    return _checked(text, new, lambda data: value_at(data, table).__setitem__(key, value))


def replace_letter(text: str, path: Path, column: int, letter: str) -> str:
    """The text with another letter in a line of letters: an item of a list, or a line of a block."""
    grid = value_at(tomllib.loads(text), path[:-1])
    number = path[-1]
    assert isinstance(number, int)
    if isinstance(grid, list):
        row = grid[number]
        return replace_value(text, path, row[:column] + letter + row[column + 1 :])
    line, first = positions(text, blocks=True)[path]
    begin = sum(len(part) for part in text.splitlines(keepends=True)[: line - 1]) + first - 1 + column
    rows = grid.splitlines(keepends=True)
    rows[number] = rows[number][:column] + letter + rows[number][column + 1 :]
    return _checked(text, text[:begin] + letter + text[begin + 1 :], lambda data: _set(data, path[:-1], "".join(rows)))


def _span(text: str, path: Path) -> tuple[int, int, int]:
    span = spans(text).get(path)
    if span is None:
        raise EditError(f"nothing is written at {'.'.join(map(str, path))}")
    return span


def value_at(data: Any, path: Path) -> Any:
    """The value at a path of parsed data. Raises LookupError."""
    for part in path:
        data = data[part]
    return data


def _set(data: Any, path: Path, value: object) -> None:
    value_at(data, path[:-1])[path[-1]] = value


def _checked(old: str, new: str, change: Callable[[Any], object]) -> str:
    """The new text, if it says what the old one says with the change made."""
    meant = deepcopy(tomllib.loads(old))
    change(meant)
    if not says(new, meant):
        raise EditError("the change cannot be written into this text without touching more than it; edit it by hand")
    return new


def says(text: str, meant: Mapping[str, Any]) -> bool:
    """Whether a text is TOML that parses to exactly these data."""
    try:
        return bool(tomllib.loads(text) == plain_data(meant))
    except tomllib.TOMLDecodeError:
        return False


def plain_data(value: Any) -> Any:
    """Data with mappings and sequences as dictionaries and lists, as `tomllib` gives them."""
    if isinstance(value, Mapping):
        return {key: plain_data(part) for key, part in value.items()}
    return [plain_data(part) for part in value] if isinstance(value, (list, tuple)) else value
