"""Battle Cry 150: thirty Civil War battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wargame_battlecry.authoring.scaffold import lint, new_battle
from wargame_battlecry.game import build, open_battle
from wargame_battlecry.printed.rulebook import DATA
from wargame_battlecry.questions.rules_index import rules
from wargame_core.authoring import GameEntry, Plugin
from wargame_core.plugins.lazy_mapping import LazyMapping

if TYPE_CHECKING:
    from wargame_core.plugins.questions import CaseFunction, ChartLookup, Question


def _charts() -> Mapping[str, ChartLookup]:
    from wargame_battlecry.questions.charts import CHARTS

    return CHARTS


def _odds() -> Mapping[str, Question]:
    from wargame_battlecry.questions.queries import ATTACK

    return {"attack": ATTACK}


def _cases() -> Mapping[str, CaseFunction]:
    from wargame_battlecry.questions.queries import cases

    return cases()


PLUGIN = Plugin(
    id="battlecry",
    title="Battle Cry 150",
    documents=("Battle Cry 150 Variant",),
    games=(GameEntry("battlecry", "Battle Cry 150", build),),
    charts=LazyMapping(_charts),
    odds=LazyMapping(_odds),
    cases=LazyMapping(_cases),
    data=DATA,
    rules=rules,
    lint=lint,
    scaffold={"battle": new_battle},
    open_folder=open_battle,
)
