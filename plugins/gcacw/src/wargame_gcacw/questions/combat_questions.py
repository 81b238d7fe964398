"""A combat as people describe it: the parameters that every question about combats shares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from wargame_core.charts import Fact
from wargame_core.odds import Distribution
from wargame_core.plugins.questions import OddsAnswer, Parameter, Question, question
from wargame_gcacw.charts.combat import (
    COMPUTED,
    MODIFIERS,
    Combat,
    LowArtillery,
    combat_outcome,
    outcome_distribution,
    outcomes,
)
from wargame_gcacw.charts.combat_chart import CombatOutcome, Result
from wargame_gcacw.charts.series import AttackKind, GameTag, Points, Terrain, game_tag

Attacker = Annotated[Points, "attacker's combat value in points, from 1/2 up"]
Defender = Annotated[Points, "defender's combat value in points, without entrenchments"]
FACT_OF: Final[Mapping[str, str]] = {
    "terrain": "defender_terrain",
    "attack": "attack_type",
    "tactical": "tactical_modifier",
    "action": "action",
}
"""The facts of the modifiers that have a parameter of their own, by its name."""
_KINDS: Final[Mapping[str, type]] = {"choice": str, "number": Fraction, "flag": bool}


def fact_parameter(name: str, fact: Fact) -> Parameter:
    """The parameter of a fact that the modifiers of the chart declare."""
    return Parameter(name, _KINDS[fact.kind], fact.help, False if fact.kind == "flag" else None, fact.choices)


FACTS: Final = tuple(fact_parameter(name, fact) for name, fact in MODIFIERS.sheet.facts.items())
OTHER_FACTS: Final = tuple(fact for fact in FACTS if fact.name not in {*COMPUTED, *FACT_OF.values()})


def combat_described(
    attacker: Attacker,
    defender: Defender,
    terrain: Terrain,
    attack: AttackKind = "normal",
    action: Literal["march", "assault"] = "march",
    game: GameTag = "TOM",
    entrenched: Points | None = None,
    attacker_artillery: int = 0,
    defender_artillery: int = 0,
    printed_artillery: int | None = None,
    low_artillery: LowArtillery = "literal",
    covered: int = 0,
    friendly_covered: int = 0,
    tactical: int = 0,
    **facts: Any,
) -> Combat:
    """the combat that the parameters describe

    Args:
        attack: kind of attack in a march
        action: the action the attack belongs to
        entrenched: defender's combat value with entrenchments
        attacker_artillery: attacker's artillery value
        defender_artillery: defender's artillery value
        printed_artillery: defender's artillery value without entrenchments
        low_artillery: how the note on few guns is read
        covered: covered hexes around the defender, 0 to 6
        friendly_covered: how many of them hold friends of the defender
        tactical: attacker's tactical value minus defender's
    """
    own = {"terrain": terrain, "attack": attack, "tactical": tactical, "action": action}
    given = {**{FACT_OF[name]: value for name, value in own.items()}, **facts}
    return Combat(
        attacker=attacker,
        defender=defender,
        entrenched=entrenched,
        attacker_guns=attacker_artillery,
        defender_guns=defender_artillery,
        printed_guns=printed_artillery,
        low_artillery=low_artillery,
        covered=covered,
        friendly_covered=friendly_covered,
        game=game,
        facts={name: value for name, value in given.items() if value is not None},
    )


COMBAT: Final[Question] = question(combat_described, more=OTHER_FACTS)


def resolve_combat(
    attacker_die: int, defender_die: int, artillery_die: int | None = None, **combat: Any
) -> CombatOutcome:
    """both results of a combat for dice rolled

    Args:
        attacker_die: attacker's die
        defender_die: defender's die
        artillery_die: the artillery die, where the cell has a star or dagger
    """
    described = combat_described(**combat)
    return combat_outcome(described, attacker_die=attacker_die, defender_die=defender_die, artillery_die=artillery_die)


RESOLVED: Final = question(resolve_combat, more=COMBAT.parameters)


def modifier_total(side: Literal["attacker", "defender"]) -> Question:
    """The question of a side's die roll modifiers: all facts of the situation in, the sum out."""

    def total(game: GameTag, **facts: Any) -> int:
        """the sum of a side's die roll modifiers"""
        return MODIFIERS.total(MODIFIERS.sheet.read(facts), side=side, tag=game_tag(game))

    return question(total, more=FACTS)


class Graded(str):
    """A word that sorts by how bad it is, so that bars go from the lightest to the heaviest."""

    grade: tuple[int, ...]

    def __new__(cls, word: str, *grade: int) -> Graded:
        made = super().__new__(cls, word)
        made.grade = grade
        return made

    def __lt__(self, other: str) -> bool:
        return (self.grade, str(self)) < (other.grade, str(other)) if isinstance(other, Graded) else NotImplemented


_MOVES = (None, "retreat", "rout")


def graded(result: Result) -> Graded:
    """A result as printed; heavier is who has to go further, then who loses more, then who is more tired.

    An attacker who may advance is better off than one who may not.
    """
    went = _MOVES.index(result.movement) + result.extra_loss_if_demoralized_2
    return Graded(result.raw, went, not result.may_advance, result.loss, result.fatigue, result.ends_march)


def combat_odds(combat: Combat) -> OddsAnswer:
    """Both results of a combat, what they cost in manpower, and where the defender goes."""
    odds = outcomes(combat)
    situation = f"{combat.facts['attack_type']}, {combat.facts['defender_terrain']}, {combat.game}"
    return OddsAnswer(
        f"{combat.attacker} attack {combat.defender} ({situation})",
        {
            "defender": odds.map(lambda outcome: graded(outcome.defender)),
            "attacker": odds.map(lambda outcome: graded(outcome.attacker)),
            "defender's manpower loss": odds.map(lambda outcome: outcome.defender.loss),
            "attacker's manpower loss": odds.map(lambda outcome: outcome.attacker.loss),
            "defender's move": odds.map(
                lambda outcome: Graded(outcome.defender.movement or "stays", _MOVES.index(outcome.defender.movement))
            ),
        },
    )


def pairs_of_results(combat: Combat) -> Distribution[str]:
    """The exact odds of both results as printed, "defender / attacker"."""
    return outcome_distribution(combat).map(lambda pair: f"{pair[0]} / {pair[1]}")
