"""Where each datum comes from, as its file says; `wargame_pictures.paper.account` is the account of it.

Every data file opens with ``source = { document = ..., edition = ..., basis = ..., note = ... }``. Any table in it may
say ``basis`` (and ``source_note``), which then holds for that table and all it contains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from attrs import frozen

from wargame_core.data.documents import Document, Problems
from wargame_core.data.structuring import PROVENANCE_KEYS, structure
from wargame_core.data.toml_positions import Path as KeyPath


class Basis(Enum):
    """The evidence for a datum."""

    TEXT = "text"
    """The document says so."""
    FOUND = "found"
    """A public source other than the document says so."""
    RECONSTRUCTION = "reconstruction"
    """Made for this project, because the document lacks it; the published game may differ."""
    RULING = "ruling"
    """A decision where the document is silent or contradicts itself."""


@frozen
class Source:
    """What a data file is taken from. ``note`` says what a reader should know about the whole file."""

    document: str
    basis: Basis
    edition: str = ""
    note: str = ""


def check_source(doc: Document, problems: Problems) -> Source | None:
    """The file's `Source`, or None after noting that it is missing or wrong (E202, E204); checks every mark too."""
    source = structure(doc, Source, problems, ("source",))
    for path, table in all_tables(doc.data):
        for key in PROVENANCE_KEYS:
            if key in table and path != ("source",):
                structure(doc, Basis if key == "basis" else str, problems, (*path, key))
    return source


def tables_in(table: Mapping[str, Any], path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """The tables that stand directly in a table, each with its path; a cite is none."""
    for key, value in table.items():
        if key == "cite":
            continue
        if isinstance(value, dict):
            yield (*path, key), value
        elif isinstance(value, list):
            yield from (((*path, key, n), part) for n, part in enumerate(value) if isinstance(part, dict))


def all_tables(table: dict[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    yield path, table
    for inner, child in tables_in(table, path):
        yield from all_tables(child, inner)
