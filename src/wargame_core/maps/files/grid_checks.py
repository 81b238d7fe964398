"""What is checked alike in every map file that gives its terrain as rows of letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wargame_core.data.documents import Document, Problem, Problems
from wargame_core.data.toml_positions import Path as KeyPath


def at_letter(
    doc: Document, problems: Problems, path: KeyPath, col: int, code: str, message: str, hint: str = ""
) -> None:
    """Note a problem with one letter of a grid, at its own column."""
    problems.add(doc, path, code, message, hint)
    found = problems.found.pop()
    column = found.column + 1 + col  # after the quotation mark
    problems.found.append(Problem(found.file, found.line, column, code, found.message, hint))


def check_legend(doc: Document, problems: Problems, section: str, legend: Mapping[str, str]) -> None:
    """Every mark of a legend is one letter (E402)."""
    for letter in legend:
        if len(letter) != 1:
            message = f"{letter!r} is {len(letter)} letters; the grid has one a space"
            problems.add(doc, (section, "legend", letter), "E402", message)


def check_grid(
    doc: Document,
    problems: Problems,
    section: str,
    legend: Mapping[str, str],
    grid: Sequence[str],
    size: tuple[int, int],
    told: tuple[str, str],
    name_row: Callable[[int], str],
    name_space: Callable[[int, int], str],
) -> None:
    """The right number of rows and of letters in each (E401), and only letters of the legend (E402).

    `size` is rows and columns, and `told` says for each where the number comes from ("map.rows is 6"). The last two
    arguments name a row and a space by their indexes.
    """
    rows, cols = size
    if len(grid) != rows:
        problems.add(doc, (section, "grid"), "E401", f"{len(grid)} rows, but {told[0]}")
    letters = ", ".join(f"{letter!r} {word}" for letter, word in legend.items())
    for number, row in enumerate(grid):
        path = (section, "grid", number)
        if len(row) != cols:
            short = cols - len(row)
            change = f"add {short}" if short > 0 else f"take away {-short}"
            message = f"{name_row(number)} has {len(row)} letters, but {told[1]}"
            problems.add(doc, path, "E401", message, f"{change} so that each letter stands below its column")
        for col, letter in enumerate(row):
            if letter not in legend:
                message = f"{letter!r} in space {name_space(number, col)} is not in the legend ({letters})"
                at_letter(doc, problems, path, col, "E402", message)
