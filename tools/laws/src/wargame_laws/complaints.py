"""How laws compare what they see, and how they complain."""

import json
from typing import Any

from wargame_core.flow.events import Board
from wargame_core.flow.rules import Rules


class LawBroken(AssertionError):
    """A game breaks a law; the message says which seed and moment show it."""


def plain(data: object) -> Any:
    """JSON data after it was written as text and read again."""
    return json.loads(json.dumps(data))


def text_of(data: object) -> str:
    """JSON data as text with the order of keys unchanged, because even that order must not reveal secrets."""
    return json.dumps(data)


def difference(left_value: object, right_value: object, path: str = "") -> str | None:
    """Where two JSON values first differ, in words; None when they are the same. The order of keys counts."""
    if isinstance(left_value, dict) and isinstance(right_value, dict):
        if list(left_value) != list(right_value):
            return f"{path or 'it'} has the keys {list(left_value)} against {list(right_value)}"
        pairs = [(f"{path}.{key}".lstrip("."), left_value[key], right_value[key]) for key in left_value]
    elif isinstance(left_value, list) and isinstance(right_value, list) and len(left_value) == len(right_value):
        pairs = [
            (f"{path}[{item_number}]", *values)
            for item_number, values in enumerate(zip(left_value, right_value, strict=True))
        ]
    else:
        is_same = type(left_value) is type(right_value) and left_value == right_value
        return None if is_same else f"{path or 'it'} is {_short(left_value)} against {_short(right_value)}"
    return next(
        (different_place for place, a, b in pairs if (different_place := difference(a, b, place)) is not None), None
    )


def _short(value: object) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 200 else text[:200] + " ..."


def folding_mistake(folded_board: Board, board: Board, rules: Rules) -> str | None:
    """What is wrong with a board that events were folded over, beside the live board; None when they are equal."""
    if folded_board == board:
        return None
    to_json = rules.codec.board_to_json
    flaw = difference(plain(to_json(folded_board)), plain(to_json(board)))
    if flaw is None:
        return "folding the events gives another board: the boards have the same JSON and are not equal"
    return f"folding the events gives another board: {flaw}"
