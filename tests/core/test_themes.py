"""The colours of pictures: three themes, and sides that stay apart in grey."""

from __future__ import annotations

import re

import pytest
from tests.core.test_picture import picture
from tests.core.test_svg import square

from wargame_core.errors import UnknownName
from wargame_pictures.draw import sides, terrain
from wargame_pictures.draw.faces import contrast
from wargame_pictures.draw.themes import PALETTE, THEMES

LIGHT = [light for light, _, _ in PALETTE.values()]


def luminance(color: str) -> float:
    """How light a colour is, 0 to 1, as the guidelines for accessible pages reckon it."""
    parts = (int(color[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_colour_of_the_palette_is_another() -> None:
    assert len(set(LIGHT)) == len(LIGHT)


def test_every_terrain_has_a_colour_in_each_theme() -> None:
    assert {*terrain.TINTS.values(), *terrain._SPARE, terrain.PAPER} <= set(LIGHT)


@pytest.mark.parametrize("theme", range(3))
def test_the_two_sides_stay_apart_in_grey(theme: int) -> None:
    one, other = PALETTE["side-1"][theme], PALETTE["side-2"][theme]
    assert (PALETTE["side-1"][0], PALETTE["side-2"][0]) == (sides.DARK, sides.LIGHT)
    assert ratio(one, other) > 3
    assert contrast(sides.DARK) != contrast(sides.LIGHT)


@pytest.mark.parametrize("theme", range(3))
@pytest.mark.parametrize("writing", ["ink", "name", "margin", "note", "river-name", "stream-name", "crossing-name"])
def test_writing_can_be_read_on_the_ground(writing: str, theme: int) -> None:
    assert ratio(PALETTE[writing][theme], PALETTE["ground"][theme]) > 4.5


def test_a_picture_follows_its_reader_by_variables_for_what_it_has() -> None:
    svg = picture(square()).svg()
    (style,) = re.findall("<style>(.*)</style>", svg)
    assert "prefers-color-scheme:dark" in style
    assert "@media print" in style
    used = set(re.findall(r"var\((--wg-[a-z0-9-]+)\)", style))
    assert all(style.count(f"{name}:") == 3 for name in used)
    assert "--wg-woods" in used
    assert "--wg-orchard" not in used


def test_the_colours_of_a_picture_are_plain_attributes_too() -> None:
    svg = picture(square()).svg(theme="auto")
    assert picture(square()).svg(theme="light") == re.sub("<style>.*</style>", "", svg)


def test_a_picture_of_one_theme_has_its_colours_and_no_style_sheet() -> None:
    for column, theme in ((1, "dark"), (2, "print")):
        svg = picture(square()).svg(theme=theme)
        assert "<style" not in svg
        assert f'fill="{PALETTE["woods"][column]}"' in svg
        assert PALETTE["woods"][0] not in svg
    with pytest.raises(UnknownName, match="unknown theme 'sepia'"):
        picture(square()).svg(theme="sepia")
    assert set(THEMES) == {"auto", "light", "dark", "print"}
