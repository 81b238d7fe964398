"""A battle of a campaign as plain data, from which it is made again anywhere: its brief and its breakpoints."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief
from wargame_altar_of_freedom.rules.tabletop.endings import Standing
from wargame_core.errors import RecordError
from wargame_core.json_form import JsonMapping, JsonObject


def orders_json(brief: BattleBrief, breakpoints: Mapping[str, tuple[int, ...]]) -> JsonObject:
    """The plain data from which a battle is made again, here and anywhere."""
    data: JsonObject = json.loads(json.dumps({"brief": brief.to_json(), "breakpoints": dict(breakpoints)}))
    return data


@frozen
class Orders:
    """What a battle is fought by: its brief, and by campaign side the breakpoint at the end of each of its turns."""

    brief: BattleBrief
    breakpoints: Mapping[str, tuple[int, ...]]

    def standing(self, side: str, turn: int, broken_brigades: frozenset[str]) -> Standing:
        """Where a side stands at the end of a turn. Source: CB p.3 How it ends."""
        fighting = self.brief.side(side)
        entered_units = fighting.entered(turn)
        count = sum(1 for unit in entered_units if unit.id in broken_brigades)
        return Standing(side, fighting.attacking, len(entered_units), count, self.breakpoints[side][turn - 1])


def read_orders(data: JsonMapping) -> Orders:
    """The orders that plain data stand for. Raises `RecordError` when they are none."""
    from cattrs import BaseValidationError, transform_error

    try:
        orders: Orders = _converter().structure(data, Orders)
    except BaseValidationError as problems:
        raise RecordError("; ".join(transform_error(problems, "battle"))) from None
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        raise RecordError(f"no battle of a campaign: {problem}") from None
    sides = [side.side for side in orders.brief.sides]
    if sorted(orders.breakpoints) != sorted(sides):
        raise RecordError(f"the battle has breakpoints of {', '.join(orders.breakpoints)}, its sides are {sides}")
    if any(len(row) != orders.brief.turns for row in orders.breakpoints.values()):
        raise RecordError("the battle has not a breakpoint for each of its turns")
    return orders


@lru_cache(maxsize=1)
def _converter() -> Any:
    from cattrs import Converter

    def points(value: object, _: object) -> object:
        if value is not None and type(value) not in (int, str):
            raise TypeError(f"{value!r} are not priority points")
        return value

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(int | str | None, points)
    return converter
