"""Painted layers: letters of a grid, and words that its legend does not have yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame_core.data.splices import Splices
from wargame_workshop.interchange.drawn import DrawnFile, LetterGrid


def repaint(splices: Splices, file: DrawnFile, layer: str, words: Mapping[int, tuple[str, str]]) -> int:
    """Write the letters that are different now; how many there are. New words get a letter in the legend."""
    grid = file.grids[layer]
    letters = letters_for(grid.legend, words.values())
    rows = [list(row) for row in grid.rows]
    changed = 0
    for space, (word, letter) in words.items():
        if grid.legend[grid.letters[space]] == word and letter in ("", grid.letters[space]):
            continue
        wanted = letter if grid.legend.get(letter) == word else letters[word]
        row, column = grid.places[space]
        changed += rows[row][column] != wanted
        rows[row][column] = wanted
    if changed:
        for word, letter in letters.items():
            if letter not in grid.legend:
                splices.add_key((layer, "legend"), letter, word)
        _write(splices, file, grid, ["".join(row) for row in rows])
    return changed


def letters_for(legend: Mapping[str, str], wanted: Any) -> dict[str, str]:
    """A letter for each word: the legend's first, else the one that was told, else the first free one of its own."""
    letters: dict[str, str] = {}
    for letter, word in legend.items():
        letters.setdefault(word, letter)
    for word, proposed in wanted:
        if word not in letters:
            taken = {*legend, *letters.values()}
            own = [proposed, *word, *word.upper(), *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"]
            letters[word] = next(
                letter
                for letter in own
                if len(letter) == 1 and letter.isprintable() and not letter.isspace() and letter not in taken
            )
    return letters


def _write(splices: Splices, file: DrawnFile, grid: LetterGrid, rows: list[str]) -> None:
    path = (grid.table, "grid")
    table = file.doc.data[grid.table]
    written, blank = table["grid"], table.get("blank", "")
    if len(blank) == 1:
        rows = [row.replace(" ", blank) for row in rows]
    if isinstance(written, list):
        splices.relist(path, rows)
    else:
        splices.reline(path, rows)
