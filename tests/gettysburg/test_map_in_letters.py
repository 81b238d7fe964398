"""The theater map in letters: stacks of face-down tokens have their number, depots are no units."""

from __future__ import annotations

from tests.altar_of_freedom.kit import bare_board, gettysburg, vicksburg
from tests.gettysburg.kit import by_the_book

from wargame_core.cli.textmap import text_map


def test_the_number_of_tokens_in_a_face_down_stack_is_told() -> None:
    parts = text_map(gettysburg(), by_the_book().view("confederate").board, "confederate")
    assert parts is not None
    assert any(part.startswith("federal") and "Frederick (2)" in part and "Columbia," in part for part in parts)


def test_a_depot_does_not_count_among_the_units_of_its_space() -> None:
    for at, number in (({"gregg": "Jackson"}, False), ({"gregg": "Jackson", "walker": "Jackson"}, True)):
        parts = text_map(vicksburg(), bare_board(vicksburg(), at), "confederate")
        assert parts is not None
        assert ("C2" in parts[0]) is number
