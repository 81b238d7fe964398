"""Plain data of a document as values of attrs classes, strictly (see `structure`), and what the data are taken from.

Every data file opens with ``source = { document = ..., edition = ..., basis = ..., note = ... }``. Any table in it may
say ``basis`` (and ``source_note``), which then holds for that table and all it contains. ``from_text`` lists keys of
the table whose values are from the document all the same, ``reconstructed`` those whose values are ours all the same;
the keys of either list count as a datum of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any, TypeVar, assert_never

import attrs
from attrs import frozen

from wargame_core.data.documents import Document, Problems, did_you_mean, one_of, show_path
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.rulings import Basis
from wargame_core.shapes import LeafShape, ListShape, LiteralShape, MapShape, RecordShape, Shape, UnionShape, shape_of

T = TypeVar("T")
Names = Mapping[str, Collection[str]]
_Report = Callable[[KeyPath, str, str, str], None]
_NO_VALUE: Any = object()

PROVENANCE_KEYS = ("basis", "source_note", "from_text", "reconstructed")
"""Keys that any table may carry beside its data; `check_source` reads them."""


@frozen
class Ref:
    """Marks text that names something: ``Annotated[str, Ref("a place")]``.

    `structure` checks it against its ``names`` under ``what`` (the kind of thing, with its article).
    """

    what: str
    code: str = "E301"


@frozen
class Between:
    """Marks a number that lies in a range, ends included: ``Annotated[float, Between("a chance", 0, 1)]``.

    `structure` refuses any other; ``what`` says what the number is, with its article.
    """

    what: str
    least: float
    most: float


@frozen
class Wording:
    """Marks a choice among words of a rulebook: ``Annotated[Literal["free", "stops"], Wording("what it costs")]``.

    Messages say ``what`` the words are, with its article; one about a value that is missing says with ``needed`` why
    the file must have it. Plain text marked so is one of ``allowed``, or is like an example in ``alike``, which stands
    there with its regular expression: ("costs 2", "costs [0-9]+").
    """

    what: str
    needed: str = ""
    allowed: tuple[str, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()

    @property
    def examples(self) -> tuple[str, ...]:
        """What may be written, as messages list it."""
        return (*self.allowed, *(example for example, _ in self.alike))

    def allows(self, text: str) -> bool:
        """Whether a text may be written."""
        return re.fullmatch(self.pattern, text) is not None

    @property
    def pattern(self) -> str:
        """A regular expression for all that may be written."""
        words = (*map(re.escape, self.allowed), *(pattern for _, pattern in self.alike))
        return f"^(?:{'|'.join(words)})$"


@frozen
class Later:
    """Marks values that are structured later by who reads the file, as what: ``Annotated[Any, Later(T)]``."""

    declared: object


def structure(
    doc: Document, cls: type[T], problems: Problems, base_path: Sequence[str | int] = (), names: Names | None = None
) -> T | None:
    """The data of ``doc`` (or the part at ``base_path``) as a ``cls``, or None after noting in ``problems`` what is
    wrong.

    Understood: str, int, float, bool, `Fraction`, enums (by value), `Literal`, attrs classes, fixed and open tuples,
    frozensets, mappings with str, int or enum keys, ``X | None``, `NewType`, `Annotated`, and unions. A union of attrs
    classes is told apart by the key ``kind``, which must equal the class variable of that name. A class with a class
    variable ``written`` and a class method ``parse`` is written as text. A whole number is fine where a float or
    Fraction is declared; nothing else is converted. ``names`` are the names that text marked with `Ref` may hold,
    by kind of thing; kinds that are not in it are not checked. Numbers marked with `Between` keep within its ends, text
    marked with `Wording` is one of them.
    """
    shape = shape_of(cls)
    part_exists, data = _part_of_document(doc, tuple(base_path), shape, problems)
    if not part_exists:
        return None
    if not base_path and isinstance(data, dict):
        data = {key: value for key, value in data.items() if key != "source"}
    problem_count = len(problems)
    value = _make_structurer(doc, problems, names).value(data, shape, tuple(base_path))
    return None if value is _NO_VALUE or len(problems) > problem_count else value


def structured(data: object, declared_type: Any) -> Any:
    """Plain data that stand in no file, such as a message of another program, as ``declared_type`` wants them.

    They are read as `structure` reads them, and nothing is let in beside what is declared, a type or its shape. Raises
    ValueError with the first thing that is wrong, and where.

    >>> structured([1, 2], tuple[int, ...])
    (1, 2)
    """
    problem_texts: list[str] = []

    def report(path: KeyPath, _: str, message: str, hint: str) -> None:
        place = f"{show_path(path)}: " if path else ""
        problem_texts.append(f"{place}{message}{hint and '; '}{hint}")

    shape = declared_type if isinstance(declared_type, Shape) else shape_of(declared_type)
    value = _Structurer(report, {}, extra_keys=()).value(data, shape, ())
    if problem_texts:
        raise ValueError(problem_texts[0])
    return value


def one_kind_of(classes: Sequence[Any]) -> Any:
    """The type of a table that is one of these classes, told apart by its ``kind``."""
    return reduce(or_, classes)


def worded(cls: type[T], **types: Any) -> type[T]:
    """A class of a data file in which these fields have other types: those of the words that a game has of its own."""
    fields = attrs.fields_dict(cls)  # type: ignore[arg-type]
    overridden = {name: attrs.field(default=fields[name].default, type=types[name], kw_only=True) for name in types}
    special: type[T] = attrs.make_class(cls.__name__, overridden, bases=(cls,), frozen=True, slots=True)
    special.__doc__ = cls.__doc__
    return special


def structure_tagged(
    doc: Document,
    classes: Mapping[str, type],
    kind_in_words: str,
    code: str,
    problems: Problems,
    base_path: Sequence[str | int],
    names: Names | None = None,
) -> tuple[str, Any] | None:
    """The table at ``base_path`` as the class that its key ``kind`` names in ``classes``, with that name; or None.

    For open sets of classes, such as the effects a game knows; ``kind_in_words`` ("an effect") and ``code`` are for the
    problem of an unknown name.
    """
    path = tuple(base_path)
    part_exists, data = _part_of_document(doc, path, f"a table with kind ({kind_in_words})", problems)
    if not part_exists:
        return None
    if not isinstance(data, dict):
        problems.add(doc, path, "E203", f"{shown(data)} is not a table with kind ({kind_in_words})")
        return None
    kind = data.get("kind")
    if kind is None:
        problems.add(doc, (*path, "kind"), "E202", f"missing: {kind_in_words}{one_of(classes)}")
        return None
    if not isinstance(kind, str) or kind not in classes:
        problems.unknown(doc, (*path, "kind"), code, kind_in_words, kind, classes)
        return None
    problem_count = len(problems)
    other_fields = {key: value for key, value in data.items() if key != "kind"}
    value = _make_structurer(doc, problems, names).value(other_fields, shape_of(classes[kind]), path)
    return None if value is _NO_VALUE or len(problems) > problem_count else (kind, value)


def _make_structurer(doc: Document, problems: Problems, names: Names | None) -> _Structurer:
    return _Structurer(lambda path, code, message, hint: problems.add(doc, path, code, message, hint), names or {})


def _part_of_document(
    doc: Document, path: KeyPath, expected_shape: Shape | str, problems: Problems
) -> tuple[bool, Any]:
    data: Any = doc.data
    for depth, part in enumerate(path, 1):
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            words = expected_shape if isinstance(expected_shape, str) else in_words(expected_shape)
            problems.add(doc, path[:depth], "E202", f"missing: {words}")
            return False, None
    return True, data


class _Attempt:
    """A report that only remembers that there was something to report."""

    failed = False

    def __call__(self, *problem: object) -> None:
        self.failed = True


class _Structurer:
    """One walk over plain data along a shape. Returns `_NO_VALUE` for what it could not build, and reports why."""

    def __init__(self, report: _Report, names: Names, extra_keys: Collection[str] = PROVENANCE_KEYS) -> None:
        self.report = report
        self.names = names
        self.beside = extra_keys
        """The keys that any table may have beside its data."""

    def value(self, value: Any, shape: Shape, path: KeyPath) -> Any:
        result = self.text(value, shape, path) if shape.written else self.plain(value, shape, path)
        for mark in shape.marks:
            if isinstance(mark, Ref) and result is not _NO_VALUE and result not in self.names.get(mark.what, (result,)):
                allowed_names = sorted(
                    self.names[mark.what], key=str
                )  # some may be no text, which is reported elsewhere
                message = f"{shown(value)} is not {mark.what}{one_of(allowed_names)}"
                self.report(path, mark.code, message, did_you_mean(value, allowed_names))
                return _NO_VALUE
            if isinstance(mark, Between) and result is not _NO_VALUE and not mark.least <= result <= mark.most:
                self.report(
                    path, "E207", f"{mark.what} goes from {mark.least} to {mark.most}; this is {shown(value)}", ""
                )
                return _NO_VALUE
            if isinstance(mark, Wording) and mark.examples and result is not _NO_VALUE and not mark.allows(result):
                return self.not_allowed(value, mark.what, mark.examples, path)
        return result

    def plain(self, value: Any, shape: Shape, path: KeyPath) -> Any:
        match shape:
            case LeafShape():
                return self.leaf(value, shape, path)
            case LiteralShape():
                try:
                    return shape.member(value)
                except LookupError:
                    return self.not_allowed(value, _noun_of_set(shape), shape.values, path)
            case UnionShape():
                return self.union(value, shape, path)
            case RecordShape():
                return self.table(value, shape, path)
            case ListShape():
                return self.items(value, shape, path)
            case MapShape():
                return self.mapping(value, shape, path)
            case _:
                assert_never(shape)

    def wrong(self, value: Any, shape: Shape, path: KeyPath) -> Any:
        self.report(path, "E203", f"{shown(value)} is not {in_words(shape)}", "")
        return _NO_VALUE

    def not_allowed(self, value: Any, kind_in_words: str, allowed_values: Sequence[object], path: KeyPath) -> Any:
        self.report(
            path,
            "E204",
            f"{shown(value)} is not {kind_in_words}{one_of(allowed_values)}",
            did_you_mean(value, allowed_values),
        )
        return _NO_VALUE

    def leaf(self, value: Any, shape: LeafShape, path: KeyPath) -> Any:
        kind = shape.base
        if type(value) is kind or shape.anything:
            return value
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if kind is float and number:
            return float(value)
        if kind is Fraction and (number or isinstance(value, str)):
            try:
                return Fraction(str(value))  # as printed: 0.1 is a tenth
            except (ValueError, ZeroDivisionError):
                pass
        return self.wrong(value, shape, path)

    def text(self, value: Any, shape: Shape, path: KeyPath) -> Any:
        if not isinstance(value, str):
            return self.wrong(value, shape, path)
        try:
            return shape.base.parse(value)
        except ValueError as error:
            self.report(path, "E207", f"{shown(value)} is not {in_words(shape)}: {error}", "")
            return _NO_VALUE

    def items(self, value: Any, shape: ListShape, path: KeyPath) -> Any:
        if not isinstance(value, list):
            return self.wrong(value, shape, path)
        shapes = shape.items if shape.fixed else shape.items * len(value)
        if len(shapes) != len(value):
            self.report(path, "E205", f"{len(value)} items, expected {in_words(shape)}", "")
            return _NO_VALUE
        parts = [
            self.value(part, part_shape, (*path, number))
            for number, (part, part_shape) in enumerate(zip(value, shapes, strict=True))
        ]
        if any(part is _NO_VALUE for part in parts):
            return _NO_VALUE
        if shape.unordered:
            for index, member in enumerate(parts):
                if member in parts[:index]:
                    self.report((*path, index), "E206", f"{shown(value[index])} is listed twice", "")
        return shape.container(parts)

    def mapping(self, value: Any, shape: MapShape, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, shape, path)
        mapping = {}
        for key, entry in value.items():
            if key in self.beside:
                continue
            number = shape.key.base is int and re.fullmatch(r"0|-?[1-9][0-9]*", key)
            name = int(key) if number else self.value(key, shape.key, (*path, key))
            mapping[name] = self.value(entry, shape.value, (*path, key))
        return _NO_VALUE if any(entry is _NO_VALUE for pair in mapping.items() for entry in pair) else mapping

    def table(self, value: Any, shape: RecordShape, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, shape, path)
        tag, fields = shape.kind, shape.given
        if tag and value.get("kind", tag) != tag:
            return self.not_allowed(value["kind"], "the kind of this table", [tag], (*path, "kind"))
        allowed_keys = [*fields, "kind"] if tag else [*fields]
        for key in value:
            if key not in allowed_keys and key not in self.beside:
                self.report((*path, key), "E201", f"unknown key{one_of(allowed_keys)}", did_you_mean(key, allowed_keys))
        arguments = {}
        for key, field in fields.items():
            if key in value:
                arguments[key] = self.value(value[key], field.shape, (*path, key))
            elif field.required:
                words = field.shape.mark(Wording)
                self.report(
                    (*path, key), "E202", f"missing: {in_words(field.shape)}", "" if words is None else words.needed
                )
                arguments[key] = _NO_VALUE
        if any(part is _NO_VALUE for part in arguments.values()):
            return _NO_VALUE
        try:
            return shape.base(**arguments)
        except (ValueError, TypeError) as error:  # an attrs validator refused the combination
            self.report(path, "E207", str(error.args[0] if error.args else error), "")
            return _NO_VALUE

    def union(self, value: Any, shape: UnionShape, path: KeyPath) -> Any:
        if len(shape.members) == 1:
            return self.value(value, shape.members[0], path)
        kinds = shape.tagged
        if isinstance(value, dict) and kinds:
            if "kind" not in value:
                self.report((*path, "kind"), "E202", f"missing: one of {', '.join(kinds)}", "")
                return _NO_VALUE
            if value["kind"] not in list(kinds):
                return self.not_allowed(value["kind"], "a kind", list(kinds), (*path, "kind"))
            return self.table(value, kinds[value["kind"]], path)
        matching_members = [member for member in shape.members if looks_like(value, member)]
        if len(matching_members) == 1:
            return self.value(value, matching_members[0], path)
        for member in shape.members:
            attempt = _Attempt()
            result = _Structurer(attempt, self.names, self.beside).value(value, member, path)
            if result is not _NO_VALUE and not attempt.failed:
                return result
        return self.wrong(value, shape, path)


_TYPES_IN_WORDS: Mapping[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    Fraction: "a fraction",
    Any: "anything",
}


def describe(declared_type: Any) -> str:
    """What a data file must hold for this type, in words.

    >>> describe(tuple[int, ...]), describe(str | None)
    ('a list, each a whole number', 'text')
    >>> from typing import NewType
    >>> describe(tuple[NewType("Space", int), ...])
    'a list, each a space'
    """
    return in_words(shape_of(declared_type))


def in_words(shape: Shape) -> str:
    """What a data file must hold for this shape, in words."""
    if shape.own and shape.mark(Ref) is None:  # what a game writes for it is its own business, such as [row, column]
        return article(shape.own.__name__)
    if shape.written:
        return shape.written
    if (limits := shape.mark(Between)) is not None:
        return f"{limits.what} from {limits.least} to {limits.most}"
    if (words := shape.mark(Wording)) is not None and words.examples:
        return f"one of {_as_words(words.examples)}"
    match shape:
        case LeafShape(kind):
            return _TYPES_IN_WORDS.get(kind) or (article(kind.__name__) if isinstance(kind, type) else str(kind))
        case LiteralShape(kind):
            is_class = isinstance(kind, type)
            return (
                f"{article(kind.__name__)}{one_of(shape.values)}" if is_class else f"one of {_as_words(shape.values)}"
            )
        case UnionShape():
            return " or ".join(map(in_words, shape.members))
        case RecordShape():
            required_keys = [key for key, field in shape.given.items() if field.required]
            return f"a table with {_as_words(required_keys)}" if required_keys else "a table"
        case ListShape(fixed=True):
            return f"a list of {len(shape.items)}: {_as_words(map(in_words, shape.items))}"
        case ListShape():
            return f"a list, each {in_words(shape.items[0])}"
        case MapShape():
            return f"a table, each value {in_words(shape.value)}"
        case _:
            assert_never(shape)


def _noun_of_set(shape: LiteralShape) -> str:
    """What the values of a closed set are, with an article."""
    if (words := shape.mark(Wording)) is not None:
        return words.what
    return article(shape.base.__name__) if isinstance(shape.base, type) else "allowed here"


def _as_words(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))


def looks_like(value: object, shape: Shape) -> bool:
    """Whether a value has the TOML type in which a shape is written: a list, a table, text, a number."""
    match value:
        case list():
            return isinstance(shape, ListShape) and (not shape.fixed or len(shape.items) == len(value))
        case dict():
            return isinstance(shape, MapShape | RecordShape) and not shape.written
        case str():
            enum = isinstance(shape.base, type) and issubclass(shape.base, Enum)
            return shape.base is str or bool(shape.written) or enum
        case _:
            return shape.base is type(value)


def article(name: str) -> str:
    """A class name as a noun with its article.

    >>> article("ArmyList")
    'an army list'
    """
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def shown(value: object) -> str:
    """A value as a data file writes it, cut short."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "a table"
        case list():
            return f"a list of {len(value)}"
        case _:
            text = repr(value)
            return text if len(text) <= 60 else text[:57] + "..."


