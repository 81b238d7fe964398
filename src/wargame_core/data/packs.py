"""A designer's folder as one file: a zip archive of plain text files, checked as if it came from an enemy."""

from __future__ import annotations

import atexit
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from wargame_core.errors import WargameError

SUFFIX = ".wargame"
MEMBERS, LARGEST, TOGETHER = 300, 8_000_000, 32_000_000
"""The greatest number of files in a pack, bytes of one file, and bytes of all files unpacked."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_. -]{0,99}\.(?:toml|svg|txt|md|csv)")
_TIME = (1980, 1, 1, 0, 0, 0)


class PackError(WargameError):
    """A pack that cannot be read or is refused; nothing of it was written."""


def is_pack(path: Path) -> bool:
    """Whether a path has the ending of a pack."""
    return path.suffix == SUFFIX


def write_pack(target: Path, files: Mapping[str, str]) -> Path:
    """Write a pack of text files; the same files make the same bytes. Raises `PackError`."""
    for name in files:
        if not _NAME.fullmatch(name):
            raise PackError(f"{name!r} cannot be in a pack: plain names of text files only")
    beside = target.with_name(f".{target.name}.tmp")
    try:
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in sorted(files.items()):
                archive.writestr(zipfile.ZipInfo(name, _TIME), text.encode(), zipfile.ZIP_DEFLATED)
        read_pack(beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return target


def read_pack(path: Path) -> dict[str, str]:
    """The files of a pack by name, every one of them checked. Raises `PackError`, OSError."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            _check_members(path, members)
            return {member.filename: _text(path, archive, member) for member in members}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, RuntimeError) as problem:
        raise PackError(f"{path.name} is no pack, or is damaged or cut off ({problem})") from None


def _check_members(path: Path, members: Iterable[zipfile.ZipInfo]) -> None:
    members = list(members)
    if len(members) > MEMBERS:
        raise PackError(f"{path.name} is not let in: {len(members)} files in it, at most {MEMBERS}")
    seen: set[str] = set()
    for member in members:
        name = member.filename
        if not _NAME.fullmatch(name):
            raise PackError(f"{path.name} is not let in: {name[:80]!r} is no plain name of a text file")
        if name.casefold() in seen:
            raise PackError(f"{path.name} is not let in: {name} is in it twice")
        seen.add(name.casefold())
        if member.external_attr >> 16 & 0o170000 not in (0, 0o100000):
            raise PackError(f"{path.name} is not let in: {name} is a link or a device, not a file")
        if member.flag_bits & 1:
            raise PackError(f"{path.name} is not let in: {name} is encrypted")
        if member.file_size > LARGEST:
            raise PackError(f"{path.name} is not let in: {name} has {member.file_size:,} bytes, at most {LARGEST:,}")
    if sum(member.file_size for member in members) > TOGETHER:
        raise PackError(f"{path.name} is not let in: more than {TOGETHER:,} bytes when unpacked")


def _text(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> str:
    """The text of a member, read no further than what it states, and a byte."""
    with archive.open(member) as file:
        raw = file.read(min(member.file_size, LARGEST) + 1)
    if len(raw) > member.file_size:
        raise PackError(f"{path.name} is not let in: {member.filename} is larger than it says")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise PackError(f"{path.name} is not let in: {member.filename} is not UTF-8 text") from None
    if member.filename.endswith(".svg") and re.search(r"<!(?:DOCTYPE|ENTITY)|<script|javascript:", text, re.IGNORECASE):
        raise PackError(f"{path.name} is not let in: {member.filename} declares entities or holds a script")
    return text


def unpacked(path: Path) -> Path:
    """A temporary folder with the files and the name of a pack, removed when the program ends. Raises `PackError`."""
    status = path.stat()
    return _unpacked(path.resolve(), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _unpacked(path: Path, changed: int, size: int) -> Path:
    files = read_pack(path)
    place = Path(tempfile.mkdtemp(prefix="wargame-pack-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder = place / (re.sub(r"[^A-Za-z0-9_ -]", "_", path.stem) or "pack")
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder
