"""Ladders: ratings that fit what was won, intervals, files that go on, what is left out and what is refused."""

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve
from tests.core.cli_table import Run, told

from wargame_core import RecordError, UnknownName
from wargame_core.flow.players import RandomPlayer
from wargame_lab import Ladder, engine, ladder, ladders
from wargame_lab.engines.player import say_nothing
from wargame_lab.ladders import LadderGame, rounds_of

GAME = "thunder_on_the_mississippi"


def played(strengths: dict[str, float], rounds: int, seed: int, game: str = "g") -> list[LadderGame]:
    """Games of contenders that win by their strengths."""
    rng, names = random.Random(seed), list(strengths)
    return [
        LadderGame(game, first, second, number, seat, 2, float(rng.random() < chance))
        for place, first in enumerate(names)
        for second in names[place + 1 :]
        for chance in [strengths[first] / (strengths[first] + strengths[second])]
        for number in range(rounds)
        for seat in ("red", "blue")
    ]


def test_ten_victories_to_one_are_400_points_and_the_mean_is_1500() -> None:
    ratings = Ladder(tuple(played({"weak": 1.0, "strong": 10.0}, 2000, 1)), 1).ratings()
    assert [rating.name for rating in ratings] == ["strong", "weak"]
    assert ratings[0].points - ratings[1].points == pytest.approx(400, abs=25)
    assert sum(rating.points for rating in ratings) == pytest.approx(3000)
    assert {rating.games for rating in ratings} == {4000}


def test_intervals_hold_the_true_rating_in_most_cases_and_shrink_with_more_rounds() -> None:
    strengths = {"a": 1.0, "b": 2.0, "c": 4.0}
    hits, widths = 0, []
    for seed in range(20):
        ratings = Ladder(tuple(played(strengths, 100, seed)), seed).ratings()
        hits += sum(rating.low <= 1500 + 120.4 * ("abc".index(rating.name) - 1) <= rating.high for rating in ratings)
        widths.append(ratings[0].high - ratings[0].low)
    assert 50 <= hits <= 60
    (more,) = (Ladder(tuple(played(strengths, 1600, seed)), seed).ratings()[0] for seed in (1,))
    assert more.high - more.low == pytest.approx(sum(widths) / len(widths) / 4, rel=0.3)


def test_who_always_wins_has_a_rating_too_and_unfinished_rounds_do_not_count() -> None:
    games = [LadderGame("g", "a", "b", 0, seat, 2, 1.0) for seat in ("red", "blue")]
    games += [LadderGame("g", "a", "b", 1, "red", 2, 0.0), LadderGame("g", "a", "b", 1, "blue", 2, None)]
    games += [LadderGame("g", "a", "b", 2, "red", 2, 0.0)]
    assert rounds_of(games) == {("g", "a", "b"): [1.0]}
    best, worst = Ladder(tuple(games), 1).ratings()
    assert (best.name, worst.name) == ("a", "b")
    assert best.points - worst.points < 400


def test_games_are_rated_alone_and_together() -> None:
    both = Ladder((*played({"a": 1, "b": 3}, 200, 1, "chess"), *played({"a": 3, "b": 1}, 200, 2, "go")), 1)
    assert [both.ratings(game)[0].name for game in ("chess", "go")] == ["b", "a"]
    assert abs(both.ratings()[0].points - 1500) < 40
    assert [one["name"] for one in both.to_json()["ratings"]["chess"]] == ["b", "a"]
    assert "all games" in str(both)
    with pytest.raises(UnknownName, match="unknown game of the ladder 'checkers'"):
        both.ratings("checkers")


