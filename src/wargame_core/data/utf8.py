"""The text in bytes, or where they stop being text."""

from __future__ import annotations

from wargame_core.errors import DataError, Problem


def text_of(raw: bytes, name: str) -> str:
    """The text of UTF-8 bytes, without the mark that some editors put first; ``name`` is the file's, for messages.

    Raises `DataError` (E102) with line and column of the first byte that is no UTF-8.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:  # its object has lost the mark, and its start counts from there
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, len(before.rpartition(b"\n")[2].decode()) + 1
        message = f"byte {error.object[error.start]:#04x} is not UTF-8"
        raise DataError([Problem(name, line, column, "E102", message, "save the file as UTF-8")]) from None
