"""What a campaign's players judge by: numbers for each side, and the file from which there is a hard player."""

import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields
from benchmarks.ablation import weighted
from tests.altar_of_freedom.kit import position, vicksburg

from wargame_altar_of_freedom.authoring.folders import lint_campaign, new_campaign, open_campaign
from wargame_altar_of_freedom.players.bots import EASY, HeuristicPlayer
from wargame_altar_of_freedom.players.goals import goals_of
from wargame_altar_of_freedom.players.plan import make_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.stand import RISKS, TERMS, Outlook
from wargame_altar_of_freedom.players.weights import NORMAL, Weights
from wargame_core import DataError, Game
from wargame_core.data.schema import schema_of
from wargame_core.flow.players import Player

FEARLESS = evolve(NORMAL, danger=0.0, march=0.2, way=0.3)
SOURCE = 'source = { document = "none", basis = "ruling" }\n'
HARD = SOURCE + "[gray]\ndanger = 0.0\nmarch = 0.2\nway = 0.3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_campaign(tmp_path / "mine")
    return tmp_path / "mine"


def campaign(folder: Path) -> Game:
    game = open_campaign(folder)
    assert game is not None
    return game


def moves(game: Game, first: Player, second: Player, *, most: int = 60) -> Iterator[str]:
    """What happens in the first answers of a game, some turns of a small campaign."""
    players = dict(zip(game.seats, (first, second), strict=True))
    match = game.start(seed=3)
    return (f"{update}" for update in islice(match.iter_play(players), most))


def test_a_side_judges_by_its_own_weights_and_the_others_as_usual() -> None:
    game = vicksburg()
    first, second = game.seats
    usual = [*moves(game, HeuristicPlayer(1), HeuristicPlayer(1))]
    for seat in game.seats:
        mine = {seat: FEARLESS}
        assert [*moves(game, HeuristicPlayer(1, weights=mine), HeuristicPlayer(1, weights=mine))] != usual
    unasked = HeuristicPlayer(1, weights={second: FEARLESS}), HeuristicPlayer(1, weights={first: FEARLESS})
    assert [*moves(game, *unasked)] == usual


def test_one_player_for_both_sides_judges_for_each_by_its_own() -> None:
    game = vicksburg()
    weights = {seat: evolve(NORMAL, danger=points) for seat, points in zip(game.seats, (0.1, 3.0), strict=True)}
    player, match = HeuristicPlayer(1, weights=weights), game.start(seed=3)
    for seat, points in ((game.seats[0], 0.1), (game.seats[1], 3.0)):
        while match.waiting_for[0] != seat:
            match.play(match.choices().of.sample(player._rng))
        player(match.view(seat))
        assert player._weights.danger == points


def test_a_folder_with_the_file_has_a_hard_player(folder: Path) -> None:
    game = campaign(folder)
    assert "hard" not in game.bots
    digest = game.rules.source.digest
    (folder / "hard.toml").write_text(HARD, "utf-8")
    game = campaign(folder)
    assert lint_campaign(folder) == []
    assert game.rules.source.digest == digest  # records go on, whatever a bot thinks
    hard = [*moves(game, game.bots["hard"](1), game.bots["hard"](1))]
    assert hard == [*moves(game, *(HeuristicPlayer(1, weights={"gray": FEARLESS}) for _ in game.seats))]
    assert hard != [*moves(game, *(HeuristicPlayer(1) for _ in game.seats))]


def test_a_campaign_may_have_numbers_of_its_own_for_all_but_the_hard_player(folder: Path) -> None:
    digest = campaign(folder).rules.source.digest
    (folder / "normal.toml").write_text(HARD, "utf-8")
    (folder / "hard.toml").write_text(SOURCE, "utf-8")
    game = campaign(folder)
    assert lint_campaign(folder) == []
    assert game.rules.source.digest == digest

    def begins(name: str, **changed: Mapping[str, Any]) -> bool:
        """Whether a game begins as if played by a player who was changed so."""
        named, like = game.bots[name], (HeuristicPlayer(1, **changed) for _ in game.seats)
        return [*islice(moves(game, named(1), named(1)), 60)] == [*islice(moves(game, *like), 60)]

    mine = {"gray": FEARLESS}
    assert begins("heuristic", weights=mine)
    assert begins("easy", weights=mine, noise=dict.fromkeys(game.seats, EASY))
    assert begins("hard")
    assert not begins("hard", weights=mine)


