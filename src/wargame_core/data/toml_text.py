"""How values and keys are written in TOML."""

import json
from collections.abc import Mapping, Sequence


def value_text(value: object) -> str:
    """A value as TOML: text, a number, true or false, a list or an inline table.

    Raises:
        TypeError: for a value of another type.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # JSON may hold it, TOML may not
        case Mapping():
            return "{ " + ", ".join(f"{key_text(key)} = {value_text(part)}" for key, part in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(map(value_text, value)) + "]"
    raise TypeError(f"{type(value).__name__} cannot be written as TOML")


def key_text(key: str) -> str:
    """A key as TOML, in quotation marks where it needs them."""
    is_bare_key = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare_key else value_text(key)
