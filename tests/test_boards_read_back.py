"""Whatever stands on a board is read back from its JSON, for a moment only or not; what is not a board is refused."""

from typing import Any

import pytest

import wargame_core
from wargame_core.errors import RecordError

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
FILLED: dict[type, Any] = {list: ["x"], bool: True, int: 7, str: "x"}
"""What stands in a field instead of nothing."""
WRONG: tuple[Any, ...] = ("x", -1, None, [[1]], {"x": {}}, 1.5, "x" * 100_000)


@pytest.mark.parametrize("name", GAMES)
def test_a_field_that_is_seldom_filled_is_read_back(name: str) -> None:
    game = wargame_core.load(name)
    data, filled = game.rules.codec.board_to_json(game.start(seed=1).board), 0
    for field, empty in data.items():
        if empty or type(empty) not in FILLED:
            continue
        value = FILLED[type(empty)]
        try:
            board = game.rules.codec.board({**data, field: value})
        except RecordError:
            continue  # it holds something else than names
        assert game.rules.codec.board_to_json(board)[field] == value
        filled += 1
    assert filled >= 3


@pytest.mark.parametrize("name", GAMES)
def test_a_board_with_what_does_not_belong_there_is_refused_in_a_short_sentence(name: str) -> None:
    game = wargame_core.load(name)
    data, refused = game.rules.codec.board_to_json(game.start(seed=1).board), list[str]()
    for number, field in enumerate(data):
        for value in (WRONG[number % len(WRONG)], WRONG[(number + 3) % len(WRONG)]):
            try:
                game.rules.codec.board({**data, field: value})
            except RecordError as problem:
                refused.append(str(problem))
    assert len(refused) > len(data)
    assert max(map(len, refused)) < 1500
