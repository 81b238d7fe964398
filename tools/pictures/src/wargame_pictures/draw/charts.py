"""Small charts for pages and notebooks: lines over time, and distributions as bars and tables. Plain SVG and HTML."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import cycle
from math import floor, isfinite, log10
from typing import Any

from wargame_core.errors import WargameError
from wargame_core.odds import Distribution, first_rows
from wargame_core.odds_answers import OddsSweep
from wargame_pictures.draw.labels import SERIF, Style, text_width
from wargame_pictures.draw.shapes import COLOR, at, colors_of, number, size_attributes, stroke, with_theme, with_title

INK, FAINT = COLOR["ink"], COLOR["faint"]
COLORS = tuple(COLOR[name] for name in ("side-1-line", "side-2-line", "line-3", "line-4", "line-5", "line-6"))
_TITLE, _TICK, _KEY = Style(15, INK, "bold"), Style(10.5, COLOR["note"]), Style(12, INK)
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 560.0, 260.0, 44.0, 16.0, 34.0, 48.0
_DASHES = ("", "8 5", "2 5", "10 4 2 4", "4 4", "1 4")
"""What tells lines apart without colour: the first is whole, the others are broken, each in its own way."""


def line_chart(
    series: Mapping[str, Sequence[float]],
    labels: Sequence[str],
    title: str = "",
    colors: Sequence[str] | Mapping[str, str] = COLORS,
    *,
    size: float | str | None = None,
) -> str:
    """One line for each series; `labels` name the points along the bottom. A series may be shorter than the labels.

    Of equal labels in a row only the first is written.

    ``size`` is the width in pixels, or with its unit.

    Raises:
        WargameError: no series, a series longer than the labels, or a value that is not a finite number.
    """
    if not series:
        raise WargameError("a chart needs at least one series")
    for name, values in series.items():
        if len(values) > len(labels):
            raise WargameError(f"series {name!r} has {len(values)} values for {len(labels)} labels")
        invalid_values = [value for value in values if not isfinite(value)]
        if invalid_values:
            raise WargameError(f"series {name!r} has the value {invalid_values[0]}, which cannot be drawn")
    if not isinstance(colors, Mapping):
        colors = {name: colors[color_number % len(colors)] for color_number, name in enumerate(series)}
    styles = [
        (escape(colors.get(name, INK)), f'stroke-dasharray="{dash}"' if dash else "")
        for name, dash in zip(series, cycle(_DASHES))
    ]
    head = f"<title>{escape(title)}</title>{_TITLE.write(title, _LEFT, 20)}" if title else ""
    body = head + "".join((*_chart_lines(series, labels, styles), *_line_key(series, styles)))
    opening_tag = f'<svg xmlns="http://www.w3.org/2000/svg" class="wg-map" {size_attributes(size, _WIDTH, _HEIGHT)}'
    box = f'viewBox="0 0 {number(_WIDTH)} {number(_HEIGHT)}" font-family="{SERIF}" role="img"'
    return f"{opening_tag} {box}>{with_theme([(body, colors_of(body))], 'auto')}</svg>"


def _chart_lines(
    series: Mapping[str, Sequence[float]], labels: Sequence[str], looks: Sequence[tuple[str, str]]
) -> Iterator[str]:
    """The frame with its ticks, and the lines with a dot for each value."""
    all_values = [0.0, *(float(value) for values in series.values() for value in values)]
    step = _round_step((max(all_values) - min(all_values)) / 5)
    low = floor(min(all_values) / step) * step
    high = max(-floor(-max(all_values) / step) * step, low + step)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    for step_number in range(round((high - low) / step) + 1):
        value = low + step_number * step
        line = f"M{number(_LEFT)} {number(y(value))}H{number(_WIDTH - _RIGHT)}"
        yield stroke(line, INK if value == 0 else FAINT, 1) + _TICK.write(
            f"{value:g}", _LEFT - 7, y(value) + 3.5, "end"
        )
    label_distance = (_WIDTH - _LEFT - _RIGHT) / max(1, len(labels) - 1)
    yield from _bottom_labels(labels, label_distance)
    for (name, values), (color, dash) in zip(series.items(), looks, strict=True):
        points = [(_LEFT + label_distance * place, y(value)) for place, value in enumerate(values)]
        if points:
            yield stroke("M" + "L".join(map(at, points)), color, 2.4, dash)
        for (dot_x, dot_y), label, value in zip(points, labels, values, strict=False):
            dot = f'<circle cx="{number(dot_x)}" cy="{number(dot_y)}" r="3" fill="{color}"/>'
            yield with_title(f"{name}, {label}: {value:g}", dot)


def _bottom_labels(labels: Sequence[str], across: float) -> Iterator[str]:
    """The labels along the bottom, of equal ones in a row the first; fewer if they would run together."""
    widest = max((text_width(label, _TICK.size) for label in labels), default=0.0) + 8
    changes = [n for n, label in enumerate(labels) if n == 0 or label != labels[n - 1]]
    room = (_WIDTH - _LEFT - _RIGHT) / max(1, len(changes))
    every = max(1, -(-int(widest) // max(1, int(room))))
    end = -widest
    for n in changes[::every]:
        if across * n >= end:
            yield _TICK.write(labels[n], _LEFT + across * n, _HEIGHT - _BOTTOM + 16, "middle")
            end = across * n + int(widest)


def _line_key(names: Iterable[str], looks: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The names of the lines, each beside a sample of its line, or a patch of its colour where there is only one."""
    x, y = _LEFT, _HEIGHT - 14
    for name, (color, dash) in zip(names, looks, strict=True):
        if len(looks) > 1:
            yield stroke(f"M{number(x - 10)} {number(y - 4)}h24", color, 2.4, dash)
        else:
            yield f'<rect x="{number(x)}" y="{number(y - 9)}" width="12" height="10" fill="{color}"/>'
        yield _KEY.write(name, x + 19, y)
        x += 19 + text_width(name, 12) + 24


