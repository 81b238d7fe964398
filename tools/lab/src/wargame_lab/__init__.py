"""Many games: simulations, comparisons, search, numbers for learners and their environments.

>>> from wargame_lab import simulate
>>> sum(simulate("vicksburg", "random", games=4, seed=1).wins.values())
4
"""

from wargame_lab.analysis import Analysis
from wargame_lab.analysts import analyse
from wargame_lab.batches import simulate
from wargame_lab.comparisons import Comparison, compare
from wargame_lab.duels import Duel, duel
from wargame_lab.encoding import encoder
from wargame_lab.engines.player import engine
from wargame_lab.engines.process import EngineLimits
from wargame_lab.hints import Hint, hint
from wargame_lab.ladders import Ladder, ladder
from wargame_lab.playouts import GameResult
from wargame_lab.pools import Pool
from wargame_lab.results import Simulation
from wargame_lab.sweeps import OptionSweep, sweep

__all__ = [
    "Analysis",
    "Comparison",
    "Duel",
    "EngineLimits",
    "GameResult",
    "Hint",
    "Ladder",
    "OptionSweep",
    "Pool",
    "Simulation",
    "analyse",
    "compare",
    "duel",
    "encoder",
    "engine",
    "hint",
    "ladder",
    "simulate",
    "sweep",
]
