"""Ratios as charts print them ("1-2", "3:1", "6-1 or more"), and the numbers that each of them holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from wargame_core.charts.bands import Band, ChartError

Against: TypeAlias = Literal["attacker", "defender"]
"""The side against which a ratio between two printed ones goes."""


def read_ratio(label: str) -> Fraction:
    """The ratio that a label begins with: "1-2 or less" is 1/2. Raises `ChartError`."""
    match = re.match(r"(\d+)\s*[-:]\s*([1-9]\d*)(?: or (?:less|more))?$", label)
    if match is None:
        raise ChartError(f"{label!r} is not a ratio as printed (1-2, 3:1, 6-1 or more)")
    return Fraction(int(match[1]), int(match[2]))


def ratio_bands(printed: Sequence[tuple[str, Fraction]], against: Against) -> list[Band]:
    """The band of each ratio, in the order given, by its label and its value.

    Against the attacker the highest has no upper end, against the defender the lowest no lower one; nor has one that
    says "or less" or "or more".
    """
    values = sorted({value for _, value in printed})
    bands = []
    for label, here in printed:
        place = values.index(here)
        below = values[place - 1] if place else None
        over = values[place + 1] if place + 1 < len(values) else None
        if against == "attacker":
            low = None if below is None and label.endswith("or less") else here
            bands.append(Band(label, low, over, below=over is not None))
        else:
            high = None if over is None and label.endswith("or more") else here
            bands.append(Band(label, below, high, above=below is not None))
    return bands
