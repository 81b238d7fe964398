"""Zip archives from outside, checked before anything in them is read: the one gate for packs, modules and sheets.

A pack is a designer's folder as one file of plain texts.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import IO, Final

from attrs import frozen

from wargame_core.data.files import clear_temporary_folders
from wargame_core.errors import Problem, WargameError

AGAIN: Final = "save it or fetch it again"
"""The hint for a file of another program that is damaged or cut off."""


class ArchiveError(WargameError):
    """An archive that cannot be read or is not let in; nothing of it was written."""


@frozen
class ArchiveLimits:
    """What is let in: files, bytes of one, bytes of all together when unpacked, how often smaller it may be packed.

    ``name`` is what a name must look like. No archive may name a file twice, climb out of its folder, hold links or
    devices, or be encrypted.
    """

    members: int
    largest: int
    together: int
    name: re.Pattern[str]
    names_are: str
    densest: int = 1100
    what: str = "zip archive"


_UNREADABLE: Final = (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, RuntimeError)
"""What the standard library raises for archives that are damaged, encrypted or packed in a way it does not know."""


def stays_within_archive(name: str) -> bool:
    """Whether a path within an archive stays there: relative, without `..`, drive or backslash."""
    parts = name.rstrip("/").split("/")
    return not ("\\" in name or ":" in name or "\0" in name or ".." in parts or "" in parts)


FOREIGN: Final = ArchiveLimits(5_000, 64_000_000, 1_000_000_000, re.compile(r"[^\x00-\x1f]{1,240}"), "name", 200)
"""Modules and spreadsheets that other programs write; pictures and sounds in them are never unpacked."""


class Archive:
    """An open archive whose members were checked. ``refused`` makes the error from a sentence.

    ``packed`` is what will be written to ``path``, where it is not there yet.
    """

    def __init__(
        self,
        path: Path,
        limits: ArchiveLimits,
        refused: Callable[[str], WargameError] = ArchiveError,
        packed: IO[bytes] | None = None,
    ):
        self.path, self.limits, self.refused = path, limits, refused
        try:
            self._zip = zipfile.ZipFile(path if packed is None else packed)
        except _UNREADABLE as problem:
            raise self._damage_error(problem) from None
        try:
            self.members = {member.filename: member for member in self._zip.infolist()}
            self._check(self._zip.infolist())
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def bytes(self, name: str) -> bytes:
        """The bytes of a member, read no further than what it states, and a byte."""
        member = self.members[name]
        try:
            with self._zip.open(member) as file:
                raw = file.read(min(member.file_size, self.limits.largest) + 1)
        except (*_UNREADABLE, zlib.error) as problem:
            raise self._damage_error(problem, name) from None
        if len(raw) > member.file_size:
            raise self.no("larger than it says", name)
        return raw

    def _check(self, members: Iterable[zipfile.ZipInfo]) -> None:
        members, limits = list(members), self.limits
        if len(members) > limits.members:
            raise self.no(f"{len(members)} files in it, at most {limits.members}")
        earlier_names: set[str] = set()
        for member in members:
            name = member.filename
            if not limits.name.fullmatch(name) or not stays_within_archive(name):
                raise self.no(f"{name[:80]!r} is not a plain {limits.names_are}")
            if name.casefold() in earlier_names:
                raise self.no(f"{name} is in it twice")
            earlier_names.add(name.casefold())
            self._check_member(member)
        if sum(member.file_size for member in members) > limits.together:
            raise self.no(f"more than {limits.together:,} bytes when unpacked")

    def _check_member(self, member: zipfile.ZipInfo) -> None:
        name, limits = member.filename, self.limits
        if member.external_attr >> 16 & 0o170000 not in (0, 0o100000, 0o040000):
            raise self.no("a link or a device, not a file", name)
        if member.flag_bits & 1:
            raise self.no("encrypted", name)
        if member.file_size > limits.largest:
            raise self.no(f"{member.file_size:,} bytes, at most {limits.largest:,}", name)
        if member.file_size > 1_000_000 and member.file_size > limits.densest * max(1, member.compress_size):
            raise self.no(f"packed {member.file_size // max(1, member.compress_size)} times smaller", name)

    def no(self, reason: str, member: str = "") -> WargameError:
        """The error that tells why the archive, or a member of it, is not let in: `file:member` and a sentence."""
        return self.refused(str(Problem(self.path.name, 1, 1, "E104", f"not let in: {reason}", cell=member)))

    def _damage_error(self, problem: BaseException, member: str = "") -> WargameError:
        damage_text = f"no {self.limits.what}, or damaged or cut off ({problem})"
        hint = AGAIN
        return self.refused(str(Problem(self.path.name, 1, 1, "E106", damage_text, hint, cell=member)))


MEMBERS, LARGEST, TOGETHER = 300, 8_000_000, 32_000_000
"""The greatest number of files in a pack, bytes of one file, and bytes of all files unpacked."""

_MEMBER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_. -]{0,99}\.(?:toml|svg|txt|md|csv)")
LIMITS = ArchiveLimits(MEMBERS, LARGEST, TOGETHER, _MEMBER_NAME, "name of a text file", what="pack")


class PackError(WargameError):
    """A pack that cannot be read or is refused; nothing of it was written."""


def read_pack(path: Path, packed: IO[bytes] | None = None) -> dict[str, str]:
    """The files of a pack by name, every one of them checked; ``packed`` is what will be written to ``path``.

    Raises `PackError`, OSError.
    """
    with Archive(path, LIMITS, PackError, packed) as archive:
        return {name: _member_text(archive, name) for name in archive.members}


def _member_text(archive: Archive, name: str) -> str:
    """The text of a member."""
    try:
        text = archive.bytes(name).decode("utf-8")
    except UnicodeDecodeError:
        raise archive.no("not UTF-8 text", name) from None
    if name.endswith(".svg") and re.search(r"<!(?:DOCTYPE|ENTITY)|<script|javascript:", text, re.IGNORECASE):
        raise archive.no("it declares entities or holds a script", name)
    return text


_FOLDER_PREFIX = "wargame-pack-"


def unpacked(path: Path) -> Path:
    """A temporary folder with the files and the name of a pack, removed when the program ends. Raises `PackError`."""
    status = path.stat()
    return _unpacked(path.resolve(), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _unpacked(path: Path, modification_time: int, size: int) -> Path:
    files = read_pack(path)
    clear_temporary_folders(Path(tempfile.gettempdir()), _FOLDER_PREFIX)
    place = Path(tempfile.mkdtemp(prefix=f"{_FOLDER_PREFIX}{os.getpid()}-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder = place / (re.sub(r"[^A-Za-z0-9_ -]", "_", path.stem) or "pack")
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder
