"""JSON Schemas for what `wargame new` writes, so that editors complete and check the files while they are typed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from wargame_core.data.files import write_whole
from wargame_core.errors import WargameError
from wargame_core.plugins.discovery import Plugin

FOLDER = ".schema"


def write_schemas(folder: Path, plugin: Plugin) -> None:
    """Write the JSON Schema of each file of a new folder that a plugin reads, and name it in the file."""
    try:
        game = plugin.open_folder(folder) if plugin.open_folder is not None and folder.is_dir() else None
    except WargameError:
        return
    name_schemas(folder, game.files.schemas if game is not None else {})


def name_schemas(folder: Path, classes: Mapping[str, type]) -> None:
    """Write the JSON Schema of each file of a folder, made from the class that reads it, and name it in the file.

    The name stands in a line `#:schema ...` at the top, in the place of the first blank line below `source`, so that no
    line number changes; a file without such a line is left as it is.
    """
    from wargame_core.data.schema import schema_of

    for name, cls in classes.items():
        path = folder / name
        if not path.is_file():
            continue
        source, *rest = path.read_text(encoding="utf-8").split("\n")
        if not rest or rest[0].strip():
            continue
        schema = Path(FOLDER, f"{path.stem}.json")
        write_whole(folder / schema, json.dumps(schema_of(cls), indent=1) + "\n")
        lines = [f"#:schema {schema.as_posix()}", source, *rest[1:]]
        write_whole(path, "\n".join(lines))
