"""Tokens on a map: side by side when several share a space, each with the data that a screen needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.maps.features import Point
from wargame_pictures.draw.faces import (
    BADGES_HIGH,
    BOXES,
    Badge,
    Face,
    Shape,
    draw_badge,
    draw_face,
    draw_sign,
    draw_slip,
)
from wargame_pictures.draw.ground import Spot
from wargame_pictures.draw.keys import KeyItem
from wargame_pictures.draw.shapes import as_id, number
from wargame_pictures.draw.terrain import INK

DARK, LIGHT = "#27457a", "#e2c3a4"
"""The counters of the first and of the second side."""
DARK_LINE, LIGHT_LINE = "#2a4d8f", "#a23b2a"
"""Lines and tints of the same sides."""


BIG = 1.25
"""The factor by which tokens are larger in a space with room for more than three side by side."""
LOW = frozenset({"flag", "depot", "picket", "train"})
"""Shapes whose slips in a stack are lower than those of units."""


@frozen
class Marker:
    """A token to draw. If it lies face down, the picture shows only its colour and side, neither label nor note.

    ``id`` is the piece's id on the sheet, as the viewer knows it. A counter shows its ``label``, the symbol of its
    ``arm``, a ``value``, ``pips`` for parts left and lost, and ``badges`` for its state; ``note`` is its tooltip.
    ``face`` is SVG centred on 0, 0 that replaces all of these. ``aside`` is the distance from the centre of its space,
    for a token that lies over the others.
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
    arm: str = ""
    value: str = ""
    pips: tuple[int, int] = (0, 0)
    badges: tuple[Badge, ...] = ()

    @property
    def seen(self) -> Face:
        """The face that is visible: its back if it lies face down."""
        if self.face_down:
            return Face(self.shape, "", self.color, True)
        return Face(self.shape, self.label, self.color, False, self.arm, self.value, self.pips, self.badges)


@frozen
class PlacedPiece:
    """A token with its position: the centre of its face, its scale, the face as SVG centred on 0, 0, and its size."""

    id: str
    side: str
    at: str
    text: str
    x: float
    y: float
    scale: float
    face: str
    wide: float
    high: float
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
    """All tokens, space by space in the order given; those of one space lie side by side, small enough to fit.

    Raises:
        WargameError: a token off the map.
    """
    for space, stack in stacks_of(spots, markers).items():
        yield from lay_out_stack(spots[space], stack)


def stacks_of(spots: Sequence[Spot], markers: Sequence[Marker]) -> dict[int, tuple[Marker, ...]]:
    """The tokens of each space, spaces in order. Raises `WargameError` for a token off the map."""
    stacks: dict[int, list[Marker]] = {}
    for marker in markers:
        if not 0 <= marker.space < len(spots):
            raise WargameError(f"token of {marker.side} in space {marker.space}, but the map has 0-{len(spots) - 1}")
        stacks.setdefault(marker.space, []).append(marker)
    return {space: tuple(stack) for space, stack in sorted(stacks.items())}


