"""The Python of the browser: the npm package ``pyodide``, found where somebody has put it. Nothing is fetched here."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from attrs import frozen

from wargame_core.errors import WargameError
from wargame_core.limits import quote

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""What a page needs of the package."""
NOTICE = "README.md"
MADE_FOR = "314"
"""The line of versions that the pages are made for and tested with."""
HOW = f"get it with `npm pack pyodide@{MADE_FOR}` and name the file: --pyodide pyodide-{MADE_FOR}.0.7.tgz"


@frozen
class Runtime:
    """The files of a version of the package."""

    version: str
    files: Mapping[str, bytes]


def find_runtime(given: Path | None, near: Path) -> Runtime:
    """The package at ``given``, a folder or an archive; without one what npm has left in the folder ``near``.

    Raises `WargameError` where there is none, and for one that lacks a file.
    """
    packed = sorted(near.glob("pyodide-*.tgz"))
    installed = near / "node_modules" / "pyodide"
    place = given or (installed if installed.is_dir() else packed[-1] if packed else None)
    if place is None:
        raise WargameError(f"the Python of the browser is not here; {HOW}")
    if not place.exists():
        raise WargameError(f"{quote(str(place))} is not there; {HOW}")
    return _runtime(place, _of_folder(place) if place.is_dir() else _of_archive(place))


def _runtime(place: Path, files: Mapping[str, bytes]) -> Runtime:
    wanted = ("package.json", NOTICE, *FILES)
    if missing := [name for name in wanted if name not in files]:
        raise WargameError(f"{quote(str(place))} is no npm package pyodide: it has no {missing[0]}; {HOW}")
    package = json.loads(files["package.json"])
    return Runtime(str(package["version"]), {name: files[name] for name in wanted})


def _of_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def _of_archive(path: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile() and (content := archive.extractfile(member)) is not None:
                    files[PurePosixPath(member.name).name] = content.read()
    except (OSError, tarfile.TarError) as problem:
        raise WargameError(f"{quote(str(path))} cannot be read: {problem}; {HOW}") from None
    return files
