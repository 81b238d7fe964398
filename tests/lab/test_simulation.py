"""Simulations: the same results wherever they run, intervals, tables, and errors that name player and game."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.conftest import hear_interrupts
from tests.core.skirmish_toy import toy

from wargame_core import IllegalAction, Outcome, Record, RecordError, UnknownName, View, WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.players import RandomPlayer
from wargame_lab import simulate
from wargame_lab.playouts import GameResult
from wargame_lab.results import Simulation


def first(seed: int) -> Any:
    """A player who takes the first choice there is."""
    return lambda view: next(iter(view.choices))


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return simulate(toy(), games=60, seed=5)


def figures(simulation: Simulation) -> dict[str, Any]:
    data = simulation.to_json()
    del data["decisions_per_second"]
    return data


def test_levels_of_victory_are_counted_from_best_to_worst_for_the_first_seat() -> None:
    def game(index: int, winner: str, level: str, blue: int) -> GameResult:
        return GameResult(index, Outcome(winner, level, {"blue": blue, "red": 10}), 4, 20, 5)

    games = [game(0, "red", "rout", 2), game(1, "blue", "edge", 11), game(2, "blue", "rout of red", 30)]
    found = evolve(simulate(toy(), games=1, seed=5), games=(*games, game(3, "blue", "edge", 12)))
    assert found.levels == {"rout of red": 1, "edge": 2, "rout": 1}
    assert found.to_json()["levels"]["edge"]["games"] == 2
    assert [line.split()[:2] for line in str(found).splitlines()[-2:]] == [["edge", "2"], ["rout", "1"]]
    assert "<td>edge</td><td>2</td><td>50.0%</td>" in found._repr_html_()


def test_the_same_seed_gives_the_same_games_and_another_seed_others(simulation: Simulation) -> None:
    assert simulate(toy(), games=60, seed=5).games == simulation.games
    assert simulate(toy(), games=20, seed=5).games == simulation.games[:20]
    assert simulate(toy(), games=60, seed=6).games != simulation.games


def test_any_executor_gives_the_same_games(simulation: Simulation, toy_installed: None) -> None:
    with ThreadPoolExecutor(3) as threads:
        results = simulate("toy", games=60, seed=5, executor=threads, jobs=3)
    assert results.games == simulation.games
    assert figures(results) == figures(simulation)


def test_any_number_of_processes_gives_the_same_games(simulation: Simulation, toy_installed: None) -> None:
    done: list[tuple[int, int]] = []
    results = simulate("toy", games=60, seed=5, jobs=2, progress=lambda *so_far: done.append(so_far))
    assert results.games == simulation.games
    assert done[-1] == (60, 60)
    assert simulate(toy(), games=60, seed=5, jobs=2).games == simulation.games


def test_any_game_can_be_played_again_alone_with_its_record(simulation: Simulation) -> None:
    for index in (0, 17, 59):
        match = simulation.replay(index, toy())
        result = simulation.games[index]
        assert (match.outcome, match.rules.turn_of(match.board)) == (result.outcome, result.turns)
        assert len([entry for entry in match.entries if isinstance(entry, Rolled)]) == result.rolls
        assert Record.of(match).lines[-1]["snapshot"]["cursor"] == []
    with pytest.raises(UnknownName, match=r"unknown game number 60 \(allowed: 0 to 59\)"):
        simulation.replay(60, toy())


def test_an_owners_data_reach_every_worker(toy_installed: None, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as threads:
        simulation = simulate("toy", games=2, executor=threads, data=tmp_path)
    assert simulation.replay(0).rules.source.digest == tmp_path.name


def test_players_are_given_by_name_or_maker_for_all_or_for_each_seat() -> None:
    seeds: list[int] = []

    def maker(seed: int) -> Any:
        seeds.append(seed)
        return RandomPlayer(seed)

    everybody = simulate(toy(), maker, games=3)
    assert everybody.games == simulate(toy(), {"blue": "random", "red": maker}, games=3).games
    assert len(set(seeds)) == 6
    assert all(everybody.games == simulate(toy(), players, games=3).games for players in ("random", RandomPlayer))
    assert everybody.games != simulate(toy(), {"blue": "random", "red": first}, games=3).games


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"players": "randon"}, UnknownName, "unknown bot 'randon'"),
        ({"players": {"blue": "random"}}, WargameError, "nobody plays red"),
        ({"players": {"blue": "random", "red": "random", "green": "random"}}, UnknownName, "unknown seat 'green'"),
        ({"scenario": "grand"}, UnknownName, "unknown scenario 'grand'"),
        ({"options": {"bows": "no"}}, UnknownName, "unknown option 'bows'"),
        ({"games": 0}, WargameError, "whole numbers from 1 up, not 0 and 1"),
        ({"jobs": 0}, WargameError, "whole numbers from 1 up"),
    ],
)
def test_wrong_settings_are_refused_before_anything_is_played(settings: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        simulate(toy(), **{"games": 5, **settings})
    with pytest.raises(UnknownName, match="unknown game 'toi'"):
        simulate("toi", games=1)
    with pytest.raises(UnknownName, match="unknown game 'toy'"):
        simulate(toy(), games=4, jobs=2)


def test_an_error_in_a_game_says_which_game_it_was() -> None:
    def faulty(seed: int) -> Any:
        def choose(view: View) -> Any:
            if view.board.turn == 2 and seed % 4 == 0:
                raise ZeroDivisionError("bot broke")
            return next(iter(view.choices))

        return choose

    with pytest.raises(ZeroDivisionError) as problem:
        simulate(toy(), faulty, games=50, seed=5)
    (note,) = problem.value.__notes__
    number = int(note.removeprefix("in game ").removesuffix(" of seed 5"))
    assert simulate(toy(), faulty, games=number, seed=5).finished if number else note


def test_an_error_in_another_process_arrives_whole(toy_installed: None, installed: Callable[[str, str], None]) -> None:
    installed(
        "stubborn",
        "from skirmish_toy import Go\ndef stubborn(seed):\n"
        "    return lambda view: Go(9) if view.seat == 'blue' else next(iter(view.choices))\n",
    )
    from importlib import import_module

    maker = import_module("stubborn_plugin").stubborn
    with pytest.raises(IllegalAction, match="<lambda> for blue at answer 3: there is no space 9") as problem:
        simulate("toy", maker, games=4, seed=1, jobs=2)
    assert problem.value.verdict.codes == ("no_such_space",)
    assert problem.value.__notes__[0].startswith("in game ")


def test_an_interrupt_leaves_no_work_behind(toy_installed: None) -> None:
    submitted: list[Future[Any]] = []

    class Recording(ThreadPoolExecutor):
        def submit(self, *arguments: Any, **settings: Any) -> Future[Any]:
            submitted.append(super().submit(*arguments, **settings))
            return submitted[-1]

    def stop(done: int, games: int) -> None:
        if done:
            raise KeyboardInterrupt

    executor: Executor = Recording(1)
    with executor, pytest.raises(KeyboardInterrupt):
        simulate("toy", games=2000, seed=5, executor=executor, progress=stop)
    assert any(future.cancelled() for future in submitted)


INTERRUPTED = """
import sys
from wargame_lab.batches import simulate

