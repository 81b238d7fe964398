"""JSON data to values and back, strictly: nothing is coerced or ignored. Uses cattrs, imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import attrs

from wargame_core.data.json_form import SPARSE
from wargame_core.errors import expected
from wargame_core.json_types import JsonMapping
from wargame_core.rulings import Cite, Modifier, Ruling

if TYPE_CHECKING:
    from cattrs import Converter


def strict_converter() -> Converter:
    """A cattrs converter that coerces nothing, refuses unknown keys, and gives plain JSON data.

    Sets are written in order; a mapping whose keys are no text is written as a list of pairs.
    """
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)

    def exactly(kind: type) -> Callable[[Any, Any], Any]:
        def check(value: Any, hint: Any) -> Any:
            if isinstance(hint, type) and issubclass(hint, Enum):  # a StrEnum is a str too, and comes here as one
                return member(value, hint)
            if type(value) is not kind:
                raise TypeError(f"{value!r} is not {'an' if kind is int else 'a'} {kind.__name__}")
            return value

        return check

    def member(value: Any, kind: Any) -> Any:
        for member in kind:
            if member.value == value and type(member.value) is type(value):
                return member
        raise ValueError(f"{value!r} is not a {kind.__name__}{expected(value, [member.value for member in kind])}")

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, exactly(kind))
    converter.register_structure_hook_func(lambda hint: isinstance(hint, type) and issubclass(hint, Enum), member)
    converter.register_unstructure_hook(str, lambda text: text.value if isinstance(text, Enum) else text)
    converter.register_structure_hook(Fraction, lambda value, _: Fraction(exactly(str)(value, str)))
    converter.register_unstructure_hook(Fraction, str)
    converter.register_unstructure_hook(Ruling, lambda ruling: ruling.to_json())
    converter.register_structure_hook(Ruling, lambda data, _: ruling_from_json(data))
    converter.register_structure_hook_factory(_is_collection, lambda hint: _read_collection(converter, hint))
    converter.register_unstructure_hook_factory(_is_collection, lambda hint: _write_collection(converter, hint))
    converter.register_unstructure_hook_factory(_has_sparse, lambda cls: _write_sparsely(converter, cls))
    converter.register_structure_hook_factory(is_pairs, lambda hint: _read_pairs(converter, hint))
    converter.register_unstructure_hook_factory(is_pairs, lambda hint: _write_pairs(converter, hint))
    return converter


def describe_error(problem: BaseException, _: Any) -> str:
    """What is wrong with one field, in words (cattrs adds where it is)."""
    from cattrs import ForbiddenExtraKeysError

    if isinstance(problem, ForbiddenExtraKeysError):
        allowed = [field.name for field in attrs.fields(problem.cl)] if attrs.has(problem.cl) else []
        return "; ".join(f"unknown key {name!r}{expected(name, allowed)}" for name in sorted(problem.extra_fields))
    if isinstance(problem, AttributeError):
        return f"{problem.obj!r} is not an object with named values"
    return f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)


def in_order(values: Iterable[Any]) -> list[Any]:
    """JSON values in a fixed order: sorted by value, or by their text where values cannot be compared."""
    listed = list(values)
    try:
        return sorted(listed)
    except TypeError:
        return sorted(listed, key=repr)


def origin_of(hint: Any) -> Any:
    """The class of a hint without its parameters: list for ``list[int]``."""
    return get_origin(hint) or hint


def _is_collection(hint: Any) -> bool:
    return origin_of(hint) in (tuple, list, set, frozenset, Sequence, Set)


def _sparse(cls: Any) -> list[str]:
    """The fields of a class that are left out when they hold nothing."""
    return [field.name for field in attrs.fields(cls) if SPARSE.keys() <= field.metadata.keys()]


def _has_sparse(hint: Any) -> bool:
    return isinstance(hint, type) and attrs.has(hint) and bool(_sparse(hint))


def _write_sparsely(converter: Converter, cls: type[Any]) -> Callable[[Any], Any]:
    from cattrs.gen import make_dict_unstructure_fn, override

    left_out = {name: override(omit_if_default=True) for name in _sparse(cls)}
    return make_dict_unstructure_fn(cls, converter, **left_out)  # type: ignore[arg-type]


def _write_collection(converter: Converter, hint: Any) -> Callable[[Any], list[Any]]:
    inner = get_args(hint)
    if origin_of(hint) in (set, frozenset, Set):
        return lambda value: in_order(converter.unstructure(part, *inner) for part in value)
    if origin_of(hint) is tuple and inner and inner[-1] is not ...:
        return lambda value: [converter.unstructure(part, of) for part, of in zip(value, inner, strict=True)]
    return lambda value: [converter.unstructure(part, *inner[:1]) for part in value]


def _read_collection(converter: Converter, hint: Any) -> Callable[[Any, Any], Any]:
    kind = {Sequence: tuple, Set: frozenset}.get(origin_of(hint), origin_of(hint))
    inner = get_args(hint)
    fixed = get_origin(hint) is tuple and inner[-1:] != (...,)

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"{value!r} is not a list")
        if fixed and len(value) != len(inner):
            raise TypeError(f"{value!r} has {len(value)} items, not {len(inner)}")
        hints = inner if fixed else (inner or (Any,))[:1] * len(value)
        return kind(converter.structure(part, of) for part, of in zip(value, hints, strict=True))

    return read


def is_pairs(hint: Any) -> bool:
    """Whether a mapping has keys that JSON cannot have, so that it is written as a list of pairs."""
    if origin_of(hint) not in (dict, Mapping) or not get_args(hint):
        return False
    key = get_args(hint)[0]
    key = getattr(key, "__supertype__", key)
    if get_origin(key) is Literal:
        return not all(isinstance(part, str) for part in get_args(key))
    if isinstance(key, type) and issubclass(key, Enum):
        return not all(isinstance(member.value, str) for member in key)
    return key not in (str, Any)


def _write_pairs(converter: Converter, hint: Any) -> Callable[[Any], Any]:
    key, value = get_args(hint)

    def write(mapping: Mapping[Any, Any]) -> list[list[Any]]:
        return [[converter.unstructure(k, key), converter.unstructure(v, value)] for k, v in mapping.items()]

    return write


def _read_pairs(converter: Converter, hint: Any) -> Callable[[Any, Any], Any]:
    key, value = get_args(hint)

    def read(pairs: Any, _: Any) -> Any:
        if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            raise TypeError(f"{pairs!r} is not a list of [key, value]")
        return {converter.structure(k, key): converter.structure(v, value) for k, v in pairs}

    return read


def ruling_from_json(data: JsonMapping) -> Ruling:
    """A ruling read back. Results and details come back as plain values or text."""
    return Ruling(
        title=data["title"],
        result=data["result"],
        base=data["base"],
        modifiers=tuple(map(_modifier, data["modifiers"])),
        cite=_cite(data["cite"]),
        table=data["table"],
        row=data["row"],
        column=data["column"],
        detail=dict(data["detail"]),
        parts=tuple(map(ruling_from_json, data["parts"])),
        considered=tuple(map(_modifier, data["considered"])),
    )


def _modifier(data: JsonMapping) -> Modifier:
    return Modifier(data["value"], data["label"], _cite(data["cite"]), data["because"])


def _cite(text: str | None) -> Cite | None:
    if text is None:
        return None
    book, paged, rest = text.partition(" p.")
    if not paged:
        book, _, heading = text.partition(" ")
        return Cite(book, "", heading)
    page, _, heading = rest.partition(" ")
    return Cite(book, page, heading)
