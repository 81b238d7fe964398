"""Schemas of data files follow the classes that read them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from attrs import frozen

from wargame_core.data import Ref
from wargame_core.data.schema import schema_of
from wargame_core.forces.oob_file import OrderOfBattleFile


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@frozen
class Go:
    """Move."""

    kind: ClassVar[str] = "go"
    spaces: int


@frozen
class Dice:
    written: ClassVar[str] = "dice such as 2d6"

    @classmethod
    def parse(cls, text: str) -> Dice:
        return cls()


@frozen
class Sheet:
    """A sheet.

    With more below.
    """

    id: str
    colours: frozenset[Colour]
    place: Annotated[str, Ref("a place")] = ""
    pair: tuple[int, str] | None = None
    rows: Mapping[int, tuple[float, ...]] = {}
    by_colour: Mapping[Colour, bool] = {}
    by_side: Mapping[Literal["a", "b"], Fraction] = {}
    deed: Go | None = None
    dice: Dice | None = None
    any: Any = None


def test_every_field_becomes_a_property() -> None:
    schema = schema_of(Sheet)
    assert schema["$ref"] == "#/$defs/Sheet"
    sheet = schema["$defs"]["Sheet"]
    properties = sheet["properties"]
    assert sheet["description"] == "A sheet."
    assert sheet["required"] == ["source", "id", "colours"]
    assert sheet["additionalProperties"] is False
    assert properties["colours"] == {"type": "array", "items": {"enum": ["red", "blue"]}, "uniqueItems": True}
    assert properties["place"] == {"type": "string", "description": "names a place"}
    assert properties["pair"]["prefixItems"] == [{"type": "integer"}, {"type": "string"}]
    assert properties["rows"]["patternProperties"]["^(0|-?[1-9][0-9]*)$"]["items"] == {"type": "number"}
    assert properties["by_colour"]["properties"]["red"] == {"type": "boolean"}
    assert set(properties["by_side"]["properties"]) == {"a", "b", "basis", "source_note"}
    assert properties["dice"] == {"type": "string", "description": "dice such as 2d6"}
    assert properties["any"] == {}
    assert schema["$defs"]["Go"]["properties"]["kind"] == {"const": "go"}
    assert schema["$defs"]["Source"]["required"] == ["document", "basis"]


def test_any_table_may_carry_its_basis() -> None:
    schema = schema_of(OrderOfBattleFile)
    for name in ("OobUnit", "Formation", "OobLeader", "Force"):
        assert {"basis", "source_note"} <= set(schema["$defs"][name]["properties"])


def test_a_schema_is_plain_json() -> None:
    import json

    assert json.loads(json.dumps(schema_of(OrderOfBattleFile))) == schema_of(OrderOfBattleFile)
