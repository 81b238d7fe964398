"""The index of a rulebook: every heading, the functions that implement it, its tests, and what is not implemented.

Headings are data (``headings.toml``); functions and tests are found by the citations in docstrings. A heading that has
neither and whose status is not stated is a finding: `RulesIndex.findings`. After the headings come the readings: what
the game plays where its document is silent or contradicts itself, a paragraph each in ``READINGS.md``.

A docstring cites after ``Source:``, such as ``Source: GotW p.6 Staff Dice, p.8 Alternate Movement (AFI p.6-8).``, and
a reading after ``Readings:``, such as ``Readings: Spent Staff Dice.`` It is read without importing anything.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen

from wargame_core.flow.sequence import Sequence as SequenceOfPlay
from wargame_core.json_form import JsonForm, JsonObject
from wargame_core.names import folded
from wargame_core.rulings import READINGS

RuleStatus = Literal["implemented", "partly", "not implemented", "no rule"]
NOBODY = "nothing carries it and no status is stated"
FILE_OF_READINGS = "READINGS.md"
UPPER_BOUND_MARK = "At the most:"
"""What a reading says before the bound of what a person could do with it."""


@frozen
class Heading(JsonForm):
    """One heading of the document: "implemented", "partly", "not implemented" or "no rule" (prose).

    ``functions`` and ``tests`` are dotted names and paths. A ``status`` of "" is a finding. ``says`` restates the rule
    for players, in our words, ``example`` likewise what the document works out; ``rulings`` are the readings (see
    `RuleReading`) of the places where the document leaves it open.
    """

    page: str
    heading: str
    functions: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    status: str = "implemented"
    note: str = ""
    says: str = ""
    example: str = ""
    rulings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.heading}: {self.status or NOBODY}" + (f" ({self.note})" if self.note else "")


@frozen
class RuleReading(JsonForm):
    """What a game plays where its document is silent or contradicts itself: one paragraph of a ``READINGS.md``.

    Code cites it by ``heading``, or all paragraphs of a ``part`` by that. ``sources`` are the headings of the document
    that leave the question open; ``options`` are those of the game that change the answer; ``functions`` cite it.
    ``most`` says what a person could do with the answer at the most, "" where it says nothing of that.
    """

    part: str
    heading: str
    question: str
    answer: str
    sources: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    most: str = ""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The question, our answer, what a person could do with it at the most, and where the document is silent."""
        sources = "; ".join((*self.sources, *(f"option {name}" for name in self.options)))
        upper_bound = (f"{UPPER_BOUND_MARK} {self.most}",) if self.most else ()
        return self.question, self.answer, *upper_bound, f"[{sources}]"

    def __str__(self) -> str:
        options = f" (option {', '.join(self.options)})" if self.options else ""
        return f"{self.heading}: {self.question}{options}"


@frozen
class RulesIndex:
    """The headings of one document in order, the sequence of play they describe, and the readings of the document."""

    document: str
    headings: tuple[Heading, ...]
    sequence: SequenceOfPlay | None = None
    readings: tuple[RuleReading, ...] = ()

    @property
    def findings(self) -> tuple[Heading, ...]:
        """The headings that no function and no test cites and whose status is not stated."""
        return tuple(heading for heading in self.headings if not heading.status)

    def __str__(self) -> str:
        lines = [self.document, ""]
        if self.sequence is not None:
            lines += [str(self.sequence), ""]
        for heading in self.headings:
            lines.append(f"p.{heading.page:<4} {heading}" if heading.page else str(heading))
            if heading.functions:
                lines.append("        rules: " + ", ".join(heading.functions))
            if heading.tests:
                lines.append("        tests: " + ", ".join(heading.tests))
        part = ""
        for reading in self.readings:
            if reading.part != part:
                part = reading.part
                lines += ["", f"{READINGS}: {part}"]
            lines.append(f"  {reading}")
            if reading.most:
                lines.append(f"        {UPPER_BOUND_MARK.casefold()} {reading.most}")
            if reading.functions:
                lines.append("        rules: " + ", ".join(reading.functions))
        return "\n".join(lines)

    def to_json(self) -> JsonObject:
        return {
            "document": self.document,
            "sequence": str(self.sequence) if self.sequence else None,
            "headings": [heading.to_json() for heading in self.headings],
            "findings": [heading.heading for heading in self.findings],
            "readings": [reading.to_json() for reading in self.readings],
        }


@frozen
class OwnWords:
    """The values of a heading that one of several documents prints differently."""

    heading: str | None = None
    page: str | None = None
    status: RuleStatus | None = None
    note: str | None = None
    says: str | None = None
    example: str | None = None
    see: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


