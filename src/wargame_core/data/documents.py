"""Data files as read: their text, their values, and the problems found in them with line and column.

Where they stand is a `DataFolder`; packaged files of one kind, a scenario each, are read by `read_each`, so that a
mistake in one of them keeps nobody from the others.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from wargame_core.data.toml_mistakes import hint_for
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import place_of, positions
from wargame_core.errors import DataError, Problem, nearest
from wargame_core.limits import DATA_FILE, MESSAGE, LimitError, check_value, shorten

T = TypeVar("T")
MORE = ".more.toml"
"""The ending of a file whose values are added to those of the file of the same name."""


@frozen
class Document:
    """A data file: its path, its text and its values."""

    path: Path
    text: str = field(repr=False)
    data: dict[str, Any] = field(repr=False)
    added: Mapping[KeyPath, tuple[Document, KeyPath]] = field(factory=dict, repr=False, eq=False)
    """What another file added (see `with_more`): by the path in these values, the file and the path in that."""

    def locate(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Line and column, from 1, of a key, table or list item; of what contains it when it is not in the text."""
        return self.place(path)[1:]

    def place(self, path: Sequence[str | int]) -> tuple[str, int, int]:
        """The name of the file in which a key, table or list item stands, with line and column as of `locate`."""
        for length in range(len(path), 0, -1):
            if (origin := self.added.get(tuple(path[:length]))) is not None:
                other_file, other_path = origin
                return other_file.path.name, *place_of((*other_path, *path[length:]), other_file._positions)
        return self.path.name, *place_of(path, self._positions)

    def with_more(self, more_document: Document) -> Document:
        """These values and those of another file: tables become one, lists are joined, other values are replaced."""
        additions = dict(self.added)
        return Document(
            self.path, self.text, _join_tables(self.data, more_document.data, (), more_document, additions), additions
        )

    @cached_property
    def _positions(self) -> Mapping[KeyPath, tuple[int, int]]:
        return positions(self.text, blocks=True)


class Problems:
    """Collects everything wrong with a set of files, so that a designer sees it all at once."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def __bool__(self) -> bool:
        return bool(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def add(
        self,
        doc: Document,
        path: Sequence[str | int],
        code: str,
        message: str,
        hint: str = "",
        related_places: Iterable[tuple[str, ...]] = (),
    ) -> None:
        """Note a problem at ``path`` of ``doc``; ``related_places`` tell where it is on a map: see `Problem`."""
        file, line, column = doc.place(path)
        prefix = f"{show_path(path)}: " if path else ""
        self.found.append(Problem(file, line, column, code, prefix + message, hint, tuple(related_places)))

    def unknown(
        self,
        doc: Document,
        path: Sequence[str | int],
        code: str,
        kind_in_words: str,
        name: object,
        allowed_names: Iterable[object],
    ) -> None:
        """Note a name that does not exist, with those allowed and the nearest of them.

        ``kind_in_words`` is the kind of thing with its article: "a place".
        """
        self.add(
            doc,
            path,
            code,
            f"{name!r} is not {kind_in_words}{one_of(allowed_names)}",
            did_you_mean(name, allowed_names),
        )

    def reference(
        self,
        doc: Document,
        path: Sequence[str | int],
        kind_in_words: str,
        name: object,
        allowed_names: Iterable[object],
    ) -> bool:
        """Whether ``name`` is among ``allowed_names``; if not, note the dangling reference (E301)."""
        names = list(allowed_names)
        if name in names:
            return True
        self.unknown(doc, path, "E301", kind_in_words, name, names)
        return False

    def unique(self, doc: Document, kind_in_words: str, names: Iterable[tuple[Sequence[str | int], object]]) -> None:
        """Note every name that occurs twice (E302), with the line where it stood first. ``names``: path and name."""
        first_paths: dict[object, Sequence[str | int]] = {}
        for path, name in names:
            if name in first_paths:
                line, _ = doc.locate(first_paths[name])
                self.add(doc, path, "E302", f"{name!r} is already {kind_in_words}, on line {line}")
            first_paths.setdefault(name, path)

    def raise_if_any(self) -> None:
        """Raise `DataError` with every problem, in the order of the files and lines, if there is any."""
        if self.found:
            raise DataError(sorted(self.found, key=lambda problem: (problem.file, problem.line, problem.column)))


def _join_tables(
    base_table: Mapping[str, Any],
    added_table: Mapping[str, Any],
    path: KeyPath,
    more_document: Document,
    additions: dict[KeyPath, Any],
) -> dict[str, Any]:
    """The values of a table and those that another file has for it; where these stand is noted in ``additions``."""
    result = dict(base_table)
    for key, value in added_table.items():
        key_path, old_value = (*path, key), base_table.get(key)
        if isinstance(value, dict) and isinstance(old_value, dict):
            result[key] = _join_tables(old_value, value, key_path, more_document, additions)
        elif isinstance(value, list) and isinstance(old_value, list):
            result[key] = [*old_value, *value]
            additions |= {
                (*key_path, len(old_value) + index): (more_document, (*key_path, index)) for index in range(len(value))
            }
        else:
            result[key] = value
            additions[key_path] = more_document, key_path
    return result


def show_path(path: Sequence[str | int]) -> str:
    """A path as text.

    >>> show_path(("formation", 1, "arm"))
    'formation[1].arm'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def one_of(allowed_names: Iterable[object], limit: int = 12) -> str:
    """What was allowed, in brackets, cut short when long."""
    names = [str(name) for name in allowed_names]
    remainder = f", ... {len(names) - limit} more" if len(names) > limit else ""
    return f" ({', '.join(names[:limit]) or 'none exist'}{remainder})"


