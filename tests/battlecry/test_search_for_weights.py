"""The search by which weights of heuristic players are found: `benchmarks/spsa.py`."""

import tomllib
from pathlib import Path

import pytest
from attrs import evolve
from benchmarks.spsa import A_STEP, Search, as_toml, begun, main, numbers_of, pair
from benchmarks.weights import ALL, as_taken, chances

import wargame_altar_of_freedom.players.weights as campaigns
import wargame_core
import wargame_gcacw.players.weights as great_campaigns
from wargame_battlecry.players.weights import HARD, NORMAL
from wargame_core.plugins.discovery import plugin


def data(name: str) -> Path:
    """The folder of a game's packaged data files."""
    folder = plugin(name).data
    assert folder is not None
    return folder


FLAG, RALLY = (ALL, "flag", 0), (ALL, "rally", 0)


def test_a_number_goes_the_way_that_wins_and_one_that_shows_nothing_stays_about_where_it_was() -> None:
    search = Search({ALL: NORMAL})
    for flag, rally in ((1, 1), (-1, 1), (1, -1), (-1, -1)) * 40:
        search.learn({FLAG: flag, RALLY: rally}, 1.0 if flag > 0 else -0.5)
    found = search.at()[ALL]
    assert found.flag > NORMAL.flag * 1.2
    assert abs(found.rally - NORMAL.rally) < 0.01
    assert search.slope(FLAG) > 5 > 1 > abs(search.slope(RALLY))


def test_two_players_are_a_step_apart_from_the_middle_in_opposite_directions() -> None:
    search = Search({ALL: NORMAL})
    up, down = (search.at({FLAG: 1, RALLY: -1}, side)[ALL] for side in (1, -1))
    assert up.flag * down.flag == pytest.approx(NORMAL.flag**2)
    assert up.flag > NORMAL.flag * (1 + A_STEP)
    assert up.rally < NORMAL.rally
    assert up.quiet == down.quiet == NORMAL.quiet


def test_no_weight_changes_its_sign_and_what_is_none_may_be_either() -> None:
    search = Search({ALL: NORMAL})
    for _ in range(400):
        search.learn({(ALL, "step_and_fire", 0): -1, (ALL, "enter", 0): -1}, 2.0)
    found = search.at()[ALL]
    assert 0 < found.step_and_fire < 0.5
    assert found.enter < 0


def test_only_numbers_are_moved_each_on_its_own() -> None:
    assert "keep" not in numbers_of(NORMAL)
    assert len(numbers_of(NORMAL)["answer"]) == 8
    search = Search({ALL: NORMAL})
    answer = search.at({(ALL, "answer", 1): 1}, 1)[ALL].answer
    assert answer[0] == NORMAL.answer[0]
    assert answer[1] > NORMAL.answer[1]


def test_each_side_of_a_series_has_numbers_of_its_own_and_chances_stay_chances() -> None:
    game = wargame_core.load("gcacw_on_the_4th_day")
    search = begun(game, "normal", "lees_retreat")
    first, second = game.seats
    assert {seat for seat, _, _ in search.gone} == {first, second}
    for _ in range(2000):
        search.learn({(first, "strength", 0): 1, (first, "kept", 0): 1}, 9.0)
    found = search.at()
    assert found[second] == great_campaigns.NORMAL
    assert found[first].strength > 1000
    assert 0.99 < found[first].kept <= 1
    assert begun(wargame_core.load("battlecry"), "hard").start.keys() == {ALL}


def test_what_was_found_is_written_as_the_file_that_a_campaign_reads(tmp_path: Path) -> None:
    found = {
        "blue": evolve(campaigns.NORMAL, danger=1.23456, march=0.1),
        "gray": campaigns.NORMAL,
    }
    text = as_toml(found, campaigns.NORMAL)
    tables = tomllib.loads(text)
    assert tables.pop("source")["basis"] == "reconstruction"
    assert tables == {"blue": {"march": 0.1, "danger": 1.235}, "gray": {}}
    (tmp_path / "hard.toml").write_text(text, "utf-8")
    read = campaigns.read_weights(wargame_core.data.DataFolder(tmp_path), found)
    assert read == {**found, "blue": evolve(found["blue"], danger=1.235)}


