"""The board as a picture, and the story of a battle in words."""

from random import Random
from typing import Any
from xml.etree import ElementTree

from wargame_battlecry.board.battle_events import Battled
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.turn_events import TurnBegan
from wargame_battlecry.picture import caption, markers, weight
from wargame_battlecry.printed.game_board import HEXES
from wargame_battlecry.printed.pieces import side_of
from wargame_core import SPECTATOR, Game
from wargame_pictures import pictures_of


def test_every_battle_is_drawn_with_all_its_pieces(game: Game) -> None:
    for scenario in game.scenarios:
        board = game.rules.set_up(scenario.id, game.rules.read_options({}))
        assert isinstance(board, BattleBoard)
        drawn = list(ElementTree.fromstring(pictures_of(game).svg(board, everything=True) or "").iter())
        pieces = [element for element in drawn if element.get("data-piece")]
        assert {str(one.get("data-piece")): one.get("data-at") for one in pieces} == board.piece_places()
        assert all(one.get("data-side") == side_of(str(one.get("data-piece"))) for one in pieces)
        assert all(board.describe(str(one.get("data-piece"))) in str(one[0].text) for one in pieces)
        assert [one.get("data-space") for one in drawn if one.get("data-space")] == list(HEXES)
        assert len(markers(board)) == len(board.place)


def test_the_picture_is_one_for_all_whatever_cards_they_hold(game: Game) -> None:
    match, rng = game.start(seed=3), Random(3)
    for _ in range(40):
        match.play(match.choices().sample(rng))
    one, *others = (pictures_of(game).picture(match.view(seat)) for seat in (*game.seats, SPECTATOR))
    assert pictures_of(game).presentation.open
    assert others == [one, one]


def test_the_caption_says_whose_turn_it_is(lay: Any) -> None:
    assert "turn 1, Union" in caption(lay({}))


def test_fences_and_works_are_drawn_on_their_sides(game: Game, lay: Any) -> None:
    plain = pictures_of(game).svg(lay({}), everything=True) or ""
    fence, works = ({"E5": {"kind": kind, "sides": ["W", "SW"]}} for kind in ("fence", "fieldwork"))
    fenced = pictures_of(game).svg(lay({}, terrain=fence), everything=True) or ""
    worked = pictures_of(game).svg(lay({}, terrain=works), everything=True) or ""
    assert "fence E5" not in plain
    assert "fence E5" in fenced
    assert "fieldwork E5" in worked


def test_named_ground_can_be_found_by_its_name(book: Any) -> None:
    ground = book.battles["fredericksburg"].map
    assert ground.coordinates(ground.parse("marye's heights")) == "C9"


def test_the_story_says_whose_turn_it_is_and_tells_battles_with_their_dice(game: Game) -> None:
    match = game.start("antietam", seed=2)
    assert isinstance(match.board, BattleBoard)
    bots = {seat: game.bot("heuristic", seed=2) for seat in game.seats}
    events: list[Any] = []
    while match.outcome is None and len(events) < 400:
        seat = match.waiting_for[0]
        events += match.play(bots[seat](match.view(seat))).events
    assert TurnBegan("union", 3).text(match.board) == "Turn 3. Union turn."
    battles = [event for event in events if isinstance(event, Battled)]
    assert battles
    assert all(event.ruling is not None and event.ruling.total == event.ruling.result for event in battles)
    assert " battles " in battles[0].text(match.board)
    assert any(weight(event) for event in events)
    assert match.view("union").log
