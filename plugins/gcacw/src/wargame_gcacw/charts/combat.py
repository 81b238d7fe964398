"""A combat as the sheet has it: values and their ratio, guns, flanks, modifiers, dice, and its exact odds.

Source: Ratio Chart, Artillery Modifier Summary, Flank Attack Examples (7.4), Die Roll Modifiers (7.4), Combat Chart
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, Final, Literal

from attrs import evolve, field, frozen

from wargame_core import D6, Distribution, Modifier, Ruling
from wargame_core.charts import ChartCard, ChartError, EvenOdd, settle
from wargame_gcacw.charts import results, series
from wargame_gcacw.charts.results import CombatDice, CombatOutcome, Parity, combat_chart, combat_value
from wargame_gcacw.charts.series import (
    DATA,
    GROUND,
    AttackKind,
    GameTag,
    Points,
    Printed,
    Terrain,
    card,
    cite,
    terrain_kind,
)

attack_summary: Final[Printed[ChartCard[int]]] = card(DATA / "attacks.toml")


def attack_cost(attack: AttackKind, *, terrain: Terrain, cavalry: bool = False, remaining_mp: int = 99) -> int | None:
    """The MP an attack costs, or None when a unit with ``remaining_mp`` may not declare it.

    A column of route attack is free but needs at least 1 MP left; a defender in loess costs 1 MP more, whatever the
    kind (Readings: Attacks on loess). Raises `UnknownName` for a kind or terrain. Source: Attack Summary

    Args:
        attack: kind of attack in a march
        cavalry: whether cavalry or mounted infantry attacks
        remaining_mp: MP left

    >>> attack_cost("prepared", cavalry=False, terrain="loess", remaining_mp=6)
    5
    """
    kind = GROUND.terrain.get(terrain) or terrain_kind(terrain)
    if remaining_mp < 0:
        raise ChartError(f"remaining_mp is {remaining_mp} (allowed: 0 and more)")
    cost = settle(attack_summary().only.at(attack, "cavalry" if cavalry else "infantry")) + kind.attack_surcharge
    return cost if max(cost, 1) <= remaining_mp else None


# Values and their ratio. Source: Ratio Chart
ratio_chart: Final[Printed[ChartCard[int]]] = card(DATA / "ratio.toml")
_LOWEST, _HIGHEST = -12, 13  # the ends of the chart: 1-13 or less, 14-1 or more


def ratio_modifier(attacker: Points, defender: Points) -> int:
    """The attacker's modifier for the ratio of combat values, the defender's with entrenchments.

    Fractions go against the attacker
    (Readings: Rounding of ratios): 7 to 2 counts as 3-1, 8 to 10 as 1-2. Raises `OffChart`
    for a value below 1/2.

    Args:
        attacker: attacker's combat value in points, from 1/2 up
        defender: defender's combat value in points, with entrenchments

    >>> ratio_modifier(7, 2), ratio_modifier(8, 10)
    (2, -1)

    Source: Ratio Chart
    """
    return ratio_of(combat_value(attacker, "attacker"), combat_value(defender, "defender"))


def ratio_of(mine: Fraction, theirs: Fraction) -> int:
    """`ratio_modifier` for combat values that were checked before."""
    # own / other and other / own in whole numbers: two fractions multiplied crosswise
    own, other = mine.numerator * theirs.denominator, theirs.numerator * mine.denominator
    return min(_HIGHEST, own // other - 1) if own >= other else max(_LOWEST, 1 + -other // own)


# Guns
artillery_summary: Final[Printed[ChartCard[int]]] = card(DATA / "artillery.toml")
LowArtillery = Literal["literal", "capped"]
_SOFTENED = {(1, -2): -1, (2, -3): -2}  # printed guns and modifier -> modifier


def artillery_row(terrain: str, *, rain: bool = False) -> str:
    """The row that counts for a terrain: a provisional swamp is rough when dry and swamp in rain."""
    kind = GROUND.terrain.get(terrain)
    return terrain if kind is None or kind.artillery is None else kind.artillery[rain]


def artillery_cell(terrain: str, difference: int, *, rain: bool = False) -> int | EvenOdd[int]:
    """The cell for the defender's terrain and the attacker's artillery value minus the defender's.

    A cell with a star or dagger comes as `EvenOdd`. Raises `UnknownName` for a terrain that is not on the chart.

    >>> artillery_cell("clear", 1), artillery_cell("rough", 8)
    (-2, EvenOdd(even=1, odd=0))
    """
    return artillery_summary().only.at(artillery_row(terrain, rain=rain), difference)


def die_missing(terrain: str, difference: int, *, rain: bool = False) -> ChartError:
    """The error of a cell with a star or dagger for which no die was given."""
    cell = artillery_summary().only.find(artillery_row(terrain, rain=rain), difference)
    return ChartError(f"artillery {cell.row}, {cell.column}: {cell.text} needs a die before combat")


def softened_modifier(modifier: int, printed_defender: int, low_artillery: LowArtillery = "literal") -> int:
    """A modifier after the note on few printed guns: -2 against 1 becomes -1, -3 against 2 becomes -2.

    What the note leaves open stays as it is ("literal"), or is limited to the guns there are ("capped"):
    Readings: Few printed guns.
    """
    if low_artillery == "capped" and printed_defender <= 2:
        return max(modifier, -printed_defender)
    return _SOFTENED.get((printed_defender, modifier), modifier)


def artillery_modifier(
    terrain: Terrain,
    attacker: int,
    defender: int,
    *,
    printed_defender: int | None = None,
    die: int | None = None,
    rain: bool = False,
    low_artillery: LowArtillery = "literal",
) -> int:
    """The attacker's artillery modifier.

    Source: Artillery Modifier Summary

    Raises `ChartError` for a missing die, `UnknownName` for an unknown terrain.

    Args:
        attacker: attacker's artillery value in points
        defender: defender's artillery value in points
        printed_defender: defender's artillery value without entrenchments; left out: the same
        die: the die for a cell with a star or dagger; it is settled before the note on few guns
        rain: whether it is a rain turn
        low_artillery: how the note on few guns is read

    >>> artillery_modifier("rolling", 8, 3, die=4), artillery_modifier("clear", 0, 3, printed_defender=1)
    (1, -1)
    """
    cell = artillery_cell(terrain, attacker - defender, rain=rain)
    if isinstance(cell, EvenOdd):
        if die is None:
            raise die_missing(terrain, attacker - defender, rain=rain)
        cell = cell.at(D6.face(die))
    return softened_modifier(cell, defender if printed_defender is None else printed_defender, low_artillery)


# Flanks
flank_chart: Final[Printed[ChartCard[int]]] = card(DATA / "flank.toml")


@cache
def _by_covered() -> tuple[tuple[int, int], ...]:
    """The bonus and the least bonus for so many covered hexes."""
    bonus, least_bonus = flank_chart()["bonus"], flank_chart()["least"]
    return tuple((settle(bonus.at(hexes)), settle(least_bonus.at(hexes))) for hexes in range(7))


def flank_bonus(covered: int, friendly_covered: int = 0) -> int:
    """The attacker's bonus for hexes around the defender that attackers occupy or hold in their zones of control.

    A covered hex with friends of the defender takes 1 away, down to 0, or to 1 where all six are covered
    (Readings: Flank bonuses). Raises `ChartError`.

    Source: Flank Attack Examples (7.4)

    Args:
        covered: covered hexes around the defender, 0 to 6
        friendly_covered: how many of them hold friends of the defender

    >>> flank_bonus(6, 1), flank_bonus(5), flank_bonus(4)
    (3, 2, 0)
    """
    if not 0 <= friendly_covered <= covered <= 6:
        raise ChartError(
            f"{covered} covered hexes, {friendly_covered} of them with friends of the defender (allowed: 0 to 6, "
            "and no more of the second than of the first)"
        )
    bonus, least_bonus = _by_covered()[covered]
    return max(least_bonus, bonus - friendly_covered)


def covers(unit_value: Points, defender_value: Points) -> bool:
    """Whether units of a combat value count as covering a hex: not below a quarter of the defender's.

    Args:
        unit_value: combat value of the units in points
        defender_value: combat value of the defender in points

    >>> covers(2, 8), covers("1 1/2", 8)
    (True, False)
    """
    return combat_value(unit_value, "unit") * 4 >= combat_value(defender_value, "defender")


# A combat before its dice
combat_modifiers: Final = series.modifiers(DATA / "combat_modifiers.toml")
COMPUTED: Final = frozenset({"ratio_modifier", "artillery_modifier", "flank_bonus"})
"""Facts that `Combat` works out itself."""


def _attacker(value: object) -> Fraction:
    return combat_value(value, "attacker")


def _defender(value: object) -> Fraction:
    return combat_value(value, "defender")


def _entrenched(value: object) -> Fraction | None:
    return None if value is None else combat_value(value, "defender, entrenched")


def _checked_facts(named_facts: Mapping[str, object]) -> Mapping[str, Any]:
    facts = combat_modifiers().sheet.read(named_facts)
    if "defender_terrain" not in facts:
        raise ChartError("a combat needs the fact defender_terrain")
    if not COMPUTED.isdisjoint(facts):
        raise ChartError(f"{', '.join(sorted(COMPUTED & facts.keys()))}: worked out from the values, not given")
    return facts


@frozen(kw_only=True)
class Combat:
    """A combat before the dice.

    Args:
        attacker: attacker's combat value in points, multiples of 1/2 from 1/2 up
        defender: defender's combat value in points, without entrenchments; it gives the column
        entrenched: the same with entrenchments; it gives the ratio; left out: no entrenchments
        attacker_guns: attacker's artillery value
        defender_guns: defender's artillery value, entrenchments counted
        printed_guns: defender's artillery value without entrenchments; left out: the same
        low_artillery: how the note on few printed guns is read (Readings: Few printed guns)
        covered: covered hexes around the defender, 0 to 6
        friendly_covered: how many of them hold friends of the defender
        game: the tag of the game, such as "TOM"; it decides which tagged modifiers count
        facts: the rest of the situation, by the names that `combat_modifiers` declares: ``action``, ``attack_type``,
            ``defender_terrain`` (required), ``hexside``, ``slope``, ``rain``, ``tactical_modifier`` and so on.
        extra: modifiers to the attacker's die that the sheet does not print, by rules of a scenario

    Raises `UnknownName` for a game, fact or value that does not exist, `ChartError` for numbers out of range.
    """

    attacker: Fraction = field(converter=_attacker)
    defender: Fraction = field(converter=_defender)
    facts: Mapping[str, Any] = field(converter=_checked_facts, hash=False)
    entrenched: Fraction | None = field(default=None, converter=_entrenched)
    attacker_guns: int = 0
    defender_guns: int = 0
    printed_guns: int | None = None
    low_artillery: LowArtillery = "literal"
    covered: int = 0
    friendly_covered: int = 0
    game: GameTag = field(default="TOM", converter=series.game_tag)
    extra: tuple[Modifier, ...] = ()

    def with_extra(self, *modifiers: Modifier) -> Combat:
        """The combat with further modifiers to the attacker's die."""
        return evolve(self, extra=self.extra + modifiers)

    @cached_property
    def prepared(self) -> PreparedCombat:
        """Everything about this combat that no die changes."""
        return _prepare(self)

    def outcome(self, dice: CombatDice) -> CombatOutcome:
        """Both results for some dice. Raises `ChartError` when the artillery die is needed and missing."""
        prepared, parity = self.prepared, 0
        if prepared.needs_artillery_die:
            if dice.guns is None:
                rain = bool(self.facts.get("rain"))
                raise die_missing(self.facts["defender_terrain"], self.attacker_guns - self.defender_guns, rain=rain)
            parity = int(dice.guns is Parity.ODD)
        attacker_modifier = prepared.attacker_modifiers[parity]
        difference = dice.attacker + attacker_modifier - dice.defender - prepared.defender_modifier
        row, defender, attacker = results.results_in(difference, prepared.defender_column, prepared.attacker_column)
        return CombatOutcome(
            defender,
            attacker,
            difference,
            row,
            attacker_modifier,
            prepared.defender_modifier,
            prepared.ratio_modifier,
            prepared.artillery[parity],
            prepared.flank_bonus,
        )


