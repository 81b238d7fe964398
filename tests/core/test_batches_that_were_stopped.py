"""Batches that are kept in a file: whoever is killed in the middle, the same call goes on and comes to the same end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import View, WargameError
from wargame_core.errors import RecordError
from wargame_core.flow.players import RandomPlayer
from wargame_lab import simulate
from wargame_lab.batches import name_of, seed_in


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The first eight games of a batch."""
    path = tmp_path / "results" / "games.jsonl"
    simulate(toy(), games=8, seed=5, out=path)
    return path


def test_a_batch_goes_on_with_the_games_that_its_file_has_not(file: Path) -> None:
    played: list[tuple[int, int]] = []
    whole = simulate(toy(), games=20, seed=5, out=file, progress=lambda *so_far: played.append(so_far))
    assert played == [(done, 20) for done in range(9, 21)]
    assert whole.games == simulate(toy(), games=20, seed=5).games
    assert [line["game"] for line in lines(file)] == list(range(20))
    assert simulate(toy(), games=3, seed=5, out=file).games == whole.games[:3]
    assert len(lines(file)) == 20


def test_a_line_that_was_never_finished_is_told_and_its_game_played_again(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:-25])
    with pytest.warns(UserWarning, match=r"games.jsonl: the last line was cut off; that game is played again"):
        simulate(toy(), games=8, seed=5, out=file)
    assert file.read_bytes() == whole


def test_lines_of_several_machines_may_be_put_together(tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    simulate(toy(), games=4, seed=5, out=here)
    simulate(toy(), games=9, seed=5, out=there)
    here.write_bytes(here.read_bytes() + b"".join(there.read_bytes().splitlines(keepends=True)[6:]))
    simulate(toy(), games=9, seed=5, out=here)
    assert [line["game"] for line in lines(here)] == [0, 1, 2, 3, 6, 7, 8, 4, 5]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 6}, r"games.jsonl:1: a game of another batch \(seed 5, not 6\): the same game, players, options"),
        ({"players": RandomPlayer}, "another batch"),
        ({"options": {"bow": "no"}}, "another batch"),
        ({"limit": 50}, "another batch"),
    ],
)
def test_a_file_of_another_batch_is_refused_and_stays_as_it_is(file: Path, other: dict[str, Any], said: str) -> None:
    before = file.read_bytes()
    with pytest.raises(RecordError, match=said):
        simulate(toy(), **{"games": 9, "seed": 5, "out": file, **other})
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["[1]\n", "{}\n", '{"game": 1\n', "\x00\n"])
def test_a_file_that_holds_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordError, match=r"other.jsonl:1: "):
        simulate(toy(), games=1, out=path)
    assert path.read_text("utf-8") == text


def test_what_was_collected_is_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = simulate(toy(), games=3, seed=5, collect=kind_of_choice, out=path)
    again = simulate(toy(), games=3, seed=5, collect=kind_of_choice, out=path)
    assert [game.collected for game in again.games] == [game.collected for game in first.games]
    assert set(first.games[0].collected) <= {"hide", "go", "stay", "play_card", "give"}
    with pytest.raises(WargameError, match=r"what was collected of a game cannot be kept in .*complex"):
        simulate(toy(), games=1, collect=lambda view, action: 1j, out=tmp_path / "more.jsonl")


def kind_of_choice(view: View, action: Any) -> str:
    assert view.asked
    return str(action.kind)


def test_every_choice_of_every_seat_is_collected_in_order() -> None:
    def seat(view: View, action: Any) -> str:
        return view.seat

    simulation = simulate(toy(), games=4, seed=5, collect=seat)
    assert [len(game.collected) for game in simulation.games] == [game.decisions for game in simulation.games]
    assert simulation.games[0].collected[0] == "red"
    assert simulation.games == simulate(toy(), games=4, seed=5).games


def test_the_seed_of_a_batch_stands_in_its_file(file: Path, tmp_path: Path) -> None:
    assert seed_in(file) == 5
    assert seed_in(tmp_path / "none.jsonl") is None
    (tmp_path / "empty.jsonl").write_text("")
    assert seed_in(tmp_path / "empty.jsonl") is None


def test_players_are_told_apart_by_their_names_and_settings() -> None:
    assert name_of("random") == "random"
    assert name_of(partial(RandomPlayer, 3)) != name_of(partial(RandomPlayer, 4))
    assert name_of(RandomPlayer) == "wargame_core.flow.players.RandomPlayer"


def test_a_function_that_other_processes_cannot_find_is_refused_before_any_starts(toy_installed: None) -> None:
    def own(seed: int) -> RandomPlayer:
        return RandomPlayer(seed)

    said = "which another process cannot find: define it at the top of a module"
    with pytest.raises(WargameError, match=rf"the player of blue is .*own, {said}"):
        simulate("toy", {"blue": own, "red": "random"}, games=4, jobs=2)
    with pytest.raises(WargameError, match=f"collect is .*lambda>, {said}"):
        simulate("toy", games=4, jobs=2, collect=lambda view, action: 1)


KILLED = """
import sys
from wargame_lab import simulate

if __name__ == "__main__":
    simulate("thunder_on_the_mississippi", games=60, seed=3, jobs=int(sys.argv[2]), out=sys.argv[1])
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="kills a process as only others do")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_batch_whose_process_is_killed_comes_to_the_same_end(tmp_path: Path, jobs: str) -> None:
    program, path = tmp_path / "killed.py", tmp_path / "games.jsonl"
    program.write_text(KILLED, "utf-8")
    process = subprocess.Popen([sys.executable, str(program), str(path), jobs], start_new_session=True)
    while not path.exists() or not path.read_bytes().count(b"\n"):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    path.write_bytes(path.read_bytes() + b'{"game": 59, "outc')
    whole = simulate("thunder_on_the_mississippi", games=60, seed=3)
    with pytest.warns(UserWarning, match="cut off"):
        assert simulate("thunder_on_the_mississippi", games=60, seed=3, out=path).games == whole.games
