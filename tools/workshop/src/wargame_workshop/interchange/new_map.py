"""The beginning of a map file for a drawing that has none yet."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from wargame_core.errors import DataError, Problem
from wargame_workshop.interchange.merging import letters_for
from wargame_workshop.interchange.tiled_read import TiledMap
from wargame_workshop.splices import value_text


def plain_id(name: str) -> str:
    """A name as an id: small letters, digits and underscores.

    >>> plain_id("Osterhaus's Men"), plain_id("Saint-Émilion")
    ('osterhauss_men', 'saint_emilion')
    """
    flat = unicodedata.normalize("NFKD", name.replace("'", "").replace("\u2019", "")).casefold()
    letters = (letter if letter.isalnum() and letter.isascii() else "_" for letter in flat if letter.isascii())
    return "_".join(part for part in "".join(letters).split("_") if part) or "x"


def new_id(name: str, taken: Collection[str]) -> str:
    """An id for a name that no other thing has."""
    stem = plain_id(name)
    number = 1
    while (wanted := stem if number == 1 else f"{stem}_{number}") in taken:
        number += 1
    return wanted


def head_text(document: str, title: str) -> list[str]:
    """The source and the first lines of [map]."""
    return [
        f"source = {value_text({'document': document, 'basis': 'reconstruction'})}",
        "",
        "[map]",
        f"id = {value_text(plain_id(title))}",
        f"title = {value_text(title)}",
    ]


def terrain_text(legend: dict[str, str], rows: list[str]) -> list[str]:
    """[terrain] with its grid."""
    grid = [f"  {value_text(row)},  # {number}" for number, row in enumerate(rows)]
    return ["", "[terrain]", f"legend = {value_text(legend)}", "grid = [", *grid, "]"]


def map_for(tiled: TiledMap, words: object = None) -> str:
    """A map file of the size and grid of a Tiled map, with what its layer `terrain` shows. Raises `DataError`."""
    if tiled.orientation != "orthogonal" and not (tiled.orientation == "hexagonal" and tiled.stagger):
        what = f"a map of kind {tiled.orientation!r}; maps here are orthogonal (squares) or hexagonal"
        raise DataError([Problem(tiled.path.name, 1, 1, "E706", what, "choose it in Map > Map Properties")])
    title = str(tiled.properties.get("title") or tiled.path.stem.replace("_", " ").replace("-", " ").title())
    lines = head_text(f"drawn in Tiled, {tiled.path.name}", title)
    hexes = tiled.orientation == "hexagonal"
    if hexes:
        flat = tiled.stagger == "x"
        shifted = "odd" if tiled.shifted_first else "even"  # printed columns count from 1
        digits = [max(2, len(str(count))) for count in (tiled.width, tiled.height)]
        lines += [
            'grid = "hex"',
            f'stagger = "{"columns" if flat else "rows"}"',
            f'shifted = "{shifted}"',
            f'numbers = "{"C" * digits[0]}{"R" * digits[1]}"',
        ]
    else:
        lines += [f"rows = {tiled.height}", f"cols = {tiled.width}"]
    lines.append("shorthand = 1")
    if hexes:
        lines += ["", "[[sheet]]", f"columns = [1, {tiled.width}]", f"rows = [1, {tiled.height}]"]
    return "\n".join([*lines, *_terrain(tiled, words if isinstance(words, dict) else {}), ""])


def _terrain(tiled: TiledMap, words: dict[int, str]) -> list[str]:
    layer = next((layer for layer in tiled.layers if layer.kind == "tiles" and layer.name == "terrain"), None)
    used: dict[tuple[int, int], tuple[str, str]] = {}
    for place, number in layer.cells.items() if layer is not None else ():
        tile = tiled.tiles.get(number)
        word = (tile.word if tile is not None else "") or words.get(tile.number if tile is not None else number - 1, "")
        used[place] = (word or "clear", tile.letter if tile is not None else "")
    proposed = {word: letter for word, letter in used.values() if letter}
    if "clear" in {word for word, _ in used.values()} or not used:
        proposed.setdefault("clear", ".")
    letters = letters_for({}, [*proposed.items(), *used.values()])
    plain = next(iter(letters))
    rows = [
        "".join(letters[used[column, row][0]] if (column, row) in used else plain for column in range(tiled.width))
        for row in range(tiled.height)
    ]
    return terrain_text({letter: word for word, letter in letters.items()}, rows)
