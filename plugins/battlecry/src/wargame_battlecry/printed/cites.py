"""Where the rules stand: headings of the Battle Cry 150 text, and our readings where it ends or contradicts itself."""

from wargame_core.authoring import Cite, reading

BOOK = "BC150"


def _book(page: str, heading: str) -> Cite:
    return Cite(BOOK, page, heading)


HOW_TO_WIN = _book("2", "How to Win")
COMPONENTS = _book("2", "Components")
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
TAKE_GROUND = _book("", "Take Ground")
DRAW = _book("6", "5. Draw a New Command Card")

R_BOARD = reading("Board and battles")
R_DICE = reading("Battle dice")
R_TERRAIN = reading("Terrain and sight")
R_GENERALS = reading("Generals")
R_RETREAT = reading("Retreats and ground taken")
R_CARDS = reading("Cards")
R_FLAGS = reading("Flags and victory")
