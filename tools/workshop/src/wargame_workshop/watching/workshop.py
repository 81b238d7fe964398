"""A designer's folder: read again whenever a file changes, and drawn with its mistakes."""

import threading
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve, frozen

from wargame_core import DataError, WargameError
from wargame_core.data import Document, Problem, read_toml, write_whole
from wargame_core.json_form import JsonObject
from wargame_core.maps.files.map_file import maps_in
from wargame_core.maps.map import Map
from wargame_core.plugins.discovery import Plugin, plugins
from wargame_pictures.draw.map_svg import picture_of_mistakes, read_drawable
from wargame_workshop.interchange.importing import import_again
from wargame_workshop.interchange.remembered_imports import IMPORTS, PICTURES, Underlay, remembered, underlay_of
from wargame_workshop.lint import claims, problems_of
from wargame_workshop.maps.doubts import map_doubts
from wargame_workshop.watching.drawing_board import drawing_board
from wargame_workshop.watching.stamped_files import StampedFile
from wargame_workshop.watching.tray import tray

Snapshot = tuple[tuple[str, int, int], ...]


@frozen
class Bench:
    """The content of the page: a version that counts up, the picture, whether it is outdated, the problems.

    ``board`` is what the page draws with, as `drawing_board` gives it; ``has_game`` says whether a plugin makes a
    game of the folder.
    """

    version: int = 0
    svg: str = ""
    stale: bool = False
    problems: tuple[Problem, ...] = ()
    has_game: bool = False
    map: Map | None = None
    board: JsonObject | None = None
    underlay: Underlay | None = None

    def to_json(self, folder: Path) -> JsonObject:
        under = self.underlay
        return {
            "version": self.version,
            "svg": self.svg,
            "stale": self.stale,
            "board": self.board,
            "has_game": self.has_game,
            "underlay": under
            and {
                "file": under.path.relative_to(folder / "design").as_posix(),
                "size": list(under.size),
                "at": {name: list(at) for name, at in under.at.items()},
            },
            "problems": [
                problem.to_json()
                | {"number": number, "text": str(problem), "warns": problem.warns, "around": _around(folder, problem)}
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
        self.bench = Bench()
        self._seen: Snapshot | None = None
        self._imported = self._stamps(self.sources())
        self._not_imported: tuple[Problem, ...] = ()

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
        self._imported, self._not_imported = stamps, ()
        before = {path: path.read_bytes() for path in self.files()}
        try:
            done = import_again(self.folder)
            self._not_imported = tuple(problem for _, imported in done for problem in imported.left_out)
        except DataError as error:
            self._not_imported = error.problems
        except (WargameError, OSError) as error:
            self._not_imported = (Problem(IMPORTS.name, 1, 1, "E000", str(error)),)
        for path, raw in before.items():
            backup = path.with_name(f"{path.name}.bak")
            if path.read_bytes() != raw and not backup.exists():
                write_whole(backup, raw)

    def look(self) -> bool:
        """Read the folder again if a file has changed since; returns whether one had."""
        with self.lock:  # two looks at once would tell of the older one last
            self.import_what_changed()
            seen = self._snapshot()
            if seen == self._seen:
                return False
            self.bench = evolve(self.read(), version=self.bench.version + 1)
            self._seen = seen
            return True

    def _snapshot(self) -> Snapshot:
        beside = [*sorted(self.folder.glob("*.csv")), *(self.folder / name for name in (str(IMPORTS), *PICTURES))]
        return (*self._stamps([*self.files(), *beside]), *((str(problem), 0, 0) for problem in self._not_imported))

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
        problems: list[Problem] = list(self._not_imported)
        drawn: Map | None = None
        doc: Document | None = None
        maps = maps_in(self.folder)
        for path in maps[:1]:
            try:
                doc = read_toml(path, "a map file")
                reading = read_drawable(doc)
                drawn = reading.map
                problems += reading.problems or map_doubts(doc)
            except DataError as error:
                problems += error.problems
        stamped = self._stamped(problems) if not maps else None
        known = {str(problem) for problem in problems}
        games = self._games(maps)
        problems += [problem for problem in self._others(games) if str(problem) not in known]
        bare = Bench(problems=tuple(problems), has_game=bool(games))
        if stamped is not None:
            return evolve(stamped, problems=bare.problems, has_game=bare.has_game)
        if not maps and not (problems and self.bench.svg):
            return bare
        if drawn is None or doc is None:
            last = self.bench
            return evolve(bare, svg=last.svg, stale=bool(last.svg), map=last.map, board=last.board)
        under: Underlay | None = None
        try:
            under = underlay_of(self.folder, drawn)
        except DataError as error:
            problems += error.problems
        picture = picture_of_mistakes(drawn, problems)
        board = {**drawing_board(drawn, doc), "counters": tray(self.files(), drawn)}
        svg = picture.svg(layers=("sheet", "spaces", "pieces"), theme="light", size="100%")
        return evolve(bare, svg=svg, problems=tuple(problems), map=drawn, board=board, underlay=under)

    def _stamped(self, problems: list[Problem]) -> Bench | None:
        """The bench of a battle, None where there is none that can be drawn; its mistakes are added to ``problems``."""
        try:
            file = StampedFile.of_folder(self.folder, read_toml)
            found = file.picture() if file is not None else None
        except DataError as error:
            problems += error.problems
            return None
        if file is None or found is None:
            return None
        game_map, svg = found
        board = {**file.board(game_map), "counters": []}
        return Bench(0, svg, map=game_map, board=board)

    def _games(self, maps: Iterable[Path]) -> list[Plugin]:
        """The plugins that make a game of the folder."""
        asked = plugins() if set(self.files()) - set(maps) else ()
        return [plugin for plugin in asked if claims(plugin, self.folder)]

    def _others(self, games: Iterable[Plugin]) -> list[Problem]:
        """What the plugins say of the folder that make a game of it, and of files that cannot be read."""
        lines = problems_of(self.files(), [(plugin, self.folder) for plugin in games])
        return [Problem.read(line) or Problem("", 1, 1, "E000", line) for line in lines]
