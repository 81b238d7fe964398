"""The odds of a whole attack: hits, flags, the casualty check of a general, and a retreat that may be blocked.

The owner is taken to ignore as many flags as it may and to go back as far as it can; how a general without a unit gets
away is left out. Source: BC150 p.10 Resolving Battles, p.11 Hit, General Casualty Check, p.12 Bolster Morale, Retreat.
"""

from attrs import frozen

from wargame_battlecry.board.battle_events import GeneralLost
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.rules.battle import retreat_possible
from wargame_battlecry.rules.battle_dice import Blow, attack_odds, morale
from wargame_core import D6, Distribution
from wargame_core.flow.events import fold

SABER = 4
"""The face of six that stands for the saber."""


@frozen(order=True)
class AttackResult:
    """What an attack comes to, once the defender has gone back or lost figures for not being able to."""

    lost: int
    """Figures lost in all."""
    flags: int
    """Flags that are obeyed: those left when the owner ignores all it may."""
    blocked: int
    """Hexes of the retreat that are not to be had, each of which costs a figure as long as there are some."""
    is_eliminated: bool
    general_lost: bool
    """Whether the general with the unit is hit at a casualty check."""
    steps_back: int
    """Hexes that the unit goes back."""

    @property
    def cleared(self) -> bool:
        """Whether no enemy unit stands in the hex any more."""
        return self.is_eliminated or self.steps_back > 0

    @property
    def is_blocked(self) -> bool:
        """Whether a part of the retreat is blocked."""
        return self.blocked > 0


def attack_results(
    board: BattleBoard, unit: str, target: int, way_back: int | None = None
) -> Distribution[AttackResult]:
    """The exact odds of a unit's attack on a hex, whole.

    ``way_back`` is how many hexes the defender can go back; left out, as many as it can on the board.
    """
    defender = board.unit_at[target]
    general = board.general_at[target]
    if not defender:  # a lone general
        return attack_odds(board, unit, target).map(
            lambda blow: AttackResult(0, 0, 0, blow.is_eliminated, blow.is_eliminated, 0)
        )
    boards = {False: board}
    if general:
        boards[True] = fold(board, (GeneralLost(general, True, "is hit"),))
    attacker = board.place[unit]

    def after_hits(blow: Blow) -> Distribution[AttackResult]:
        if not (blow.lost and general):
            return after_flags(blow, False)
        return _hit(unit_lost=blow.is_eliminated).then(lambda is_hit: after_flags(blow, is_hit))

    def after_flags(blow: Blow, general_is_hit: bool) -> Distribution[AttackResult]:
        current_board = boards[general_is_hit]
        if blow.is_eliminated:
            return Distribution.certain(AttackResult(blow.lost, 0, 0, True, general_is_hit, 0))
        flags = max(0, blow.rolled - morale(current_board, defender, attacker).total)
        hexes = flags
        for bend in current_board.bends(current_board.place[defender]) if flags else ():
            hexes = bend.hexes_back(current_board, defender, hexes)
        possible_hexes = retreat_possible(current_board, defender, target, hexes) if way_back is None else way_back
        steps = min(hexes, possible_hexes)
        blocked_hexes = hexes - steps
        figures = board.figures[defender] - blow.lost
        is_gone = blocked_hexes >= figures
        figures_lost = blow.lost + min(blocked_hexes, figures)
        checks = bool(blocked_hexes and general and not blow.lost)
        hit_odds = _hit(unit_lost=is_gone) if checks else Distribution.certain(general_is_hit)
        return hit_odds.map(lambda is_hit: AttackResult(figures_lost, flags, blocked_hexes, is_gone, is_hit, steps))

    return attack_odds(board, unit, target).then(after_hits)


def _hit(*, unit_lost: bool) -> Distribution[bool]:
    """Whether a casualty check hits a general: one saber of one die without a unit, two of two with it."""
    saber = Distribution.of(D6).map(lambda face: face == SABER)
    return saber if unit_lost else saber.combine(saber, lambda first, second: first and second)
