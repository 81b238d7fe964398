"""Tokens on a map: side by side when several share a space, each with what a screen needs to know of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from attrs import frozen

from wargame_core.draw.faces import BOXES, Shape, draw_face
from wargame_core.draw.ground import Spot
from wargame_core.draw.shapes import as_id, number
from wargame_core.errors import WargameError
from wargame_core.maps.features import Point


@frozen
class Marker:
    """A token to draw. Face down, only its colour and side are shown: neither label nor note gets into the picture.

    ``id`` is the piece's as its reader knows it, of the sheet. ``face`` is SVG about 0, 0 in place of the shape's own.
    One with an ``aside`` lies that far from the middle of its space, over the others.
    """

    space: int
    label: str
    side: str
    color: str
    shape: Shape = "block"
    face_down: bool = False
    note: str = ""
    id: str = ""
    face: str = ""
    aside: Point | None = None
    kind: str = ""


@frozen
class PlacedPiece:
    """A token as it lies: the middle of its face, how large it is drawn, and the face itself as SVG about 0, 0."""

    id: str
    side: str
    at: str
    text: str
    x: float
    y: float
    scale: float
    face: str
    face_down: bool = False
    kind: str = ""


def draw_piece(piece: PlacedPiece, ids: str = "") -> str:
    """A placed piece as SVG, with its id, side and place for screens, and its text as name."""
    grow = f" scale({piece.scale})" if piece.scale != 1 else ""
    words = " ".join(filter(None, ("piece", as_id(piece.side), as_id(piece.kind), "face-down" * piece.face_down)))
    named = f' id="{ids}piece-{as_id(piece.id)}" data-piece="{escape(piece.id)}"' if piece.id else ""
    return (
        f'<g{named} class="{words}" data-side="{escape(piece.side)}" data-at="{escape(piece.at)}" role="img" '
        f'transform="translate({number(piece.x)} {number(piece.y)}){grow}"><title>{escape(piece.text)}</title>'
        f"{piece.face}</g>"
    )


def lay_out(spots: Sequence[Spot], markers: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """All tokens, space by space in the order given; those of one space lie beside each other, small enough for it.

    Raises:
        WargameError: a token off the map.
    """
    stacks: dict[int, list[Marker]] = {}
    for marker in markers:
        if not 0 <= marker.space < len(spots):
            raise WargameError(f"token of {marker.side} in space {marker.space}, but the map has 0-{len(spots) - 1}")
        stacks.setdefault(marker.space, []).append(marker)
    for space, stack in sorted(stacks.items()):
        yield from _stack(spots[space], [marker for marker in stack if marker.aside is None])
        for marker in stack:
            if marker.aside is not None:
                (x, y), (right, down) = spots[space].at, marker.aside
                yield _placed(marker, spots[space].id, x + right, y + down, 1.0)


def _stack(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    if not stack:
        return
    x, y = spot.at
    scale, rows = _rows(stack, *_room(spot.outline))
    below = y - scale * sum(_height(row) for row in rows) / 2
    for row in rows:
        right = x - scale * sum(BOXES[marker.shape][0] for marker in row) / 2
        for marker in row:
            wide, _, dx, dy = BOXES[marker.shape]
            yield _placed(
                marker, spot.id, right + scale * (wide / 2 - dx), below + scale * (_height(row) / 2 - dy), scale
            )
            right += scale * wide
        below += scale * _height(row)


def _placed(marker: Marker, place: str, x: float, y: float, scale: float) -> PlacedPiece:
    known = "" if marker.face_down else ": ".join(text for text in (marker.label, marker.note) if text)
    label = "" if marker.face_down else marker.label
    face = marker.face or draw_face(marker.shape, label, marker.color, marker.face_down, min(1 / scale, 1.6))
    return PlacedPiece(
        marker.id,
        marker.side,
        place,
        f"{marker.side} {known}".strip(),
        round(x, 1),
        round(y, 1),
        scale,
        face,
        marker.face_down,
        marker.kind or marker.shape,
    )


_SCALES = (1.0, *(round(0.99**n, 2) for n in range(3, 180, 3)))


def _room(points: Sequence[Point]) -> tuple[float, float]:
    """Width and height of what tokens may cover without lying on those of neighbours; hexes stand into each other."""
    wide, high = (max(p[n] for p in points) - min(p[n] for p in points) for n in (0, 1))
    if len(points) == 4:
        return wide, high
    return (wide * 0.75, high) if wide > high else (wide, high * 0.75)


def _rows(stack: Sequence[Marker], wide: float, high: float) -> tuple[float, list[list[Marker]]]:
    """The largest scale at which the tokens fit into rows, and the rows."""
    scale, rows = 0.0, [list(stack)]
    for scale in _SCALES:
        rows, used = [], wide + 1
        for marker in stack:
            needed = scale * BOXES[marker.shape][0]
            if used + needed > wide:
                rows.append([])
                used = 0.0
            rows[-1].append(marker)
            used += needed
        one_fits = all(scale * BOXES[marker.shape][0] <= wide for marker in stack)
        if one_fits and scale * sum(_height(row) for row in rows) <= high:
            break
    return scale, rows


def _height(row: Sequence[Marker]) -> float:
    return max(BOXES[marker.shape][1] for marker in row)
