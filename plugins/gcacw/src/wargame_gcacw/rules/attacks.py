"""Attacks from the march: whether, whom and how. Source: GCACW rules 1.4, 7.1; Attack Summary."""

from __future__ import annotations

from functools import cache
from typing import Final, get_args

from wargame_core.authoring import LEGAL, Verdict, refuse
from wargame_gcacw.board.actions import Attack, AttackKind
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.marches import attack_cost
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.ground import POINT, show_points
from wargame_gcacw.rules.combat_on_map import odds_of_combat

KINDS: Final[tuple[AttackKind, ...]] = get_args(AttackKind)


def cost_of_attack(board: FieldBoard, unit: str, target: int, how: str, left: int) -> int | None:
    """The half points that an attack takes from the ``left`` ones of a march, or None when they do not suffice.

    Costs are whole points, so a half point left over buys nothing. Source: Attack Summary
    """
    cavalry = board.unit(unit).arm == "cavalry"
    cost = attack_cost(how, cavalry=cavalry, terrain=board.ground.terrain(target), remaining_mp=left // POINT)
    return None if cost is None else cost * POINT


@cache
def _kinds(cavalry: bool, terrain: str, points: int) -> tuple[AttackKind, ...]:
    """The kinds of attack that so many movement points allow."""
    return tuple(
        how for how in KINDS if attack_cost(how, cavalry=cavalry, terrain=terrain, remaining_mp=points) is not None
    )


def judge_attacker(board: FieldBoard, unit: str) -> Verdict:
    """Whether a unit may attack from its march at all now."""
    march = board.march
    if unit not in board.units:
        return refuse("no_unit", f"{unit} is no unit on the map", cites.MARCH)
    name = board.name(unit)
    if march is None or march.unit != unit:
        return refuse("not_marching", f"{name} does not march now", cites.MARCH)
    if board.night:
        return refuse("night", "nobody attacks at night", cites.NIGHT)
    if board.unit(unit).arm not in ("infantry", "cavalry"):
        return refuse("arm", f"{name} is {board.unit(unit).arm}: only infantry and cavalry attack", cites.ATTACKS)
    if board.activation is not None and not board.activation.attacks:
        leader = board.name(board.activation.leader)
        return refuse("no_attacks", f"units that {leader} activates may not attack", cites.CAVALRY_LEADERS)
    return LEGAL


def judge_attack(board: FieldBoard, unit: str, target: int, kind: str) -> Verdict:
    """Whether the marching unit may attack a hex in this way, and if not, why.

    Source: GCACW rules 1.4, 7.1; Attack Summary
    """
    fit = judge_attacker(board, unit)
    if not fit:
        return fit
    ground, here = board.ground, board.units[unit].space
    there, name = ground.label(target), board.name(unit)
    if kind not in KINDS:
        return refuse("no_such_attack", f"{kind!r} is no kind of attack ({', '.join(KINDS)})", cites.ATTACKS)
    if target not in ground.map.neighbours[here]:
        return refuse("not_adjacent", f"{there} is not next to {name} in {ground.label(here)}", cites.COMBAT)
    if board.holder(target) in ("", board.unit(unit).side):
        return refuse("no_enemy", f"no enemies are in {there}", cites.COMBAT)
    judged = ground.judge(here, target, board.rain)
    if isinstance(judged, Verdict):
        return judged
    march = board.the_march
    if cost_of_attack(board, unit, target, kind, march.left) is None:
        least = attack_cost(
            kind, cavalry=board.unit(unit).arm == "cavalry", terrain=ground.terrain(target), remaining_mp=99
        )
        needs = f"{name} has {show_points(march.left)} points left; a {kind.replace('_', ' ')} attack needs"
        return refuse("too_few_points", f"{needs} {max(1, least or 0)}", cites.ATTACKS)
    return LEGAL


def attack_choices(board: FieldBoard, unit: str) -> list[Attack]:
    """Every attack that the marching unit may make now."""
    ground, book, stacks = board.ground, board.book.units, board.stacks
    counter, march = book[unit], board.march
    attacks: list[Attack] = []
    if march is None or march.left < POINT or not judge_attacker(board, unit):
        return attacks
    for target in ground.steps[board.rain][board.units[unit].space]:
        there = stacks.get(target)
        if there is not None and book[there[0]].side != counter.side:
            name = ground.name(target)
            kinds = _kinds(counter.arm == "cavalry", ground.terrain(target), march.left // POINT)
            attacks += [Attack(name, how) for how in kinds]
    return attacks


def odds_of_attack(board: FieldBoard, unit: str, action: Attack) -> str:
    """What an attack from the march costs, both combat values, and what the dice may bring."""
    target = board.ground.map.parse(action.target)
    cost = cost_of_attack(board, unit, target, action.how, board.the_march.left)
    points = "" if cost is None else f"costs {show_points(cost)} of {show_points(board.the_march.left)} MP; "
    return points + odds_of_combat(board, (unit,), target, action.how)
