"""A designer's folder: read again whenever a file changes, drawn with its mistakes, and changed with the mouse.

Each change replaces one part of a text and nothing else.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from wargame_core import DataError, WargameError
from wargame_core.data import Document, Problem, read_toml, write_whole
from wargame_core.json_form import JsonObject
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.files.map_file import maps_in
from wargame_core.maps.files.reader import MapReader
from wargame_core.maps.files.sections import Lie, Section
from wargame_core.maps.map import Map
from wargame_core.plugins.discovery import plugins
from wargame_pictures.draw.map_svg import picture_of_mistakes, read_drawable, read_leniently
from wargame_workshop.interchange.counter_sheets import beginning_of
from wargame_workshop.interchange.importing import import_again
from wargame_workshop.interchange.remembered_imports import IMPORTS, PICTURES, Underlay, remembered, underlay_of
from wargame_workshop.lint import claims, problems_of
from wargame_workshop.maps.doubts import map_doubts
from wargame_workshop.splices import EditError, Splices, new_id

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
        under = self.underlay
        return {
            "version": self.version,
            "svg": self.svg,
            "stale": self.stale,
            "underlay": under and {"size": list(under.size), "at": {name: list(at) for name, at in under.at.items()}},
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
        maps = maps_in(self.folder)
        for path in maps[:1]:
            try:
                doc = read_toml(path, "a map file")
                reading = read_drawable(doc)
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
        asked = plugins() if set(files) - set(maps) else ()
        lines = problems_of(files, [(plugin, self.folder) for plugin in asked if claims(plugin, self.folder)])
        return [Problem.read(line) or Problem("", 1, 1, "E000", line) for line in lines]


Words = Mapping[str, Any]


def edited(folder: Path, map_path: Path, op: str, words: Words) -> tuple[Path, str]:
    """The file that an operation changes, and its new text. Raises `EditError` for an impossible change."""
    if op == "unit":
        return _unit(folder, words)
    if op not in _MAP:
        raise EditError(f"no such operation: {op[:40]!r}")
    doc = read_toml(map_path, "a map file")
    reader = read_leniently(doc)
    if reader is None or not reader.grid.lattice.ways:
        raise EditError("there is no map of squares or hexes to change")
    splices = Splices(doc.text)
    _MAP[op](reader, words, splices)
    return map_path, splices.text()


def _space(reader: MapReader[Any], name: object) -> int:
    space: int | None = reader.grid.read_coordinates(name) if isinstance(name, str) else None
    if space is None or reader.name(space) != name:
        raise EditError(f"{str(name)[:40]!r} is not a space of the map")
    return space


def _word(words: Words, key: str, most: int = 80) -> str:
    value = words.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
        raise EditError(f"{key}: a word of at most {most} letters is needed")
    return value.strip()


def _side(reader: MapReader[Any], words: Words) -> Edge:
    a, b = _space(reader, words.get("a")), _space(reader, words.get("b"))
    if b not in reader.grid.neighbours[a]:
        raise EditError("these two spaces share no side")
    return edge(a, b)


def _section(reader: MapReader[Any], *names: str) -> Section:
    """The first of these sections that files on the map's grid have."""
    return next(section for name in names for section in reader.spelling.sections if section.name == name)


def _named(doc: Document, section: str, name: str) -> int | None:
    return next((n for n, row in enumerate(doc.data.get(section, [])) if row.get("name") == name), None)