def tell(done, games):
    if done:
        print(done, flush=True)

if __name__ == "__main__":
    try:
        simulate("toy", games=200_000, seed=1, jobs=2, progress=tell)
    except KeyboardInterrupt:
        print("left", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends an interrupt as terminals do")
def test_an_interrupt_ends_all_processes_at_once_and_quietly(toy_installed: None, tmp_path: Path) -> None:
    program = tmp_path / "interrupted.py"
    program.write_text(INTERRUPTED, "utf-8")
    process = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    assert process.stdout is not None
    assert int(process.stdout.readline()) > 0
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert out.splitlines()[-1] == "left"
    assert (process.returncode, err) == (0, "")


# Batches that are kept in a file: whoever is killed in the middle, the same call goes on and comes to the same end.


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
    assert played == [(done, 20) for done in range(8, 21)]
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


def test_every_choice_of_every_seat_is_collected_in_order() -> None:
    def seat(view: View, action: Any) -> str:
        return view.seat

    simulation = simulate(toy(), games=4, seed=5, collect=seat)
    assert [len(game.collected) for game in simulation.games] == [game.decisions for game in simulation.games]
    assert simulation.games[0].collected[0] == "red"
    assert simulation.games == simulate(toy(), games=4, seed=5).games


def test_a_function_that_other_processes_cannot_find_is_refused_before_any_starts(toy_installed: None) -> None:
    def own(seed: int) -> RandomPlayer:
        return RandomPlayer(seed)

    said = "which another process cannot find: define it at the top of a module"
    with pytest.raises(WargameError, match=rf"the player of blue is .*own, {said}"):
        simulate("toy", {"blue": own, "red": "random"}, games=4, jobs=2)
    with pytest.raises(WargameError, match=f"collect is .*lambda>, {said}"):
        simulate("toy", games=4, jobs=2, collect=lambda view, action: 1)
