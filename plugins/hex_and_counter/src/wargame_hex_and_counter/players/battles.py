"""What a battle may bring, in points: the results of the table by their chances, retreats that are barred included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Final, TypeAlias, assert_never

from attrs import frozen

from wargame_core.charts import Consequence, OddsTable, OffChart, Result, ResultEffect
from wargame_core.rulings import Modifier
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.board import HexBoard
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.players.outlook import Force, Outlook
from wargame_hex_and_counter.rules.combat import Combat

PARTS: Final = 12
"""Into how many parts of a point strengths are rounded."""
SHARE_LOST_BY_RETREAT: Final = 0.12
"""The part of its worth that a unit loses which has to retreat: the ground, and its place in the line."""
Chances: TypeAlias = Sequence[tuple[float, Result]]
"""Results, each with its chance."""


@frozen
class Stack:
    """Units that fight together: their strength, what the first, second, ... step costs them at the least."""

    strength: float
    losses: tuple[float, ...]

    @staticmethod
    def of(forces: Iterable[Force]) -> Stack:
        """What some units are together."""
        forces = tuple(forces)
        by_unit = sorted(loss for force in forces for loss in force.losses)
        return Stack(sum(force.strength for force in forces), tuple(by_unit))

    def step_loss(self, steps: int) -> float:
        """The strength that so many steps cost."""
        return sum(self.losses[:steps])


@frozen
class Side:
    """One side of a battle: who fights, what a point of its strength is worth, and how likely it has a way back."""

    stack: Stack
    worth: float
    may_retreat: float


def worth_of(chances: Chances, attacker: Side, defender: Side, ground: float, blocked_outcome: str) -> float:
    """The points that an attack brings the attacker in the mean; ``ground`` is what the defender's hex is worth.

    ``blocked_outcome`` says what becomes of units that have no way to retreat.
    """
    return sum(chance * _of_result(result, attacker, defender, ground, blocked_outcome) for chance, result in chances)


def chance_to_take(chances: Chances, attacker: Side, defender: Side, blocked_outcome: str) -> float:
    """How likely the attacker comes into the defender's hex: the defender leaves it, and the attacker does not."""
    total = 0.0
    for chance, result in chances:
        _, gone_by_side, _ = _after_result(result, attacker, defender, blocked_outcome)
        total += chance * gone_by_side["defender"] * (1 - gone_by_side["attacker"])
    return total


def _of_result(result: Result, attacker: Side, defender: Side, ground: float, blocked_outcome: str) -> float:
    """What one result brings the attacker."""
    losses, leave_chances, retreat_chances = _after_result(result, attacker, defender, blocked_outcome)
    gain = losses["defender"] * defender.worth - losses["attacker"] * attacker.worth
    gain += SHARE_LOST_BY_RETREAT * retreat_chances["defender"] * defender.stack.strength * defender.worth
    gain -= SHARE_LOST_BY_RETREAT * retreat_chances["attacker"] * attacker.stack.strength * attacker.worth
    return gain + leave_chances["defender"] * (1 - leave_chances["attacker"]) * ground


BySide: TypeAlias = dict[str, float]
"""A number for the attacker and one for the defender."""


def _after_result(
    result: Result, attacker: Side, defender: Side, blocked_outcome: str
) -> tuple[BySide, BySide, BySide]:
    """By side the strength that one result costs, how likely it leaves its hex, and how likely by a retreat."""
    sides = {"attacker": attacker, "defender": defender}
    lost_by_side, gone_by_side = {"attacker": 0.0, "defender": 0.0}, {"attacker": 0.0, "defender": 0.0}
    retreated = {"attacker": 0.0, "defender": 0.0}
    for choice in result.steps:
        consequence = _chosen(choice, sides[choice[0].side])
        role, other_role = consequence.side, "defender" if consequence.side == "attacker" else "attacker"
        stack, ways = sides[role].stack, sides[role].may_retreat
        strength_left = stack.strength - lost_by_side[role]
        match consequence.effect:
            case ResultEffect.ELIMINATED:
                lost_by_side[role], gone_by_side[role] = stack.strength, 1.0
            case ResultEffect.RETREATS:
                blocked = strength_left if blocked_outcome == "eliminated" else min(strength_left, stack.step_loss(1))
                lost_by_side[role] += (1 - ways) * blocked
                gone_by_side[role] = max(gone_by_side[role], 1.0 if blocked_outcome == "eliminated" else ways)
                retreated[role] = ways
            case ResultEffect.LOSES_STEPS:
                loss = min(strength_left, stack.step_loss(consequence.amount))
                lost_by_side[role] += loss
                gone_by_side[role] = max(gone_by_side[role], float(loss >= strength_left))
            case ResultEffect.LOSES:
                lost_by_side[role] += min(strength_left, consequence.amount + 1)
            case ResultEffect.LOSES_AS_MUCH:
                lost_by_side[role] += min(strength_left, lost_by_side[other_role] + 1)
            case _:
                assert_never(consequence.effect)
    return lost_by_side, gone_by_side, retreated