def _round_step(rough: float) -> float:
    """The step of 1, 2 or 5 times a power of ten that is not below `rough`.

    >>> [_round_step(x) for x in (0, 0.3, 3, 13)]
    [1.0, 0.5, 5.0, 20.0]
    """
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(rough))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= rough * 0.999999)


def svg_sweep(sweep: OddsSweep) -> str:
    """The columns of a sweep as lines over its first parameter, in per cent where all numbers are chances."""
    labels, lines = sweep.lines()
    chances = all(0 <= number <= 1 for line in lines.values() for number in line)
    series = {name: [100 * number if chances else number for number in line] for name, line in lines.items()}
    title = f"{sweep.title}{', in per cent' if chances else ''}, by {sweep.over[0].replace('_', ' ')}"
    return line_chart(series, labels, title)


def html_table(odds: Distribution[Any]) -> str:
    """A row with a bar for each value, at most `SHOWN` of them."""
    items = odds.items()
    top = max(chance for _, chance in items)
    rows = "".join(
        f'<tr><td style="text-align:left">{escape(name)}</td><td>{chance if len(str(chance)) <= 13 else ""}</td>'
        f"<td>{float(chance):.2%}</td>"
        f'<td style="width:16em;text-align:left"><div style="background:#4a6f8a;height:.8em;'
        f'width:{min(1.0, float(chance / top)):.1%}"></div></td></tr>'
        for name, chance in first_rows(items)
    )
    return f"<table><tr><th>value</th><th colspan='2'>probability</th><th></th></tr>{rows}</table>"


def svg_bars(odds: Distribution[Any]) -> str:
    """A horizontal bar for each value, labelled with value and percentage; at most `SHOWN` of them."""
    items = odds.items()
    rows = list(first_rows(items))
    top = max(chance for _, chance in items)
    bar_start = 7 * max(len(name) for name, _ in rows) + 10
    lines = [
        f'<g transform="translate(0,{20 * row})">'
        f'<text x="{bar_start - 6}" y="15" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{bar_start}" y="3" width="{min(300.0, float(300 * chance / top)):.1f}" height="14" fill="#4a6f8a"/>'
        f'<text x="{bar_start + min(300.0, float(300 * chance / top)) + 6:.1f}" y="15">{float(chance):.1%}</text></g>'
        for row, (name, chance) in enumerate(rows)
    ]
    width, height = bar_start + 370, 20 * len(rows) + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" style="max-width:100%" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">{"".join(lines)}</svg>'
    )
