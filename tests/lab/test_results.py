"""Games that can be lost to nobody: one seat plays against the game, which may beat it."""

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import define, frozen

from wargame_core import Action, Match, Outcome, load_match, verify_record
from wargame_core.authoring import (
    D6,
    Board,
    Game,
    Procedure,
    Public,
    PublicEvent,
    Rules,
    Scenario,
    Sequence,
    Step,
    Table,
)
from wargame_lab import compare, simulate
from wargame_lab.lookahead import value_of_outcome

SEAT = "german"


@define
class Front(Board):
    city: Public[int] = 0


@frozen
class Attack(Action):
    pass


@frozen
class CityTaken(PublicEvent, sets="city = 1", says="The city falls."):
    pass


def attack(t: Table[Front]) -> Procedure[None]:
    yield from t.ask(SEAT, [Attack()], "Attack?")
    die = yield from t.roll_openly(D6, "the attack")
    if die >= 5:
        t.record(CityTaken())
        t.finish(Outcome(SEAT, "decisive", {SEAT: 1}))
    if die == 4:
        t.finish(Outcome(None, "stalemate", {SEAT: 0}))
    t.finish(Outcome(None, "The city holds", {SEAT: 0}, lost=True))


def solo() -> Game:
    return Game(
        rules=Rules(
            id="solo",
            title="Solo",
            seats=(SEAT,),
            scenarios=(Scenario("plain", "Plain"),),
            sequence=Sequence("Solo", Step("Attack", attack)),
            board=Front,
            set_up=lambda scenario, options: Front(),
            actions=(Attack,),
            events=(CityTaken,),
        )
    )


def test_lost_games_are_neither_won_nor_drawn() -> None:
    games = simulate(solo(), games=60, seed=1)
    assert games.wins[SEAT] + games.draws + games.lost == 60
    assert min(games.wins[SEAT], games.draws, games.lost) > 0
    assert games.lost > games.wins[SEAT]
    assert games.to_json()["lost"] == games.lost
    assert "lost" in str(games)
    shares = str(compare(solo(), solo(), games=40, seed=1))
    assert "share of games lost" in shares


def lost() -> Outcome:
    return Outcome(None, "The city holds", lost=True)


def test_who_has_lost_gets_less_than_who_has_drawn() -> None:
    drawn = Outcome(None, "stalemate")
    assert (lost().utilities((SEAT,)), drawn.utilities((SEAT,))) == ({SEAT: -1.0}, {SEAT: 0.0})
    assert (
        value_of_outcome(lost(), SEAT),
        value_of_outcome(drawn, SEAT),
        value_of_outcome(Outcome(SEAT, "decisive"), SEAT),
    ) == (0.0, 0.5, 1.0)
    assert str(lost()) == "the game is lost"


@pytest.mark.parametrize("more", [{"winner": SEAT}, {"winner": None, "together": ("a", "b")}])
def test_nobody_wins_a_game_that_is_lost(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="nobody wins a game that is lost"):
        Outcome(**more, level="", lost=True)


def test_a_record_says_that_the_game_was_lost(tmp_path: Path) -> None:
    seed = next(seed for seed in range(20) if (end := played(seed).outcome) is not None and end.lost)
    match = played(seed)
    path = match.save(tmp_path / "solo.jsonl")
    assert verify_record(path, game=solo())
    assert '"lost": true' in path.read_text("utf-8").replace(":true", ": true")
    assert load_match(path, solo()).outcome == match.outcome
    outcome = match.outcome
    assert outcome is not None
    assert Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome


def played(seed: int) -> Match:
    match = solo().start(seed=seed)
    match.play(Attack())
    return match
