"""How spaces and effects of cards are written in JSON: a space as [row, column]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.board.turn_effects import TurnEffect, effect_from_json, effect_to_json
from wargame_core.json_types import JsonObject
from wargame_core.maps.squares import SquareMap

_WHOLE: JsonObject = {"type": "integer"}
_EFFECT: JsonObject = {
    "kind": {"type": "string"},
    "side": {"type": "string"},
    "value": _WHOLE,
    "target": {"type": "string"},
    "least": _WHOLE,
    "lasting": {"type": "boolean"},
}
JSON_FORMS: Mapping[Any, JsonObject] = {
    Space: {"type": "array", "prefixItems": [_WHOLE, _WHOLE], "minItems": 2, "maxItems": 2},
    TurnEffect: {"type": "object", "properties": _EFFECT, "required": list(_EFFECT), "additionalProperties": False},
}
"""What the hooks write, as JSON Schema: a space as row and column, and every effect with the same keys."""


def json_hooks(game_map: SquareMap) -> Callable[[Any], None]:
    """What teaches a converter to read and write the spaces of this map, and effects."""

    grid = game_map.grid

    def read_space(value: object, _: object) -> Space:
        if not (isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)):
            raise ValueError(f"a space is written [row, column], not {value!r}")
        if not grid.holds(*value):
            raise ValueError(f"{value} is off the map (rows 0-{grid.rows - 1}, columns 0-{grid.cols - 1})")
        return Space(grid.space(*value))

    def teach(converter: Any) -> None:
        converter.register_structure_hook_func(lambda kind: kind is Space, read_space)
        converter.register_unstructure_hook_func(lambda kind: kind is Space, lambda space: list(grid.rowcol(space)))
        converter.register_structure_hook_func(_is_effect, lambda value, _: effect_from_json(value))
        converter.register_unstructure_hook_func(_is_effect, effect_to_json)

    return teach


def _is_effect(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, TurnEffect)
