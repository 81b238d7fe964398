"""A score as a ledger: every line with its points, its source and what it is made of. Halves are kept to the end."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from html import escape
from math import floor
from typing import TYPE_CHECKING

from attrs import frozen

from wargame_core.authoring import Cite, Modifier, Ruling
from wargame_core.json_form import JsonObject, plain
from wargame_core.odds import frame_of, show

if TYPE_CHECKING:
    import pandas


@lru_cache(maxsize=512)
def signed_points(points: Fraction | int) -> str:
    """Points with their sign, as people write them.

    >>> signed_points(10), signed_points(Fraction(-9, 2)), signed_points(0)
    ('+10', '-4 1/2', '+0')
    """
    return show(points) if points < 0 else f"+{show(points)}"


@frozen
class Item:
    """One sum of points: what for, why it counts here, and where that stands."""

    points: Fraction
    label: str
    because: str = ""
    cite: Cite | None = None

    def __str__(self) -> str:
        reason = f" ({self.because})" if self.because else ""
        return f"{signed_points(self.points)} {self.label}{reason}"

    def to_json(self) -> JsonObject:
        return {
            "points": plain(self.points),
            "label": self.label,
            "because": self.because,
            "cite": str(self.cite) if self.cite else None,
        }


@frozen
class LedgerLine:
    """A line of a ledger. ``unit`` is the id of the unit that it is for, ``path`` a line of communication by hexes.

    Where there are ``parts`` they make up the points.
    """

    points: Fraction
    label: str
    cite: Cite | None = None
    because: str = ""
    unit: str = ""
    path: tuple[str, ...] = ()
    parts: tuple[Item, ...] = ()

    def ruling(self) -> Ruling:
        """The line as a ruling: whole numbers in it are modifiers, a number with a half is a ruling in `parts`."""
        detail = {"exact": str(self.points)}
        detail |= {"path": " - ".join(self.path)} if self.path else {}
        detail |= {"because": self.because} if self.because else {}
        return Ruling(
            self.label,
            signed_points(self.points) + (f" ({self.because})" if self.because else ""),
            modifiers=tuple(
                Modifier(int(part.points), part.label, part.cite, part.because)
                for part in self.parts
                if part.points.denominator == 1
            ),
            cite=self.cite,
            detail=detail,
            parts=tuple(
                Ruling(part.label, signed_points(part.points), cite=part.cite, detail={"because": part.because})
                for part in self.parts
                if part.points.denominator != 1
            ),
        )

    def to_json(self) -> JsonObject:
        return {
            "points": plain(self.points),
            "label": self.label,
            "because": self.because,
            "cite": str(self.cite) if self.cite else None,
            "unit": self.unit or None,
            "path": list(self.path),
            "parts": [part.to_json() for part in self.parts],
        }


@frozen(repr=False)
class Ledger:
    """The points of a side, line by line; `total` is their sum rounded down."""

    title: str
    lines: tuple[LedgerLine, ...]

    @property
    def exact(self) -> Fraction:
        """The sum with its halves."""
        return sum((line.points for line in self.lines), Fraction(0))

    @property
    def total(self) -> int:
        """The sum, rounded down."""
        return floor(self.exact)

    def of(self, unit: str) -> Iterable[LedgerLine]:
        """The lines of one unit."""
        return (line for line in self.lines if line.unit == unit)

    def ruling(self) -> Ruling:
        """The ledger as a ruling, a part for each line."""
        return Ruling(
            self.title, self.total, detail={"exact": str(self.exact)}, parts=tuple(line.ruling() for line in self.lines)
        )

    def __repr__(self) -> str:
        return f"<Ledger of {self.title}: {self.total}, {len(self.lines)} lines>"

    def __str__(self) -> str:
        width = max((len(signed_points(line.points)) for line in self.lines), default=0)
        rows = [f"{self.title}: {self.total}" + (f" ({show(self.exact)} rounded down)" if self._rounded else "")]
        for line in self.lines:
            reason = f" ({line.because})" if line.because else ""
            rows.append(f"  {signed_points(line.points):>{width}}  {line.label}{reason}")
            if line.path:
                rows.append(f"  {'':{width}}    by {' - '.join(line.path)}")
            rows += [f"  {'':{width}}    {part}" + (f" [{part.cite}]" if part.cite else "") for part in line.parts]
        return "\n".join(rows)

    @property
    def _rounded(self) -> bool:
        return self.exact != self.total

    def to_json(self) -> JsonObject:
        return {
            "title": self.title,
            "total": self.total,
            "exact": plain(self.exact),
            "lines": [line.to_json() for line in self.lines],
        }

    def to_frame(self) -> pandas.DataFrame:
        """A row a line: points, label, unit, why it counts, hexes of its path, source.

        Raises `MissingExtra` without pandas.
        """
        return frame_of(
            {
                "points": float(line.points),
                "label": line.label,
                "unit": line.unit,
                "because": line.because,
                "path": len(line.path),
                "cite": str(line.cite or ""),
            }
            for line in self.lines
        )

    def _repr_html_(self) -> str:
        """The lines that score, the most points first, their details folded away; those of no points below."""
        scoring = sorted((line for line in self.lines if line.points), key=lambda line: -line.points)
        silent = [line for line in self.lines if not line.points]
        exact_text = f" <small>({escape(show(self.exact))} rounded down)</small>" if self._rounded else ""
        silent_details = (
            f"<details><summary>{len(silent)} without points</summary>{_table(silent)}</details>" if silent else ""
        )
        head = f"<b>{escape(self.title)}: {self.total}</b>{exact_text}"
        return f'<div style="text-align:left">{head}{_table(scoring)}{silent_details}</div>'


def _table(lines: Iterable[LedgerLine]) -> str:
    align = 'style="text-align:left"'
    rows = "".join(
        f"<tr><td>{escape(signed_points(line.points))}</td><td {align}>{_label(line)}</td>"
        f"<td {align}><small>{escape(str(line.cite or ''))}</small></td></tr>"
        for line in lines
    )
    return f"<table>{rows}</table>"


def _label(line: LedgerLine) -> str:
    words = [line.because] if line.because else []
    words += ["by " + " - ".join(line.path)] if line.path else []
    details = "<br>".join(escape(text) for text in (*words, *map(str, line.parts)))
    label = escape(line.label)
    return f"<details><summary>{label}</summary><small>{details}</small></details>" if details else label
