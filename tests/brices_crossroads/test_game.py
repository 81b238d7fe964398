"""Brice's Crossroads: what its files say of the cup and of fire, and a game in which standing answers are given."""

from wargame_brices_crossroads import PLUGIN
from wargame_core import load
from wargame_hex_and_counter import Cup, OpportunityFire, StandingBoard
from wargame_hex_and_counter.board.events import ChitDrawn
from wargame_hex_and_counter.game_files.plugin import packaged


def test_the_cup_has_three_chits_a_side_and_the_guns_fire_three_hexes() -> None:
    assert PLUGIN.data is not None
    game = packaged(PLUGIN.data)
    cup = next(part for part in game.parts if isinstance(part, Cup))
    fire = next(part for part in game.parts if isinstance(part, OpportunityFire))
    assert [chit.side for chit in cup.chits_of(game.set_up("forrest", {}))] == ["confederate"] * 3 + ["union"] * 3
    assert (fire.by, fire.range, fire.limit, fire.stops) == (("artillery",), 3, "once a turn", "a hit")
    assert (game.board, fire.table in game.tables) == (StandingBoard, True)


def test_the_briefing_tells_the_cup_the_fire_and_both_tables() -> None:
    game = load("brices_crossroads")
    sheet = game.sheet()
    rules = " ".join(note.text for note in (*sheet.briefing.rules, *sheet.briefing.special_rules))
    assert "Chits are drawn from a cup" in rules
    assert "may fire at an enemy that enters a hex within 3 hexes and sight" in rules


def test_units_of_a_chit_act_and_no_others() -> None:
    match = load("brices_crossroads").start(seed=3)
    match.play_out("random")
    drawn = [event.chit for entry in match.entries for event in entry.events if isinstance(event, ChitDrawn)]
    assert len(drawn) == 6 * 7
    assert len(set(drawn[:6])) == 6
