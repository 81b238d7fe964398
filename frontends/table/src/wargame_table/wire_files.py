"""The files for those who write clients: the schema of the wire as TypeScript, and the npm package of ours.

`wargame wire --into FOLDER` writes what is made of the schema and lies beside the client: a test says
when that is not that of today. `wargame wire --npm FOLDER` writes the package, for pages that a bundler puts together.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import importlib_metadata

from wargame_core.json_form import JsonObject
from wargame_table.local import CLIENT
from wargame_table.messages.incoming import PROTOCOL
from wargame_table.messages.wire_schema import ROOTS, wire_schema

GENERATED_NOTE = "Made from the types of the program; do not edit."
DISTRIBUTION: Final = "wargame-table"
ENTRIES: Final = ("index.js", "client.js", "state.js", "react.js", "messages.js")
"""The modules of the package that may be imported; the first is the package itself."""
BESIDE: Final = ("README.md", "wire.schema.json", "conversation.jsonl")
_NAMED = re.compile(r"[\"'(/]([\w-]+\.(?:js|css|woff2))")


def files_loaded_with(entry: str) -> set[str]:
    """The files of the client that a page or module comes to name, itself included: modules, styles and fonts."""
    names, waiting_names = set[str](), [entry]
    while waiting_names:
        if (name := waiting_names.pop()) not in names and (CLIENT / name).is_file():
            names.add(name)
            waiting_names += [] if name.endswith(".woff2") else _NAMED.findall((CLIENT / name).read_text("utf-8"))
    return names


def typescript(schema: JsonObject) -> str:
    """The definitions of a schema as the text of a ``.d.ts`` file."""
    return _declaration_file(f"// {schema['description']} {GENERATED_NOTE}", schema["$defs"])


def wire_files() -> dict[str, str]:
    """The schema of what holds for all games, and its declarations: what games are, and what is said at a table."""
    schema = wire_schema(None)
    defs: dict[str, JsonObject] = schema["$defs"]
    of_games = _definitions_from(defs, ROOTS)
    games = {name: part for name, part in defs.items() if name in of_games}
    messages = {name: part for name, part in defs.items() if name not in of_games}
    names_used = sorted(_definitions_from(defs, messages) & of_games & set(_names(list(messages.values()))))
    head = (
        f"// What a screen and a table say to each other in {PROTOCOL}. {GENERATED_NOTE}\n\n"
        f'import type {{ {", ".join(names_used)} }} from "./wire.js";\n\nexport type * from "./wire.js";\n'
        'export type * from "./transport.js";\n\n'
        "/** The name of the protocol, which a welcome repeats. */\n"
        f"export declare const PROTOCOL: {json.dumps(PROTOCOL)};"
    )
    return {
        "wire.schema.json": json.dumps({"protocol": PROTOCOL, **schema}, indent=1, ensure_ascii=False) + "\n",
        "wire.d.ts": _declaration_file(f"// What any game sends of itself. {GENERATED_NOTE}", games),
        "messages.d.ts": _declaration_file(head, messages),
        "messages.js": f"// {GENERATED_NOTE}\n\nexport const PROTOCOL = {json.dumps(PROTOCOL)};\n",
    }


def _names(part: Any) -> Iterator[str]:
    """The definitions that a part of a schema refers to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield str(part["$ref"].removeprefix("#/$defs/"))
        part = list(part.values())
    if isinstance(part, list):
        for inner_value in part:
            yield from _names(inner_value)


def _definitions_from(defs: Mapping[str, JsonObject], roots: Iterable[str]) -> set[str]:
    """The definitions that some are made of, themselves included."""
    names, waiting_roots = set[str](), list(roots)
    while waiting_roots:
        if (name := waiting_roots.pop()) not in names:
            names.add(name)
            waiting_roots += _names(defs[name])
    return names


def _declaration_file(head: str, defs: Mapping[str, JsonObject]) -> str:
    return "\n".join([f"{head}\n", *(line for name, part in defs.items() for line in _declaration(name, part))])


