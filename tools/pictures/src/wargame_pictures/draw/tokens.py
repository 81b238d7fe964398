"""What lies on a sheet: tokens, side by side when several share a space, and marks.

A mark is a tinted space, a path as an arrow, a crossing that is crossed out, or what a game draws itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TypeAlias, assert_never

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.maps.features import Point
from wargame_core.maps.masks import bits
from wargame_pictures.draw import faces
from wargame_pictures.draw.faces import Badge, Face, Shape
from wargame_pictures.draw.ground import DrawnGround, Spot
from wargame_pictures.draw.shapes import (
    COLOR,
    as_id,
    at,
    closed_path,
    curve,
    inset,
    loops,
    middle,
    number,
    stroke,
    with_title,
)
from wargame_pictures.draw.terrain import INK, KeyItem

DARK, LIGHT = COLOR["side-1"], COLOR["side-2"]
"""The counters of the first and of the second side."""
DARK_LINE, LIGHT_LINE = COLOR["side-1-line"], COLOR["side-2-line"]
"""Lines and tints of the same sides."""


BIG = 1.5
"""The factor by which tokens are larger in a space with room for more than three side by side."""
SLIPS = 2
"""The most tokens of a stack drawn one below the other; of more than a space has room for, one lies on the others."""
EDGES, EDGE = 4, 2.2
"""How many edges are seen of those that lie under it, and how wide each is."""
LOW = frozenset({"flag", "depot", "picket", "train"})
"""Shapes whose slips in a stack are lower than those of units."""


@frozen(cache_hash=True)
class Marker:
    """A token to draw. If it lies face down, the picture shows only its colour and side, neither label nor note.

    ``id`` is the piece's id on the sheet, as the viewer knows it. A counter shows its ``label``, the symbol of its
    ``arm``, a ``value``, ``pips`` for the parts that are left and those lost (a whole unit of three has ``(3, 0)``),
    ``badges`` for its state, and on its left edge a ``band`` in the colour of its corps with the badge of ``corps``;
    ``note`` is its tooltip. ``face`` is SVG centred on 0, 0 that replaces all of these. ``offset`` is the distance from
    the centre of its space, for a token that lies over the others.
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
    offset: Point | None = None
    kind: str = ""
    arm: str = ""
    value: str = ""
    pips: tuple[int, int] = (0, 0)
    badges: tuple[Badge, ...] = ()
    band: str = ""
    corps: str = ""

    @property
    def visible_face(self) -> Face:
        """The face that is visible: its back if it lies face down."""
        if self.face_down:
            return Face(self.shape, "", self.color, True)
        details = self.arm, self.value, self.pips, self.badges, self.band, self.corps
        return Face(self.shape, self.label, self.color, False, *details)


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
    scaling = f" scale({piece.scale})" if piece.scale != 1 else ""
    words = " ".join(filter(None, ("piece", as_id(piece.side), as_id(piece.kind), "face-down" * piece.face_down)))
    attributes = f' id="{ids}piece-{as_id(piece.id)}" data-piece="{escape(piece.id)}"' if piece.id else ""
    return (
        f'<g{attributes} class="{words}" data-side="{escape(piece.side)}" data-at="{escape(piece.at)}" role="img" '
        f'transform="translate({number(piece.x)} {number(piece.y)}){scaling}"><title>{escape(piece.text)}</title>'
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
    yield from _stack(spot, [marker for marker in stack if marker.offset is None])
    for marker in stack:
        if marker.offset is not None:
            (x, y), (dx, dy) = spot.at, marker.offset
            size = faces.FACE_BOXES[marker.shape][:2]
            face = marker.face or faces.draw_face(marker.visible_face)
            yield _place_marker(marker, spot.id, (x + dx, y + dy), 1.0, face, size)


def _stack(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    if len(stack) == 1 or any(marker.face for marker in stack):
        yield from _side_by_side(spot, stack)
    elif len(stack) > SLIPS * max(1, room_in(spot.outline)[0] // faces.FACE_BOXES["block"][0]):
        yield from _pile(spot, stack)
    elif stack:
        yield from _slips(spot, stack)


def _side_by_side(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """Tokens side by side in their own shapes, small enough for the space."""
    x, y = spot.at
    room_wide, room_high = room_in(spot.outline)
    for rank, marker in enumerate(stack):
        width, height, dx, dy = faces.FACE_BOXES[marker.shape]
        badges_height = faces.BADGES_HIGH if marker.shape == "block" and marker.badges and not marker.face_down else 0.0
        max_scale = BIG if room_wide > 3 * faces.FACE_BOXES["block"][0] and len(stack) == 1 else 1.0
        scale = min(max_scale, round(room_wide / len(stack) / width, 2), round(room_high / (height + badges_height), 2))
        middle_x = x + (rank - (len(stack) - 1) / 2) * room_wide / len(stack)
        point = (middle_x - scale * dx, y - scale * (dy + badges_height / 2))
        size = (width - 1) * scale, (height + badges_height - 1) * scale
        yield _place_marker(marker, spot.id, point, scale, marker.face or faces.draw_face(marker.visible_face), size)


def _pile(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """A high stack: the first unit on top, of the others the edges, and the number of all."""
    x, y = spot.at
    room_wide, room_high = room_in(spot.outline)
    top = next((marker for marker in stack if marker.shape == "block"), stack[0])
    markers_below = [marker for marker in stack if marker is not top]
    width, height = faces.COUNTER
    edges = min(len(markers_below), EDGES)
    scale = round(min((room_wide - 1) / (width + edges * EDGE), (room_high - 1) / (height + edges * EDGE), BIG), 2)
    left, foot = x - scale * edges * EDGE / 2, y + scale * edges * EDGE / 2
    for rank, marker in enumerate((*reversed(markers_below), top)):
        shift = scale * EDGE * min(len(markers_below) - rank, EDGES)
        face = faces.draw_slip(marker.visible_face, width, height)
        face += faces.draw_count(len(stack)) if marker is top else ""
        yield _place_marker(marker, spot.id, (left + shift, foot - shift), scale, face, (scale * width, scale * height))


def _slips(spot: Spot, stack: Sequence[Marker]) -> Iterator[PlacedPiece]:
    """Tokens of a stack as slips, four at most one below the other; some shapes are lower."""
    x, y = spot.at
    room_width, height = room_in(spot.outline)
    grow = BIG if room_width > 3 * faces.FACE_BOXES["block"][0] else 1.0
    grow = max(1.0, min(grow, room_width / len(stack) / faces.FACE_BOXES["block"][0]))
    room_width, height = room_width / grow, height / grow
    columns = max(-(-len(stack) // 4), min(len(stack), int(room_width // faces.FACE_BOXES["block"][0])))
    lines = -(-len(stack) // columns)
    columns = -(-len(stack) // lines)
    for column in range(columns):
        slips = stack[column * lines : (column + 1) * lines]
        shares = [0.62 if marker.shape in LOW and not marker.face_down else 1.0 for marker in slips]
        line = min(21.0 if room_width < 80 else 27.0, height / sum(shares))
        width, y_offset = min(room_width / columns, faces.FACE_BOXES["block"][0]), -line * sum(shares) / 2
        x_offset = (column - (columns - 1) / 2) * width
        for marker, share in zip(slips, shares, strict=True):
            size = round(width - 0.6, 1), round(line * share - 0.4, 1)
            point = x + grow * x_offset, y + grow * (y_offset + line * share / 2)
            yield _place_marker(
                marker,
                spot.id,
                point,
                grow,
                faces.draw_slip(marker.visible_face, *size),
                (grow * size[0], grow * size[1]),
            )
            y_offset += line * share


def _place_marker(marker: Marker, place: str, point: Point, scale: float, face: str, size: Point) -> PlacedPiece:
    description = "" if marker.face_down else ": ".join(filter(None, (marker.label, marker.note)))
    return PlacedPiece(
        marker.id,
        marker.side,
        place,
        f"{marker.side} {description}".strip(),
        round(point[0], 1),
        round(point[1], 1),
        scale,
        face,
        *size,
        marker.face_down,
        "" if marker.face_down else marker.kind or marker.arm or marker.shape,
    )


def room_in(points: Sequence[Point]) -> tuple[float, float]:
    """The width and height that tokens may cover without touching those of neighbouring spaces; hexes interlock."""
    width, height = (max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1))
    if len(points) == 4:
        return width, height
    return (width * 0.75, height) if width > height else (width, height * 0.75)


def side_keys(names: Sequence[str]) -> Iterator[KeyItem]:
    """The counters of two sides."""
    for name, color in zip(names, (DARK, LIGHT), strict=True):
        yield KeyItem(
            f'<g transform="translate(12 7)">{faces.draw_slip(Face("block", "", color), 22.0, 13.0)}</g>', name
        )


def shape_keys(words: Mapping[str, str]) -> Iterator[KeyItem]:
    """The symbols of arms and other tokens, each with its word; keys are the values of `Face.arm`."""
    return (KeyItem(faces.draw_sign(sign, INK, 12, 7, 1.4), word) for sign, word in words.items())


def pip_key(word: str) -> KeyItem:
    """Discs for the parts that are left and rings for those that are lost."""
    ring = f'<circle cx="17" cy="7" r="3" fill="none" stroke="{INK}"/>'
    return KeyItem(f'<circle cx="7" cy="7" r="3" fill="{INK}"/>{ring}', word)


def badge_keys(badges: Mapping[Badge, str]) -> Iterator[KeyItem]:
    """Badges with what they mean."""
    return (KeyItem(faces.draw_badge(*badge, 12, 7, 15, 11), word) for badge, word in badges.items())


def bands(names: Iterable[str]) -> dict[str, str]:
    """A colour for each of some corps, in their order; a seventh has the colour of the first."""
    return {name: _BANDS[band_number % len(_BANDS)] for band_number, name in enumerate(names)}


_BANDS = tuple(COLOR[f"band-{band_number}"] for band_number in range(1, 7))


def badge_of(corps: str) -> str:
    """The number of a corps of the Army of the Potomac by its name, for its badge; "" for others.

    >>> badge_of("XI Corps"), badge_of("XIII Corps")
    ('XI', '')
    """
    number_of = corps.removesuffix(" Corps")
    return number_of if number_of in faces.CORPS_BADGES else ""


def corps_keys(corps: Iterable[str]) -> Iterator[KeyItem]:
    """The badges of these corps, of those that have one."""
    badge_names = set(map(badge_of, corps))
    for name, badge in faces.CORPS_BADGES.items():
        if name in badge_names:
            svg = f'<path d="{badge}" transform="translate(12 7) scale(1.9)" fill="{INK}"/>'
            yield KeyItem(svg, f"{name} Corps")


def band_key(word: str) -> KeyItem:
    """Strips of the colours of corps."""
    strips = "".join(
        f'<path d="M{3 + 4 * band_number} 1v12" stroke="{band}" stroke-width="3"/>'
        for band_number, band in enumerate(_BANDS)
    )
    return KeyItem(strips, word)


LIT = COLOR["lit"]
"""The colour of highlights."""
MOVED = COLOR["last"]
"""The colour of the last move and of arrows."""
DESTROYED = COLOR["destroyed"]


@frozen
class Highlight:
    """Spaces to tint, with a word for the legend; ``side`` says whose they are."""

    mask: int
    color: str
    label: str = ""
    side: str = ""


@frozen
class PathMark:
    """A path to draw as an arrow through the centres of its spaces, ``width`` wide, with a word for the legend."""

    spaces: tuple[int, ...]
    color: str
    label: str = ""
    width: float = 4.0


@frozen
class DestroyedCrossing:
    """A crossing to cross out, by its id."""

    crossing: str


@frozen
class Art:
    """SVG made by the game, in the coordinates of the ground, with a line of the legend if it needs one."""

    svg: str
    key: KeyItem | None = None


Mark: TypeAlias = Highlight | PathMark | DestroyedCrossing | Art


def draw_mark(ground: DrawnGround, mark: Mark) -> str:
    """A mark as SVG. Raises `UnknownName` for a crossing that is not there."""
    match mark:
        case Highlight():
            return _draw_highlight(ground, mark)
        case PathMark():
            return arrow([ground.spots[space].at for space in mark.spaces], mark.color, mark.label, mark.width)
        case DestroyedCrossing():
            return _draw_destroyed(mark.crossing, middle(*ground.crossing(mark.crossing)))
        case Art():
            return mark.svg
        case _:
            assert_never(mark)


def key_of(mark: Mark) -> KeyItem | None:
    """The line of the legend for a mark, None for one that needs none."""
    match mark:
        case Highlight(label=label, color=color, side=side):
            opacity = ".04" if side else ".28"
            color_attributes = f'fill="{escape(color)}" fill-opacity="{opacity}" stroke="{escape(color)}"'
            return KeyItem(f'<rect width="24" height="14" {color_attributes}/>', label) if label else None
        case PathMark(label=label, color=color):
            return KeyItem(stroke("M0 7h24", escape(color), 4), label) if label else None
        case Art():
            return mark.key
        case DestroyedCrossing():
            return None
        case _:
            assert_never(mark)


INNER_LINE = 1.8
"""How far inside its spaces the line around what a side controls is drawn."""


def _draw_highlight(ground: DrawnGround, highlight: Highlight) -> str:
    lines = loops(ground.spots[space].outline for space in bits(highlight.mask))
    color, title = escape(highlight.color), f"<title>{escape(highlight.label)}</title>" if highlight.label else ""
    if highlight.side:
        data = closed_path(inset(line, INNER_LINE) for line in lines)
        attributes = (
            f'data-side="{escape(highlight.side)}" d="{data}" fill="{color}" fill-opacity=".04" stroke-opacity=".8"'
        )
    else:
        attributes = f'd="{closed_path(lines)}" fill="{color}" fill-opacity=".28"'
    return (
        f'<path class="mark" data-mark="tint" {attributes} fill-rule="evenodd" stroke="{color}" stroke-width="2" '
        f'stroke-linejoin="round">{title}</path>'
    )


def arrow(points: list[Point], color: str, label: str = "", width: float = 4) -> str:
    """A line through some points with a head at its end; nothing for a single point."""
    if len(points) < 2 or points[-1] == points[-2]:
        return ""
    (x0, y0), (x1, y1) = points[-2:]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    x1, y1 = x1 - dx * 3, y1 - dy * 3
    arrow_length, arrow_width = 5 + 2 * width, 1.75 * width
    base = (x1 - dx * arrow_length, y1 - dy * arrow_length)
    wings = (
        (base[0] - dy * arrow_width, base[1] + dx * arrow_width),
        (base[0] + dy * arrow_width, base[1] - dx * arrow_width),
    )
    color, data = escape(color), curve([*points[:-1], (x1 - dx * (arrow_length - 3), y1 - dy * (arrow_length - 3))])
    lines = stroke(data, COLOR["halo"], width + 3, 'stroke-opacity=".75"') + stroke(data, color, width)
    head = f'<path d="M{at((x1, y1))}L{at(wings[0])}L{at(wings[1])}Z" fill="{color}"/>'
    return with_title(label, lines + head) if label else f"<g>{lines}{head}</g>"


def _draw_destroyed(crossing: str, mark_position: Point) -> str:
    x, y = mark_position
    data = f"M{at((x - 8, y - 8))}l16 16m0 -16l-16 16"
    lines = stroke(data, COLOR["halo"], 6) + stroke(data, DESTROYED, 3.4)
    return f'<g class="mark" data-mark="destroyed" data-of="{escape(crossing)}"><title>destroyed</title>{lines}</g>'
