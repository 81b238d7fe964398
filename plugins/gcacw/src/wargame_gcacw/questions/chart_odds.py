"""Odds by name: combats, marches, events, the army of relief. All are exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from wargame_core.odds import Distribution
from wargame_core.plugins.questions import OddsAnswer, OneOf, Question, question
from wargame_gcacw.charts import extended_march as extended
from wargame_gcacw.charts.combat_result import letter_distribution
from wargame_gcacw.charts.march_tables import force_march_odds
from wargame_gcacw.charts.movement_allowance import UNITS, Order, allowance_roll
from wargame_gcacw.charts.parameters import GameTag, Side, Turn
from wargame_gcacw.charts.thunder.army_of_relief import army_of_relief_odds, release_turn
from wargame_gcacw.charts.thunder.army_of_relief import relief_track as track_after
from wargame_gcacw.charts.thunder.calendar import CALENDAR, turn_date
from wargame_gcacw.charts.thunder.event_effects import EFFECTS
from wargame_gcacw.charts.thunder.event_tables import RANDOM, STRATEGIC, RandomEvent
from wargame_gcacw.charts.thunder.siege_odds import surrender_turn
from wargame_gcacw.questions.combat_questions import COMBAT, Graded, combat_odds

UnitName = Annotated[str, OneOf(dict.fromkeys(sum(UNITS.values(), ()))), "unit or leader"]
Station = Annotated[bool, "whether the railroad station in Jackson is destroyed"]
FirstTurn = Annotated[int, "the turn of the first roll"]
EXTENDED_MARCH: Final = question(extended.extended_march)


def letters(modifier: int) -> OddsAnswer:
    """the letters of both results, whatever the columns

    Args:
        modifier: attacker's modifiers minus defender's
    """
    return OddsAnswer(f"Letters of the results at a total modifier of {modifier:+d}", letter_distribution(modifier))


def extended_march(**situation: Any) -> OddsAnswer:
    """what an extended march costs a unit"""
    return OddsAnswer("Extended march", {"result": extended.extended_march_odds(**situation)})


def force_march(unit: Literal["infantry", "cavalry"], manpower: int) -> OddsAnswer:
    """MP gained and manpower lost by a force march

    Args:
        unit: what marches
        manpower: manpower before the march
    """
    odds = force_march_odds(unit, manpower=manpower)
    return OddsAnswer(
        f"Force march of {unit}",
        {
            "extra MP": odds.map(lambda march: march.extra_mp),
            "manpower loss": odds.map(lambda march: march.manpower_loss),
        },
    )


def movement(order: Order, side: Side, unit: UnitName, game: GameTag = "TOM") -> OddsAnswer:
    """a movement allowance

    Args:
        order: a march, or a leader activated
    """
    allowance = allowance_roll(order, game=game, side=side, unit=unit)
    return OddsAnswer(f"Movement allowance ({allowance})", {"MP": allowance.odds()})


def random_event(turn: Turn, previous: RandomEvent | None = None) -> OddsAnswer:
    """the random event of a turn"""
    before = () if previous is None else (RANDOM.event(previous),)
    odds = RANDOM.odds(turn, before).map(lambda events: RANDOM.names[events[0]].rstrip("^+"))
    return OddsAnswer(f"Random event of turn {turn}", {"event": odds})


def strategic_event(turn: Turn) -> OddsAnswer:
    """the strategic events of a cycle"""
    odds = STRATEGIC.odds(turn)
    named = odds.map(lambda events: " and ".join(STRATEGIC.names[event] for event in events) or "No Effect")
    return OddsAnswer(f"Strategic events of turn {turn}", {"events": named})


def army_of_relief(
    turn: Turn,
    box: int = 0,
    station_destroyed: Station = False,
    event: Annotated[str, OneOf(STRATEGIC.names)] | None = None,
) -> OddsAnswer:
    """boxes that the army of relief advances in one cycle

    Args:
        box: box of the marker
        event: this cycle's strategic event
    """
    events = () if event is None else (event,)
    odds = army_of_relief_odds(turn, box=box, station_destroyed=station_destroyed, events=events)
    return OddsAnswer(f"Army of relief on turn {turn}", {"boxes advanced": odds})


def relief_track(
    turn: Turn, station_destroyed: Station = False, first_turn: FirstTurn = EFFECTS.relief.first_turn
) -> OddsAnswer:
    """where the army of relief stands after a turn"""
    odds: Distribution[int] = track_after(turn, station_destroyed=station_destroyed, first_turn=first_turn)
    return OddsAnswer(f"Box of the army of relief after turn {turn}", {"box": odds})


def relief_turn(
    station_destroyed: Station = False,
    last_box: int = EFFECTS.relief.last_box,
    first_turn: FirstTurn = EFFECTS.relief.first_turn,
) -> OddsAnswer:
    """when the army of relief reaches a box; the last box is reconstructed

    Args:
        last_box: the box to reach
    """
    odds = release_turn(station_destroyed=station_destroyed, last_box=last_box, first_turn=first_turn)
    return OddsAnswer(f"When the army of relief reaches box {last_box}", {"turn": odds.map(_dated("never"))})


def surrender(investment: int = EFFECTS.siege.investment_turn) -> OddsAnswer:
    """when Vicksburg falls in a siege that nobody disturbs; numbers reconstructed. Readings: Siege and relief

    Args:
        investment: the first turn of the siege
    """
    odds, dated = surrender_turn(investment), _dated("not by the last turn")
    quartiles = ", ".join(dated(odds.quantile(share)) for share in ("1/4", "1/2", "3/4"))
    title = f"When Vicksburg falls, besieged from turn {investment} on; quartiles: {quartiles}"
    return OddsAnswer(title, {"turn": odds.map(dated)})


def _dated(never: str) -> Callable[[int], Graded]:
    """A turn with its date, in the order of turns; a turn after the last has no date."""

    def shown(turn: int) -> Graded:
        if turn > CALENDAR.last_turn:
            return Graded(never, turn)
        day = turn_date(turn)
        return Graded(f"turn {turn} ({day:%B} {day.day})", turn)

    return shown


_BY_NAME: Final[tuple[Callable[..., OddsAnswer], ...]] = (
    letters,
    force_march,
    movement,
    random_event,
    strategic_event,
    army_of_relief,
    relief_track,
    relief_turn,
    surrender,
)
ODDS: Final[Mapping[str, Question]] = {
    "combat": COMBAT.then(combat_odds, name="combat", about="both results of a combat and what they cost"),
    "extended_march": question(extended_march, more=EXTENDED_MARCH.without("die", "extra")),
} | {function.__name__: question(function) for function in _BY_NAME}
"""Every question about odds by name."""
