"""Files that other programs write, read within limits: JSON, and XML without entities or document types.

Each value can be told with the line and column where it stands.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import ParseError
from xml.parsers import expat

from attrs import define, field, frozen
from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import DefusedXMLParser  # type: ignore[import-untyped]

from wargame_core.data.archives import AGAIN
from wargame_core.data.documents import text_of
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import lines_of, place_of
from wargame_core.errors import DataError, Problem
from wargame_core.limits import LimitError, Limits, check_shape, check_value

LARGEST, DEEPEST, ELEMENTS = 64_000_000, 200, 1_000_000
"""Bytes of a file, elements within elements, and elements of a file; no more is read."""


def read_foreign(path: Path) -> bytes:
    """The bytes of a file of another program, no more than are let in. Raises `DataError`, OSError."""
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise _refused(path, f"more than {LARGEST:,} bytes")
    return raw


@define(eq=False)
class Element:
    """An element: its tag without its namespace, its attributes likewise, its text, and the line it begins on."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    column: int
    children: list[Element] = field(factory=list)
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def all(self, tag: str) -> Iterator[Element]:
        """The children with a tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)

    def walk(self) -> Iterator[Element]:
        """This element and all below it, in the order of the text."""
        todo = [self]
        while todo:
            element = todo.pop()
            yield element
            todo += reversed(element.children)


def read_xml(raw: bytes, path: Path, member: str = "", *, doctype: bool = False) -> Element:
    """The root of an XML text; ``path`` is for messages, and so is ``member``, its name in an archive.

    With ``doctype`` it may name a document type, which nobody fetches; entities are refused all the same.
    Raises `DataError` (E103 no XML, E104 not let in).
    """
    path = Path(f"{path.name}:{member.replace('/', ':')}") if member else path
    if len(raw) > LARGEST:
        raise _refused(path, f"{len(raw):,} bytes; at most {LARGEST:,} are read")
    builder = _TreeBuilder(path)
    parser = DefusedXMLParser(target=builder, forbid_dtd=not doctype)
    builder.expat = parser.parser
    try:
        parser.feed(raw)
        root: Element = parser.close()
    except ParseError as error:
        line, column = error.position
        problem = Problem(path.name, line, column + 1, "E103", f"not XML: {expat.ErrorString(error.code)}", AGAIN)
        raise DataError([problem]) from None
    except DefusedXmlException:
        reason = "a document type or an entity, which plain data do not need"
        raise _refused(path, reason, *builder.place()) from None
    except (LookupError, ValueError) as error:
        raise _refused(path, f"an unknown encoding ({error})") from None
    return root


class _TreeBuilder:
    """Makes the tree, no deeper and no larger than is let in."""

    def __init__(self, path: Path) -> None:
        self.path, self.count = path, 0
        self.open: list[Element] = []
        self.expat: Any = None
        self.root: Element | None = None

    def place(self) -> tuple[int, int]:
        """Line and column of what is read now."""
        return self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        line, column = self.place()
        if self.count > ELEMENTS or len(self.open) >= DEEPEST:
            message = (
                f"more than {ELEMENTS:,} elements" if self.count > ELEMENTS else f"nested more than {DEEPEST} deep"
            )
            raise _refused(self.path, message, line, column)
        plain_attributes = {name.rpartition("}")[2]: value for name, value in attributes.items()}
        element = Element(tag.rpartition("}")[2], plain_attributes, line, column)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        self.open.pop()

    def data(self, text: str) -> None:
        self.open[-1].text += text

    def close(self) -> Element | None:
        return self.root


def _refused(path: Path, reason: str, line: int = 1, column: int = 1) -> DataError:
    return DataError([Problem(path.name, line, column, "E104", f"not let in: {reason}")])


def looks_like_xml(raw: bytes) -> bool:
    """Whether a file begins as XML does, with or without a mark of its byte order."""
    for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raw = raw.removeprefix(mark)
    return raw.lstrip()[:1] == b"<" or raw[:2] in (b"<\0", b"\0<")


FOREIGN_FILE: Final = Limits(characters=64_000_000, depth=64, digits=30, text=64_000_000)
"""A map or drawing of another program; layers may be one long text."""

_BLANK = re.compile(r"[ \t\r\n]*")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^,\]}\s]*")
_ALL_NUMBERS = re.compile(r"\[[-+.0-9eE,\s]*\]")
"""A list of numbers, such as a layer of tiles: the place of each is that of the list, or a large map takes minutes."""


@frozen
class Located:
    """Values that another program wrote, with line and column of each when a message needs it."""

    path: Path
    data: Any = field(repr=False)
    positions: Callable[[], Mapping[KeyPath, tuple[int, int]]] = field(repr=False)

    def locate(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of a value, or of what contains it."""
        return place_of(path, self.positions())

    def refused(self, path: KeyPath, message: str, hint: str = "") -> DataError:
        """A value that is not as it must be (E707), with its place."""
        return DataError([Problem(self.path.name, *self.locate(path), "E707", message, hint)])


