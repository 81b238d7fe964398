"""Schemas of data files follow the classes that read them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import pytest
from attrs import frozen

from wargame_core.charts.files import CardData, EventsData
from wargame_core.data import Ref, Wording
from wargame_core.data.schema import schema_of
from wargame_core.forces.order_of_battle import OrderOfBattleFile


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
    effect: Go | None = None
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
    assert set(properties["by_side"]["properties"]) == {"a", "b", "basis", "source_note", "from_text", "reconstructed"}
    assert properties["dice"] == {"type": "string", "description": "dice such as 2d6"}
    assert properties["any"] == {}
    assert schema["$defs"]["Go"]["properties"]["kind"] == {"const": "go"}
    assert schema["$defs"]["Source"]["required"] == ["document", "basis"]


def test_any_table_may_carry_its_basis() -> None:
    schema = schema_of(OrderOfBattleFile)
    for name in ("OobUnit", "Formation", "OobLeader", "Force"):
        assert {"basis", "source_note"} <= set(schema["$defs"][name]["properties"])


CHART = {
    "source": {"document": "Rulebook", "basis": "text"},
    "id": "odds",
    "title": "Odds",
    "rows": {"name": "die", "off_chart": "clamp", "basis": "ruling"},
    "columns": {"odds": {"kind": "ratios", "bands": ["1-1", {"label": "many", "min": "3/2"}]}},
    "row": [{"die": {"label": "few", "max": 2}, "odds": ["NE", 3]}, {"die": "3 or more", "odds": "2"}],
    "cells": {"NE": 0, "2*": {"even": 2, "odd": 1}},
}


def complaints(data: object, *classes: type) -> list[str]:
    """What an editor with the schema of these classes says of a file."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema checks the schemas (extra dev)")
    return [error.message for error in jsonschema.Draft202012Validator(schema_of(*classes)).iter_errors(data)]


def test_editors_know_chart_files() -> None:
    assert complaints(CHART, CardData) == []
    (wrong,) = complaints(CHART | {"row": [{"die": 1.5, "odds": "2"}]}, CardData)
    assert "1.5" in wrong
    (wrong,) = complaints(CHART | {"columns": {"odds": {"kind": "ratio"}}}, CardData)
    assert "'ratio' is not one of" in wrong


def test_editors_complete_words_of_a_rulebook() -> None:
    @frozen
    class Zone:
        entering: Annotated[str, Wording("a word for entering", "", ("free",), (("costs 2", "costs [0-9]+"),))]
        leaving: Annotated[Literal["free", "forbidden"], Wording("a word for leaving")]

    described = schema_of(Zone)["$defs"]["Zone"]["properties"]
    pattern = {"type": "string", "pattern": "^(?:free|costs [0-9]+)$"}
    assert described["entering"] == {"anyOf": [{"enum": ["free"]}, pattern], "description": "a word for entering"}
    assert described["leaving"] == {"enum": ["free", "forbidden"], "description": "a word for leaving"}


def test_two_classes_that_read_one_file_make_one_schema() -> None:
    events = {"dice": "2d6", "names": {"rain": "Rain"}, "conversion": [{"event": "a", "becomes": "b", "after": ["c"]}]}
    assert complaints(CHART | events, CardData, EventsData) == []
    assert sorted(complaints(CHART, CardData, EventsData)) == [
        "'dice' is a required property",
        "'names' is a required property",
    ]
