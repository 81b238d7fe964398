"""How values of core look in a notebook: drawn by what is installed for it, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

GROUP = "wargame_core.reprs"
"""The group of entry points: ``Match.html`` names a function that makes HTML of a match, ``Map.svg`` one that makes SVG
of a map. The function of a class serves its subclasses too."""


def drawn(value: object, form: Literal["html", "svg"]) -> str | None:
    """A value as HTML or SVG; None where nothing is installed that draws it, so that a notebook shows its text."""
    for cls in type(value).__mro__:
        if (entry := _drawers().get(f"{cls.__name__}.{form}")) is not None:
            draw: Callable[[Any], str] = entry.load()
            return draw(value)
    return None


@cache
def _drawers() -> Mapping[str, Any]:
    """The entry points by name."""
    import importlib_metadata

    return {entry.name: entry for entry in importlib_metadata.entry_points(group=GROUP)}
