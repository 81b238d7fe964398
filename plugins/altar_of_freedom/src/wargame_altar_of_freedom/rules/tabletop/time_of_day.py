"""When a battle begins, and how many hourly turns it has.

Source: GotW p.12 Time of Day (AFI p.12). Readings: Tabletop battles.
"""

from __future__ import annotations

from attrs import evolve

from wargame_altar_of_freedom.board.battle_events import BattleChanged
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import BattleTime
from wargame_altar_of_freedom.rules.fog_of_war import both_sides
from wargame_core.authoring import D6, Procedure, Table


def battle_hours(campaign: Campaign, die: int) -> BattleTime:
    """First hour and number of hourly turns for the attacker's die. Source: GotW p.12 Time of Day (AFI p.12).

    Raises `DiceError` for what is no face of a d6.
    """
    return campaign.battle_time[D6.face(die)]


def roll_time_of_day(t: Table[CampaignBoard]) -> Procedure[None]:
    """The attacker rolls for the hour at which the battle begins. Source: GotW p.12 Time of Day (AFI p.12)."""
    board = t.board
    die = yield from t.roll(D6, "time of day", board.cite("Time of Day"), seen_by=both_sides(board))
    hours = battle_hours(board.campaign, die)
    battle = evolve(board.open_battle, first_hour=hours.start, turns=hours.turns)
    t.record(BattleChanged(battle, f"The battle begins at {hours.start} ({die}): {hours.turns} turns until nightfall."))
