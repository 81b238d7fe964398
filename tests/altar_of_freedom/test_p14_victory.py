"""GotW p.14 Victory & Defeat, Victory Points (AFI p.14): secret totals, 25 points, the end. Readings: Victory."""

from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, bare_board, position, told, vicksburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import PointsScored
from wargame_altar_of_freedom.board.pieces import Award
from wargame_core.authoring import GameEnded
from wargame_core.flow.entries import Rolled

NOBODY_SCORES = {"carr": "8,9", "hovey": "10,25", "gregg": "Canton"}


def ledger(federal: int = 0, confederate: int = 0) -> list[Award]:
    return [
        Award("before", "federal", "before", 1, federal, 0),
        Award("before", "confederate", "before", 1, confederate, 0),
    ]


def scoring(at: dict[str, str] | None = None, *dice: int, **changes: Any) -> Play:
    board = bare_board(vicksburg(), at or NOBODY_SCORES, turn=changes.pop("turn", 3), **changes)
    return position("Score", board=board, dice=dice)


# 25 points


def test_whoever_has_25_at_the_end_of_a_turn_wins_a_major_victory_at_once() -> None:
    play = scoring(ledger=ledger(25, 3))
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == ("federal", "major strategic victory")
    assert play.outcome.scores == {"federal": 25, "confederate": 3}


def test_24_are_not_enough() -> None:
    play = scoring(ledger=ledger(24, 24))
    assert play.outcome is None
    assert play.pending_roll == "event card"


def test_if_both_reach_25_in_the_same_turn_the_higher_total_wins() -> None:
    play = scoring(ledger=ledger(26, 27))
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == ("confederate", "major strategic victory")


def test_equal_totals_of_25_and_more_are_a_draw() -> None:
    play = scoring(ledger=ledger(26, 26))
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == (None, "draw")


def test_points_scored_in_the_middle_of_a_turn_win_there_and_then() -> None:
    at = {"carr": "9,14", "gregg": "Canton"}
    play = position("Move one token", at, moving="us_xiii", ledger=ledger(23))
    update = play.march("carr", "Edwards Station")
    assert play.outcome is not None
    assert play.outcome.winner == "federal"
    assert isinstance(update.events[-1], GameEnded)


def test_both_sides_score_their_turn_before_anybody_wins_by_it() -> None:
    at = {"carr": "Jackson", "gregg": "Canton"}  # Federal points for Jackson, Confederate ones for Vicksburg
    play = scoring(at, 1, 3, ledger=ledger(18, 24))
    assert play.outcome is not None
    assert play.outcome.scores == {"federal": 18 + 7, "confederate": 24 + 3}
    assert play.outcome.winner == "confederate"


# after eight turns


@pytest.mark.parametrize(
    ("totals", "winner", "level"),
    [
        ((12, 9), "federal", "minor strategic victory"),
        ((3, 4), "confederate", "minor strategic victory"),
        ((7, 7), None, "draw"),
        ((0, 0), None, "draw"),
    ],
)
def test_after_the_last_turn_the_higher_total_wins_a_minor_victory(
    totals: tuple[int, int], winner: str | None, level: str
) -> None:
    play = scoring(turn=8, turns_ended=7, ledger=ledger(*totals))
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == (winner, level)


def test_the_outcome_is_told_in_words() -> None:
    play = scoring(turn=8, turns_ended=7, ledger=ledger(12, 9))
    assert play.outcome is not None
    assert play.outcome.text == "Federal wins a minor strategic victory. Victory points: Federal 12, Confederate 9."


# secrecy


def points_seen(play: Play, seat: str) -> list[str]:
    board = play.match.view(seat).board
    assert isinstance(board, CampaignBoard)
    return [award.side for award in board.ledger]


def test_each_side_sees_its_own_points_only() -> None:
    play = scoring({"carr": "Jackson", "gregg": "Canton"}, 2, 3, ledger=ledger(5, 6))
    assert points_seen(play, "federal") == ["federal", "federal"]
    assert points_seen(play, "confederate") == ["confederate", "confederate"]
    assert points_seen(play, "spectator") == []
    assert len(points_seen(play, "referee")) == 4


def test_dice_for_points_are_rolled_in_secret() -> None:
    play = scoring({"carr": "Jackson", "gregg": "Canton"}, 2, 3)
    rolls = [entry for entry in play.match.entries if isinstance(entry, Rolled)]
    assert [entry.seen_by for entry in rolls] == [frozenset({"federal"}), frozenset({"confederate"})]
    for seat in ("federal", "confederate"):
        scored = [event for event in play.match.view(seat).events if isinstance(event, PointsScored)]
        assert {event.award.side for event in scored} == {seat}


def test_when_the_campaign_is_over_all_points_lie_open() -> None:
    play = scoring(ledger=ledger(25, 3))
    assert set(points_seen(play, "confederate")) == {"federal", "confederate"}


def test_an_award_says_what_it_is_for_and_where_that_is_printed() -> None:
    play = scoring({"carr": "Jackson", "gregg": "Canton"}, 2, 3)
    award = play.board.ledger[0]
    assert (award.fixed, award.rolled, award.points, award.place, award.turn) == (6, 2, 8, "Jackson", 3)
    assert award.cite == "GotW p.15 Federal Briefing"


def test_points_are_told_to_their_side_in_words() -> None:
    at = {"carr": "9,14", "gregg": "Canton"}
    play = position("Move one token", at, moving="us_xiii")
    update = play.march("carr", "Edwards Station")
    assert told(update, PointsScored)
    assert any("Federal scores +2" in line for line in play.match.view("federal").log)
    assert not any("scores" in line for line in play.match.view("confederate").log)
