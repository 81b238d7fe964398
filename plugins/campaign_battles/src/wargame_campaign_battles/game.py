"""A campaign's battle as a game to be played inside the campaign, and the report that comes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache, partial

from attrs import evolve

from wargame_altar_of_freedom.board.actions import BattleReport
from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief
from wargame_altar_of_freedom.rules.tabletop.resolvers import BattleGame
from wargame_battlecry.game import EVENTS, game_of
from wargame_battlecry.printed.pieces import NO_GENERAL, Rulebook
from wargame_battlecry.rules.set_up import bare_board
from wargame_campaign_battles.board import CampaignBattleBoard, HourEnded, UnitArrived
from wargame_campaign_battles.brief_json import read_orders
from wargame_campaign_battles.hours import CAMPAIGN_BATTLE
from wargame_campaign_battles.kinds import box
from wargame_campaign_battles.plan import BattlePlan, plan_of, seats_of
from wargame_campaign_battles.table import panels, sheet_of
from wargame_core.authoring import Game, Scenario
from wargame_core.errors import WargameError
from wargame_core.json_form import JsonMapping, JsonObject

ID = "battle_cry"
TITLE = "A campaign's battle in Battle Cry"


def orders_json(brief: BattleBrief, breakpoints: Mapping[str, tuple[int, ...]]) -> JsonObject:
    """The plain data from which a battle is made again, here and anywhere."""
    data: JsonObject = json.loads(json.dumps({"brief": brief.to_json(), "breakpoints": dict(breakpoints)}))
    return data


def seats(brief: BattleBrief) -> dict[str, str]:
    """The seat in Battle Cry of each side of the campaign."""
    return dict(seats_of((brief.attacker.side, brief.defender.side)))


def make(data: JsonMapping) -> Game:
    """The game of a battle; of no battle in particular when there are no data. Raises `RecordError`."""
    return _made(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=64)
def _made(text: str) -> Game:
    data = json.loads(text)
    plan = plan_of(read_orders(data), box()) if data else None
    battles = {plan.battle.id: plan.battle} if plan is not None else {}
    book = evolve(box(), battles=battles)
    base = game_of(book, "", None)
    title = plan.battle.title if plan is not None else TITLE

    def pictures() -> object:
        from wargame_campaign_battles.table import caption

        return evolve(base.rules.tool("pictures"), caption=caption)

    rules = evolve(
        base.rules,
        id=ID,
        title=TITLE,
        tools={"pictures": pictures},
        scenarios=(Scenario("battle", title),),
        sequence=CAMPAIGN_BATTLE,
        board=CampaignBattleBoard,
        set_up=lambda scenario, options: set_up(book, plan, options),
        events=(*EVENTS, UnitArrived, HourEnded),
        printed={"book": book, "plan": plan},
        panels=panels,
        counts=None,
        turn_of=lambda board: board.hour,
    )
    numbers = evolve(base.numbers, series=None)
    return Game(rules=rules, documents=base.documents, players=base.players, lay_out=sheet_of, numbers=numbers)


def set_up(book: Rulebook, plan: BattlePlan | None, options: Mapping[str, str]) -> CampaignBattleBoard:
    """The board of a battle before cards are dealt: units that are there stand, the others wait."""
    if plan is None:
        raise WargameError(f"{ID} is set up from the battle of a campaign, and none is given")
    battle = plan.battle
    board = bare_board(partial(CampaignBattleBoard, plan=plan), book, battle, options)
    for body in plan.bodies:
        for unit in (plan.unit_of[brigade] for brigade in body.brigades):
            if unit not in plan.places:
                board.waiting[unit] = max(body.arrives, 1)
            else:
                board.put_with(unit, plan.places[unit], plan.general_of.get(unit, NO_GENERAL))
                board.figures[unit] = battle.units[unit].kind.figures
    return board


def report(brief: BattleBrief, board: CampaignBattleBoard) -> BattleReport:
    """What the campaign hears of a battle that is over: who won and how, the last hour, the broken brigades.

    Source: CB p.3 The report.
    """
    outcome = board.outcome
    assert outcome is not None
    assert outcome.winner is not None
    winner = board.plan.side_of_seat[outcome.winner]
    broken = board.broken()
    lost = tuple(unit.id for unit in brief.units if unit.id in broken)
    return BattleReport(winner, EndOfBattle(outcome.level), board.hour, lost)


BATTLE_CRY = BattleGame(make, orders_json, seats, report, lambda data: read_orders(data).brief)
"""Battles of campaigns in Battle Cry, as campaigns find them by their entry point."""
