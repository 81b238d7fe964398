"""How far a person can get with a retreat: never beyond the die but for friends in the way, and nothing for points.

Readings: At least d6, How strict the direction is, Trains home.
"""

from collections.abc import Iterator

import pytest

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import RetreatBegan
from wargame_altar_of_freedom.board.turn_events import MovedBy, TokenMoved
from wargame_altar_of_freedom.rules.retreats import MOST_ROLLED
from wargame_core import Event, load

LARGEST_BATTLEFIELD = 6
"""Spaces of a tabletop: a beaten division crosses those of its own army before its retreat is counted."""


FRIENDS_IN_THE_WAY = 3
"""Spaces that a retreat from a contact goes on past spaces that its own side fills."""


def answers(
    game: str, seed: int, players: tuple[str, str], **options: str
) -> Iterator[tuple[CampaignBoard, tuple[Event, ...]]]:
    """Each answer of a game: the board before it, and what happened."""
    played = load(game)
    match = played.start(seed=seed, options=options)
    bots = {seat: played.bot(name, seed=seed) for seat, name in zip(played.seats, players, strict=True)}
    seen = 0
    while match.waiting_for:
        before: CampaignBoard = match.board.copy()  # type: ignore[assignment]
        seat = match.waiting_for[0]
        match.play(bots[seat](match.view(seat, history=False)), seat)
        yield before, tuple(event for entry in match.entries[seen:] for event in entry.events)
        seen = len(match.entries)


@pytest.mark.parametrize("game", ["vicksburg", "gettysburg"])
@pytest.mark.parametrize("losers", ["exactly", "at_least"])
def test_no_retreat_is_longer_than_its_die_and_the_friends_in_its_way(game: str, losers: str) -> None:
    retreats = 0
    for seed in (1, 2):
        rolled = 0
        for board, events in answers(game, seed, ("belligerent", "random"), losers=losers):
            for event in events:
                if isinstance(event, RetreatBegan):
                    rolled = event.spaces
                elif isinstance(event, TokenMoved) and event.how is MovedBy.RETREAT:
                    retreats += 1
                    most = MOST_ROLLED if losers == "at_least" and board.battle else rolled
                    around = LARGEST_BATTLEFIELD if board.battle else FRIENDS_IN_THE_WAY
                    assert len(event.path) <= most + around, (seed, event)
    assert retreats > 10
