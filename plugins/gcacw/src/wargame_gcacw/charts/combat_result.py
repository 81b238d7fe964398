"""One combat fought: dice in, both results out, with the account of how. Source: Combat Chart (7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from wargame_core.dice import D6
from wargame_core.odds import Distribution
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.artillery import artillery_modifier
from wargame_gcacw.charts.combat_chart import ATTACKER, ATTACKER_ROWS, DEFENDER, DEFENDER_ROWS, HIGHEST_ROW, LOWEST_ROW
from wargame_gcacw.charts.combat_input import MODIFIERS, Combat
from wargame_gcacw.charts.result_codes import Result
from wargame_gcacw.charts.series import cite


@frozen
class CombatOutcome:
    """Both results of a combat, and the numbers that led to them."""

    defender: Result
    attacker: Result
    difference: int
    row: int
    attacker_modifier: int
    defender_modifier: int
    ratio_modifier: int
    artillery_modifier: int
    flank_bonus: int

    def __str__(self) -> str:
        return f"{self.defender} / {self.attacker}"

    def to_json(self) -> dict[str, Any]:
        return {
            "ratio_modifier": self.ratio_modifier,
            "artillery_modifier": self.artillery_modifier,
            "flank_bonus": self.flank_bonus,
            "attacker_modifier": self.attacker_modifier,
            "defender_modifier": self.defender_modifier,
            "difference": self.difference,
            "row": self.row,
            "defender": self.defender.to_json(),
            "attacker": self.attacker.to_json(),
        }


def dice_needed(combat: Combat) -> tuple[str, ...]:
    """The dice of a combat in order: "artillery" where its cell has a star or dagger, then both combat dice."""
    return (*(("artillery",) if combat.prepared.needs_artillery_die else ()), "attacker", "defender")


def combat_outcome(
    combat: Combat, *, attacker_die: int, defender_die: int, artillery_die: int | None = None
) -> CombatOutcome:
    """Both results for dice from 1 to 6, without the account of how: see `resolve_combat`.

    Raises `ChartError` when the artillery die is needed and missing, `DiceError` for a die that is none.
    """
    known = combat.prepared
    odd = 0
    if known.needs_artillery_die:
        if artillery_die is None:
            _ask_for_the_artillery_die(combat)
        odd = D6.face(artillery_die) % 2
    attacker_modifier = known.attacker_modifiers[odd]
    difference = _die(attacker_die) + attacker_modifier - _die(defender_die) - known.defender_modifier
    row = LOWEST_ROW if difference < LOWEST_ROW else HIGHEST_ROW if difference > HIGHEST_ROW else difference
    return CombatOutcome(
        DEFENDER_ROWS[row - LOWEST_ROW][known.defender_column],
        ATTACKER_ROWS[row - LOWEST_ROW][known.attacker_column],
        difference,
        row,
        attacker_modifier,
        known.defender_modifier,
        known.ratio_modifier,
        known.artillery[odd],
        known.flank_bonus,
    )


def _die(face: int) -> int:
    return face if type(face) is int and 1 <= face <= 6 else int(D6.face(face))


def _ask_for_the_artillery_die(combat: Combat) -> None:
    facts = combat.facts
    artillery_modifier(
        facts["defender_terrain"], combat.attacker_guns, combat.defender_guns, rain=bool(facts.get("rain"))
    )


def resolve_combat(combat: Combat, *, attacker_die: int, defender_die: int, artillery_die: int | None = None) -> Ruling:
    """The combat itemised: both sides' dice and modifiers with their rules, the row, both columns, both results.

    The ruling's ``result`` is the `CombatOutcome`; its two parts are the sides, whose ``considered`` lines are the
    modifiers of single games that did not count, and why. Raises what `combat_outcome` raises.
    """
    outcome = combat_outcome(combat, attacker_die=attacker_die, defender_die=defender_die, artillery_die=artillery_die)
    facts = {**combat.prepared.facts, "artillery_modifier": outcome.artillery_modifier}
    sides = []
    for side, die, chart, column, result in (
        ("attacker", attacker_die, ATTACKER, combat.prepared.attacker_column, outcome.attacker),
        ("defender", defender_die, DEFENDER, combat.prepared.defender_column, outcome.defender),
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


def _all_rolls(combat: Combat) -> Iterator[CombatOutcome]:
    """The outcome of every roll. Of the artillery die only even and odd count, so two faces stand for all six."""
    for guns in (1, 2) if combat.prepared.needs_artillery_die else (None,):
        for attacker in D6.faces:
            for defender in D6.faces:
                yield combat_outcome(combat, attacker_die=attacker, defender_die=defender, artillery_die=guns)


def outcomes(combat: Combat) -> Distribution[CombatOutcome]:
    """Every outcome of a combat with its exact probability, the artillery die included where it is needed."""
    return Distribution.uniform(_all_rolls(combat))


def outcome_distribution(combat: Combat) -> Distribution[tuple[str, str]]:
    """The exact distribution of both results as printed, (defender, attacker)."""
    return Distribution.uniform((outcome.defender.raw, outcome.attacker.raw) for outcome in _all_rolls(combat))


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
