"""The odds of the series that are asked for by name agree with play, in positions of games that bots play."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest
from attrs import fields
from tests.odds_by_play import Happening, agree, compared, first, happenings

from wargame_core.flow.aftermath import Aftermath
from wargame_gcacw.board.action_events import ActionBegan, AllowanceRolled, ExtendedMarched, Fought, ManpowerLost
from wargame_gcacw.board.actions import Assault
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import InitiativeWon
from wargame_gcacw.charts.combat import COMPUTED, Combat
from wargame_gcacw.charts.marches import ExtendedMarch
from wargame_gcacw.charts.results import parse_result
from wargame_gcacw.printed.book import POINT
from wargame_gcacw.printed.counters import NO_LEADER
from wargame_gcacw.questions.chart_questions import FIELDS, OWN_NAMES
from wargame_gcacw.rules.action_cycle import LED
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.march import MARCHES_LIKE, extended_march_of, more_points

GAME = "gcacw_on_the_4th_day"
BOTS = ("random", "easy")


def described(combat: Combat) -> Mapping[str, Any]:
    """A combat on the map as the question about odds describes it."""
    facts = {name: value for name, value in combat.facts.items() if name not in {*OWN_NAMES, *COMPUTED}}
    named = {field.name: getattr(combat, name) for name, field in FIELDS.items()}
    own = {
        "terrain": combat.facts["defender_terrain"],
        "attack": combat.facts.get("attack_type", "normal"),
        "action": combat.facts["action"],
        "tactical": combat.facts.get("tactical_modifier", 0),
    }
    return {name: value for name, value in (named | facts | own).items() if value is not None}


def combat(found: Happening) -> bool:
    """Both results, and so whether the defender goes back and what the attacker loses."""
    board, fought = cast(FieldBoard, found.board), found.event
    ordered = [answer for answer in found.before.answers if isinstance(answer, Assault)]
    leader = ordered[-1].leader if ordered else NO_LEADER
    target = board.ground.map.parse(fought.target)
    on_map = combat_at(board, fought.attackers, target, how=fought.how, leader=leader)
    if on_map.extra:
        return False

    def by_play(result: Aftermath) -> object:
        event = first(result, Fought)
        defender, attacker = (parse_result(raw) for raw in (event.defender, event.attacker))
        return event.defender, event.attacker, defender.movement, attacker.loss

    return agree(
        found.game.odds("combat", **described(on_map)),
        found.results,
        lambda r: (r.defender.raw, r.attacker.raw, r.defender.movement, r.attacker.loss),
        by_play,
    )


def extended_march(found: Happening) -> bool:
    """What an extended march costs a unit: no scenario adds to its die."""
    board, unit = cast(FieldBoard, found.board), found.event.unit
    if any(
        modifier
        for rule in board.scenario.rules_with_hook("extended_march")
        for modifier in rule.extended_march(board, unit)
    ):
        return False
    state = board.units[unit]
    march = extended_march_of(board.scenario.game, board.unit(unit), state, state.fatigue + 1)
    assert march is not None
    asked = found.game.odds(
        "extended_march",
        **{
            each.name: getattr(march, each.name)
            for each in fields(ExtendedMarch)
            if getattr(march, each.name) is not None
        },
    )

    def by_play(result: Aftermath) -> object:
        losses = (
            event for event in result.events if isinstance(event, ManpowerLost) and event.cause == "extended_march"
        )
        return first(result, ExtendedMarched).result, sum(loss.points for loss in losses if loss.unit == unit)

    return agree(asked, found.results, lambda march: (str(march.result), min(march.loss, state.manpower)), by_play)


def initiative(found: Happening) -> bool:
    """Who has the initiative, where both sides roll for it."""
    rolled = found.results.given(lambda result: bool(first(result, InitiativeWon).dice)) if found.event.dice else None
    if rolled is None:
        return False
    asked = found.game.odds("initiative", game=found.board.scenario.game)
    return agree(asked, rolled, lambda roll: roll.winner, lambda result: first(result, InitiativeWon).side)


def movement(found: Happening) -> bool:
    """How far a march or the activation of a leader goes, where no rule of the scenario adds points."""
    board = cast(FieldBoard, found.board)
    activation = first(next(iter(found.results)), ActionBegan).activation
    arm = board.unit(activation.named[0]).arm
    if more_points(board, activation.side, arm):
        return False
    order, unit = "march", MARCHES_LIKE[arm]
    if activation.leader:
        order, unit = "leader", LED[board.leader(activation.leader).rank]
    asked = found.game.odds("movement", order=order, side=activation.side, unit=unit, game=board.scenario.game)
    return agree(
        asked, found.results, lambda roll: roll.mp * POINT, lambda result: first(result, AllowanceRolled).allowance
    )


QUESTIONS: Any = {
    "combat": (combat, Fought, 10, 3),
    "extended_march": (extended_march, ExtendedMarched, 10, 3),
    "initiative": (initiative, InitiativeWon, 10, 2),
    "movement": (movement, AllowanceRolled, 10, 3),
}
"""How a question is compared, in what event it comes up, how often in each game, and after how many rolls at most."""


def cases(name: str) -> Iterator[bool]:
    compare, event, per_game, most_rolls = QUESTIONS[name]
    return map(compare, happenings(GAME, event, bots=BOTS, per_game=per_game, most_rolls=most_rolls))


@pytest.mark.parametrize("name", QUESTIONS)
def test_odds_agree_with_play_in_six_positions(name: str) -> None:
    assert compared(6, cases(name)) == 6


@pytest.mark.thorough
@pytest.mark.parametrize("name", QUESTIONS)
def test_odds_agree_with_play_in_a_thousand_positions(name: str) -> None:
    assert compared(1000, cases(name)) == 1000
