"""Short forms of roads and rivers in map files: what `route`, `course` and `side` mean.

A route is a list of stops separated by `>`: places, gaps, crossings, entries, spaces, or steps such as "3E N 2E" from
the previous stop. A course is a list of corners, sides, crossings, points at the rim ("north 4") and steps along lines.
Between two stops the path is found by a rule that never changes; `[map] shorthand` is its number
(`lattice.shortest_way`). At the end: the letters of [terrain] and [regions], one a space.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Self

from attrs import evolve, field, frozen

from wargame_core.data.documents import Document, Problems, did_you_mean
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.errors import WargameError
from wargame_core.maps.features import Edge, edge
from wargame_core.maps.grid import Grid
from wargame_core.maps.lattice import Lattice, Spot, shortest_way
from wargame_core.names import folded, plain_signs

STEPS = re.compile(r"(\d*)([A-Z]+)")
RIMS = ("north", "south", "west", "east")


class ShorthandError(WargameError):
    """A short form that means nothing on this map: its code, what is wrong, a hint, and the spaces concerned."""

    def __init__(self, code: str, message: str, hint: str = "", spaces: Iterable[int] = ()) -> None:
        self.code, self.message, self.hint, self.spaces = code, message, hint, tuple(spaces)
        super().__init__(message)


@frozen
class RouteGround:
    """The map as far as short forms need it: its grid and what has a name on it.

    ``places`` gives the spaces of places, gaps and entries by name, ``crossings`` the sides of crossings by name and
    id, both in small letters; ``barring`` gives what bars a side without a crossing; ``closed`` are the spaces that
    nobody may enter; ``names`` are all names as written.
    """

    grid: Grid
    places: Mapping[str, int] = field(factory=dict)
    crossings: Mapping[str, Edge] = field(factory=dict)
    barring: Mapping[Edge, str] = field(factory=dict)
    closed: frozenset[int] = frozenset()
    names: tuple[str, ...] = ()

    @property
    def lattice(self) -> Lattice:
        """The points that directions and courses are told by."""
        return self.grid.lattice

    def space(self, words: str) -> int:
        """The space of a name or of coordinates. Raises `ShorthandError`."""
        place = self.places.get(folded(words))
        space = self.grid.read_coordinates(plain_signs(words)) if place is None else place
        if space is None:
            message = f"{words!r} is not a stop (place, gap, crossing, entry or space)"
            raise ShorthandError("E301", message, did_you_mean(words, self.names))
        return space

    def side(self, words: str) -> Edge:
        """The side that "A | B", "8,12 E" or the name of a crossing means. Raises `ShorthandError`."""
        if folded(words) in self.crossings:
            return self.crossings[folded(words)]
        first_name, bar, second_name = words.partition("|")
        if bar:
            a, b = self.space(first_name.strip()), self.space(second_name.strip())
            if b not in self.grid.neighbours[a]:
                raise ShorthandError(
                    "E404", f"{first_name.strip()} and {second_name.strip()} share no side", spaces=(a, b)
                )
            return edge(a, b)
        name, _, way = words.rpartition(" ")
        if way not in self.lattice.ways or not name:
            ways = ", ".join(self.lattice.ways)
            raise ShorthandError("E404", f"{words!r} is not a side", f"write 'A | B', or a space and a way ({ways})")
        first_space = self.space(name.strip())
        second_space = self.lattice.step(first_space, way)
        if second_space is None:
            raise ShorthandError("E404", f"{words!r} is a side at the rim, which parts nothing", spaces=(first_space,))
        return edge(first_space, second_space)

    def steps(self, words: str, ways: Mapping[str, Spot]) -> list[str] | None:
        """The directions of "3E N 2E", one for each step; None for words that are not steps."""
        directions: list[str] = []
        for word in words.split():
            match = STEPS.fullmatch(word)
            if match is None or match[2] not in ways or len(match[1]) > 3:
                return None
            directions += [match[2]] * int(match[1] or 1)
        return directions

    def corner_name(self, corner: Spot) -> str:
        """A corner in words, from the lowest space that has it."""
        space, word = self.lattice.corner_names[corner]
        return f"{self.grid.in_words(space)} {word}"

    def near(self, *end_spaces: int) -> Callable[[int], Iterable[int]]:
        """The steps that a filled-in road may take: over no barring side, into no closed space except its ends."""
        closed_spaces = self.closed - set(end_spaces)

        def neighbours_near(space: int) -> Iterable[int]:
            for neighbour in self.grid.neighbours[space]:
                if (
                    neighbour not in closed_spaces
                    and space not in closed_spaces
                    and edge(space, neighbour) not in self.barring
                ):
                    yield neighbour

        return neighbours_near

    def fill(self, start: int, goal: int) -> tuple[int, ...]:
        """The spaces from one to another, both included, found by the rule. Raises `ShorthandError` (E415)."""
        way = shortest_way(start, goal, self.near(start, goal), self.lattice.centres.__getitem__)
        if way is None:
            raise self._no_way(start, goal)
        return way

    def _no_way(self, start: int, goal: int) -> ShorthandError:
        neighbours_of, reached_spaces, todo = self.near(start, goal), {start}, [start]
        while todo:
            for neighbour in neighbours_of(todo.pop()):
                if neighbour not in reached_spaces:
                    reached_spaces.add(neighbour)
                    todo.append(neighbour)
        rivers = sorted({bar for side, bar in self.barring.items() if len(reached_spaces.intersection(side)) == 1})
        names = [self.grid.in_words(space) for space in (start, goal)]
        reason = f": {' and '.join(rivers)} {'bars' if len(rivers) == 1 else 'bar'} it" if rivers else ""
        hint = "add a crossing, or a stop that leads round" if rivers else "closed terrain lies between"
        return ShorthandError("E415", f"no way from {names[0]} to {names[1]}{reason}", hint, (start, goal))


def route(ground: RouteGround, words: str) -> tuple[int, ...]:
    """The spaces of a route. Raises `ShorthandError`."""
    stop_words = [stop_word.strip() for stop_word in words.split(">")]
    if len(stop_words) < 2 or not all(stop_words):
        raise ShorthandError("E207", f"a route has two stops and more with '>' between, not {words!r}")
    first_crossing = ground.crossings.get(folded(stop_words[0])) if folded(stop_words[0]) not in ground.places else None
    if first_crossing is not None:
        ways = [
            _spaces_of_stops(ground, list(first_pair), stop_words[1:])
            for first_pair in (first_crossing, first_crossing[::-1])
        ]
        return min(ways, key=lambda way: (len(way), way))
    return _spaces_of_stops(ground, [ground.space(stop_words[0])], stop_words[1:])


def _spaces_of_stops(ground: RouteGround, way: list[int], stop_words: Iterable[str]) -> tuple[int, ...]:
    for stop_word in stop_words:
        current_space = way[-1]
        crossing = ground.crossings.get(folded(stop_word)) if folded(stop_word) not in ground.places else None
        steps = ground.steps(stop_word, ground.lattice.ways) if folded(stop_word) not in ground.places else None
        if crossing is not None:
            fills = [
                (*ground.fill(current_space, near_end), far_end)
                for near_end, far_end in (crossing, crossing[::-1])
                if current_space != far_end
            ]
            way += min(fills, key=lambda fill: (len(fill), fill))[1:]
        elif steps is not None:
            for step in steps:
                next_space = ground.lattice.step(way[-1], step)
                if next_space is None:
                    raise ShorthandError(
                        "E415",
                        f"{stop_word} leads off the map from {ground.grid.in_words(current_space)}",
                        "",
                        (current_space,),
                    )
                way.append(next_space)
        else:
            way += ground.fill(current_space, ground.space(stop_word))[1:]
    return tuple(way)


def course(ground: RouteGround, words: str) -> tuple[Edge, ...]:
    """The sides of a course, each once, in order. Raises `ShorthandError`."""
    lattice = ground.lattice
    stop_words = [stop.strip() for stop in words.split(">")]
    if not all(stop_words):
        raise ShorthandError("E207", f"a course is corners, sides and steps with '>' between, not {words!r}")
    starts = _corners_of_stop(ground, stop_words[0])
    if starts is None:
        raise ShorthandError("E416", f"a course begins at a corner, a side or the rim, not with {stop_words[0]!r}")
    ways = []
    for start_corners in (starts, starts[::-1]) if len(starts) == 2 else (starts,):
        corners = list(start_corners)
        for stop_word in stop_words[1:]:
            corners += _corners_up_to(ground, corners[-1], stop_word)
        ways.append(corners)
    best_way = min(ways, key=lambda corners: (len(corners), corners))
    sides = (lattice.along[start_corner][end_corner] for start_corner, end_corner in pairwise(best_way))
    return tuple(dict.fromkeys(sides))


def _corners_of_stop(ground: RouteGround, stop_word: str) -> tuple[Spot, ...] | None:
    """The corner, or the two corners of the side, that a stop of a course means; None for steps."""
    lattice = ground.lattice
    if folded(stop_word) in ground.crossings or "|" in stop_word:
        return _corners_of_side(ground, stop_word)
    if ground.steps(stop_word, lattice.lines) is not None:
        return None
    name, _, word = stop_word.rpartition(" ")
    if folded(name) in RIMS and word.isdecimal() and len(word) < 6:
        corner = lattice.rim(folded(name), int(word))
        if corner is None:
            line_in_words = "column" if folded(name) in RIMS[:2] else "row"
            raise ShorthandError("E416", f"no line begins at {stop_word!r}: there is no such {line_in_words}")
        return (corner,)
    if word in lattice.ways and word not in lattice.corner_words:
        return _corners_of_side(ground, stop_word)
    try:
        corner = lattice.corner(ground.space(name), word) if name else None
    except KeyError:
        corner = None
    if corner is None:
        words = ", ".join(lattice.corner_words)
        hint = f"write a space and a corner ({words}), a side ('A | B'), a crossing, 'north 4', or steps"
        raise ShorthandError("E416", f"{stop_word!r} is not a corner and no side", hint)
    return (corner,)


def _corners_of_side(ground: RouteGround, stop_word: str) -> tuple[Spot, Spot]:
    """The two corners of a side in words."""
    side = ground.side(stop_word)
    if (corners := ground.lattice.side(side)) is None:
        raise ShorthandError(
            "E416", f"no line runs along {stop_word!r}: the spaces have no two corners in common", "", side
        )
    return corners


def _corners_up_to(ground: RouteGround, start_corner: Spot, stop_word: str) -> list[Spot]:
    """The corners after ``start_corner`` up to a stop of a course and along it."""
    lattice = ground.lattice
    steps = ground.steps(stop_word, lattice.lines)
    end_corners = _corners_of_stop(ground, stop_word)
    if end_corners is None:
        way = [start_corner]
        for step in steps or ():
            (x, y), (dx, dy) = way[-1], lattice.lines[step]
            next_corner = x + dx, y + dy
            if next_corner not in lattice.along.get(way[-1], {}):
                corner_name = ground.corner_name(way[-1])
                raise ShorthandError("E416", f"from corner {corner_name} no line runs {step} within the map")
            way.append(next_corner)
        return way[1:]
    fills: list[tuple[Spot, ...]] = []
    for ends_in_order in (end_corners, end_corners[::-1]) if len(end_corners) == 2 else (end_corners,):
        fill = shortest_way(start_corner, ends_in_order[0], lambda spot: lattice.along.get(spot, {}), lambda spot: spot)
        if fill is not None:
            fills.append((*fill, *ends_in_order[1:]))
    if not fills:
        corner_name = ground.corner_name(start_corner)
        message = f"no lines within the map lead from corner {corner_name} to {stop_word!r}"
        raise ShorthandError(
            "E416", message, _rim_corners(ground, {corner_name: start_corner, repr(stop_word): end_corners[0]})
        )
    return list(min(fills, key=lambda fill: (len(fill), fill))[1:])


def _rim_corners(ground: RouteGround, corners: Mapping[str, Spot]) -> str:
    """Which of some corners no line within the map reaches, each with the nearest that one does; "" for none."""
    edges_along = ground.lattice.along
    joined_corners = [spot for spot, lines in edges_along.items() if lines]
    hints = []
    for name, (x, y) in corners.items():
        if not edges_along.get((x, y)) and joined_corners:
            nearest_corner = min(joined_corners, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
            hints.append(
                f"no line within the map ends at {name}; "
                f"the nearest corner with one is {ground.corner_name(nearest_corner)}"
            )
    return "; ".join(hints)


@frozen
class LetterGrid:
    """What the letters of a grid must look like: rows, letters a row, and the name of the space of each place.

    ``row_said`` and ``columns_said`` say where that comes from. With ``blanks`` a blank stands for no space.
    """

    rows: int
    columns: int
    rows_said: str
    columns_said: str
    names: Mapping[tuple[int, int], str] = field(repr=False)
    word: str = "space"
    blanks: bool = True

    @classmethod
    def of_map(cls, names: Mapping[tuple[int, int], str], word: str) -> Self:
        """The letters of a map that is as large as its spaces, by the row and column of each."""
        height, width = 1 + max(row for row, _ in names), 1 + max(column for _, column in names)
        return cls(height, width, f"the map has {height}", f"the map has {width} columns", names, word)

    def fit(self, rows: Sequence[str]) -> bool:
        """Whether lines of letters have the right size."""
        return len(rows) == self.rows and all(len(row) == self.columns for row in rows)

    def check(self, doc: Document, problems: Problems, section: str, grid: Any) -> None:
        """Note everything wrong with a section of letters, which has a legend and rows."""
        for letter in grid.legend:
            path: KeyPath = (section, "legend", letter)
            if len(letter) != 1:
                problems.add(doc, path, "E402", f"{letter!r} is {len(letter)} letters; the grid has one a space")
            elif letter == " " and self.blanks:
                problems.add(doc, path, "E402", f"a blank stands for no {self.word} and cannot be a terrain")
        if len(grid.rows) != self.rows:
            problems.add(doc, (section, "grid"), "E401", f"{len(grid.rows)} rows, but {self.rows_said}")
        known_letters = {**grid.legend, " ": f"no {self.word}"} if self.blanks else grid.legend
        for number, row in enumerate(grid.rows):
            self._check_length(doc, problems, (section, "grid", number), row)
            for column, letter in enumerate(row):
                self._check_letter(doc, problems, (section, "grid", number), column, letter, known_letters)

    def _check_length(self, doc: Document, problems: Problems, path: KeyPath, row: str) -> None:
        number = int(path[-1])
        if len(row) == self.columns:
            return
        missing_letters = self.columns - len(row)
        names = [self.names[number, column] for column in range(self.columns) if (number, column) in self.names]
        row_name = f"row {number} ({names[0]} to {names[-1]})" if names and self.blanks else f"row {number}"
        last_name = self.names.get((number, min(len(row), self.columns) - 1))
        message = f"{row_name} has {len(row)} letters, but {self.columns_said}"
        change = f"add {missing_letters}" if missing_letters > 0 else f"take away {-missing_letters}"
        hint = f"{change} so that each letter stands below its column"
        problems.add(doc, path, "E401", message, hint, [] if last_name is None else [(last_name,)])

    def _check_letter(
        self,
        doc: Document,
        problems: Problems,
        path: KeyPath,
        column: int,
        letter: str,
        known_letters: Mapping[str, str],
    ) -> None:
        number = int(path[-1])
        name = self.names.get((number, column))
        if letter not in known_letters:
            legend_text = ", ".join(f"{letter!r} {word}" for letter, word in known_letters.items())
            message = f"{letter!r} in space {name or f'({number},{column})'} is not in the legend ({legend_text})"
            add_at_letter(doc, problems, path, column, "E402", message, "", [] if name is None else [(name,)])
        elif name is None and letter != " " and number < self.rows and column < self.columns:
            message = f"{letter!r} stands in row {number}, letter {column}, where no sheet has a {self.word}"
            add_at_letter(doc, problems, path, column, "E403", message, "write a blank there")


def add_at_letter(
    doc: Document,
    problems: Problems,
    path: KeyPath,
    letter: int,
    code: str,
    message: str,
    hint: str = "",
    related_places: Iterable[tuple[str, ...]] = (),
) -> None:
    """Note a problem with one letter of a row, at its own column; ``related_places`` are the names of its spaces."""
    problems.add(doc, path, code, message, hint, related_places)
    row = problems.found.pop()
    section = doc.data.get(str(path[0]))
    in_block = isinstance(section, dict) and isinstance(section.get("grid"), str)
    column = row.column + letter + (0 if in_block else 1)  # a line in a list begins with its mark
    problems.found.append(evolve(row, column=column))
