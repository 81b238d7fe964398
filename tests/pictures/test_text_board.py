"""The table of a seat as text: map in letters, who stands where, what lies beside the board, the question."""

from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve
from tests.core.convoy_toy import convoy

from wargame_core import REFEREE, SPECTATOR, Match, load
from wargame_pictures import Presentation
from wargame_pictures.of_games import with_presentation
from wargame_pictures.text_board import Tabletop, board_text


@pytest.fixture(scope="module", params=["vicksburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"])
def match(request: pytest.FixtureRequest) -> Match:
    return load(request.param).start(seed=3)


def test_a_view_is_printed_with_map_pieces_score_and_question(match: Match) -> None:
    view = match.view(match.waiting_for[0])
    text = view.text(100, 160)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 100
    assert len(lines) <= 160
    assert lines[-1] == view.prompt
    told = text.partition("\n\n")[2]
    assert all(panel.title in told for panel in view.panels if panel.id != "sequence")
    assert board_text(view) == str(view)


@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_longer_than_was_asked_for(match: Match, width: int) -> None:
    for seat in match.rules.seats:
        assert max(map(len, match.view(seat).text(width).splitlines())) <= width


def test_who_is_not_asked_reads_who_is(match: Match) -> None:
    assert match.view(SPECTATOR).text().endswith(f"waiting for {' and '.join(match.waiting_for)}")


def test_a_text_tells_no_more_than_the_view() -> None:
    match = load("vicksburg").start(seed=3)
    hidden = {token for token in match.board.tokens.values() if token.side == "confederate"}  # type: ignore[attr-defined]
    names = {match.view(REFEREE).board.campaign.pieces[token.piece].name for token in hidden if token.piece}
    assert not [name for name in names if name in match.view("federal").text()]


def test_a_game_that_names_no_pieces_shows_those_of_its_picture() -> None:
    game = load("battlecry")
    view: Any = game.start(seed=3).view("union")
    nameless: Any = SimpleNamespace(board=view.board, seat=view.seat, piece_places={})
    shown = Tabletop(game, game.sheet(), nameless)
    assert set(shown.pieces.values()) == set(Tabletop(game, game.sheet(), view).pieces.values()) != set()
    assert set(map(shown.side.get, shown.pieces)) == {"union", "confederate"}


def test_the_pieces_are_those_that_the_picture_shows_to_the_same_seat() -> None:
    whole = load("battlecry")

    def own_only(presentation: Presentation[Any]) -> Presentation[Any]:
        draw = presentation.markers
        assert draw is not None
        return evolve(presentation, markers=lambda board, seat: [one for one in draw(board, seat) if one.side == seat])

    game = evolve(whole, rules=with_presentation(own_only)(whole.rules))
    for seat in game.seats:
        view: Any = game.start(seed=3).view(seat)
        nameless: Any = SimpleNamespace(board=view.board, seat=seat, piece_places={})
        shown = Tabletop(game, game.sheet(), nameless)
        assert {shown.side[piece] for piece in shown.pieces} == {seat}


def test_a_map_without_terrain_is_drawn_in_letters() -> None:
    text = convoy().start(seed=1).view("ash").text(80)
    assert "A ash   B birch   C cedar" in text
