"""Files of JSON Lines that grow while games are played, and go on after whoever wrote them was stopped."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from attrs import define

from wargame_core import RecordError
from wargame_core.data.files import naming
from wargame_core.json_form import JsonMapping
from wargame_core.limits import RECORD_LINE, LimitError, read_json, shorten


@define
class LineFile:
    """A file of JSON Lines to which lines are added as soon as they are known.

    A process that is killed while it writes leaves a line without its end: it does not count, and is cut off when the
    file is opened.
    """

    path: Path
    rows: list[tuple[str, JsonMapping]]
    """The lines that were in the file, each with where it stands, as FILE:NUMBER."""
    incomplete_line: str
    """The beginning of an incomplete last line, which was cut off."""
    _file: TextIO

    @staticmethod
    def open(path: Path) -> "LineFile":
        """Open or create a file. Raises `RecordError` for a line that is no JSON object, and OSError."""
        with naming(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes() if path.exists() else b""
            complete_length = data.rfind(b"\n") + 1
            lines = data[:complete_length].decode("utf-8", "replace").splitlines()
            rows = [(f"{path}:{number}", _row(f"{path}:{number}", line)) for number, line in enumerate(lines, 1)]
            file = path.open("r+" if path.exists() else "w", encoding="utf-8", newline="\n")
            file.truncate(complete_length)
            file.seek(0, 2)
        return LineFile(path, rows, shorten(data[complete_length:].decode("utf-8", "replace")), file)

    def add(self, rows: Iterable[JsonMapping]) -> None:
        """Write lines to disk. Raises TypeError for what is not JSON, and OSError."""
        text = "".join(json.dumps(row) + "\n" for row in rows)
        with naming(self.path):
            self._file.write(text)
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _row(row_place: str, line: str) -> JsonMapping:
    try:
        row = read_json(line, RECORD_LINE)
    except LimitError as problem:
        raise RecordError(f"{row_place}: {problem}") from None
    if not isinstance(row, dict):
        raise RecordError(f"{row_place}: this line is not a JSON object: {shorten(line)}")
    return row
