"""How far a person can get with a retreat: never beyond the die but for friends in the way, and nothing for points.

Readings: At least d6, How strict the direction is, Trains home.
"""

from collections.abc import Iterator

import pytest

from wargame_altar_of_freedom.board.actions import RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import RetreatBegan
from wargame_altar_of_freedom.board.turn_events import MovedBy, TokenMoved
from wargame_altar_of_freedom.rules.retreats import MOST_ROLLED
from wargame_core import load

SEEDS = (2, 9, 13, 15)
LARGEST_BATTLEFIELD = 6
"""Spaces of a tabletop: a beaten division crosses those of its own army before its retreat is counted."""


FRIENDS_IN_THE_WAY = 3
"""Spaces that a retreat from a contact goes on past spaces that its own side fills."""


def retreats(game: str, seed: int, **options: str) -> Iterator[tuple[CampaignBoard, int, int]]:
    """Each retreat that is made or offered in a game: the board, the die, and how many spaces the way has."""
    played = load(game)
    match = played.start(seed=seed, options=options)
    players = zip(played.seats, ("belligerent", "belligerent"), strict=True)
    bots = {seat: played.bot(name, seed=seed) for seat, name in players}
    seen = rolled = 0
    while match.waiting_for:
        board: CampaignBoard = match.board.copy()  # type: ignore[assignment]
        seat = match.waiting_for[0]
        for offered in match.choices(seat).head():
            if isinstance(offered, RetreatAlong):
                yield board, rolled, len(offered.path)
        match.play(bots[seat](match.view(seat, history=False)), seat)
        for event in (event for entry in match.entries[seen:] for event in entry.events):
            if isinstance(event, RetreatBegan):
                rolled = event.spaces
            elif isinstance(event, TokenMoved) and event.how is MovedBy.RETREAT:
                yield board, rolled, len(event.path)
        seen = len(match.entries)


@pytest.mark.parametrize("game", ["vicksburg", "gettysburg"])
@pytest.mark.parametrize("losers", ["exactly", "at_least"])
def test_no_retreat_is_longer_than_its_die_and_the_friends_in_its_way(game: str, losers: str) -> None:
    ways = [way for seed in SEEDS for way in retreats(game, seed, losers=losers)]
    assert any(board.battle for board, _, _ in ways)
    for board, rolled, spaces in ways:
        most = MOST_ROLLED if losers == "at_least" and board.battle else rolled
        assert spaces <= most + (LARGEST_BATTLEFIELD if board.battle else FRIENDS_IN_THE_WAY)
