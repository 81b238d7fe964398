"""Saved games of Tabletop Simulator: what stands where on the table, as a set-up on a map."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import dist, floor, inf
from pathlib import Path
from statistics import median
from typing import Any

from attrs import frozen

from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import DataError, Problem
from wargame_core.maps.map import Map
from wargame_workshop.interchange.foreign_files import Located, read_foreign, read_foreign_json

Point = tuple[float, float]
"""On the table: to the right and away from the player, as the save has x and z."""
MOST_THINGS = 20_000
"""Things on a table, those in bags among them; no more are read."""
NEAR = 0.75
"""How far a thing may lie from the middle of its space, in steps from space to space."""
ASTRAY = 0.25
"""The same for half of all things, where it is guessed how the map lies on the table."""


@frozen
class TableThing:
    """A thing on the table with a name; ``inside`` is the bag or deck that it lies in."""

    name: str
    at: Point
    where: tuple[int, int]
    inside: str = ""


@frozen
class TableSave:
    """A saved table: its things with names, what else it has, and the size of its grid (0, 0 for none)."""

    path: Path
    things: tuple[TableThing, ...]
    besides: Mapping[str, int]
    grid: Point = (0.0, 0.0)
    left_out: tuple[Problem, ...] = ()


def read_table_save(path: Path) -> TableSave:
    """The table of a saved game. Things that cannot be read are left out and told.

    Raises `DataError` for what is no such file, or holds more than `MOST_THINGS`, OSError.
    """
    source = read_foreign_json(read_foreign(path), path)
    objects = source.data.get("ObjectStates") if isinstance(source.data, dict) else None
    if not isinstance(objects, list):
        raise source.refused((), "this is not a saved game of Tabletop Simulator", "take a file of its folder Saves")
    reader = _Things(source)
    table_things = tuple(reader.read(objects, ("ObjectStates",), ""))
    if not table_things:
        message = "no thing on this table has a name, so nobody can tell which is which"
        raise source.refused(("ObjectStates",), message, "name the units in Tabletop Simulator (right click, Name)")
    grid = source.data.get("Grid")
    size = _point(grid, "xSize", "ySize")
    size = size if size is not None and min(size) > 0 else (0.0, 0.0)
    return TableSave(path, table_things, dict(reader.besides), size, tuple(reader.left_out))


def _point(table: object, *keys: str) -> Point | None:
    """Two numbers of a table; None where one is not there, no number, or further off than any table reaches."""
    numbers = [table.get(key) for key in keys] if isinstance(table, dict) else []
    plain_numbers = [
        float(number)
        for number in numbers
        if isinstance(number, (int, float)) and not isinstance(number, bool) and abs(number) < 1e6
    ]
    return (plain_numbers[0], plain_numbers[1]) if len(plain_numbers) == 2 else None


class _Things:
    """Reads things and those in them."""

    def __init__(self, source: Located) -> None:
        self.source, self.count = source, 0
        self.besides: Counter[str] = Counter()
        self.left_out: list[Problem] = []

    def read(self, rows: Sequence[Any], path: KeyPath, container: str) -> Iterator[TableThing]:
        """The things of a list that have names and may be moved, each followed by what it holds."""
        for number, row in enumerate(rows):
            key_path = (*path, number)
            self.count += 1
            if self.count > MOST_THINGS:
                raise self.source.refused(key_path, f"more than {MOST_THINGS:,} things on one table")
            place = row.get("Transform") if isinstance(row, dict) else None
            spot = _point(place, "posX", "posZ")
            name = " ".join(row["Nickname"].split()) if isinstance(row, dict) and _text(row.get("Nickname")) else ""
            if spot is None:
                label = f" {name!r}" if name else ""
                self._leave_out(key_path, f"thing {number + 1}{label} has no place on the table")
                continue
            contents = row.get("ContainedObjects")
            if row.get("Locked") is True:
                self.besides["things that are locked, such as boards"] += 1
            elif name and len(name) <= 200:
                yield TableThing(name, spot, self.source.locate(key_path), container)
            else:
                self.besides["things without a name"] += 1
            if isinstance(contents, list):
                yield from self.read(
                    contents, (*key_path, "ContainedObjects"), name or str(row.get("Name", ""))[:50] or "a bag"
                )

    def _leave_out(self, key_path: KeyPath, message: str) -> None:
        self.left_out.append(Problem(self.source.path.name, *self.source.locate(key_path), "E707", message))


def _text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


@frozen
class SetUp:
    """What stands in which space, by their names, as rows of a table; what is told of it, and what is left out."""

    rows: tuple[Mapping[str, object], ...]
    notes: tuple[str, ...]
    left_out: tuple[Problem, ...]


def set_up(save: TableSave, game_map: Map, point_of_space: Mapping[str, Point]) -> SetUp:
    """The things of a table in the spaces of a map; ``point_of_space`` says where the middles of two spaces are on the
    table.

    Without ``point_of_space``, two things that bear the names of spaces say where these are; with one of them, or
    none, the size of the save's grid counts, and for none the middle of the map lies in the middle of the table.
    Raises `DataError` (E701) where these do not tell how the map lies.
    """
    middles = {game_map.coordinates(space): _middle(game_map, space) for space in range(game_map.size)}
    read_coordinates = game_map.grid.read_coordinates
    loose_things = [thing for thing in save.things if not thing.inside]
    marks = {thing: space for thing in loose_things if (space := read_coordinates(thing.name)) is not None}
    known_points = dict(point_of_space) or {game_map.coordinates(space): thing.at for thing, space in marks.items()}
    points, note = _placement_of(save, middles, known_points, _step(game_map, middles))
    step = _step(game_map, points)
    spaces = _Spaces(points, step)
    units = [thing for thing in save.things if thing not in marks]
    nearest_spaces = [(spaces.nearest(thing.at), thing) for thing in units if not thing.inside]
    if (
        len(known_points) < 2
        and nearest_spaces
        and median(distance for (distance, _), _ in nearest_spaces) > ASTRAY * step
    ):
        raise _refused(
            save, "most things lie beside the middles of spaces, as the map is laid on the table", _HOW_TO_LAY_MAP
        )
    left_out, placed_things = list(save.left_out), []
    for (distance, name), table_thing in nearest_spaces:
        if distance <= NEAR * step:
            placed_things.append((table_thing, name))
        else:
            x, z = table_thing.at
            left_out.append(_left_out_problem(save, table_thing, f"it lies in no space of the map ({x:.2f}, {z:.2f})"))
    left_out += [_left_out_problem(save, thing, f"it lies in {thing.inside!r}") for thing in units if thing.inside]
    return SetUp(
        tuple(_rows(placed_things)), tuple(filter(None, (note, _shared_names(placed_things)))), tuple(left_out)
    )


_HOW_TO_LAY_MAP = (
    "put two things with the names of spaces on these spaces, or write where they are into design/import.toml, "
    'as in [table] at = { "0101" = [-10.5, 7.25], "1208" = [11, -6] }'
)


def _refused(save: TableSave, message: str, hint: str) -> DataError:
    return DataError([Problem(save.path.name, 1, 1, "E701", message, hint)])


def _left_out_problem(save: TableSave, thing: TableThing, reason: str) -> Problem:
    return Problem(save.path.name, *thing.where, "E701", f"{thing.name!r} is not placed: {reason}")


def _middle(game_map: Map, space: int) -> Point:
    """The middle of a space on the map, in widths of a piece, to the right and down."""
    outline = game_map.grid.outline(space)
    rights, downs = [x for x, _ in outline], [y for _, y in outline]
    return (min(rights) + max(rights)) / 2, (min(downs) + max(downs)) / 2


def _step(game_map: Map, points: Mapping[str, Point]) -> float:
    """The least distance from a space to its neighbour; 1 on a map without neighbours."""
    centres = [game_map.coordinates(space) for space in range(game_map.size)]
    steps = (
        dist(points[centres[space]], points[centres[neighbour]])
        for space in range(game_map.size)
        for neighbour in game_map.neighbours[space]
    )
    return min(steps, default=1.0)


def _placement_of(
    save: TableSave, middles: Mapping[str, Point], known_points: Mapping[str, Point], step: float
) -> tuple[dict[str, Point], str]:
    """Where the middles of spaces lie on the table, and what is told of how that was found."""
    if len(known_points) >= 2:
        a, b = max(combinations(known_points, 2), key=lambda pair: dist(middles[pair[0]], middles[pair[1]]))
        x_step, y_step = (middles[b][0] - middles[a][0], middles[b][1] - middles[a][1])
        right = (known_points[b][0] - known_points[a][0]) / x_step if abs(x_step) > 1e-6 else 0.0
        z_scale = (known_points[b][1] - known_points[a][1]) / y_step if abs(y_step) > 1e-6 else 0.0
        right, z_scale = right or abs(z_scale), z_scale or -abs(right)
        anchor, note = a, f"the map lies on the table as {a} and {b} do"
    elif all(save.grid):
        right, z_scale = save.grid[0] / step, -save.grid[1] / step
        anchor = next(iter(known_points), "")
        if anchor:
            note = f"the map lies on the table as {anchor} does, with spaces of the size of its grid"
        else:
            note = f"the middle of the map was laid on the middle of the table; if that is wrong, {_HOW_TO_LAY_MAP}"
    else:
        raise _refused(save, "nothing tells how the map lies on the table: the save has no grid", _HOW_TO_LAY_MAP)
    if not right or not z_scale:
        raise _refused(save, "the two spaces lie on one point of the table", _HOW_TO_LAY_MAP)
    rights, downs = [x for x, _ in middles.values()], [y for _, y in middles.values()]
    zero = middles[anchor] if anchor else ((min(rights) + max(rights)) / 2, (min(downs) + max(downs)) / 2)
    start = known_points[anchor] if anchor else (0.0, 0.0)
    points = {
        name: (start[0] + (x - zero[0]) * right, start[1] + (y - zero[1]) * z_scale) for name, (x, y) in middles.items()
    }
    return points, note


class _Spaces:
    """Finds the space that a point lies in: of those in the boxes around it, each a step wide."""

    def __init__(self, points: Mapping[str, Point], step: float) -> None:
        self.points, self.step = points, step
        self.boxes: dict[tuple[int, int], list[str]] = {}
        for name, point in points.items():
            self.boxes.setdefault(self._box(point), []).append(name)

    def _box(self, point: Point) -> tuple[int, int]:
        return floor(point[0] / self.step), floor(point[1] / self.step)

    def nearest(self, point: Point) -> tuple[float, str]:
        """How far the nearest space is, and its name; infinite where there is none within a step."""
        x, z = self._box(point)
        names = (name for dx in (-1, 0, 1) for dz in (-1, 0, 1) for name in self.boxes.get((x + dx, z + dz), ()))
        return min(((dist(self.points[name], point), name) for name in names), default=(inf, ""))


def _rows(placed_things: Sequence[tuple[TableThing, str]]) -> Iterator[Mapping[str, object]]:
    """The rows of a set-up; things of one name are told apart by numbers."""
    counts: Counter[str] = Counter()
    for thing, space in placed_things:
        counts[thing.name] += 1
        number = f" {counts[thing.name]}" if counts[thing.name] > 1 else ""
        yield {"unit": f"{thing.name}{number}", "where": space}


def _shared_names(placed_things: Sequence[tuple[TableThing, str]]) -> str:
    counts = Counter(table_thing.name for table_thing, _ in placed_things)
    repeated_names = [f"{count} are called {name!r}" for name, count in counts.items() if count > 1]
    return f"told apart by numbers: {', '.join(repeated_names)}" if repeated_names else ""
