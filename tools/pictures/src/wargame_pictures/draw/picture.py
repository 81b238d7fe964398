"""A board as a picture in layers: the sheet, its spaces, the pieces, and overlays; each can be drawn alone.

Every layer has the same ``viewBox``, whose 0, 0 is the upper left corner of the map as in `Game.sheet`, so that pages
stack them. Elements of a layer have ``data-`` attributes with the ids of the sheet.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from errno import EISDIR
from functools import cached_property
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

from attrs import evolve, field, frozen
from attrs.validators import ge, le

from wargame_core.data.files import write_whole
from wargame_core.errors import MissingExtra, UnknownName, WargameError
from wargame_core.maps.map import UNIT
from wargame_pictures.draw import tokens
from wargame_pictures.draw.cartouche import TITLE, compass, neatline, plate, scale_bar
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.labels import SERIF, RearrangedNames, Style, move_names_off_counters, text_width
from wargame_pictures.draw.map_sheet import LINE, NAMES, write_key, write_names
from wargame_pictures.draw.shapes import COLOR, as_id, closed_path, colors_of, number, size_attributes, with_theme
from wargame_pictures.draw.terrain import INK, KeyItem
from wargame_pictures.draw.tokens import Highlight, Mark, Marker, PathMark, PlacedPiece

Layer = Literal["sheet", "spaces", "pieces", "overlays"]
LAYERS: tuple[Layer, ...] = get_args(Layer)
"""The layers from bottom to top: the printed sheet, its spaces for pointers, the pieces and marks, highlights."""

MARGIN, HEAD = 24.0, 34.0
_CAPTION = Style(14, INK)
_MARGIN = Style(10, COLOR["margin"])
PAPER = COLOR["paper"]


def to_fit(svg: str) -> str:
    """A picture that shrinks with its page, for notebooks."""
    return with_style(svg, "max-width:100%;height:auto")


def with_style(svg: str, style: str) -> str:
    """A picture with a style of its own on the page."""
    return svg.replace("<svg ", f'<svg style="{style}" ', 1)


@frozen(kw_only=True, slots=False)
class Picture:
    """A board to draw. ``title`` is printed on the sheet, ``caption`` describes the present position.

    All text except that on counters is drawn ``text_scale`` times as large, from 0.5 to 3; a page enlarges names with
    the CSS variable ``--wg-text-scale``, without moving them.
    """

    ground: DrawnGround
    markers: Sequence[Marker] = ()
    marks: Sequence[Mark] = ()
    title: str = ""
    caption: str = ""
    legend: bool = True
    text_scale: float = field(default=1.0, validator=[ge(0.5), le(3.0)])

    def __repr__(self) -> str:
        return f"<Picture {self.title or self.ground.title}: {len(self.markers)} pieces>"

    def _repr_svg_(self) -> str:
        return to_fit(self.svg())

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The ``viewBox`` of every layer: left, top, width, height."""
        width, height = self.ground.size
        has_title = (self.title or self.ground.title) and self.ground.free is None
        head = HEAD * self._letters if has_title or self.caption else 0.0
        foot = self._key()[1] + (LINE + 8) * self._letters if self.legend else 0.0
        return -MARGIN, -MARGIN - head, width + 2 * MARGIN, head + height + 2 * MARGIN + foot

    @property
    def _letters(self) -> float:
        """The size of title, caption and legend: smaller on a small sheet, which is shown larger."""
        return self.text_scale * min(1.0, max(0.75, self.ground.size[0] / 900))

    @cached_property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """The pieces in the order in which they are drawn: the position, size and face of each."""
        return tuple(tokens.lay_out(self.ground.spots, self.markers))

    def svg(
        self,
        *,
        layers: Collection[str] = LAYERS,
        size: float | str | None = None,
        highlight: Iterable[str | Highlight] = (),
        arrows: Iterable[Sequence[str] | PathMark] = (),
        last_move: Sequence[str] = (),
        ids: str = "",
        theme: str = "auto",
        text_scale: float | None = None,
    ) -> str:
        """The picture as SVG, of some layers only if wanted.

        ``size`` is the width in pixels, or with its unit ("180mm", "100%"). ``highlight`` names spaces and pieces to
        emphasize, ``arrows`` paths through spaces, ``last_move`` the spaces of the last move, all by printed ids.
        ``ids`` is put before every XML id, for pages with several boards. ``theme`` is "auto" to follow the reader's
        settings, or "light", "dark" or "print" in plain colours. ``text_scale`` replaces that of the picture.

        Where sheet and pieces are drawn together, names that counters would cover are written beside them.

        Raises:
            UnknownName: a layer, a theme, a place or a crossing that does not exist.
        """
        for layer in layers:
            if layer not in LAYERS:
                raise UnknownName("layer", layer, LAYERS)
        drawing = self if text_scale is None else evolve(self, text_scale=text_scale)
        ways = [*self._last_move(last_move), *self._ways(arrows)]
        head, paper = drawing._head(size)
        parts = [plain(paper)] if "sheet" in layers else []
        if theme == "auto" and "sheet" in layers:
            parts.insert(0, plain(self.ground.enlarging(drawing.text_scale)))
        parts += drawing._layers(layers, tuple(self._lit(highlight)), ways, ids)
        return f"{head}{with_theme(parts, theme)}</svg>"

    def _layers(
        self, layers: Collection[str], lit_marks: Sequence[Mark], ways: Sequence[Mark], ids: str
    ) -> Iterator[tuple[str, frozenset[str]]]:
        """The layers that are wanted, from the ground up, each with its colours."""
        names = self.names if {"sheet", "pieces"} <= set(layers) else None
        keys = [key for mark in (*self.marks, *lit_marks, *ways) if (key := tokens.key_of(mark)) is not None]
        layer_makers: tuple[tuple[Layer, Callable[[], tuple[str, frozenset[str]]]], ...] = (
            ("sheet", lambda: self._sheet(ids, names)),
            ("overlays", lambda: plain(self._draw_marks(lit_marks))),
            ("spaces", lambda: self.ground.cached(("spaces", ids), lambda: self._spaces(ids))),
            ("pieces", lambda: plain(self._pieces(ids, names))),
            ("overlays", lambda: plain(self._draw_marks(ways) + self._keys(keys))),
        )
        for layer, draw in layer_makers:
            if layer in layers:
                svg, colors = draw()
                yield f'<g data-layer="{layer}">{svg}</g>', colors

    def sheet_svg(self) -> str:
        """What is drawn of the sheet, without the first tag and its size, for a page that shows parts of it."""
        return self._sheet("")[0]

    def sheet_symbol(self, name: str) -> str:
        """The sheet as a definition with an id, for a page on which several pictures use it."""
        return f'<defs><g id="{name}">{self.sheet_svg()}</g></defs>'

    def _head(self, size: float | str | None) -> tuple[str, str]:
        """The first tag with the title, and the paper."""
        left, top, width, height = self.box
        corner = f"{number(left)} {number(top)}"
        title = self.title or self.ground.title
        title_tag = f"<title>{escape(title)}</title>" if title else ""
        pixels = size_attributes(usual_size(width) if size is None else size, width, height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="wg-map" {pixels} viewBox="{corner} '
            f'{number(width)} {number(height)}" font-family="{SERIF}" text-rendering="geometricPrecision" role="group" '
            f'aria-roledescription="map">{title_tag}',
            f'<path d="M{corner}h{number(width)}v{number(height)}h-{number(width)}z" fill="{PAPER}"/>',
        )

    def _sheet(self, ids: str, names: RearrangedNames | None = None) -> tuple[str, frozenset[str]]:
        """The sheet, with all its names or without those that are written elsewhere."""
        kind = self.title, self.legend, bool(self.caption), ids, self.text_scale
        sheet = self.ground.cached(("sheet", *kind), lambda: self._sheet_svg(ids))
        if names is None or not names.moved_names:
            return sheet
        bare_sheet, _ = self.ground.cached(("bare sheet", *kind), lambda: self._sheet_svg(ids, with_names=False))
        return bare_sheet.replace(NAMES, with_ids(write_names(names.unmoved_names), ids)), sheet[1]

    @cached_property
    def names(self) -> RearrangedNames:
        """The names as they are written where sheet and pieces are drawn together: clear of the pieces."""
        map_writing = self.ground.writing
        if map_writing is None:
            return RearrangedNames()
        boxes = (
            (piece.x - piece.wide / 2, piece.y - piece.high / 2, piece.x + piece.wide / 2, piece.y + piece.high / 2)
            for piece in self.pieces
        )
        return move_names_off_counters(map_writing.names(self.text_scale), boxes, map_writing.placer)

    def _sheet_svg(self, ids: str, *, with_names: bool = True) -> str:
        """The sheet in a picture of its own, which clips the rivers, with its title, coordinates and legend."""
        width, height = self.ground.size
        art_svg = self.ground.art_with_text(self.text_scale, with_names=with_names)
        clipped_art = f'<svg width="{number(width)}" height="{number(height)}">{with_ids(art_svg, ids)}</svg>'
        foot = f'<g transform="translate(0 {number(height + MARGIN)})">{self._key()[0]}</g>' if self.legend else ""
        return (
            (neatline(self.box) if self.legend else "")
            + self._title_svg()
            + self._coordinates()
            + clipped_art
            + self.ground.edge
            + foot
            + self._plate()
        )

    def _title_svg(self) -> str:
        """The title above the map, and beside it compass and scale where no legend has them."""
        title, width, bar = self.title or self.ground.title, self.ground.size[0], self.ground.scale
        if not title or self.ground.free is not None:
            return ""
        has_scale = bar is not None and not self.legend and not self.caption
        measure, bar_width = scale_bar(*bar) if bar is not None else ("", 0.0)
        free_width = width - bar_width - 45 if has_scale else width * 0.7
        room = width * 0.55 if self.caption else min(width * 0.7, free_width) if bar else width
        size = min(TITLE.size * self._letters, TITLE.size * room / max(1.0, text_width(title, TITLE.size) * 1.12))
        svg = evolve(TITLE, size=round(size, 1)).write(title, 0, -MARGIN - 4)
        if not has_scale:
            return svg
        scale_svg = f'<g transform="translate({number(width - bar_width)} {number(-MARGIN - 22)})">{measure}</g>'
        radius = min(11.0, (HEAD * self._letters - 11) / 2)  # its letter has room above it on small sheets too
        return svg + scale_svg + compass(width - bar_width - 22, 2 - MARGIN - radius, radius, self.ground.turned)

    def _plate(self) -> str:
        """The title on a plate, where nobody may go."""
        title, free_box = self.title or self.ground.title, self.ground.free
        return plate(title, free_box, self.ground.scale, self.ground.turned) if title and free_box is not None else ""

    def _key(self) -> tuple[str, float]:
        """The legend and its height, with letters of the right size and a bar of the right length."""
        scale, bar = self._letters, self.ground.scale
        enlarged_scale = (bar[0] * scale, bar[1]) if bar is not None else None
        svg, height = write_key(self.ground.key, self.ground.size[0] / scale, enlarged_scale)
        return self._enlarge(svg), height * scale

    def _enlarge(self, svg: str) -> str:
        return svg if self._letters == 1 else f'<g transform="scale({self._letters:.3g})">{svg}</g>'

    def _keys(self, items: Iterable[KeyItem]) -> str:
        """The legend of what is marked, in a line of its own."""
        svg, _ = write_key(items, 1e9)
        y = self.ground.size[1] + MARGIN + self._key()[1]
        return f'<g transform="translate(0 {number(y)})">{self._enlarge(svg)}</g>' if svg and self.legend else ""

    def _coordinates(self) -> str:
        """The names of rows and columns round the sheet, where it has any."""
        width, height = self.ground.size
        texts = []
        margin = evolve(_MARGIN, size=_MARGIN.size * self.text_scale)
        for place, name in self.ground.columns:
            texts += [margin.write(name, place * UNIT, y, "middle") for y in (-7, height + 14)]
        for place, name in self.ground.rows:
            texts += [margin.write(name, x, place * UNIT + 3.5, "middle") for x in (-12, width + 12)]
        return "".join(texts)

    def _spaces(self, ids: str) -> str:
        """A clear shape over every space that bears its id and its name, to find, to point at and to light up."""
        shapes: dict[str, str] = {}
        parts = []
        for spot in self.ground.spots:
            x, y = spot.at
            data = closed_path([[(px - x, py - y) for px, py in spot.outline]])
            shape = shapes.setdefault(data, f"{ids}{self.ground.id}-space-{len(shapes)}")
            kind = f"space {as_id(spot.kind)}" if spot.kind else "space"
            parts.append(
                f'<use href="#{shape}" x="{number(x)}" y="{number(y)}" id="{ids}space-{as_id(spot.id)}" class="{kind}" '
                f'data-space="{escape(spot.id)}"><title>{escape(spot.title)}</title></use>'
            )
        outlines = "".join(f'<path id="{name}" d="{data}"/>' for data, name in shapes.items())
        return f'<defs>{outlines}</defs><g fill="none" pointer-events="all">{"".join(parts)}</g>'

    def _pieces(self, ids: str, names: RearrangedNames | None = None) -> str:
        width, max_size = self.ground.size[0], _CAPTION.size * self._letters
        size = min(max_size, _CAPTION.size * 0.44 * width / max(1.0, text_width(self.caption, _CAPTION.size)))
        caption = (
            evolve(_CAPTION, size=round(size, 1)).write(self.caption, width, -MARGIN - 4, "end") if self.caption else ""
        )
        lines, moved_names = (
            (names.lines, with_ids(write_names(names.moved_names), ids)) if names is not None else ("", "")
        )
        pieces = "".join(tokens.draw_piece(piece, ids) for piece in self.pieces)
        return caption + self._draw_marks(self.marks) + lines + pieces + moved_names

    def _draw_marks(self, marks: Iterable[Mark]) -> str:
        return "".join(tokens.draw_mark(self.ground, mark) for mark in marks)

    def _lit(self, names: Iterable[str | Highlight]) -> Iterator[Highlight]:
        space_of_marker = {marker.id: marker.space for marker in self.markers if marker.id}
        for name in names:
            if isinstance(name, Highlight):
                yield name
            else:
                yield Highlight(
                    1 << (space_of_marker[name] if name in space_of_marker else self.ground.space(name)), tokens.LIT
                )

    def _ways(self, ways: Iterable[Sequence[str] | PathMark]) -> Iterator[PathMark]:
        for way in ways:
            if isinstance(way, PathMark):
                yield way
            else:
                yield PathMark(tuple(self.ground.space(place) for place in way), tokens.MOVED)

    def _last_move(self, places: Sequence[str]) -> Iterator[Mark]:
        """The last move: where it began and ended, and the way between."""
        if places:
            spaces = tuple(self.ground.space(place) for place in places)
            yield Highlight(1 << spaces[0] | 1 << spaces[-1], tokens.MOVED)
            yield PathMark(spaces, tokens.MOVED)


