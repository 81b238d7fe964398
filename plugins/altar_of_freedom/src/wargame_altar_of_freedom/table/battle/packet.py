"""The packet of a battle: everything two people need to fight it on their table, as a page, as text and as JSON.

Source: GotW p.12-13 Assembling the Tabletop to Broken Brigades (AFI p.12-13). Readings: One packet for both players.
"""

from __future__ import annotations

from attrs import evolve

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, battle_brief
from wargame_altar_of_freedom.table.battle.form import report_form
from wargame_altar_of_freedom.table.battle.packet_pages import HeldBack, Pages
from wargame_altar_of_freedom.table.battle.schedule import TurnOfBattle, schedule
from wargame_core.flow.visibility import REFEREE
from wargame_core.json_types import JsonObject
from wargame_pictures.paper.handout import Handout
from wargame_pictures.paper.pages import Paper, printout


def battle_packet(board: CampaignBoard, seat: str = REFEREE, paper: Paper = Paper.A4) -> Handout | None:
    """The packet of the battle that waits to be fought, None while none does.

    For the referee it holds everything, for a seat all but what the attacker holds back from it. Its report form
    numbers the brigades of both sides through; the numbers are the same in every packet.
    """
    battle = board.battle
    if battle is None or not battle.turns or battle.loser or len(battle.called) < len(board.campaign.seats):
        return None
    whole = battle_brief(board)
    numbers = {unit.id: number for number, unit in enumerate(whole.units, 1)}
    brief, open_brief = as_known(whole, seat), as_known(whole, whole.defender.side)
    turns, open_turns = schedule(board.campaign, brief), schedule(board.campaign, open_brief)
    form = report_form(board.campaign, whole)
    title = f"{board.campaign.title}, turn {board.turn}: the battle at {whole.contact}"
    pages = Pages(board.campaign, open_brief, open_turns, numbers, form, title)
    secret = HeldBack(board.campaign, brief, turns, numbers)
    return Handout(
        f"{board.campaign.id}-turn-{board.turn}-battle",
        title,
        printout(title, (*pages.sheets(), *secret.sheets()), paper),
        _text(title, brief, turns, numbers),
        _data(brief, turns, numbers),
        form if seat in (REFEREE, whole.attacker.side) or len(brief.units) == len(whole.units) else None,
    )


def as_known(brief: BattleBrief, seat: str) -> BattleBrief:
    """The brief without what the attacker holds back, for anybody but him and the referee."""
    attacker = brief.attacker
    if seat in (REFEREE, attacker.side):
        return brief
    known = evolve(
        attacker,
        units=tuple(unit for unit in attacker.units if not unit.held_back),
        divisions=tuple(division for division in attacker.divisions if not division.held_back),
        generals=tuple(general for general in attacker.generals if not general.held_back),
    )
    return evolve(brief, sides=(known, brief.defender))


def _text(title: str, brief: BattleBrief, turns: tuple[TurnOfBattle, ...], numbers: dict[str, int]) -> str:
    lines = [
        title,
        "",
        brief.text(numbers),
        "",
        "TURNS (at the end of each: who arrives; broken brigades that break an army)",
    ]
    for turn in turns:
        breaks = ", ".join(f"{strength.side} {strength.in_words}" for strength in turn.strengths)
        lines.append(f"  {turn.number:>2}  {turn.hour}  {breaks}")
        lines += [f"             {side}: {who}" for side, who in turn.arrivals]
    return "\n".join(lines)


def _data(brief: BattleBrief, turns: tuple[TurnOfBattle, ...], numbers: dict[str, int]) -> JsonObject:
    return {
        "battle": brief.to_json(),
        "turns": [
            {
                "turn": turn.number,
                "hour": turn.hour,
                "arrivals": [{"side": side, "who": who} for side, who in turn.arrivals],
                "breakpoints": {
                    strength.side: {"bases": strength.bases, "broken": strength.breakpoint}
                    for strength in turn.strengths
                },
            }
            for turn in turns
        ],
        "numbers": {str(numbers[unit.id]): unit.id for unit in brief.units},
    }