def test_a_mistake_in_the_numbers_of_a_campaign_is_told_with_its_line(folder: Path) -> None:
    (folder / "normal.toml").write_text(SOURCE + "[gray]\ndangre = 1.0", "utf-8")
    (line,) = lint_campaign(folder)
    assert line.startswith("normal.toml:3:1: E201 gray.dangre")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[gray]\ndangre = 1.0", r"hard.toml:3:1: E201 gray.dangre: .*did you mean 'danger'\?"),
        (
            "[grey]\ndanger = 1.0",
            r"hard.toml:2:2: E301 grey: 'grey' is not a side \(blue, gray\); did you mean 'gray'\?",
        ),
        ("[gray]\ndanger = [1.0]", r"hard.toml:3:\d+: E203 gray.danger"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_hinders_the_hard_player_alone(
    folder: Path, text: str, problem: str
) -> None:
    (folder / "hard.toml").write_text(SOURCE + text, "utf-8")
    (line,) = lint_campaign(folder)
    assert re.match(problem, line), line
    game = campaign(folder)
    assert [*moves(game, game.bots["heuristic"](1), game.bots["easy"](1), most=10)]
    with pytest.raises(DataError, match=problem.partition(":")[0]):
        game.bots["hard"](1)


def test_an_ablation_changes_a_number_for_both_sides() -> None:
    thrifty = evolve(NORMAL, march=0.0)
    assert weighted("vicksburg", ["weights.march=0.0"]) == {"weights": dict.fromkeys(vicksburg().seats, thrifty)}


def test_the_schema_of_the_file_knows_its_numbers_and_their_ends(folder: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema checks the schemas (extra dev)")
    schema = schema_of(campaign(folder).files.schemas["hard.toml"])
    source = tomllib.loads(SOURCE)

    def complaints(gray: dict[str, object]) -> list[str]:
        found = jsonschema.Draft202012Validator(schema).iter_errors({**source, "gray": gray})
        return [error.message for error in found]

    assert complaints({"danger": 3, "march": 0.5, "basis": "ruling"}) == []
    assert complaints({"danger": "much"}) == ["'much' is not of type 'number'"]
    (unknown,) = complaints({"dangre": 1.0})
    assert "'dangre'" in unknown
    assert [*jsonschema.Draft202012Validator(schema).iter_errors({"gray": {}})] != []


def test_each_weight_names_the_function_that_adds_up_its_term() -> None:
    source = Path(inspect.getsourcefile(Weights) or "").read_text("utf-8")
    named = re.findall(r"`(\w+)\.([\w.]+)`", source.partition("class Weights")[2].partition("NORMAL: Final")[0])
    assert len(named) >= len(fields(Weights))
    for module, path in named:
        attrgetter(path)(import_module(f"wargame_altar_of_freedom.players.{module}"))


def test_every_term_has_one_weight_and_the_terms_of_a_space_add_up_to_its_worth() -> None:
    at = {"loring": "12,15", "stevenson": "11,15", "carr": "Auburn", "hovey": "13,14"}
    board = position("Move one token", at, depots=False, moving="cs_mississippi").match.view("confederate").board
    now = Situation(board, "confederate", Fields(), weights=evolve(NORMAL, company=0.5))
    outlook, token = Outlook(now, make_plan(now)), board.tokens["loring"]
    friends = [space for friend, space in board.at.items() if friend == "stevenson"]
    names = {term.name for term in (*TERMS, *RISKS)} | {goal.term for goal in goals_of(now)}
    assert names <= {own.name for own in fields(Weights)}
    for space in board.campaign.map.neighbours[board.at["loring"]]:
        points = outlook.in_points(token, space)
        assert points["danger"] < 0 or points["way"] < 0
        worth = outlook.gain(token, space, now.spaces_of_others(token)) + outlook.risk(token, space, friends)
        assert sum(points.values()) == pytest.approx(worth)
