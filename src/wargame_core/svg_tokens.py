"""Tokens on a map: blocks, pickets, depots, trains and flags, fanned out when several share a space."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.maps import Map
from wargame_core.svg_labels import text_width
from wargame_core.svg_shapes import UNIT, centre, number

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


def draw_markers(map: Map, markers: Sequence[Marker]) -> str:
    """All tokens, in the order given; those of one space are laid out beside each other.

    Raises:
        WargameError: a token off the map.
    """
    stacks: dict[int, list[Marker]] = {}
    for marker in markers:
        if not 0 <= marker.space < map.size:
            raise WargameError(f"token of {marker.side} in space {marker.space}, but the map has 0-{map.size - 1}")
        stacks.setdefault(marker.space, []).append(marker)
    parts = []
    for space, stack in sorted(stacks.items()):
        x, y = centre(map, space)
        across = 1 if len(stack) == 1 else 2 if len(stack) <= 4 else 3
        rows = -(-len(stack) // across)
        size = (1.0, 0.74, 0.6)[across - 1]
        for n, marker in enumerate(stack):
            row, col = divmod(n, across)
            in_row = min(across, len(stack) - row * across)
            dx = (col - (in_row - 1) / 2) * size * UNIT * 0.92
            dy = (row - (rows - 1) / 2) * size * UNIT * 0.72
            grow = f" scale({size})" if size != 1 else ""
            parts.append(f'<g transform="translate({number(x + dx)} {number(y + dy)}){grow}">{_token(marker)}</g>')
    return "".join(parts)


def _token(marker: Marker) -> str:
    known = "" if marker.face_down else ": ".join(text for text in (marker.label, marker.note) if text)
    title = f"<title>{escape(f'{marker.side} {known}'.strip())}</title>"
    color = escape(marker.color)
    return title + _SHAPES[marker.shape](marker, color, _contrast(marker.color))


def _contrast(color: str) -> str:
    """White on dark colours, near black on light ones; white for a colour that is not #rrggbb."""
    digits = color.removeprefix("#")
    try:
        red, green, blue = (int(digits[n : n + 2], 16) for n in (0, 2, 4))
    except ValueError:
        return "#fff"
    return "#1c1710" if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else "#fff"


def _word(marker: Marker, y: float, room: float, color: str, size: float = 11.0) -> str:
    if marker.face_down or not marker.label:
        return ""
    size = max(8.0, min(size, size * room / max(1.0, text_width(marker.label, size) * 1.08)))
    tight = text_width(marker.label, size) * 1.08 > room
    squeeze = f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"' if tight else ""
    return (
        f'<text y="{number(y + size * 0.34)}" font-size="{number(size)}" font-weight="bold" text-anchor="middle" '
        f'fill="{color}"{squeeze}>{escape(marker.label)}</text>'
    )


_SHADOW = 'fill="#000" fill-opacity=".28"'


def _block(marker: Marker, color: str, ink: str) -> str:
    body = "M-19.5 -11.5h39v23h-39z"
    shape = f'<path d="{body}" transform="translate(1.6 1.8)" {_SHADOW}/>'
    shape += f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    if marker.face_down:
        return (
            shape
            + f'<path d="M-19.5 11.5L19.5 -11.5M-19.5 -11.5L19.5 11.5" stroke="{ink}" stroke-opacity=".6"/>'
            + _banner(ink)
        )
    return shape + _word(marker, 0, 36, ink)


def _banner(ink: str) -> str:
    return f'<path d="M-4 7v-14l9 3.5l-9 3.5" fill="{ink}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'


def _picket(marker: Marker, color: str, ink: str) -> str:
    shape = (
        f'<circle r="10" cx="1.4" cy="1.6" {_SHADOW}/><circle r="10" fill="{color}" stroke="{ink}" stroke-width="1.2"/>'
    )
    return shape + (_banner(ink) if marker.face_down else _word(marker, 0, 16, ink, 9))


def _depot(marker: Marker, color: str, ink: str) -> str:
    body = "M-12 11V-3L0 -13L12 -3V11Z"
    return (
        f'<path d="{body}" transform="translate(1.5 1.7)" {_SHADOW}/>'
        f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"/>'
        + (_banner(ink) if marker.face_down else _word(marker, 3, 20, ink, 10))
    )


def _train(marker: Marker, color: str, ink: str) -> str:
    body = "M-15 6V-4Q-15 -11 -8 -11H8Q15 -11 15 -4V6Z"
    wheels = "".join(
        f'<circle cx="{x}" cy="7" r="3.6" fill="#fff" stroke="#1c1710" stroke-width="1.4"/>' for x in (-8, 8)
    )
    return f'<path d="{body}" fill="{color}" stroke="{ink}" stroke-width="1.2"/>{wheels}' + (
        _banner(ink) if marker.face_down else _word(marker, -3, 26, ink, 9)
    )


def _flag(marker: Marker, color: str, ink: str) -> str:
    return (
        f'<path d="M-9 13V-14" stroke="#1c1710" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M-8 -14q8 -4 13 0t13 0v13q-8 4 -13 0t-13 0z" fill="{color}" stroke="{ink}" stroke-width="1"/>'
        f'<g transform="translate(5 -7.5)">{_word(marker, 0, 23, ink, 9)}</g>'
    )


_SHAPES = {"block": _block, "picket": _picket, "depot": _depot, "train": _train, "flag": _flag}
