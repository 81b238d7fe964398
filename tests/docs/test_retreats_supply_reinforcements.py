"""docs/howto/retreats-supply-reinforcements.md: each example does what its sentence in italics says."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from wargame_core.maps.features import Barrier, Road
from wargame_core.maps.map import Map
from wargame_core.maps.masks import mask_of
from wargame_core.maps.squares import SquareGrid
from wargame_laws import drive

PAGE = Path(__file__).parents[2] / "docs/howto/retreats-supply-reinforcements.md"
ROAD = Road("Pike", "road", (5, 6, 7, 8))
RIVER = Barrier("Run", "river", frozenset({(1, 6), (2, 7)}))
GROUND = Map(SquareGrid(5, 5), roads=(ROAD,), barriers=(RIVER,))
"""Spaces 0 to 24 in rows of five; a road along the second row, a river above the middle of it."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The blocks of the page as a module."""
    folder = tmp_path_factory.mktemp("page")
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (folder / "page_of_three_rules.py").write_text("\n\n".join(blocks), "utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("page_of_three_rules")
    finally:
        sys.path.remove(str(folder))
        del sys.modules["page_of_three_rules"]


def board_of(page: ModuleType, at: dict[str, int], **more: Any) -> Any:
    sides = {name: "blue" if name[0] == "b" else "red" for name in ("b1", "b2", "r1", "r2")}
    return page.FieldBoard(GROUND, sides, **{"coming": {}, "at": at, **more})


def test_a_retreat_goes_two_spaces_past_nobody_and_not_next_to_an_enemy(page: ModuleType) -> None:
    board = board_of(page, {"b1": 12, "b2": 17, "r1": 7})
    assert page.retreat_ends(board, "b1") == mask_of([10, 14, 16, 18])
    drive(lambda t: page.retreat(t, "b1"), board, page.Place("b1", 16), by="blue")
    assert board.at["b1"] == 16


def test_who_cannot_retreat_is_lost(page: ModuleType) -> None:
    board = board_of(page, {"b1": 0, "r1": 6, "r2": 11})
    drive(lambda t: page.retreat(t, "b1"), board)
    assert "b1" not in board.at


def test_supply_goes_by_road_and_then_three_steps_until_an_enemy_cuts_it(page: ModuleType) -> None:
    board, sources = board_of(page, {"b1": 18, "b2": 24}), 1 << 5
    assert page.out_of_supply(board, "blue", sources) == ["b2"]  # four steps from the road
    board.at["r1"] = 6
    assert page.out_of_supply(board, "blue", sources) == ["b1", "b2"]
    assert page.supplied(board, "blue", sources) == 0  # the source lies in a zone
    board.at["b1"] = 5
    assert page.supplied(board, "blue", sources) >> 5 & 1


def test_reinforcements_come_when_they_are_due_where_no_enemy_stands_or_wait(page: ModuleType) -> None:
    coming = {"b1": (1, (20, 21)), "b2": (2, (24,)), "r2": (1, (0,))}
    board = board_of(page, {"r1": 21, "b2": 12}, coming=coming)
    drive(page.reinforce, board, page.Place("b1", 20), page.Wait(), by=("blue", "red"))
    assert board.at == {"r1": 21, "b2": 12, "b1": 20}
    shut = board_of(page, {"r1": 24}, coming={"b2": (1, (24,))})
    drive(page.reinforce, shut)
    assert "b2" not in shut.at