def read_foreign_json(
    raw: bytes, path: Path, *, mend: Callable[[Any], Any] = lambda data: data, deepest_level: int | None = None
) -> Located:
    """The JSON of a file. Raises `DataError`: E102 no UTF-8, E103 no JSON, E104 not let in.

    ``mend`` makes values harmless before they are checked; places are known down to the level ``deepest_level``.
    """
    text = text_of(raw, path.name)
    try:
        check_shape(text, FOREIGN_FILE)
        data = mend(json.loads(text))
        check_value(data, FOREIGN_FILE)
    except json.JSONDecodeError as error:
        problem = Problem(path.name, error.lineno, error.colno, "E103", f"not JSON: {error.msg}", AGAIN)
        raise DataError([problem]) from None
    except (LimitError, RecursionError, ValueError) as error:
        raise _refused(path, str(error)) from None
    return Located(path, data, cache(lambda: lines_of(text, json_offsets(text, deepest_level))))


def json_offsets(text: str, deepest_level: int | None = None) -> dict[KeyPath, int]:
    """Where each key of an object and each item of a list begins, numbers in a list of numbers apart.

    The text is JSON that can be read. What lies below the level ``deepest_level`` is left out.

    >>> json_offsets('{"a": [1, {"b": 2}]}')["a", 1, "b"]
    11
    """
    offsets: dict[KeyPath, int] = {}
    decode = json.JSONDecoder().raw_decode

    def skip_pattern(pattern: re.Pattern[str], text_offset: int) -> int:
        match = pattern.match(text, text_offset)
        return match.end() if match is not None else text_offset

    def value(text_offset: int, path: KeyPath) -> int:
        text_offset = skip_pattern(_BLANK, text_offset)
        if (numbers := _ALL_NUMBERS.match(text, text_offset)) is not None:
            return numbers.end()
        mark = text[text_offset : text_offset + 1]
        if len(path) == deepest_level:
            return decode(text, text_offset)[1]
        if mark not in ("{", "["):
            return skip_pattern(_TEXT, text_offset) if mark == '"' else skip_pattern(_SCALAR, text_offset)
        text_offset, number = skip_pattern(_BLANK, text_offset + 1), 0
        while text_offset < len(text) and text[text_offset] not in "}]":
            if mark == "{":
                end = skip_pattern(_TEXT, text_offset)
                inner_path: KeyPath = (*path, json.loads(text[text_offset:end]))
                offsets[inner_path] = text_offset
                text_offset = value(skip_pattern(_BLANK, end) + 1, inner_path)
            else:
                offsets[*path, number] = text_offset
                text_offset = value(text_offset, (*path, number))
            text_offset, number = skip_pattern(_BLANK, text_offset), number + 1
            if text[text_offset : text_offset + 1] == ",":
                text_offset = skip_pattern(_BLANK, text_offset + 1)
        return text_offset + 1

    value(0, ())
    return offsets
