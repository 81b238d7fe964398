"""What players judge by: by scenario and side, from a file beside the scenarios, and nothing shared between them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields_dict
from tests.gcacw_on_the_4th_day.scenario_folder import DATA, SCENARIOS, change, new_folder

from wargame_core import DataError, Game
from wargame_core.data import DataFolder, documents
from wargame_core.data.schema import line_about, schema_of
from wargame_gcacw.players.heuristic import HeuristicPlayer, bots
from wargame_gcacw.players.plans import hex_value
from wargame_gcacw.players.situation import Situation
from wargame_gcacw.players.targets import Aim, targets
from wargame_gcacw.players.weights import NORMAL, Weights, read_weights

Lay = Any
SOURCE = 'source = { document = "none", basis = "ruling" }\n'
ONE = """[first_light.union]
enough = 0.5
levels = [0, 0.3, 0.5, 1, 2]

[first_light.confederate]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


def written(folder: Path, text: str) -> Path:
    (folder / "hard.toml").write_text(SOURCE + text, "utf-8")
    return folder


def test_a_file_holds_the_numbers_that_differ_by_scenario_and_side(tmp_path: Path) -> None:
    read = read_weights(DataFolder(written(tmp_path, ONE)), ["first_light"])
    union = Weights(enough=0.5, levels=(0.0, 0.3, 0.5, 1.0, 2.0))
    assert read == {"first_light": {"union": union, "confederate": NORMAL}}


def test_without_the_file_nobody_judges_otherwise(tmp_path: Path) -> None:
    assert read_weights(DataFolder(tmp_path)) == {}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[first_light.union]\nenuogh = 0.5\n", 2, "enough"),
        ("[first_light.unoin]\nenough = 0.5\n", 1, "union"),
        ("[first_ligth.union]\nenough = 0.5\n", 1, "first_light"),
        ("[first_light.union]\nenough = 'much'\n", 2, "number"),
        ("[first_light.union]\nblock = [0.5]\n", 2, "block"),
        (
            "[first_light.union]\nlost = 1.01\n",
            2,
            "E207 first_light.union.lost: a chance goes from 0 to 1",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_was_meant(folder: Path, text: str, line: int, said: str) -> None:
    (told,) = SCENARIOS.lint(written(folder, text))
    assert told.startswith(f"hard.toml:{line + 1}:")
    assert said in told
    with pytest.raises(DataError, match=f"hard.toml:{line + 1}:"):
        read_weights(DataFolder(folder), ["first_light"])


def test_mistakes_of_a_scenario_and_of_its_hard_player_are_told_together(folder: Path) -> None:
    change(folder, "dates = ", "datse = ")
    told = SCENARIOS.lint(written(folder, "[first_light.union]\nkept = -0.5\n"))
    assert any(one.startswith("my_scenario.toml:") and "datse" in one for one in told)
    assert "hard.toml:3:1: E207 first_light.union.kept: a chance goes from 0 to 1; this is -0.5" in told


def test_a_folder_is_linted_by_reading_each_of_its_files_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[str] = Counter()

    def count(path: Path, limit: Any = documents.read_limited) -> bytes:
        read[path.name] += 1
        content: bytes = limit(path)
        return content

    monkeypatch.setattr(documents, "read_limited", count)
    assert SCENARIOS.lint(written(folder, ONE)) == []
    assert read == {"hard.toml": 1, "my_scenario.toml": 1, "units.toml": 1, "map.toml": 1}


def test_the_schema_of_the_file_knows_its_numbers_and_their_ends(game: Game) -> None:
    assert line_about(game.files.schemas["hard.toml"]).startswith("What a player's judgement rests on")
    weights = schema_of(game.files.schemas["hard.toml"])["$defs"]["Weights"]
    assert weights["properties"].keys() > {"enough", "kept"}
    assert weights["properties"]["kept"] == {"type": "number", "minimum": 0, "maximum": 1, "description": "a chance"}
    assert not weights["additionalProperties"]


def test_there_is_a_hard_player_where_every_scenario_has_weights() -> None:
    hard = {"first": {"union": NORMAL}}
    assert "hard" in bots(["first"], {}, hard)
    assert "hard" not in bots(["first", "second"], {}, hard)
    assert "hard" not in bots(["first"], {})


def test_a_designers_folder_brings_its_hard_player_and_the_same_game(tmp_path: Path) -> None:
    folder = new_folder(tmp_path)
    before = SCENARIOS.opened(folder)
    assert before is not None
    assert "hard" not in before.bots
    (scenario,) = before.rules.scenarios
    game = SCENARIOS.opened(written(folder, ONE.replace("first_light", scenario.id)))
    assert game is not None
    assert game.rules.source.digest == before.rules.source.digest
    hard: Any = game.bots["hard"](seed=1)
    assert hard._weights[scenario.id]["union"].enough == 0.5


def test_the_packaged_scenarios_can_be_opened_whatever_their_hard_player_is(game: Game) -> None:
    known = [scenario.id for scenario in game.rules.scenarios]
    read = read_weights(DataFolder(DATA), known)
    assert ("hard" in game.bots) == (set(read) == set(known))


def test_a_player_judges_by_scenario_and_side_and_keeps_what_follows_apart(lay: Lay) -> None:
    mild = evolve(NORMAL, pressure=(0.5, 0.5, 0.3, 0.2))
    player = HeuristicPlayer(1, weights={"the_battle_continues": {"union": mild}})
    board = lay("the_battle_continues", csa_hood="S3103", usa_howe="S3203")
    union, confederate = (
        player._situation(board, side, is_planned=False, stop=None) for side in ("union", "confederate")
    )
    elsewhere = player._situation(lay(csa_hood="S3103"), "union", is_planned=False, stop=None)
    assert (union.weights, confederate.weights, elsewhere.weights) == (mild, NORMAL, NORMAL)
    assert union.kept is not confederate.kept
    assert confederate.kept is elsewhere.kept
    place = board.units["usa_howe"].space
    usual = Situation(board, "union").attack_strength_near[place]
    assert 0 < union.attack_strength_near[place] == pytest.approx(0.5 * usual)


@pytest.mark.parametrize("aim", Aim)
def test_each_aim_has_its_factor(aim: Aim) -> None:
    assert fields_dict(Weights)[aim.name.lower()].default == 1.0


def test_what_draws_a_unit_is_worth_its_factor(lay: Lay) -> None:
    board = lay(csa_hood="S3103", usa_howe="S3203")
    unit = "usa_howe"
    usual = targets(Situation(board, "union"), unit)
    barred = targets(Situation(board, "union", weights=evolve(NORMAL, bar=2.0)), unit)
    factors = {target.aim: again.value / target.value for target, again in zip(usual, barred, strict=True)}
    assert factors[Aim.BAR] == pytest.approx(2)
    assert {factor for aim, factor in factors.items() if aim != Aim.BAR} <= {1.0}


def test_lines_are_worth_their_factor(lay: Lay) -> None:
    board = lay(csa_hood="S3103")
    space = board.units["csa_hood"].space

    def value(line: float) -> float:
        return hex_value(Situation(board, "confederate", weights=evolve(NORMAL, line=line)), "csa_hood", space)

    assert value(2.0) - value(1.0) == pytest.approx(value(1.0) - value(0.0))
    assert value(1.0) > value(0.0)
