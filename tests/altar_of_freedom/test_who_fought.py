"""Studies of balance are told which divisions fought: by the skirmishes and battles of a game."""

from pathlib import Path

import wargame_core
from wargame_altar_of_freedom.balance import divisions_that_fought
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import ContactMade, SkirmishFought
from wargame_core.plugins.discovery import plugin
from wargame_lab.facts import balance_data_of


def test_those_of_a_contact_fought_if_it_came_to_a_skirmish(tmp_path: Path) -> None:
    write = plugin("altar_of_freedom").scaffold["campaign"]
    write(tmp_path)
    game = wargame_core.load(tmp_path)
    match = game.start(seed=7)
    bots = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    match.play_out(bots)
    board = match.board
    assert isinstance(board, CampaignBoard)
    events = [event for entry in match.entries for event in entry.events]
    fights = [n for n, event in enumerate(events) if isinstance(event, SkirmishFought)]
    contact = next(event.contact for event in reversed(events[: fights[0]]) if isinstance(event, ContactMade))
    sides = divisions_that_fought(events[: fights[0] + 1], board)
    units = {board.tokens[token].unit for token in (contact.attacker, *contact.defenders)}
    assert sides.keys() == units - {""}
    assert set(sides.values()) == set(game.seats)
    assert divisions_that_fought(events[: fights[0]], board) == {}
    assert balance_data_of(game).combatants is divisions_that_fought