def did_you_mean(name: object, allowed_names: Iterable[object]) -> str:
    """A hint with the nearest allowed name, or nothing."""
    nearest_name = nearest(name, allowed_names)
    return f"did you mean {nearest_name!r}?" if nearest_name else ""


def read_toml(path: Path | Document, expected_kind: str = "a TOML data file") -> Document:
    """Read a UTF-8 TOML file; what has been read already is given back.

    Raises `DataError` when the file is missing or unreadable (E101), is not UTF-8 (E102), is not TOML (E103) or holds
    what `limits` refuses (E104: too long, too deep, endless numbers, control characters). ``expected_kind`` is for the
    message: what the file should have been.
    """
    return path if isinstance(path, Document) else parse_toml(read_text(path, expected_kind), path)


def read_text(path: Path, expected_kind: str) -> str:
    """The text of an UTF-8 file; ``expected_kind`` is for the message: what the file should have been.

    Raises `DataError` when the file is missing or unreadable (E101), is not UTF-8 (E102) or too long (E104).
    """
    try:
        raw = read_limited(path)
    except FileNotFoundError:
        raise DataError([Problem(str(path), 1, 1, "E101", f"no such file; expected {expected_kind}")]) from None
    except OSError as error:
        problem = Problem(str(path), 1, 1, "E101", f"cannot be read ({error.strerror}); expected {expected_kind}")
        raise DataError([problem]) from None
    text = text_of(raw, path.name)
    _check_length(text, path)
    return text


def read_limited(path: Path) -> bytes:
    """The bytes of a file, up to one more than a data file may have. Raises OSError."""
    with path.open("rb") as file:
        return file.read(DATA_FILE.characters + 1)


