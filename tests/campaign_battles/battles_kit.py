"""A battle of the Vicksburg campaign at Auburn, as the campaign hands it over and as it is fought out."""

from functools import cache
from typing import Any

from tests.altar_of_freedom.kit import bare_board, battle_at, position, vicksburg

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Reinforcement, Space
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, battle_brief
from wargame_altar_of_freedom.rules.tabletop.resolvers import breakpoints
from wargame_campaign_battles.game import CampaignBattleBoard, make
from wargame_campaign_battles.orders import orders_json, read_orders
from wargame_campaign_battles.translation import BattlePlan, battle_cry_box, plan_of
from wargame_core import Match, Player, Seeded
from wargame_core.authoring import Game
from wargame_core.json_form import JsonObject

TABLE = ("12,15", "12,16", "Auburn", "13,16", "14,15", "14,16")
ARMIES = {
    "loring": "12,15", "forney": "12,16", "bowen": "11,15",
    "carr": "Auburn", "hovey": "14,15", "logan": "14,16",
}  # fmt: skip


def field(game: Game | None = None, **changes: Any) -> CampaignBoard:
    """Loring and Forney, with Bowen on his way, attack three Federal divisions at Auburn from the north."""
    board = bare_board(game or vicksburg(), ARMIES, **{"battles": "battle_cry", **changes})
    entry = Space(board.campaign.map.parse("12,15"))
    coming = Reinforcement("bowen", 1, True, 4, 2, entry)
    board.battle = battle_at(board, "loring", "Auburn", *TABLE, reinforcements=(coming,))
    board.battle_ended_movement = True
    return board


@cache
def brief() -> BattleBrief:
    """The brief of that battle."""
    return battle_brief(field())


@cache
def data() -> JsonObject:
    """What the inner game is made from."""
    return orders_json(brief(), breakpoints(field(), brief()))


def plan() -> BattlePlan:
    """The battle made from it."""
    return plan_of(read_orders(data()), battle_cry_box())


def battle() -> Game:
    """The game made from it."""
    return make(data())


def fighting(seed: int = 5, **changes: Any) -> Match:
    """The campaign at the moment the battle is fought, its cards dealt."""
    match: Match = position("Fight", board=field(**changes)).match
    match.use_dice(Seeded(seed))
    return match


def bots(seed: int = 1) -> dict[str, Player]:
    """A bot of the campaign for each side; battles are fought by Battle Cry's own."""
    game = vicksburg()
    return {seat: game.bot("heuristic", seed=seed + number) for number, seat in enumerate(game.seats)}


def fought(match: Match, seed: int = 1) -> Match:
    """The same match when its battle has been fought."""
    players = bots(seed)
    while match.board.inner is not None:
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)
    return match


def battlefield(match: Match) -> CampaignBattleBoard:
    """The battlefield of the battle that is being fought."""
    assert match.board.inner is not None
    board: Any = match.board.inner.board
    assert isinstance(board, CampaignBattleBoard)
    return board
