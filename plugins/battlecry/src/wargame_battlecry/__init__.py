"""Battle Cry 150: thirty Civil War battles."""

from __future__ import annotations

from wargame_battlecry.game import build, open_battle
from wargame_battlecry.library import DATA
from wargame_core import GameEntry, Plugin

PLUGIN = Plugin(
    id="battlecry",
    title="Battle Cry 150",
    documents=("Battle Cry 150 Variant",),
    games=(GameEntry("battlecry", "Battle Cry 150", build),),
    data=DATA,
    open_folder=open_battle,
)
