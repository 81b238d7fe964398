"""A board as a picture in layers: the sheet, its spaces, the pieces, and overlays; each can be drawn alone.

Every layer has the same ``viewBox``, whose 0, 0 is the upper left corner of the map as in `Game.sheet`, so that pages
stack them. Elements of a layer have ``data-`` attributes with the ids of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from typing import Literal, get_args

from attrs import evolve, field, frozen
from attrs.validators import ge, le

from wargame_core.errors import UnknownName
from wargame_core.maps.map import UNIT
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.keys import LINE, KeyItem, write_key
from wargame_pictures.draw.labels import SERIF, Cleared, Style, clear_of, text_width
from wargame_pictures.draw.map_sheet import NAMES, write_names
from wargame_pictures.draw.marks import LIT, MOVED, Highlight, Mark, PathMark, draw_mark, key_of
from wargame_pictures.draw.shapes import as_id, closed, number
from wargame_pictures.draw.terrain import INK
from wargame_pictures.draw.themes import colors_of, with_theme
from wargame_pictures.draw.tokens import Marker, PlacedPiece, draw_piece, lay_out

Layer = Literal["sheet", "spaces", "pieces", "overlays"]
LAYERS: tuple[Layer, ...] = get_args(Layer)
"""The layers from bottom to top: the printed sheet, its spaces for pointers, the pieces and marks, highlights."""

MARGIN, HEAD = 24.0, 34.0
_TITLE = Style(20, INK, "bold")
_CAPTION = Style(14, INK)
_MARGIN = Style(10, "#6d6247")
PAPER = "#fffdf6"


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

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The ``viewBox`` of every layer: left, top, width, height."""
        wide, high = self.ground.size
        head = HEAD * self.text_scale if self.title or self.ground.title else 0.0
        foot = self._key()[1] + LINE * self.text_scale if self.legend else 0.0
        return -MARGIN, -MARGIN - head, wide + 2 * MARGIN, head + high + 2 * MARGIN + foot

    @cached_property
    def pieces(self) -> tuple[PlacedPiece, ...]:
        """The pieces in the order in which they are drawn: the position, size and face of each."""
        return tuple(lay_out(self.ground.spots, self.markers))

    def svg(
        self,
        *,
        layers: Collection[str] = LAYERS,
        size: float | str | None = None,
        highlight: Iterable[str | Highlight] = (),
        arrows: Iterable[Sequence[str] | PathMark] = (),
        last_move: Sequence[str] = (),
        ids: str = "",
        shared: str = "",
        theme: str = "auto",
        text_scale: float | None = None,
    ) -> str:
        """The picture as SVG, of some layers only if wanted.

        ``size`` is the width in pixels, or with its unit ("180mm", "100%"). ``highlight`` names spaces and pieces to
        emphasize, ``arrows`` paths through spaces, ``last_move`` the spaces of the last move, all by printed ids.
        ``ids`` is put before every XML id, for pages with several boards. ``shared`` is the id of the page's one copy
        of the sheet (`sheet_symbol`), to use instead of drawing it again. ``theme`` is "auto" to follow the reader's
        settings, or "light", "dark" or "print" in plain colours. ``text_scale`` replaces that of the picture.

        Where sheet and pieces are drawn together, names that counters would cover are written beside them.

        Raises:
            UnknownName: a layer, a theme, a place or a crossing that does not exist.
        """
        for layer in layers:
            if layer not in LAYERS:
                raise UnknownName("layer", layer, LAYERS)
        drawing = self if text_scale is None else evolve(self, text_scale=text_scale)
        ways = [*self._last(last_move), *self._ways(arrows)]
        head, paper = drawing._head(size)
        parts = [plain(paper)] if "sheet" in layers else []
        if theme == "auto" and "sheet" in layers and not shared:
            parts.insert(0, plain(self.ground.enlarging(drawing.text_scale)))
        parts += drawing._layers(layers, tuple(self._lit(highlight)), ways, ids, shared)
        return f"{head}{with_theme(parts, theme)}</svg>"

    def _layers(
        self, layers: Collection[str], lit: Sequence[Mark], ways: Sequence[Mark], ids: str, shared: str
    ) -> Iterator[tuple[str, frozenset[str]]]:
        """The layers that are wanted, from the ground up, each with its colours."""
        apart = bool(shared) or not {"sheet", "pieces"} <= set(layers)
        names = None if apart else self.names
        keys = [key for mark in (*self.marks, *lit, *ways) if (key := key_of(mark)) is not None]
        drawn: tuple[tuple[Layer, Callable[[], tuple[str, frozenset[str]]]], ...] = (
            ("sheet", lambda: plain(f'<use href="#{shared}"/>') if shared else self._sheet(ids, names)),
            ("overlays", lambda: plain(self._drawn(lit))),
            ("spaces", lambda: self.ground.kept(("spaces", ids), lambda: self._spaces(ids))),
            ("pieces", lambda: plain(self._pieces(ids, names))),
            ("overlays", lambda: plain(self._drawn(ways) + self._keys(keys))),
        )
        for layer, draw in drawn:
            if layer in layers:
                svg, colors = draw()
                yield f'<g data-layer="{layer}">{svg}</g>', colors

    def sheet_symbol(self, name: str) -> str:
        """The sheet as an SVG symbol with an id, for a page with many pictures of one board: see ``shared`` of `svg`.

        Put it once into the page, inside `<svg width="0" height="0" style="position:absolute">...</svg>`.
        """
        return f'<defs><g id="{name}">{self._sheet("")[0]}</g></defs>'

    def _head(self, size: float | str | None) -> tuple[str, str]:
        """The first tag with the title, and the paper."""
        left, top, wide, high = self.box
        corner = f"{number(left)} {number(top)}"
        title = self.title or self.ground.title
        named = f"<title>{escape(title)}</title>" if title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="wg-map" {_measure(size, wide, high)} viewBox="{corner} '
            f'{number(wide)} {number(high)}" font-family="{SERIF}" role="group" aria-roledescription="map">{named}',
            f'<path d="M{corner}h{number(wide)}v{number(high)}h-{number(wide)}z" fill="{PAPER}"/>',
        )

    def _sheet(self, ids: str, names: Cleared | None = None) -> tuple[str, frozenset[str]]:
        """The sheet, with all its names or without those that are written elsewhere."""
        kind = self.title, self.legend, bool(self.caption), ids, self.text_scale
        whole = self.ground.kept(("sheet", *kind), lambda: self._printed(ids))
        if names is None or not names.moved:
            return whole
        bare, _ = self.ground.kept(("bare sheet", *kind), lambda: self._printed(ids, named=False))
        return bare.replace(NAMES, write_names(names.stay)), whole[1]

    @cached_property
    def names(self) -> Cleared:
        """The names as they are written where sheet and pieces are drawn together: clear of the pieces."""
        writing = self.ground.writing
        if writing is None:
            return Cleared()
        boxes = ((p.x - p.wide / 2, p.y - p.high / 2, p.x + p.wide / 2, p.y + p.high / 2) for p in self.pieces)
        return clear_of(writing.names(self.text_scale), boxes, writing.placer)

    def _printed(self, ids: str, *, named: bool = True) -> str:
        """The sheet in a picture of its own, which clips the rivers, with its title, coordinates and legend."""
        wide, high = self.ground.size
        title = self.title or self.ground.title
        written = self.ground.written(self.text_scale, named=named)
        art = f'<svg width="{number(wide)}" height="{number(high)}">{with_ids(written, ids)}</svg>'
        foot = f'<g transform="translate(0 {number(high + MARGIN)})">{self._key()[0]}</g>' if self.legend else ""
        room = wide * (0.55 if self.caption else 1.0)
        most = _TITLE.size * self.text_scale
        size = min(most, _TITLE.size * room / max(1.0, text_width(title, _TITLE.size) * 1.12))
        return (
            (evolve(_TITLE, size=round(size, 1)).write(title, 0, -MARGIN - 4) if title else "")
            + self._coordinates()
            + art
            + self.ground.edge
            + foot
        )

    def _key(self) -> tuple[str, float]:
        """The legend and its height, with letters of the right size and a bar of the right length."""
        scale, bar = self.text_scale, self.ground.scale
        enlarged = (bar[0] * scale, bar[1]) if bar is not None else None
        drawn, high = write_key(self.ground.key, self.ground.size[0] / scale, enlarged)
        return self._enlarged(drawn), high * scale

    def _enlarged(self, drawn: str) -> str:
        return drawn if self.text_scale == 1 else f'<g transform="scale({number(self.text_scale)})">{drawn}</g>'

    def _keys(self, items: Iterable[KeyItem]) -> str:
        """The legend of what is marked, in a line of its own."""
        drawn, _ = write_key(items, 1e9)
        below = self.ground.size[1] + MARGIN + self._key()[1]
        return (
            f'<g transform="translate(0 {number(below)})">{self._enlarged(drawn)}</g>' if drawn and self.legend else ""
        )

    def _coordinates(self) -> str:
        """The names of rows and columns round the sheet, where it has any."""
        wide, high = self.ground.size
        texts = []
        margin = evolve(_MARGIN, size=_MARGIN.size * self.text_scale)
        for place, name in self.ground.columns:
            texts += [margin.write(name, place * UNIT, y, "middle") for y in (-7, high + 14)]
        for place, name in self.ground.rows:
            texts += [margin.write(name, x, place * UNIT + 3.5, "middle") for x in (-12, wide + 12)]
        return "".join(texts)

    def _spaces(self, ids: str) -> str:
        """A clear shape over every space that bears its id and its name, to find, to point at and to light up."""
        shapes: dict[str, str] = {}
        parts = []
        for spot in self.ground.spots:
            x, y = spot.at
            data = closed([[(px - x, py - y) for px, py in spot.outline]])
            shape = shapes.setdefault(data, f"{ids}{self.ground.id}-space-{len(shapes)}")
            kind = f"space {as_id(spot.kind)}" if spot.kind else "space"
            parts.append(
                f'<use href="#{shape}" x="{number(x)}" y="{number(y)}" id="{ids}space-{as_id(spot.id)}" class="{kind}" '
                f'data-space="{escape(spot.id)}"><title>{escape(spot.title)}</title></use>'
            )
        made = "".join(f'<path id="{name}" d="{data}"/>' for data, name in shapes.items())
        return f'<defs>{made}</defs><g fill="none" pointer-events="all">{"".join(parts)}</g>'

    def _pieces(self, ids: str, names: Cleared | None = None) -> str:
        wide, most = self.ground.size[0], _CAPTION.size * self.text_scale
        size = min(most, _CAPTION.size * 0.44 * wide / max(1.0, text_width(self.caption, _CAPTION.size)))
        caption = (
            evolve(_CAPTION, size=round(size, 1)).write(self.caption, wide, -MARGIN - 4, "end") if self.caption else ""
        )
        lines, moved = (names.lines, write_names(names.moved)) if names is not None else ("", "")
        pieces = "".join(draw_piece(piece, ids) for piece in self.pieces)
        return caption + self._drawn(self.marks) + lines + pieces + moved

    def _drawn(self, marks: Iterable[Mark]) -> str:
        return "".join(draw_mark(self.ground, mark) for mark in marks)

    def _lit(self, names: Iterable[str | Highlight]) -> Iterator[Highlight]:
        at = {marker.id: marker.space for marker in self.markers if marker.id}
        for name in names:
            if isinstance(name, Highlight):
                yield name
            else:
                yield Highlight(1 << (at[name] if name in at else self.ground.space(name)), LIT)

    def _ways(self, ways: Iterable[Sequence[str] | PathMark]) -> Iterator[PathMark]:
        for way in ways:
            if isinstance(way, PathMark):
                yield way
            else:
                yield PathMark(tuple(self.ground.space(place) for place in way), MOVED)

    def _last(self, places: Sequence[str]) -> Iterator[Mark]:
        """The last move: where it began and ended, and the way between."""
        if places:
            spaces = tuple(self.ground.space(place) for place in places)
            yield Highlight(1 << spaces[0] | 1 << spaces[-1], MOVED)
            yield PathMark(spaces, MOVED)


def plain(svg: str) -> tuple[str, frozenset[str]]:
    """A part of a picture, and the colours of the palette in it."""
    return svg, colors_of(svg)


def _measure(size: float | str | None, wide: float, high: float) -> str:
    """The attributes for the size of a picture of so many units; without a size about 1,400 pixels wide."""
    if isinstance(size, str):
        digits = size.rstrip("abcdefghijklmnopqrstuvwxyz%")
        width, unit = float(digits), size[len(digits) :]
    else:
        width, unit = min(1.1, max(0.55, 1400 / wide)) * wide if size is None else size, ""
    high_too = f' height="{number(width * high / wide)}{unit}"' if unit != "%" else ""
    return f'width="{number(width)}{unit}"{high_too}'


def with_ids(art: str, ids: str) -> str:
    """SVG whose ids, and the references to them, begin with ``ids``."""
    if not ids:
        return art
    return art.replace(' id="', f' id="{ids}').replace("url(#", f"url(#{ids}").replace('href="#', f'href="#{ids}')
