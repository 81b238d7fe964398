"""What holds in every campaign, whoever plays: nobody retreats or arrives through an enemy, every roll is told of."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.altar_of_freedom.kit import gettysburg, vicksburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleChanged
from wargame_altar_of_freedom.board.turn_events import TokenMoved
from wargame_altar_of_freedom.players.bots import BelligerentPlayer
from wargame_core.authoring import Event, Game, Roll

CAMPAIGNS = (vicksburg, gettysburg)
SEEDS = range(4)


Answered = tuple[Roll | None, Any, tuple[Event, ...], bool]
"""A roll and its face (or a choice: None twice), the events that followed, and whether the step ended with them."""


@cache
def played(game: Game, seed: int) -> tuple[Answered, ...]:
    """A whole campaign of two players who seek contact, answer by answer."""
    rng = Random(seed)
    match = game.start(chance="explicit", seed=seed)
    players = {seat: BelligerentPlayer(seed + number) for number, seat in enumerate(game.seats)}
    answered: list[Answered] = [(None, None, tuple(event for entry in match.entries for event in entry.events), True)]
    while match.pending is not None:
        cursor = match.cursor
        if isinstance(match.pending, Roll):
            roll, face = match.pending, rng.choice(match.pending.die.faces)
            events = match.roll(face).events
            answered.append((roll, face, events, match.cursor != cursor))
        else:
            seat = match.waiting_for[0]
            events = match.play(players[seat](match.view(seat)), seat).events
            answered.append((None, None, events, match.cursor != cursor))
    return tuple(answered)


def moments(game: Game) -> Iterator[tuple[CampaignBoard, Event]]:
    """Every event of these campaigns with the board just before it."""
    for seed in SEEDS:
        board: Any = game.rules.set_up("historical", game.rules.read_options({}))
        for _, _, events, _ in played(game, seed):
            for event in events:
                yield board, event
                event.apply(board)


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_a_retreat_goes_step_by_step_and_through_no_enemy(campaign: Any) -> None:
    retreats = 0
    for board, event in moments(campaign()):
        if isinstance(event, TokenMoved) and event.how == "retreat":
            retreats += 1
            enemies = board.mask(board.enemy(board.tokens[event.token].side))
            way = (event.origin, *event.path)
            passage = board.campaign.map.passage(False, None, board.closed_crossings(board.tokens[event.token].side))
            assert all(passage.leads(a, b) for a, b in pairwise(way)), board.label(event.origin)
            assert not any(enemies >> space & 1 for space in event.path), board.label(event.origin)
    assert retreats > 10


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_no_reinforcement_comes_on_through_a_space_of_the_enemy(campaign: Any) -> None:
    came = 0
    for board, event in moments(campaign()):
        if isinstance(event, BattleChanged) and event.battle is not None and board.battle is not None:
            for arrival in event.battle.reinforcements:
                if arrival not in board.battle.reinforcements:
                    came += 1
                    enemy = board.enemy(board.tokens[arrival.token].side)
                    assert not board.mask(enemy) >> arrival.entry & 1, board.label(arrival.entry)
    assert came


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_every_die_that_is_rolled_in_the_open_is_told_of(campaign: Any) -> None:
    game, silent = campaign(), set()
    for seed in SEEDS:
        board: Any = game.rules.set_up("historical", game.rules.read_options({}))
        untold: list[tuple[str, str]] = []
        for roll, face, events, step_ended in played(game, seed):
            if roll is not None and roll.seen_by is None and isinstance(face, int):
                untold.append((roll.label, str(face)))
            for event in events:
                event.apply(board)
                text = event.text(board)
                untold = [(label, face) for label, face in untold if face not in text]
            if step_ended:
                silent |= {label for label, _ in untold}
                untold = []
    assert silent == set()
