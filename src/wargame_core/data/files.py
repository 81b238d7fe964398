"""Writing files: whole or not at all, nothing left behind by a process that was killed, every failure with its file."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path

_TEMPORARY = re.compile(r"\..+\.(\d+)-[0-9a-f]{8}\.tmp")


def write_whole(path: Path, text: str, *, private: bool = False) -> Path:
    """Write a file through a temporary one beside it and a rename, so that it is never incomplete; returns its path.

    ``private`` keeps it from other users of the machine. Temporary files that killed processes left in the folder are
    cleared. Raises OSError, which names ``path``, and the file is as it was.
    """
    with naming(path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        path.parent.mkdir(parents=True, exist_ok=True)
        clear_left_behind(path.parent)
        beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
        try:
            way = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
            with open(way, "w", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
    return path


def write_bytes(path: Path, raw: bytes) -> Path:
    """Write a file that is no text through a temporary one beside it and a rename; returns its path. Raises OSError."""
    with naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        clear_left_behind(path.parent)
        beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
        try:
            with beside.open("xb") as file:
                file.write(raw)
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
    return path


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """A context in which every OSError names ``path`` instead of a temporary file or no file at all."""
    try:
        yield
    except OSError as problem:
        if problem.errno is None:
            raise
        raise OSError(problem.errno, problem.strerror, str(path)) from None


def clear_left_behind(folder: Path) -> None:
    """Remove the temporary files in ``folder`` whose process has ended."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            temporary = _TEMPORARY.fullmatch(entry.name)
            if temporary is not None and not _runs(int(temporary[1])):
                with suppress(OSError):
                    os.unlink(entry.path)


def _runs(process: int) -> bool:
    if os.name == "nt":
        return False  # signal 0 would end it there; but a file that a process has open cannot be removed there either
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
