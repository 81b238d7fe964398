"""The colours of pictures by name, in three themes: light, dark and print.

Drawing code writes the light colours as plain attributes, which every program for SVG understands. In a picture of the
theme "auto" a style sheet replaces each by a CSS variable, which follows the reader's dark mode and the printer, and
a page changes a colour with ``.wg-map { --wg-water: ... }``. Only programs that know variables read that style sheet.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from importlib.resources import files
from typing import Literal, get_args

from wargame_core.errors import UnknownName

Theme = Literal["auto", "light", "dark", "print"]
THEMES: tuple[Theme, ...] = get_args(Theme)

_FILE = files(__package__).joinpath("palette.toml").read_text("utf-8")
PALETTE: Mapping[str, tuple[str, str, str]] = {
    name: (light, dark, printed) for name, (light, dark, printed) in tomllib.loads(_FILE).items()
}
"""By name: the colour on light paper, on a dark screen, and printed. No two light colours are equal."""
COLOR = {name: light for name, (light, _, _) in PALETTE.items()}
"""By name the light colour, for drawing."""

_NAMES = {light: name for name, light in COLOR.items()}
_COLOR = re.compile(r'(?:fill|stroke)="(#[0-9a-f]{6})"')


def colors_of(svg: str) -> frozenset[str]:
    """The colours of the palette that occur in a picture."""
    return frozenset(re.findall("#[0-9a-f]{6}", svg)) & _NAMES.keys()


def style_sheet(colors: Collection[str]) -> str:
    """The style sheet of a picture with these colours: variables for the three themes, and rules that use them."""
    if not colors:
        return ""
    names = [name for name, (light, _, _) in PALETTE.items() if light in colors]
    light, dark, printed = (
        ".wg-map{" + "".join(f"--wg-{name}:{PALETTE[name][n]};" for name in names) + "}" for n in (0, 1, 2)
    )
    rules = "".join(
        f'.wg-map [{what}="{PALETTE[name][0]}"]{{{what}:var(--wg-{name})}}'
        for name in names
        for what in ("fill", "stroke")
    )
    return for_browsers(f"{light}@media (prefers-color-scheme:dark){{{dark}}}@media print{{{printed}}}{rules}")


def for_browsers(rules: str) -> str:
    """A style sheet that a program without CSS variables ignores; CairoSVG would take ``var(...)`` for black."""
    return f"<style>@supports (color:var(--wg)){{{rules}}}</style>"


def painted(svg: str, theme: str) -> str:
    """A picture in the plain colours of one theme. Raises `UnknownName`."""
    if theme not in THEMES:
        raise UnknownName("theme", theme, THEMES)
    if theme == "light":
        return svg
    column = THEMES.index("dark") - 1 if theme == "dark" else THEMES.index("print") - 1

    def paint(match: re.Match[str]) -> str:
        name = _NAMES.get(match[1])
        return match[0].replace(match[1], PALETTE[name][column]) if name else match[0]

    return _COLOR.sub(paint, svg)


def with_theme(parts: Iterable[tuple[str, frozenset[str]]], theme: str) -> str:
    """Parts of a picture, each with its colours, in a theme: for "auto" a style sheet and the parts, else the parts
    with the colours replaced."""
    parts = tuple(parts)
    drawn = "".join(part for part, _ in parts)
    if theme != "auto":
        return painted(drawn, theme)
    return style_sheet(frozenset[str]().union(*(colors for _, colors in parts))) + drawn