def test_a_search_goes_on_from_the_numbers_of_the_hard_player() -> None:
    assert begun(wargame_core.load("battlecry"), "hard").start == {ALL: HARD}
    vicksburg, fourth_day = wargame_core.load("vicksburg"), wargame_core.load("gcacw_on_the_4th_day")
    folders = [wargame_core.data.DataFolder(data(game.id)) for game in (vicksburg, fourth_day)]
    assert begun(vicksburg, "hard").start == campaigns.read_weights(folders[0], vicksburg.seats)
    by_scenario = great_campaigns.read_weights(folders[1])
    for scenario in fourth_day.scenarios:
        assert begun(fourth_day, "hard", scenario.id).start == by_scenario[scenario.id]


def test_a_game_without_a_hard_player_has_no_numbers_of_one() -> None:
    game = wargame_core.load("gettysburg")
    usual = evolve(game, players={"heuristic": game.bots["heuristic"]})
    with pytest.raises(LookupError, match="gettysburg has no hard player"):
        begun(usual, "hard")


def test_each_games_player_takes_its_weights_in_its_own_form() -> None:
    battle, campaign, series = map(wargame_core.load, ("battlecry", "vicksburg", "gcacw_on_the_4th_day"))
    assert as_taken(battle, {ALL: NORMAL}, ["bull_run"]) == NORMAL
    by_seat = dict.fromkeys(campaign.seats, campaigns.NORMAL)
    assert as_taken(campaign, by_seat, ["historical"]) == by_seat
    of_sides = dict.fromkeys(series.seats, great_campaigns.NORMAL)
    assert as_taken(series, of_sides, ["lees_retreat"]) == {"lees_retreat": of_sides}


def test_chances_are_those_that_are_marked() -> None:
    assert chances("gcacw_on_the_4th_day") == {"kept", "lost", "stays", "least_stays"}
    assert not chances("vicksburg")


def test_numbers_that_are_held_and_those_of_the_other_side_stay_exactly_as_they_are() -> None:
    game = wargame_core.load("vicksburg")
    first, second = game.seats
    search = begun(game, "hard", held=frozenset({"way", "post"}), side=second)
    assert {seat for seat, _, _ in search.gone} == {second}
    assert {name for _, name, _ in search.gone} == numbers_of(campaigns.NORMAL).keys() - {"way", "post"}
    search.learn(dict.fromkeys(search.gone, 1), 5.0)
    start, found = search.start, search.at()
    assert found[first] == start[first]
    assert (found[second].way, found[second].post) == (start[second].way, start[second].post)
    assert found[second].danger > start[second].danger


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["battlecry", "--from", "best"], "battlecry has no best player; it has normal, hard"),
        (["battlecry", "--hold", "flagg"], "battlecry has no number flagg; it has flag, "),
        (["battlecry", "--side", "union"], "union has no numbers of its own; all judge by the same"),
        (["vicksburg", "--side", "union"], "union has no numbers of its own; federal, confederate have"),
        (["battlecry", "--scenario", "bullrun"], "bullrun is not a scenario of battlecry: "),
        (["gcacw_on_the_4th_day"], "--scenario ID, one of lees_retreat, the_battle_continues"),
    ],
)
def test_a_search_for_what_is_not_there_says_what_is(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*arguments, "--pairs", "0"])
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(("name", "scenario"), [("battlecry", None), ("vicksburg", "historical")])
def test_a_pair_gains_nothing_where_both_judge_alike(name: str, scenario: str | None) -> None:
    game = wargame_core.load(name)
    weights = begun(game, "normal").at()
    assert pair(game, weights, weights, scenario or game.scenarios[0].id, 5) == 0


def test_the_pairs_of_another_search_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "pairs.jsonl"
    arguments = ["battlecry", "--pairs", "0", "--out", str(kept)]
    main([*arguments, "--seed", "5"])
    before = kept.read_text("utf-8")
    with pytest.raises(SystemExit):
        main([*arguments, "--seed", "6"])
    assert 'of another search: ["battlecry", "normal", "all", 5]' in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*arguments, "--seed", "5", "--hold", "flag"])
    assert '{"hold": "flag", "side": ""}' in capsys.readouterr().err
    assert kept.read_text("utf-8") == before


def test_pairs_that_were_played_are_taken_up_with_the_directions_they_were_played_in(tmp_path: Path) -> None:
    kept, found = tmp_path / "pairs.jsonl", tmp_path / "found.toml"
    kept.write_text('["battlecry", "normal", "all", 5]\n4.0\n-2\n', "utf-8")
    main(["battlecry", "--pairs", "2", "--seed", "5", "--out", str(kept), "--write", str(found)])
    numbers = tomllib.loads(found.read_text("utf-8"))["all"]
    assert {name: numbers[name] for name in ("flag", "quiet", "ride")} == {
        "flag": 3.033,
        "quiet": 7.914,
        "ride": 0.7914,
    }
