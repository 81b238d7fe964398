"""The calls for many games take the same settings, tell of progress from the beginning, and sweep over options."""

from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

from wargame_core import UnknownName
from wargame_core.errors import QueryError
from wargame_lab import Simulation, compare, duel, simulate, sweep

CALLS = (simulate, compare, duel, sweep)


def test_all_calls_have_the_same_settings_with_the_same_defaults() -> None:
    def settings(call: Any) -> dict[str, Any]:
        parameters = signature(call).parameters.values()
        return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}

    expected = settings(simulate)
    assert settings(compare) == expected
    assert {name: row for name, row in settings(sweep).items() if name != "over"} == expected
    of_duel = settings(duel)
    assert of_duel.pop("games") > expected["games"]  # at most so many: it stops when it knows
    assert of_duel == {name: row for name, row in expected.items() if name != "games"}
    assert {signature(call).parameters["players"].default for call in (simulate, compare, sweep)} == {"random"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_is_told_before_the_first_game_and_soon_after_it(jobs: int, toy_installed: None) -> None:
    steps: list[tuple[int, int]] = []

    def tell(done: int, of: int) -> None:
        steps.append((done, of))

    with ThreadPoolExecutor(2) as threads:
        simulate("toy", games=100, seed=1, jobs=jobs, executor=threads if jobs > 1 else None, progress=tell)
    assert steps[:2] == [(0, 100), (1, 100)]
    assert steps[-1] == (100, 100)
    assert sorted(steps) == steps


def test_a_bar_is_drawn_for_every_call(toy_installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    calls = (
        lambda: simulate("toy", games=4, progress=True),
        lambda: compare("toy", "toy", games=2, progress=True),
        lambda: duel("toy", "random", "random", games=4, progress=True),
        lambda: sweep("toy", over={"bow": ["no", "yes"]}, games=2, progress=True),
    )
    for call in calls:
        call()
        drawn = capsys.readouterr().err
        assert "0 of 4 games  begun" in drawn
        assert drawn.endswith("4 of 4 games  0 s left \n")


def test_a_comparison_goes_on_with_its_files_and_runs_on_an_executor(tmp_path: Path, toy_installed: None) -> None:
    file = tmp_path / "games.jsonl"
    with ThreadPoolExecutor(2) as threads:
        begun = compare("toy", "toy", games=4, seed=3, executor=threads, out=file)
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == ["games-first.jsonl", "games-second.jsonl"]
    whole = compare("toy", "toy", games=6, seed=3, out=file)
    assert whole.first.games[:4] == begun.first.games
    assert len(file.with_name("games-second.jsonl").read_text("utf-8").splitlines()) == 6


def test_a_sweep_plays_every_combination_with_the_same_seeds(toy_installed: None, tmp_path: Path) -> None:
    batches = sweep("toy", over={"bow": ["no", "yes"]}, games=8, seed=3, out=tmp_path / "games.jsonl")
    for value in ("no", "yes"):
        assert batches[value].games == simulate("toy", games=8, seed=3, options={"bow": value}).games
    assert [row["bow"] for row in batches.to_rows()] == ["no", "yes"]
    assert batches.to_rows()[0]["games"] == 8
    low, share, high = (batches.to_rows()[0][f"won_blue{part}"] for part in ("_low", "", "_high"))
    assert low <= share <= high
    assert "bow" in str(batches)
    assert "<td>yes</td>" in batches._repr_html_()
    assert {path.name for path in tmp_path.glob("*.jsonl")} == {"games-no.jsonl", "games-yes.jsonl"}


def test_a_sweep_refuses_before_it_plays(toy_installed: None) -> None:
    refused: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"over": {}}, QueryError, "over= has no values"),
        ({"over": {"bow": []}}, QueryError, "over= has no values"),
        ({"over": {"bow": "yes"}}, QueryError, "over= has no values"),
        ({"over": {"bwo": ["yes"]}}, UnknownName, "bwo"),
        ({"over": {"bow": ["no", "maybe"]}}, UnknownName, "maybe"),
        ({"over": {"scenario": ["nowhere"]}}, UnknownName, "nowhere"),
        ({"over": {"bow": ["no"]}, "options": {"bow": "yes"}}, QueryError, "bow: stands in over= and beside"),
    ]
    played: list[object] = []
    for settings, error, said in refused:
        with pytest.raises(error, match=said):
            sweep("toy", games=2, progress=lambda *step: played.append(step), **settings)
    assert played == []
    with pytest.raises(UnknownName, match="batch by bow 'yes'"):
        sweep("toy", over={"bow": ["no"]}, games=1)["yes"]


def test_rows_make_a_frame_of_polars_without_pyarrow(toy_installed: None) -> None:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    batch: Simulation = simulate(toy(), games=5, seed=5)
    frame = polars.DataFrame(batch.to_rows())
    assert frame["game"].to_list() == [0, 1, 2, 3, 4]
    assert frame["seed"].unique().to_list() == [5]
    compared = compare("toy", "toy", games=4)
    assert len(polars.DataFrame(compared.to_rows())) == len(compared.rows)
