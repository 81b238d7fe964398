"""What Battle Cry gives for its pictures and stories."""

from __future__ import annotations

from pathlib import Path

from wargame_battlecry.board import battle_events, turn_events
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.picture.battlefield import ground
from wargame_battlecry.picture.letters import letters
from wargame_battlecry.picture.pieces import caption, markers, marks
from wargame_core.authoring import Event
from wargame_core.flow.events import GameEnded
from wargame_pictures import Presentation
from wargame_pictures.draw.art import art_in


def presentation(overlay: Path | None, packaged: Path) -> Presentation[BattleBoard]:
    """The functions for pictures and stories; art of an owner may lie in either folder."""
    return Presentation(
        art=art_in(overlay, packaged),
        markers=markers,
        letters=letters,
        ground=ground,
        marks=marks,
        caption=caption,
        weight=weight,
    )


def weight(event: Event) -> int:
    """How much an event decided: flags decide. The end outweighs all; of units that are lost those at full strength.

    A unit that goes on weighs its figures, which is less than any flag.
    """
    if isinstance(event, GameEnded):
        return 12
    if isinstance(event, battle_events.FiguresLost):
        return 4 + event.count if event.eliminated else min(event.count, 3)
    if isinstance(event, battle_events.GeneralLost):
        return 6 if event.captured else 3
    if isinstance(event, battle_events.UnitExited):
        return 5 + event.flags
    return 4 + event.flags if isinstance(event, turn_events.ObjectiveChanged) else 0
