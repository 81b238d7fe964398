"""The letters of [terrain] and [regions], one a space: how many there must be, and whether each means something.

Codes: E401 a wrong number of rows or letters, E402 a letter without meaning, E403 a letter where there is no space.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath


@frozen
class Letters:
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
        known = {**grid.legend, " ": f"no {self.word}"} if self.blanks else grid.legend
        for number, row in enumerate(grid.rows):
            self._check_length(doc, problems, (section, "grid", number), row)
            for column, letter in enumerate(row):
                self._check_letter(doc, problems, (section, "grid", number), column, letter, known)

    def _check_length(self, doc: Document, problems: Problems, path: KeyPath, row: str) -> None:
        number = int(path[-1])
        if len(row) == self.columns:
            return
        short = self.columns - len(row)
        names = [self.names[number, column] for column in range(self.columns) if (number, column) in self.names]
        called = f"row {number} ({names[0]} to {names[-1]})" if names and self.blanks else f"row {number}"
        last = self.names.get((number, min(len(row), self.columns) - 1))
        message = f"{called} has {len(row)} letters, but {self.columns_said}"
        change = f"add {short}" if short > 0 else f"take away {-short}"
        hint = f"{change} so that each letter stands below its column"
        problems.add(doc, path, "E401", message, hint, [] if last is None else [(last,)])

    def _check_letter(
        self, doc: Document, problems: Problems, path: KeyPath, column: int, letter: str, known: Mapping[str, str]
    ) -> None:
        number = int(path[-1])
        name = self.names.get((number, column))
        if letter not in known:
            listed = ", ".join(f"{letter!r} {word}" for letter, word in known.items())
            message = f"{letter!r} in space {name or f'({number},{column})'} is not in the legend ({listed})"
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
    where: Iterable[tuple[str, ...]] = (),
) -> None:
    """Note a problem with one letter of a row, at its own column; ``where`` it is in names of spaces."""
    problems.add(doc, path, code, message, hint, where)
    row = problems.found.pop()
    section = doc.data.get(str(path[0]))
    in_block = isinstance(section, dict) and isinstance(section.get("grid"), str)
    column = row.column + letter + (0 if in_block else 1)  # a line in a list begins with its mark
    problems.found.append(evolve(row, column=column))
