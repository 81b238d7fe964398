"""What is installed here, packed as wheels: our distributions and the pure Python ones that they need."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import importlib_metadata
from attrs import frozen

from wargame_core.errors import WargameError

NOT_NEEDED = frozenset({"click", "networkx", "starlette", "uvicorn", "wargame-terminal", "websockets"})
"""Needed for a server, for commands and for functions that no page calls."""
LEFT_OUT = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "WHEEL"})
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@frozen
class Wheel:
    """A wheel: the name of its file, and its bytes, the same for the same content."""

    name: str
    content: bytes


def wheels_of(names: Iterable[str]) -> list[Wheel]:
    """The wheels of installed distributions and of what they need. Raises `WargameError` for compiled ones."""
    return [_wheel(distribution) for distribution in needed(names)]


def needed(names: Iterable[str]) -> list[Any]:
    """Installed distributions and all they need, extras left out, sorted by name."""
    todo, known = [_plain(name) for name in names], dict[str, Any]()
    while todo:
        name = todo.pop()
        if name in known or name in NOT_NEEDED:
            continue
        known[name] = importlib_metadata.distribution(name)
        for requirement in known[name].requires or ():
            wanted, _, marker = requirement.partition(";")
            if "extra" not in marker and (match := _NAME.match(wanted)) and _installed(match[0]):
                todo.append(_plain(match[0]))
    return [known[name] for name in sorted(known)]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _installed(name: str) -> bool:
    """Whether a distribution is here; one that a marker keeps away from this Python is not."""
    try:
        importlib_metadata.distribution(name)
    except importlib_metadata.PackageNotFoundError:
        return False
    return True


def _wheel(distribution: Any) -> Wheel:
    title = f"{_plain(distribution.name).replace('-', '_')}-{distribution.version}"
    folder = f"{title}.dist-info"
    files = dict(_files_of(distribution, folder))
    files[f"{folder}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: wargame-table\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    lines = [f"{name},sha256={_hash(content)},{len(content)}" for name, content in sorted(files.items())]
    files[f"{folder}/RECORD"] = "\n".join([*lines, f"{folder}/RECORD,,", ""]).encode()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, _LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return Wheel(f"{title}-py3-none-any.whl", packed.getvalue())


def _hash(content: bytes) -> str:
    return urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _files_of(distribution: Any, folder: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a distribution by its name in a wheel; of one that is worked on, the files as they are now."""
    listed = [file for file in distribution.files or () if ".." not in file.parts]
    for file in listed:
        if file.suffix == ".pth":
            for package in _packages_in(Path(file.locate()).read_text("utf-8").strip()):
                yield from _tree(package)
        elif file.suffix in (".so", ".pyd", ".dylib"):
            raise WargameError(f"{distribution.name} is not pure Python here ({file}): it cannot go into a page")
        elif "__pycache__" in file.parts or file.suffix == ".pyc":
            continue
        elif file.parts[0].endswith(".dist-info"):
            if file.name not in LEFT_OUT:
                yield "/".join((folder, *file.parts[1:])), Path(file.locate()).read_bytes()
        else:
            yield file.as_posix(), Path(file.locate()).read_bytes()


def _packages_in(folder: str) -> Iterator[Path]:
    """The packages that a folder of sources has, from where Python imports them."""
    for path in sorted(Path(folder).iterdir()):
        spec = find_spec(path.name) if (path / "__init__.py").exists() else None
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).parent


def _tree(package: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(package.parent).as_posix(), path.read_bytes()