@frozen
class PreparedCombat:
    """A combat with all that comes before its dice worked out.

    Modifiers come as a pair, for an even and an odd artillery die; without a star or dagger both are the same.
    """

    ratio_modifier: int
    flank_bonus: int
    artillery: tuple[int, int]
    needs_artillery_die: bool
    attacker_modifiers: tuple[int, int]
    defender_modifier: int
    attacker_column: int
    defender_column: int
    facts: Mapping[str, Any]


@lru_cache(maxsize=4096)
def _prepare(combat: Combat) -> PreparedCombat:
    ratio = ratio_of(combat.attacker, combat.defender if combat.entrenched is None else combat.entrenched)
    flank = flank_bonus(combat.covered, combat.friendly_covered)
    facts = {**combat.facts, "ratio_modifier": ratio, "flank_bonus": flank}
    terrain, rain = facts["defender_terrain"], bool(facts.get("rain"))
    cell = artillery_cell(terrain, combat.attacker_guns - combat.defender_guns, rain=rain)
    needs_die = isinstance(cell, EvenOdd)
    even, odd = (cell.even, cell.odd) if isinstance(cell, EvenOdd) else (cell, cell)
    printed_guns = combat.defender_guns if combat.printed_guns is None else combat.printed_guns
    artillery = (
        softened_modifier(even, printed_guns, combat.low_artillery),
        softened_modifier(odd, printed_guns, combat.low_artillery),
    )
    modifiers, chart = combat_modifiers(), combat_chart()
    total = modifiers.total(facts, side="attacker", tag=combat.game) + sum(
        extra_modifier.value for extra_modifier in combat.extra
    )
    return PreparedCombat(
        ratio,
        flank,
        artillery,
        needs_die,
        (total + _of_artillery(artillery[0], combat.game), total + _of_artillery(artillery[1], combat.game)),
        modifiers.total(facts, side="defender", tag=combat.game),
        chart["attacker"].columns.index(combat.attacker),
        chart["defender"].columns.index(combat.defender),
        facts,
    )


