"""Writing the folder: pages and client, Python and wheels, sheets and pictures, and the list that a browser keeps."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from wargame_core.data.files import write_all
from wargame_core.errors import WargameError
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.plugins.discovery import discover, load
from wargame_table.static_site.pictures import Pictures
from wargame_table.static_site.policy import HEADERS_FILE, HTACCESS, POLICY
from wargame_table.static_site.runtime import Runtime
from wargame_table.static_site.wheels import wheels_of

PACKAGE = Path(__file__).parents[1]
PAGES = ("index.html", "table.html", "manifest.webmanifest")
WORKER = "sw.js"
Files: TypeAlias = dict[str, bytes]


@frozen(kw_only=True)
class Written:
    """What was written: the games, and how many bytes of each kind."""

    games: tuple[str, ...]
    sizes: Mapping[str, int]


def write_site(
    out: Path, games: tuple[str, ...], runtime: Runtime, *, docs: bool = False, say: Callable[[str], None] = print
) -> Written:
    """Write the site into the folder ``out``; what stood there under other names stays.

    ``games`` are ids, all installed games when empty; ``docs`` says that pages of documentation are there.
    Raises `WargameError` for a game that is not there or has a broken file, and `OSError`.
    """
    wanted = installed_games(games)
    files: Files = {}
    for name in PAGES:
        files[name] = (PACKAGE / "static" / name).read_bytes()
    files |= _folder("client", (".js", ".css")) | _folder("static", (".js", ".css"))
    files.pop(f"static/{WORKER}")
    files |= {f"pyodide/{name}": content for name, content in runtime.files.items()}
    wheels = wheels_of({"wargame-table", "wargame-lab", *wanted.values()})
    files |= {f"python/{wheel.name}": wheel.content for wheel in wheels}
    pictures, rows = Pictures(files), list[JsonObject]()
    for name in wanted:
        say(f"drawing {name}")
        rows.append(pictures.game_to_json(load(name)))
    files["site.json"] = _json(
        {
            "games": rows,
            "sheets": sorted(pictures.digests),
            "wheels": [wheel.name for wheel in wheels],
            "pyodide": runtime.version,
            "docs": docs,
        }
    )
    files[WORKER] = _service_worker(files)
    files["_headers"], files[".htaccess"], files[".nojekyll"] = HEADERS_FILE.encode(), HTACCESS.encode(), b""
    write_all({out / name: content for name, content in files.items()}, out)
    return Written(games=tuple(wanted), sizes=_sizes(files))


def installed_games(only: tuple[str, ...]) -> dict[str, str]:
    """The distribution of every installed game, or of those in ``only``. Raises `WargameError` for others."""
    installed = {
        entry.id: holder.distribution
        for holder in discover()
        if holder.plugin is not None
        for entry in holder.plugin.games
    }
    if unknown := [name for name in only if name not in installed]:
        raise WargameError(f"there is no game {quote(unknown[0])} here; there are {', '.join(sorted(installed))}")
    return {name: installed[name] for name in only or installed}


def _folder(name: str, kinds: tuple[str, ...]) -> Files:
    return {
        f"{name}/{path.name}": path.read_bytes() for path in sorted((PACKAGE / name).iterdir()) if path.suffix in kinds
    }


def _service_worker(files: Files) -> bytes:
    """The worker that keeps the files, with the list of them and a version that changes with any of them."""
    digest = sha256()
    for name in sorted(files):
        digest.update(f"{name} {sha256(files[name]).hexdigest()}\n".encode())
    lines = [
        f"const VERSION = {json.dumps(digest.hexdigest()[:16])};",
        f"const POLICY = {json.dumps(POLICY)};",
        f"const FILES = {json.dumps(sorted(files))};",
        (PACKAGE / "static" / WORKER).read_text("utf-8"),
    ]
    return "\n".join(lines).encode()


def _json(data: JsonObject) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _sizes(files: Files) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for name, content in files.items():
        kind = name.partition("/")[0] if "/" in name else "pages"
        sizes[kind] = sizes.get(kind, 0) + len(content)
    return sizes
