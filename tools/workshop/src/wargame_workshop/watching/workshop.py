"""A designer's folder, read again whenever a file changes, with its picture and its mistakes."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen

from wargame_core.data.documents import read_toml
from wargame_core.data.files import write_whole
from wargame_core.errors import DataError, Problem, WargameError
from wargame_core.json_form import JsonObject
from wargame_core.maps.files.doubts import map_doubts
from wargame_core.maps.files.map_file import maps_in, read_map
from wargame_core.maps.map import Map
from wargame_core.plugins.discovery import plugins
from wargame_pictures.draw.mistakes import picture_of_mistakes
from wargame_workshop.interchange.remembered import IMPORTS, PICTURES, Underlay, import_again, remembered, underlay_of

Snapshot = tuple[tuple[str, int, int], ...]


@frozen
class Bench:
    """The content of the page: a version that counts up, the picture, whether it is outdated, the problems."""

    version: int = 0
    svg: str = ""
    stale: bool = False
    problems: tuple[Problem, ...] = ()
    map: Map | None = None
    underlay: Underlay | None = None

    def to_json(self, folder: Path) -> JsonObject:
        return {
            "version": self.version,
            "svg": self.svg,
            "stale": self.stale,
            "underlay": None
            if self.underlay is None
            else {"size": list(self.underlay.size), "at": {name: list(at) for name, at in self.underlay.at.items()}},
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

    def __init__(self, folder: Path, *, importing: bool = False) -> None:
        self.folder, self.importing = folder, importing
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.bench = Bench()
        self._seen: Snapshot | None = None
        self._imported = self._stamps(self.sources())
        self._refused: tuple[Problem, ...] = ()

    def files(self) -> list[Path]:
        """The data files of the folder."""
        return sorted(self.folder.glob("*.toml"))

    def sources(self) -> list[Path]:
        """The files that the folder remembers to import; none while `design/import.toml` is wrong."""
        try:
            return [again.source for again in remembered(self.folder)]
        except (WargameError, OSError):
            return []

    def import_what_changed(self) -> None:
        """Import again what the folder remembers, if one of the files has changed since and ``importing`` is allowed.

        What was there before the first change of a file is kept as FILE.bak.
        """
        stamps = self._stamps(self.sources())
        if not self.importing or stamps == self._imported:
            return
        self._imported, self._refused = stamps, ()
        before = {path: path.read_bytes() for path in self.files()}
        try:
            import_again(self.folder, [plugin.drawn_file for plugin in plugins() if plugin.drawn_file is not None])
        except DataError as error:
            self._refused = error.problems
        except (WargameError, OSError) as error:
            self._refused = (Problem(IMPORTS.name, 1, 1, "E000", str(error)),)
        for path, raw in before.items():
            backup = path.with_name(f"{path.name}.bak")
            if path.read_bytes() != raw and not backup.exists():
                write_whole(backup, raw)

    def look(self) -> bool:
        """Read the folder again if a file has changed since; returns whether one had."""
        self.import_what_changed()
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
        design = [self.folder / name for name in (str(IMPORTS), *PICTURES)]
        refused = tuple((str(problem), 0, 0) for problem in self._refused)
        return (*self._stamps([*self.files(), *design]), *refused)

    @staticmethod
    def _stamps(paths: Iterable[Path]) -> Snapshot:
        files = []
        for path in paths:
            try:
                status = path.stat()
            except OSError:
                continue
            files.append((path.name, status.st_mtime_ns, status.st_size))
        return tuple(files)

    def read(self) -> Bench:
        """The bench for the files as they are now; without a new picture it has the last one, marked as old."""
        problems: list[Problem] = list(self._refused)
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
        under: Underlay | None = None
        try:
            under = underlay_of(self.folder, drawn)
        except DataError as error:
            problems += error.problems
        picture = picture_of_mistakes(drawn, problems)
        svg = picture.svg(layers=("sheet", "spaces", "pieces"), theme="light", size="100%")
        return Bench(0, svg, False, tuple(problems), drawn, under)

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
