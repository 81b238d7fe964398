"""Every declared type has one shape, and becomes JSON and comes back."""

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

import pytest
from attrs import define, evolve, field, frozen
from cattrs import BaseValidationError, transform_error
from tests.core.skirmish_toy import PlayCard, Scored, toy

from wargame_core import MalformedAction, RecordError
from wargame_core.authoring import Action, Board, Cite, Event, Modifier, RulesError, Ruling, Secret, redact
from wargame_core.data import Problems, by_kind, describe, parse_toml, structure
from wargame_core.data.schema import schema_of
from wargame_core.flow.codec import describe_error, strict_converter
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
from wargame_lab.encoding import Domains

Id = NewType("Id", str)
Space = NewType("Space", int)


class Arm(Enum):
    FOOT = "foot"
    HORSE = "horse"


@frozen
class Everything:
    name: Id
    arm: Arm
    level: Literal["minor", "major"]
    flag: bool
    share: Fraction
    path: tuple[tuple[Space, int], ...]
    marks: frozenset[str]
    by_name: Mapping[str, int]
    by_arm: Mapping[Arm, int]
    by_space: Mapping[Space, tuple[int, ...]]
    by_pair: dict[tuple[int, int], Arm]
    perhaps: int | None = None
    listed: Sequence[str] = ()


WHOLE = Everything(
    Id("a"),
    Arm.HORSE,
    "major",
    True,
    Fraction(1, 3),
    ((Space(1), 2), (Space(3), 4)),
    frozenset({"b", "a"}),
    {"x": 1},
    {Arm.FOOT: 2},
    {Space(7): (1, 2)},
    {(1, 2): Arm.FOOT},
    None,
    ("p",),
)


def test_every_kind_of_value_becomes_plain_json_and_comes_back() -> None:
    converter = strict_converter()
    data = converter.unstructure(WHOLE)
    assert json.loads(json.dumps(data)) == data
    assert converter.structure(data, Everything) == WHOLE
    assert data["marks"] == ["a", "b"]
    assert data["by_space"] == [[7, [1, 2]]]
    assert data["by_pair"] == [[[1, 2], "foot"]]
    assert data["by_arm"] == {"foot": 2}
    assert data["share"] == "1/3"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", 3, "3 is not a str @ it.name"),
        ("arm", "foto", "'foto' is not a Arm (allowed: foot, horse); did you mean 'foot'? @ it.arm"),
        ("level", "medium", "medium not in literal"),
        ("flag", "true", "'true' is not a bool @ it.flag"),
        ("flag", 1, "1 is not a bool @ it.flag"),
        ("share", 0.5, "0.5 is not a str @ it.share"),
        ("share", "a half", "Invalid literal for Fraction: 'a half' @ it.share"),
        ("path", [[1, 2, 3]], "[1, 2, 3] has 3 items, not 2 @ it.path"),
        ("path", "12", "'12' is not a list @ it.path"),
        ("path", [[1, 2.0]], "2.0 is not an int @ it.path"),
        ("marks", "ab", "'ab' is not a list @ it.marks"),
        ("by_name", {"x": "1"}, "'1' is not an int @ it.by_name['x']"),
        ("by_name", [["x", 1]], "[['x', 1]] is not an object with named values @ it.by_name"),
        ("by_space", {"7": [1]}, "{'7': [1]} is not a list of [key, value] @ it.by_space"),
        ("by_pair", [[[1], "foot"]], "[1] has 1 items, not 2 @ it.by_pair"),
        ("perhaps", "3", "'3' is not an int @ it.perhaps"),
        ("listed", {"p": 1}, "{'p': 1} is not a list @ it.listed"),
    ],
)
def test_nothing_is_coerced_and_the_message_says_what_and_where(field: str, value: Any, message: str) -> None:
    converter = strict_converter()
    with pytest.raises(BaseValidationError) as problem:
        converter.structure({**converter.unstructure(WHOLE), field: value}, Everything)
    (text,) = transform_error(problem.value, "it", format_exception=describe_error)
    assert message in text