def _chosen(choice: Sequence[Consequence], side: Side) -> Consequence:
    """Which of the results its owner chooses: to retreat, if there is a way."""
    retreats = [consequence for consequence in choice if consequence.effect is ResultEffect.RETREATS]
    remaining_consequences = [consequence for consequence in choice if consequence.effect is not ResultEffect.RETREATS]
    return (retreats + remaining_consequences if side.may_retreat >= 0.5 else remaining_consequences + retreats)[0]


@frozen
class BattleModifiers:
    """What the rules of combat make of a whole battle, whatever the ground: a shift, and what multiplies the attack."""

    shift: int = 0
    attack: float = 1.0


USUAL: Final = BattleModifiers()
"""Those of a game whose rules say nothing of whole battles."""


def battle_modifiers_with(
    outlook: Outlook, combat: Combat, battle: Battle, spaces: Mapping[str, int]
) -> BattleModifiers:
    """What `Combat.shifts` and `Combat.factors` say of a battle when units stand in these hexes."""
    if not combat.modifies_battles:
        return USUAL
    return battle_modifiers(combat, outlook.board_with(spaces), battle)


def battle_modifiers(combat: Combat, board: HexBoard, battle: Battle) -> BattleModifiers:
    """What they say of it on a board."""
    if not combat.modifies_battles:
        return USUAL
    shift = sum(modifier.value for modifier in combat.shifts_of_battle(board, battle))
    return BattleModifiers(shift, float(prod(factor.times for factor in combat.factors_of_battle(board, battle))))


@frozen
class Ground:
    """What lies between two hexes does to an attack: what it multiplies, and the shift of the column."""

    attack: float
    defence: float
    shift: int


def ground_between(outlook: Outlook, combat: Combat, attacker: Force, start: int, defender: Force, end: int) -> Ground:
    """What the ground does where one unit attacks another from a hex into a hex; asked of the rules once for each."""
    key = "ground", id(combat), start, end, attacker.kind, defender.kind, attacker.side
    ground: Ground | None = outlook.fights.get(key)
    if ground is None:
        ground = outlook.fights[key] = _ground(outlook, combat, attacker, start, defender, end)
    return ground


def _ground(outlook: Outlook, combat: Combat, attacker: Force, start: int, defender: Force, end: int) -> Ground:
    pieces = outlook.pieces
    two = Pieces(pieces.map, pieces.units, {defender.unit: end, attacker.unit: start}, pieces.lost, pieces.board)
    battle = Battle(attacker.side, (attacker.unit,), (end,))
    strong, weak = two.face(attacker.unit).strength, two.face(defender.unit).strength
    if not strong or not weak:
        return Ground(1.0, 1.0, 0)
    try:
        fight = combat.fight(two, battle)
    except OffChart:
        return Ground(1.0, 1.0, 0)
    modifiers = battle_modifiers(combat, pieces.board, battle)
    attack = float(fight.attack / strong) / modifiers.attack if modifiers.attack else 1.0
    return Ground(attack, float(fight.defence / weak), fight.shift - modifiers.shift)


def chances_of(combat: Combat, attack: float, defence: float, shift: int) -> Chances | None:
    """The results of a fight by their chances; None where the table refuses it."""
    if not defence and combat.defenders_of_0 == "are eliminated":
        return ((1.0, Result.read("DE", ["defender eliminated"])),)
    return _chances(combat.table, attack, defence, shift)


@lru_cache(maxsize=10_000)
def _chances(table: OddsTable, attack: float, defence: float, shift: int) -> Chances | None:
    """The same, which follows from the table alone."""
    strengths = Fraction(attack).limit_denominator(PARTS), Fraction(defence).limit_denominator(PARTS)
    if not table.judge(*strengths):
        return None
    fight = table.fight(*strengths, (Modifier(shift, "the ground"),) if shift else ())
    return tuple((float(chance), table.results[code]) for code, chance in fight.chances.items())