@frozen
class Source:
    """What a data file is taken from. ``note`` says what a reader should know about the whole file."""

    document: str
    basis: Basis
    edition: str = ""
    note: str = ""


KEYS_OF_OTHER_BASIS: Mapping[str, Basis] = {"from_text": Basis.TEXT, "reconstructed": Basis.RECONSTRUCTION}
"""The marks that list keys of a table, with the basis of the values of these keys."""
_ORIGIN_MARKS: Mapping[str, Any] = {
    "basis": Basis,
    "source_note": str,
    **dict.fromkeys(KEYS_OF_OTHER_BASIS, tuple[str, ...]),
}


def check_source(doc: Document, problems: Problems) -> Source | None:
    """The file's `Source`, or None after noting that it is missing or wrong (E202, E204); checks every mark too."""
    source = structure(doc, Source, problems, ("source",))
    for path, table in _all_tables(doc.data):
        for key in PROVENANCE_KEYS:
            if key in table and path != ("source",):
                structure(doc, _ORIGIN_MARKS[key], problems, (*path, key))
        for mark in KEYS_OF_OTHER_BASIS:
            for index, key in enumerate(table.get(mark, ())):
                problems.reference(doc, (*path, mark, index), "a key of this table", key, table)
    return source


def basis_at(doc: Document, path: KeyPath) -> Basis:
    """The evidence for a table or a key of a file: that of the nearest mark above it, else that of the whole file.

    A key that a mark such as ``from_text`` lists has that mark's. A file without a source counts as its text.
    """
    source = doc.data.get("source", {})
    basis = source.get("basis", Basis.TEXT.value) if isinstance(source, dict) else Basis.TEXT.value
    value: Any = doc.data
    for part in path:
        for mark, marked_basis in KEYS_OF_OTHER_BASIS.items():
            if isinstance(value, dict) and part in value.get(mark, ()):
                return marked_basis
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):  # a value that follows from others
            break
        basis = value.get("basis", basis) if isinstance(value, dict) else basis
    return Basis(basis)


