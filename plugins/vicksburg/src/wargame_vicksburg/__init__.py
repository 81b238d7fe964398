"""Gibraltar of the West: the Vicksburg campaign of 1863."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_altar_of_freedom import campaign_plugin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame_core.authoring import OwnRules
    from wargame_core.flow.players import Strength


def _own_rules() -> OwnRules:
    from wargame_core.authoring import OwnRules
    from wargame_vicksburg.rules import WORDS

    return OwnRules(words=WORDS)


def _strengths() -> Mapping[str, Strength]:
    from wargame_core.flow.players import Strength

    easy_rates = {"federal": 0.14, "confederate": 0.40}
    hard_rates = {"federal": 0.52, "confederate": 0.55}
    return {
        "easy": Strength("normal", easy_rates, 100, "wargame simulate vicksburg --bot SEAT=easy --games 100 --seed 44"),
        "hard": Strength(
            "normal", hard_rates, 100, "wargame simulate vicksburg --bot SEAT=hard --games 100 --seed 9951"
        ),
    }


PLUGIN = campaign_plugin(
    game_id="vicksburg",
    title="Gibraltar of the West: the 1863 Vicksburg campaign",
    documents=("Gibraltar of the West (2016)",),
    data=Path(__file__).parent / "data",
    own_rules=_own_rules,
    easy_errors={"federal": 4.6},
    strengths=_strengths,
    length="7 to 8 turns, 30 to 35 minutes against a bot",
)
