"""On the 4th Day: Gettysburg after the third day, a scenario in two variants for Roads to Gettysburg."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wargame_gcacw import scenario_plugin

if TYPE_CHECKING:
    from wargame_core.authoring import OwnRules


def _own() -> OwnRules:
    from wargame_gcacw_on_the_4th_day.rules import OWN

    return OWN


PLUGIN = scenario_plugin(
    game_id="gcacw_on_the_4th_day",
    title="On the 4th Day: the retreat from Gettysburg, July 4 and 5, 1863",
    documents=("On the 4th Day",),
    data=Path(__file__).parent / "data",
    own=_own,
    length="2 turns, 120 to 180 choices a side",
)
