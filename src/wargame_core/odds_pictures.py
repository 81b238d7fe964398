"""Distributions for people and files: values with their probabilities as text, as a table, as a picture, as JSON."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

Items = Sequence[tuple[object, Fraction]]
"""Values with their probabilities, in order."""


def text_bars(items: Items, width: int) -> str:
    """A line a value, the longest bar ``width`` characters; long fractions are left out."""
    names = [str(value) for value, _ in items]
    chances = [text if len(text) <= 13 else "" for text in (str(chance) for _, chance in items)]
    left, middle = max(map(len, names)), max(map(len, chances))
    top = max(chance for _, chance in items)
    return "\n".join(
        f"{name:{left}}  {float(chance):6.2%}".replace("%", " %")
        + f"  {text:>{middle}}  {'#' * round(width * chance / top)}".rstrip()
        for name, text, (_, chance) in zip(names, chances, items, strict=True)
    )


def html_table(items: Items) -> str:
    """A row a value, with a bar."""
    top = max(chance for _, chance in items)
    rows = "".join(
        f"<tr><td>{escape(str(value))}</td><td>{escape(str(chance))}</td><td>{float(chance):.2%}</td>"
        f'<td style="width:16em;text-align:left"><div style="background:#4a6f8a;height:.8em;'
        f'width:{float(chance / top):.1%}"></div></td></tr>'
        for value, chance in items
    )
    return f"<table><tr><th>value</th><th colspan='2'>probability</th><th></th></tr>{rows}</table>"


def svg_bars(items: Items) -> str:
    """Horizontal bars, one a value, labelled with value and percentage."""
    top = max(chance for _, chance in items)
    left = 8 * max(len(str(value)) for value, _ in items) + 10
    lines = [
        f'<g transform="translate(0,{20 * row})">'
        f'<text x="{left - 6}" y="15" text-anchor="end">{escape(str(value))}</text>'
        f'<rect x="{left}" y="3" width="{float(300 * chance / top):.1f}" height="14" fill="#4a6f8a"/>'
        f'<text x="{left + float(300 * chance / top) + 6:.1f}" y="15">{float(chance):.1%}</text></g>'
        for row, (value, chance) in enumerate(items)
    ]
    width, height = left + 370, 20 * len(items) + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">{"".join(lines)}</svg>'
    )


def plain(value: Hashable) -> Any:
    """A value as plain JSON data: tuples as lists, what knows its JSON by `to_json`, anything else as its text."""
    if isinstance(value, (str, int, float, type(None))):
        return value
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    to_json = getattr(value, "to_json", None)
    return to_json() if to_json is not None else str(value)
