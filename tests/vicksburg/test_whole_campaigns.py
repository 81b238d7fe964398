"""Whole campaigns, under every value of every option: they end, and what they leave behind is consistent."""

import pytest
from tests.altar_of_freedom.kit import campaign_of, fought_out, vicksburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleFought
from wargame_altar_of_freedom.board.turn_events import EventCardDrawn
from wargame_altar_of_freedom.rules.readings import READINGS
from wargame_core import Match

OPTIONS = [
    {reading.name: value}
    for reading in READINGS
    if reading.concerns(campaign_of(vicksburg()))
    for value in tuple(reading.values)[1:]
]


def played(seed: int, scenario: str = "historical", **options: str) -> Match:
    """A campaign of two players who look for fights."""
    match = vicksburg().start(scenario, seed=seed, options=options)
    return fought_out(match, seed, seed + 1)


def check(match: Match) -> CampaignBoard:
    board, outcome = match.board, match.outcome
    assert isinstance(board, CampaignBoard)
    assert outcome is not None
    assert outcome.scores == {side: board.points(side) for side in match.rules.seats}
    totals = outcome.scores
    if outcome.level == "major strategic victory":
        assert max(totals.values()) >= 25
    else:
        assert board.turns_ended == 8
    if outcome.winner is not None:
        other = board.enemy(outcome.winner)
        assert totals[outcome.winner] > totals[other]
    drawn = [event.card for event in match.view("referee").events if isinstance(event, EventCardDrawn)]
    assert len(drawn) == len(set(drawn)) == board.turn <= 8
    assert not board.broken_brigades & board.lost_brigades
    return board


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "=".join(*options.items()))
@pytest.mark.parametrize("scenario", ["historical", pytest.param("free", marks=pytest.mark.thorough)])
def test_a_campaign_under_every_option_ends_with_an_outcome_that_follows_from_its_points(
    options: dict[str, str], scenario: str
) -> None:
    check(played(31, scenario, **options))


def test_tabletop_battles_are_fought_and_their_losses_stay_within_reason() -> None:
    fought = []
    for seed in range(6):
        match = played(seed)
        check(match)
        fought += [event for event in match.view("referee").events if isinstance(event, BattleFought)]
    assert fought
    assert {event.reason for event in fought} <= {"breakpoint", "nightfall"}
    assert all(1 <= event.last_turn <= 11 for event in fought)


def test_permanent_losses_never_come_back() -> None:
    match = played(3, tabletop_losses="permanent")
    board = check(match)
    lost: set[str] = set()
    for entry in match.entries:
        for event in entry.events:
            if event.kind == "brigade_lost":
                lost.add(event.unit)  # type: ignore[attr-defined]
            if event.kind == "rally_tried":
                assert event.unit not in lost  # type: ignore[attr-defined]
    assert board.lost_brigades == lost
