"""Answers of the strategic clock: exact odds, simulation beside them, and an owner's numbers in place of ours."""

from pathlib import Path

import pytest
from tests.thunder_on_the_mississippi.thunder_kit import clock

from wargame_core import DataError, load
from wargame_core.charts import ChartError
from wargame_core.data import Basis, DataFolder
from wargame_core.plugins.discovery import plugins
from wargame_gcacw import PLUGIN as CHARTS
from wargame_gcacw.charts.advanced_game import release_turn, relief_track, surrender_chance, surrender_turn
from wargame_gcacw.charts.series import DATA as TABLES
from wargame_lab.batches import simulate
from wargame_lab.results import wilson
from wargame_pictures.paper.account import account
from wargame_thunder_on_the_mississippi import PLUGIN
from wargame_thunder_on_the_mississippi.printed import DATA
from wargame_workshop.lint import problems_of, readers


# ------------------------------------------------------------------------------------------------- odds
def test_an_undisturbed_siege_from_turn_19_ends_in_the_median_on_turn_65() -> None:
    odds = surrender_turn(19)
    assert [odds.quantile(share) for share in ("1/4", "1/2", "3/4")] == [60, 65, 71]
    assert sum(chance for _, chance in odds.items()) == 1


def test_the_chance_of_surrender_grows_with_the_points() -> None:
    assert [surrender_chance(points) for points in (8, 9, 19)] == [0, surrender_chance(10) / 3, 1]


def test_a_siege_cannot_begin_outside_the_game() -> None:
    with pytest.raises(ChartError, match=r"no turn 71 \(allowed: 1 to 70\)"):
        surrender_turn(71)


def test_the_turn_of_release_agrees_with_the_track() -> None:
    odds = release_turn(station_destroyed=True, last_box=6)
    for turn in (40, 50, 65, 70):
        track = relief_track(turn, station_destroyed=True)
        assert odds.p(lambda one, turn=turn: one <= turn) == track.p(lambda box: box >= 6)


def test_the_odds_can_be_asked_by_name() -> None:
    answer = CHARTS.odds["surrender"].ask({})
    assert "turn 60 (June 28), turn 65 (July 3), not by the last turn" in answer.title
    shown = [one["value"] for one in answer.to_json()["distributions"]["turn"]["values"]]
    assert (shown[0], shown[-1]) == ("turn 35 (June 3)", "not by the last turn")
    assert "never" in CHARTS.odds["relief_turn"].ask({"station_destroyed": "yes"}).text()


def test_play_without_operations_has_the_exact_odds() -> None:
    games = simulate("thunder_on_the_mississippi", "watchful", games=40, seed=7, scenario="siege").games
    fallen = sum(game.outcome is not None and game.outcome.winner == "union" for game in games)
    by_65 = sum(game.outcome is not None and game.outcome.winner == "union" and game.turns <= 65 for game in games)
    for count, last in ((fallen, 70), (by_65, 65)):
        low, high = wilson(count, len(games))
        assert low <= float(surrender_turn(19).p(lambda turn, last=last: turn <= last)) <= high


# ---------------------------------------------------------------------------------------------- overlay
def overlay(tmp_path: Path, name: str, old: str, new: str) -> Path:
    text = DataFolder(DATA, system=TABLES).file(name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


def test_an_owners_numbers_replace_ours(tmp_path: Path) -> None:
    game = load("thunder_on_the_mississippi", overlay(tmp_path, "effects.toml", "last_box = 6", "last_box = 9"))
    here = game.rules.set_up("siege", {})
    here.box = 8  # type: ignore[attr-defined]
    assert not here.released  # type: ignore[attr-defined]
    assert game.rules.source.digest != clock().rules.source.digest


def test_an_owners_table_replaces_ours(tmp_path: Path) -> None:
    folder = overlay(tmp_path, "random_events.toml", '"Movement Bonus", "Union', '"Rain", "Union')
    game = load("thunder_on_the_mississippi", folder)
    assert game.rules.printed["book"].random.events(3, 5) == ("rain",)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('ends = ["canton", "lines"]', 'ends = ["canton", "line"]', "'line' is not a place .*did you mean 'lines'"),
        ("besiegers = 2 ", "besiegers = 'two' ", "E203 numbers.besiegers"),
        ("places = { XIII =", "places = { XIV =", "'XIV' is not a command"),
        ("[group.french]", "[group.frenchs_division]", "missing: group 'french', which the rules name"),
    ],
)
def test_a_wrong_clock_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    folder = overlay(tmp_path, "clock.toml", old, new)
    with pytest.raises(DataError, match=problem):
        load("thunder_on_the_mississippi", folder)
    assert PLUGIN.lint is not None
    assert PLUGIN.lint(folder)


def test_what_the_clock_adds_is_marked_as_reconstructed() -> None:
    counts = account([DATA / "clock.toml"]).counts
    assert counts[Basis.TEXT] == 0
    assert counts[Basis.RECONSTRUCTION] > 40
    assert counts[Basis.FOUND] >= 7


def test_lint_reads_a_clock_file_as_a_clock_and_as_nothing_else(tmp_path: Path) -> None:
    text = (PLUGIN.data / "clock.toml").read_text("utf-8") if PLUGIN.data else ""
    (tmp_path / "clock.toml").write_text(text, encoding="utf-8")
    asked = readers(tmp_path, [tmp_path / "clock.toml"], plugins())
    assert [plugin.id for plugin, _ in asked] == [PLUGIN.id]
    assert problems_of([], asked) == []
    (tmp_path / "clock.toml").write_text(text.replace('ends = ["canton"', 'ends = ["cantoon"'), encoding="utf-8")
    problems = problems_of([], asked)
    assert problems
    assert all("did you mean 'canton'" in problem for problem in problems)


def test_the_operations_are_marked_as_ours() -> None:
    assert PLUGIN.data is not None
    data = account([PLUGIN.data / "clock.toml"]).data
    assert data
    assert not any(datum.basis is Basis.TEXT for datum in data)
    assert PLUGIN.rules is not None
    index = PLUGIN.rules()
    (ours,) = (heading for heading in index.headings if heading.heading.endswith("ours"))
    assert ours.status == "no rule"
    assert "Readings: Five places" in ours.note
