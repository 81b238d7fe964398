"""A sheet of letters, one space a cell, as the terrain of a map."""

from __future__ import annotations

from wargame_core.data.documents import one_of
from wargame_core.maps.files.sections import letter_rows
from wargame_workshop.interchange.sheet_rows import SheetMerge
from wargame_workshop.interchange.tables import SheetTable


def merge_letters(merge: SheetMerge, table: SheetTable) -> None:
    """Write the letters of a table into the grid of a map; a map without one gets it, with a legend of letters."""
    data = merge.splices.data
    terrain = data.get("terrain", {})
    legend, written = terrain.get("legend", {}), terrain.get("grid", [])
    rows = letter_rows(tuple(written) if isinstance(written, list) else written)
    new = not legend and not rows
    wide = max(len(row) for row in table.rows)
    lines = []
    for n, row in enumerate(table.rows):
        cells = [*row, *[""] * (wide - len(row))]
        for m, cell in enumerate(cells):
            if len(cell) != 1:
                what = f"{cell[:20]!r} is not one letter" if cell else "the cell is empty"
                hint = "a letter for each space; a sheet that has shown numbers or dates must be formatted as text"
                merge.problems.append(table.problem(n, m, "E204", what, hint))
            elif not new and cell not in legend:
                what = f"{cell!r} is not in the legend{one_of(f'{letter} {word}' for letter, word in legend.items())}"
                merge.problems.append(table.problem(n, m, "E402", what))
        lines.append("".join(cell or "?" for cell in cells))
    if merge.problems:
        return
    if new:
        _first(merge, lines)
    elif (len(lines), wide) != (len(rows), len(rows[0]) if rows else 0):
        what = f"{len(lines)} rows of {wide} letters, and the map has {len(rows)} of {len(rows[0]) if rows else 0}"
        merge.problems.append(table.problem(0, 0, "E401", what))
    elif tuple(lines) == rows:
        merge.untouched += len(lines)
    else:
        path = ("terrain", "grid")
        (merge.splices.relist if isinstance(written, list) else merge.splices.reline)(path, lines)
        pairs = zip("".join(lines), "".join(rows), strict=True)
        merge.changed.append(f"terrain of {sum(a != b for a, b in pairs)} spaces")


def _first(merge: SheetMerge, lines: list[str]) -> None:
    """The grid of a new map; its words are for the designer to choose, and are the letters until then."""
    letters = sorted(set("".join(lines)))
    merge.splices.replace(("map", "rows"), len(lines))
    merge.splices.replace(("map", "cols"), len(lines[0]))
    merge.splices.replace(
        ("terrain", "legend"), {letter: _WORDS.get(letter, f"terrain_{letter}") for letter in letters}
    )
    merge.splices.replace(("terrain", "grid"), lines)
    merge.added.append(f"a map of {len(lines)} rows and {len(lines[0])} columns")


_WORDS = {
    ".": "clear",
    "w": "woods",
    "t": "town",
    "s": "swamp",
    "~": "water",
    "^": "mountain",
    "h": "hill",
    "x": "rough",
}
"""What letters mean that everybody uses for the same."""
