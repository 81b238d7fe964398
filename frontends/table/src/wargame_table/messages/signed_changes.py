"""Choices, offers and answers that the key of a device signs one by one, each for one table and under one number."""

import json
from typing import Final

from attrs import fields

from wargame_core.json_form import JsonObject, canonical
from wargame_core.limits import ACTION, read_json
from wargame_table.messages.incoming import Change, Refused

CHANGE_SIGNED_WITH: Final = b"wargame table change signature 1\n"
"""Signed together with the text of a change, so that a signature of something else is never valid."""
NUMBERS_END: Final = 2**53
"""Numbers of changes are below this, so that every language counts them alike."""


def text_of_change(table: str, number: int, message: JsonObject) -> str:
    """What a device signs of a message at a table."""
    message_fields = {name: value for name, value in message.items() if name not in ("id", "signed")}
    return json.dumps({**message_fields, "table": table, "number": number}, separators=(",", ":"))


def read_change(text: str, table: str = "") -> JsonObject:
    """What was signed, at this table or at any. Raises `Refused`."""
    try:
        data = read_json(text, ACTION)
    except ValueError as problem:
        raise Refused("malformed", f"what was signed cannot be read: {problem}") from None
    if not isinstance(data, dict) or not (type(data.get("number")) is int and 0 <= data["number"] < NUMBERS_END):
        raise Refused("malformed", "what was signed is no change: that is a JSON object with a `number`")
    if not isinstance(data.get("table"), str) or (table and data["table"] != table):
        raise Refused("wrong_key", f"this was signed for the table {data.get('table')!r}, and not for {table!r}")
    return data


def number_of(message: Change, table: str) -> int:
    """The number under which a message was signed for a table. Raises `Refused` where something else was signed."""
    assert message.signed is not None
    data = read_change(message.signed.text, table)
    message_fields = {
        field.name: getattr(message, field.name)
        for field in fields(type(message))
        if field.name not in ("id", "signed")
    }
    number = int(data.pop("number"))
    if canonical(data) != canonical({**message_fields, "kind": message.kind, "table": table}):
        raise Refused("wrong_key", f"what was signed is not this {message.kind!r}: sign what you send")
    return number
