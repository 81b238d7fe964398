"""Combats of the clock, by the charts of the series: attacks at the end of a march, assaults on forts, sorties.

Source: Combat Chart (7.4). Who can fight whom, and what a fort is worth, is reconstructed. Readings: Attacks and forts.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from attrs import evolve

from wargame_core.authoring import D6, ListedChoices, Outcome, Procedure, Ruling, Table
from wargame_core.exact import show
from wargame_core.flow.choices import words_of
from wargame_gcacw.charts.combat import Combat, account
from wargame_gcacw.charts.combat_chart import ATTACKER_ROWS, DEFENDER_ROWS, LOWEST_ROW, CombatDice, Parity, apply_result
from wargame_gcacw.rules.combat_on_map import percent
from wargame_thunder_on_the_mississippi.board.actions import Attack
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.operation_events import CommandMoved, FortChanged, Fought, UnitChanged
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import (
    CONFEDERATE,
    GARRISON,
    JACKSON,
    LINES,
    NO_FORT,
    RELIEF,
    FortId,
)
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent
from wargame_thunder_on_the_mississippi.rules.ending import fall, finish

ActionKind = Literal["march", "assault"]


def _rolls_that_win() -> dict[int, int]:
    """By the total modifier: how many of the 36 rolls of two dice drive the defender away with the attacker behind."""
    rows = [
        row
        for row, (defender, attacker) in enumerate(zip(DEFENDER_ROWS, ATTACKER_ROWS, strict=True), LOWEST_ROW)
        if defender[0].movement is not None and attacker[0].may_advance
    ]
    return {
        total: sum(attack - defence + total >= rows[0] for attack in D6.faces for defence in D6.faces)
        for total in range(rows[0] - 5, rows[0] + 6)
    }


_WINS: Final = _rolls_that_win()


def combat_of(board: ClockBoard, attacker: str, defender: str, action: ActionKind, fort: FortId = NO_FORT) -> Combat:
    """The combat of two commands: values are manpower, terrain is the place's, works multiply the defender's value."""
    book, numbers = board.book, board.book.numbers
    attacking, defending = board.units[attacker], board.units[defender]
    place = board.place[defender]
    works = numbers.entrenchment[board.forts[fort]] if fort else Fraction(1)
    if place == JACKSON and board.redoubt and board.side_of(defender) == CONFEDERATE:
        works = numbers.redoubt
    facts: dict[str, object] = {
        "action": action,
        "attacker_nation": board.side_of(attacker),
        "defender_nation": board.side_of(defender),
        "attacker_type": "infantry",
        "defender_terrain": book.places[place].terrain,
        "tactical_modifier": tactical(board, attacker, fort) - tactical(board, defender, fort),
        "rain": board.raining,
        "attacker_is_vicksburg_garrison": attacker == GARRISON,
        "defender_is_vicksburg_garrison": defender == GARRISON,
        "attacker_out_of_supply": attacker in board.out_of_supply,
        "demoralized_2_share": 1 if defending.demoralized == 2 else 0,
    }
    if board.level:
        facts["garrison_demoralization"] = board.level
    if action == "march":
        facts["attack_type"] = "normal"
    if fort:
        facts["slope"] = book.forts[fort].slope
    guns = book.commands[attacker].guns, book.commands[defender].guns
    return _combat(attacking.manpower, defending.manpower, works, guns, tuple(facts.items()))


@lru_cache(maxsize=4096)
def _combat(
    attacker: int, defender: int, works: Fraction, guns: tuple[int, int], facts: tuple[tuple[str, object], ...]
) -> Combat:
    """The combat of these values; the same object again for the same, so that its chart is looked up once."""
    return Combat(
        attacker=Fraction(attacker),
        defender=Fraction(defender),
        entrenched=Fraction(defender) * works,
        attacker_guns=guns[0],
        defender_guns=guns[1],
        facts=dict(facts),
    )


def chance_of_success(combat: Combat) -> Fraction:
    """The exact chance that the defender must go and the attacker may follow; letters depend on the row alone.

    Both guns' dice faces that matter, even and odd, are equally likely.
    """
    known = combat.prepared
    totals = (of_guns - known.defender_modifier for of_guns in known.attacker_modifiers)
    wins = sum(_WINS.get(total, 36 if total > 0 else 0) for total in totals)
    return Fraction(wins, 72)


def odds_in_words(combat: Combat) -> str:
    """Both values, and the chance that the defender must go and the attacker may follow. Source: Combat Chart (7.4)"""
    against = combat.defender if combat.entrenched is None else combat.entrenched
    return f"value {show(combat.attacker)} against {show(against)}: succeeds in {percent(chance_of_success(combat))}"


class Targets(ListedChoices):
    """The enemy commands that one may attack at the end of its march, each with the odds."""

    __slots__ = ("attacker",)

    def __init__(self, board: ClockBoard, attacker: str, enemies: Iterable[str]) -> None:
        super().__init__(map(Attack, enemies), read=lambda action: words_of(action, board))
        self.attacker = attacker

    def help(self, action: Attack, board: ClockBoard) -> str:
        return odds_in_words(combat_of(board, self.attacker, action.target, "march"))


def tactical(board: ClockBoard, command: str, fort: FortId) -> int:
    """The tactical value of a command: Grant with it, or the reserve behind the fort that is attacked."""
    if command == board.grant:
        return 0 if board.event is RandomEvent.GRANT_DRUNK else board.book.numbers.grant
    return board.book.numbers.reserve if command == GARRISON and fort == board.reserve else 0


def fight(
    t: Table[ClockBoard], attacker: str, defender: str, action: ActionKind, fort: FortId = NO_FORT
) -> Procedure[bool]:
    """One combat with all its effects on both commands; whether the defender must go and the attacker may follow."""
    board = t.board
    combat = combat_of(board, attacker, defender, action, fort)
    guns = None
    if combat.prepared.needs_artillery_die:
        guns = Parity.of((yield from t.roll_openly(D6, "artillery's combat die", cites.COMBAT)))
    attack = yield from t.roll_openly(D6, "attacker's combat die", cites.COMBAT)
    defence = yield from t.roll_openly(D6, "defender's combat die", cites.COMBAT)
    dice = CombatDice(attack, defence, guns)
    outcome = combat.outcome(dice)
    ruling = account(combat, dice, outcome)
    t.record(Fought(attacker, defender, outcome.defender.raw, outcome.attacker.raw, as_text(ruling), fort))
    after = apply_result(outcome.defender, board.units[defender], active=False)
    t.record(UnitChanged(defender, after.unit))
    t.record(UnitChanged(attacker, apply_result(outcome.attacker, board.units[attacker], active=True).unit))
    return attacker in board.units and (after.eliminated or (after.must is not None and outcome.attacker.may_advance))


def as_text(ruling: Ruling) -> Ruling:
    """The ruling with its results as printed, as records keep it."""
    return evolve(ruling, result=str(ruling.result), parts=tuple(evolve(p, result=str(p.result)) for p in ruling.parts))


def attack_at_arrival(t: Table[ClockBoard], command: str, to: str) -> Procedure[None]:
    """A command that has reached a place with enemies attacks one of them; when all are gone it holds the place.

    The army of relief does not come to stay: when it breaks through the lines Vicksburg is relieved.
    """
    board = t.board
    targets, side = board.targets(command, to), board.side_of(command)
    target = targets[0]
    if len(targets) > 1:
        choices = Targets(board, command, targets)
        chosen = yield from t.ask(side, choices, f"Whom does the {board.name(command)} attack?", cites.COMBAT)
        target = chosen.target
    won = yield from fight(t, command, target, "march")
    if not won:
        return
    covered = target in board.maneuver
    fall_back(t, target)
    if command == RELIEF and to == LINES:
        if not covered:
            finish(
                t, Outcome(CONFEDERATE, "relieved", text="The army of relief breaks through: Vicksburg is relieved.")
            )
    elif not board.targets(command, to):
        t.record(CommandMoved(command, to, "march"))


def fall_back(t: Table[ClockBoard], command: str) -> None:
    """A beaten command goes to the place behind it; the garrison has none."""
    board = t.board
    if command in board.units:
        place = board.book.places[board.place[command]].fallback[board.side_of(command)]
        if place != board.place[command]:
            t.record(CommandMoved(command, place, "retreat"))


def assault(t: Table[ClockBoard], command: str, fort: FortId) -> Procedure[None]:
    """An assault that drives the garrison back takes a level of the fort; through a fort of level 0 the city falls."""
    board = t.board
    won = yield from fight(t, command, GARRISON, "assault", fort)
    if GARRISON not in board.units:
        fall(t, "destroyed", "Nothing is left of the garrison")
    if won:
        if board.forts[fort] == 0:
            fall(t, "stormed", f"The {board.book.forts[fort].name} is stormed")
        t.record(FortChanged(fort, board.forts[fort] - 1, "assault"))


def sortie(t: Table[ClockBoard], target: str) -> Procedure[None]:
    """A sortie that succeeds drives a besieging command back to the river."""
    board = t.board
    won = yield from fight(t, GARRISON, target, "march")
    if GARRISON not in board.units:
        fall(t, "destroyed", "Nothing is left of the garrison")
    if won:
        fall_back(t, target)
