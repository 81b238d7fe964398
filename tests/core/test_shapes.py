"""Types as shapes: a kind of field is taught once, and everything that reads, writes or describes it follows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NewType, NotRequired, TypedDict

import pytest
from attrs import define, field, frozen

from wargame_core.authoring import Action, Board, Secret
from wargame_core.data import Problems, describe, parse_toml, structure
from wargame_core.data.schema import schema_of
from wargame_core.flow.codec import strict_converter
from wargame_core.flow.visibility import redact
from wargame_core.shapes import (
    LeafShape,
    ListShape,
    LiteralShape,
    MapShape,
    RecordShape,
    UnionShape,
    fields_of,
    shape_of,
)
from wargame_lab.encoding.domains import Domains

Space = NewType("Space", int)


class Arm(Enum):
    FOOT = "foot"
    HORSE = "horse"


@frozen
class Call(Action):
    """Calls arms: a set of an enum in a choice, a file, a board and a schema."""

    kind: ClassVar[str] = "call"
    arms: frozenset[Arm]


@define
class Camp(Board):
    arms: Secret[frozenset[Arm]] = frozenset()


class Sent(TypedDict):
    """A row as it is sent."""

    name: str
    note: NotRequired[str]


@pytest.mark.parametrize(
    ("declared", "shape"),
    [
        (str, LeafShape),
        (Any, LeafShape),
        (Literal["a", 1], LiteralShape),
        (Arm, LiteralShape),
        (str | None, UnionShape),
        (Call, RecordShape),
        (Sent, RecordShape),
        (tuple[int, str], ListShape),
        (frozenset[Arm], ListShape),
        (list, ListShape),
        (Mapping[str, int], MapShape),
        (dict, MapShape),
        (Annotated[Space, "a mark"], LeafShape),
    ],
)
def test_every_declared_type_has_one_of_six_shapes(declared: Any, shape: type) -> None:
    assert isinstance(shape_of(declared), shape)


def test_marks_and_new_types_are_no_part_of_the_base() -> None:
    shape = shape_of(Annotated[NewType("Place", Annotated[str, "inner"]), "outer"])
    assert (shape.base, shape.own.__name__, shape.marks, shape.mark(str)) == (str, "Place", ("inner", "outer"), "outer")


def test_a_number_does_not_stand_for_yes() -> None:
    shape = shape_of(Literal[1, "1"])
    assert isinstance(shape, LiteralShape)
    assert shape.member(1) == 1
    with pytest.raises(LookupError):
        shape.member(True)


def test_a_key_that_need_not_be_sent_is_not_required() -> None:
    assert [(part.name, part.required) for part in fields_of(Sent)] == [("name", True), ("note", False)]


def test_fields_that_nobody_may_give_are_not_among_those_of_a_file() -> None:
    @frozen
    class Row:
        _id: str
        size: int = field(init=False, default=3)

    shape = shape_of(Row)
    assert isinstance(shape, RecordShape)
    assert list(shape.given) == ["id"]


def test_a_set_of_an_enum_is_read_written_described_and_hidden_everywhere() -> None:
    both = frozenset(Arm)
    problems = Problems()
    assert structure(parse_toml('arms = ["horse", "foot"]', Path("a.toml")), Call, problems) == Call(both)
    assert not problems
    assert describe(frozenset[Arm]) == "a list, each an arm (foot, horse)"
    assert schema_of(Call)["$defs"]["Call"]["properties"]["arms"]["items"] == {"enum": ["foot", "horse"]}

    converter = strict_converter()
    assert converter.unstructure(Call(both)) == {"arms": ["foot", "horse"]}
    assert converter.structure({"arms": ["horse"]}, Call) == Call(frozenset({Arm.HORSE}))

    domain = Domains.open().of_field(shape_of(frozenset[Arm]))
    assert domain.read(iter(tuple(domain.write(both)))) == both
    assert tuple(domain.write(both)) == (1, 1, 1, 2, 0)

    camp = Camp(both)
    assert redact(camp, "blue").arms == frozenset()
    assert camp.copy().arms is camp.arms
