"""A Formidable Invasion: the Gettysburg campaign of 1863."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_altar_of_freedom import campaign_plugin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame_core.authoring import OwnRules
    from wargame_core.flow.players import Strength


def _own_rules() -> OwnRules:
    from wargame_gettysburg.rules import OWN

    return OWN


def _strengths() -> Mapping[str, Strength]:
    from wargame_core.flow.players import Strength

    easy_rates, hard_rates = {"federal": 0.23, "confederate": 0.18}, {"federal": 0.66, "confederate": 0.46}
    return {
        "easy": Strength(
            "normal", easy_rates, 100, "wargame simulate gettysburg --bot SEAT=easy --games 100 --seed 45"
        ),
        "hard": Strength(
            "normal", hard_rates, 100, "wargame simulate gettysburg --bot SEAT=hard --games 100 --seed 9951"
        ),
    }


PLUGIN = campaign_plugin(
    game_id="gettysburg",
    title="A Formidable Invasion: the 1863 Gettysburg campaign",
    documents=("A Formidable Invasion (2018)",),
    data=Path(__file__).parent / "data",
    own_rules=_own_rules,
    easy_errors={"federal": 2.3, "confederate": 2.7},
    strengths=_strengths,
    length="5 to 8 turns, 55 to 85 minutes against a bot",
)