def test_all_problems_are_told_at_once() -> None:
    converter = strict_converter()
    data = {**converter.unstructure(WHOLE), "flag": 1, "nmae": "b"}
    del data["name"]
    with pytest.raises(BaseValidationError) as problem:
        converter.structure(data, Everything)
    text = "; ".join(transform_error(problem.value, "it", format_exception=describe_error))
    assert "1 is not a bool" in text
    assert "'name' is missing @ it.name" in text
    assert "unknown key 'nmae' (allowed: name, arm, " in text
    assert "did you mean 'name'?" in text


def test_an_action_that_is_no_object_and_an_event_of_an_unknown_kind_are_refused() -> None:
    codec = toy().rules.codec
    with pytest.raises(MalformedAction, match=r"an action is a JSON object with a 'kind', not \['go', 1\]"):
        codec.action(["go", 1])
    with pytest.raises(RecordError, match=r"unknown event kind 'scord' .*; did you mean 'scored'\?"):
        codec.event({"kind": "scord"})


def test_rulings_come_back_with_all_their_parts() -> None:
    part = Ruling("part", 3, base=1, modifiers=(Modifier(2, "hill", Cite("Toy", "3", "Hills"), "it is high"),))
    cites = (Cite("Toy", "1", "Duel"), Cite("Toy", "", "Appendix"), None)
    for cite in cites:
        considered = (Modifier(1, "wood", None, "there is none"),)
        ruling = Ruling("whole", "won", 2, (), cite, "T", "row", "col", {"die": 4}, (part,), considered)
        assert Ruling.from_json(json.loads(json.dumps(ruling.to_json()))) == ruling
        event = Scored("red", 1, ruling)
        codec = toy().rules.codec
        assert codec.event(json.loads(json.dumps(codec.to_json(event)))) == event


def test_kinds_must_be_given_and_differ() -> None:
    @frozen
    class Nameless(Action, kind=""):
        pass

    @frozen
    class Twin(Event, kind="scored"):
        pass

    with pytest.raises(RulesError, match="Nameless has no kind"):
        by_kind([Nameless])
    with pytest.raises(RulesError, match="Twin and Scored have the same kind 'scored'"):
        by_kind([Scored, Twin])
    with pytest.raises(RulesError, match="same kind 'scored'"):
        _ = toy(events=(Scored, Twin)).rules.codec


def test_printed_matter_is_not_written_and_comes_from_the_game() -> None:
    game = toy(printed={"names": ("a", "b", "c", "d", "e")})
    board = game.rules.codec.board(game.rules.codec.board_to_json(toy().rules.set_up("plain", {"bow": "yes"})))
    assert board.names == ("a", "b", "c", "d", "e")  # type: ignore[attr-defined]
    assert board == evolve(toy().rules.set_up("plain", {"bow": "yes"}), names=board.names)  # type: ignore[attr-defined, call-arg]


def test_a_game_can_teach_the_converter_its_own_types() -> None:
    def hooks(converter: Any) -> None:
        converter.register_unstructure_hook(PlayCard, lambda action: {"card": f"no. {action.card}"})
        converter.register_structure_hook(PlayCard, lambda data, _: PlayCard(int(data["card"].removeprefix("no. "))))

    codec = toy(hooks=hooks).rules.codec
    assert codec.to_json(PlayCard(2)) == {"kind": "play_card", "card": "no. 2"}
    assert codec.action({"kind": "play_card", "card": "no. 2"}) == PlayCard(2)


# Types as shapes: a kind of field is taught once, and everything that reads, writes or describes it follows.


@frozen
class Call(Action):
    """Calls arms: a set of an enum in a choice, a file, a board and a schema."""

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
    for in_some_order in (both, [Arm.FOOT, Arm.HORSE], [Arm.HORSE, Arm.FOOT]):  # a set has none of its own
        assert tuple(domain.write(in_some_order)) == (1, 1, 1, 2, 0)

    camp = Camp(both)
    assert redact(camp, "blue").arms == frozenset()
    assert camp.copy().arms is camp.arms
