"""Questions to charts and odds: parameters are read strictly, answers are the same as text, JSON and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal

import pytest

from wargame_core.errors import UnknownName
from wargame_core.odds import Distribution
from wargame_core.plugins.questions import (
    REQUIRED,
    ChartLookup,
    OddsAnswer,
    OneOf,
    Parameter,
    QueryError,
    argument_helps,
    arguments,
    example,
    parameters_of,
    question,
)

VALUE = Parameter("value", Fraction, "combat value in points")
DIE = Parameter("the_die", int, "the artillery die", None)
TERRAIN = Parameter("terrain", str, "terrain of the defender", "clear", ("clear", "woods"))
RAIN = Parameter("rain", bool, "whether it rains", False)
ALL = (VALUE, DIE, TERRAIN, RAIN)


def test_defaults_fill_what_is_not_given() -> None:
    assert arguments(ALL, {"value": "3"}) == {"value": 3, "the_die": None, "terrain": "clear", "rain": False}


def test_names_may_be_written_with_dashes_and_values_as_text() -> None:
    given = {"value": "1/2", "the-die": "4", "terrain": "woods", "rain": "yes"}
    assert arguments(ALL, given) == {"value": Fraction(1, 2), "the_die": 4, "terrain": "woods", "rain": True}


def test_a_missing_parameter_is_named_with_its_meaning() -> None:
    with pytest.raises(QueryError, match=r"missing: value \(combat value in points\)"):
        arguments(ALL, {})


def test_an_unknown_parameter_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'terrain'"):
        arguments(ALL, {"value": 1, "terain": "clear"})


def test_an_unknown_choice_lists_the_choices() -> None:
    with pytest.raises(UnknownName, match=r"unknown terrain 'wood'.*clear, woods.*did you mean 'woods'"):
        arguments(ALL, {"value": 1, "terrain": "wood"})


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [("the_die", "3.5", "a whole number"), ("rain", "perhaps", "yes or no"), ("value", "x", "a number")],
)
def test_an_unusable_value_says_what_was_wanted(name: str, value: str, wanted: str) -> None:
    with pytest.raises(QueryError, match=f"{name}: '{value}' is not {wanted}"):
        arguments(ALL, {"value": 1, name: value})


def test_parameters_describe_themselves() -> None:
    assert VALUE.to_json() == {
        "name": "value",
        "kind": "fraction",
        "help": "combat value in points",
        "required": True,
        "choices": [],
    }
    assert TERRAIN.to_json()["default"] == "clear"
    assert (VALUE.default is REQUIRED, RAIN.required) == (True, False)


def loss(value: Fraction, die: int | None = None) -> OddsAnswer:
    """what is lost

    Args:
        value: combat value in points
    """
    losses = Distribution.from_counts({0: 1, int(value): 1})
    return OddsAnswer("A test", {"loss": losses, "result": losses.map(lambda points: f"<{points}>")})


QUERY = question(loss)


def test_an_answer_shows_bars_and_the_mean_of_numbers() -> None:
    text = str(QUERY.ask({"value": "3"}))
    assert text.startswith("A test\n\nloss (mean 1.500)\n0  50.00 %  1/2  ####")
    assert "\nresult\n<0>" in text


def test_an_answer_is_json() -> None:
    answer = QUERY.ask({"value": "3"}).to_json()
    assert answer["distributions"]["loss"]["mean"] == "3/2"
    assert answer["distributions"]["result"]["mean"] is None
    assert answer["distributions"]["result"]["values"][0] == {"value": "<0>", "probability": "1/2", "float": 0.5}


# ------------------------------------------------------------------------------------------ a question is a function
class Weather(Enum):
    RAIN = "rain"
    SUN = "sun"


Side = Annotated[str, OneOf(("union", "confederate"), {"USA": "union"}), "whose units"]


def march(
    side: Side,
    kind: Literal["march", "leader"],
    *,
    weather: Weather = Weather.SUN,
    value: Fraction | int | str = 1,
    dice: Sequence[int] = (),
    day: date | None = None,
    forced: bool = False,
    **facts: object,
) -> Mapping[str, Any]:
    """How far a unit marches.

    Args:
        kind: a march, or a leader
            who is activated
        weather: what falls
    """
    return {"side": side, "kind": kind, "weather": weather, "value": value, "dice": dice, "day": day, **facts}


def test_a_question_reads_kinds_defaults_choices_and_help_from_the_function() -> None:
    asked = question(march)
    assert (asked.name, asked.help) == ("march", "How far a unit marches.")
    kinds = {parameter.name: (parameter.kind, parameter.choices, parameter.required) for parameter in asked.parameters}
    assert kinds == {
        "side": (str, ("union", "confederate"), True),
        "kind": (str, ("march", "leader"), True),
        "weather": (Weather, ("rain", "sun"), False),
        "value": (Fraction, (), False),
        "dice": (list, (), False),
        "day": (date, (), False),
        "forced": (bool, (), False),
    }
    helps = {parameter.name: parameter.help for parameter in asked.parameters}
    assert helps["kind"] == "a march, or a leader who is activated"
    assert helps["side"] == "whose units"


def test_texts_and_json_become_what_the_function_takes() -> None:
    asked = question(march)
    text = {"side": "USA", "kind": "march", "weather": "rain", "value": "3 1/2", "dice": "1,2", "day": "1863-07-04"}
    answer = asked.ask(text)
    assert answer["side"] == "union"
    assert (answer["weather"], answer["value"]) == (Weather.RAIN, Fraction(7, 2))
    assert (answer["dice"], answer["day"]) == (["1", "2"], date(1863, 7, 4))
    assert asked("union", "march", dice=[3])["dice"] == [3]


def test_what_is_bound_to_a_function_is_not_asked() -> None:
    assert [one.name for one in parameters_of(partial(loss, Fraction(3)))] == ["die"]
    assert parameters_of(partial(loss, value=Fraction(3)))[0].default == 3


def test_the_texts_of_arguments_end_with_their_section() -> None:
    assert argument_helps("First.\n\nArgs:\n    unit: what marches\n\nRaises what it raises.") == {
        "unit": "what marches"
    }
    assert argument_helps("No arguments.") == {}


def test_a_worked_example_may_use_another_name_for_a_parameter() -> None:
    asked = example(loss, lambda answer: answer.title, [("points", "value"), ("points", "die")])
    assert asked({"points": 3}) == asked({"value": 3}) == "A test"
    with pytest.raises(UnknownName, match="point"):
        asked({"point": 3})


def test_a_question_answers_another_with_the_same_parameters() -> None:
    title = QUERY.then(lambda answer: answer.title, name="title", about="what it is called")
    assert (title.name, title.help, title.ask({"value": 2})) == ("title", "what it is called", "A test")
    assert title.parameters == QUERY.parameters


# -------------------------------------------------------------------------------------------------- printed charts
def half(value: Fraction) -> Fraction:
    """Half of it."""
    return value / 2


def test_a_chart_answers_as_json() -> None:
    assert ChartLookup("Halves", "a card", question(half), "row").ask({"value": 3}) == {"row": "3/2"}