@cache
def _of_artillery(modifier: int, game: str) -> int:
    """What the artillery adds to the attacker's die; no other line of the list depends on it."""
    return combat_modifiers().total({"artillery_modifier": modifier}, side="attacker", tag=game) if modifier else 0


# The dice
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

    Source: Combat Chart (7.4)

    Raises what `combat_outcome` raises.
    """
    dice = CombatDice.of(attacker_die, defender_die, artillery_die)
    return combat_ruling(combat, dice, combat.outcome(dice))


def combat_ruling(combat: Combat, dice: CombatDice, outcome: CombatOutcome) -> Ruling:
    """How the dice of a combat led to its outcome.

    The ruling's ``result`` is the `CombatOutcome`; its two parts are the sides, whose ``considered`` lines are the
    modifiers of single games that did not count, and why.
    """
    facts = {**combat.prepared.facts, "artillery_modifier": outcome.artillery_modifier}
    sides = []
    charts = combat_chart()
    for side, die, chart, column, result in (
        ("attacker", dice.attacker, charts["attacker"], combat.prepared.attacker_column, outcome.attacker),
        ("defender", dice.defender, charts["defender"], combat.prepared.defender_column, outcome.defender),
    ):
        tally = combat_modifiers().tally(facts, side=side, tag=combat.game)
        sides.append(
            Ruling(
                side.capitalize(),
                result,
                die,
                (*tally.applied, *(combat.extra if side == "attacker" else ())),
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
        row=charts["defender"].rows.labels[outcome.row - results.LOWEST_ROW],
        cite=cite("Combat Chart (7.4)"),
        detail=detail,
        parts=tuple(sides),
    )


# Odds
_DICE: Final = {
    guns: tuple(
        (CombatDice(1 + max(0, difference), 1 + max(0, -difference), guns), len(D6.faces) - abs(difference))
        for difference in range(-5, 6)
    )
    for guns in (None, *Parity)
}
"""A roll of both combat dice for each difference of them, and how many rolls have it: nothing else of them counts.

