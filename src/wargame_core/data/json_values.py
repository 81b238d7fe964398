"""JSON data to values and back, strictly: nothing is coerced or ignored.

cattrs is the one JSON codec, with hooks made from shapes for what JSON writes in a way of its own: between programs
there are no lines and no authors. Data files are read by `wargame_core.data.structuring` instead, which reports every
problem with file, line and hint (decision 0020). cattrs is imported when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs

from wargame_core.errors import expected
from wargame_core.json_form import SPARSE, JsonMapping
from wargame_core.rulings import Cite, Modifier, Ruling
from wargame_core.shapes import ListShape, LiteralShape, MapShape, Shape, shape_of

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
    converter.register_unstructure_hook_factory(_has_sparse, lambda cls: _write_sparsely(converter, cls))
    converter.register_structure_hook_factory(_is_listed, lambda hint: _reader(converter, shape_of(hint)))
    converter.register_unstructure_hook_factory(_is_listed, lambda hint: _writer(converter, shape_of(hint)))
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


def _sparse(cls: Any) -> list[str]:
    """The fields of a class that are left out when they hold nothing."""
    return [field.name for field in attrs.fields(cls) if SPARSE.keys() <= field.metadata.keys()]


def _has_sparse(hint: Any) -> bool:
    return isinstance(hint, type) and attrs.has(hint) and bool(_sparse(hint))


def _write_sparsely(converter: Converter, cls: type[Any]) -> Callable[[Any], Any]:
    from cattrs.gen import make_dict_unstructure_fn, override

    left_out = {name: override(omit_if_default=True) for name in _sparse(cls)}
    return make_dict_unstructure_fn(cls, converter, **left_out)  # type: ignore[arg-type]


def is_pairs(shape: Shape) -> bool:
    """Whether a mapping has keys that JSON cannot have, so that it is written as a list of pairs."""
    match shape:
        case MapShape(key=LiteralShape(values=values)):
            return not all(isinstance(value, str) for value in values)
        case MapShape(key=key):
            return key.base not in (str, Any)
        case _:
            return False


def _is_listed(hint: Any) -> bool:
    shape = shape_of(hint)
    return isinstance(shape, ListShape) or is_pairs(shape)


def _writer(converter: Converter, shape: Shape) -> Callable[[Any], list[Any]]:
    """What writes values of several, or a mapping as pairs."""
    write = converter.unstructure
    match shape:
        case MapShape(key=key, value=value):
            key, value = key.declared, value.declared
            return lambda mapping: [[write(name, key), write(of, value)] for name, of in mapping.items()]
        case ListShape(items=items, fixed=True):
            hints = [item.declared for item in items]
            return lambda values: [write(part, hint) for part, hint in zip(values, hints, strict=True)]
        case ListShape(items=(item,)):
            hints = [] if item.base is Any else [item.declared]
            if shape.unordered:
                return lambda values: in_order(write(part, *hints) for part in values)
            return lambda values: [write(part, *hints) for part in values]
        case _:
            raise TypeError(shape)


def _reader(converter: Converter, shape: Shape) -> Callable[[Any, Any], Any]:
    """What reads values of several, or a mapping from pairs."""
    match shape:
        case MapShape():
            return lambda pairs, _: _read_pairs(converter, shape, pairs)
        case ListShape():
            return lambda values, _: _read_list(converter, shape, values)
        case _:
            raise TypeError(shape)


def _read_list(converter: Converter, shape: ListShape, values: Any) -> Any:
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"{values!r} is not a list")
    if shape.fixed and len(values) != len(shape.items):
        raise TypeError(f"{values!r} has {len(values)} items, not {len(shape.items)}")
    items = shape.items if shape.fixed else shape.items * len(values)
    return shape.container(converter.structure(part, of.declared) for part, of in zip(values, items, strict=True))


def _read_pairs(converter: Converter, shape: MapShape, pairs: Any) -> Any:
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise TypeError(f"{pairs!r} is not a list of [key, value]")
    key, value = shape.key.declared, shape.value.declared
    return {converter.structure(name, key): converter.structure(of, value) for name, of in pairs}


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
