"""The file format of records: JSON Lines, each line with a check over itself and the line before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from wargame_core.errors import RecordError, expected
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import RECORD_LINE, LimitError, quote, read_json

Check = Callable[[Any], bool]


def _is(*kinds: type) -> Check:
    return lambda value: type(value) in kinds


def _list_of(kind: type) -> Check:
    return lambda value: type(value) is list and all(type(item) is kind for item in value)


def _texts(value: object) -> bool:
    return type(value) is dict and all(type(item) is str for item in value.values())


def _actions(value: object) -> bool:
    return type(value) is dict and all(type(item) is dict for item in value.values())


TEXT, NUMBER, OBJECT, TEXTS = _is(str), _is(int), _is(dict), _list_of(str)

HEADER: Mapping[str, Check] = {
    "record": TEXT,
    "format": NUMBER,
    "core": TEXT,
    "game": TEXT,
    "rules": TEXT,
    "data": TEXT,
    "scenario": TEXT,
    "options": OBJECT,
    "seats": TEXTS,
    "dice": lambda value: value is None or _texts(value),
}
"""The keys that every header has."""
WENT_ON: Mapping[str, Check] = {"n": NUMBER, "rules": TEXT, "data": TEXT}
"""The keys of each version of rules and data that a game went on under."""
HEADER_TOO: Mapping[str, Check] = {
    "secret": _texts,
    "journal": lambda value: value is True,
    "seat": TEXT,
    "went_on": _list_of(dict),
}
"""The keys that a header may have."""

SHARED: Mapping[str, Check] = {"n": NUMBER, "events": _list_of(dict)}
"""The keys that every line of an answer has; ``at`` is left out in a seat's own record."""
ANSWERS: tuple[Mapping[str, Check], ...] = (
    {"start": lambda value: value is True},
    {"action": OBJECT},
    {"action": OBJECT, "seat": TEXT},
    {"secret": _actions},
    {"roll": _is(int, str), "die": TEXT, "label": TEXT},
    {"roll": _is(int, str), "die": TEXT, "label": TEXT, "seen_by": TEXTS},
    {},
)
"""The kinds of answers: the start, a choice (without its seat in a seat's own record), secret choices, a roll (with
``seen_by`` if not everybody saw it), and in a seat's record an answer that it did not see."""
OTHERS: tuple[Mapping[str, Check], ...] = ({"snapshot": OBJECT}, {"commits": _actions})
END: Mapping[str, Check] = {"end": NUMBER}
TOLD: Mapping[str, Check] = {"seed": TEXT, "salt": TEXT}
"""Further keys of the end line when the game is over."""


def check_header(header: JsonMapping, where: str) -> None:
    """Raise `RecordError` unless a header has all its keys, each of its type, and no other."""
    for key in HEADER:
        if key not in header:
            raise RecordError(f"{where}: the header has no {key!r}")
    _check(header, {**HEADER, **HEADER_TOO}, where, "a header")
    if "went_on" in header:
        _check_versions(header, where)
    names = header["game"]
    if not names or len(names) > 100 or any(sign in names for sign in "/\\\n"):
        raise RecordError(f"{where}: {quote(names)} is no name of a game")


def _check_versions(header: JsonMapping, where: str) -> None:
    before = {"n": 0, "rules": header["rules"], "data": header["data"]}
    for row in header["went_on"]:
        _check(row, WENT_ON, where, "a version in the header")
        if row.keys() != WENT_ON.keys():
            raise RecordError(f"{where}: a version in the header lacks {quote(sorted(WENT_ON.keys() - row.keys()))}")
        if row["n"] <= before["n"] or (row["rules"], row["data"]) == (before["rules"], before["data"]):
            raise RecordError(f"{where}: a version in the header is not another and later one than that before it")
        before = row
    if before["n"] == 0:
        raise RecordError(f"{where}: the header has 'went_on' and no version in it")


def check_row(row: JsonMapping, where: str, *, last: bool) -> None:
    """Raise `RecordError` unless a line is of one of the kinds that records have."""
    if "end" in row and last:
        _check(row, {**END, **TOLD}, where, "an end line")
        return
    for kind in OTHERS:
        if row.keys() & kind.keys():
            _check(row, kind, where, f"a line of {next(iter(kind))!r}")
            return
    for key in SHARED:
        if key not in row:
            raise RecordError(f"{where}: neither an answer with its events nor a snapshot: it has no {key!r}")
    own = row.keys() - SHARED.keys() - {"at"}
    answer = next((kind for kind in ANSWERS if kind.keys() == own), None)
    if answer is None:
        raise RecordError(f"{where}: no kind of answer has the keys {quote(sorted(own))}")
    _check(row, {**SHARED, "at": TEXTS, **answer}, where, "an answer")


def _check(row: JsonMapping, types: Mapping[str, Check], where: str, what: str) -> None:
    for key, value in row.items():
        if key not in types:
            raise RecordError(f"{where}: {what} has no {quote(key)}{expected(key, types)}")
        if not types[key](value):
            raise RecordError(f"{where}: {what} has {key!r} {quote(value)}, which is not of its type")


FORMAT = 1
"""The format that this library writes and reads."""

Row = Mapping[str, Any]


def chain(rows: Iterable[Row], check: str = "") -> Iterator[str]:
    """The rows as JSON text, each with a check over itself and the row before."""
    for row in rows:
        body = _text(row)
        check = _check_of(check, body)
        yield body[:-1] + f',"check":"{check}"}}'


def check_of(line: str) -> str:
    """The check in a line of text."""
    return str(json.loads(line)["check"])


def _text(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _check_of(before: str, body: str) -> str:
    return blake2b((before + body).encode(), digest_size=6).hexdigest()


def read_rows(text: str, name: str) -> tuple[list[JsonObject], str]:
    """The rows of a record, header first, without their checks; and a sentence about what is cut off, or "".

    Raises `RecordError` with the line number for damage, edits and formats this library cannot read.
    """
    rows: list[JsonObject] = []
    check, torn = "", ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            row = read_json(line, RECORD_LINE)
            if not isinstance(row, dict):
                raise LimitError("not an object")
        except LimitError as problem:
            if number == len(lines) and rows and "end" not in rows[-1]:
                torn = f"{name}:{number}: the last line is cut off"
                break
            raise RecordError(f"{name}:{number}: not a line of a record: {problem}") from None
        if not rows:
            _check_version(row, name)
        written_check = row.pop("check", None)
        check = _check_of(check, _text(row))
        if written_check != check:
            raise RecordError(
                f"{name}:{number}: this line (or one before it) was changed after it was written: "
                f"its check is {quote(written_check)}, should be {check!r}"
            )
        rows.append(row)
    if not rows:
        raise RecordError(f"{name}: empty; a record begins with a header line")
    check_header(rows[0], f"{name}:1")
    for number, row in enumerate(rows[1:], 2):
        check_row(row, f"{name}:{number}", last=number == len(rows))
    return rows, torn


def _check_version(header: Row, name: str) -> None:
    if header.get("record") not in ("wargame", "wargame seat"):
        raise RecordError(f'{name}:1: not a record: the first line has no "record": "wargame"')
    version = header.get("format")
    if type(version) is not int:
        raise RecordError(f"{name}:1: the header names no format")
    if version > FORMAT:
        raise RecordError(
            f"{name}:1: record format {version} is newer than this library reads ({FORMAT}); upgrade wargame-core"
        )
    if version < FORMAT:
        raise RecordError(f"{name}:1: record format {version} is unknown")
