"""Every game's board as a picture: what it shows is on the sheet, where the view says, and nothing more."""

from random import Random
from xml.etree import ElementTree

import pytest
from attrs import evolve

import wargame_core
from wargame_core import Game, Match, View
from wargame_pictures import pictures_of
from wargame_pictures.draw.picture import Picture

GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")


def under_way(game: Game, answers: int) -> Match:
    """A match after some answers of players who play at random."""
    match, players = game.start(seed=2), {seat: game.bot("random", seed=3) for seat in game.seats}
    while match.waiting_for and match.seq < answers:
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    return match


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> tuple[Game, Match]:
    game = wargame_core.load(request.param)
    return game, under_way(game, 60)


def attributes(svg: str, name: str) -> list[str]:
    return [value for element in ElementTree.fromstring(svg).iter() if (value := element.get(name)) is not None]


def test_a_picture_has_the_spaces_and_crossings_of_the_sheet(played: tuple[Game, Match]) -> None:
    game, match = played
    sheet, svg = game.sheet(match.scenario), pictures_of(game).svg(match.view("spectator")) or ""
    assert attributes(svg, "data-space") == [space.id for space in sheet.spaces]
    assert set(attributes(svg, "data-crossing")) == {crossing.id for crossing in sheet.crossings}
    named = [value for value in attributes(svg, "id") if not value.startswith("map-")]
    assert len(named) == len(set(named))


def test_the_spaces_of_a_picture_lie_where_the_sheet_says(played: tuple[Game, Match]) -> None:
    game, match = played
    sheet, ground = game.sheet(match.scenario), pictures_of(game).ground(match.board)
    assert ground is not None
    assert ground.size == sheet.size
    for spot, space in zip(ground.spots, sheet.spaces, strict=True):
        assert spot.at == pytest.approx(space.at, abs=0.06)
        outline = [(x + space.at[0], y + space.at[1]) for x, y in sheet.outlines[space.outline]]
        assert all(one == pytest.approx(other, abs=0.15) for one, other in zip(spot.outline, outline, strict=True))


def test_a_picture_shows_each_seat_the_pieces_it_sees_where_they_stand(played: tuple[Game, Match]) -> None:
    game, match = played
    for seat in (*game.seats, "spectator"):
        view = match.view(seat)
        drawn = pictures_of(game).picture(view)
        assert drawn is not None
        at = {piece.id: piece.at for piece in drawn.pieces}
        assert len(at) == len(drawn.pieces)
        assert {piece: at.get(piece) for piece in view.piece_places} == view.piece_places


def names_under_counters(picture: Picture) -> list[tuple[str, str]]:
    """Names and the counters that lie on them, by more than a rim."""
    return [
        (name.text, piece.id)
        for name in (*picture.names.unmoved_names, *picture.names.moved_names)
        if name.of is not None
        for left, top, right, foot in name.boxes
        for piece in picture.pieces
        if abs(piece.x - (left + right) / 2) < (piece.wide + right - left) / 2 - 1
        and abs(piece.y - (top + foot) / 2) < (piece.high + foot - top) / 2 - 1
    ]


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_no_counter_lies_on_the_name_of_a_place(played: tuple[Game, Match], scale: float) -> None:
    """At the beginning and after sixty answers."""
    game, match = played
    for shown in (match, game.start(match.scenario, seed=1)):
        picture = pictures_of(game).picture(shown.view("referee"))
        assert picture is not None
        assert names_under_counters(evolve(picture, text_scale=scale)) == []


def test_a_picture_is_the_same_in_worlds_a_seat_cannot_tell_apart(played: tuple[Game, Match]) -> None:
    game, match = played
    if game.rules.hidden_information.worlds is None:
        return
    for seat in game.seats:
        world = match.view(seat).world(Random(5))
        assert pictures_of(game).svg(View.of(world, seat)) == pictures_of(game).svg(match.view(seat))


def test_the_sheet_under_a_picture_never_changes(played: tuple[Game, Match]) -> None:
    game, match = played
    sheet = pictures_of(game).ground_svg(match.scenario)
    assert sheet is not None
    for seat in (*game.seats, "spectator", "referee"):
        assert pictures_of(game).svg(match.view(seat), layers=["sheet"]) == sheet
