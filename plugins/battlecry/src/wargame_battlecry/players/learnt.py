"""The learnt player: a net that was taught by `normal` in games of all thirty battles, and knows no rule.

It takes numpy (extra ``learnt``). The command that taught it stands in its file: ``RowNet.load(NET).made``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from wargame_battlecry.board.board import BattleBoard
from wargame_core import View
from wargame_core.errors import MissingExtra
from wargame_core.flow.players import Player
from wargame_core.sheet import Briefing, Sheet, with_map

if TYPE_CHECKING:
    from wargame_lab.encoding import Encoder
    from wargame_lab.learners.nets import RowNet

NET: Final = Path(__file__).parent / "learnt.npz"
LayOut: TypeAlias = Callable[[Sheet, BattleBoard], Sheet]
"""Lays out the sheet of a battle on that of its map."""


def learnt_player(seed: int = 0, *, lay_out: LayOut) -> Player:
    """A player that chooses what the net likes best; chance decides nothing. Raises `MissingExtra` without numpy."""
    try:
        from wargame_lab.learners.nets import RowPlayer
    except (MissingExtra, ImportError):
        raise MissingExtra("wargame-lab and numpy", "learnt", "wargame-battlecry") from None
    return RowPlayer(learnt_net(), partial(_encoder_of_view, lay_out), seed)


@lru_cache(maxsize=1)
def learnt_net() -> RowNet:
    """The net, read once."""
    from wargame_lab.learners.nets import RowNet

    return RowNet.load(NET)


def _encoder_of_view(lay_out: LayOut, view: View) -> Encoder:
    """The encoder of the battle that a seat sees, with the sheet laid out from its view alone."""
    from wargame_lab.encoding import Encoder

    game_map = view.rules.map_of(view.board)
    assert game_map is not None, "a battle is fought on a map"
    bare_sheet = Sheet(view.rules.id, view.rules.title, view.scenario, {}, Briefing(""))
    return Encoder(view.rules, lay_out(with_map(bare_sheet, game_map), view.board))
