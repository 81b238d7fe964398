"""Checks of map files of every grid: letters, names and roads. The checks of each grid extend them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from attrs import evolve, frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.long_forms import stands
from wargame_core.maps.files.sections import PlaceRow, TerrainGrid

S = TypeVar("S")
"""A space as the file writes it: a cell [row, column], or the printed number of a hex."""


@frozen
class GridSize(Generic[S]):
    """The number of rows and letters that a grid must have, if it is fixed, and the words for its rows and spaces.

    ``space_at`` gives the space of a row and a letter, None where there is none.
    """

    rows: int
    columns: int
    rows_said: str
    columns_said: str
    name_row: Callable[[int], str]
    space_at: Callable[[int, int], S | None]


class MapChecker(ABC, Generic[S]):
    """A document and the problems found so far, with a method for each group of checks."""

    space_word: str
    """The word for a space: "space", "hex"."""

    def __init__(self, doc: Document, problems: Problems, written: Mapping[KeyPath, KeyPath]) -> None:
        self.doc, self.problems, self.written = doc, problems, written

    @abstractmethod
    def on_map(self, path: KeyPath, space: S) -> bool:
        """Whether the map has this space; if not, that is noted (E403)."""

    @abstractmethod
    def show(self, space: S) -> str:
        """The space as messages write it."""

    @abstractmethod
    def closed_terrain(self, space: S) -> str:
        """The terrain of a space of the map if nobody may enter it, else ""."""

    @abstractmethod
    def touch(self, a: S, b: S) -> bool:
        """Whether two spaces of the map are neighbours."""

    @abstractmethod
    def add_skip(self, path: KeyPath, name: str, before: S, here: S) -> None:
        """Note that a road skips from one space to another that is no neighbour (E405)."""

    def add(self, path: KeyPath, code: str, message: str, hint: str = "", at: Iterable[Sequence[S]] = ()) -> None:
        """Note a problem; ``at`` are the spaces, or pairs of spaces, that it is about."""
        where = [tuple(map(self.show, spaces)) for spaces in at]
        self.problems.add(self.doc, stands(self.written, path), code, message, hint, where)

    def add_at_letter(
        self, path: KeyPath, letter: int, code: str, message: str, hint: str = "", at: Iterable[Sequence[S]] = ()
    ) -> None:
        """Note a problem with one letter of a grid, at its own column."""
        self.add(path, code, message, hint, at)
        row = self.problems.found.pop()
        column = row.column + letter + (0 if self.in_block(path) else 1)  # a line in a list begins with its mark
        self.problems.found.append(evolve(row, column=column))

    # letters

    def in_block(self, path: KeyPath) -> bool:
        """Whether a row of letters stands in a block of lines."""
        section = self.doc.data.get(str(path[0]))
        return isinstance(section, dict) and isinstance(section.get("grid"), str)

    def grid(self, section: str, legend: Mapping[str, str], grid: Sequence[str], size: GridSize[S]) -> None:
        """Note a wrong number of rows or letters (E401), and letters that are not in the legend (E402)."""
        if len(grid) != size.rows:
            self.add((section, "grid"), "E401", f"{len(grid)} rows, but {size.rows_said}")
        letters = ", ".join(f"{letter!r} {word}" for letter, word in legend.items())
        for number, row in enumerate(grid):
            path = (section, "grid", number)
            if len(row) != size.columns:
                short = size.columns - len(row)
                change = f"add {short}" if short > 0 else f"take away {-short}"
                message = f"{size.name_row(number)} has {len(row)} letters, but {size.columns_said}"
                last = size.space_at(number, min(len(row), size.columns) - 1)
                at = [] if last is None else [(last,)]
                self.add(path, "E401", message, f"{change} so that each letter stands below its column", at)
            for column, letter in enumerate(row):
                if letter not in legend:
                    space = size.space_at(number, column)
                    name = f"({number},{column})" if space is None else self.show(space)
                    at = [] if space is None else [(space,)]
                    message = f"{letter!r} in space {name} is not in the legend ({letters})"
                    self.add_at_letter(path, column, "E402", message, at=at)

    def legend(self, section: str, legend: Mapping[str, str]) -> None:
        """Note marks of a legend that are not one letter (E402)."""
        for letter in legend:
            if len(letter) != 1:
                message = f"{letter!r} is {len(letter)} letters; the grid has one a space"
                self.add((section, "legend", letter), "E402", message)

    # names

    def unique_names(self, sections: Mapping[str, Sequence[Any]]) -> None:
        """Note ids and names that occur twice in a section (E302)."""
        for section, rows in sections.items():
            for key in ("id", "name"):
                values = [((section, n, key), getattr(row, key, None)) for n, row in enumerate(rows)]
                given = [(path, value) for path, value in values if value]
                self.problems.unique(self.doc, f"the {key} of a {section}", given)

    def closed_words(self, terrain: TerrainGrid) -> None:
        """Note closed terrains that are not in the legend (E301)."""
        words = terrain.legend.values()
        for n, word in enumerate(terrain.closed):
            self.problems.reference(self.doc, ("terrain", "closed", n), "a terrain", word, words)

    # what lies on the map

    def place_row(self, path: KeyPath, place: PlaceRow, space: S, preposition: str) -> bool:
        """Note a place that is off the map (E403) or on closed terrain (E409); returns whether it is on the map."""
        if not self.on_map(path, space):
            return False
        terrain = self.closed_terrain(space)
        if terrain:
            message = f"{place.name} lies {preposition} {self.show(space)}, which is {terrain}"
            self.add(path, "E409", message, at=[(space,)])
        return True

    def road_path(self, path: KeyPath, name: str, spaces: Sequence[S]) -> None:
        """Note a road that is off the map (E403), on closed terrain (E409), or skips or is too short (E405)."""
        if len(spaces) < 2:
            self.add(path, "E405", f"{name} has {len(spaces)} {self.space_word}; a road joins at least two")
        before: S | None = None
        for n, here in enumerate(spaces):
            at = (*path, n)
            if not self.on_map(at, here):
                before = None
                continue
            terrain = self.closed_terrain(here)
            if terrain:
                self.add(at, "E409", f"{name} runs through {self.show(here)}, which is {terrain}", at=[(here,)])
            if before is not None and not self.touch(before, here):
                self.add_skip(at, name, before, here)
            elif before is not None:
                self.road_step(at, name, before, here)
            before = here

    def road_step(self, path: KeyPath, name: str, before: S, here: S) -> None:
        """Further checks of a grid on a road's step between neighbours."""
