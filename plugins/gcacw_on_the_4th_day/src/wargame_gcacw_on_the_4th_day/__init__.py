"""On the 4th Day: Gettysburg after the third day, a scenario in two variants for Roads to Gettysburg."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_gcacw import scenario_plugin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame_core.authoring import OwnRules
    from wargame_core.flow.players import Strength


def _own_rules() -> OwnRules:
    from wargame_gcacw_on_the_4th_day.rules import OWN

    return OWN


def _strengths() -> Mapping[str, Strength]:
    from wargame_core.flow.players import Strength

    easy_rates, hard_rates = {"union": 0.20, "confederate": 0.25}, {"union": 0.74, "confederate": 0.59}
    command = "wargame simulate gcacw_on_the_4th_day --bot SEAT="
    return {
        "easy": Strength("normal", easy_rates, 120, f"{command}easy --games 120 --seed 4712"),
        "hard": Strength("normal", hard_rates, 200, f"{command}hard --scenario all --games 100 --seed 9921"),
    }


PLUGIN = scenario_plugin(
    game_id="gcacw_on_the_4th_day",
    title="On the 4th Day: the retreat from Gettysburg, July 4 and 5, 1863",
    documents=("On the 4th Day",),
    data=Path(__file__).parent / "data",
    own_rules=_own_rules,
    easy_errors={
        "lees_retreat": {"union": 14.0, "confederate": 1.75},
        "the_battle_continues": {"union": 5.5, "confederate": 7.0},
    },
    strengths=_strengths,
    length="2 turns, 30 to 45 minutes against a bot",
)
