"""Small maps and foreign files for the tests of imports; nothing of anybody else's."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wargame_core.data.documents import parse_toml
from wargame_workshop.interchange.drawn import Merged, merge
from wargame_workshop.interchange.map_rows import MapRows
from wargame_workshop.interchange.tiled_drawing import tiled_drawing
from wargame_workshop.interchange.tiled_maps import tiled_map
from wargame_workshop.interchange.tiled_read import read_tiled

TWO_FORDS = """\
source = { document = "ours", basis = "reconstruction" }

[map]  # the head
id = "two_fords"
title = "Two Fords"
rows = 6
cols = 8

[terrain]
legend = { "." = "clear", w = "woods", t = "town" }
grid = [
  "...ww...",  # 0
  ".t.w....",  # 1
  ".......t",  # 2
  "..ww....",  # 3
  "..www...",  # 4
  "......t.",  # 5
]

[[river]]
name = "Stony River"
edges = [
  [0, 4, 0, 5], [1, 4, 1, 5], [2, 4, 2, 5],  # the upper half
  [3, 4, 3, 5], [4, 4, 4, 5], [5, 4, 5, 5],
]

[[crossing]]
id = "upper_ford"
name = "Upper Ford"
kind = "ford"
river = "Stony River"
edge = [1, 4, 1, 5]
note = "knee-deep"

[[place]]
name = "Ashby"  # where it begins
kind = "town"
cell = [1, 1]

[[place]]
name = "Millbrook"
kind = "town"
cell = [2, 7]

[[road]]
kind = "road"
path = [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7], [2, 7]]

[[stream]]
name = "Dry Run"
cells = [[3, 0], [4, 1], [5, 1]]

[[entry]]
id = "west"
cell = [3, 0]
"""

HEXES = """\
[map]
id = "hexes"
title = "Hexes"
shifted = "odd"

[[sheet]]
columns = [3, 8]
rows = [1, 5]

[terrain]
legend = { "." = "clear", w = "woods" }
grid = \"\"\"
......
.ww...
..w...
......
......
\"\"\"

[[place]]
name = "Kent"
hex = "0403"

[[hexside]]
kind = "creek"
name = "Run"
bars = false
sides = ["0402-0502", "0403-0502"]

[[road]]
kind = "pike"
paths = [["0301", "0402", "0403"], ["0403", "0404", "0405"]]
"""


def rows_of(text: str) -> MapRows:
    return MapRows(parse_toml(text, Path("map.toml")))


def exported(text: str) -> dict[str, Any]:
    """The Tiled map of a map file."""
    data: dict[str, Any] = json.loads(tiled_map(rows_of(text), "tiles.png")[0])
    return data


def thing(tiled: dict[str, Any], name: str, layer: str = "") -> dict[str, Any]:
    """An object of a Tiled map by its name, or the first of its class."""
    things = [t for rows in tiled["layers"] if layer in ("", rows["name"]) for t in rows.get("objects", ())]
    found: dict[str, Any] = next(t for t in things if name in (t["name"], t["type"]))
    return found


def draw(tiled: dict[str, Any], name: str, label: str, kind: str, *points: tuple[float, float], **keys: object) -> None:
    """One more object in a layer: a point, or a line of several."""
    x, y = points[0]
    shape = {"polyline": [{"x": a - x, "y": b - y} for a, b in points]} if len(points) > 1 else {"point": True}
    properties = [{"name": key, "type": "string", "value": value} for key, value in keys.items()]
    head = {"id": 900, "name": label, "type": kind, "x": x, "y": y, "properties": properties}
    layer(tiled, name)["objects"].append({**head, **shape})


def layer(tiled: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(rows for rows in tiled["layers"] if rows["name"] == name)
    return found


def merged(folder: Path, text: str, change: Callable[[dict[str, Any]], object], *, prune: bool = False) -> Merged:
    """What becomes of a map file when its Tiled map is changed in some way."""
    tiled = exported(text)
    change(tiled)
    path = folder / "map.tmj"
    path.write_text(json.dumps(tiled, indent=1), encoding="utf-8")
    file = rows_of(text)
    return merge(file, tiled_drawing(read_tiled(path), file), prune=prune)


def changed_lines(old: str, new: str) -> list[str]:
    """The lines of a text that another one has not."""
    before = old.splitlines()
    return [line for line in new.splitlines() if line not in before]


def archive(path: Path, members: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in members.items():
            target.writestr(name, content)
    return path


def ods(path: Path, sheets: dict[str, str]) -> Path:
    """An OpenDocument spreadsheet whose sheets are rows of table elements as they are given."""
    told = "".join(f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in sheets.items())
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for short, name in (("office", "office"), ("table", "table"), ("text", "text"))
    )
    body = f"<office:body><office:spreadsheet>{told}</office:spreadsheet></office:body>"
    content = f'<?xml version="1.0"?><office:document-content {spaces}>{body}</office:document-content>'
    return archive(path, {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def ods_row(*cells: str) -> str:
    """A row of cells with texts."""
    return f"<table:table-row>{''.join(ods_cell(cell) for cell in cells)}</table:table-row>"


def ods_cell(text: str, more: str = "") -> str:
    inner = f"<text:p>{text}</text:p>" if text else ""
    return f'<table:table-cell office:value-type="string" {more}>{inner}</table:table-cell>'