Of the artillery die only even and odd count, so two stand for all six faces.
"""


def all_rolls(combat: Combat) -> Iterator[tuple[CombatOutcome, int]]:
    """Every outcome that dice bring about, and how many rolls lead to it."""
    for guns in Parity if combat.prepared.needs_artillery_die else (None,):
        for dice, rolls in _DICE[guns]:
            yield combat.outcome(dice), rolls


def outcomes(combat: Combat) -> Distribution[CombatOutcome]:
    """Every outcome of a combat with its exact probability, the artillery die included where it is needed."""
    return Distribution.from_counts(all_rolls(combat))


def outcome_distribution(combat: Combat) -> Distribution[tuple[str, str]]:
    """The exact distribution of both results as printed, (defender, attacker)."""
    rolls = all_rolls(combat)
    return Distribution.from_counts(((outcome.defender.raw, outcome.attacker.raw), rolls) for outcome, rolls in rolls)


@frozen(order=True)
class ResultLetters:
    """The letters of both results of a combat, losses left out."""

    defender: str
    attacker: str


def letter_pairs(modifier: int) -> Distribution[ResultLetters]:
    """The letters of both results for a total modifier, attacker's less defender's, as they come together."""
    die = Distribution.of(D6)
    rows = (die - die + modifier).map(lambda difference: results.results_in(difference, 0, 0))
    return rows.map(lambda row: ResultLetters(row[1].letters, row[2].letters))


def letter_distribution(modifier: int) -> Mapping[str, Distribution[str]]:
    """The letters of both results, losses left out; they depend on the row alone, so this holds for every column.

    Args:
        modifier: attacker's modifiers minus defender's

    >>> letter_distribution(0)["defender"].p("D")
    Fraction(11, 36)
    """
    pairs = letter_pairs(modifier)
    return {"defender": pairs.map(lambda pair: pair.defender), "attacker": pairs.map(lambda pair: pair.attacker)}