def bases_in(doc: Document) -> dict[tuple[str, str], Basis]:
    """The evidence for the tables of a file, by the name of a list (or table) and the row's id (or the table's key).

    A table in a row, and a key that a mark lists, go by both names and by the row's id ("depot.staff_dice"). A row
    without an ``id`` goes by the key that is called as its list, as ``unit`` in a [[unit]] of a set-up, or else by its
    number, from 0.
    """
    basis_by_row: dict[tuple[str, str], Basis] = {}
    rows: dict[KeyPath, str] = {}
    for path, table in _all_tables(doc.data):
        names = [part for part in path if isinstance(part, str)]
        if path and isinstance(path[-1], int):
            rows[path] = str(table.get("id", table.get(names[-1], path[-1])))
        row_id = next((rows[path[:n]] for n in range(len(path), 0, -1) if path[:n] in rows), None)
        if row_id is not None:
            basis_by_row[".".join(names), row_id] = basis_at(doc, path)
            for mark, basis in KEYS_OF_OTHER_BASIS.items():
                basis_by_row |= {(".".join((*names, key)), row_id): basis for key in table.get(mark, ())}
        elif names:
            basis_by_row[".".join(names[:-1]) or names[-1], names[-1]] = basis_at(doc, path)
    return basis_by_row


def tables_in(table: Mapping[str, Any], path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """The tables that stand directly in a table, each with its path; a cite is none."""
    for key, value in table.items():
        if key == "cite":
            continue
        if isinstance(value, dict):
            yield (*path, key), value
        elif isinstance(value, list):
            yield from (((*path, key, n), part) for n, part in enumerate(value) if isinstance(part, dict))


def _all_tables(table: dict[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    yield path, table
    for inner_path, child in tables_in(table, path):
        yield from _all_tables(child, inner_path)
