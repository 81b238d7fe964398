"""How values of core look in a notebook or as text: drawn by what is installed for it, or not at all."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

from wargame_core.errors import MissingExtra

GROUP = "wargame_core.reprs"
"""The group of entry points: ``Match.html`` names a function that makes HTML of a match, ``Map.svg`` one that makes SVG
of a map. The function of a class serves its subclasses too."""
TABLES = "wargame_core.tables"
"""The group of entry points of front ends: ``notebook`` makes a widget of a match."""


def drawn(value: object, form: Literal["html", "svg"]) -> str | None:
    """A value as HTML or SVG; None where nothing is installed that draws it, so that a notebook shows its text.

    It promises that what draws a class draws every value of it and of its subclasses.

    It may not show what the value does not: of a `View`, no more than its seat may know.

    Example::

        # [project.entry-points."wargame_core.reprs"]
        # "Ruling.svg" = "acme:bar"

        def bar(ruling):
            width = 10 * max(0, ruling.total)
            return f'<svg xmlns="http://www.w3.org/2000/svg"><rect width="{width}" height="9"/></svg>'

        from wargame_core.authoring import Ruling
        assert 'width="30"' in bar(Ruling("Attack", 3, base=3))
    """
    for cls in type(value).__mro__:
        if (entry := _drawing_entry_points().get(f"{cls.__name__}.{form}")) is not None:
            draw: Callable[[Any], str] = entry.load()
            return draw(value)
    return None


def in_form(value: object, form: Literal["text", "letters", "png", "svg"], *size: Any) -> Any:
    """A value as text, `Letters`, PNG or SVG, of that size. Raises `MissingExtra` where nothing installed makes it."""
    entry = _drawing_entry_points().get(f"{type(value).__name__}.{form}")
    if entry is None:
        raise MissingExtra("wargame-pictures")
    return entry.load()(value, *size)


@cache
def _drawing_entry_points() -> Mapping[str, Any]:
    """The entry points by name."""
    import importlib_metadata

    return {entry.name: entry for entry in importlib_metadata.entry_points(group=GROUP)}


def table_of(match: object, *seat_and_bots: Any, **table_arguments: Any) -> Any:
    """A match as a widget, made by the installed front end. Raises `MissingExtra` without one.

    It promises a widget that plays the match it was given, for a seat and against bots.

    It may not show a seat more than its view.

    Example::

        # [project.entry-points."wargame_core.tables"]
        # notebook = "acme:table"

        def table(match, seat=None, bots=None, **more):
            return f"{match.rules.title}: {match.view(seat or match.rules.seats[0]).prompt}"
    """
    import importlib_metadata

    for entry in importlib_metadata.entry_points(group=TABLES, name="notebook"):
        try:
            make_table = entry.load()
        except ImportError as problem:
            raise MissingExtra(str(problem.name), "notebook", "wargame-table") from None
        return make_table(match, *seat_and_bots, **table_arguments)
    raise MissingExtra("wargame-table", "notebook", "wargame-table")
