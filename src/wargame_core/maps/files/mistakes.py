"""The part of a map file that can be drawn although it has mistakes: everything that is readable by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from wargame_core.data.documents import Document, Problems
from wargame_core.data.structuring import structure
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.type_names import UNIONS, looks_like, plain_type
from wargame_core.errors import WargameError
from wargame_core.maps.files.map_file import MapReading, read_map, reader_for
from wargame_core.maps.map import Map


def read_drawable(doc: Document) -> MapReading:
    """The map of a document with every problem; with problems, the part of it that can be drawn."""
    reading = read_map(doc)
    return reading if reading.map is not None else attrs.evolve(reading, map=_drawable(doc))


def _drawable(doc: Document) -> Map | None:
    """The map of a document without what is wrong in it; None when it is too large or too far from a map."""
    form = reader_for(doc, Problems())
    file = readable(Document(doc.path, doc.text, form.guessed(doc.data)), form.file_class) if form is not None else None
    try:
        if form is None or file is None:
            return None
        reader = form(doc, file, Problems(), whole=False)
        reader.lay()
        return reader.drawable()
    except (WargameError, ValueError, LookupError):
        return None


def readable(doc: Document, declared: Any, at: KeyPath = ()) -> Any:
    """The value at a path of a document without its unreadable parts; None when nothing is left.

    Unknown keys are ignored. Required texts, lists and mappings that are missing are empty.
    """
    kind, value = plain_type(declared), _at(doc, at)
    if get_origin(kind) in UNIONS:
        alike = [part for part in get_args(kind) if looks_like(value, part)]
        kind = alike[0] if len(alike) == 1 else kind
    if attrs.has(kind) and not hasattr(kind, "parse"):
        return _table(doc, kind, at) if isinstance(value, dict) else None
    if get_origin(kind) is tuple and get_args(kind)[-1:] == (Ellipsis,) and isinstance(value, list):
        parts = (readable(doc, get_args(kind)[0], (*at, n)) for n in range(len(value)))
        return tuple(part for part in parts if part is not None)
    return structure(doc, declared, Problems(), at)


def _at(doc: Document, path: KeyPath) -> Any:
    value: Any = doc.data
    for part in path:
        value = value[part]
    return value


def _table(doc: Document, cls: Any, at: KeyPath) -> Any:
    hints, table = get_type_hints(cls, include_extras=True), _at(doc, at)
    values = {}
    for field in attrs.fields(cls):
        value = readable(doc, hints[field.name], (*at, field.alias)) if field.alias in table else None
        if value is None and field.default is attrs.NOTHING:
            value = _empty(plain_type(hints[field.name]))
            if value is None:
                return None
        if value is not None:
            values[field.alias] = value
    try:
        return cls(**values)
    except (ValueError, TypeError):  # values that do not go together
        return None


def _empty(kind: Any) -> Any:
    if kind is str:
        return ""
    if get_origin(kind) is tuple and get_args(kind)[-1:] == (Ellipsis,):
        return ()
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    return {} if get_origin(kind) in (dict, Mapping) else None
