"""A designer's folder, read again whenever a file changes, with its picture and its mistakes."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen

from wargame_core.data.documents import read_toml
from wargame_core.draw.mistakes import picture_of_mistakes
from wargame_core.errors import DataError, Problem, WargameError
from wargame_core.json_types import JsonObject
from wargame_core.maps.files.doubts import map_doubts
from wargame_core.maps.files.map_file import maps_in, read_map
from wargame_core.maps.map import Map
from wargame_core.plugins.discovery import plugins

Snapshot = tuple[tuple[str, int, int], ...]


@frozen
class Bench:
    """The content of the page: a version that counts up, the picture, whether it is outdated, the problems."""

    version: int = 0
    svg: str = ""
    stale: bool = False
    problems: tuple[Problem, ...] = ()
    map: Map | None = None

    def to_json(self, folder: Path) -> JsonObject:
        return {
            "version": self.version,
            "svg": self.svg,
            "stale": self.stale,
            "problems": [
                {
                    **problem.to_json(),
                    "number": number,
                    "text": str(problem),
                    "warns": problem.warns,
                    "around": _around(folder, problem),
                }
                for number, problem in enumerate(self.problems, 1)
            ],
        }


def _around(folder: Path, problem: Problem) -> list[JsonObject]:
    """The line of a problem with two before and two after it."""
    try:
        lines = (folder / Path(problem.file).name).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return []
    first = max(0, problem.line - 3)
    return [{"line": n + 1, "text": lines[n][:200]} for n in range(first, min(len(lines), problem.line + 2))]


class Workshop:
    """Keeps the `Bench` of a folder up to date; it may be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.bench = Bench()
        self._seen: Snapshot | None = None

    def files(self) -> list[Path]:
        """The data files of the folder."""
        return sorted(self.folder.glob("*.toml"))

    def look(self) -> bool:
        """Read the folder again if a file has changed since; returns whether one had."""
        seen = self._snapshot()
        if seen == self._seen:
            return False
        fresh = self.read()
        with self.changed:
            if seen != self._seen:
                self._seen = seen
                self.bench = evolve(fresh, version=self.bench.version + 1)
                self.changed.notify_all()
        return True

    def _snapshot(self) -> Snapshot:
        files = []
        for path in self.files():
            try:
                status = path.stat()
            except OSError:
                continue
            files.append((path.name, status.st_mtime_ns, status.st_size))
        return tuple(files)

    def read(self) -> Bench:
        """The bench for the files as they are now; without a new picture it has the last one, marked as old."""
        problems: list[Problem] = []
        drawn: Map | None = None
        maps = maps_in(self.folder)
        for path in maps[:1]:
            try:
                doc = read_toml(path, "a map file")
                reading = read_map(doc)
                drawn = reading.map
                problems += reading.problems or map_doubts(doc)
            except DataError as error:
                problems += error.problems
        known = {str(problem) for problem in problems}
        problems += [problem for problem in self._others(maps) if str(problem) not in known]
        if drawn is None:
            return Bench(0, self.bench.svg, bool(self.bench.svg), tuple(problems), self.bench.map)
        picture = picture_of_mistakes(drawn, problems)
        svg = picture.svg(layers=("sheet", "spaces", "pieces"), theme="light", size="100%")
        return Bench(0, svg, False, tuple(problems), drawn)

    def _others(self, maps: Iterable[Path]) -> list[Problem]:
        """What the plugins say of the folder that make a game of it, and of files that cannot be read."""
        files = self.files()
        lines: dict[str, None] = {}
        for path in files:
            try:
                read_toml(path)
            except DataError as error:
                lines |= {str(problem): None for problem in error.problems}
        for plugin in plugins() if set(files) - set(maps) else ():
            try:
                makes = plugin.open_folder is not None and plugin.open_folder(self.folder) is not None
            except DataError as error:
                lines |= {str(problem): None for problem in error.problems}
                continue
            except WargameError:
                continue
            if makes and plugin.lint is not None:
                lines |= dict.fromkeys(plugin.lint(self.folder))
        return [Problem.read(line) or Problem("", 1, 1, "E000", line) for line in lines]
