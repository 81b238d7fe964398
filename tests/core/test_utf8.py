"""Bytes that are no text are told alike by all who read data files: line and column of the first of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wargame_core.data.documents import read_toml
from wargame_core.errors import DataError
from wargame_core.plugins.worked_examples import read_cases
from wargame_workshop.interchange.foreign_json import read_foreign_json

MARK = b"\xef\xbb\xbf"
READERS: dict[str, Callable[[Path], object]] = {
    "data.toml": read_toml,
    "map.json": lambda path: read_foreign_json(path.read_bytes(), path),
    "cases.json": read_cases,
    "cases.toml": read_cases,
}


@pytest.mark.parametrize("mark", [b"", MARK], ids=["plain", "marked"])
@pytest.mark.parametrize("name", READERS)
def test_a_byte_that_is_no_letter_is_told_with_line_and_column(name: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(mark + b'a = "b"\n"\xc3\xa9 \xe9"')
    with pytest.raises(DataError, match=rf"^{name}:2:4: E102 byte 0xe9 is not UTF-8; save the file as UTF-8$"):
        READERS[name](path)
