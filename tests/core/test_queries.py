"""Questions to charts and odds: parameters are read strictly, answers are the same as text, JSON and HTML."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from wargame_core import Distribution, UnknownName
from wargame_core.odds_answers import OddsAnswer
from wargame_core.plugins.questions import (
    REQUIRED,
    Parameter,
    arguments,
    example,
    question,
)
from wargame_core.shapes import OneOf

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


def test_an_unknown_parameter_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'terrain'"):
        arguments(ALL, {"value": 1, "terain": "clear"})


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
    return OddsAnswer("A test", losses, {"loss": int, "result": lambda points: f"<{points}>"})


QUERY = question(loss)


def test_an_answer_shows_bars_and_the_mean_of_numbers() -> None:
    text = str(QUERY.ask({"value": "3"}))
    assert text.startswith("A test\n\nloss (mean 1.500)\n0  50.00 %  1/2  ####")
    assert "\nresult\n<0>" in text


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
