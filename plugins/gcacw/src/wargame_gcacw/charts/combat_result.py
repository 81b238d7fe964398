"""One combat fought: dice in, both results out, with the account of how. Source: Combat Chart (7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from wargame_core.dice import D6
from wargame_core.odds import Distribution
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.combat_chart import ATTACKER, ATTACKER_ROWS, DEFENDER, DEFENDER_ROWS, HIGHEST_ROW, LOWEST_ROW
from wargame_gcacw.charts.combat_input import MODIFIERS, Combat
from wargame_gcacw.charts.combat_outcome import CombatDice, CombatOutcome, Parity
from wargame_gcacw.charts.series import cite


def dice_needed(combat: Combat) -> tuple[str, ...]:
    """The dice of a combat in order: "artillery" where its cell has a star or dagger, then both combat dice."""
    return (*(("artillery",) if combat.prepared.needs_artillery_die else ()), "attacker", "defender")


def combat_outcome(
    combat: Combat, *, attacker_die: int, defender_die: int, artillery_die: int | None = None
) -> CombatOutcome:
    """Both results for dice from 1 to 6, without the account of how: see `resolve_combat`.

    Raises `ChartError` when the artillery die is needed and missing, `DiceError` for a die that is none.
    """
    return combat.outcome(CombatDice.of(attacker_die, defender_die, artillery_die))


def resolve_combat(combat: Combat, *, attacker_die: int, defender_die: int, artillery_die: int | None = None) -> Ruling:
    """The combat itemised: both sides' dice and modifiers with their rules, the row, both columns, both results.

    Raises what `combat_outcome` raises.
    """
    dice = CombatDice.of(attacker_die, defender_die, artillery_die)
    return account(combat, dice, combat.outcome(dice))


def account(combat: Combat, dice: CombatDice, outcome: CombatOutcome) -> Ruling:
    """How the dice of a combat led to its outcome.

    The ruling's ``result`` is the `CombatOutcome`; its two parts are the sides, whose ``considered`` lines are the
    modifiers of single games that did not count, and why.
    """
    facts = {**combat.prepared.facts, "artillery_modifier": outcome.artillery_modifier}
    sides = []
    for side, die, chart, column, result in (
        ("attacker", dice.attacker, ATTACKER, combat.prepared.attacker_column, outcome.attacker),
        ("defender", dice.defender, DEFENDER, combat.prepared.defender_column, outcome.defender),
    ):
        tally = MODIFIERS.tally(facts, side=side, tag=combat.game)
        sides.append(
            Ruling(
                side.capitalize(),
                result,
                die,
                tally.applied,
                chart.cite,
                column=chart.columns.labels[column],
                considered=tally.considered,
            )
        )
    detail = {
        "difference": outcome.difference,
        "attacker_column": sides[0].column,
        "defender_column": sides[1].column,
        "game": combat.game,
    }
    return Ruling(
        "Combat (defender / attacker)",
        outcome,
        table="Combat Chart",
        row=DEFENDER.rows.labels[outcome.row - LOWEST_ROW],
        cite=cite("Combat Chart (7.4)"),
        detail=detail,
        parts=tuple(sides),
    )


_DICE: Final = {
    guns: tuple(
        (CombatDice(1 + max(0, ahead), 1 + max(0, -ahead), guns), len(D6.faces) - abs(ahead)) for ahead in range(-5, 6)
    )
    for guns in (None, *Parity)
}
"""A roll of both combat dice for each difference of them, and how many rolls have it: nothing else of them counts.

Of the artillery die only even and odd count, so two stand for all six faces.
"""


def _all_rolls(combat: Combat) -> Iterator[tuple[CombatOutcome, int]]:
    """Every outcome, and how many rolls lead to it."""
    for guns in Parity if combat.prepared.needs_artillery_die else (None,):
        for dice, rolls in _DICE[guns]:
            yield combat.outcome(dice), rolls


def outcomes(combat: Combat) -> Distribution[CombatOutcome]:
    """Every outcome of a combat with its exact probability, the artillery die included where it is needed."""
    return Distribution.from_counts(_all_rolls(combat))


def outcome_distribution(combat: Combat) -> Distribution[tuple[str, str]]:
    """The exact distribution of both results as printed, (defender, attacker)."""
    rolled = _all_rolls(combat)
    return Distribution.from_counts(((outcome.defender.raw, outcome.attacker.raw), rolls) for outcome, rolls in rolled)


def letter_distribution(modifier: int) -> Mapping[str, Distribution[str]]:
    """The letters of both results, losses left out, for a total modifier (attacker's minus defender's).

    Letters depend on the row alone, so this holds for every column.

    >>> letter_distribution(0)["defender"].p("D")
    Fraction(11, 36)
    """
    die = Distribution.of(D6)
    rows = (die - die + modifier).map(lambda row: min(max(row, LOWEST_ROW), HIGHEST_ROW) - LOWEST_ROW)
    return {
        "defender": rows.map(lambda row: DEFENDER_ROWS[row][0].letters),
        "attacker": rows.map(lambda row: ATTACKER_ROWS[row][0].letters),
    }
