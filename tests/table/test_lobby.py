"""What the lobby shows of a game, never what a seat alone knows, and what it prepares for those who play."""

import re

import pytest

from wargame_core import SPECTATOR, load
from wargame_pictures import pictures_of
from wargame_pictures.draw.close_up import ASPECT, COUNTERS_WIDE, close_up
from wargame_table.keeping.rows import Opening
from wargame_table.messages import screen
from wargame_table.network.lobby import Lobby
from wargame_table.play.session import TableSession
from wargame_table.play.slow_requests import game_called

GAMES = ("battlecry", "gettysburg", "corinth")


def box_of(svg: str) -> tuple[float, ...]:
    """The part of the sheet that a picture shows: left, top, width, height."""
    [box] = re.findall(r'^<svg[^>]* viewBox="([^"]*)"', svg)
    return tuple(map(float, box.split()))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_shown_where_its_counters_are(name: str) -> None:
    svg = Lobby([name]).picture(name, close=True)
    left, top, wide, high = box_of(svg)
    assert wide / high == pytest.approx(ASPECT, rel=0.01)
    spots = [tuple(map(float, spot)) for spot in re.findall(r'class="piece[^>]*translate\(([\d.-]+) ([\d.-]+)\)', svg)]
    inside = [(x, y) for x, y in spots if left < x < left + wide and top < y < top + high]
    assert len(inside) >= min(6, len(spots))  # also of Gettysburg, which begins with an empty map


def test_a_close_up_is_as_wide_as_so_many_counters_and_stays_on_the_map() -> None:
    game = load("corinth")
    picture = pictures_of(game).picture(game.start(seed=1).view(SPECTATOR))
    assert picture is not None
    left, top, wide, high = box_of(close_up(picture))
    counter = sorted(piece.wide * piece.scale for piece in picture.pieces)[len(picture.pieces) // 2]
    assert wide == pytest.approx(COUNTERS_WIDE * counter, rel=0.01)
    assert 0 <= left <= picture.ground.size[0] - wide
    assert 0 <= top <= picture.ground.size[1] - high


def test_where_nothing_lies_the_middle_of_the_map_is_shown() -> None:
    game = load("gettysburg")
    picture = pictures_of(game).picture(game.start(seed=1).view(SPECTATOR))
    assert picture is not None
    assert not picture.pieces
    left, top, wide, high = box_of(close_up(picture))
    assert (left + wide / 2, top + high / 2) == pytest.approx([side / 2 for side in picture.ground.size], rel=0.01)


def test_what_whoever_watches_may_not_see_is_not_in_the_picture() -> None:
    svg, game = Lobby(["vicksburg"]).picture("vicksburg", close=True), load("vicksburg")
    match = game.start(seed=1)
    own, watched = (
        {piece.text for piece in picture.pieces} if picture is not None else set[str]()
        for picture in (pictures_of(game).picture(match.view(seat)) for seat in ("federal", SPECTATOR))
    )
    assert own - watched
    assert not [text for text in own - watched if f">{text}<" in svg]


@pytest.mark.parametrize("name", ["corinth", "gettysburg"])
def test_what_was_prepared_is_not_made_anew_for_a_table(name: str) -> None:
    Lobby([name]).prepare_games()
    made = [screen._sheet.cache_info().misses, screen._rows_of_stack.cache_info().misses]
    session = TableSession(game_called(name), Opening.of(game_called(name)))
    session.look(session.game.seats[0])
    assert [screen._sheet.cache_info().misses, screen._rows_of_stack.cache_info().misses] == made