def test_a_ladder_that_was_stopped_goes_on_and_is_the_same(tmp_path: Path) -> None:
    names = ["random", "easy", "normal"]
    whole = ladder([GAME], names, out=tmp_path / "whole.jsonl", rounds=2, seed=5, limit=150)
    assert len(whole.games) == 3 * 2 * 2
    ladder([GAME], names[:2], out=tmp_path / "part.jsonl", rounds=1, seed=5, limit=150)
    lines = (tmp_path / "part.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "part.jsonl").write_text(lines[0] + lines[1][:20], encoding="utf-8")
    with ThreadPoolExecutor(2) as pool:
        again = ladder([GAME], names, out=tmp_path / "part.jsonl", rounds=2, seed=5, limit=150, executor=pool)
    key = repr
    assert sorted(again.games, key=key) == sorted(whole.games, key=key)
    assert again.ratings() == whole.ratings()
    before = (tmp_path / "part.jsonl").read_bytes()
    assert ladder([], [], out=tmp_path / "part.jsonl", seed=5).ratings() == whole.ratings()
    assert (tmp_path / "part.jsonl").read_bytes() == before


def test_a_file_of_another_ladder_is_refused_in_words(tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    ladder([GAME], {"a": "random", "b": RandomPlayer}, out=out, rounds=1, seed=5, limit=5)
    with pytest.raises(RecordError, match=r"ladder.jsonl:1: a game of a ladder with seed 5, not 6"):
        ladder([GAME], ["random"], out=out, seed=6)
    with pytest.raises(RecordError, match=r"a against b in .* was played with other rules or other players"):
        ladder([GAME], {"a": "easy", "b": RandomPlayer}, out=out, rounds=1, seed=5, limit=5)
    row = json.loads(out.read_text("utf-8").splitlines()[0])
    for wrong, problem in (
        ({**row, "won": "all"}, "won: "),
        ({**row, "cheat": 1}, "cheat: unknown key"),
        ({"seed": 5}, "it has no batch"),
    ):
        out.write_text(json.dumps(wrong) + "\n", encoding="utf-8")
        with pytest.raises(RecordError, match=f"1: this line is not a game of a ladder: {problem}"):
            ladder([], [], out=out, seed=5)


def test_a_contender_that_a_game_does_not_know_is_left_out_and_one_that_none_knows_refused(tmp_path: Path) -> None:
    out = tmp_path / "ladder.jsonl"
    done = ladder([GAME, "battlecry"], ["random", "watchful"], out=out, rounds=1, seed=1, limit=3)
    assert done.left_out == (("battlecry", "watchful"),)
    assert "battlecry has no watchful" in str(done)
    with pytest.raises(UnknownName, match="unknown bot 'champion'"):
        ladder([GAME], ["random", "champion"], out=out, rounds=1, seed=1)


def test_faults_of_engines_are_counted_for_who_had_them(tmp_path: Path) -> None:
    dies = engine(f"{sys.executable} -I -S -c pass", tell=say_nothing)
    done = ladder(["battlecry"], {"dies": dies, "random": "random"}, out=tmp_path / "a", rounds=1, seed=1, limit=40)
    assert {rating.name: rating.faults for rating in Ladder(tuple(finished(done)), 1).ratings()} == {
        "dies": 6,
        "random": 0,
    }


def finished(done: Ladder) -> list[LadderGame]:
    """The games as if each had been drawn."""
    return [evolve(game, won=0.5) for game in done.games]


def test_the_command_plays_a_ladder_and_prints_one(wargame: Run) -> None:
    words = ["ladder", "l.jsonl", "--game", "toy", "--bot", "random", "--bot", "easy", "--rounds", "2", "--json"]
    done = told(wargame(*words, "--seed", "4"))
    assert set(done) == {"seed", "games", "ratings", "together"}
    assert (done["seed"], done["games"], len(done["ratings"]["toy"])) == (4, 4, 2)
    assert told(wargame(*words)) == done
    assert told(wargame("ladder", "l.jsonl", "--json")) == done
    assert "rating" in wargame("ladder", "l.jsonl").stdout
    assert "there is no ladder in none.jsonl" in wargame("ladder", "none.jsonl", exit_code=2).stderr


def test_an_interval_leaves_out_a_fortieth_at_either_end() -> None:
    assert ladders._middle_interval([float(value) for value in reversed(range(1000))]) == (25, 974)
