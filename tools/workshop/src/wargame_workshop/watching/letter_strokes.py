"""Strokes that change the letters of a map: its terrain and its regions."""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_letters, digits
from typing import Any

from wargame_core.maps.files.reader import MapReader
from wargame_workshop.splices import EditError, Splices
from wargame_workshop.watching.stroke_fields import StrokeFields, list_of, space_of, word_of

LEGEND = {".": "clear", "w": "woods", "h": "hill", "s": "swamp", "~": "water"}
"""The letters of a new map."""
LETTERS_OF_NEW_MAP = {"?": "unset", **LEGEND}
"""The letters of a new map that is laid over a scan, and the first of which nothing is said yet."""


def paint(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Give some spaces the terrain of a letter."""
    legend = reader.doc.data.get("terrain", {}).get("legend", {})
    letter = word_of(fields, "letter", 1)
    if letter not in legend:
        raise EditError(f"{letter!r} is not in the legend ({', '.join(legend)})")
    _write_letters(reader, splices, "terrain", list_of(fields, "spaces"), letter)


def terrain(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Add a terrain to the legend, with the first letter of it that no other has; nothing where it is there.

    A map without letters gets them, all for clear ground.
    """
    word, legend = word_of(fields, "kind", 40), reader.doc.data.get("terrain", {}).get("legend")
    if "terrain" not in reader.doc.data:
        letters = LEGEND if word in LEGEND.values() else {**LEGEND, _letter_for(word, LEGEND): word}
        splices.add_letters("terrain", letters, _whole_grid(reader, "."))
    elif not isinstance(legend, dict):
        raise EditError("[terrain] has no legend of letters: write legend in the text first")
    elif word not in legend.values():
        splices.add_key(("terrain", "legend"), _letter_for(word, legend), word)


def region(reader: MapReader[Any], fields: StrokeFields, splices: Splices) -> None:
    """Let some spaces belong to a region; the first region of a map has all of it."""
    name, spaces, regions = word_of(fields, "region", 40), list_of(fields, "spaces"), reader.doc.data.get("regions")
    if regions is None:
        [space_of(reader, space) for space in spaces]
        letter = _letter_for(name, {})
        splices.add_letters("regions", {letter: name}, _whole_grid(reader, letter))
        return
    legend = regions.get("legend")
    if not isinstance(legend, dict):
        raise EditError("the regions of this map follow from its rivers: change `of` of [regions] in the text")
    letter = next((str(sign) for sign, word in legend.items() if word == name), "")
    if not letter:
        letter = _letter_for(name, legend)
        splices.add_key(("regions", "legend"), letter, name)
    _write_letters(reader, splices, "regions", spaces, letter)


def _write_letters(reader: MapReader[Any], splices: Splices, table: str, spaces: Iterable[Any], letter: str) -> None:
    places, grid = reader.letter_places, reader.doc.data[table]["grid"]
    rows = grid.splitlines() if isinstance(grid, str) else [*grid]
    for name in spaces:
        number, column = places[space_of(reader, name)]
        if number >= len(rows) or column >= len(rows[number]):
            raise EditError(f"the grid of letters has no letter for {name}: complete its rows in the text")
        rows[number] = rows[number][:column] + letter + rows[number][column + 1 :]
    splices.reline((table, "grid"), rows)


def _letter_for(word: str, legend: Mapping[str, str]) -> str:
    """The first letter of a word that a legend has not, else another one."""
    letters = (*word.casefold(), *word.upper(), *ascii_letters, *digits)
    letter: str | None = next(
        (
            free_letter
            for free_letter in letters
            if free_letter.isascii() and free_letter.isalnum() and free_letter not in legend
        ),
        None,
    )
    if letter is None:
        raise EditError("every letter is in the legend already")
    return letter


def _whole_grid(reader: MapReader[Any], letter: str) -> Sequence[str]:
    """Rows with a letter for each space of the map, and blanks where there is none."""
    places = set(reader.letter_places)
    height, width = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    return ["".join(letter if (row, column) in places else " " for column in range(width)) for row in range(height)]
