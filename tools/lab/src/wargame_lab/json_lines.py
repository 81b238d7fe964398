"""Files of JSON Lines to which a line is added as soon as it is known, so that work that was stopped can go on.

A process that is killed while it writes leaves a line without its end: it does not count, and is cut off before the
next line is written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO

from attrs import frozen

from wargame_core.data.files import naming
from wargame_core.errors import RecordError
from wargame_core.limits import RECORD_LINE, LimitError, read_json, shorten


@frozen
class WholeLines:
    """The whole lines of a file; ``cut`` is the beginning of a last one that is not whole."""

    path: Path
    data: bytes
    cut: str

    @staticmethod
    def of(path: Path) -> WholeLines:
        """Read a file; a file that is not there has no lines. Raises OSError."""
        with naming(path):
            data = path.read_bytes() if path.exists() else b""
        size = data.rfind(b"\n") + 1
        return WholeLines(path, data[:size], shorten(data[size:].decode("utf-8", "replace")))

    def rows(self) -> Iterator[tuple[str, object]]:
        """The value of each line, with where it stands ("FILE:NUMBER"). Raises `RecordError`."""
        for number, line in enumerate(self.data.decode("utf-8", "replace").splitlines(), 1):
            where = f"{self.path}:{number}"
            try:
                yield where, read_json(line, RECORD_LINE)
            except LimitError as problem:
                raise RecordError(f"{where}: {problem}") from None


def open_lines(path: Path, check: Callable[[str, object], None]) -> tuple[TextIO, str]:
    """Open or create a file to go on behind its whole lines; also what was cut off.

    ``check(where, row)`` is given each line that is there, and raises `RecordError` for one that does not belong there:
    then nothing is changed. Raises `RecordError` and OSError.
    """
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = WholeLines.of(path)
        for where, row in whole.rows():
            check(where, row)
        file = path.open("r+" if path.exists() else "w", encoding="utf-8", newline="\n")
        file.truncate(len(whole.data))
        file.seek(0, 2)
    return file, whole.cut


def write_lines(file: TextIO, rows: Iterable[object]) -> None:
    """Write rows at the end of a file, and see to it that they are there. Raises TypeError for what is no JSON."""
    written = "".join(json.dumps(row) + "\n" for row in rows)
    with naming(Path(file.name)):
        file.write(written)
        file.flush()