def _declaration(name: str, part: JsonObject) -> Iterator[str]:
    yield from _comment(part, "")
    if "properties" in part:
        yield f"export interface {name} {{"
        yield from _properties(part, "  ")
        yield "}\n"
    else:
        yield f"export type {name} = {_type(part)};\n"


def _comment(part: JsonObject, indent: str) -> Iterator[str]:
    if description := part.get("description"):
        yield f"{indent}/** {description.replace('*/', '*').replace('``', '`')} */"


def _properties(part: JsonObject, indent: str) -> Iterator[str]:
    required_names = part.get("required", ())
    for name, value in part["properties"].items():
        yield from _comment(value, indent)
        yield f"{indent}{_key(name)}{'' if name in required_names else '?'}: {_type(value)};"
    if isinstance(part.get("additionalProperties"), dict):
        yield f"{indent}[key: string]: unknown;"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


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
    inner_value = part.get("additionalProperties", {})
    value = _type(inner_value) if isinstance(inner_value, dict) else "unknown"
    names = part.get("propertyNames", {}).get("enum")
    if names:
        return f"Partial<Record<{' | '.join(json.dumps(name) for name in names)}, {value}>>"
    return f"Record<string, {value}>"


def package_files() -> dict[str, bytes]:
    """The files of the package, by name: what its entries import, declarations, schema, vectors and papers."""
    modules = set[str]().union(*map(files_loaded_with, ENTRIES))
    declaration_files = [path.name for path in CLIENT.glob("*.d.ts")]
    files = {name: (CLIENT / name).read_bytes() for name in sorted((*modules, *declaration_files, *BESIDE))}
    package_json = json.dumps(_package_json(), indent=2) + "\n"
    return {**files, "LICENSE": _licence(), "package.json": package_json.encode()}


def _package_json() -> JsonObject:
    metadata = importlib_metadata.metadata(DISTRIBUTION)
    names = {entry: "." if entry == ENTRIES[0] else f"./{entry.removesuffix('.js')}" for entry in ENTRIES}
    exports: JsonObject = {
        name: {"types": f"./{entry.removesuffix('.js')}.d.ts", "default": f"./{entry}"} for entry, name in names.items()
    }
    file_exports = {f"./{name}": f"./{name}" for name in (*BESIDE[1:], "package.json")}
    return {
        "name": DISTRIBUTION,
        "version": metadata["Version"],
        "description": "A table for board wargames: a web component, a React hook, a client without a page, all typed",
        "keywords": ["wargame", "board game", "web component", "react", "hex map"],
        "license": "MIT",
        "author": metadata["Author"] or metadata["Author-email"],
        **_addresses(metadata.get_all("Project-URL") or ()),
        "type": "module",
        "engines": {"node": ">=20"},
        "exports": {**exports, **file_exports},
        "types": "./index.d.ts",
        "sideEffects": ["./table.js", "./host.js"],
        "peerDependencies": {"react": ">=18"},
        "peerDependenciesMeta": {"react": {"optional": True}},
    }


def _addresses(project_urls: Iterable[str]) -> JsonObject:
    """Where the project is at home, as far as the distribution says: a release writes the addresses into it."""
    urls = {label.casefold(): url for label, _, url in (line.partition(", ") for line in project_urls)}
    source, issues = urls.get("source", "").rstrip("/"), urls.get("issues", "")
    repository = {"type": "git", "url": f"git+{source}.git"} if urlsplit(source).path else None
    parts = {"homepage": urls.get("homepage"), "repository": repository, "bugs": {"url": issues} if issues else None}
    return {name: part for name, part in parts.items() if part}


def _licence() -> bytes:
    files = importlib_metadata.files(DISTRIBUTION) or ()
    listed_files = [Path(str(file.locate())) for file in files if str(file).endswith("/LICENSE")]
    neighbouring_files = [folder / "LICENSE" for folder in Path(__file__).parents]
    return next(path for path in (*listed_files, *neighbouring_files) if path.is_file()).read_bytes()
