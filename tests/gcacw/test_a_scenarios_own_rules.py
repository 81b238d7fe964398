"""Scenarios from outside bring special rules, a victory condition and an action: those of the how-to."""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.docs.howto_pages import HOWTO, blocks
from tests.gcacw_on_the_4th_day.scenario_folder import change, new_folder

from wargame_core import DataError, Game, verify_record
from wargame_core.authoring import Plugin, RulesError
from wargame_core.data.schema import schema_of
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.book import Vocabulary
from wargame_gcacw.rules.action_cycle import ActionChoices, choose_action
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.movement_costs import march_reach
from wargame_gcacw.rules.special_rules import Objectives
from wargame_gcacw.rules.victory_points import score
from wargame_laws import drive

PAGE = (HOWTO / "your-own-scenario-rules.md").read_text(encoding="utf-8")
BOXES = list(blocks(PAGE))
PROGRAM = next(text for language, words, text in BOXES if (language, words) == ("python", ["my_scenarios.py"]))
RULES = next(text for language, _, text in BOXES if language == "toml" and "standing_corn" in text)


CORN = 'hex = "S2604"\n\n[[rule]]'


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the page in an empty folder, with a scenario that asks for its rules."""
    folder = new_folder(tmp_path).rename(tmp_path / "data")
    change(folder, "# The victory table", f"{RULES}\n# The victory table")
    (tmp_path / "my_scenarios.py").write_text(PROGRAM, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_scenarios", raising=False)
    return import_module("my_scenarios")


@pytest.fixture
def game(outside: Any) -> Game:
    plugin: Plugin = outside.PLUGIN
    return plugin.games[0].build()


def board_of(game: Game) -> FieldBoard:
    board = game.rules.first_board(None, {})
    assert isinstance(board, FieldBoard)
    board.turn = board.cycles = 1
    return board


def test_a_rule_from_outside_bends_marches_and_combats_and_says_so(game: Game) -> None:
    board = board_of(game)
    corn = board.ground.map.parse("S2604")
    board.remove("csa_hampton")
    plain = Objectives()
    [rule] = [rule for rule in board.scenario.rules if rule.kind == "standing_corn"]
    assert rule.step(board, "csa_robertson", 0, corn, 4) == 6
    assert plain.step(board, "csa_robertson", 0, corn, 4) == 4
    dear = march_reach(board, "csa_robertson", 12)
    board.scenario._by_hook["step"] = ()
    board.reaches.clear()
    assert dear.cost(corn) == march_reach(board, "csa_robertson", 12).cost(corn) + 2
    board = board_of(game)
    combat = combat_at(board, ("usa_wright",), corn, how="normal")
    assert [modifier.label for modifier in combat.extra] == ["standing corn"]
    assert combat.prepared.attacker_modifiers[0] == combat.with_extra().prepared.attacker_modifiers[0]
    notes = [note.text for note in game.sheet().briefing.special_rules]
    assert any(text.startswith("Corn stands in S2604") for text in notes)


def test_a_victory_condition_from_outside_counts(game: Game) -> None:
    board = board_of(game)
    assert [line.points for line in score(board).lines if line.label == "standing in S2504"] == [3]
    board.remove("csa_robertson")
    assert [line.points for line in score(board).lines if line.label == "standing in S2504"] == [0]


@pytest.mark.parametrize(("die", "ordered"), [(3, False), (4, True)])
def test_an_action_from_outside_is_chosen_in_place_of_a_march(
    game: Game, outside: Any, die: int, ordered: bool
) -> None:
    board = board_of(game)
    board.change("usa_newton", disorganized=True)
    board.active = "union"
    assert outside.Blow("S2908") in ActionChoices(board, "union")
    assert outside.Blow("S2908") not in ActionChoices(board, "confederate")
    drive(choose_action, board, outside.Blow("S2908"), die, by="union")
    assert board.units["usa_newton"].disorganized is not ordered
    assert (board.active, board.passed_sides) == ("", ())


def test_games_with_them_are_played_recorded_and_read_back(game: Game, tmp_path: Path) -> None:
    match = game.start(seed=11)
    match.play_out({seat: game.bot("random", seed=4) for seat in game.seats})
    assert verify_record(match.save(tmp_path / "corn.jsonl"), game=game).ok


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'hex = "S2604"\n\n[[rule]]',
            'hecs = "S2604"\n\n[[rule]]',
            r"E201 rule\[\d\].hecs: unknown key \(hex",
        ),
        ('kind = "standing_corn"', 'kind = "standing_korn"', r"E204 rule\[\d\].kind: .*did you mean 'standing_corn'"),
        ('kind = "stands_in"', 'kind = "stand_in"', r"E204 victory\[\d\].kind: .*did you mean 'stands_in'"),
        (
            'hex = "S2604"\n\n[[rule]]',
            'hex = "2604"\n\n[[rule]]',
            r"E301 rule\[\d\].hex: '2604' is not a hex of the map",
        ),
    ],
    ids=["a key", "a rule", "a condition", "a hex"],
)
def test_mistakes_in_its_words_are_told_by_line(outside: Any, old: str, new: str, said: str) -> None:
    text = change(Path("data"), old, new)
    assert outside.PLUGIN.lint is not None
    line = text[: text.index(new)].count("\n") + 1
    told = [problem for problem in outside.PLUGIN.lint(Path("data")) if re.search(said, problem)]
    assert [problem.startswith(f"my_scenario.toml:{line}:") for problem in told] == [True]
    with pytest.raises(DataError):
        outside.PLUGIN.open_folder(Path("data"))


def test_the_schema_of_its_files_has_its_words(game: Game) -> None:
    schema = schema_of(game.files.schemas["my_scenario.toml"])
    assert {"StandingCorn", "Bugles", "Trampled", "Objectives", "ControlPoints"} <= schema["$defs"].keys()


def test_words_that_are_taken_or_of_another_kind_are_refused() -> None:
    with pytest.raises(RulesError, match="the words of a scenario are a Vocabulary, not 'mud'"):
        Vocabulary().with_own("mud")

    class Other(Objectives):
        kind = "objectives"

    with pytest.raises(RulesError, match="Other and Objectives have the same kind 'objectives'"):
        Vocabulary(rules=(Objectives,)).with_own(Vocabulary(rules=(Other,)))


def test_what_only_the_4th_day_has_is_not_a_word_of_the_system() -> None:
    from wargame_gcacw.game import VOCABULARY
    from wargame_gcacw_on_the_4th_day.rules import OWN

    kinds = {word.kind for word in (*VOCABULARY.rules, *VOCABULARY.victory)}
    assert kinds == {
        "rain_after_ties", "rain_all_turn", "first_initiative", "objectives", "control", "manpower",
        "line_of_communication",
    }  # fmt: skip
    own = OWN.vocabulary()
    assert kinds.isdisjoint(word.kind for word in (*own.rules, *own.victory))
