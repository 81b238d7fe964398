"""Plain data of a document as values of attrs classes, strictly: see `structure`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from types import GenericAlias, NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import attrs

from wargame_core.data.documents import Document, Problems, did_you_mean, one_of
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.type_names import (
    MAPPINGS,
    SETS,
    UNIONS,
    article,
    describe,
    kind_of,
    looks_like,
    plain_type,
    shown,
    written_as,
)

T = TypeVar("T")
Names = Mapping[str, Collection[str]]
_Report = Callable[[KeyPath, str, str, str], None]
_BAD: Any = object()

PROVENANCE_KEYS = ("basis", "source_note")
"""Keys that any table may carry beside its data; `wargame_core.data.provenance` reads them."""


@attrs.frozen
class Ref:
    """Marks text that names something: ``Annotated[str, Ref("a place")]``.

    `structure` checks it against its ``names`` under ``what`` (the kind of thing, with its article).
    """

    what: str
    code: str = "E301"


def structure(
    doc: Document, cls: type[T], problems: Problems, at: Sequence[str | int] = (), names: Names | None = None
) -> T | None:
    """The data of ``doc`` (or the part at ``at``) as a ``cls``, or None after noting in ``problems`` what is wrong.

    Understood: str, int, float, bool, `Fraction`, enums (by value), `Literal`, attrs classes, fixed and open tuples,
    frozensets, mappings with str, int or enum keys, ``X | None``, `NewType`, `Annotated`, and unions. A union of attrs
    classes is told apart by the key ``kind``, which must equal the class variable of that name. A class with a class
    variable ``written`` and a class method ``parse`` is written as text. A whole number is fine where a float or
    Fraction is declared; nothing else is converted. ``names`` are the names that text marked with `Ref` may hold,
    by kind of thing; kinds that are not in it are not checked.
    """
    there, data = _part(doc, tuple(at), describe(cls), problems)
    if not there:
        return None
    if not at and isinstance(data, dict):
        data = {key: value for key, value in data.items() if key != "source"}
    before = len(problems)
    value = _walker(doc, problems, names).value(data, cls, tuple(at))
    return None if value is _BAD or len(problems) > before else value


def structure_tagged(
    doc: Document,
    classes: Mapping[str, type],
    what: str,
    code: str,
    problems: Problems,
    at: Sequence[str | int],
    names: Names | None = None,
) -> tuple[str, Any] | None:
    """The table at ``at`` as the class that its key ``kind`` names in ``classes``, with that name; or None.

    For open sets of classes, such as the effects a game knows; ``what`` ("an effect") and ``code`` are for the problem
    of an unknown name.
    """
    path = tuple(at)
    there, data = _part(doc, path, f"a table with kind ({what})", problems)
    if not there:
        return None
    if not isinstance(data, dict):
        problems.add(doc, path, "E203", f"{shown(data)} is not a table with kind ({what})")
        return None
    kind = data.get("kind")
    if kind is None:
        problems.add(doc, (*path, "kind"), "E202", f"missing: {what}{one_of(classes)}")
        return None
    if not isinstance(kind, str) or kind not in classes:
        problems.unknown(doc, (*path, "kind"), code, what, kind, classes)
        return None
    before = len(problems)
    rest = {key: value for key, value in data.items() if key != "kind"}
    value = _walker(doc, problems, names).value(rest, classes[kind], path)
    return None if value is _BAD or len(problems) > before else (kind, value)


def _walker(doc: Document, problems: Problems, names: Names | None) -> _Structurer:
    return _Structurer(lambda path, code, message, hint: problems.add(doc, path, code, message, hint), names or {}, {})


def _part(doc: Document, path: KeyPath, expected: str, problems: Problems) -> tuple[bool, Any]:
    data: Any = doc.data
    for depth, part in enumerate(path, 1):
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            problems.add(doc, path[:depth], "E202", f"missing: {expected}")
            return False, None
    return True, data


class _Attempt:
    """A report that only remembers that there was something to report."""

    failed = False

    def __call__(self, *problem: object) -> None:
        self.failed = True


class _Structurer:
    """One walk over plain data along a type. Returns `_BAD` for what it could not build, and reports why."""

    def __init__(self, report: _Report, names: Names, hints: dict[type, dict[str, Any]]) -> None:
        self.report = report
        self.names = names
        self.hints = hints

    def value(self, value: Any, declared: Any, path: KeyPath) -> Any:
        if get_origin(declared) is Annotated:
            return self.annotated(value, declared, path)
        kind = plain_type(declared)
        origin = get_origin(kind)
        if kind is Any or kind is object:
            return value
        if origin in UNIONS:
            return self.union(value, kind, path)
        if origin is Literal:
            same = [part for part in get_args(kind) if part == value and type(part) is type(value)]
            return same[0] if same else self.not_allowed(value, "allowed here", get_args(kind), path)
        if origin is tuple:
            return self.items(value, kind, path)
        if origin in SETS:
            return self.members(value, kind, path)
        if origin in MAPPINGS:
            return self.mapping(value, kind, path)
        if written_as(kind):
            return self.text(value, kind, path)
        if attrs.has(kind):
            return self.table(value, kind, path)
        if issubclass(kind, Enum):
            return self.enum(value, kind, path)
        return self.scalar(value, kind, path)

    def annotated(self, value: Any, declared: Any, path: KeyPath) -> Any:
        inner, *marks = get_args(declared)
        built = self.value(value, inner, path)
        for mark in marks:
            if isinstance(mark, Ref) and built is not _BAD and built not in self.names.get(mark.what, (built,)):
                allowed = sorted(self.names[mark.what], key=str)  # some may be no text: told elsewhere
                message = f"{shown(value)} is not {mark.what}{one_of(allowed)}"
                self.report(path, mark.code, message, did_you_mean(value, allowed))
                return _BAD
        return built

    def wrong(self, value: Any, kind: Any, path: KeyPath) -> Any:
        self.report(path, "E203", f"{shown(value)} is not {describe(kind)}", "")
        return _BAD

    def not_allowed(self, value: Any, what: str, allowed: Sequence[object], path: KeyPath) -> Any:
        self.report(path, "E204", f"{shown(value)} is not {what}{one_of(allowed)}", did_you_mean(value, allowed))
        return _BAD

    def scalar(self, value: Any, kind: type, path: KeyPath) -> Any:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if kind is float and number:
            return float(value)
        if kind is Fraction and (number or isinstance(value, str)):
            try:
                return Fraction(str(value))  # as printed: 0.1 is a tenth
            except (ValueError, ZeroDivisionError):
                return self.wrong(value, kind, path)
        return value if type(value) is kind else self.wrong(value, kind, path)

    def text(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, str):
            return self.wrong(value, kind, path)
        try:
            return kind.parse(value)
        except ValueError as error:
            self.report(path, "E207", f"{shown(value)} is not {describe(kind)}: {error}", "")
            return _BAD

    def enum(self, value: Any, kind: type[Enum], path: KeyPath) -> Any:
        for member in kind:
            if member.value == value and type(member.value) is type(value):
                return member
        return self.not_allowed(value, article(kind.__name__), [member.value for member in kind], path)

    def items(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, list):
            return self.wrong(value, kind, path)
        kinds = get_args(kind)
        if kinds[-1:] == (Ellipsis,):
            kinds = (kinds[0],) * len(value)
        elif len(kinds) != len(value):
            self.report(path, "E205", f"{len(value)} items, expected {describe(kind)}", "")
            return _BAD
        built = tuple(
            self.value(part, part_kind, (*path, n))
            for n, (part, part_kind) in enumerate(zip(value, kinds, strict=True))
        )
        return _BAD if any(part is _BAD for part in built) else built

    def members(self, value: Any, kind: Any, path: KeyPath) -> Any:
        built = self.items(value, GenericAlias(tuple, (get_args(kind)[0], ...)), path)
        if built is _BAD:
            return _BAD
        for index, member in enumerate(built):
            if member in built[:index]:
                self.report((*path, index), "E206", f"{shown(value[index])} is listed twice", "")
        return frozenset(built)

    def mapping(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, kind, path)
        key_kind, value_kind = get_args(kind)
        built = {}
        for key, entry in value.items():
            if key in PROVENANCE_KEYS:
                continue
            number = plain_type(key_kind) is int and re.fullmatch(r"0|-?[1-9][0-9]*", key)
            name = int(key) if number else self.value(key, key_kind, (*path, key))
            built[name] = self.value(entry, value_kind, (*path, key))
        return _BAD if any(entry is _BAD for pair in built.items() for entry in pair) else built

    def table(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, kind, path)
        tag = kind_of(kind)
        if tag and value.get("kind", tag) != tag:
            return self.not_allowed(value["kind"], "the kind of this table", [tag], (*path, "kind"))
        if kind not in self.hints:
            self.hints[kind] = get_type_hints(kind, include_extras=True)
        fields = {field.alias: field for field in attrs.fields(kind) if field.init}
        allowed = [*fields, "kind"] if tag else list(fields)
        for key in value:
            if key not in allowed and key not in PROVENANCE_KEYS:
                self.report((*path, key), "E201", f"unknown key{one_of(allowed)}", did_you_mean(key, allowed))
        built = {}
        for key, field in fields.items():
            declared = self.hints[kind][field.name]
            if key in value:
                built[key] = self.value(value[key], declared, (*path, key))
            elif field.default is attrs.NOTHING:
                self.report((*path, key), "E202", f"missing: {describe(declared)}", "")
                built[key] = _BAD
        if any(part is _BAD for part in built.values()):
            return _BAD
        try:
            return kind(**built)
        except (ValueError, TypeError) as error:  # an attrs validator refused the combination
            self.report(path, "E207", str(error.args[0] if error.args else error), "")
            return _BAD

    def union(self, value: Any, kind: Any, path: KeyPath) -> Any:
        members = [part for part in get_args(kind) if part is not NoneType]
        if len(members) == 1:
            return self.value(value, members[0], path)
        tagged = {kind_of(member): member for member in members if kind_of(member)}
        if isinstance(value, dict) and tagged:
            if "kind" not in value:
                self.report((*path, "kind"), "E202", f"missing: one of {', '.join(tagged)}", "")
                return _BAD
            if value["kind"] not in list(tagged):
                return self.not_allowed(value["kind"], "a kind", list(tagged), (*path, "kind"))
            return self.table(value, tagged[value["kind"]], path)
        alike = [member for member in members if looks_like(value, member)]
        if len(alike) == 1:
            return self.value(value, alike[0], path)
        for member in members:
            attempt = _Attempt()
            built = _Structurer(attempt, self.names, self.hints).value(value, member, path)
            if built is not _BAD and not attempt.failed:
                return built
        return self.wrong(value, kind, path)
