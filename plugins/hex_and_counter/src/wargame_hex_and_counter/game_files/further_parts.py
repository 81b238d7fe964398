"""The parts that few games have, as their sections say them: boxes beside the map, and counters that lie face down."""

from __future__ import annotations

from collections.abc import Sequence

from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.pieces import Setting
from wargame_hex_and_counter.game_files.further_sections import (
    BoxesSection,
    BoxSection,
    FaceDownSection,
    LotSection,
)
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.rules.boxes import Box, Boxes
from wargame_hex_and_counter.rules.face_down import FaceDown, Lot
from wargame_hex_and_counter.rules.stacking import Stacking
from wargame_hex_and_counter.rules.zones import Zones


def boxes_of(
    rows: Sequence[BoxSection],
    given: BoxesSection | None,
    stacking: Setting[Stacking],
    chart: Setting[TerrainChart],
    zones: Setting[Zones],
    cite: Cite,
) -> Boxes:
    """The boxes beside the map."""
    given = given or BoxesSection()
    boxes = tuple(
        Box(
            name=row.name,
            sides=row.sides,
            entered_from=row.entered_from,
            leads_to=row.leads_to,
            onward=row.onward,
            passage=row.passage,
            limit=row.limit,
        )
        for row in rows
    )
    return Boxes(
        boxes=boxes, stacking=stacking, counts=given.counts, blocked_by=given.blocked_by, chart=chart, zones=zones,
        cite=cite,
    )  # fmt: skip


def face_down_of(given: FaceDownSection, rows: Sequence[LotSection], cite: Cite) -> FaceDown:
    """The counters that lie face down."""
    lots = tuple(Lot(row.counters, row.units) for row in rows)
    return FaceDown(lots=lots, known_to=given.known_to, found=given.found, put_by=given.put_by, cite=cite)
