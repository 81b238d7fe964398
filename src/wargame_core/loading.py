"""Strict structuring of data files: attrs classes say what a file may hold, and every problem is reported at once.

No value is coerced, no key is ignored. Everything a loader needs is importable from here. Why this is our own code:
docs/decisions/0020-own-structuring.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from wargame_core.documents import (
    DataFolder,
    Document,
    Problem,
    Problems,
    did_you_mean,
    one_of,
    parse_toml,
    read_toml,
    show_path,
)
from wargame_core.positions import Path as KeyPath

__all__ = [
    "PROVENANCE_KEYS",
    "DataFolder",
    "Document",
    "KeyPath",
    "Problem",
    "Problems",
    "describe",
    "did_you_mean",
    "kind_of",
    "one_of",
    "parse_toml",
    "plain_type",
    "read_toml",
    "show_path",
    "structure",
]

T = TypeVar("T")
PROVENANCE_KEYS = ("basis", "source_note")
"""Keys that any table may carry beside its data; `wargame_core.provenance` reads them."""

_Report = Callable[[KeyPath, str, str, str], None]
_BAD: Any = object()


def structure(doc: Document, cls: type[T], problems: Problems, at: Sequence[str | int] = ()) -> T | None:
    """The data of ``doc`` (or the part at ``at``) as a ``cls``, or None after noting in ``problems`` what is wrong.

    Understood: str, int, float, bool, `Fraction`, enums (by value), `Literal`, attrs classes, fixed and open tuples,
    frozensets, mappings with str, int or enum keys, ``X | None``, `NewType`, `Annotated`, and unions. A union of attrs
    classes is told apart by the key ``kind``, which must equal the class variable of that name.

    A whole number is fine where a float or Fraction is declared; nothing else is converted.
    """
    path, data = tuple(at), doc.data
    for depth, part in enumerate(path):
        try:
            data = data[part]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            problems.add(doc, path[: depth + 1], "E202", f"missing: {describe(cls)}")
            return None
    if not path:
        data = {key: value for key, value in data.items() if key != "source"}
    before = len(problems)
    walker = _Structurer(lambda where, code, message, hint: problems.add(doc, where, code, message, hint))
    value = walker.value(data, cls, path)
    return None if value is _BAD or len(problems) > before else value


class _Structurer:
    """One walk over plain data along a type. Returns `_BAD` for what it could not build, and reports why."""

    def __init__(self, report: _Report, fields: dict[type, dict[str, Any]] | None = None) -> None:
        self.report = report
        self.hints: dict[type, dict[str, Any]] = {} if fields is None else fields

    def value(self, value: Any, declared: Any, path: KeyPath) -> Any:
        kind = plain_type(declared)
        origin = get_origin(kind)
        if kind is Any or kind is object:
            return value
        if origin in (Union, UnionType):
            return self.union(value, kind, path)
        if origin is Literal:
            same = [one for one in get_args(kind) if one == value and type(one) is type(value)]
            return same[0] if same else self.not_allowed(value, "allowed here", get_args(kind), path)
        if origin is tuple:
            return self.items(value, kind, path)
        if origin in (frozenset, AbstractSet):
            return self.members(value, kind, path)
        if origin in (dict, Mapping):
            return self.mapping(value, kind, path)
        if attrs.has(kind):
            return self.table(value, kind, path)
        if issubclass(kind, Enum):
            return self.enum(value, kind, path)
        return self.scalar(value, kind, path)

    def wrong(self, value: Any, kind: Any, path: KeyPath) -> Any:
        self.report(path, "E203", f"{_shown(value)} is not {describe(kind)}", "")
        return _BAD

    def not_allowed(self, value: Any, what: str, allowed: Sequence[object], path: KeyPath) -> Any:
        self.report(path, "E204", f"{_shown(value)} is not {what}{one_of(allowed)}", did_you_mean(value, allowed))
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
        if type(value) is kind:
            return value
        return self.wrong(value, kind, path)

    def enum(self, value: Any, kind: type[Enum], path: KeyPath) -> Any:
        for member in kind:
            if member.value == value and type(member.value) is type(value):
                return member
        return self.not_allowed(value, _article(kind.__name__), [member.value for member in kind], path)

    def items(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, list):
            return self.wrong(value, kind, path)
        kinds = get_args(kind)
        if kinds[-1:] == (Ellipsis,):
            kinds = (kinds[0],) * len(value)
        elif len(kinds) != len(value):
            self.report(path, "E205", f"{len(value)} items, expected {describe(kind)}", "")
            return _BAD
        built = tuple(self.value(one, each, (*path, n)) for n, (one, each) in enumerate(zip(value, kinds, strict=True)))
        return _BAD if any(one is _BAD for one in built) else built

    def members(self, value: Any, kind: Any, path: KeyPath) -> Any:
        built = self.items(value, GenericAlias(tuple, (get_args(kind)[0], ...)), path)
        if built is _BAD:
            return _BAD
        for index, one in enumerate(built):
            if one in built[:index]:
                self.report((*path, index), "E206", f"{_shown(value[index])} is listed twice", "")
        return frozenset(built)

    def mapping(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, kind, path)
        key_kind, value_kind = (plain_type(one) for one in get_args(kind))
        built = {}
        for key, one in value.items():
            if key in PROVENANCE_KEYS:
                continue
            if key_kind is int and re.fullmatch(r"0|-?[1-9][0-9]*", key):
                built[int(key)] = self.value(one, value_kind, (*path, key))
            else:
                built[self.value(key, key_kind, (*path, key))] = self.value(one, value_kind, (*path, key))
        return _BAD if any(one is _BAD for pair in built.items() for one in pair) else built

    def table(self, value: Any, kind: Any, path: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(value, kind, path)
        if kind not in self.hints:
            self.hints[kind] = get_type_hints(kind, include_extras=True)
        fields = {one.alias: one for one in attrs.fields(kind) if one.init}
        tag = kind_of(kind)
        if tag and value.get("kind", tag) != tag:
            return self.not_allowed(value["kind"], "the kind of this table", [tag], (*path, "kind"))
        allowed = [*fields, "kind"] if tag else list(fields)
        for key in value:
            if key not in allowed and key not in PROVENANCE_KEYS:
                hint = did_you_mean(key, allowed)
                self.report((*path, key), "E201", f"unknown key{one_of(allowed)}", hint)
        built = {}
        for key, one in fields.items():
            declared = self.hints[kind][one.name]
            if key in value:
                built[key] = self.value(value[key], declared, (*path, key))
            elif one.default is attrs.NOTHING:
                self.report((*path, key), "E202", f"missing: {describe(declared)}", "")
                built[key] = _BAD
        if any(one is _BAD for one in built.values()):
            return _BAD
        try:
            return kind(**built)
        except (ValueError, TypeError) as error:  # an attrs validator refused the combination
            self.report(path, "E207", str(error.args[0] if error.args else error), "")
            return _BAD

    def union(self, value: Any, kind: Any, path: KeyPath) -> Any:
        members = [one for one in get_args(kind) if one is not NoneType]
        if len(members) == 1:
            return self.value(value, members[0], path)
        tagged = {kind_of(one): one for one in members if kind_of(one)}
        if isinstance(value, dict) and tagged:
            if "kind" not in value:
                self.report((*path, "kind"), "E202", f"missing: one of {', '.join(tagged)}", "")
                return _BAD
            if value["kind"] not in tagged:
                return self.not_allowed(value["kind"], "a kind", list(tagged), (*path, "kind"))
            return self.table(value, tagged[value["kind"]], path)
        for one in members:
            attempt = _Attempt()
            built = _Structurer(attempt, self.hints).value(value, one, path)
            if built is not _BAD and not attempt.failed:
                return built
        return self.wrong(value, kind, path)


class _Attempt:
    """A report that only remembers that there was something to report."""

    failed = False

    def __call__(self, *problem: object) -> None:
        self.failed = True


def kind_of(cls: Any) -> str:
    """The tag of an attrs class that carries one as its class variable ``kind``, else nothing."""
    kind = getattr(cls, "kind", None)
    return kind if attrs.has(cls) and isinstance(kind, str) else ""


def plain_type(declared: Any) -> Any:
    """A declared type without `NewType` and `Annotated`."""
    while True:
        if get_origin(declared) is Annotated:
            declared = get_args(declared)[0]
        elif hasattr(declared, "__supertype__"):
            declared = declared.__supertype__
        else:
            return declared


def describe(declared: Any) -> str:
    """What a data file must hold for this type, in words.

    >>> describe(tuple[int, ...]), describe(str | None)
    ('a list, each a whole number', 'text')
    """
    kind = plain_type(declared)
    origin, args = get_origin(kind), get_args(kind)
    words = {str: "text", int: "a whole number", float: "a number", bool: "true or false", Fraction: "a fraction"}
    if kind in words:
        return words[kind]
    if origin in (Union, UnionType):
        return " or ".join(describe(one) for one in args if one is not NoneType)
    if origin is Literal:
        return f"one of {', '.join(map(str, args))}"
    if origin is tuple and args[-1:] != (Ellipsis,):
        return f"a list of {len(args)}: {', '.join(describe(one) for one in args)}"
    if origin in (tuple, frozenset, AbstractSet):
        return f"a list, each {describe(args[0])}"
    if origin in (dict, Mapping):
        return f"a table, each value {describe(args[1])}"
    if attrs.has(kind):
        required = [one.alias for one in attrs.fields(kind) if one.init and one.default is attrs.NOTHING]
        return f"a table with {', '.join(required)}" if required else "a table"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{_article(kind.__name__)}{one_of(member.value for member in kind)}"
    return _article(kind.__name__) if isinstance(kind, type) else str(kind)


def _article(name: str) -> str:
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _shown(value: Any) -> str:
    """A value as a data file writes it, cut short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
