"""docs/howto/hexes-and-counters.md: its files make a game that obeys every law, in at most 200 lines."""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from tests.docs.howto_pages import HOWTO, blocks
from tests.hex_and_counter import screen_game

import wargame_hex_and_counter
from wargame_core import Game
from wargame_core.authoring import Plugin
from wargame_core.maps.features import edge
from wargame_core.maps.map import Map
from wargame_hex_and_counter import build
from wargame_laws import LAWS, Trial

PAGE = (HOWTO / "hexes-and-counters.md").read_text("utf-8")


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plugin]:
    """The plugin of the page, as if it were installed."""
    folder = tmp_path_factory.mktemp("crossroads")
    package = folder / "wargame_crossroads"
    (package / "data").mkdir(parents=True)
    for language, words, text in blocks(PAGE):
        if words:
            assert language in ("toml", "python")
            (package / ("data" if language == "toml" else "") / words[0]).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield import_module("wargame_crossroads").PLUGIN
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "wargame_crossroads"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def crossroads(plugin: Plugin) -> Game:
    return plugin.games[0].build(None)


def test_its_files_have_no_mistakes(plugin: Plugin) -> None:
    assert plugin.lint is not None
    assert plugin.data is not None
    assert plugin.lint(plugin.data) == []


def test_nobody_walks_round_the_end_of_the_creek(crossroads: Game) -> None:
    game_map = crossroads.rules.game_map
    assert isinstance(game_map, Map)
    west = [space for space in range(game_map.size) if int(game_map.coordinates(space)[:2]) <= 6]
    creek = game_map.edges_on("creek")
    steps = {edge(space, near) for space in west for near in game_map.neighbours[space] if near not in west}
    assert steps == creek


def test_the_condition_that_ends_the_game_at_once_is_one(crossroads: Game) -> None:
    (text,) = (text for _, words, text in blocks(PAGE) if "sudden=" in text and not words)
    names = dict(vars(import_module("wargame_crossroads.game")))
    exec("from wargame_hex_and_counter import SuddenVictory, holds\n" + text, names)
    (condition,) = names["VICTORY"].sudden
    board: Any = crossroads.start(seed=1).board
    assert not condition.when(board)
    board.held["0504"] = "blue"
    assert condition.when(board)


def test_the_rulebook_has_at_most_two_hundred_lines() -> None:
    (source,) = (text for language, words, text in blocks(PAGE) if words == ["game.py"])
    assert len([line for line in source.splitlines() if line.strip()]) <= 200


@pytest.fixture(scope="module")
def trial(crossroads: Game) -> Trial:
    return Trial(crossroads, range(40), games=4, ends=10, budget=10)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_of_the_page_obeys_every_law(law: Callable[[Trial], None], trial: Trial) -> None:
    law(trial)


def test_the_places_of_a_part_about_hidden_counters_make_a_game() -> None:
    (text,) = (text for _, words, text in blocks(PAGE) if "FACE_DOWN = " in text and not words)
    plain = screen_game.the_screen("screen")
    given = {"GRAY": screen_game.LOTS[0], "BLUE": screen_game.LOTS[1], "SCOUTING": screen_game.RULE, "GAME": plain}
    names = {**vars(screen_game), **given, "TURNS": screen_game.turns("screen")}
    # a game of counters that are face down is never without the part: that of the page takes the place of its own
    exec(text.replace("(*GAME.parts, FACE_DOWN)", "(*GAME.parts[1:], FACE_DOWN)"), names)
    match = build(names["GAME"]).start(seed=3)
    match.play_out()
    board: Any = match.board
    assert board.turned_up


def test_the_settings_of_supply_and_of_chits_make_parts(crossroads: Game) -> None:
    names = {name: getattr(wargame_hex_and_counter, name) for name in wargame_hex_and_counter.__all__}
    names |= {**vars(screen_game), **vars(import_module("wargame_crossroads.game"))}
    names |= {"LINE": screen_game.SUPPLY, "ZONES": screen_game.ZONE, "CUP": screen_game.CUP}
    for word in ("SUPPLY = ", "ISOLATION = ", "COMMAND = ", "LEAVING = ", "DRAWING = "):
        (text,) = (text for _, words, text in blocks(PAGE) if word in text and not words)
        exec(text, names)
    assert names["COMBAT"].out_of_supply.judged == "at its step"
    assert names["COMBAT"].out_of_command is names["OUT_OF_COMMAND"]
    assert names["DRAWING"].parts[1].label == "Movement"
