"""Tokens on a map: blocks, pickets, depots, trains and flags, side by side when several share a space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal

from attrs import frozen

from wargame_core.draw.labels import text_width
from wargame_core.draw.shapes import centre, corners, number
from wargame_core.errors import WargameError
from wargame_core.maps.map import Map

Shape = Literal["block", "picket", "depot", "train", "flag"]


@frozen
class Marker:
    """A token to draw. Face down, only its colour and side are shown: neither label nor note gets into the picture."""

    space: int
    label: str
    side: str
    color: str
    shape: Shape = "block"
    face_down: bool = False
    note: str = ""


def draw_markers(game_map: Map, markers: Sequence[Marker]) -> str:
    """All tokens, in the order given; those of one space lie beside each other, small enough to stay in it.

    Raises:
        WargameError: a token off the map.
    """
    stacks: dict[int, list[Marker]] = {}
    for marker in markers:
        if not 0 <= marker.space < game_map.size:
            raise WargameError(f"token of {marker.side} in space {marker.space}, but the map has 0-{game_map.size - 1}")
        stacks.setdefault(marker.space, []).append(marker)
    parts = []
    for space, stack in sorted(stacks.items()):
        x, y = centre(game_map, space)
        scale, rows = _rows(stack, *_room(game_map, space))
        grow = f" scale({scale})" if scale != 1 else ""
        below = y - scale * sum(_height(row) for row in rows) / 2
        for row in rows:
            right = x - scale * sum(_BOXES[marker.shape][0] for marker in row) / 2
            for marker in row:
                wide, _, dx, dy = _BOXES[marker.shape]
                at = number(right + scale * (wide / 2 - dx)), number(below + scale * (_height(row) / 2 - dy))
                parts.append(f'<g transform="translate({at[0]} {at[1]}){grow}">{_token(marker, scale)}</g>')
                right += scale * wide
            below += scale * _height(row)
    return "".join(parts)


_BOXES: Mapping[Shape, tuple[float, float, float, float]] = {
    "block": (40, 25, 0, 0),
    "picket": (22, 22, 0, 0),
    "depot": (26, 26, 0, -1),
    "train": (32, 24, 0, 0),
    "flag": (29, 29, 4.5, 0),
}
"""Width and height of each shape with a little air, and where its middle lies."""

_SCALES = (1.0, *(round(0.99**n, 2) for n in range(3, 180, 3)))


def _room(game_map: Map, space: int) -> tuple[float, float]:
    """Width and height of what tokens may cover without lying on those of neighbours; hexes stand into each other."""
    points = corners(game_map, space)
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
            needed = scale * _BOXES[marker.shape][0]
            if used + needed > wide:
                rows.append([])
                used = 0.0
            rows[-1].append(marker)
            used += needed
        one_fits = all(scale * _BOXES[marker.shape][0] <= wide for marker in stack)
        if one_fits and scale * sum(_height(row) for row in rows) <= high:
            break
    return scale, rows


def _height(row: Sequence[Marker]) -> float:
    return max(_BOXES[marker.shape][1] for marker in row)


def _token(marker: Marker, scale: float = 1.0) -> str:
    known = "" if marker.face_down else ": ".join(text for text in (marker.label, marker.note) if text)
    title = f"<title>{escape(f'{marker.side} {known}'.strip())}</title>"
    color = escape(marker.color)
    return title + _SHAPES[marker.shape](marker, color, _contrast(marker.color), min(1 / scale, 1.6))


def _contrast(color: str) -> str:
    """White on dark colours, near black on light ones; white for a colour that is not #rrggbb."""
    digits = color.removeprefix("#")
    try:
        red, green, blue = (int(digits[n : n + 2], 16) for n in (0, 2, 4))
    except ValueError:
        return "#fff"
    return "#1c1710" if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else "#fff"


def _word(marker: Marker, y: float, room: float, color: str, size: float) -> str:
    """The label, as large as it fits; squeezed when even small letters do not."""
    if marker.face_down or not marker.label:
        return ""
    size = max(6.0, min(size, size * room / max(1.0, text_width(marker.label, size) * 1.08)))
    tight = text_width(marker.label, size) * 1.08 > room
    squeeze = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    return (
        f'<text y="{number(y + size * 0.34)}" font-size="{number(size)}" font-weight="bold" text-anchor="middle" '
        f'fill="{color}"{squeeze}>{escape(marker.label)}</text>'
    )


_SHADOW = 'fill="#000" fill-opacity=".28"'


def _block(marker: Marker, color: str, ink: str, grow: float) -> str:
    body = "M-19.5 -11.5h39v23h-39z"
    shape = f'<path d="{body}" transform="translate(1.6 1.8)" {_SHADOW}/>'
    shape += f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    if marker.face_down:
        return (
            shape
            + f'<path d="M-19.5 11.5L19.5 -11.5M-19.5 -11.5L19.5 11.5" stroke="{ink}" stroke-opacity=".6"/>'
            + _banner(ink)
        )
    return shape + _word(marker, 0, 36, ink, 11 * grow)


def _banner(ink: str) -> str:
    return f'<path d="M-4 7v-14l9 3.5l-9 3.5" fill="{ink}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'


def _picket(marker: Marker, color: str, ink: str, grow: float) -> str:
    shape = (
        f'<circle r="10" cx="1.4" cy="1.6" {_SHADOW}/><circle r="10" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    )
    return shape + (_banner(ink) if marker.face_down else _word(marker, 0, 16, ink, 9 * grow))


def _depot(marker: Marker, color: str, ink: str, grow: float) -> str:
    body = "M-12 11V-3L0 -13L12 -3V11Z"
    return (
        f'<path d="{body}" transform="translate(1.5 1.7)" {_SHADOW}/>'
        f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'
        + (_banner(ink) if marker.face_down else _word(marker, 3, 20, ink, 10 * grow))
    )


def _train(marker: Marker, color: str, ink: str, grow: float) -> str:
    body = "M-15 6V-4Q-15 -11 -8 -11H8Q15 -11 15 -4V6Z"
    wheels = "".join(
        f'<circle cx="{x}" cy="7" r="3.6" fill="#fff" stroke="#1c1710" stroke-width="1.4"/>' for x in (-8, 8)
    )
    return f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>{wheels}' + (
        _banner(ink) if marker.face_down else _word(marker, -3, 26, ink, 9 * grow)
    )


def _flag(marker: Marker, color: str, ink: str, grow: float) -> str:
    return (
        f'<path d="M-9 13V-14" stroke="#1c1710" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M-8 -14q8 -4 13 0t13 0v13q-8 4 -13 0t-13 0z" fill="{color}" stroke="{ink}" stroke-width="1"/>'
        f'<g transform="translate(5 -7.5)">{_word(marker, 0, 23, ink, 9 * grow)}</g>'
    )


_SHAPES = {"block": _block, "picket": _picket, "depot": _depot, "train": _train, "flag": _flag}
