"""Scenarios, options, panels and pieces are found by id, and are tables where they are printed."""

from typing import Any

import pytest

from wargame_core import UnknownName, load
from wargame_core.flow.panels import Panels
from wargame_core.id_list import WIDTH, IdList


def test_values_are_found_by_number_and_by_id() -> None:
    game = load("battlecry")
    view = game.start(seed=1).view("union")
    assert game.scenarios["shiloh"] is game.scenarios[3]
    assert game.options["hill_rule"].default == "updated"
    assert view.panels["hand_union"] == view.panels[1]
    assert view.pieces["u3"].name == "Union infantry u3"
    assert view.pieces[:2] == (view.pieces["u1"], view.pieces["u2"])
    with pytest.raises(UnknownName, match=r"unknown option 'hill_rules' \(allowed: .*\); did you mean 'hill_rule'\?"):
        game.options["hill_rules"]
    with pytest.raises(UnknownName, match=r"unknown piece on the map 'x9' \(allowed: u1, u2"):
        view.pieces["x9"]
    with pytest.raises(IndexError):
        game.options[99]


@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "gcacw_on_the_4th_day", "corinth"])
def test_printed_they_are_tables_that_fit(name: str) -> None:
    game = load(name)
    view = game.start(seed=1).view(game.seats[0])
    id_lists: list[IdList[Any]] = [game.scenarios, game.options, view.panels, view.pieces]
    for id_list in filter(None, id_lists):
        head, *rows = repr(id_list).splitlines()
        assert head.split()[0] == id_list.key
        assert [row.split()[0] for row in rows] == [getattr(value, id_list.key) for value in id_list]
        assert max(map(len, (head, *rows))) <= WIDTH
    assert repr(Panels()) == "no panel"
