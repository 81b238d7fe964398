"""How records of older rules read in the words of newer ones."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from wargame_core.json_form import JsonMapping, JsonObject


@frozen
class Migration:
    """What changed between two versions of a game's rules in what records say, and in nothing else.

    ``line`` is a pure function: a line of a record of the older version, as the version ``to`` would have written it.
    It is given the record's header too, whose ``options`` say how the game was played.
    """

    to: str
    line: Callable[[JsonMapping, JsonMapping], JsonObject]
