"""TypeScript declarations for a JSON Schema, with an export for each definition."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from wargame_core.json_form import JsonObject


def typescript(schema: JsonObject) -> str:
    """The definitions of a schema as the text of a ``.d.ts`` file."""
    head = f"// {schema['description']} Made from the types of the program; do not edit.\n"
    return "\n".join([head, *(line for name, part in schema["$defs"].items() for line in _declared(name, part))])


def _declared(name: str, part: JsonObject) -> Iterator[str]:
    yield from _comment(part, "")
    if "properties" in part:
        yield f"export interface {name} {{"
        yield from _properties(part, "  ")
        yield "}\n"
    else:
        yield f"export type {name} = {_type(part)};\n"


def _comment(part: JsonObject, indent: str) -> Iterator[str]:
    if description := part.get("description"):
        yield f"{indent}/** {description.replace('*/', '*')} */"


def _properties(part: JsonObject, indent: str) -> Iterator[str]:
    required = part.get("required", ())
    for name, value in part["properties"].items():
        yield from _comment(value, indent)
        yield f"{indent}{_key(name)}{'' if name in required else '?'}: {_type(value)};"
    if isinstance(part.get("additionalProperties"), dict):
        yield f"{indent}[key: string]: unknown;"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_$][\w$]*", name) else json.dumps(name)


def _type(part: Any) -> str:
    if "$ref" in part:
        return str(part["$ref"].removeprefix("#/$defs/"))
    if "const" in part:
        return json.dumps(part["const"])
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"]) or "never"
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(_type(option) for option in part["anyOf"]))
    if part.get("type") == "array":
        return _list(part)
    if part.get("type") == "object":
        return _object(part)
    words = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return words.get(part.get("type", ""), "unknown")


def _list(part: JsonObject) -> str:
    if "prefixItems" in part:
        return f"[{', '.join(_type(item) for item in part['prefixItems'])}]"
    return f"Array<{_type(part.get('items', {}))}>"


def _object(part: JsonObject) -> str:
    if "properties" in part:
        return f"{{ {' '.join(_properties(part, ''))} }}"
    inner = part.get("additionalProperties", {})
    value = _type(inner) if isinstance(inner, dict) else "unknown"
    names = part.get("propertyNames", {}).get("enum")
    if names:
        return f"Partial<Record<{' | '.join(json.dumps(name) for name in names)}, {value}>>"
    return f"Record<string, {value}>"
