"""A combat before its dice: values, guns, flanks and the facts modifiers ask for. Source: Die Roll Modifiers (7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from attrs import field, frozen

from wargame_core.charts import ChartError, EvenOdd, Modifiers, read_modifiers
from wargame_gcacw.charts.artillery import LowArtillery, artillery_cell, die_missing, softened
from wargame_gcacw.charts.combat_chart import ATTACKER, ATTACKER_ROWS, DEFENDER, DEFENDER_ROWS, HIGHEST_ROW, LOWEST_ROW
from wargame_gcacw.charts.combat_outcome import CombatDice, CombatOutcome, Parity
from wargame_gcacw.charts.flank_bonus import flank_bonus
from wargame_gcacw.charts.ratio import combat_value, ratio_of
from wargame_gcacw.charts.series import DATA, GAMES, game_tag

MODIFIERS: Final[Modifiers] = read_modifiers(DATA / "combat_modifiers.toml", tuple(GAMES))
COMPUTED: Final = frozenset({"ratio_modifier", "artillery_modifier", "flank_bonus"})
"""Facts that `Combat` works out itself."""


def _attacker(value: object) -> Fraction:
    return combat_value(value, "attacker")


def _defender(value: object) -> Fraction:
    return combat_value(value, "defender")


def _entrenched(value: object) -> Fraction | None:
    return None if value is None else combat_value(value, "defender, entrenched")


def _facts(given: Mapping[str, object]) -> Mapping[str, Any]:
    facts = MODIFIERS.sheet.read(given)
    if "defender_terrain" not in facts:
        raise ChartError("a combat needs the fact defender_terrain")
    if not COMPUTED.isdisjoint(facts):
        raise ChartError(f"{', '.join(sorted(COMPUTED & facts.keys()))}: worked out from the values, not given")
    return facts


@frozen(kw_only=True)
class Combat:
    """A combat before the dice.

    Attributes:
        attacker: the attackers' combat value, in points (multiples of 1/2, from 1/2 up).
        defender: the defenders' combat value without entrenchments; it gives the column.
        entrenched: the same with entrenchments; it gives the ratio. Left out: no entrenchments.
        attacker_guns, defender_guns: artillery values, in points, entrenchments counted.
        printed_guns: the defenders' artillery value without entrenchments; left out: the same.
        low_artillery: how the note on few printed guns is read, Readings: Few printed guns.
        covered: how many of the six hexes around the defender the attackers cover.
        friendly_covered: how many of those hold units friendly to the defender.
        game: the tag of the game, such as "TOM"; it decides which tagged modifiers count.
        facts: the rest of the situation, by the names that `MODIFIERS` declares: ``action``, ``attack_type``,
            ``defender_terrain`` (required), ``hexside``, ``slope``, ``rain``, ``tactical_modifier`` and so on.

    Raises `UnknownName` for a game, fact or value that does not exist, `ChartError` for numbers out of range.
    """

    attacker: Fraction = field(converter=_attacker)
    defender: Fraction = field(converter=_defender)
    facts: Mapping[str, Any] = field(converter=_facts, hash=False)
    entrenched: Fraction | None = field(default=None, converter=_entrenched)
    attacker_guns: int = 0
    defender_guns: int = 0
    printed_guns: int | None = None
    low_artillery: LowArtillery = "literal"
    covered: int = 0
    friendly_covered: int = 0
    game: str = field(default="TOM", converter=game_tag)

    @cached_property
    def prepared(self) -> Prepared:
        """Everything about this combat that no die changes."""
        return _prepare(self)

    def outcome(self, dice: CombatDice) -> CombatOutcome:
        """Both results for some dice. Raises `ChartError` when the artillery die is needed and missing."""
        known, odd = self.prepared, 0
        if known.needs_artillery_die:
            if dice.guns is None:
                rain = bool(self.facts.get("rain"))
                raise die_missing(self.facts["defender_terrain"], self.attacker_guns - self.defender_guns, rain=rain)
            odd = int(dice.guns is Parity.ODD)
        attacker_modifier = known.attacker_modifiers[odd]
        difference = dice.attacker + attacker_modifier - dice.defender - known.defender_modifier
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


@frozen
class Prepared:
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
def _prepare(combat: Combat) -> Prepared:
    ratio = ratio_of(combat.attacker, combat.defender if combat.entrenched is None else combat.entrenched)
    flank = flank_bonus(combat.covered, combat.friendly_covered)
    facts = {**combat.facts, "ratio_modifier": ratio, "flank_bonus": flank}
    terrain, rain = facts["defender_terrain"], bool(facts.get("rain"))
    cell = artillery_cell(terrain, combat.attacker_guns - combat.defender_guns, rain=rain)
    needs_die = isinstance(cell, EvenOdd)
    even, odd = (cell.even, cell.odd) if isinstance(cell, EvenOdd) else (cell, cell)
    printed = combat.defender_guns if combat.printed_guns is None else combat.printed_guns
    artillery = softened(even, printed, combat.low_artillery), softened(odd, printed, combat.low_artillery)
    total = MODIFIERS.total(facts, side="attacker", tag=combat.game)
    return Prepared(
        ratio,
        flank,
        artillery,
        needs_die,
        (total + _of_artillery(artillery[0], combat.game), total + _of_artillery(artillery[1], combat.game)),
        MODIFIERS.total(facts, side="defender", tag=combat.game),
        ATTACKER.columns.index(combat.attacker),
        DEFENDER.columns.index(combat.defender),
        facts,
    )


@cache
def _of_artillery(modifier: int, game: str) -> int:
    """What the artillery adds to the attacker's die; no other line of the list depends on it."""
    return MODIFIERS.total({"artillery_modifier": modifier}, side="attacker", tag=game) if modifier else 0
