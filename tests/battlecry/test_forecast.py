"""The odds of an attack: exact, and the same by the formula and by walking the procedure of play."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from wargame_battlecry.board.actions import Attack
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.game import RULEBOOK_BATTLES
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.questions import ATTACK, cases
from wargame_battlecry.rules.battle_dice import THROWS, attack_odds, symbol_odds, text
from wargame_core import DiceError, Game, State, UnknownName
from wargame_core.errors import QueryError

FACES = "IICASF"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_a_handful_is_all_throws_of_its_dice(count: int) -> None:
    die = THROWS[count]
    assert die is not None
    assert Counter(die.faces) == Counter(
        "".join(sorted(throw, key="ICASF".index)) for throw in product(FACES, repeat=count)
    )


def test_six_dice_are_thrown_by_handfuls_with_the_same_odds() -> None:
    assert symbol_odds(6).p(lambda roll: roll.count("I") == 6) == Fraction(1, 3) ** 6


def test_a_throw_may_be_typed_in_any_order_but_must_have_its_letters() -> None:
    die = THROWS[3]
    assert die is not None
    assert die.face("fsi") == "ISF"
    assert text("IISF") == "2 infantry, 1 saber, 1 flag"
    for wrong in ("IS", "ISX", 3):
        with pytest.raises(DiceError, match="3 battle dice"):
            die.face(wrong)


def test_four_dice_on_infantry_lose_it_a_third_of_a_figure_each(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E6": "confederate infantry"})
    odds = attack_odds(board, "u1", SPACE["E6"])
    assert odds.map(lambda result: result.lost).mean() == Fraction(4, 3)
    assert odds.p(lambda result: result.is_eliminated) == Fraction(1, 81)
    assert odds.p(lambda result: result.flags == 4) == Fraction(1, 6) ** 4


def test_a_general_keeps_one_flag_from_counting(lay: Any) -> None:
    units = {"E4": "union infantry", "E6": "confederate infantry"}
    odds = attack_odds(lay(units, generals={"E6": "confederate"}), "u1", SPACE["E6"])
    assert odds.p(lambda result: result.rolled == 1 and result.flags == 0) == odds.p(lambda result: result.rolled == 1)


def test_a_lone_general_falls_to_any_saber(lay: Any) -> None:
    odds = attack_odds(lay({"E4": "union infantry"}, generals={"E5": "confederate"}), "u1", SPACE["E5"])
    assert odds.p(lambda result: result.is_eliminated) == 1 - Fraction(5, 6) ** 4


def _state(game: Game, board: BattleBoard) -> State:
    line = game.rules.program.line_of(("Battle Cry", "Turn", "Battle", "Battle with one unit"))
    return State(game.rules, "layout", game.rules.read_options({}), board, line, (), {}, 0)


@pytest.mark.parametrize("kind", ["infantry 2", "cavalry", "bucktails 2"])
def test_the_formula_agrees_with_walking_the_procedure(lay: Any, kind: str) -> None:
    board = lay({"E4": f"union {kind}", "E5": "confederate infantry 3"}, terrain={"D4": "rough", "E5": "woods"})
    formula = attack_odds(board, "u1", SPACE["E5"]).map(lambda result: 0 if result.is_eliminated else 3 - result.lost)
    game = RULEBOOK_BATTLES.of(board.book)
    walked = game.forecast(_state(game, board), Attack("u1", "E5"))
    assert walked.map(_figures_before_retreat) == formula


def _figures_before_retreat(state: State) -> int:
    board = state.board
    assert isinstance(board, BattleBoard)
    return board.figures.get("s1", 0)


def test_the_odds_of_the_command_line_are_those_of_the_board() -> None:
    answer = ATTACK.ask({"unit": "infantry", "target": "infantry", "range": "3"})
    assert answer.distributions["figures lost"].mean() == Fraction(4, 3)
    behind = ATTACK.ask({"unit": "infantry", "target": "cavalry", "range": 1, "on": "fence", "supports": 2})
    assert behind.distributions["flags to obey"].p(3) == 0
    assert "target on fence" in str(behind)


def test_a_wrong_question_about_odds_is_refused_in_words() -> None:
    with pytest.raises(QueryError, match="missing: unit"):
        ATTACK.ask({"target": "infantry", "range": 1})
    with pytest.raises(UnknownName, match="did you mean 'woods'"):
        ATTACK.ask({"unit": "infantry", "target": "infantry", "range": 1, "on": "wood"})
    with pytest.raises(UnknownName, match="range"):
        ATTACK.ask({"unit": "infantry", "target": "infantry", "range": 9})


def test_worked_examples_may_ask_for_dice_and_distance() -> None:
    functions = cases()
    units = {"E4": {"side": "union", "type": "infantry"}, "E6": {"side": "confederate", "type": "infantry"}}
    assert functions["battle_dice"]({"source": "E4", "target": "E6", "units": units}) == 4
    assert functions["distance"]({"source": "A1", "target": "I13"}) == 16
    with pytest.raises(UnknownName, match="Z1"):
        functions["distance"]({"source": "A1", "target": "Z1"})
    with pytest.raises(UnknownName, match="E5"):
        functions["battle_dice"]({"source": "E5", "target": "E6", "units": units})


def test_a_general_may_stand_among_the_units_of_an_example() -> None:
    sees = cases()["line_of_sight"]
    units = {"E4": {"side": "union", "type": "infantry"}, "E6": {"side": "confederate", "type": "infantry"}}
    given = {"source": "E4", "target": "E6", "units": units}
    assert sees(given)
    assert not sees({**given, "units": {**units, "E5": {"side": "union", "type": "general"}}})
    assert not sees({**given, "generals": {"E5": "union"}})
    with pytest.raises(UnknownName, match="kind of unit 'generl'"):
        sees({**given, "units": {**units, "E5": {"side": "union", "type": "generl"}}})
