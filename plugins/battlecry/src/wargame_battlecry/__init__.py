"""Battle Cry 150: thirty Civil War battles."""

from __future__ import annotations

from wargame_battlecry.authoring.scaffold import lint, new_battle
from wargame_battlecry.game import build, open_battle
from wargame_battlecry.printed.rulebook import DATA
from wargame_battlecry.questions.charts import CHARTS
from wargame_battlecry.questions.queries import ATTACK, cases
from wargame_battlecry.questions.rules_index import rules
from wargame_core import GameEntry, Plugin

PLUGIN = Plugin(
    id="battlecry",
    title="Battle Cry 150",
    documents=("Battle Cry 150 Variant",),
    games=(GameEntry("battlecry", "Battle Cry 150", build),),
    charts=CHARTS,
    odds={"attack": ATTACK},
    cases=cases(),
    data=DATA,
    rules=rules,
    lint=lint,
    scaffold={"battle": new_battle},
    open_folder=open_battle,
)