def paint(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Change the letter of terrain of some spaces."""
    doc = reader.doc
    letter, legend = _word(words, "letter", 1), doc.data["terrain"]["legend"]
    if letter not in legend:
        raise EditError(f"{letter!r} is not in the legend ({', '.join(legend)})")
    cells = words.get("spaces")
    if not isinstance(cells, list) or not 0 < len(cells) <= 1000:
        raise EditError("spaces: a list of spaces is needed")
    places, grid = reader.letter_places, doc.data["terrain"]["grid"]
    rows = grid.splitlines() if isinstance(grid, str) else [*grid]
    for name in cells:
        number, column = places[_space(reader, name)]
        rows[number] = rows[number][:column] + letter + rows[number][column + 1 :]
    splices.reline(("terrain", "grid"), rows)


def river(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Add or remove a river along a side."""
    doc, (a, b), name = reader.doc, _side(reader, words), _word(words, "name")
    section = _section(reader, "river", "hexside", "barrier")
    item = reader.write_side((a, b))
    number = _named(doc, section.name, name)
    if number is None:
        kind = {} if section.name == "river" else {"kind": "river"}
        splices.add_table(section.name, {**kind, "name": name, section.key: [item]})
        return
    listed = doc.data[section.name][number].get(section.key)
    if listed is None:
        raise EditError(f"{name} is written as a course: change that line, or run `wargame fmt --expand` first")
    others = [line for line in listed if line not in (item, reader.write_side((b, a)))]
    if not others:
        splices.drop_table(section.name, number)
    else:
        lines = others if len(others) < len(listed) else [*listed, item]
        splices.relist((section.name, number, section.key), lines)


def road(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Add a road, given by its stops."""
    doc, stops = reader.doc, words.get("stops")
    if not isinstance(stops, list) or not 2 <= len(stops) <= 200:
        raise EditError("stops: two and more are needed")
    places = {space: name for _, name, space in reader.rows.named_spaces() if not any(mark in name for mark in ">|")}
    spaces = [_space(reader, stop) for stop in stops]
    names = [places.get(space) or reader.grid.in_words(space) for space in spaces]
    values = {"name": str(words.get("name") or "")[:80], "kind": _word(words, "kind"), "route": " > ".join(names)}
    splices.add_table("road", {key: value for key, value in values.items() if value})
    if "shorthand" not in doc.data["map"]:
        splices.add_key(("map",), "shorthand", 1)


def place(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Put the place of a name into a space: a new one, or the existing one moved."""
    doc, key = reader.doc, _section(reader, "place").key
    written, name = reader.write_space(_space(reader, words.get("space"))), _word(words, "name")
    number = _named(doc, "place", name)
    if number is None:
        splices.add_table("place", {"name": name, "kind": _word(words, "kind"), key: written})
    elif key in doc.data["place"][number]:
        splices.replace(("place", number, key), written)
    else:
        raise EditError(f"{name} is placed by latitude and longitude: change these")


def crossing(reader: MapReader[Any], words: Words, splices: Splices) -> None:
    """Add or remove a crossing on a side."""
    side, section = _side(reader, words), _section(reader, "crossing")
    crossings = reader.rows.of(Lie.SIDE)
    number = next((laid.number for laid in crossings if side in laid.parts), None)
    if number is not None:
        splices.drop_table("crossing", number)
        return
    bars = [laid.row for laid in reader.rows.of(Lie.LINES) if side in laid.parts and laid.row.bars]
    if not bars:
        raise EditError("no river lies between these two spaces")
    name, kind = _word(words, "name"), _word(words, "kind")
    over = {"river": bars[0].name} if section.key == "edge" else {}
    crossing_id = new_id(name, {laid.row.id for laid in crossings})
    values = {"id": crossing_id, "name": name, "kind": kind, **over, section.key: reader.write_side(side)}
    splices.add_table("crossing", values)


_MAP: Mapping[str, Callable[[MapReader[Any], Words, Splices], None]] = {
    "paint": paint,
    "river": river,
    "road": road,
    "place": place,
    "crossing": crossing,
}


def _unit(folder: Path, words: Words) -> tuple[Path, str]:
    """A deployment at another place: the row of a unit or formation that names exactly one place or hex."""
    unit, where = _word(words, "unit"), _word(words, "where")
    for path in sorted(folder.glob("*.toml")):
        doc = read_toml(path)
        if (place := beginning_of(doc.data, unit)) is not None:
            splices = Splices(doc.text)
            splices.replace(place, where)
            return path, splices.text()
    raise EditError(f"no deployment puts {unit!r} at one place alone; change it in the text")
