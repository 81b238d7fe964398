"""A game with replacements, a railroad, weather and odds that are refused obeys every law, and shows what is needed."""

from collections.abc import Callable

import pytest
from attrs import evolve
from tests.hex_and_counter.line_game import game, the_line

from wargame_core import Game
from wargame_core.flow.panels import Status
from wargame_hex_and_counter import HexBoard, build
from wargame_hex_and_counter.board.actions import GoByRail, Rebuild, Recall, Restore
from wargame_hex_and_counter.board.battles import LaterArrival
from wargame_hex_and_counter.board.events import Rebuilt, WeatherChanged
from wargame_hex_and_counter.picture import caption
from wargame_hex_and_counter.players.nearness import value_of
from wargame_hex_and_counter.table import panels
from wargame_laws import LAWS, Trial

RARE = frozenset({"event attack_called_off"})
"""What hardly ever comes up."""


@pytest.fixture(scope="module")
def line() -> Game:
    return game()


@pytest.fixture(scope="module")
def trial(line: Game) -> Trial:
    return Trial(line, range(40), games=4, ends=10, budget=10, unexercised=RARE)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_obeys_every_law(law: Callable[[Trial], None], trial: Trial) -> None:
    law(trial)


def a_board() -> HexBoard:
    """Muddy weather, a unit of red eliminated, one of blue on its way back, one of red gone by rail."""
    board = the_line().set_up("line", {})
    board.turn, board.weather, board.points = 3, "mud", {"men": {"red": 2}}
    del board.at["r2"]
    board.lost.add("r2")
    del board.at["b2"]
    board.steps["b2"] = 1
    board.coming["b2"] = LaterArrival(4, (0,))
    board.by_rail["r1"] = 3
    return board


def test_panels_say_weather_points_trains_and_who_comes_back() -> None:
    (status,) = (panel for panel in panels(the_line(), a_board()) if isinstance(panel, Status))
    told = {line.name: line.value for line in status.lines}
    assert told["Weather"] == "mud: movement halved, attacks 1 left, no rail movement, other terrain effects"
    assert told["Red men"] == "2"
    assert told["Gone by rail"] == "R1"
    assert told["Rebuilt"] == "B2, due on turn 4"


def test_a_picture_says_the_weather() -> None:
    board = a_board()
    assert caption(the_line(), board) == "Day 3, mud; Red points: 0"
    board.weather = ""
    assert caption(the_line(), board).startswith("Day 3; ")


def test_the_sheet_has_the_weather_as_a_card_and_the_rules_in_the_briefing(line: Game) -> None:
    sheet = line.sheet("line")
    (card,) = (aid for aid in sheet.aids if aid.id == "weather")
    assert card.title == "Weather"
    assert "1-2  | dry" in card.text
    notes = [note.text for note in sheet.briefing.special_rules]
    assert "By rail each turn: 3 points (infantry 1, artillery 2)." in notes
    assert "Men in each phase: red 2; what is left is saved." in notes


def test_a_game_has_the_actions_and_events_of_its_parts_and_others_have_not(line: Game) -> None:
    assert {Rebuild, Recall, Restore, GoByRail} <= set(line.rules.actions)
    assert WeatherChanged in line.rules.events
    assert WeatherChanged not in build(evolve(the_line(), parts=())).rules.events


def test_the_bot_would_rather_rebuild_than_be_done() -> None:
    board, value = a_board(), value_of(the_line())
    before = value(board, "red")
    Rebuilt("r2", board.book.map.parse("0401"), "red", "men", 1).apply(board)
    assert value(board, "red") > before
    later = a_board()
    later.lost.add("b2")
    del later.coming["b2"]
    assert value(later, "blue") < value(a_board(), "blue")
