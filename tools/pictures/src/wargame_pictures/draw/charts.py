"""Small charts for pages and notebooks: lines over time, and distributions as bars and tables. Plain SVG and HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import floor, isfinite, log10
from typing import Any

from wargame_core.errors import WargameError
from wargame_core.odds import Distribution, first_rows
from wargame_pictures.draw.labels import SERIF, Style, text_width
from wargame_pictures.draw.shapes import number, stroke, titled
from wargame_pictures.draw.themes import colors_of, with_theme

INK, FAINT = "#2b2418", "#d8cfb8"
COLORS = ("#2a4d8f", "#a23b2a", "#4f7d3a", "#b98a1e", "#6a4b8a", "#4a7f8a")
_TITLE, _TICK, _KEY = Style(15, INK, "bold"), Style(10.5, "#5d5340"), Style(12, INK)
_LEFT, _TOP, _BOTTOM = 44.0, 34.0, 48.0
_DASHES = ("", "8 5", "2 5", "10 4 2 4", "4 4", "1 4")


def line_chart(
    series: Mapping[str, Sequence[float]],
    labels: Sequence[str],
    title: str = "",
    colors: Sequence[str] | Mapping[str, str] = COLORS,
    *,
    width: float = 560,
    height: float = 260,
) -> str:
    """One line for each series; `labels` name the points along the bottom. A series may be shorter than the labels.

    Raises:
        WargameError: no series, a series longer than the labels, or a value that is no finite number.
    """
    plot = _Plot(series, labels, title, colors, width, height, dashed=len(series) > 1)
    across = (width - _LEFT - 16) / max(1, len(labels) - 1)
    parts = [plot.frame(), plot.bottom(lambda n: _LEFT + across * n)]
    for name, values in series.items():
        points = [(_LEFT + across * n, plot.y(value)) for n, value in enumerate(values)]
        if points:
            data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
            parts.append(stroke(data, plot.color(name), 2.4, plot.dash(name)))
        for (x, y), label, value in zip(points, labels, values, strict=False):
            dot = f'<circle cx="{number(x)}" cy="{number(y)}" r="3" fill="{plot.color(name)}"/>'
            parts.append(titled(f"{name}, {label}: {value:g}", dot))
    return plot.finish(parts)


class _Plot:
    """What stands around the lines: the scale, the frame with its ticks, the key."""

    def __init__(
        self,
        series: Mapping[str, Sequence[float]],
        labels: Sequence[str],
        title: str,
        colors: Sequence[str] | Mapping[str, str],
        width: float,
        height: float,
        dashed: bool = False,
    ) -> None:
        if not series:
            raise WargameError("a chart needs at least one series")
        for name, values in series.items():
            if len(values) > len(labels):
                raise WargameError(f"series {name!r} has {len(values)} values for {len(labels)} labels")
            wrong = [value for value in values if not isfinite(value)]
            if wrong:
                raise WargameError(f"series {name!r} has the value {wrong[0]}, which cannot be drawn")
        self.series, self.labels, self.title = series, labels, title
        if isinstance(colors, Mapping):
            self.colors = {name: colors.get(name, INK) for name in series}
        else:
            self.colors = {name: colors[n % len(colors)] for n, name in enumerate(series)}
        self.width, self.height, self.dashed = width, height, dashed
        every = [float(value) for values in series.values() for value in values]
        low, high = min([0.0, *every]), max([0.0, *every])
        self.step = _round_step((high - low) / 5)
        self.low = floor(low / self.step) * self.step
        self.high = max(-floor(-high / self.step) * self.step, self.low + self.step)

    def color(self, name: str) -> str:
        return escape(self.colors[name])

    def dash(self, name: str) -> str:
        """What tells a line apart without colour: the first is whole, the others are broken, each in its own way."""
        dash = _DASHES[list(self.series).index(name) % len(_DASHES)]
        return f'stroke-dasharray="{dash}"' if dash else ""

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.height - _BOTTOM - share * (self.height - _TOP - _BOTTOM)

    def frame(self) -> str:
        parts = []
        for n in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + n * self.step
            y = self.y(value)
            line = stroke(f"M{number(_LEFT)} {number(y)}H{number(self.width - 16)}", INK if value == 0 else FAINT, 1)
            parts.append(line + _TICK.write(f"{value:g}", _LEFT - 7, y + 3.5, "end"))
        return "".join(parts)

    def bottom(self, x: Callable[[int], float]) -> str:
        """The labels along the bottom: all of them, or every second, third ... if they would run together."""
        widest = max((text_width(label, _TICK.size) for label in self.labels), default=0.0) + 8
        room = (self.width - _LEFT - 16) / max(1, len(self.labels))
        every = max(1, -(-int(widest) // max(1, int(room))))
        return "".join(
            _TICK.write(label, x(n), self.height - _BOTTOM + 16, "middle")
            for n, label in enumerate(self.labels)
            if n % every == 0
        )

    def finish(self, parts: list[str]) -> str:
        key, x = [], _LEFT
        for name in self.series:
            y = self.height - 14
            swatch = f'<rect x="{number(x)}" y="{number(y - 9)}" width="12" height="10" fill="{self.color(name)}"/>'
            if self.dashed:
                swatch = stroke(f"M{number(x - 10)} {number(y - 4)}h24", self.color(name), 2.4, self.dash(name))
            key.append(swatch + _KEY.write(name, x + 19, y))
            x += 19 + text_width(name, 12) + 24
        size = f'width="{number(self.width)}" height="{number(self.height)}"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        title = f"<title>{escape(self.title)}</title>" + _TITLE.write(self.title, _LEFT, 20) if self.title else ""
        body = "".join([*parts, *key])
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="wg-map" {size} {box} font-family="{SERIF}" role="img">'
        return f"{head}{with_theme([(title + body, colors_of(title + body))], 'auto')}</svg>"


def _round_step(rough: float) -> float:
    """The step of 1, 2 or 5 times a power of ten that is not below `rough`.

    >>> [_round_step(x) for x in (0, 0.3, 3, 13)]
    [1.0, 0.5, 5.0, 20.0]
    """
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(rough))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough * 0.999999)


def html_table(odds: Distribution[Any]) -> str:
    """A row with a bar for each value, at most `SHOWN` of them."""
    items = odds.items()
    top = max(chance for _, chance in items)
    rows = "".join(
        f'<tr><td style="text-align:left">{escape(name)}</td><td>{_short(chance)}</td><td>{float(chance):.2%}</td>'
        f'<td style="width:16em;text-align:left"><div style="background:#4a6f8a;height:.8em;'
        f'width:{min(1.0, float(chance / top)):.1%}"></div></td></tr>'
        for name, chance in first_rows(items)
    )
    return f"<table><tr><th>value</th><th colspan='2'>probability</th><th></th></tr>{rows}</table>"


def _short(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= 13 else ""


def svg_bars(odds: Distribution[Any]) -> str:
    """A horizontal bar for each value, labelled with value and percentage; at most `SHOWN` of them."""
    items = odds.items()
    rows = list(first_rows(items))
    top = max(chance for _, chance in items)
    left = 7 * max(len(name) for name, _ in rows) + 10
    lines = [
        f'<g transform="translate(0,{20 * row})">'
        f'<text x="{left - 6}" y="15" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{left}" y="3" width="{min(300.0, float(300 * chance / top)):.1f}" height="14" fill="#4a6f8a"/>'
        f'<text x="{left + min(300.0, float(300 * chance / top)) + 6:.1f}" y="15">{float(chance):.1%}</text></g>'
        for row, (name, chance) in enumerate(rows)
    ]
    width, height = left + 370, 20 * len(rows) + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" style="max-width:100%" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">{"".join(lines)}</svg>'
    )
