"""Ways place by place: where a menu has only the best way to each place, a screen can put together another."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from wargame_core.json_form import JsonMapping, JsonObject
from wargame_table.building import put


def ways_of(rows: Sequence[JsonMapping]) -> list[JsonObject]:
    """How the rows of a menu that go along a path are put together from other places, for each piece that may go.

    ``action`` is a row's without its path; the places entered, as ``places`` writes them by their printed ids, stand
    in the list that ``into`` leads to, key by key. ``start`` is where the way begins, ``pieces`` are those that go it.
    """
    ways: dict[str, JsonObject] = {}
    for row in rows:
        about = row.get("about", {})
        path = about.get("path", ())
        lists = [*_lists(row["action"], len(path) - 1)] if len(path) > 1 else []
        if len(lists) != 1:
            continue
        [(into, entered)] = lists
        bare = put(row["action"], into, [])
        way = ways.setdefault(
            json.dumps([bare, path[0]]),
            {"action": bare, "into": into, "start": path[0], "pieces": about.get("pieces", []), "places": {}},
        )
        way["places"].update(zip(path[1:], entered, strict=True))
    return list(ways.values())


def _lists(part: JsonMapping, size: int, keys: tuple[str, ...] = ()) -> Iterator[tuple[list[str], list[Any]]]:
    """The lists of so many things in an action, each with the keys that lead to it."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _lists(value, size, (*keys, key))
        elif isinstance(value, list) and len(value) == size:
            yield [*keys, key], value
