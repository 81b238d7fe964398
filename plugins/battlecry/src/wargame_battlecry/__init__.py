"""Battle Cry 150: thirty Civil War battles."""

from __future__ import annotations

from wargame_battlecry.designing import lint, new_battle
from wargame_battlecry.game import build, open_battle
from wargame_battlecry.library import DATA
from wargame_battlecry.queries import ATTACK, cases
from wargame_battlecry.rules import rules
from wargame_core import GameEntry, Plugin

PLUGIN = Plugin(
    id="battlecry",
    title="Battle Cry 150",
    documents=("Battle Cry 150 Variant",),
    games=(GameEntry("battlecry", "Battle Cry 150", build),),
    odds={"attack": ATTACK},
    cases=cases(),
    data=DATA,
    rules=rules,
    lint=lint,
    scaffold={"battle": new_battle},
    open_folder=open_battle,
)