def text_of(raw: bytes, name: str) -> str:
    """The text of UTF-8 bytes, without the mark that some editors put first; ``name`` is the file's, for messages.

    Raises `DataError` (E102) with line and column of the first byte that is not an UTF-8.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:  # its object has lost the mark, and its start counts from there
        bytes_before = error.object[: error.start]
        line, column = bytes_before.count(b"\n") + 1, len(bytes_before.rpartition(b"\n")[2].decode()) + 1
        message = f"byte {error.object[error.start]:#04x} is not UTF-8"
        raise DataError([Problem(name, line, column, "E102", message, "save the file as UTF-8")]) from None


def parse_toml(text: str, path: Path) -> Document:
    """The document of a TOML text; ``path`` is the file that messages name. Raises `DataError` (E103, E104)."""
    import tomllib  # late: most programs that import the library read no file

    _check_length(text, path)
    try:
        document = Document(path, text, pickle.loads(_read(text)))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        position = re.search(r" \(at line (\d+), column (\d+)\)$", message)
        lines = text.splitlines() or [""]
        line, column = (int(position[1]), int(position[2])) if position else (len(lines), len(lines[-1]) + 1)
        plain_message = shorten(re.sub(r" \(at [^()]*\)$", "", message), MESSAGE)
        hint = hint_for(text, message, line, column)
        raise DataError([Problem(path.name, line, column, "E103", f"not TOML: {plain_message}", hint)]) from None
    except RecursionError:
        raise _refused(path, f"nested more than {DATA_FILE.depth} deep", *_first_match(_TOO_DEEP, text)) from None
    except ValueError as error:  # a number of more digits than Python reads
        reason = f"a number that is too long ({shorten(str(error))})"
        raise _refused(path, reason, *_first_match(re.compile(r"[0-9_]{1000}"), text)) from None
    try:
        check_value(document.data, DATA_FILE)
    except LimitError as problem:
        is_too_deep = len(problem.path) > DATA_FILE.depth  # too deep to be looked for by its keys
        place = _first_match(_TOO_DEEP, text) if is_too_deep else document.locate(problem.path)
        raise _refused(path, str(problem), *place) from None
    return document


def _check_length(text: str, path: Path) -> None:
    """Raise `DataError` for a text that is too long (E104)."""
    if len(text) > DATA_FILE.characters:
        raise _refused(path, f"longer than {DATA_FILE.characters:,} characters")


@lru_cache(maxsize=32)
def _read(text: str) -> bytes:
    """The data of a TOML text, pickled: the same file is read by every plugin that might know what it is."""
    import tomllib

    return pickle.dumps(tomllib.loads(text))


_TOO_DEEP = re.compile(rf"(?:[\[{{]\s*){{{DATA_FILE.depth}}}|(?:[^.\n]{{1,40}}\.){{{DATA_FILE.depth}}}")
"""Text that nests too deeply: many brackets one after another, or a key of many parts."""


def _first_match(pattern: re.Pattern[str], text: str) -> tuple[int, int]:
    """Line and column of what first fits a pattern; the beginning when nothing does."""
    match = pattern.search(text)
    text_before = text[: match.start()] if match is not None else ""
    return text_before.count("\n") + 1, len(text_before) - text_before.rfind("\n")


def _refused(path: Path, reason: str, line: int = 1, column: int = 1) -> DataError:
    return DataError([Problem(path.name, line, column, "E104", f"not let in: {reason}")])


@frozen
class DataFolder:
    """A game's packaged data, and optionally the owner's folder, whose files replace packaged ones of the same name.

    A file is replaced whole, so that what it says is what counts; only ``deck.more.toml`` is added to ``deck.toml``.
    ``system`` is the folder of the system that the game belongs to: its files are in use where the game brings none of
    that name. ``variants`` are the folders of the variants that are played, of which the last counts most.
    """

    packaged: Path
    overlay: Path | None = None
    system: Path | None = None
    variants: tuple[Path, ...] = ()

    def file(self, name: str) -> Path:
        """The path of data file ``name``: the owner's, a variant's, the game's or the system's.

        It is the game's if there is none.
        """
        paths = (folder / name for folder in self._folders())
        return next((path for path in paths if path.is_file()), self.packaged / name)

    def read(self, name: str, expected_kind: str = "a TOML data file") -> Document:
        """Data file ``name`` with all that is added to it. Raises `DataError`, see `read_toml`."""
        document = read_toml(self.file(name), expected_kind)
        for path in self._additions(name):
            document = document.with_more(read_toml(path))
        return document

    def _additions(self, name: str) -> list[Path]:
        paths = (folder / f"{name.removesuffix('.toml')}{MORE}" for folder in reversed(self._folders()))
        return [path for path in paths if path.is_file()]

    def files(self) -> tuple[Path, ...]:
        """Every data file in use, by name."""
        return tuple(path for name in self.names() for path in (self.file(name), *self._additions(name)))

    def names(self) -> list[str]:
        """The names of the files in use, without those that only add to one."""
        names = {path.name for folder in self._folders() for path in folder.glob("*.toml")}
        return sorted(name for name in names if not name.endswith(MORE))

    def _folders(self) -> tuple[Path, ...]:
        folders = (self.overlay, *reversed(self.variants), self.packaged, self.system)
        return tuple(folder for folder in folders if folder is not None)

    def digest(self, without: Container[str] = ()) -> str:
        """A hash of the contents of all files in use; the same on every machine and for both kinds of line ends.

        ``without`` are the names of files on which no rule depends.
        """
        digest = blake2b(digest_size=16)
        for path in (path for path in self.files() if path.name not in without):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.name}:{len(content)}:".encode() + content)
        return digest.hexdigest()


@frozen
class EachFile(Generic[T]):
    """What files hold, in the order of the files; those with mistakes are in ``unread``, by the name of the file."""

    sound: tuple[T, ...]
    unread: dict[Path, DataError]

    def by_id(self, table: str) -> dict[str, DataError]:
        """What is wrong, by the ``id`` in ``[table]``; by the file's name, without number, where no id can be read."""
        return {_id_in_file(path, table): error for path, error in self.unread.items()}

    def problems(self) -> list[Problem]:
        """Everything wrong with any of them, each once."""
        return list(dict.fromkeys(problem for error in self.unread.values() for problem in error.problems))


def read_each(paths: Iterable[Path], read_file: Callable[[Path, Problems], T | None]) -> EachFile[T]:
    """Read files one at a time. ``read_file`` notes problems or raises `DataError`; None is another kind of file."""
    sound: list[T] = []
    unread: dict[Path, DataError] = {}
    for path in paths:
        problems = Problems()
        try:
            contents = read_file(path, problems)
            problems.raise_if_any()
        except DataError as error:
            unread[path] = error
            continue
        if contents is not None:
            sound.append(contents)
    return EachFile(tuple(sound), unread)


def _id_in_file(path: Path, table: str) -> str:
    try:
        row = read_toml(path).data.get(table)
    except DataError:
        row = None
    name = row.get("id") if isinstance(row, dict) else None
    return name if isinstance(name, str) else re.sub(r"^\d+[-_]", "", path.stem)
