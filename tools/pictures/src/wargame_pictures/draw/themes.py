"""The colours of pictures by name, in three themes: light, dark and print.

Drawing code writes the light colours as plain attributes, which every program for SVG understands. In a picture of the
theme "auto" a style sheet replaces each by a CSS variable, which follows the reader's dark mode and the printer, and
a page changes a colour with ``.wg-map { --wg-water: ... }``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Literal, get_args

from wargame_core.errors import UnknownName

Theme = Literal["auto", "light", "dark", "print"]
THEMES: tuple[Theme, ...] = get_args(Theme)

PALETTE: dict[str, tuple[str, str, str]] = {
    "paper": ("#fffdf6", "#1d1b18", "#ffffff"),
    "ground": ("#f5eeda", "#34312b", "#ffffff"),
    "box": ("#fdf6e2", "#3d3932", "#ffffff"),
    "ink": ("#2b2418", "#ece5d5", "#000000"),
    "margin": ("#6d6247", "#b5ab93", "#333333"),
    "note": ("#5d5340", "#c6bca6", "#222222"),
    "grid": ("#7d7257", "#a59b83", "#666666"),
    "name": ("#4a4130", "#d8cfba", "#111111"),
    "halo": ("#fffefb", "#1d1b19", "#fffffe"),
    "woods": ("#dbe5bd", "#3b4630", "#eef2e2"),
    "swamp": ("#d9e4d6", "#38443f", "#eef3ee"),
    "water": ("#b3d3e6", "#2b4759", "#dcebf3"),
    "sea": ("#c3dcea", "#24404f", "#e4f0f6"),
    "land": ("#ebe0bf", "#474130", "#f5f0df"),
    "coast": ("#f0e3b4", "#574d2c", "#f6f0d6"),
    "mountain": ("#dfcfae", "#514733", "#efe8d8"),
    "town": ("#eddcb2", "#5a4d31", "#f3ead2"),
    "city": ("#e8cfa3", "#65522f", "#efe0c2"),
    "hill": ("#e3d2a8", "#4f452c", "#f1e8d0"),
    "rolling": ("#ebe4bd", "#454129", "#f6f2de"),
    "rough": ("#e9d9a8", "#564a2b", "#f2ead0"),
    "field": ("#efe2a2", "#5c5424", "#f6efc8"),
    "orchard": ("#d5e2a8", "#43502a", "#e9f0d2"),
    "terrain-1": ("#e6d5c3", "#4e4238", "#f1e9e0"),
    "terrain-2": ("#d9d6e3", "#403d4b", "#eceaf1"),
    "terrain-3": ("#e3dccb", "#48443a", "#f0ece2"),
    "terrain-4": ("#d5e0dc", "#37433f", "#e8efec"),
    "terrain-5": ("#e8d9d9", "#4c3f3f", "#f2eaea"),
    "terrain-6": ("#dbe3c9", "#3f4634", "#eaf0de"),
    "tree": ("#bfd19a", "#55663f", "#d3dfbb"),
    "tree-edge": ("#9bb276", "#6d8050", "#93a876"),
    "reed": ("#8fb0a9", "#5f7d77", "#8aa8a2"),
    "wave": ("#93bcd6", "#4b6f88", "#93bcd6"),
    "stone": ("#b39a5f", "#8d7a4c", "#a08a58"),
    "peak": ("#b59a6f", "#8f7a57", "#a08c66"),
    "contour": ("#a5834c", "#b9975d", "#8a6c3c"),
    "river": ("#8fbbd9", "#47789b", "#b9d6e8"),
    "river-edge": ("#3f739f", "#7fb0d6", "#3f739f"),
    "stream": ("#9cc3dc", "#456f8b", "#9cc3dc"),
    "creek": ("#5f9ac4", "#6a9fc4", "#5f9ac4"),
    "river-name": ("#2f6691", "#9cc8e8", "#1f4f78"),
    "stream-name": ("#39718f", "#8fbcd8", "#2f6489"),
    "crossing-name": ("#27587f", "#a3cbe8", "#1d4a70"),
    "road": ("#e2b36b", "#b98b46", "#e6c898"),
    "road-edge": ("#8a5f28", "#d9ae6e", "#6b4a1e"),
    "ridge": ("#947350", "#a88a66", "#80633f"),
    "ridge-dark": ("#5b3f22", "#d2b28c", "#4a331b"),
    "wood": ("#d9b680", "#a98a5a", "#e3cba3"),
    "wood-edge": ("#6b4a23", "#d3ab77", "#5c3f1d"),
    "roof": ("#8c4a3a", "#b5695a", "#a0614f"),
    "roof-edge": ("#4a241b", "#e0a999", "#4a241b"),
    "section": ("#8a2f2f", "#d98080", "#8a2f2f"),
    "side-1": ("#27457a", "#3f68ad", "#27457a"),
    "side-2": ("#e2c3a4", "#e2c3a4", "#f3e3d3"),
    "side-1-line": ("#2a4d8f", "#86abf0", "#2a4d8f"),
    "side-2-line": ("#a23b2a", "#f0937f", "#a23b2a"),
    "line-3": ("#4f7d3a", "#8fc274", "#4f7d3a"),
    "line-4": ("#b98a1e", "#e8bd57", "#b98a1e"),
    "line-5": ("#6a4b8a", "#b79be0", "#6a4b8a"),
    "line-6": ("#4a7f8a", "#86c1cd", "#4a7f8a"),
    "faint": ("#d8cfb8", "#3a362f", "#cccccc"),
    "rim": ("#7d2a1e", "#7d2a1e", "#5a1a10"),
    "lit": ("#c8551b", "#ff9d5c", "#c8551b"),
    "last": ("#b0157a", "#ff7fd0", "#b0157a"),
    "destroyed": ("#c01818", "#ff6b6b", "#c01818"),
    "line-of-communication": ("#7a3b8f", "#cf93e2", "#7a3b8f"),
}
"""By name: the colour on light paper, on a dark screen, and printed. No two light colours are equal."""

_NAMES = {light: name for name, (light, _, _) in PALETTE.items()}
_COLOR = re.compile(r'(?:fill|stroke)="(#[0-9a-f]{6})"')


def colors_of(svg: str) -> frozenset[str]:
    """The colours of the palette that a picture uses."""
    return frozenset(_COLOR.findall(svg)) & _NAMES.keys()


def colors_named(words: str) -> frozenset[str]:
    """The colours of the palette that occur anywhere in a text."""
    return frozenset(re.findall("#[0-9a-f]{6}", words)) & _NAMES.keys()


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
    return f"<style>{light}@media (prefers-color-scheme:dark){{{dark}}}@media print{{{printed}}}{rules}</style>"


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
