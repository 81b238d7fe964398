from __future__ import annotations

from xml.etree import ElementTree

import pytest

from wargame_core.errors import WargameError
from wargame_pictures.draw.line_charts import line_chart

SVG = "{http://www.w3.org/2000/svg}"


def titles(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def test_every_value_can_be_read_by_pointing_at_it() -> None:
    svg = line_chart({"blue <1>": [1, -2.5], "red": [3]}, ["t1", "t2"], "Points & more")
    assert titles(svg) == ["Points & more", "blue <1>, t1: 1", "blue <1>, t2: -2.5", "red, t1: 3"]


def test_the_scale_holds_every_value_and_zero() -> None:
    svg = line_chart({"a": [12, 47]}, ["x", "y"])
    texts = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert texts[:6] == ["0", "10", "20", "30", "40", "50"]


def test_a_chart_of_nothing_but_zeros_is_drawn() -> None:
    assert "a, x: 0" in titles(line_chart({"a": [0]}, ["x"]))
    assert titles(line_chart({"a": []}, [])) == []


def test_colours_go_by_order_or_by_name() -> None:
    assert "#123456" in line_chart({"a": [1]}, ["x"], "", {"a": "#123456"})
    assert "#654321" in line_chart({"a": [1]}, ["x"], "", ["#654321"])


def test_labels_that_would_run_together_are_thinned_out() -> None:
    labels = [f"a long label {n}" for n in range(30)]
    texts = [element.text for element in ElementTree.fromstring(line_chart({"a": [1]}, labels)).iter(f"{SVG}text")]
    shown = [text for text in texts if text in labels]
    assert shown[0] == labels[0]
    assert 3 <= len(shown) <= 8


@pytest.mark.parametrize(
    ("series", "message"),
    [
        ({}, "at least one series"),
        ({"a": [1, 2]}, "series 'a' has 2 values for 1 labels"),
        ({"a": [float("nan")]}, "series 'a' has the value nan"),
        ({"a": [float("inf")]}, "series 'a' has the value inf"),
    ],
)
def test_a_chart_refuses_what_it_cannot_draw(series: dict[str, list[float]], message: str) -> None:
    with pytest.raises(WargameError, match=message):
        line_chart(series, ["x"])
