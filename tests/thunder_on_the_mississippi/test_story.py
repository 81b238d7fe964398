"""The story of the clock: every roll leaves a trace before the next question."""

import pytest
from tests.thunder_on_the_mississippi.thunder_kit import board, clock, run

from wargame_core.flow.entries import Chose, Rolled
from wargame_core.flow.players import RandomPlayer
from wargame_pictures.stories.story import Narrator, Sentence
from wargame_thunder_on_the_mississippi.rules.combat import Told
from wargame_thunder_on_the_mississippi.rules.operations import ActivationEnded, Pass, activation
from wargame_thunder_on_the_mississippi.rules.random_phase import Reinforced
from wargame_thunder_on_the_mississippi.rules.strategic_cycle import fort_degradation


@pytest.mark.parametrize("scenario", ["campaign", "siege"])
def test_every_roll_is_followed_by_a_sentence_before_the_next_question(scenario: str) -> None:
    match = clock().start(scenario=scenario, seed=11)
    match.play_out({seat: RandomPlayer(seed=n) for n, seat in enumerate(clock().seats)})
    narrator = Narrator(clock(), clock().rules.set_up(scenario, match.state.options))
    waiting: list[str] = []
    for entry in match.entries:
        assert not isinstance(entry, Chose) or not waiting, f"{waiting}: nothing tells of them before {entry.action}"
        if isinstance(entry, Rolled):
            waiting.append(entry.label)
        if any(isinstance(item, Sentence) for item in list(narrator.add(entry))):
            waiting.clear()
    assert not waiting


def test_who_passes_is_told() -> None:
    ended = run(activation, board(initiative="confederate"), answers=[Pass()], by="confederate").first(ActivationEnded)
    assert ended.text(board()) == "The Confederate side passes."
    assert not ActivationEnded("union", passed=False).text(board())


def test_a_corps_that_comes_whole_is_named_once() -> None:
    now = board()
    assert Reinforced("parke", "lines").text(now) == "The IX Corps (Parke) has come with 8 points."
    assert Reinforced("herron", "lines").text(now) == (
        "Herron's Division has come to the XIII Corps (McClernand) with 4 points."
    )


def test_a_die_against_an_attempt_says_that_nothing_came_of_it() -> None:
    siege = board(is_besieged=True)
    failed = run(fort_degradation, siege, [1]).first(Told)
    assert failed.text(siege) == "Nothing comes of the siege works before the forts."
