"""Several files that belong together, such as the sheets of a printed game: all of them are written, or none."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EINVAL
from pathlib import Path

from wargame_core.data.files import (
    all_or_nothing,
    clear_temporary_files,
    name_beside,
    naming,
    target_of,
    temporary_file_beside,
    write_whole,
)

UNFINISHED = "UNFINISHED"
"""The file in a folder whose files were being replaced when the program was stopped."""


def write_all(files: Mapping[Path, str | bytes], folder: Path) -> list[Path]:
    """Write several files, most of them in ``folder``: all of them or, where one fails, none; returns their paths.

    All are written beside the old ones first, so that a full disk changes nothing, and then renamed. A process that is
    killed in that moment leaves a file `UNFINISHED` in ``folder`` that says so; the next that writes there removes it.
    Raises OSError, which names the path, and every file is as it was.
    """
    with written_together(folder) as write:
        write(files)
    return [*files]


@contextmanager
def written_together(folder: Path) -> Iterator[Callable[[Mapping[Path, str | bytes]], None]]:
    """A context that gives a function to write files with, as `write_all` does, as often as wanted.

    If anything in the context fails, every file that was written in it is as it was before.
    """
    files_to_undo: list[tuple[Path, Path | None]] = []
    with all_or_nothing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        note = folder / UNFINISHED
        try:
            yield lambda files: _replace(files, note, files_to_undo)
        except BaseException:
            _undo(files_to_undo)
            raise
        finally:
            for spare_path in (*(old_path for _, old_path in files_to_undo if old_path is not None), note):
                with suppress(OSError):
                    spare_path.unlink(missing_ok=True)


def _replace(files: Mapping[Path, str | bytes], note: Path, replaced_files: list[tuple[Path, Path | None]]) -> None:
    """Give several files a new content; what each was is added to ``replaced_files``, before it is replaced."""
    new_files: list[tuple[Path, Path]] = []
    try:
        for path, content in files.items():
            with naming(path):
                target = target_of(path)
                if target is None:
                    raise OSError(EINVAL, "is a device or a pipe")
                clear_temporary_files(target.parent)
                data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
                new_files.append((target, temporary_file_beside(target, data)))
        write_whole(
            note,
            f"{len(replaced_files) + len(new_files)} files of this folder were being replaced when the program was "
            "stopped: some are new and some are old. Run the same command again.\n",
        )
        for target, new_file in new_files:
            with naming(target):
                replaced_files.append((target, _second_name(target)))
                os.replace(new_file, target)
    finally:
        for _, new_file in new_files:
            with suppress(OSError):
                new_file.unlink(missing_ok=True)


def _second_name(target: Path) -> Path | None:
    """A second name for a file that is about to be replaced; None where there is none yet."""
    if not target.exists():
        return None
    second_path = name_beside(target)
    try:
        os.link(target, second_path)
    except OSError:  # a file system without links
        shutil.copy2(target, second_path)
    return second_path


def _undo(files_to_undo: Sequence[tuple[Path, Path | None]]) -> None:
    """Give every file its old content again."""
    for target, old_path in reversed(files_to_undo):
        with suppress(OSError):
            if old_path is None:
                target.unlink(missing_ok=True)
            else:
                os.replace(old_path, target)
