"""The Road to Chattanooga: what its files say of supply, railroads, weather and exploitation."""

from wargame_chattanooga import PLUGIN
from wargame_core import load
from wargame_hex_and_counter import Combat, HexGame, Movement, Rail, WeatherTrack
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_hex_and_counter.rules.possible_kinds import phases_of


def the_game() -> HexGame:
    assert PLUGIN.data is not None
    return packaged(PLUGIN.data)


def test_cavalry_alone_moves_once_more_after_combat_and_not_in_rain() -> None:
    game = the_game()
    phases = [one for one in phases_of(game.sequence) if one.label == "Exploitation"]
    assert len(phases) == 2
    assert all(isinstance(one.part, Movement) for one in phases)
    board = game.set_up("one_railroad", {})
    for weather, plays in (("fair", True), ("rain", False)):
        board.weather = weather
        assert [one.when is not None and one.when(board) for one in phases] == [plays, plays]
    track = next(part for part in game.parts if isinstance(part, WeatherTrack))
    assert {*track.kinds} == {"fair", "rain"}


def test_supply_runs_along_the_railroad_as_far_as_it_serves_the_army() -> None:
    game = the_game()
    board, parse = game.set_up("one_railroad", {}), game.book.map.parse
    supply = next(one.part.out_of_supply for one in phases_of(game.sequence) if isinstance(one.part, Combat))
    assert supply is not None
    board.at = {"us_rousseau": parse("Decherd"), "cs_cleburne": parse("Huntsville")}
    rail = next(part for part in game.parts if isinstance(part, Rail))
    assert (supply.is_out(board.pieces, "us_rousseau"), supply.is_out(board.pieces, "cs_cleburne")) == (True, False)
    for place in rail.hexes_of(game.book.map):
        if parse(place) not in (parse("Chattanooga"), parse("Dalton")):
            board.held[place] = "union"
    assert (supply.is_out(board.pieces, "us_rousseau"), supply.is_out(board.pieces, "cs_cleburne")) == (False, True)


def test_the_briefing_says_where_supply_comes_from_and_who_takes_railroads() -> None:
    sheet = load("chattanooga").sheet()
    rules = " ".join(note.text for note in (*sheet.briefing.rules, *sheet.briefing.special_rules))
    for words in (
        "A unit is in supply where a line of at most 4 hexes leads to it from a source, through no enemy unit and no",
        "Sources of Union: Nashville road. Sources of Confederate: Dalton.",
        "It runs any distance along railroads that serve the side; only the hexes beside them count",
        "Nobody uses rail in a hex that serves the enemy.",
        "A railroad hex that it enters serves the side of a unit from then on (infantry and cavalry), and no enemy.",
    ):
        assert words in rules
