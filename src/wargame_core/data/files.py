"""Writing files: whole or not at all, nothing left behind by a process that was killed, every failure with its file."""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EEXIST, EISDIR
from pathlib import Path
from string import Template

_TEMPORARY_NAME = re.compile(r"\..+\.(\d+)-[0-9a-f]{8}\.tmp")


def write_whole(path: Path, content: str | bytes, *, is_private: bool = False) -> Path:
    """Write a file through a temporary one beside it and a rename, so that it is never incomplete; returns its path.

    Text is written as UTF-8. ``is_private`` keeps the file from other users of the machine. Temporary files that killed
    processes left in the folder are cleared. A link is followed; a device or a pipe is written to and stays what it
    is. Raises OSError, which names ``path``, and the file is as it was.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    with naming(path):
        target = target_of(path)
        if target is None:
            path.write_bytes(data)
            return path
        clear_temporary_files(target.parent)
        temporary_file = temporary_file_beside(target, data, is_private=is_private)
        try:
            os.replace(temporary_file, target)
        except BaseException:
            with suppress(OSError):
                temporary_file.unlink(missing_ok=True)
            raise
    return path


def target_of(path: Path) -> Path | None:
    """The file that a path or link stands for, its folder made; None for a device or a pipe. Raises OSError."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if path.exists() and not path.is_file():
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def temporary_file_beside(target: Path, data: bytes, *, is_private: bool = False) -> Path:
    """A temporary file beside a file, with this content; none is left where it cannot be written."""
    temporary_file = name_beside(target)
    try:
        way = os.open(temporary_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if is_private else 0o666)
        with open(way, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            temporary_file.unlink(missing_ok=True)
        raise
    return temporary_file


def name_beside(target: Path) -> Path:
    """A name for a temporary file beside a file."""
    return target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")


def write_new(path: Path, content: str | bytes) -> Path:
    """Write a file as `write_whole` does if there is none yet. Raises FileExistsError, and OSError."""
    if path.exists():
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path))
    return write_whole(path, content)


def write_package(folder: Path, templates: Mapping[str, str], words: Mapping[str, str]) -> Path:
    """Write a new distribution of templates, in which `words` stand as in `string.Template`; returns its package.

    That is ``src/PACKAGE``, after the word "package". Tests go to ``tests``. Raises FileExistsError, and OSError.
    """
    package = folder / "src" / words["package"]
    places = {"pyproject.toml": folder, "README.md": folder}
    for name, text in templates.items():
        place = folder / "tests" if name.startswith("test_") else places.get(name, package)
        write_new(place / name, Template(text).substitute(words))
    write_new(package / "py.typed", "")
    return package


@contextmanager
def all_or_nothing(folder: Path) -> Iterator[None]:
    """A context in which an error removes from ``folder`` what was not there before, and the folder if it is new."""
    names_before = {entry.name for entry in folder.iterdir()} if folder.is_dir() else None
    try:
        yield
    except BaseException:
        for entry in folder.iterdir() if folder.is_dir() else ():
            if names_before is None or entry.name not in names_before:
                _remove(entry)
        if names_before is None:
            with suppress(OSError):
                folder.rmdir()
        raise


def _remove(entry: Path) -> None:
    with suppress(OSError):
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """A context in which every OSError names ``path`` instead of a temporary file or no file at all."""
    try:
        yield
    except OSError as problem:
        if problem.errno is None:
            raise
        raise OSError(problem.errno, problem.strerror, str(path)) from None


def clear_temporary_files(folder: Path) -> None:
    """Remove the temporary files in ``folder`` whose process has ended."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            temporary = _TEMPORARY_NAME.fullmatch(entry.name)
            if temporary is not None and not _process_runs(int(temporary[1])):
                with suppress(OSError):
                    os.unlink(entry.path)


def clear_temporary_folders(place: Path, prefix: str) -> None:
    """Remove the folders in ``place`` that are called ``prefix`` and the number of a process that has ended."""
    user = getattr(os, "getuid", int)()  # where there are no users, files belong to user 0
    with suppress(OSError):
        for entry in os.scandir(place):
            process = entry.name.removeprefix(prefix).partition("-")[0]
            is_ours = entry.name.startswith(prefix) and process.isdecimal() and entry.is_dir(follow_symlinks=False)
            if is_ours and entry.stat(follow_symlinks=False).st_uid == user and not _process_runs(int(process)):
                shutil.rmtree(entry.path, ignore_errors=True)


def _process_runs(process: int) -> bool:
    if os.name == "nt":
        return False  # signal 0 would end it there; but a file that a process has open cannot be removed there either
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