@frozen
class HeadingRow:
    """One row of ``headings.toml``.

    Attributes:
        heading: as printed.
        page: as printed, "" if not known.
        status: stated if the heading is prose, or not or only partly implemented; else it follows from what is found.
        note: a remark, with the readings that concern it.
        says: the rule for players, restated in our words; never a sentence of the document.
        example: what the document works out as an example, restated likewise.
        see: headings that say the same; their functions and tests count for this one.
        code: functions that implement it, but cite a reading or a table instead: names below the package.
        tests: test files that do not name the heading.
        below: headings under this one that share its page, status, functions and tests.
        book: the short name of the only document that prints it, "" for all.
        own: what differs, by short name of the document.
    """

    heading: str
    page: str = ""
    status: RuleStatus | None = None
    note: str = ""
    says: str = ""
    example: str = ""
    see: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    book: str = ""
    own: Mapping[str, OwnWords] = field(factory=dict)

    def printed_in(self, book: str) -> HeadingRow | None:
        """The row as one document prints it, or None if it does not."""
        if self.book and self.book != book:
            return None
        overrides = self.own.get(book, OwnWords())
        keys = ("heading", "page", "status", "note", "says", "example")
        different_fields = {key: value for key in keys if (value := getattr(overrides, key)) is not None}
        see_also = self.see + overrides.see + ((self.heading,) if overrides.heading is not None else ())
        return evolve(
            self,
            **different_fields,
            tests=self.tests + overrides.tests,
            below=self.below + overrides.below,
            see=see_also,
        )


@frozen
class HeadingsFile:
    """A ``headings.toml``."""

    heading: tuple[HeadingRow, ...]


@lru_cache(maxsize=16)  # packaged data do not change while a program runs
def read_headings(file: Path) -> tuple[HeadingRow, ...]:
    """The rows of a file. Raises `DataError`."""
    from wargame_core.data.documents import Problems, read_toml
    from wargame_core.data.structuring import structure

    problems = Problems()
    headings = structure(read_toml(file), HeadingsFile, problems)
    problems.raise_if_any()
    assert headings is not None
    return headings.heading


@lru_cache(maxsize=16)
def pages(file: Path, book: str) -> Mapping[str, tuple[str, str]]:
    """By heading in a file, its page and wording in one document."""
    rows = ((row.heading, row.printed_in(book)) for row in read_headings(file))
    return {name: (row.page, row.heading) for name, row in rows if row is not None}


@frozen
class Books:
    """Where an index searches: short names of the documents whose citations count, packages, folders below tests.

    ``beside`` are further packages whose readings belong to the index, such as that of a game on a system.
    """

    books: tuple[str, ...]
    packages: Mapping[str, Path]
    tests: tuple[str, ...]
    other_books: tuple[str, ...] = ()
    beside: tuple[Path, ...] = ()

    def code(self) -> tuple[CitingCode, ...]:
        """All functions, classes and modules of the packages that cite something."""
        names = (*self.books, *self.other_books)
        return tuple(part for package, folder in self.packages.items() for part in citing_code(package, folder, names))

    def files_of_tests(self) -> tuple[CitingCode, ...]:
        """The test files that name headings; none if the packages are installed without tests."""
        root = folder_of_tests(next(iter(self.packages.values())))
        names = (*self.books, *self.other_books)
        return () if root is None else tuple(path for name in self.tests for path in files_of_tests(root / name, names))


def build_index(
    document: str, file: Path, books: Books, sequence: SequenceOfPlay | None = None, *, with_pages: bool = True
) -> RulesIndex:
    """The index of one document: the headings of ``file`` with their functions and tests."""
    rows = [row for heading in read_headings(file) if (row := heading.printed_in(books.books[0])) is not None]
    finder = _CitationFinder(books, rows)
    headings = tuple(heading for row in rows for heading in finder.headings(row, with_pages))
    return RulesIndex(document, headings, sequence, finder.readings)


_HEADING_LINE = re.compile(r"^(##|###) (.+)$", re.MULTILINE)
_PARAGRAPH = re.compile(
    r"^\*\*(?P<question>.+?)\*\* (?P<answer>.+?)"
    rf"(?: \*\*{UPPER_BOUND_MARK}\*\* (?P<most>.+?))?(?: \[(?P<sources>[^\[\]]+)\])?$"
)
_OPTION = re.compile(r"option `(\w+)`")


def readings_of(package: Path) -> tuple[RuleReading, ...]:
    """The readings of a package: of the ``READINGS.md`` in it, or in a checkout of the one beside its ``src``."""
    source_file = package.parents[1] / FILE_OF_READINGS
    file = source_file if package.parent.name == "src" and source_file.is_file() else package / FILE_OF_READINGS
    return read_readings(file.read_text(encoding="utf-8")) if file.is_file() else ()


