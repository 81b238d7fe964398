"""The story of a game from its events, and the web page made of it."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.core.cli_plugin import ROAD, build, markers
from tests.core.skirmish_toy import CardPlayed, Scored, toy

from wargame_core import Match, Record, load
from wargame_core.authoring import REFEREE, Event, Game, Outcome, PublicEvent
from wargame_core.flow.entries import Entry, Started
from wargame_core.flow.players import RandomPlayer
from wargame_pictures import pictures_of
from wargame_pictures.draw.faces import SANS
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.stories.film import Film
from wargame_pictures.stories.film import film as film_of
from wargame_pictures.stories.story import (
    Chapter,
    Narrator,
    PartBegins,
    Sentence,
    board_at,
    decisive_moments,
    entries_of,
    narrate,
)
from wargame_pictures.stories.web_page import board_svg, line_colors, page


def played(game: Game, seed: int = 7) -> Match:
    """A whole game of random players."""
    match = game.start(seed=seed)
    players = {seat: RandomPlayer(n) for n, seat in enumerate(game.seats)}
    match.play_out(players)
    return match


GAME = build()


@cache
def match() -> Match:
    """The game that these tests tell."""
    return played(GAME)


@cache
def record() -> Record:
    return Record.of(match())


def test_the_events_of_a_record_lead_to_the_board_that_was_played() -> None:
    assert narrate(record(), GAME).board == match().board
    assert board_at(record(), GAME) == match().board
    assert narrate(record(), GAME).outcome == match().outcome


def test_the_board_before_a_choice_is_that_of_the_match_then() -> None:
    chosen = [row["n"] for row in record().answers if "action" in row or "secret" in row]
    assert chosen
    for at in chosen:
        assert board_at(record(), GAME, at) == match().fork(at).board, at


def test_a_record_tells_the_same_story_as_the_game_itself() -> None:
    live = Narrator(GAME, GAME.rules.first_board("plain", {}))
    heard = [item for entry in match()._entries for item in live.add(entry)]
    read: list[Any] = []
    narrate(record(), GAME, read.append)
    assert read == heard


def test_every_turn_is_a_chapter_with_its_last_board_and_its_numbers() -> None:
    chapters = narrate(record(), GAME).chapters
    assert [(one.turn, one.title) for one in chapters] == [(n, f"Turn {n}") for n in (1, 2, 3, 4)]
    assert [one.board.turn for one in chapters] == [1, 2, 3, 4]
    assert chapters[-1].series == {"Points": match().board.score}  # type: ignore[attr-defined]


def test_a_heading_of_the_game_opens_a_part() -> None:
    first = narrate(record(), GAME).chapters[0]
    titles = [one.title for one in first.items if isinstance(one, PartBegins) and one.title]
    assert titles == ["blue shows a card", "red shows a card"]


def test_without_headings_a_paragraph_ends_where_the_game_goes_on_elsewhere() -> None:
    items: list[Any] = []
    narrate(record(), toy(), items.append)
    assert [one.title for one in items if isinstance(one, PartBegins)] == [""] * sum(
        isinstance(one, PartBegins) for one in items
    )
    assert any(isinstance(one, PartBegins) for one in items)


def test_dice_are_told_with_the_sentence_that_follows_them() -> None:
    told = [one for chapter in narrate(record(), GAME).chapters for one in chapter.items if isinstance(one, Sentence)]
    scored = next(one for one in told if isinstance(one.event, Scored) and one.event.ruling is not None)
    assert [roll.rpartition(" ")[0] for roll in scored.rolls] == ["blue's die", "red's die"]
    assert scored.weight == getattr(scored.event, "points", None)


@pytest.mark.parametrize("seat", ["blue", "red", "spectator"])
def test_a_seats_own_record_is_told_without_what_it_did_not_see(seat: str) -> None:
    items: list[Any] = []
    narrator = narrate(Record.of(match(), seat), GAME, items.append)
    texts = [one.text for one in items if isinstance(one, Sentence)]
    other = "red" if seat == "blue" else "blue"
    assert f"{other} draws a token." in texts
    assert not any(re.match(rf"{other} draws \d", text) for text in texts)
    assert narrator.outcome == match().outcome


def test_an_event_that_does_not_fit_a_whole_board_is_an_error() -> None:
    narrator = Narrator(GAME, GAME.rules.first_board("plain", {}))
    entry = next(one for one in entries_of(record(), GAME) if any(isinstance(event, Scored) for event in one.events))
    broken = [one for one in entries_of(record(), GAME) if any(isinstance(event, CardPlayed) for event in one.events)]
    list(narrator.add(entry))
    narrator.board.hands = {}
    with pytest.raises(KeyError):
        list(narrator.add(broken[0]))


@frozen
class Misfit(PublicEvent):
    problem: type[Exception]

    def apply(self, board: Any) -> None:
        raise self.problem("here")

    def text(self, board: Any) -> str:
        raise self.problem("there")


def entry_of(event: Event) -> Entry:
    return Started(seq=0, events=(event,))


@pytest.mark.parametrize("problem", [AssertionError, KeyError, IndexError, ValueError])
def test_an_event_that_names_what_a_seat_has_not_seen_is_told_in_general_words(problem: type[Exception]) -> None:
    narrator = Narrator(GAME, GAME.rules.first_board("plain", {}), "blue")
    items = list(narrator.add(entry_of(Misfit(problem))))
    assert [item.text for item in items if isinstance(item, Sentence)] == ["Misfit."]


def test_the_decisive_moments_are_the_weightiest_in_the_order_they_happened() -> None:
    items = [Sentence(f"event {n}", n, weight) for n, weight in enumerate((1, 5, 0, 3, 5))]
    found = decisive_moments([Chapter(1, "Turn 1", list(items))], max_count=3, min_count=1)
    assert [told.text for _, told in found] == ["event 1", "event 3", "event 4"]
    assert decisive_moments([]) == []


class Reader(HTMLParser):
    """Checks that every tag is closed in order and keeps what the page points to."""

    EMPTY = frozenset({"meta", "hr", "br", "img", "link", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.stack.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.stack == []
    return reader


def make_page(game: Game = GAME, of: Record | None = None, **extra: Any) -> str:
    narrator = narrate(of or record(), game)
    return page(game, narrator.chapters, narrator.outcome, **extra)


def test_a_page_needs_nothing_from_elsewhere() -> None:
    reader = read(make_page(film=film_of(record(), GAME)))
    assert [link for link in reader.links if not link.startswith("#")] == []
    assert {link[1:] for link in reader.links} <= set(reader.ids)
    assert "<script" not in make_page()


def test_a_page_has_outcome_charts_moments_and_the_whole_story() -> None:
    text = make_page(facts={"seed": 7, "nothing": None}, footer=["kept in game.jsonl"])
    assert "Points by turn" in text
    assert "<h2>The decisive moments</h2>" in text
    assert "seed: 7</p>" in text
    assert "kept in game.jsonl" in text
    assert text.count('<section id="turn-') == 4
    assert "[blue&#x27;s die" in text


def test_lines_of_a_chart_have_the_colours_of_their_sides_whatever_their_order() -> None:
    sides = [("union", ("Union",)), ("confederate", ("Confederate",))]
    colors = {"union": "#112233", "confederate": "#998877"}
    names = ["Union", "Confederate"], ["Confederate", "Union", "rain"]
    one, other = (line_colors(lines, sides, colors) for lines in names)
    assert one == {"Union": "#112233", "Confederate": "#998877"}
    assert one["Union"] == other["Union"]
    assert one["Confederate"] == other["Confederate"]
    assert len(set(other.values())) == 3
    field = line_colors(["Union", "garrison", "Confederates in the field"], sides, colors)
    assert field["Confederates in the field"] == one["Confederate"]
    assert field["garrison"] not in one.values()


def test_a_page_shows_text_as_text() -> None:
    game = evolve(build(), rules=evolve(build().rules, title="<b>&"))
    chapters = [Chapter(1, "Turn <1>", [PartBegins("<i>"), Sentence("<u>", 1)], board=match().board)]
    text = page(game, chapters, Outcome("blue", "<level>", {"blue": 1}, "<text>"))
    read(text)
    for piece in ("<b>&", "Turn <1>", "<i>", "<u>", "<level>", "<text>"):
        assert piece not in text


def test_there_is_a_picture_of_a_board_only_where_there_is_something_to_draw_on() -> None:
    assert board_svg(toy(), match().board) is None
    assert pictures_of(toy()).svg(match().board, everything=True) is None
    assert pictures_of(toy()).ground_svg() is None
    own = toy(ground=lambda board, turned: map_ground(ROAD, turned), markers=markers)
    assert pictures_of(own).svg(match().board, everything=True) == pictures_of(GAME).svg(match().board, everything=True)
    by_board = toy(game_map=lambda board: ROAD, markers=markers)
    assert board_svg(by_board, match().board, REFEREE) == board_svg(GAME, match().board)


# A game as a film: what changes from sentence to sentence, and the page that plays it.


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
    assert [step.sentence.text for step in film_of(record(), GAME).steps] == told


def test_the_changes_of_a_film_lead_to_the_pieces_of_the_last_picture() -> None:
    film, drawn = film_of(record(), GAME), pictures_of(GAME).picture(match().board, everything=True)
    assert drawn is not None
    shown = sorted((row[1], row[2], row[4]) for row in board_after(film, len(film)).values())
    assert shown == sorted((piece.x, piece.y, piece.text) for piece in drawn.pieces)


def test_the_film_of_a_seat_shows_no_more_than_its_pictures() -> None:
    seat = GAME.seats[0]
    film, drawn = film_of(record().for_seat(seat, GAME.rules), GAME), pictures_of(GAME).picture(match().view(seat))
    assert drawn is not None
    assert {row[4] for row in board_after(film, len(film)).values()} <= {piece.text for piece in drawn.pieces}


def test_a_film_is_a_page_that_works_from_a_file() -> None:
    film = film_of(record(), GAME)
    page = film.to_html()
    reader = read(page)
    assert [link for link in reader.links if not link.startswith("#")] == []
    assert not re.search(r"https?://(?!www.w3.org)", page)
    (data,) = re.findall('<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    held = json.loads(data.replace("<\\/", "</"))
    assert held["words"] == [step.sentence.text for step in film.steps]
    assert len(held["turns"]) == len(held["steps"]) == len(film)
    assert page.count("srcdoc") == 0
    assert "<iframe" in film._repr_html_()


def test_a_film_shows_the_face_of_a_card_when_it_is_played_and_of_no_other() -> None:
    game = load("battlecry")
    match = game.start(seed=3)
    bots = {seat: game.bot("normal", seed=3) for seat in game.seats}
    while match.seq < 60:
        match.play(bots[match.waiting_for[0]](match.view(match.waiting_for[0])), match.waiting_for[0])
    cards = {card.title: card for card in game.sheet().cards}
    for seat in game.seats:
        film = film_of(Record.of(match).for_seat(seat, game.rules), game)
        faces = film.to_json()["cards"]
        steps = [step for step in film.steps if "k" in step.data]
        shown = {step.sentence.text: [faces[number] for number in step.data["k"]] for step in steps}
        played = [step.sentence.text for step in film.steps if " plays " in step.sentence.text]
        assert len(played) > 3
        assert all(cards[text.split(" plays ")[1].rstrip(".")].text in shown[text][0] for text in played)
        assert not [text for text in shown if "draws" in text]
        assert 'class="film-cards"' in film.player()


def test_a_film_says_once_what_faces_share() -> None:
    film = film_of(record(), GAME)
    told = film.to_json()
    assert len(set(told["parts"])) == len(told["parts"])
    whole = ["".join(told["parts"][part] for part in face) for face in told["faces"]]
    assert whole == [face.replace(f' font-family="{SANS}"', "") for face in film.faces]
    assert f'<g class="film-pieces" font-family="{SANS}">' in film.player()
