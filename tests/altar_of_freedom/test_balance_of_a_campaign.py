"""`wargame balance` over the campaign that `wargame new` writes."""

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_altar_of_freedom.authoring.folders import new_campaign, open_campaign
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_lab.batches import simulate
from wargame_terminal import main
from wargame_workshop.balance.study import study

GAMES = 3


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    new_campaign(tmp_path / "mine")
    return tmp_path / "mine"


def test_awards_are_those_in_the_ledgers_of_the_same_games_played_again(folder: Path) -> None:
    game = open_campaign(folder)
    assert game is not None
    watched = study(folder, game, dict.fromkeys(game.seats, "heuristic"), GAMES, 11)
    played = simulate(game, "heuristic", games=GAMES, seed=11)
    counted: Counter[str] = Counter()
    for index in range(GAMES):
        board = played.replay(index, game).board
        assert isinstance(board, CampaignBoard)
        counted.update(award.id for award in board.ledger)
    assert [one.result.outcome for one in watched.games] == [one.outcome for one in played.games]
    told = {award["award"]: award["times"] for award in watched.to_json()["awards"] if award["times"]}
    assert told == dict(counted)


def test_the_points_at_the_end_of_each_turn_are_those_that_the_ledger_has_until_then(folder: Path) -> None:
    game = open_campaign(folder)
    assert game is not None
    for one in study(folder, game, dict.fromkeys(game.seats, "heuristic"), GAMES, 11).games:
        assert [row.turn for row in one.turns] == [*range(1, one.result.turns + 1)]
        for row in one.turns:
            for side, points in row.facts.points.items():
                until_then = [line for line in one.end.scored if line.side == side and line.turn <= row.turn]
                assert points == sum(line.points for line in until_then)


def test_the_command_compares_two_versions_and_writes_a_page(folder: Path) -> None:
    words = ["--games", "2", "--seed", "3", "--second-bot", "none", "--out", "b.html", "--what-if", "blue_oakham=3"]
    done = CliRunner().invoke(main, ["balance", "./mine", "--against", "./mine", *words, "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert {row["difference"] for row in told["against"]["differences"]} == {0}
    assert told["what_if"]["points"] == {"blue_oakham": 3}
    assert told["first_mover"].startswith("first move: with blue first")
    assert "Where they stood" in Path("b.html").read_text("utf-8")
    wrong = CliRunner().invoke(main, ["balance", "./mine", "--games", "2", "--what-if", "blue_okham=3"])
    assert wrong.exit_code == 2
    assert "did you mean 'blue_oakham'" in wrong.output


@pytest.mark.thorough
def test_two_processes_tell_the_same_as_one(folder: Path) -> None:
    game = open_campaign(folder)
    assert game is not None
    bots = dict.fromkeys(game.seats, "heuristic")
    assert study(folder, game, bots, 6, 1, jobs=2).to_json() == study(folder, game, bots, 6, 1).to_json()
