"""How values show themselves in a notebook: what draws them is installed beside the library, and found by its name.

An entry point of the group ``wargame_core.reprs`` is named by a class and ``html`` or ``svg``, such as ``Match.html``,
and gives a function from a value of that class to a text. Without one a value shows its `repr`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from wargame_core.errors import MissingExtra

GROUP = "wargame_core.reprs"
TABLES = "wargame_core.tables"
"""The group of entry points of front ends: ``notebook`` makes a widget of a match."""


def drawn(value: object, kind: str) -> str | None:
    """``value`` as "html" or "svg", by what is installed; None where nothing draws its class."""
    draw = _drawing(tuple(cls.__name__ for cls in type(value).__mro__), kind)
    return draw(value) if draw is not None else None


@cache
def _drawing(classes: tuple[str, ...], kind: str) -> Callable[[Any], str | None] | None:
    """The function for the first of these classes that has one."""
    from importlib_metadata import entry_points

    installed = {entry.name: entry for entry in entry_points(group=GROUP)}
    found = (installed[f"{name}.{kind}"] for name in classes if f"{name}.{kind}" in installed)
    return next((entry.load() for entry in found), None)


def table_of(match: object, *seat_and_bots: Any, **more: Any) -> Any:
    """A match as a widget, made by the installed front end. Raises `MissingExtra` without one."""
    from importlib_metadata import entry_points

    for entry in entry_points(group=TABLES, name="notebook"):
        try:
            make = entry.load()
        except ImportError as problem:
            raise MissingExtra(str(problem.name), "notebook", "wargame-table") from None
        return make(match, *seat_and_bots, **more)
    raise MissingExtra("wargame-table", "notebook", "wargame-table")