def read_readings(text: str) -> tuple[RuleReading, ...]:
    """The paragraphs of a ``READINGS.md``: ``## Part``, ``### Heading``, then a paragraph.

    It is ``**Question?** Answer. **At the most:** bound. [Sources]``, where the bound may be left out.
    """
    readings, part = [], ""
    _, *pieces = _HEADING_LINE.split(text)
    for level, heading, body in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        if level == "##":
            part = heading
        elif paragraph := _PARAGRAPH.match(" ".join(body.split())):
            sources = (paragraph["sources"] or "").split("; ")
            printed_sources = tuple(source for source in sources if source and not _OPTION.fullmatch(source))
            options = tuple(option[1] for source in sources if (option := _OPTION.fullmatch(source)))
            question, answer, most = paragraph["question"], paragraph["answer"], paragraph["most"] or ""
            readings.append(RuleReading(part, heading, question, answer, printed_sources, options, most=most))
    return tuple(readings)


class _CitationFinder:
    """What carries each heading of one document."""

    def __init__(self, where: Books, rows: Iterable[HeadingRow]) -> None:
        self.where, self.code, self.tests = where, where.code(), where.files_of_tests()
        self.rows = {plain_heading(row.heading): row for row in rows}
        self.package = next(iter(where.packages))
        self.readings = tuple(self._readings())
        self.rulings: dict[str, list[str]] = {}
        books = (*where.books, *where.other_books)
        for reading in self.readings:
            for citation in dict.fromkeys(
                citation for source in reading.sources for citation in citations(source, books)
            ):
                if citation.book in ("", *where.books):
                    self.rulings.setdefault(citation.heading, []).append(reading.heading)

    def _readings(self) -> Iterator[RuleReading]:
        """The readings of the packages and of those beside, with the functions that cite each."""
        names = self.where.packages.items()
        tops = (folder.parents[depth - 1] if (depth := name.count(".")) else folder for name, folder in names)
        for package in (*tops, *self.where.beside):
            for reading in readings_of(package):
                citation = Citation(READINGS, plain_heading(reading.heading))
                functions = tuple(part.name for part in self.code if citation in part.citations)
                yield evolve(reading, functions=functions)

    def headings(self, row: HeadingRow, with_pages: bool) -> list[Heading]:
        functions, tests = self.functions(row), self.test_paths(row)
        status = row.status or ("implemented" if functions or tests else "")
        page = row.page if with_pages else ""
        texts = (status, row.note, row.says, row.example)
        names = (row.heading, *row.below)
        rulings = [tuple(dict.fromkeys(self.rulings.get(plain_heading(name), ()))) for name in names]
        return [
            Heading(page, name, functions, tests, *texts, own_rulings)
            for name, own_rulings in zip(names, rulings, strict=True)
        ]

    def functions(self, row: HeadingRow) -> tuple[str, ...]:
        code = [name for heading in self._with_seen(row) for name in heading.code]
        full_names = [name if name.startswith("wargame_") else f"{self.package}.{name}" for name in code]
        return tuple(dict.fromkeys([*self._citing(row, self.code), *full_names]))

    def test_paths(self, row: HeadingRow) -> tuple[str, ...]:
        test_names = {name for heading in self._with_seen(row) for name in heading.tests}
        test_files = [part.name for part in self.tests if part.name.rpartition("/")[2] in test_names]
        return tuple(dict.fromkeys([*self._citing(row, self.tests), *test_files]))

    def _with_seen(self, row: HeadingRow) -> list[HeadingRow]:
        referenced_rows = (self.rows.get(plain_heading(name)) for name in row.see)
        return [row, *(heading for heading in referenced_rows if heading is not None)]

    def _citing(self, row: HeadingRow, citing_code: Sequence[CitingCode]) -> list[str]:
        heading_names = {plain_heading(name) for name in (row.heading, *row.below, *row.see)}
        books = {"", *self.where.books}
        return [
            part.name
            for part in citing_code
            if any(citation.heading in heading_names and citation.book in books for citation in part.citations)
        ]


_SOURCE_MARK = re.compile(rf"Source:|(?={READINGS}:)")
_CITATION_BREAKS = re.compile(r"[,;()]|\.(?=\s|$)|: | (?=p\.\d)")
_PAGE = re.compile(r"^p\.\d+(?:-\d+)?\s*")
_HEADING_NUMBER = re.compile(r"^(?:[A-Z]?\d+(?:\.\d+)*\.?)\s+")


