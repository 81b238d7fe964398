"""What an attack can do, exactly, before a die is thrown. `Game.forecast` walks the very procedure to the same odds."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard, is_general
from wargame_battlecry.printed.game_board import DISTANCE
from wargame_battlecry.rules.battle_dice import battle_dice
from wargame_battlecry.rules.dice import HANDFUL, THROWS
from wargame_battlecry.rules.hits import count_hits
from wargame_battlecry.rules.retreat import morale
from wargame_core.odds import Distribution


@frozen(order=True)
class Blow:
    """One result of an attack: figures lost, whether that is the last, and flags that must be obeyed.

    ``flags`` are those left when the owner ignores all it may; ``rolled`` those on the dice.
    """

    lost: int
    eliminated: bool
    rolled: int
    flags: int
    general_checked: bool

    def to_json(self) -> dict[str, int | bool]:
        return {
            "lost": self.lost,
            "eliminated": self.eliminated,
            "rolled": self.rolled,
            "flags": self.flags,
            "general_checked": self.general_checked,
        }

    def __str__(self) -> str:
        if self.eliminated:
            return "eliminated"
        return f"{self.lost} lost, {self.flags} of {self.rolled} flags to obey"


def throws(count: int) -> Distribution[str]:
    """The symbols of so many battle dice."""
    odds: Distribution[str] = Distribution.certain("")
    while count > 0:
        die = THROWS[min(count, HANDFUL)]
        assert die is not None
        odds = odds.combine(Distribution.of(die), lambda a, b: "".join(sorted(a + b)))
        count -= HANDFUL
    return odds


def blows(board: BattleBoard, unit_id: str, target: int) -> Distribution[Blow]:
    """The exact odds of a unit's attack on a hex, up to the owner's choices. Source: BC150 p.10 Resolving Battles."""
    unit = board.battle.units[unit_id]
    odds = throws(battle_dice(board, unit_id, target))
    if unit.kind.sharpshooters:
        odds = odds.then(_with(lambda roll: throws(roll.count("S"))))
    defender = board.unit_at[target] or board.general_at[target]
    melee = DISTANCE[board.place[unit_id]][target] == 1
    if is_general(defender):
        hits = odds.map(lambda roll: count_hits(board, unit, defender, roll, melee=melee))
        return hits.map(lambda hit: Blow(hit, bool(hit), 0, 0, False))
    figures = board.figures[defender]
    with_general = bool(board.general_at[target])
    may = morale(board, defender, board.place[unit_id]).total

    def blow(roll: str) -> Blow:
        lost = min(figures, count_hits(board, unit, defender, roll, melee=melee))
        flags = 0 if lost == figures else roll.count("F")
        return Blow(lost, lost == figures, flags, max(0, flags - may), bool(lost) and with_general)

    return odds.map(blow)


def odds_in_words(board: BattleBoard, unit: str, target: int) -> str:
    """What a unit's attack on a hex may come to: "3 dice: hits 88 %, eliminates 12 %, drives back 34 %"."""
    dice, odds = battle_dice(board, unit, target), blows(board, unit, target)
    results: tuple[tuple[str, Callable[[Blow], bool]], ...] = (
        ("hits", lambda blow: blow.lost > 0),
        ("eliminates", lambda blow: blow.eliminated),
        ("drives back", lambda blow: blow.flags > 0),
    )
    chances = (f"{name} {float(odds.p(test)):.0%}" for name, test in results)
    return f"{dice} {'die' if dice == 1 else 'dice'}: {', '.join(chances).replace('%', ' %')}"


def _with(more: Callable[[str], Distribution[str]]) -> Callable[[str], Distribution[str]]:
    return lambda roll: more(roll).map(lambda extra: "".join(sorted(roll + extra)))