def lay_out_stack(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """The tokens of one space. Their positions depend on the space and the stack alone."""
    yield from _stack(spot, [marker for marker in stack if marker.aside is None])
    for marker in stack:
        if marker.aside is not None:
            (x, y), (right, down) = spot.at, marker.aside
            size = BOXES[marker.shape][:2]
            face = marker.face or draw_face(marker.seen)
            yield _placed(marker, spot.id, (x + right, y + down), 1.0, face, size)


def _stack(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    if len(stack) == 1 or any(marker.face for marker in stack):
        yield from _apart(spot, stack)
    elif stack:
        yield from _slips(spot, stack)


def _apart(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """Tokens side by side in their own shapes, small enough for the space."""
    x, y = spot.at
    wide, high = room_in(spot.outline)
    for n, marker in enumerate(stack):
        width, height, dx, dy = BOXES[marker.shape]
        below = BADGES_HIGH if marker.shape == "block" and marker.badges and not marker.face_down else 0.0
        most = BIG if wide > 3 * BOXES["block"][0] and len(stack) == 1 else 1.0
        scale = min(most, round(wide / len(stack) / width, 2), round(high / (height + below), 2))
        middle = x + (n - (len(stack) - 1) / 2) * wide / len(stack)
        at = (middle - scale * dx, y - scale * (dy + below / 2))
        size = (width - 1) * scale, (height + below - 1) * scale
        yield _placed(marker, spot.id, at, scale, marker.face or draw_face(marker.seen), size)


def _slips(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """Tokens of a stack as slips, four at most one below the other; some shapes are lower."""
    x, y = spot.at
    wide, high = room_in(spot.outline)
    grow = BIG if wide > 3 * BOXES["block"][0] else 1.0
    wide, high = wide / grow, high / grow
    columns = max(-(-len(stack) // 4), min(len(stack), int(wide // BOXES["block"][0])))
    lines = -(-len(stack) // columns)
    columns = -(-len(stack) // lines)
    for column in range(columns):
        slips = stack[column * lines : (column + 1) * lines]
        shares = [0.62 if marker.shape in LOW and not marker.face_down else 1.0 for marker in slips]
        line = min(21.0 if wide < 80 else 27.0, high / sum(shares))
        across, down = min(wide / columns, BOXES["block"][0]), -line * sum(shares) / 2
        middle = (column - (columns - 1) / 2) * across
        for marker, share in zip(slips, shares, strict=True):
            size = round(across - 0.6, 1), round(line * share - 0.4, 1)
            at = x + grow * middle, y + grow * (down + line * share / 2)
            yield _placed(marker, spot.id, at, grow, draw_slip(marker.seen, *size), (grow * size[0], grow * size[1]))
            down += line * share


def _placed(marker: Marker, place: str, at: Point, scale: float, face: str, size: Point) -> PlacedPiece:
    known = "" if marker.face_down else ": ".join(filter(None, (marker.label, marker.note)))
    return PlacedPiece(
        marker.id,
        marker.side,
        place,
        f"{marker.side} {known}".strip(),
        round(at[0], 1),
        round(at[1], 1),
        scale,
        face,
        *size,
        marker.face_down,
        "" if marker.face_down else marker.kind or marker.arm or marker.shape,
    )


def room_in(points: Sequence[Point]) -> tuple[float, float]:
    """The width and height that tokens may cover without touching those of neighbouring spaces; hexes interlock."""
    wide, high = (max(p[n] for p in points) - min(p[n] for p in points) for n in (0, 1))
    if len(points) == 4:
        return wide, high
    return (wide * 0.75, high) if wide > high else (wide, high * 0.75)


def side_keys(names: Sequence[str]) -> Iterator[KeyItem]:
    """The counters of two sides."""
    for name, color in zip(names, (DARK, LIGHT), strict=True):
        yield KeyItem(f'<g transform="translate(12 7)">{draw_slip(Face("block", "", color), 22.0, 13.0)}</g>', name)


def shape_keys(words: Mapping[str, str]) -> Iterator[KeyItem]:
    """The symbols of arms and other tokens, each with its word; keys are the values of `Face.arm`."""
    return (KeyItem(draw_sign(sign, INK, 12, 7, 1.4), word) for sign, word in words.items())


def pip_key(word: str) -> KeyItem:
    """Discs for the parts that are left and rings for those that are lost."""
    ring = f'<circle cx="17" cy="7" r="3" fill="none" stroke="{INK}"/>'
    return KeyItem(f'<circle cx="7" cy="7" r="3" fill="{INK}"/>{ring}', word)


def badge_keys(badges: Mapping[Badge, str]) -> Iterator[KeyItem]:
    """Badges with what they mean."""
    return (KeyItem(draw_badge(*badge, 12, 7, 15, 11), word) for badge, word in badges.items())
