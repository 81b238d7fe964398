"""Distributions as a table and as a picture, for notebooks."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

from wargame_core.odds import Distribution
from wargame_core.odds_text import first_rows


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
