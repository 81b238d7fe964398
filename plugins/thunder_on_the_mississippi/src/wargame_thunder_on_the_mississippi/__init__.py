"""Thunder on the Mississippi: the strategic clock of 70 turns, its operations of our own making (decision 0080)."""

from __future__ import annotations

from wargame_core.authoring import GameEntry, Plugin
from wargame_thunder_on_the_mississippi.authoring.lint import lint
from wargame_thunder_on_the_mississippi.game import TITLE, build
from wargame_thunder_on_the_mississippi.printed.book import DATA
from wargame_thunder_on_the_mississippi.questions.rules_index import rules

PLUGIN = Plugin(
    id="thunder_on_the_mississippi",
    title=TITLE,
    documents=("Thunder on the Mississippi Charts & Tables, version 1.6",),
    games=(GameEntry("thunder_on_the_mississippi", TITLE, build),),
    data=DATA,
    rules=rules,
    lint=lint,
)
