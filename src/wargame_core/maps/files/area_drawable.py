"""The part of a map of areas that can be drawn although its file has mistakes."""

from __future__ import annotations

from attrs import evolve

from wargame_core.data.documents import Document, Problems
from wargame_core.maps.areas import AreaMap
from wargame_core.maps.files.area_format import AreaMapFile, AreaRow, build_area_map
from wargame_core.maps.files.long_areas import long_areas
from wargame_core.maps.files.readable import readable


def drawable_area_map(doc: Document) -> AreaMap | None:
    """A map of the readable areas and the joins between them; None if there are none."""
    head = doc.data.get("map")
    patched = {**doc.data, "map": {"id": "map", "title": "", **(head if isinstance(head, dict) else {})}}
    partly: AreaMapFile | None = readable(Document(doc.path, doc.text, patched), AreaMapFile)
    file = long_areas(doc, partly, Problems()).file if partly is not None else None
    rows: dict[str, AreaRow] = {}
    for row in file.area if file is not None else ():
        rows.setdefault(row.id.casefold(), row)
    if file is None or not rows:
        return None
    return build_area_map(AreaMapFile(file.map, tuple(_sound(row, rows) for row in rows.values())))


def _sound(row: AreaRow, rows: dict[str, AreaRow]) -> AreaRow:
    """An area without the joins that lead nowhere, without an outline that is none, and a part only of a whole."""
    ids = {known.id for known in rows.values()}
    joins = {
        kind: tuple(other for other in others if other in ids and other != row.id) for kind, others in row.joins.items()
    }
    whole = rows.get(row.part_of.casefold())
    part_of = whole.id if whole is not None and whole is not row and not whole.part_of else ""
    return evolve(row, joins=joins, part_of=part_of, outline=row.outline if len(row.outline) > 2 else ())
