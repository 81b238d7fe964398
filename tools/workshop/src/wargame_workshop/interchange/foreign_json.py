"""JSON files that other programs write: read within limits, and where each value of them stands."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from wargame_core.data.archives import AGAIN
from wargame_core.data.documents import text_of
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import lines_of, place_of
from wargame_core.errors import DataError, Problem
from wargame_core.limits import LimitError, Limits, check_shape, check_value

FOREIGN_FILE: Final = Limits(characters=64_000_000, depth=64, digits=30, text=64_000_000)
"""A map or drawing of another program; layers may be one long text."""

_BLANK = re.compile(r"[ \t\r\n]*")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^,\]}\s]*")


@frozen
class ForeignJson:
    """A JSON file: its values, and line and column of each when a message needs it."""

    path: Path
    text: str = field(repr=False)
    data: Any = field(repr=False)

    def locate(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of a value, or of what contains it."""
        return place_of(path, self._positions)

    @cached_property
    def _positions(self) -> Mapping[KeyPath, tuple[int, int]]:
        return lines_of(self.text, json_offsets(self.text))


def read_foreign_json(raw: bytes, path: Path) -> ForeignJson:
    """The JSON of a file. Raises `DataError`: E102 no UTF-8, E103 no JSON, E104 not let in."""
    text = text_of(raw, path.name)
    try:
        check_shape(text, FOREIGN_FILE)
        data = json.loads(text)
        check_value(data, FOREIGN_FILE)
    except json.JSONDecodeError as error:
        problem = Problem(path.name, error.lineno, error.colno, "E103", f"not JSON: {error.msg}", AGAIN)
        raise DataError([problem]) from None
    except (LimitError, RecursionError, ValueError) as error:
        raise DataError([Problem(path.name, 1, 1, "E104", f"not let in: {error}")]) from None
    return ForeignJson(path, text, data)


def json_offsets(text: str) -> dict[KeyPath, int]:
    """Where each key of an object and each item of a list begins, in a JSON text that can be read.

    >>> json_offsets('{"a": [1, {"b": 2}]}')["a", 1, "b"]
    11
    """
    offsets: dict[KeyPath, int] = {}

    def skip(pattern: re.Pattern[str], at: int) -> int:
        match = pattern.match(text, at)
        return match.end() if match is not None else at

    def value(at: int, path: KeyPath) -> int:
        at = skip(_BLANK, at)
        mark = text[at : at + 1]
        if mark not in ("{", "["):
            return skip(_TEXT, at) if mark == '"' else skip(_SCALAR, at)
        at, number = skip(_BLANK, at + 1), 0
        while at < len(text) and text[at] not in "}]":
            if mark == "{":
                end = skip(_TEXT, at)
                inner: KeyPath = (*path, json.loads(text[at:end]))
                offsets[inner] = at
                at = value(skip(_BLANK, end) + 1, inner)
            else:
                offsets[*path, number] = at
                at = value(at, (*path, number))
            at, number = skip(_BLANK, at), number + 1
            if text[at : at + 1] == ",":
                at = skip(_BLANK, at + 1)
        return at + 1

    value(0, ())
    return offsets
