"""Where the rules stand: headings of the Battle Cry 150 text, and our decisions where it ends or contradicts itself."""

from __future__ import annotations

from wargame_core.authoring import Cite

BOOK = "BC150"


def _book(page: str, heading: str) -> Cite:
    return Cite(BOOK, page, heading)


HOW_TO_WIN = _book("2", "How to Win")
GAME_BOARD = _book("3", "Game Board")
COMMAND_CARDS = _book("4", "Command Cards")
SECTION_CARDS = _book("4", "Section Cards")
TACTIC_CARDS = _book("4", "Tactic Cards")
FLAG_TOKENS = _book("6", "Flag Tokens")
TURN = _book("6", "What to do on a Turn")
PLAY = _book("6", "1. Play a Command Card")
ORDERS = _book("6", "2. Announce Orders")
MOVE = _book("6", "3. Move")
MOVING_GENERALS = _book("7", "Moving Generals")
ATTACHED = _book("7", "Attached Generals")
MOVING_UNITS = _book("7", "Moving Units")
BATTLE = _book("8", "4. Battle")
UNITS_IN_BATTLE = _book("8", "Units in Battle")
RANGED = _book("8", "Ranged Combat")
SIGHT = _book("9", "Line of Sight")
RESOLVING = _book("10", "Resolving Battles")
MELEE = _book("10", "Melee Combat")
HIT = _book("11", "Hit")
CASUALTY = _book("11", "General Casualty Check")
LONE_GENERAL = _book("12", "Unattached General")
BOLSTER = _book("12", "Bolster Morale")
RETREAT = _book("12", "Retreat")
GENERALS_RETREAT = _book("13", "General's Retreat")
DRAW = _book("6", "5. Draw a New Command Card")

D_BOARD = Cite("docs/decisions/0050", "", "Board, sections and battles")
D_ORDERS = Cite("docs/decisions/0051", "", "Orders and movement")
D_DICE = Cite("docs/decisions/0052", "", "Counting battle dice")
D_TERRAIN = Cite("docs/decisions/0053", "", "Terrain, cover and sight")
D_GENERALS = Cite("docs/decisions/0054", "", "Generals in trouble")
D_RETREAT = Cite("docs/decisions/0055", "", "Retreat, flags and ground taken")
D_CARDS = Cite("docs/decisions/0056", "", "Cards")
D_VICTORY = Cite("docs/decisions/0057", "", "Flags and victory")
