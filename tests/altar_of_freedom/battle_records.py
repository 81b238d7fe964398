"""Records of campaigns that wait for a battle to be fought on a real table."""

from collections.abc import Callable
from functools import cache

import wargame_core
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, battle_brief
from wargame_core import Match, Record


@cache
def waiting(name: str = "vicksburg", attacker: str = "", held_back: bool = False) -> str:
    """The text of a record of a campaign with a battle to be reported, one like that, found by play at random."""

    def wanted(brief: BattleBrief) -> bool:
        held = any(division.held_back for division in brief.attacker.divisions)
        return brief.campaign_turn < 4 and attacker in ("", brief.attacker.side) and held == held_back

    return Record.of(match_before(name, wanted)).text()


def brief_of(match: Match) -> BattleBrief:
    """The brief of the battle that a match waits for."""
    assert isinstance(match.board, CampaignBoard)
    return battle_brief(match.board)


def match_before(name: str, wanted: Callable[[BattleBrief], bool]) -> Match:
    """A match that waits for the report of a battle like that."""
    game = wargame_core.load(name)
    for seed in range(32, 132):
        match = game.start(seed=seed, options={"battles": "reported"})
        bots = {seat: game.bot("belligerent", seed=seed) for seat in game.seats}
        for _ in range(600):
            if not match.waiting_for:
                break
            seat = match.waiting_for[0]
            if match.choices(seat).by_people:
                if wanted(brief_of(match)):
                    return match
                break
            match.play(bots[seat](match.view(seat, history=False)), seat)
    raise AssertionError("no such battle among a hundred campaigns")
