"""What can be drawn on a map, by its kind."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import fields_dict

from wargame_core.data import Document
from wargame_core.maps.files.areas import AREAS
from wargame_core.maps.files.reader import MapReader, Spelling
from wargame_core.maps.grid import Grid
from wargame_workshop.splices import Splices
from wargame_workshop.watching.area_strokes import (
    area,
    area_kind,
    area_region,
    erase_area,
    erase_join,
    join,
    move_area,
    rename_area,
)
from wargame_workshop.watching.letter_strokes import paint, region, terrain
from wargame_workshop.watching.sided_strokes import (
    crossing,
    erase_crossing,
    erase_line,
    erase_place,
    erase_road,
    line,
    place,
    rename_place,
    road,
)
from wargame_workshop.watching.stroke_fields import StrokeFields

Stroke = Callable[[MapReader[Any], StrokeFields, Splices], None]
STROKES: Mapping[str, Stroke] = {
    "paint": paint,
    "terrain": terrain,
    "region": region,
    "line": line,
    "erase_line": erase_line,
    "road": road,
    "erase_road": erase_road,
    "place": place,
    "rename_place": rename_place,
    "erase_place": erase_place,
    "crossing": crossing,
    "erase_crossing": erase_crossing,
}
"""By name what a stroke does on a map whose spaces have sides."""
TABLES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("paint", "terrain"), frozenset({"terrain"})),
    "region": frozenset({"regions"}),
    **dict.fromkeys(("line", "erase_line"), frozenset({"river", "hexside", "barrier"})),
    **dict.fromkeys(("road", "erase_road"), frozenset({"road"})),
    **dict.fromkeys(("place", "rename_place", "erase_place"), frozenset({"place"})),
    **dict.fromkeys(("crossing", "erase_crossing"), frozenset({"crossing"})),
}
"""By stroke the tables of which a kind of map must have one."""
AREA_STROKES: Mapping[str, Stroke] = {
    "area": area,
    "area_kind": area_kind,
    "region": area_region,
    "move_area": move_area,
    "rename_area": rename_area,
    "erase_area": erase_area,
    "join": join,
    "erase_join": erase_join,
}
"""By name what a stroke does on a map of areas."""


def strokes_on(spelling: Spelling[Any], grid: Grid, doc: Document) -> Mapping[str, Stroke]:
    """What can be drawn on a map, by the tables that its files may have."""
    if spelling is AREAS:
        return AREA_STROKES
    if grid.drawn_as_network or not grid.lattice.ways:
        return {}
    tables, regions = fields_dict(spelling.file_class).keys(), doc.data.get("regions")
    follows_rivers = isinstance(regions, dict) and "of" in regions  # from the rivers, and have no letters
    return {
        name: STROKES[name] for name in STROKES if tables & TABLES[name] and not (follows_rivers and name == "region")
    }
