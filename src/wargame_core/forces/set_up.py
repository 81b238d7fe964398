"""Who stands where at the start: the checks that the set-up files of all games need, whatever their tables hold.

A game reads its own tables, with the columns it wants, and makes a `Start` of each counter that stands somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from attrs import frozen

from wargame_core.data import Document, KeyPath, Problems

R = TypeVar("R")


@frozen
class Start:
    """A counter in a space, as a set-up file puts it there.

    ``counter`` is its id, "" where counters of a kind are all alike; ``name`` what messages call it. ``row`` is where
    the file names the counter, ``at`` where it names the space.
    """

    name: str
    side: str
    space: str
    at: KeyPath
    counter: str = ""
    row: KeyPath = ()


def starts(
    table: str, columns: tuple[str, str], rows: Sequence[R], start: Callable[[R], tuple[str, str, str]]
) -> list[Start]:
    """The counters of a table with a row for each; ``start`` gives id, side and space of a row.

    ``columns`` are those of the id and of the space.
    """
    key, at = columns
    listed = [(n, *start(row)) for n, row in enumerate(rows)]
    return [Start(counter, side, space, (table, n, at), counter, (table, n, key)) for n, counter, side, space in listed]


def check_set_up(
    doc: Document,
    placed: Sequence[Start],
    problems: Problems,
    *,
    there: Iterable[Start] = (),
    spaces: Collection[str] | None = None,
    sides: Collection[str] | None = None,
    limit: int | None = None,
) -> None:
    """Note what is wrong with a set-up.

    A space that is none of ``spaces`` or a side that is none of ``sides`` (E301), a counter that is set up twice or
    among those that are ``there`` already (E302), enemies in one space (E305), more than ``limit`` of ``placed`` in one
    space (E306). ``there`` are counters of another table or of the file that this one adds to.
    """
    before = list(there)
    for start in placed:
        if spaces is not None:
            problems.reference(doc, start.at, "a space", start.space, spaces)
        if sides is not None:
            problems.reference(doc, (*start.row[:-1], "side"), "a side", start.side, sides)
    problems.unique(doc, "set up", ((start.row, start.counter) for start in placed if start.counter))
    already = {start.counter for start in before if start.counter}
    for start in placed:
        if start.counter in already:
            problems.add(doc, start.row, "E302", f"{start.counter!r} is already set up in the file this adds to")
    _check_spaces(doc, placed, before, limit, problems)


def _check_spaces(
    doc: Document, placed: Iterable[Start], there: Iterable[Start], limit: int | None, problems: Problems
) -> None:
    holders = {start.space: start for start in there}
    together: dict[str, list[str]] = {}
    for start in placed:
        holder = holders.setdefault(start.space, start)
        names = together.setdefault(start.space, [])
        if holder.side != start.side:
            message = f"{start.name} cannot be set up in {start.space}, where its enemy {holder.name} stands"
            problems.add(doc, start.at, "E305", message, "a space holds counters of one side only")
        elif limit is not None and len(names) >= limit:
            message = f"{start.space} already holds {', '.join(names)}"
            problems.add(doc, start.at, "E306", message, f"at most {limit} in a space")
        names.append(start.name)
