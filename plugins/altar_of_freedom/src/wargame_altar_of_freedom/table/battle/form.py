"""The report form of a battle: what people are asked, brigades by number, and the action that their answers make.

Source: GotW p.13 Ending a Battle, Broken Brigades (AFI p.13). Readings: Battles that people end,
Reports by people.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wargame_altar_of_freedom.board.battle_actions import BattleReport
from wargame_altar_of_freedom.board.battle_ends import EndOfBattle
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, UnitOnTable
from wargame_altar_of_freedom.rules.tabletop.reports import LONGEST_STORY
from wargame_pictures.paper.handout import FieldKind, FormField, ReportForm

BY_AGREEMENT = frozenset(end.value for end in EndOfBattle if not end.by_the_book)

FIELD_OF = {
    "no_such_side": "winner",
    "no_such_turn": "last_turn",
    "not_nightfall": "last_turn",
    "story_too_long": "story",
    "why": "why",
    "twice": "broken",
    "not_there": "broken",
    "not_broken": "broken",
    "was_broken": "ended",
    "fewer_losses": "broken",
}
"""Which field a reason against a report is about."""


def report_form(campaign: Campaign, brief: BattleBrief) -> ReportForm:
    """What people who fought the battle are asked."""
    units = brief.units
    name = campaign.reference.side_name

    def action(answers: Mapping[str, Any]) -> BattleReport:
        broken = tuple(units[number - 1].id for number in answers["broken"])
        ended = answers["winner"], EndOfBattle(answers["ended"]), answers["last_turn"]
        return BattleReport(*ended, broken, answers.get("story", ""), answers.get("why", ""))

    sides = {
        side.side: f"{name(side.side)}, the {'attacker' if side.attacking else 'defender'}" for side in brief.sides
    }
    return ReportForm(
        f"Report of the battle at {brief.contact}, campaign turn {brief.campaign_turn}",
        brief.digest,
        (
            FormField("winner", "Who holds the field?", FieldKind.CHOICE, sides),
            FormField("ended", "How did it end?", FieldKind.CHOICE, {end.value: end.in_words for end in EndOfBattle}),
            FormField(
                "last_turn", "Which was the last turn that was played?", FieldKind.NUMBER, least=1, most=brief.turns
            ),
            FormField(
                "broken",
                "Which brigades of both sides are broken and have not rallied? Their numbers, such as 3, 12-14",
                FieldKind.NUMBERS,
                {str(number): in_words(unit) for number, unit in enumerate(units, 1)},
            ),
            FormField(
                "why",
                "Why did it end so? A word for the record, needed where it did not end by the book",
                FieldKind.TEXT,
                most=LONGEST_STORY,
                asked_if=("ended", BY_AGREEMENT),
            ),
            FormField("story", "What happened, if you like to tell", FieldKind.TEXT, most=LONGEST_STORY),
        ),
        action,
        FIELD_OF,
    )


def in_words(unit: UnitOnTable) -> str:
    """A unit as the roster names it."""
    return f"{unit.name} {unit.rating:+d} ({unit.arm}, {unit.division})"
