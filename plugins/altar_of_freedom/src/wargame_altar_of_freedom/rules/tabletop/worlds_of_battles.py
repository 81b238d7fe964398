"""What a side knows, with a referee, of the enemy in a battle that is fought out: its brief, which both sides have.

For drawing worlds: a called division that nobody sees stands where it can come on the table as the brief says.
Source: GotW p.12 Calling Reinforcements (AFI p.12). Decision 0214.
"""

from __future__ import annotations

from random import Random

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Reinforcement
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.rules.tabletop.brief import edges_of_arrival
from wargame_altar_of_freedom.rules.tabletop.fought import battle_game
from wargame_altar_of_freedom.rules.tabletop.parts_of_a_brief import BattleBrief
from wargame_core.maps.masks import bits


def fits_the_brief(board: CampaignBoard, now: CampaignBoard, enemy: str, room: int, rng: Random) -> None:
    """Change ``board``, a world that is being drawn, so that the battle in it has the brief that is known.

    ``room`` is a mask of spaces where nobody would see a token of the enemy. Without a battle that is fought out in
    another game nothing changes: no brief is known.
    """
    brief = _known_brief(now)
    if brief is None or now.battle is None:
        return
    edges = {division.token: division.edges for division in brief.side(enemy).divisions}
    for coming in now.battle.reinforcements:
        if coming.token in edges and coming.token not in board.at and board.tokens[coming.token].side == enemy:
            _stand_on_the_way(board, coming, edges[coming.token], room, rng)


def _known_brief(now: CampaignBoard) -> BattleBrief | None:
    if now.child is None:
        return None
    brief_of = battle_game(now.child.game.id).brief
    return None if brief_of is None else brief_of(now.child.game.data)


def _stand_on_the_way(
    board: CampaignBoard, coming: Reinforcement, edges: tuple[str, ...], room: int, rng: Random
) -> None:
    """Put a division in a space of ``room`` from which it comes over these edges, if there is one."""
    near = list(bits(room & board.campaign.map.within(coming.entry, coming.spaces)))
    rng.shuffle(near)
    for space in near:
        board.at[coming.token] = Space(space)
        if edges_of_arrival(board, coming) == edges:
            return
    board.at.pop(coming.token, None)
