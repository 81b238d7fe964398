"""The headings that docstrings of code and tests cite, read without importing anything.

A docstring cites after ``Source:``, such as ``Source: GotW p.6 Staff Dice, p.8 Alternate Movement (AFI p.6-8).``, and
what the game plays where the document is silent after ``Readings:``, such as ``Readings: Spent Staff Dice.``
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from wargame_core.rulings import READINGS

_MARK = re.compile(rf"Source:|(?={READINGS}:)")
_BREAKS = re.compile(r"[,;()]|\.(?=\s|$)|: | (?=p\.\d)")
_PAGE = re.compile(r"^p\.\d+(?:-\d+)?\s*")
_NUMBER = re.compile(r"^(?:[A-Z]?\d+(?:\.\d+)*\.?)\s+")


ASKING = "questions"
"""The folder of a system that contains questions about rules, but no rules."""


@frozen
class Citation:
    """A heading that a docstring names, with the last book named before it ("" if there is none)."""

    book: str
    heading: str


@frozen
class Carrier:
    """A function, class or module (its dotted name), and what its docstring cites."""

    name: str
    citations: frozenset[Citation]


def citations(text: str, books: Iterable[str]) -> frozenset[Citation]:
    """Every part of a text that may be a heading, by the book it is cited from; pages and numbers are left out.

    >>> cited = citations("GotW p.6 Staff Dice, p.8 Alternate Movement (AFI p.6-8).", ["GotW"])
    >>> sorted(citation.heading for citation in cited)
    ['', 'afi', 'alternate movement', 'staff dice']
    """
    book, cited = "", set()
    for part in _BREAKS.split(" ".join(text.split())):
        words = part.strip()
        for name in (*books, READINGS):
            if words == name or words.startswith(f"{name} "):
                book, words = name, words.removeprefix(name).strip()
        words = _PAGE.sub("", words)
        for heading in (words, *re.split(r" and | to | of ", words)):
            cited.add(Citation(book, plain_heading(heading)))
    return frozenset(cited)


def plain_heading(heading: str) -> str:
    """A heading for comparison: in small letters, without the number before it.

    >>> plain_heading("7.6 Voluntary Retreat"), plain_heading("A2. Night on July 4th"), plain_heading("3. Move")
    ('voluntary retreat', 'night on july 4th', 'move')
    """
    return _NUMBER.sub("", heading.strip()).casefold()


def carriers(package: str, folder: Path, books: Sequence[str]) -> tuple[Carrier, ...]:
    """The functions and classes of a package whose docstring cites something, in the order of files and lines.

    What a module cites belongs to the module itself if none of its functions cites it. Modules of questions are left
    out.
    """
    listed: list[Carrier] = []
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        if ASKING in parts:
            continue
        module = ".".join([package, *(part for part in parts if part != "__init__")])
        listed += _carriers_in(file.read_text(encoding="utf-8"), module, tuple(books))
    return tuple(listed)


@cache
def _carriers_in(text: str, module: str, books: tuple[str, ...]) -> tuple[Carrier, ...]:
    """The carriers in the text of a module; kept, because a system's modules are read for each of its games."""
    if not _MARK.search(text):
        return ()
    tree = ast.parse(text)
    inside = [Carrier(name, cited) for name, doc in _documented(tree, module) if (cited := _cited(doc, books))]
    by_functions = {citation for carrier in inside for citation in carrier.citations}
    of_module = _cited(ast.get_docstring(tree) or "", books) - by_functions
    return (*([Carrier(module, of_module)] if of_module else []), *inside)


def _documented(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            full = f"{name}.{child.name}"
            yield full, ast.get_docstring(child) or ""
            if isinstance(child, ast.ClassDef):
                yield from _documented(child, full)


def _cited(docstring: str, books: Sequence[str]) -> frozenset[Citation]:
    cited: frozenset[Citation] = frozenset()
    for source in _MARK.split(docstring)[1:]:
        cited |= citations(source.partition("\n\n")[0], books)
    return cited


def files_of_tests(folder: Path, books: Sequence[str]) -> Iterator[Carrier]:
    """The test files of a folder (as tests/...): what the first docstring cites, and the heading in the file's name.

    ``test_p07_crossing_rivers.py`` tests Crossing Rivers.
    """
    for file in sorted(folder.glob("test_*.py")):
        docstring = _docstring_of(file.read_text(encoding="utf-8"))
        in_name = re.sub(r"^test_(?:p\d+_)?", "", file.stem).replace("_", " ")
        cited = citations(docstring, books) | {Citation("", in_name)}
        yield Carrier(f"tests/{file.relative_to(_tests_above(folder))}", cited)


@cache
def _docstring_of(text: str) -> str:
    return ast.get_docstring(ast.parse(text)) or ""


def _tests_above(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.name == "tests")


def folder_of_tests(folder: Path) -> Path | None:
    """The folder of tests in the checkout of a package; None if it is installed without them."""
    for parent in folder.parents:
        if parent.name == "site-packages":
            return None
        if (parent / "tests").is_dir() and (parent / "plugins").is_dir():
            return parent / "tests"
    return None