FOLDER_OF_QUESTIONS = "questions"
"""The folder of a system that contains questions about rules, but no rules."""


@frozen
class Citation:
    """A heading that a docstring names, with the last book named before it ("" if there is none)."""

    book: str
    heading: str


@frozen
class CitingCode:
    """A function, class or module (its dotted name), and what its docstring cites."""

    name: str
    citations: frozenset[Citation]


def citations(text: str, books: Iterable[str]) -> frozenset[Citation]:
    """Every part of a text that may be a heading, by the book it is cited from; pages and numbers are left out.

    >>> cited = citations("GotW p.6 Staff Dice, p.8 Alternate Movement (AFI p.6-8).", ["GotW"])
    >>> sorted(citation.heading for citation in cited)
    ['', 'afi', 'alternate movement', 'staff dice']
    """
    book, citations_found = "", set()
    for part in _CITATION_BREAKS.split(" ".join(text.split())):
        words = part.strip()
        for name in (*books, READINGS):
            if words == name or words.startswith(f"{name} "):
                book, words = name, words.removeprefix(name).strip()
        words = _PAGE.sub("", words)
        for heading in (words, *re.split(r" and | to | of ", words)):
            citations_found.add(Citation(book, plain_heading(heading)))
    return frozenset(citations_found)


def plain_heading(heading: str) -> str:
    """A heading for comparison: in small letters, without the number before it.

    >>> plain_heading("7.6 Voluntary Retreat"), plain_heading("A2. Night on July 4th"), plain_heading("3. Move")
    ('voluntary retreat', 'night on july 4th', 'move')
    """
    return folded(_HEADING_NUMBER.sub("", heading.strip()))


def citing_code(package: str, folder: Path, books: Sequence[str]) -> tuple[CitingCode, ...]:
    """The functions and classes of a package whose docstring cites something, in the order of files and lines.

    What a module cites belongs to the module itself if none of its functions cites it. Modules of questions are left
    out.
    """
    citing_objects: list[CitingCode] = []
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        if FOLDER_OF_QUESTIONS in parts:
            continue
        module = ".".join([package, *(part for part in parts if part != "__init__")])
        citing_objects += _citing_code_in(file.read_text(encoding="utf-8"), module, tuple(books))
    return tuple(citing_objects)


@cache
def _citing_code_in(text: str, module: str, books: tuple[str, ...]) -> tuple[CitingCode, ...]:
    """What cites something in the text of a module; kept, because a system's modules are read for each of its games."""
    if not _SOURCE_MARK.search(text):
        return ()
    tree = ast.parse(text)
    citing_parts = [
        CitingCode(name, found_citations)
        for name, doc in _docstrings_of(tree, module)
        if (found_citations := _citations_in(doc, books))
    ]
    citations_of_functions = {citation for part in citing_parts for citation in part.citations}
    of_module = _citations_in(ast.get_docstring(tree) or "", books) - citations_of_functions
    return (*([CitingCode(module, of_module)] if of_module else []), *citing_parts)


def _docstrings_of(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            full_name = f"{name}.{child.name}"
            yield full_name, ast.get_docstring(child) or ""
            if isinstance(child, ast.ClassDef):
                yield from _docstrings_of(child, full_name)


def _citations_in(docstring: str, books: Sequence[str]) -> frozenset[Citation]:
    all_citations: frozenset[Citation] = frozenset()
    for source in _SOURCE_MARK.split(docstring)[1:]:
        all_citations |= citations(source.partition("\n\n")[0], books)
    return all_citations


def files_of_tests(folder: Path, books: Sequence[str]) -> Iterator[CitingCode]:
    """The test files of a folder (as tests/...): what the first docstring cites, and the heading in the file's name.

    ``test_p07_crossing_rivers.py`` tests Crossing Rivers.
    """
    for file in sorted(folder.glob("test_*.py")):
        docstring = _docstring_of(file.read_text(encoding="utf-8"))
        in_name = re.sub(r"^test_(?:p\d+_)?", "", file.stem).replace("_", " ")
        tests_folder = next(parent for parent in file.parents if parent.name == "tests")
        yield CitingCode(
            f"tests/{file.relative_to(tests_folder)}", citations(docstring, books) | {Citation("", in_name)}
        )


@cache
def _docstring_of(text: str) -> str:
    return ast.get_docstring(ast.parse(text)) or ""


def folder_of_tests(folder: Path) -> Path | None:
    """The folder of tests in the checkout of a package; None if it is installed without them."""
    for parent in folder.parents:
        if parent.name == "site-packages":
            return None
        if (parent / "tests").is_dir() and (parent / "plugins").is_dir():
            return parent / "tests"
    return None
