"""A game as a film: what changes from sentence to sentence, and the page that plays it."""

from __future__ import annotations

import json
import re
from typing import Any

from attrs import evolve
from tests.core.test_report import GAME, match, record
from tests.core.test_report import read as read_page

from wargame_pictures import of as pictures_of
from wargame_pictures.draw.faces import SANS
from wargame_pictures.draw.marks import Highlight
from wargame_pictures.stories.camera import Camera
from wargame_pictures.stories.film import Film, FilmStep
from wargame_pictures.stories.story import Sentence, narrate


def board_after(film: Film, steps: int) -> dict[str, list[Any]]:
    """The pieces that a screen has after so many steps, by the changes alone."""
    pieces: dict[str, list[Any]] = {}
    for step in film.to_json()["steps"][:steps]:
        pieces |= {name: row for name, *row in step.get("p", ())}
        for name in step.get("x", ()):
            del pieces[name]
    return pieces


def test_a_film_has_a_step_for_every_sentence() -> None:
    narrator = narrate(record(), GAME)
    told = [item.text for chapter in narrator.chapters for item in chapter.items if isinstance(item, Sentence)]
    assert [step.sentence.text for step in record().film(GAME).steps] == told


def test_the_changes_of_a_film_lead_to_the_pieces_of_the_last_picture() -> None:
    film, drawn = record().film(GAME), pictures_of(GAME).picture(match().board)
    assert drawn is not None
    shown = sorted((row[1], row[2], row[4]) for row in board_after(film, len(film)).values())
    assert shown == sorted((piece.x, piece.y, piece.text) for piece in drawn.pieces)


def test_the_film_of_a_seat_shows_no_more_than_its_pictures() -> None:
    seat = GAME.seats[0]
    film, drawn = record().for_seat(seat, GAME).film(GAME), pictures_of(GAME).picture(match().view(seat))
    assert drawn is not None
    assert {row[4] for row in board_after(film, len(film)).values()} <= {piece.text for piece in drawn.pieces}


def test_a_film_is_a_page_that_works_from_a_file() -> None:
    film = record().film(GAME)
    page = film.to_html()
    reader = read_page(page)
    assert reader.links == []
    assert not re.search(r"https?://(?!www.w3.org)", page)
    (data,) = re.findall('<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    held = json.loads(data.replace("<\\/", "</"))
    assert held["words"] == [step.sentence.text for step in film.steps]
    assert len(held["turns"]) == len(held["steps"]) == len(film)
    assert page.count("srcdoc") == 0
    assert "<iframe" in film._repr_html_()


def test_words_cannot_leave_the_script_they_stand_in() -> None:
    camera = Camera(GAME)
    camera.take(Sentence("</script><b>", 1), match().board)
    assert "</script><b>" not in camera.film.player()


def test_a_game_without_a_board_has_a_film_without_a_player() -> None:
    assert Film("A game").player() == ""
    assert "steps" in repr(Film("A game"))


def test_a_film_says_once_what_faces_share() -> None:
    film = record().film(GAME)
    told = film.to_json()
    assert len(set(told["parts"])) == len(told["parts"])
    whole = ["".join(told["parts"][part] for part in face) for face in told["faces"]]
    assert whole == [face.replace(f' font-family="{SANS}"', "") for face in film.faces]
    assert f'<g class="film-pieces" font-family="{SANS}">' in film.player()


def test_tinted_spaces_are_told_by_what_differs_where_that_is_less() -> None:
    camera, shown = Camera(GAME), match().board
    drawn = pictures_of(GAME).picture(shown)
    assert drawn is not None
    masks = (0b1111, 0b1110, 0b110000, 0b1111)
    for mask in masks:
        camera._changes(evolve(drawn, marks=(Highlight(mask, "#aa0000"),)), Sentence("x", 1), shown)
        camera.film.steps.append(FilmStep(Sentence("x", 1), 1, {}))
    marks = camera.film.marks
    assert marks == [
        {"c": "#aa0000", "s": [0, 1, 2, 3]},
        {"c": "#aa0000", "s": [0], "o": 0},
        {"c": "#aa0000", "s": [4, 5]},
    ]
