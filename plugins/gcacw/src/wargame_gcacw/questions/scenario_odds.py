"""Questions of chance about a scenario, for `wargame odds`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Annotated

from wargame_core.plugins.questions import OddsAnswer, OneOf, QueryError, Question, question
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.printed.scenario import Book
from wargame_gcacw.questions.names_in_json import space_called, unit_called
from wargame_gcacw.questions.positions_from_json import board_from
from wargame_gcacw.rules.combat import KINDS
from wargame_gcacw.rules.combat_on_map import ASSAULTS, combat_at, forecast

AttackOnMap = Annotated[str, OneOf((*KINDS, *sorted(ASSAULTS)))]


def attack(
    read: Callable[[], Book],
    scenario: str,
    attackers: str,
    target: str,
    how: AttackOnMap = "prepared",
    start: str | None = None,
    leader: str | None = None,
    rain: bool = False,
) -> OddsAnswer:
    """both results of an attack, from the set-up of a scenario

    Args:
        scenario: the scenario whose set-up it is
        attackers: the units that attack: ids or names with commas between
        target: the hex that is attacked
        how: the kind of attack
        start: the hex that the attackers have gone to, if they have moved
        leader: the leader of an assault
        rain: whether it rains
    """
    book = read()
    units = [unit_called(book, name.strip()) for name in attackers.split(",")]
    moved = [{"unit": unit, "hex": start} for unit in units] if start else []
    board = board_from(book, {"scenario": scenario, "setup": True, "units": moved, "rain": rain})
    space = space_called(book, target)
    if not board.at(space):
        raise QueryError(f"target: nobody stands in {target} at the start of {scenario}")
    ordered_by = LeaderId(leader or "")
    results = forecast(board, units, space, how=how, leader=ordered_by)
    prepared = combat_at(board, units, space, how=how, leader=ordered_by).prepared
    mine, theirs = (", ".join(map(board.name, side)) for side in (units, board.at(space)))
    modifiers = f"attacker {max(prepared.attacker_modifiers):+d}, defender {prepared.defender_modifier:+d}"
    return OddsAnswer(
        f"{mine} ({how.replace('_', ' ')}) against {theirs} in {board.ground.label(space)}: {modifiers}",
        {
            "defender": results.map(lambda outcome: outcome.defender.raw),
            "attacker": results.map(lambda outcome: outcome.attacker.raw),
        },
    )


def scenario_odds(read: Callable[[], Book]) -> Mapping[str, Question]:
    """The questions about the scenarios of a book, which is read when one is first asked."""
    return {"attack": question(partial(attack, cache(read)))}
