"""The theater map in letters: face-down tokens are counted and told by their numbers only, depots are not units."""

import random

from tests.altar_of_freedom.kit import bare_board, gettysburg, vicksburg
from tests.gettysburg.kit import by_the_book

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.table.paper import campaign_letters
from wargame_core.flow.view import View
from wargame_pictures.text_board import Tabletop, draw_map


def test_face_down_tokens_are_told_by_their_numbers_only() -> None:
    game, match = gettysburg(), by_the_book()
    table = Tabletop(game, game.sheet(), match.view("confederate"))
    (frederick,) = [space.id for space in table.sheet.spaces if space.place == "Frederick"]
    drawn = draw_map(table, [frederick], size=(80, 20))
    assert drawn is not None
    (federal,) = [line for line in drawn.paragraphs if line.startswith("F federal")]
    assert len([word for word in federal.split() if word == "down" or word == "down,"]) >= 2
    assert f"{frederick} Frederick: " in federal
    assert "Division" not in federal
    assert "F?+1" in "".join(text for line in drawn.lines for text, _ in line)


def test_a_division_has_its_arm_and_brigades_and_a_depot_no_strength() -> None:
    board = bare_board(vicksburg(), {"gregg": "Jackson"})
    letters = campaign_letters(board, "confederate")
    (gregg,) = [said.short for piece, said in letters.items() if piece in board.at]
    assert gregg == "i2"
    assert {letters[depot].short for depot in board.depots} == {"d"}


def test_worlds_that_a_seat_cannot_tell_apart_are_the_same_in_letters() -> None:
    view = by_the_book().view("confederate")
    here = campaign_letters(view.board, "confederate")
    for seed in range(5):
        other = view.world(random.Random(seed))
        assert campaign_letters(View.of(other, "confederate").board, "confederate") == here
        assert isinstance(other.board, CampaignBoard)
        assert campaign_letters(other.board, "confederate") != here
