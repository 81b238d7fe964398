"""Engines that die, are late, talk nonsense, flood, fork and eat memory: the game goes on in words, nothing is left."""

import os
import random
import re
import sys
import time
from pathlib import Path

import pytest
from attrs import evolve

from wargame_core import Match, load
from wargame_core.flow.players import PlayerLike
from wargame_lab import EngineLimits, engine, simulate
from wargame_lab.engines.player import EnginePlayer, EngineWarning, say_nothing

HOSTILE = Path(__file__).with_name("hostile.py")
LIMITS = EngineLimits(seconds=1.0, grace=0.3, bytes=200_000, lines=100, memory=300 << 20, processes=20)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="limits for all processes together are those of Linux")


def hostile(word: str, folder: Path, limits: EngineLimits = LIMITS) -> EnginePlayer:
    """A player whose engine does what the word says."""
    command = [sys.executable, "-I", "-S", str(HOSTILE), word, str(folder)]
    return engine(command, limits=limits, tell=say_nothing)(seed=7)


def begun() -> Match:
    return load("battlecry").start(seed=1862)


def processes_of(folder: Path) -> list[int]:
    """The processes that have left their numbers in a folder and still run."""
    found = [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
    assert found
    return [process for process in found if runs(process)]


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return not is_zombie(process)


def is_zombie(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def are_gone(folder: Path) -> bool:
    """Whether all processes end within some seconds."""
    until = time.monotonic() + 10
    while processes_of(folder):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


FAULTS = {
    "wait": r"did not choose in 1 s",
    "be_deaf": r"did not say hello in 2 s",
    "close_everything": r"closed its output",
    "speak_uci": r"speaks 'uci', expected 'wargame-engine/1'",
    "end": r"ended with exit code 3; the last that it wrote to its standard error: nothing works here",
    "kill_itself": r"was ended by signal 9",
    "talk_nonsense": r"said what is not understood: e2e4 \(not JSON",
    "nest": r"said what is not understood: .* \(nested|100,000 characters",
    "flood_with_bytes": r"wrote more than 200,000 bytes",
    "flood_with_lines": r"wrote more than 100 lines|answered what it was not asked",
    "answer_the_future": r"answered what it was not asked",
    "plan_to_do_harm": r"said what is not understood: .*a text with the character .*, which is not let in",
    "say_too_much": r"said what is not understood: .*'chance' must be <= 1",
}


@pytest.mark.parametrize("word", FAULTS)
def test_chance_chooses_in_place_of_an_engine_that_does_not_and_says_why(word: str, tmp_path: Path) -> None:
    limits = evolve(LIMITS, start=2.0) if word == "be_deaf" else LIMITS
    player, match = hostile(word, tmp_path, limits), begun()
    view = match.view(match.waiting_for[0])
    action = player(view)
    assert view.choices.judge(action)
    assert action == view.choices.sample(random.Random(7))
    (fault,) = player.faults
    assert fault.startswith("The engine of union ")
    assert fault.endswith(": chance chose in its place.")
    assert re.search(FAULTS[word], fault), fault
    assert are_gone(tmp_path)


@on_linux
@pytest.mark.parametrize(
    ("word", "fault"),
    [
        ("fork", r"had \d+ processes; at most 20 may run"),
        ("eat_memory", r"ended with exit code 1; .*MemoryError"),
        ("share_memory", r"occupied \d+ MB of memory; at most 300 MB are allowed"),
    ],
)
def test_forks_and_memory_are_limited_for_all_processes_together(word: str, fault: str, tmp_path: Path) -> None:
    player, match = hostile(word, tmp_path), begun()
    for _ in range(2):  # what it has forked is noticed after its first answer at the latest
        view = match.view(match.waiting_for[0])
        match.play(player(view), view.seat)
        time.sleep(0.3)
    assert re.search(fault, " ".join(player.faults)), player.faults
    player.close()
    assert are_gone(tmp_path)


@pytest.mark.parametrize("word", ["choose_what_is_no_action", "choose_what_is_not_legal"])
def test_a_choice_that_is_not_legal_is_refused_in_words_and_the_engine_goes_on(word: str, tmp_path: Path) -> None:
    player, match = hostile(word, tmp_path), begun()
    for _ in range(2):
        view = match.view(match.waiting_for[0])
        assert view.choices.judge(player(view))
    assert len(player.faults) == 2
    assert all("chose what is no" in fault for fault in player.faults)
    assert (tmp_path / "refused").read_text("utf-8") in player.faults[0]
    assert len(processes_of(tmp_path)) == 1
    player.close()
    assert are_gone(tmp_path)


def test_after_three_faults_it_is_asked_nothing_more_in_this_game(tmp_path: Path) -> None:
    player, match = hostile("end", tmp_path), begun()
    for _ in range(5):
        player(match.view(match.waiting_for[0]))
    assert len(player.faults) == 3
    assert player.faults[-1].endswith(": chance chose in its place, and chooses for the rest of this game.")
    assert len([path for path in tmp_path.iterdir() if path.name.isdecimal()]) == 3


@pytest.mark.parametrize("word", ["first", "answer_the_past", "flood_the_errors", "choose_when_stopped"])
def test_what_is_only_clumsy_is_no_fault(word: str, tmp_path: Path) -> None:
    player, match = hostile(word, tmp_path), begun()
    view = match.view(match.waiting_for[0])
    assert player(view) == view.choices[0]
    assert player.faults == []


def test_a_plan_and_a_chance_are_kept(tmp_path: Path) -> None:
    player, match = hostile("plan", tmp_path), begun()
    player(match.view(match.waiting_for[0]))
    assert (player.plans, player.chance) == (["The bridge first."], 0.75)


class OnceAsked:
    """Says that a player is to stop as soon as its engine was asked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def is_set(self) -> bool:
        return (self._folder / "asked").exists()


def test_a_player_that_is_told_to_stop_hands_that_on(tmp_path: Path) -> None:
    player, match = hostile("choose_when_stopped", tmp_path, EngineLimits(seconds=600.0, grace=20.0)), begun()
    view = match.view(match.waiting_for[0])
    assert player(view, stop=OnceAsked(tmp_path)) == view.choices[0]
    assert player.faults == []


def test_who_says_nothing_of_faults_is_warned(tmp_path: Path) -> None:
    player, match = engine([sys.executable, "-c", "pass"])(seed=1), begun()
    with pytest.warns(EngineWarning, match="The engine of union ended with exit code 0: chance chose in its place"):
        player(match.view(match.waiting_for[0]))


def test_a_batch_with_an_engine_that_dies_is_whole_and_its_results_say_so(tmp_path: Path) -> None:
    dies = engine([sys.executable, "-I", "-S", str(HOSTILE), "end", str(tmp_path)], limits=LIMITS, tell=say_nothing)
    out = tmp_path / "games.jsonl"
    players: dict[str, PlayerLike] = {"union": dies, "confederate": "random"}
    done = simulate("battlecry", players, games=2, seed=3, out=out)
    assert len(done.finished) == 2
    assert [{seat: len(faults) for seat, faults in game.faults.items()} for game in done.games] == [{"union": 3}] * 2
    assert done.to_json()["faults"][0].startswith("game 0: The engine of union ended with exit code 3")
    assert "A player failed 6 times, and chance chose in its place:\ngame 0: The engine" in str(done)
    assert simulate("battlecry", players, games=2, seed=3, out=out).faults == done.faults
