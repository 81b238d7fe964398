"""Fighting the battle: reported by people who fought it, by a quick stand-in, or in another game inside the campaign.

The stand-in is ours and not the game's: the battle rules are another book. A distribution offers a game in which
battles are fought out by a `BattleGame` in an entry point of the group `GROUP`; the entry's name is the value of the
option ``battles``. The campaign hands over a brief and gets a report, which is judged like one of people.

Source of what must come back: GotW p.13 Fighting the Battle, Ending a Battle (AFI p.13).
Readings: The stand-in, Battles fought in another game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.board.actions import BattleReport
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.fog_of_war import both_sides
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, SideInBattle, army_breakpoint, mean_rating
from wargame_altar_of_freedom.rules.tabletop.endings import (
    BattleResult,
    end_ruling,
    judge_report,
    loser_at_breakpoint,
    loser_at_nightfall,
    reported,
    result_of,
    standing,
)
from wargame_core.authoring import D6, ChildGame, Modifier, Procedure, Ruling, Table
from wargame_core.errors import WargameError
from wargame_core.flow.rules import HasRules
from wargame_core.json_form import JsonMapping, JsonObject

BattleResolver = Callable[[Table[CampaignBoard], BattleBrief], Procedure[BattleResult]]
"""Fights a battle. It may ask and roll like any rule."""

BASES_A_POINT = 8
"""Unbroken bases that weigh as much as one point of the die. Readings: The stand-in."""
TWO_BREAK = 7
"""By how many points a side is lower when two of its bases break. Readings: The stand-in."""


def quick(t: Table[CampaignBoard], brief: BattleBrief) -> Procedure[BattleResult]:
    """A stand-in for the battle: an hourly die each, weight and quality of the unbroken bases, and cover.

    Each hour d6 + unbroken bases / `BASES_A_POINT` (down) + mean rating, and the defender's cover; the lower side
    breaks one base, two if lower by `TWO_BREAK` or more, the worst first; each broken base comes back on a 6.
    Readings: The stand-in.
    """
    board = t.board
    broken: frozenset[str] = frozenset()
    story: list[str] = []
    for turn in range(1, brief.turns + 1):
        broken, sentence = yield from _hour(t, brief, turn, broken)
        story.append(sentence)
        attacker, defender = (standing(board, side, turn, broken) for side in brief.sides)
        loser, reason = loser_at_breakpoint(attacker, defender), EndOfBattle.BREAKPOINT
        if loser is None and turn == brief.turns:
            loser, reason = loser_at_nightfall(attacker, defender), EndOfBattle.NIGHTFALL
        if loser is not None:
            ruling = end_ruling(board, loser, reason, (attacker, defender))
            lost = tuple(unit.id for side in brief.sides for unit in side.units if unit.id in broken)
            return BattleResult(board.enemy(loser), loser, reason, turn, lost, ruling, tuple(story))
    raise AssertionError("the last hour always has a loser")


def hour_score(side: SideInBattle, turn: int, broken: frozenset[str], die: int) -> Ruling:
    """A side's score in one hour of the stand-in. Readings: The stand-in."""
    # What arrives at the end of a turn fights from the next one on.
    fighting = tuple(unit for unit in side.entered(turn - 1) if unit.id not in broken)
    modifiers = [
        Modifier(die, "die"),
        Modifier(len(fighting) // BASES_A_POINT, "weight", because=f"{len(fighting)} unbroken bases"),
        Modifier(mean_rating(fighting), "quality", because="mean rating"),
    ]
    if side.cover:
        modifiers.append(Modifier(side.cover, "cover", because=side.cover_reason))
    return Ruling(side.side, sum(modifier.value for modifier in modifiers), 0, tuple(modifiers))


def _hour(
    t: Table[CampaignBoard], brief: BattleBrief, turn: int, broken: frozenset[str]
) -> Procedure[tuple[frozenset[str], str]]:
    board = t.board
    scores, rolls = [], []
    for side in brief.sides:
        die = yield from t.roll(D6, f"battle turn {turn}: {side.side}", seen_by=both_sides(board))
        scores.append(hour_score(side, turn, broken, die).total)
        rolls.append(f"{board.campaign.side_name(side.side)} {scores[-1]} (rolled {die})")
    difference = scores[0] - scores[1]
    if difference:
        worse = brief.defender if difference > 0 else brief.attacker
        whole = [unit for unit in worse.entered(turn - 1) if unit.id not in broken]
        whole.sort(key=lambda unit: (unit.rating, unit.id))
        broken |= {unit.id for unit in whole[: 2 if abs(difference) >= TWO_BREAK else 1]}
    rolled = {}
    for unit in sorted(broken):
        rolled[unit] = yield from t.roll(D6, f"{unit} returns on 6", seen_by=both_sides(board))
    broken -= {unit for unit, die in rolled.items() if die == 6}
    counts = [sum(1 for unit in side.units if unit.id in broken) for side in brief.sides]
    tries = ", ".join(f"{board.campaign.oob.units[unit].name} {die}" for unit, die in rolled.items())
    returns = f"; on a 6 return {tries}" if tries else ""
    return (
        broken,
        f"Battle turn {turn}: {rolls[0]}, {rolls[1]}{returns}; broken so far {counts[0]} and {counts[1]}.",
    )


RESOLVERS: Mapping[str, BattleResolver] = {"quick": quick, "reported": reported}
"""The ways to fight a battle that every campaign has, by the value of the option ``battles``."""


def resolver(name: str) -> BattleResolver:
    """The way to fight a battle that a value of the option ``battles`` names.

    Readings: Battles fought in another game.
    """
    return RESOLVERS[name] if name in RESOLVERS else partial(fight_out, name)


# battles fought out in another game

GROUP = "wargame_altar_of_freedom.battles"

Breakpoints = Mapping[str, tuple[int, ...]]
"""By side, how many broken brigades beat it at the end of each turn of the battle."""


@frozen
class BattleGame:
    """A game in which battles of campaigns are fought out.

    Attributes:
        make: makes the game of a battle from its plain data; with none, any such game.
        data: the plain data of a battle, the same for the same brief and breakpoints.
        seats: the seat there of each side of the campaign.
        report: what the campaign hears of a battle, made from the last board of it.
        brief: the brief again, from the data of a battle. Without it no world can be drawn, with a referee, for a side
            that does not see all who take part (`wargame_core.flow.view.View.world`).
    """

    make: Callable[[JsonMapping], HasRules]
    data: Callable[[BattleBrief, Breakpoints], JsonObject]
    seats: Callable[[BattleBrief], Mapping[str, str]]
    report: Callable[[BattleBrief, Any], BattleReport]
    brief: Callable[[JsonMapping], BattleBrief] | None = None


@lru_cache(maxsize=1)
def _offered() -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def battle_games() -> tuple[str, ...]:
    """The names of the games in which battles can be fought out here."""
    return tuple(_offered())


@lru_cache(maxsize=8)
def battle_game(name: str) -> BattleGame:
    """A game in which battles can be fought out. Raises `WargameError` when it cannot be loaded."""
    entry = _offered()[name]
    try:
        game = entry.load()
    except Exception as problem:
        where = f" of {entry.dist.name}" if entry.dist is not None else ""
        raise WargameError(f"battles={name}: {entry.value}{where} cannot be loaded: {problem}") from problem
    if not isinstance(game, BattleGame):
        raise WargameError(f"battles={name}: {entry.value} is no BattleGame")
    return game


def games_inside() -> Mapping[str, Callable[[JsonMapping], HasRules]]:
    """What makes the games that may be played inside a campaign, by name; none is loaded before it is needed."""
    return {name: partial(_make, name) for name in battle_games()}


def _make(name: str, data: JsonMapping) -> HasRules:
    return battle_game(name).make(data)


def breakpoints(board: CampaignBoard, brief: BattleBrief) -> Breakpoints:
    """By side, its breakpoint at the end of each turn. Source: GotW p.13 Ending a Battle (AFI p.13)."""
    turns = range(1, brief.turns + 1)
    return {
        side.side: tuple(max(army_breakpoint(board.campaign, len(side.entered(turn))), 1) for turn in turns)
        for side in brief.sides
    }


def fight_out(name: str, t: Table[CampaignBoard], brief: BattleBrief) -> Procedure[BattleResult]:
    """The battle is played as a game of its own inside this one, and its end is its report.

    Raises `WargameError` for a report that the book does not allow. Source: GotW p.13 Fighting the Battle (AFI p.13).
    """
    board, game = t.board, battle_game(name)
    child = ChildGame(
        name, game.seats(brief), game.data(brief, breakpoints(board, brief)), watched=board.fog is not Fog.REFEREE
    )
    report: BattleReport = yield from t.play(child, partial(game.report, brief))
    verdict = judge_report(board, brief, report)
    if not verdict:
        raise WargameError(f"battles={name} reports what cannot have happened: {verdict.reasons[0].text}")
    return result_of(board, brief, report)
