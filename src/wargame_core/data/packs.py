"""A designer's folder as one file: a zip archive of plain text files, checked as if it came from an enemy."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import IO

from wargame_core.data.archives import Archive, ArchiveLimits
from wargame_core.data.files import clear_folders_left_behind, write_whole
from wargame_core.errors import WargameError

MEMBERS, LARGEST, TOGETHER = 300, 8_000_000, 32_000_000
"""The greatest number of files in a pack, bytes of one file, and bytes of all files unpacked."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_. -]{0,99}\.(?:toml|svg|txt|md|csv)")
LIMITS = ArchiveLimits(MEMBERS, LARGEST, TOGETHER, _NAME, "name of a text file", what="pack")
_TIME = (1980, 1, 1, 0, 0, 0)


class PackError(WargameError):
    """A pack that cannot be read or is refused; nothing of it was written."""


def write_pack(target: Path, files: Mapping[str, str]) -> Path:
    """Write a pack of text files; the same files make the same bytes. Raises `PackError`, OSError."""
    for name in files:
        if not _NAME.fullmatch(name):
            raise PackError(f"{name!r} cannot be in a pack: plain names of text files only")
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _TIME), text.encode(), zipfile.ZIP_DEFLATED)
    _files(target, packed)
    return write_whole(target, packed.getvalue())


def read_pack(path: Path) -> dict[str, str]:
    """The files of a pack by name, every one of them checked. Raises `PackError`, OSError."""
    return _files(path)


def _files(path: Path, packed: IO[bytes] | None = None) -> dict[str, str]:
    with Archive(path, LIMITS, PackError, packed) as archive:
        return {name: _text(archive, name) for name in archive.members}


def _text(archive: Archive, name: str) -> str:
    """The text of a member."""
    try:
        text = archive.bytes(name).decode("utf-8")
    except UnicodeDecodeError:
        raise archive.no("not UTF-8 text", name) from None
    if name.endswith(".svg") and re.search(r"<!(?:DOCTYPE|ENTITY)|<script|javascript:", text, re.IGNORECASE):
        raise archive.no("it declares entities or holds a script", name)
    return text


_PLACE = "wargame-pack-"


def unpacked(path: Path) -> Path:
    """A temporary folder with the files and the name of a pack, removed when the program ends. Raises `PackError`."""
    status = path.stat()
    return _unpacked(path.resolve(), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _unpacked(path: Path, changed: int, size: int) -> Path:
    files = read_pack(path)
    clear_folders_left_behind(Path(tempfile.gettempdir()), _PLACE)
    place = Path(tempfile.mkdtemp(prefix=f"{_PLACE}{os.getpid()}-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder = place / (re.sub(r"[^A-Za-z0-9_ -]", "_", path.stem) or "pack")
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder
