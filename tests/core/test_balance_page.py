"""The page of balance says how many games there were, with intervals, and uses no seed that bots are tuned on."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.balance import TUNED, Row, main, page, points, seed_of

from wargame_core.flow.events import Outcome
from wargame_lab.playouts import LIMIT, Batch, GameResult
from wargame_lab.results import Simulation


def result(index: int, winner: str | None, **scores: int) -> GameResult:
    return GameResult(index, Outcome(winner, "points", scores, "Over."), turns=4 + index, decisions=9, rolls=9)


GAMES = (result(0, "north", north=7, south=3), result(1, None, north=5, south=5), result(2, "north", north=6))


def a_row() -> Row:
    seats = ("north", "south")
    batch = Batch("toy", None, dict.fromkeys(seats, "heuristic"), 12_345, "ford", {}, LIMIT)
    return Row("toy", "ford", "The Ford", seats, 12_345, Simulation(batch, seats, GAMES, seconds=0.0))


def test_a_row_has_shares_with_intervals_draws_turns_and_points() -> None:
    last = list(page([a_row()], {"toy": "Toy"}, 3))[-1]
    assert "| `ford`: The Ford | 12345 | 3 | 67% (21% to 94%) | 0% (0% to 56%) | 33% | 5.0, 6 |" in last
    assert "6.0 ± 1.1" in last
    assert points(GAMES, "west") == "-"


def test_the_page_says_when_there_were_fewer_games_than_asked() -> None:
    assert "There was time for 3 to 3 games a row" in "".join(page([a_row()], {"toy": "Toy"}, 200))
    assert "There was time" not in "".join(page([a_row()], {"toy": "Toy"}, 3))


def test_each_scenario_has_a_seed_of_its_own_that_no_bot_was_tuned_on() -> None:
    seeds = {seed_of(game, scenario) for game in ("toy", "other") for scenario in ("ford", "hill", "wood")}
    assert len(seeds) == 6
    assert min(seeds) >= TUNED


def test_a_folder_for_games_that_holds_something_else_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "vicksburg-historical.jsonl").write_text('{"x": 1}\n', encoding="utf-8")
    assert main(["--game", "vicksburg", "--games", "1", "--keep", str(tmp_path)]) == 2
    assert "vicksburg-historical.jsonl:1: this line is no result of a game" in capsys.readouterr().err