def plain(svg: str) -> tuple[str, frozenset[str]]:
    """A part of a picture, and the colours of the palette in it."""
    return svg, colors_of(svg)


def usual_size(width: float) -> float:
    """The width in pixels of a picture so many units wide, if no other is wanted: about 1,400."""
    return min(1.1, max(0.55, 1400 / width)) * width


def with_ids(art: str, ids: str) -> str:
    """SVG whose ids, and the references to them, begin with ``ids``."""
    if not ids:
        return art
    return art.replace(' id="', f' id="{ids}').replace("url(#", f"url(#{ids}").replace('href="#', f'href="#{ids}')


_FOR_POINTERS = re.compile(
    r'<title>[^<]*</title>| (?:id="(?:place|crossing)-[^"]*"|class="(?:place|crossing)[^"]*"'
    r'|data-(?:place|at|crossing|between)="[^"]*")'
)


def as_image(svg: str) -> str:
    """A sheet without what only a pointer finds, tooltips and ids of places and crossings, to be shown as an image."""
    return _FOR_POINTERS.sub("", svg)


_ENDINGS = (".svg", ".png", ".pdf")


def save(svg: str, path: str | Path) -> Path:
    """Write a picture to a file: as SVG, PNG or PDF, by the ending of its name.

    Raises `WargameError` for another ending, `MissingExtra` where CairoSVG is needed and not installed (extra ``png``),
    and OSError.
    """
    path = Path(path)
    file_ending = path.suffix.lower()
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    if file_ending not in _ENDINGS:
        raise WargameError(
            f"{path}: a picture is saved as {', '.join(_ENDINGS)}, not as {file_ending or 'a name without'}"
        )
    if file_ending == ".svg":
        return write_whole(path, svg)
    cairo = _cairo()
    convert = cairo.svg2png if file_ending == ".png" else cairo.svg2pdf
    return write_whole(path, convert(bytestring=svg.encode()))


def png(svg: str, width: int) -> bytes:
    """A picture as PNG on white, so many pixels wide. Raises `MissingExtra` without CairoSVG (extra ``png``)."""
    image: bytes = _cairo().svg2png(bytestring=svg.encode(), output_width=width, background_color="white")
    return image


def draws_png() -> bool:
    """Whether pictures can be written as PNG where this runs."""
    try:
        _cairo()
    except MissingExtra:
        return False
    return True


def _cairo() -> Any:
    """CairoSVG. Raises `MissingExtra` where it is not installed, or the library of the system is not."""
    try:
        return import_module("cairosvg")
    except (ImportError, OSError):  # OSError: the package is there, but not the library of the system
        raise MissingExtra("CairoSVG", "png", "wargame-pictures") from None
