"""How a game ended: one winner, several together, or nobody."""

from __future__ import annotations

import json

import pytest
from tests.core.skirmish_toy import toy

from wargame_core.authoring import GameEnded, Outcome
from wargame_lab.batches import Batch, outcome_of
from wargame_lab.playouts import GameResult
from wargame_lab.results import Simulation

ALONE = Outcome("red", "clearly", {"red": 4})
NOBODY = Outcome(None, "draw")
TOGETHER = Outcome(None, "shared", {"red": 2, "green": 2, "blue": 1}, together=("red", "green"))
SEATS = ("red", "green", "blue")


@pytest.mark.parametrize(
    ("outcome", "winners", "verdict"),
    [
        (ALONE, ("red",), "red wins"),
        (NOBODY, (), "nobody wins"),
        (TOGETHER, ("red", "green"), "red and green share the victory"),
        (Outcome(None, "draw", together=SEATS), SEATS, "red, green and blue share the victory"),
    ],
)
def test_who_won_is_a_list_and_a_sentence(outcome: Outcome, winners: tuple[str, ...], verdict: str) -> None:
    assert outcome.winners == winners
    assert outcome.verdict == verdict
    assert GameEnded(outcome).text(None) == f"The game is over: {verdict} ({outcome.level})."


def test_victories_together_are_worth_their_parts_and_nothing_where_all_have_one() -> None:
    assert TOGETHER.utilities(SEATS) == {"red": 0.5, "green": 0.5, "blue": -1.0}
    assert TOGETHER.utilities(("red", "green")) == {"red": 0.0, "green": 0.0}
    assert NOBODY.utilities(SEATS) == dict.fromkeys(SEATS, 0.0)
    assert ALONE.utilities(SEATS) == {"red": 1.0, "green": -0.5, "blue": -0.5}
    assert [TOGETHER.share(seat) for seat in SEATS] == [0.5, 0.5, 0.0]


@pytest.mark.parametrize(("winner", "together"), [("red", ("red", "green")), (None, ("red",)), (None, ("red", "red"))])
def test_a_winner_beside_others_or_one_alone_together_is_refused(winner: str | None, together: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="together are several seats"):
        Outcome(winner, "", together=together)


def test_records_say_as_before_who_won_alone_and_name_several() -> None:
    codec, written = toy().rules.codec, json.dumps
    alone = codec.to_json(GameEnded(ALONE))
    old = {"winner": "red", "level": "clearly", "scores": {"red": 4}, "text": ""}
    assert written(alone["outcome"]) == written(ALONE.to_json()) == written(old)
    several = codec.to_json(GameEnded(TOGETHER))
    assert several["outcome"] == TOGETHER.to_json()
    assert several["outcome"]["together"] == ["red", "green"]
    assert codec.event(alone) == GameEnded(ALONE)
    assert codec.event(several) == GameEnded(TOGETHER)
    assert outcome_of(ALONE.to_json()) == ALONE
    assert outcome_of(TOGETHER.to_json()) == TOGETHER


def test_a_batch_counts_the_parts_of_victories_where_there_are_such() -> None:
    def simulated(*outcomes: Outcome) -> Simulation:
        games = tuple(GameResult(n, outcome, 1, 1, 1) for n, outcome in enumerate(outcomes))
        return Simulation(Batch("toy", None, {}, 1, None, {}, 9), SEATS, games, 1.0)

    assert "shares" not in simulated(ALONE, NOBODY).to_json()
    batch = simulated(ALONE, TOGETHER, NOBODY)
    assert batch.wins == {"red": 1, "green": 0, "blue": 0, "draw": 2}
    assert batch.to_json()["shares"] == {"red": 1.5, "green": 0.5, "blue": 0.0}
    assert "with victories won together: red 1.50, green 0.50, blue 0.00" in str(batch)
