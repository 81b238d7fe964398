"""Where each key and each list item of a TOML text stands.

`tomllib` gives values without positions, so a second pass over a text that it has already accepted notes them.
It may therefore be lenient: `tomllib` has checked the text.
"""

import re
from collections.abc import Mapping, Sequence

Path = tuple[str | int, ...]

_SPACES_AND_TABS = re.compile(r"[ \t]*")
_BLANKS_AND_COMMENTS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def positions(text: str, *, blocks: bool = False) -> Mapping[Path, tuple[int, int]]:
    """Line and column, both counted from 1, of every key, table and list item of a valid TOML text.

    A path is what leads to the value in the parsed data: keys, and indexes (from 0) for items of lists; with
    ``blocks`` also for the lines of a text of several lines.

    >>> where = positions('[[unit]]\\nname = "Lee"\\n[[unit]]\\nsizes = [2,\\n  3]')
    >>> where["unit", 0, "name"], where["unit", 1, "sizes", 1]
    ((2, 1), (5, 3))
    """
    scan = _Scan(text)
    scan.document()
    return lines_of(text, scan.blocks | scan.found if blocks else scan.found)


def spans(text: str) -> Mapping[Path, tuple[int, int, int]]:
    """Of every value that is written after a key or in a list: where its key begins, where it begins and where it ends.

    Offsets in a valid TOML text; for an item of a list the first two are the same.
    """
    scan = _Scan(text)
    scan.document()
    return {path: (scan.found.get(path, start), start, end) for path, (start, end) in scan.values.items()}


def place_of(path: Sequence[str | int], places: Mapping[Path, tuple[int, int]]) -> tuple[int, int]:
    """Line and column of what a path leads to, of what contains it where that has no place, or of the beginning."""
    inner_first = (tuple(path[:length]) for length in range(len(path), -1, -1))
    return next((places[part] for part in inner_first if part in places), (1, 1))


def lines_of(text: str, offsets: Mapping[Path, int]) -> Mapping[Path, tuple[int, int]]:
    """Line and column of each offset."""
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    return dict(_lines(sorted(offsets.items(), key=lambda item: item[1]), starts))


def _lines(offsets: list[tuple[Path, int]], starts: list[int]) -> list[tuple[Path, tuple[int, int]]]:
    line, lines = 1, []
    for path, offset in offsets:
        while line < len(starts) and starts[line] <= offset:
            line += 1
        lines.append((path, (line, offset - starts[line - 1] + 1)))
    return lines


class _Scan:
    """One walk through the text; `found` maps each path to its offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, int] = {}
        self.blocks: dict[Path, int] = {}
        self.values: dict[Path, tuple[int, int]] = {}
        self.sizes: dict[Path, int] = {}  # tables so far in each array of tables

    def skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def document(self) -> None:
        table: Path = ()
        self.skip(_BLANKS_AND_COMMENTS)
        while self.at < len(self.text):
            offset_before = self.at
            if self.take("[["):
                table = self.header(self.key(), array=True)
                self.take("]]")
            elif self.take("["):
                table = self.header(self.key(), array=False)
                self.take("]")
            else:
                self.pair(table)
            self.skip(_BLANKS_AND_COMMENTS)
            if self.at == offset_before:  # not TOML after all: stop rather than turn in circles
                return

    def header(self, parts: list[tuple[str, int]], *, array: bool) -> Path:
        path: Path = ()
        for number, (part, offset) in enumerate(parts, 1):
            path += (part,)
            is_last = number == len(parts)
            if is_last and not array:
                self.found[path] = offset
            self.found.setdefault(path, offset)
            if is_last and array:
                self.sizes[path] = self.sizes.get(path, 0) + 1
            if path in self.sizes:
                path += (self.sizes[path] - 1,)
                self.found.setdefault(path, offset)
        return path

    def pair(self, table: Path) -> None:
        path = table
        for part, offset in self.key():
            path += (part,)
            self.found.setdefault(path, offset)
        self.take("=")
        self.skip(_SPACES_AND_TABS)
        self.value(path)

    def key(self) -> list[tuple[str, int]]:
        import tomllib

        parts = []
        while True:
            self.skip(_SPACES_AND_TABS)
            offset = self.at
            part = self.skip(_BARE_KEY)
            if not part:
                raw = self.string()
                part = tomllib.loads(f"key = {raw}")["key"] if raw else ""
            parts.append((part, offset))
            self.skip(_SPACES_AND_TABS)
            if not self.take("."):
                return parts

    def string(self) -> str:
        for pattern in _STRINGS:
            raw = self.skip(pattern)
            if raw:
                return raw
        return ""

    def value(self, path: Path) -> None:
        start_offset = self.at
        self.read(path)
        self.values[path] = start_offset, start_offset + len(self.text[start_offset : self.at].rstrip())

    def read(self, path: Path) -> None:
        if self.take("["):
            index = 0
            self.skip(_BLANKS_AND_COMMENTS)
            while self.at < len(self.text) and not self.take("]"):
                self.found[(*path, index)] = self.at
                self.value((*path, index))
                self.skip(_BLANKS_AND_COMMENTS)
                self.take(",")
                self.skip(_BLANKS_AND_COMMENTS)
                index += 1
        elif self.take("{"):
            self.skip(_BLANKS_AND_COMMENTS)
            while self.at < len(self.text) and not self.take("}"):
                self.pair(path)
                self.skip(_BLANKS_AND_COMMENTS)
                self.take(",")
                self.skip(_BLANKS_AND_COMMENTS)
        else:
            start_offset = self.at
            text = self.string()
            if text[:3] in ('"""', "'''"):
                self.block(path, start_offset, text)
            elif not text:
                self.skip(_SCALAR)

    def block(self, path: Path, start_offset: int, text: str) -> None:
        """Note where each line of a text of several begins, as if it were an item of a list."""
        starts = [start_offset + match.end() for match in re.finditer("\n", text)]
        if not re.match("...\r?\n", text):  # the first line stands beside the marks
            starts.insert(0, start_offset + 3)
        for number, start in enumerate(starts):
            self.blocks[(*path, number)] = start
