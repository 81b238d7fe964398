"""A new rule of an author's changes what the bot chooses: it says what it is worth, and no bot knows its class."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tests.gcacw.test_a_scenarios_own_rules import game, outside

from wargame_core import Game
from wargame_core.authoring import LEGAL, Modifier, Procedure, Table, Verdict, refuse
from wargame_gcacw.board.actions import SpecialAction
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.attack_values import best_attack
from wargame_gcacw.players.costs import cost_to_march
from wargame_gcacw.players.plans import march_plan
from wargame_gcacw.players.situation import Situation
from wargame_gcacw.players.weights import NORMAL
from wargame_gcacw.printed.book import POINT, LossCause
from wargame_gcacw.printed.counters import Arm, Side
from wargame_gcacw.rules.action_cycle import ActionChoices
from wargame_gcacw.rules.points_ledger import LedgerLine
from wargame_gcacw.rules.special_rules import SpecialRule, VictoryCondition

__all__ = ["game", "outside"]
NEAR, FAR = "S2305", "S2512"


@frozen
class Rendezvous(VictoryCondition):
    """Points of the Confederates for a side one of whose units stands in a hex at the end."""

    kind: ClassVar[str] = "rendezvous"
    side: Side
    hex: str
    points: int

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        met = board.holding_side(board.ground.map.parse(self.hex)) == self.side
        yield LedgerLine(Fraction(self.points * met), "the rendezvous")

    def for_standing(self, board: FieldBoard, unit: str) -> Mapping[int, float]:
        return {board.ground.map.parse(self.hex): self.points} if board.unit(unit).side == self.side else {}


@frozen
class Medals(VictoryCondition):
    """Points for each loss that the Confederates suffer by combat."""

    kind: ClassVar[str] = "medals"
    points: int

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        lost = sum(n for key, n in board.lost_manpower.items() if key.startswith("confederate:combat"))
        yield LedgerLine(Fraction(self.points * lost), "medals")

    def for_loss(self, board: FieldBoard, side: Side, arm: Arm, cause: LossCause) -> float:
        return float(self.points) if (side, cause) == ("confederate", "combat") else 0.0


@frozen
class Coffee(SpecialRule):
    """The units of a side march further."""

    kind: ClassVar[str] = "coffee"
    points: int

    def allowance(self, board: FieldBoard, side: Side, arm: Arm) -> Iterable[Modifier]:
        yield Modifier(self.points, "coffee")

    def extended_march(self, board: FieldBoard, unit: str) -> Iterable[Modifier]:
        yield Modifier(self.points, "no sleep")


@frozen
class Truce(SpecialRule):
    """Nobody attacks a hex."""

    kind: ClassVar[str] = "truce"
    hex: str

    def attack(self, board: FieldBoard, unit: str, target: int, how: str) -> Verdict:
        return refuse("truce", "there is a truce") if board.ground.name(target) == self.hex else LEGAL


def with_rules(game: Game, *rules: SpecialRule | VictoryCondition) -> FieldBoard:
    """The board of the page's scenario at the beginning, with further rules and conditions."""
    board = game.start(seed=1).board
    assert isinstance(board, FieldBoard)
    special = tuple(rule for rule in rules if isinstance(rule, SpecialRule))
    victory = tuple(rule for rule in rules if isinstance(rule, VictoryCondition))
    printed = board.scenario
    changed = evolve(printed, rules=(*printed.rules, *special), victory=(*printed.victory, *victory))
    board.book = evolve(board.book, scenarios={board.scenario_id: changed})
    return board


def marches_to(board: FieldBoard, unit: str) -> str:
    """The hex for which the bot would march with a unit."""
    situation = Situation(board, board.unit(unit).side)
    return board.ground.name(march_plan(situation, unit, False, True).to)


def test_a_unit_marches_to_the_hex_for_which_a_new_condition_gives_points(game: Game) -> None:
    assert marches_to(with_rules(game), "csa_hampton") != NEAR
    assert marches_to(with_rules(game, Rendezvous("confederate", NEAR, 30)), "csa_hampton") == NEAR


def test_a_unit_stands_in_the_way_of_an_enemy_whom_a_new_condition_gives_points(game: Game) -> None:
    assert marches_to(with_rules(game, Rendezvous("union", NEAR, -40)), "csa_hampton") == NEAR


def test_marches_are_planned_with_the_allowance_that_a_new_rule_gives(game: Game) -> None:
    aim = Rendezvous("confederate", FAR, 60)
    assert marches_to(with_rules(game, aim), "csa_jones") != FAR
    assert marches_to(with_rules(game, aim, Coffee(8)), "csa_jones") == FAR


def test_a_march_costs_more_by_the_modifiers_that_a_new_rule_gives_the_extended_march_table(game: Game) -> None:
    def cost(*rules: SpecialRule) -> float:
        board = with_rules(game, *rules)
        board.change("usa_wright", fatigue=3)
        return cost_to_march(NORMAL, board, "usa_wright")

    assert cost(Coffee(3)) > cost()


def attack_of(board: FieldBoard) -> tuple[float, str] | None:
    """What the bot's best attack with Wright is worth from the hex beside Hampton, and where it goes."""
    beside = next(space for space in board.ground.map.neighbours[board.units["csa_hampton"].space])
    board.put("usa_wright", evolve(board.units["usa_wright"], space=beside))
    attack = best_attack(Situation(board, "union"), "usa_wright", beside, 6 * POINT)
    return (attack.value, board.ground.name(attack.target)) if attack is not None else None


def test_no_attack_is_planned_that_a_new_rule_forbids_and_one_that_gains_by_a_condition_is(game: Game) -> None:
    plain, rewarded = attack_of(with_rules(game)), attack_of(with_rules(game, Medals(-20)))
    assert plain is not None
    assert rewarded is not None
    assert rewarded[0] > plain[0] + 5
    assert attack_of(with_rules(game, Truce(plain[1]))) is None


@pytest.mark.parametrize(("worth", "blows"), [(50.0, True), (0.0, False)])
def test_an_action_of_a_new_rule_is_taken_when_it_is_worth_more_than_a_march(
    game: Game, outside: Any, monkeypatch: pytest.MonkeyPatch, worth: float, blows: bool
) -> None:
    monkeypatch.setattr(outside.Blow, "worth", lambda action, board, side: worth)
    match = game.start(seed=1)
    board = match.board
    assert isinstance(board, FieldBoard)
    board.change("usa_newton", disorganized=True)
    while match.waiting_for != ("union",) or not isinstance(match.view("union").choices.of, ActionChoices):
        seat = match.waiting_for[0]
        match.play(next(iter(match.choices(seat))), seat)
    assert isinstance(game.bot("heuristic", seed=1)(match.view("union")), outside.Blow) is blows


def test_a_new_action_without_its_worth_is_an_error() -> None:
    @frozen
    class Halloo(SpecialAction, kind="halloo"):
        def follow(self, table: Table[FieldBoard]) -> Procedure[None]:
            yield from ()

    with pytest.raises(TypeError, match=r"abstract method '?worth"):
        Halloo()  # type: ignore[abstract]
