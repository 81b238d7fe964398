"""The client of the table as an npm package, for pages that a bundler puts together (``wargame wire --npm``)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import importlib_metadata

from wargame_core.json_form import JsonObject
from wargame_table.local import CLIENT

DISTRIBUTION: Final = "wargame-table"
ENTRY: Final = "index.js"
BESIDE: Final = ("README.md", "wire.schema.json", "conversation.jsonl")
_IMPORTED = re.compile(r'(?:from|import) "\./([\w-]+\.js)"')


def modules_of(entry: str) -> set[str]:
    """A module of the client with all that it imports, by the names of their files."""
    modules, todo = set[str](), [entry]
    while todo:
        if (name := todo.pop()) not in modules:
            modules.add(name)
            todo += _IMPORTED.findall((CLIENT / name).read_text("utf-8"))
    return modules


def package_files() -> dict[str, bytes]:
    """The files of the package, by name: what the entry imports, its declarations, schema, vectors and papers."""
    modules = modules_of(ENTRY)
    declared = [path.name for path in CLIENT.glob("*.d.ts")]
    files = {name: (CLIENT / name).read_bytes() for name in sorted((*modules, *declared, *BESIDE))}
    described = json.dumps(_described(), indent=2) + "\n"
    return {**files, "LICENSE": _licence(), "package.json": described.encode()}


def _described() -> JsonObject:
    told = importlib_metadata.metadata(DISTRIBUTION)
    return {
        "name": DISTRIBUTION,
        "version": told["Version"],
        "description": "A table for board wargames as one web component, and the types of its messages",
        "keywords": ["wargame", "board game", "web component", "hex map"],
        "license": "MIT",
        "type": "module",
        "exports": {
            ".": {"types": "./index.d.ts", "default": f"./{ENTRY}"},
            "./messages": {"types": "./messages.d.ts"},
            "./*": "./*",
        },
        "types": "./index.d.ts",
    }


def _licence() -> bytes:
    files = importlib_metadata.files(DISTRIBUTION) or ()
    listed = [Path(str(file.locate())) for file in files if str(file).endswith("/LICENSE")]
    beside = [folder / "LICENSE" for folder in Path(__file__).parents]
    return next(path for path in (*listed, *beside) if path.is_file()).read_bytes()
