"""Odds by name: combats, marches, events, the army of relief. All are exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal

from wargame_core.charts import Fact
from wargame_core.odds import Distribution
from wargame_core.plugins.questions import OddsAnswer, OddsQuery, Parameter
from wargame_gcacw.charts.combat_input import COMPUTED, MODIFIERS, Combat
from wargame_gcacw.charts.combat_result import letter_distribution, outcomes
from wargame_gcacw.charts.extended_march import extended_march_odds
from wargame_gcacw.charts.marches import force_march_odds
from wargame_gcacw.charts.movement_allowance import UNITS, allowance_roll
from wargame_gcacw.charts.result_codes import Result
from wargame_gcacw.charts.thunder.army_of_relief import army_of_relief_odds, release_turn, relief_track
from wargame_gcacw.charts.thunder.calendar import CALENDAR, turn_date
from wargame_gcacw.charts.thunder.event_effects import EFFECTS
from wargame_gcacw.charts.thunder.event_tables import RANDOM, STRATEGIC
from wargame_gcacw.charts.thunder.siege_odds import surrender_turn
from wargame_gcacw.questions.chart_questions import ATTACK, GAME, SIDE, TERRAIN, TURN

_RENAMED: Mapping[str, str] = {"terrain": "defender_terrain", "attack": "attack_type", "tactical": "tactical_modifier"}
_KINDS: Mapping[str, type] = {"choice": str, "number": Fraction, "flag": bool}


def _facts() -> tuple[Parameter, ...]:
    """A parameter for every fact of the combat modifiers that has none of its own."""
    known = {*COMPUTED, *_RENAMED.values(), "action"}
    return tuple(_parameter(name, fact) for name, fact in MODIFIERS.sheet.facts.items() if name not in known)


def _parameter(name: str, fact: Fact) -> Parameter:
    return Parameter(name, _KINDS[fact.kind], fact.help, False if fact.kind == "flag" else None, fact.choices)


COMBAT_PARAMETERS: Final = (
    Parameter("attacker", Fraction, "attacker's combat value in points, from 1/2 up"),
    Parameter("defender", Fraction, "defender's combat value in points, without entrenchments"),
    TERRAIN,
    Parameter("attack", str, "kind of attack in a march", "normal", ATTACK.choices),
    Parameter("action", str, "the action the attack belongs to", "march", ("march", "assault")),
    GAME,
    Parameter("entrenched", Fraction, "defender's combat value with entrenchments", None),
    Parameter("attacker_artillery", int, "attacker's artillery value", 0),
    Parameter("defender_artillery", int, "defender's artillery value", 0),
    Parameter("printed_artillery", int, "defender's artillery value without entrenchments", None),
    Parameter("low_artillery", str, "how the note on few guns is read", "literal", ("literal", "capped")),
    Parameter("covered", int, "covered hexes around the defender, 0 to 6", 0),
    Parameter("friendly_covered", int, "how many of them hold friends of the defender", 0),
    Parameter("tactical", int, "attacker's tactical value minus defender's", 0),
    *_facts(),
)


def combat_of(
    *,
    attacker: Fraction,
    defender: Fraction,
    game: str,
    entrenched: Fraction | None,
    attacker_artillery: int,
    defender_artillery: int,
    printed_artillery: int | None,
    low_artillery: Literal["literal", "capped"],
    covered: int,
    friendly_covered: int,
    **facts: Any,
) -> Combat:
    """The combat that the parameters of a question describe."""
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
        facts={_RENAMED.get(name, name): value for name, value in facts.items() if value is not None},
    )


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


def _combat(**given: Any) -> OddsAnswer:
    odds = outcomes(combat_of(**given))
    return OddsAnswer(
        f"{given['attacker']} attack {given['defender']} ({given['attack']}, {given['terrain']}, {given['game']})",
        {
            "defender": odds.map(lambda one: graded(one.defender)),
            "attacker": odds.map(lambda one: graded(one.attacker)),
            "defender's manpower loss": odds.map(lambda one: one.defender.loss),
            "attacker's manpower loss": odds.map(lambda one: one.attacker.loss),
            "defender's move": odds.map(
                lambda one: Graded(one.defender.movement or "stays", _MOVES.index(one.defender.movement))
            ),
        },
    )


def _letters(modifier: int) -> OddsAnswer:
    return OddsAnswer(f"Letters of the results at a total modifier of {modifier:+d}", letter_distribution(modifier))


def _extended_march(**given: Any) -> OddsAnswer:
    scenario_year = given.pop("scenario_year")
    conditions = given if scenario_year is None else {**given, "scenario_year": scenario_year}
    return OddsAnswer("Extended march", {"result": extended_march_odds(**conditions)})


def _force_march(unit: Literal["infantry", "cavalry"], manpower: int) -> OddsAnswer:
    odds = force_march_odds(unit, manpower=manpower)
    return OddsAnswer(
        f"Force march of {unit}",
        {"extra MP": odds.map(lambda one: one.extra_mp), "manpower loss": odds.map(lambda one: one.manpower_loss)},
    )


def _movement(order: Literal["march", "leader"], game: str, side: str, unit: str) -> OddsAnswer:
    allowance = allowance_roll(order, game=game, side=side, unit=unit)
    return OddsAnswer(f"Movement allowance ({allowance})", {"MP": allowance.odds()})


def _random_event(turn: int, previous: str | None) -> OddsAnswer:
    before = () if previous is None else (RANDOM.event(previous),)
    odds = RANDOM.odds(turn, before).map(lambda events: RANDOM.names[events[0]].rstrip("^+"))
    return OddsAnswer(f"Random event of turn {turn}", {"event": odds})


def _strategic_event(turn: int) -> OddsAnswer:
    odds = STRATEGIC.odds(turn)
    named = odds.map(lambda events: " and ".join(STRATEGIC.names[one] for one in events) or "No Effect")
    return OddsAnswer(f"Strategic events of turn {turn}", {"events": named})


def _relief(turn: int, box: int, station_destroyed: bool, event: str | None) -> OddsAnswer:
    events = () if event is None else (event,)
    odds = army_of_relief_odds(turn, box=box, station_destroyed=station_destroyed, events=events)
    return OddsAnswer(f"Army of relief on turn {turn}", {"boxes advanced": odds})


def _track(turn: int, station_destroyed: bool, first_turn: int) -> OddsAnswer:
    odds: Distribution[int] = relief_track(turn, station_destroyed=station_destroyed, first_turn=first_turn)
    return OddsAnswer(f"Box of the army of relief after turn {turn}", {"box": odds})


def _release(station_destroyed: bool, last_box: int, first_turn: int) -> OddsAnswer:
    odds = release_turn(station_destroyed=station_destroyed, last_box=last_box, first_turn=first_turn)
    return OddsAnswer(f"When the army of relief reaches box {last_box}", {"turn": odds.map(_dated("never"))})


def _surrender(investment: int) -> OddsAnswer:
    odds = surrender_turn(investment)
    quartiles = ", ".join(_dated("not by the last turn")(odds.quantile(share)) for share in ("1/4", "1/2", "3/4"))
    title = f"When Vicksburg falls, besieged from turn {investment} on; quartiles: {quartiles}"
    return OddsAnswer(title, {"turn": odds.map(_dated("not by the last turn"))})


def _dated(never: str) -> Callable[[int], Graded]:
    """A turn with its date, in the order of turns; a turn after the last has no date."""

    def shown(turn: int) -> Graded:
        if turn > CALENDAR.last_turn:
            return Graded(never, turn)
        day = turn_date(turn)
        return Graded(f"turn {turn} ({day:%B} {day.day})", turn)

    return shown


_STATION = Parameter("station_destroyed", bool, "whether the railroad station in Jackson is destroyed", False)
_FIRST = Parameter("first_turn", int, "the turn of the first roll", EFFECTS.relief.first_turn)
_QUERIES: Final = (
    OddsQuery("combat", "both results of a combat and what they cost", COMBAT_PARAMETERS, _combat),
    OddsQuery(
        "letters",
        "the letters of both results, whatever the columns",
        (Parameter("modifier", int, "attacker's modifiers minus defender's"),),
        _letters,
    ),
    OddsQuery(
        "extended_march",
        "what an extended march costs a unit",
        (
            GAME,
            Parameter("nation", str, "whose unit", choices=SIDE.choices),
            Parameter("unit_type", str, "what marches", choices=("infantry", "artillery", "cavalry", "wagon")),
            Parameter("organized", bool, "whether the unit is organized"),
            Parameter("manpower", int, "its manpower"),
            Parameter("side_up", str, "which side of the counter is up", choices=("normal", "exhausted")),
            Parameter("fatigue_from", int, "fatigue level before the march"),
            Parameter("fatigue_to", int, "fatigue level after the march"),
            Parameter("potomac", bool, "whether it belongs to the Army of the Potomac", False),
            Parameter("regular", bool, "whether it is a Regular Army unit", True),
            Parameter("heat_event", bool, "whether a heat event is in effect", False),
            Parameter("advanced_game", bool, "whether the advanced game is played", False),
            Parameter("out_of_supply", bool, "whether the unit is out of supply", False),
            Parameter("scenario_year", int, "year of the scenario", None),
            Parameter("retreat_march", bool, "whether it is a retreat march", False),
        ),
        _extended_march,
    ),
    OddsQuery(
        "force_march",
        "MP gained and manpower lost by a force march",
        (
            Parameter("unit", str, "what marches", choices=("infantry", "cavalry")),
            Parameter("manpower", int, "manpower before the march"),
        ),
        _force_march,
    ),
    OddsQuery(
        "movement",
        "a movement allowance",
        (
            Parameter("order", str, "a march, or a leader activated", choices=tuple(UNITS)),
            GAME,
            SIDE,
            Parameter("unit", str, "unit or leader", choices=tuple(dict.fromkeys(sum(UNITS.values(), ())))),
        ),
        _movement,
    ),
    OddsQuery(
        "random_event",
        "the random event of a turn",
        (TURN, Parameter("previous", str, "event of the turn before", None, tuple(RANDOM.names))),
        _random_event,
    ),
    OddsQuery("strategic_event", "the strategic events of a cycle", (TURN,), _strategic_event),
    OddsQuery(
        "army_of_relief",
        "boxes that the army of relief advances in one cycle",
        (
            TURN,
            Parameter("box", int, "box of the marker", 0),
            _STATION,
            Parameter("event", str, "this cycle's strategic event", None, tuple(STRATEGIC.names)),
        ),
        _relief,
    ),
    OddsQuery("relief_track", "where the army of relief stands after a turn", (TURN, _STATION, _FIRST), _track),
    OddsQuery(
        "relief_turn",
        "when the army of relief reaches a box; the last box is reconstructed",
        (_STATION, Parameter("last_box", int, "the box to reach", EFFECTS.relief.last_box), _FIRST),
        _release,
    ),
    OddsQuery(
        "surrender",
        "when Vicksburg falls in a siege that nobody disturbs; numbers reconstructed, docs/decisions/0047",
        (Parameter("investment", int, "the first turn of the siege", EFFECTS.siege.investment_turn),),
        _surrender,
    ),
)

ODDS: Final[Mapping[str, OddsQuery]] = {query.name: query for query in _QUERIES}
"""Every question about odds by name."""
