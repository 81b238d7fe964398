"""A turn to share: its page and its picture show what the seat was told, each line on the map as it was then."""

import re
from html import escape
from xml.etree import ElementTree

import pytest

from wargame_core import SPECTATOR, Game, Match, load
from wargame_pictures.draw.engravings import engraving
from wargame_pictures.draw.tokens import DARK_LINE, LIGHT_LINE
from wargame_pictures.stories.recap import recap_for
from wargame_pictures.stories.rows import rows_for
from wargame_pictures.stories.turn import SENTENCES, ToldTurn, turn_page, turn_picture, turn_told


def shared(game: Game, match: Match, seat: str = SPECTATOR, first: int | None = None) -> ToldTurn:
    rows = [row for row, _ in rows_for(match.view(seat), match.entries)]
    return turn_told(game, match, seat, rows, recap_for(game, match, seat).first if first is None else first)


def played(name: str, until: str, most: int = 80) -> tuple[Game, Match]:
    """A game of bots up to a turn in which something of a kind happens."""
    game = load(name)
    match = game.start(seed=1863)
    bots = {seat: game.bot("heuristic", seed=7) for seat in game.seats}
    for _ in range(most):
        seat = match.waiting_for[0]
        match.play(bots[seat](match.view(seat)), seat)
        lines = [line for part in recap_for(game, match, SPECTATOR).parts for line in part.lines]
        if any(getattr(line, until) for line in lines):
            return game, match
    raise AssertionError(f"nothing of {until} in {most} choices")


@pytest.mark.parametrize("name", ["battlecry", "gcacw_on_the_4th_day"])
def test_a_battle_is_shown_with_an_arrow_on_the_map_before_its_sentence(name: str) -> None:
    game, match = played(name, "attacks")
    told = shared(game, match)
    page, picture = turn_page(told), turn_picture(told)
    for part in told.recap.parts:
        for line in part.lines:
            assert line.text in re.sub(r"&[a-z#0-9]+;", "'", page) or "'" in line.text
    assert 'class="piece' in page
    assert re.search(f'stroke="({DARK_LINE}|{LIGHT_LINE})" stroke-width="5"', page)
    assert page.count('<g id="sheet-1">') == 1
    assert told.heading in page
    tree = ElementTree.fromstring(picture)
    texts = "".join(tree.itertext())
    assert told.recap.losses.split(":")[0] in texts
    assert not re.search(r"<script|javascript:|onload", page + picture)


def test_a_unit_that_is_destroyed_is_crossed_out_where_it_stood() -> None:
    game, match = played("battlecry", "attacks")
    for _ in range(200):
        told = shared(game, match)
        if "destroyed" in told.recap.losses:
            break
        seat = match.waiting_for[0]
        match.play(game.bot("heuristic", seed=7)(match.view(seat)), seat)
    assert 'data-mark="lost"' in turn_page(told)


def test_a_card_that_was_played_shows_its_face_and_nothing_of_a_hand() -> None:
    game, match = played("battlecry", "cards")
    told = shared(game, match)
    page = turn_page(told)
    [card] = [told.cards[card] for part in told.recap.parts for line in part.lines for card in line.cards]
    assert page.count('<span class="card">') == 1
    assert escape(card.text) in page
    assert engraving(card.signs) in page


def test_a_turn_stays_as_it_is_when_the_match_goes_on() -> None:
    game, match = played("battlecry", "ways")
    told = shared(game, match)
    before = turn_page(told)
    seat = match.waiting_for[0]
    match.play(game.bot("heuristic", seed=7)(match.view(seat)), seat)
    assert turn_page(told) == before


def test_the_boards_of_a_turn_are_those_that_the_seat_saw() -> None:
    game, match = played("vicksburg", "ways")
    told = shared(game, match)
    assert told.moments[-1].after == match.view(SPECTATOR).board


def test_a_long_turn_says_how_many_sentences_its_picture_leaves_out() -> None:
    game, match = played("battlecry", "attacks")
    told = shared(game, match, first=0)
    count = sum(len(part.lines) for part in told.recap.parts)
    assert count > SENTENCES
    assert f"… and {count - SENTENCES} more" in turn_picture(told)


def test_a_page_says_what_other_sites_may_show_of_it_and_quotes_what_is_said() -> None:
    game, match = played("battlecry", "attacks")
    page = turn_page(shared(game, match), address="https://a.example/t/1", image='https://a.example/"x".png')
    assert '<meta property="og:image" content="https://a.example/&quot;x&quot;.png">' in page
    assert 'property="og:image"' not in turn_page(shared(game, match))
