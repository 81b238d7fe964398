"""The strokes of all windows of a page: each is written once, in the order of its window, and may be taken back.

A window numbers its strokes from 1 and sends them until they are answered. What was answered and is sent again changes
nothing, so a lost answer loses and doubles no stroke.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import Factory, define, field, frozen

from wargame_core import DataError, WargameError
from wargame_core.data import Document, parse_toml, read_toml, write_whole
from wargame_core.json_form import JsonObject
from wargame_workshop.splices import EditError
from wargame_workshop.watching.strokes import drawn_into

WINDOWS = 200
"""The number of windows that are remembered."""
STEPS = 1000
"""The number of strokes that can be taken back."""
BATCH = 100
"""The most strokes of one request."""
_MARK = "\ufeff"
"""The mark of UTF-8 at the beginning of a file, which is no part of its text."""


@frozen
class PageStroke:
    """A stroke as a window sends it."""

    number: int
    op: str
    words: dict[str, Any]

    @classmethod
    def read(cls, data: object) -> "PageStroke":
        """Raises `EditError` for what is not a stroke."""
        row = data if isinstance(data, dict) else {}
        number, op, words = row.get("number"), row.get("op"), row.get("args")
        if type(number) is not int or not isinstance(op, str) or not isinstance(words, dict):
            raise EditError("a stroke has a number, an op and args")
        return cls(number, op, words)


@frozen
class Step:
    """What a stroke did to a file."""

    path: Path
    before: str
    after: str


@define
class PageWindow:
    """How far the strokes of a window are answered, and why some of them were refused."""

    last: int = 0
    refused: OrderedDict[int, str] = field(default=Factory(OrderedDict))


@define
class _Draft:
    """A file with strokes that are not on the disk yet, and the steps with them."""

    done: list[Step]
    undone: list[Step]
    answered: int
    path: Path | None = None
    on_disk: str = ""
    text: str = ""
    refused: dict[int, str] = Factory(dict)
    texts_read: dict[Path, str] = Factory(dict)

    def read(self, path: Path) -> Document:
        if path == self.path:
            return parse_toml(self.text.removeprefix(_MARK), path)
        self.texts_read[path] = _text(path)  # before the document: what is saved between the two counts as new
        return read_toml(path)


class StrokeLog:
    """Writes strokes into the files of a folder; it may be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self._windows: OrderedDict[str, PageWindow] = OrderedDict()
        self._backed_up: set[Path] = set()
        self._lock = threading.Lock()

    def answered(self) -> dict[str, int]:
        """By window, the number of the last stroke that is written or refused."""
        with self._lock:
            return {name: window.last for name, window in self._windows.items()}

    def write(self, name: str, strokes: Sequence[PageStroke]) -> JsonObject:
        """Write the strokes of a window that are not written yet, in order.

        The answer says up to which number they are answered, why some were refused, and what the first that is neither
        waits for: a file that is broken, or that cannot be written. Raises `EditError` where a number is missing.
        """
        with self._lock:
            window = self._window(name, strokes[0].number if strokes else 1)
            new_strokes = [stroke for stroke in strokes if stroke.number > window.last]
            for expected_number, stroke in enumerate(new_strokes, window.last + 1):
                if stroke.number != expected_number:
                    raise EditError(f"stroke {expected_number} is missing: got {stroke.number}")
            waiting_for = ""
            try:
                while new_strokes and not waiting_for:
                    waiting_for = self._write_one_file(window, new_strokes)
                    new_strokes = [stroke for stroke in new_strokes if stroke.number > window.last]
            except OSError as problem:  # a full disk, a folder that may not be written
                waiting_for = f"{Path(str(problem.filename)).name}: {problem.strerror}"
            first_number = strokes[0].number if strokes else window.last + 1
            refusals = [
                {"number": stroke_number, "error": error}
                for stroke_number, error in window.refused.items()
                if stroke_number >= first_number
            ]
            steps = {"undo": len(self.done), "redo": len(self.undone)}
            return {"answered": window.last, "refused": refusals, "waiting": waiting_for, **steps}

    def _window(self, name: str, first_number: int) -> PageWindow:
        window = self._windows.pop(name, None) or PageWindow(first_number - 1)
        self._windows[name] = window
        while len(self._windows) > WINDOWS:
            self._windows.popitem(last=False)
        return window

    def _write_one_file(self, window: PageWindow, strokes: Sequence[PageStroke]) -> str:
        """Write the strokes up to the first that changes another file; returns what the next waits for, if it does."""
        draft, waiting_for = _Draft([*self.done], [*self.undone], window.last), ""
        for stroke in strokes:
            try:
                if not self._draw(draft, stroke):
                    break
            except DataError as error:
                waiting_for = f"not while the file is broken: {error.problems[0]}"
                break
            except WargameError as error:
                draft.refused[stroke.number] = str(error)
            draft.answered = stroke.number
        if draft.path is not None and draft.text != draft.on_disk:
            if _text(draft.path) != draft.on_disk:  # somebody saved the file meanwhile: the strokes are drawn anew
                return waiting_for
            self._save(draft.path, draft.on_disk, draft.text)
        self.done, self.undone, window.last = draft.done[-STEPS:], draft.undone, draft.answered
        window.refused.update(draft.refused)
        while len(window.refused) > BATCH:
            window.refused.popitem(last=False)
        return waiting_for

    def _draw(self, draft: _Draft, stroke: PageStroke) -> bool:
        """Draw a stroke into the draft; returns whether it belongs to the file of the draft."""
        if stroke.op in ("undo", "redo"):
            steps = draft.done if stroke.op == "undo" else draft.undone
            if not steps:
                raise EditError(f"nothing to {stroke.op}")
            step = steps[-1]
            path, text_before, text_after = step.path, step.before, step.after
            old_text, written_text = (text_after, text_before) if stroke.op == "undo" else (text_before, text_after)
            text = draft.text if path == draft.path else _text(path)
            if draft.path not in (None, path):
                return False
            if text != old_text:
                steps.clear()
                raise EditError(f"{path.name} was changed elsewhere since: {stroke.op} it there")
            steps.pop()
            (draft.undone if stroke.op == "undo" else draft.done).append(step)
        else:
            path, written_text = drawn_into(self.folder, draft.read, stroke.op, stroke.words)
            if draft.path not in (None, path):
                return False
            if not path.resolve().is_relative_to(self.folder.resolve()):
                raise EditError("outside of the folder")
            old_text = draft.text if path == draft.path else draft.texts_read.get(path, "")
            parse_toml(written_text, path)
            written_text = (_MARK if old_text.startswith(_MARK) else "") + written_text
            if written_text != old_text:
                draft.done.append(Step(path, old_text, written_text))
                draft.undone.clear()
        if draft.path is None:
            draft.path, draft.on_disk = path, old_text
        draft.text = written_text
        return True

    def _save(self, path: Path, text_before: str, text: str) -> None:
        path.parent.mkdir(exist_ok=True)
        if text_before and path not in self._backed_up:
            write_whole(path.with_name(path.name + ".bak"), text_before.encode())
            self._backed_up.add(path)
        write_whole(path, text.encode())


def _text(path: Path) -> str:
    """The text of a file to the byte, also its ends of lines; "" where there is none."""
    return path.read_bytes().decode("utf-8", "surrogateescape") if path.is_file() else ""
