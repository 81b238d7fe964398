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
        underlay = self.underlay
        return {
            "version": self.version,
            "svg": self.svg,
            "stale": self.stale,
            "board": self.board,
            "has_game": self.has_game,
            "underlay": underlay
            and {
                "file": underlay.path.relative_to(folder / "design").as_posix(),
                "size": list(underlay.size),
                "at": {name: list(image_point) for name, image_point in underlay.at.items()},
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
    first_line = max(0, problem.line - 3)
    return [
        {"line": line_index + 1, "text": lines[line_index][:200]}
        for line_index in range(first_line, min(len(lines), problem.line + 2))
    ]


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
            return [request.source for request in remembered(self.folder)]
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
        files_before = {path: path.read_bytes() for path in self.files()}
        try:
            outcomes = import_again(self.folder)
            self._not_imported = tuple(problem for _, outcome in outcomes for problem in outcome.left_out)
        except DataError as error:
            self._not_imported = error.problems
        except (WargameError, OSError) as error:
            self._not_imported = (Problem(IMPORTS.name, 1, 1, "E000", str(error)),)
        for path, raw in files_before.items():
            backup = path.with_name(f"{path.name}.bak")
            if path.read_bytes() != raw and not backup.exists():
                write_whole(backup, raw)

    def look(self) -> bool:
        """Read the folder again if a file has changed since; returns whether one had."""
        with self.lock:  # two looks at once would tell of the older one last
            self.import_what_changed()
            snapshot = self._snapshot()
            if snapshot == self._seen:
                return False
            self.bench = evolve(self.read(), version=self.bench.version + 1)
            self._seen = snapshot
            return True

    def _snapshot(self) -> Snapshot:
        extra_files = [*sorted(self.folder.glob("*.csv")), *(self.folder / name for name in (str(IMPORTS), *PICTURES))]
        return (*self._stamps([*self.files(), *extra_files]), *((str(problem), 0, 0) for problem in self._not_imported))

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
        game_map: Map | None = None
        doc: Document | None = None
        maps = maps_in(self.folder)
        for path in maps[:1]:
            try:
                doc = read_toml(path, "a map file")
                reading = read_drawable(doc)
                game_map = reading.map
                problems += reading.problems or map_doubts(doc)
            except DataError as error:
                problems += error.problems
        stamped_bench = self._stamped(problems) if not maps else None
        known_texts = {str(problem) for problem in problems}
        games = self._games(maps)
        problems += [problem for problem in self._others(games) if str(problem) not in known_texts]
        bare_bench = Bench(problems=tuple(problems), has_game=bool(games))
        if stamped_bench is not None:
            return evolve(stamped_bench, problems=bare_bench.problems, has_game=bare_bench.has_game)
        if not maps and not (problems and self.bench.svg):
            return bare_bench
        if game_map is None or doc is None:
            last_bench = self.bench
            return evolve(
                bare_bench, svg=last_bench.svg, stale=bool(last_bench.svg), map=last_bench.map, board=last_bench.board
            )
        underlay: Underlay | None = None
        try:
            underlay = underlay_of(self.folder, game_map)
        except DataError as error:
            problems += error.problems
        picture = picture_of_mistakes(game_map, problems)
        board = {**drawing_board(game_map, doc), "counters": tray(self.files(), game_map)}
        svg = picture.svg(layers=("sheet", "spaces", "pieces"), theme="light", size="100%")
        return evolve(bare_bench, svg=svg, problems=tuple(problems), map=game_map, board=board, underlay=underlay)

    def _stamped(self, problems: list[Problem]) -> Bench | None:
        """The bench of a battle, None where there is none that can be drawn; its mistakes are added to ``problems``."""
        try:
            file = StampedFile.of_folder(self.folder, read_toml)
            map_and_picture = file.picture() if file is not None else None
        except DataError as error:
            problems += error.problems
            return None
        if file is None or map_and_picture is None:
            return None
        game_map, svg = map_and_picture
        board = {**file.board(game_map), "counters": []}
        return Bench(0, svg, map=game_map, board=board)

    def _games(self, maps: Iterable[Path]) -> list[Plugin]:
        """The plugins that make a game of the folder."""
        candidates = plugins() if set(self.files()) - set(maps) else ()
        return [plugin for plugin in candidates if claims(plugin, self.folder)]

    def _others(self, games: Iterable[Plugin]) -> list[Problem]:
        """What the plugins say of the folder that make a game of it, and of files that cannot be read."""
        lines = problems_of(self.files(), [(plugin, self.folder) for plugin in games])
        return [Problem.read(line) or Problem("", 1, 1, "E000", line) for line in lines]
