"""Battles fought out in another game inside the campaign: any that an installed distribution offers.

A distribution names a `BattleGame` in an entry point of the group `GROUP`; the entry's name is the value of the option
``battles``. The campaign hands over a brief and gets a report, which is judged like one of people.

Readings: Battles fought in another game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.board.battle_actions import BattleReport
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.fog import Fog
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, army_breakpoint
from wargame_altar_of_freedom.rules.tabletop.endings import BattleResult
from wargame_altar_of_freedom.rules.tabletop.reports import judge_report, result_of
from wargame_core.authoring import ChildGame, Procedure, Table
from wargame_core.errors import WargameError
from wargame_core.flow.rules import HasRules
from wargame_core.json_types import JsonMapping, JsonObject

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
