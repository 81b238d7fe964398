"""The colours of sides beside text, in lines and on counters: what can be told apart and read on light and on dark."""

from collections.abc import Mapping
from itertools import cycle
from typing import Final

from wargame_core.maps.legend import PALETTE
from wargame_core.sheet import Sheet
from wargame_pictures.draw.shapes import COLOR

SHARE_OF_SIDE_COLOR: Final = 0.55
"""The share of a side's colour in what screens write and draw with it; the rest is ink."""
READABLE: Final = 3.0
"""The least contrast of a line with its ground, as the guidelines for accessible pages reckon it."""
_USUAL: Final = tuple(COLOR[name] for name in ("side-1", "side-2", "line-3", "line-5", "line-6", "line-4"))
_GROUNDS: Final = PALETTE["paper"][:2]


def side_colors(sheet: Sheet) -> dict[str, str]:
    """By seat the colour of its side's counters; sides for which the sheet has none get usual ones, in its order."""
    usual_cycle = cycle([color for color in _USUAL if color not in {side.color for side in sheet.sides}])
    return {side.seat: side.color or next(usual_cycle) for side in sheet.sides}


def line_colors_of(sheet: Sheet) -> Mapping[str, str]:
    """By seat a colour like that of its counters for lines that lie on light or on dark paper."""
    return {seat: readable_color(color) for seat, color in side_colors(sheet).items()}


def readable_color(color: str) -> str:
    """The colour nearest to this one, between white and black, that can be read on light and on dark paper.

    >>> readable_color("#9c5a3c"), readable_color("#a6987e")
    ('#9c5a3c', '#958971')
    """
    towards = "#ffffff" if luminance(color) < 0.18 else "#000000"
    shades = (mixed(color, towards, 1 - step / 20) for step in range(20))
    return next(shade for shade in shades if min(contrast_ratio(shade, ground) for ground in _GROUNDS) >= READABLE)


def parts_of_color(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour such as ``#9c5a3c``, 0 to 255."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue


def mixed(color: str, other_color: str, share: float) -> str:
    """A colour with so much of the first, and the rest of the other."""
    parts = zip(parts_of_color(color), parts_of_color(other_color), strict=True)
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in parts)


def contrast_ratio(color: str, other_color: str) -> float:
    """The contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(color), luminance(other_color)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    """How light a colour is, 0 to 1, as the guidelines for accessible pages reckon it."""
    parts = (part / 255 for part in parts_of_color(color))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
