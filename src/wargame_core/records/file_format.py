"""The file format of records: JSON Lines, each line with a check over itself and the line before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from wargame_core.errors import RecordError
from wargame_core.json_form import JsonObject
from wargame_core.limits import RECORD_LINE, LimitError, quote, read_json
from wargame_core.records.line_types import check_header, check_row

FORMAT = 2
"""The newest record format this library reads and the one it writes."""

Row = Mapping[str, Any]
Rows = list[JsonObject]


def _from_1(rows: Rows) -> Rows:
    """Format 2 says what the dice are: a salted commitment where format 1 had a short fingerprint of the seed."""
    header = dict(rows[0])
    fingerprint = header.pop("seed_fingerprint", None)
    return [{**header, "dice": {"fingerprint": fingerprint} if fingerprint else None}, *rows[1:]]


MIGRATIONS: Mapping[int, Callable[[Rows], Rows]] = {1: _from_1}
"""Per older format, the function that turns the rows of a record into those of the next format."""


def chain(rows: Iterable[Row], check: str = "") -> Iterator[str]:
    """The rows as JSON text, each with a check over itself and the row before."""
    for row in rows:
        body = _text(row)
        check = _check(check, body)
        yield body[:-1] + f',"check":"{check}"}}'


def check_of(line: str) -> str:
    """The check in a line of text."""
    return str(json.loads(line)["check"])


def _text(row: Row) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _check(before: str, body: str) -> str:
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
        check = _check(check, _text(row))
        if written_check != check:
            raise RecordError(
                f"{name}:{number}: this line (or one before it) was changed after it was written: "
                f"its check is {quote(written_check)}, should be {check!r}"
            )
        rows.append(row)
    if not rows:
        raise RecordError(f"{name}: empty; a record begins with a header line")
    written = rows[0]["format"]
    for version in range(written, FORMAT):
        rows = MIGRATIONS[version](rows)
    rows[0] = {**rows[0], "format": FORMAT}
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
    if version < FORMAT and version not in MIGRATIONS:
        raise RecordError(f"{name}:1: record format {version} is unknown")
