"""Questions to charts and odds: parameters are read strictly, answers are the same as text, JSON and HTML."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from wargame_core.errors import UnknownName
from wargame_core.odds import Distribution
from wargame_core.plugins.questions import REQUIRED, ChartEntry, OddsAnswer, OddsQuery, Parameter, QueryError, arguments

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


def test_json_values_are_taken_as_they_are() -> None:
    assert arguments(ALL, {"value": 2.5, "the_die": None, "rain": False})["value"] == Fraction(5, 2)


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


def test_a_text_is_not_made_of_a_number() -> None:
    with pytest.raises(QueryError, match="5 is not a text"):
        Parameter("name", str, "anything").parse(5)


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


def _loss(value: Fraction, **_: Any) -> OddsAnswer:
    losses = Distribution.from_counts({0: 1, int(value): 1})
    return OddsAnswer("A test", {"loss": losses, "result": losses.map(lambda loss: f"<{loss}>")})


QUERY = OddsQuery("loss", "what is lost", ALL, _loss)


def test_an_answer_shows_bars_and_the_mean_of_numbers() -> None:
    text = str(QUERY.ask({"value": "3"}))
    assert text.startswith("A test\n\nloss (mean 1.500)\n0  50.00 %  1/2  ####")
    assert "\nresult\n<0>" in text


def test_an_answer_is_json() -> None:
    answer = QUERY.ask({"value": "3"}).to_json()
    assert answer["distributions"]["loss"]["mean"] == "3/2"
    assert answer["distributions"]["result"]["mean"] is None
    assert answer["distributions"]["result"]["values"][0] == {"value": "<0>", "probability": "1/2", "float": 0.5}


def test_an_answer_is_html_with_text_escaped() -> None:
    assert "&lt;0&gt;" in QUERY.ask({"value": 3})._repr_html_()


def test_a_chart_entry_answers_as_json() -> None:
    def look(value: Fraction) -> Mapping[str, Any]:
        return {"row": value / 2}

    entry = ChartEntry("half", "Halves", "a card", (VALUE,), look)
    assert entry.ask({"value": 3}) == {"row": "3/2"}


def test_a_chart_without_a_look_up_can_only_be_shown() -> None:
    with pytest.raises(QueryError, match="Halves can be shown, not looked up"):
        ChartEntry("half", "Halves", "a card").ask({})
