"""What a side knows, with a referee, of the enemy in a battle that is fought out: its brief, which both sides have.

For drawing worlds: a called division that nobody sees stands where it can come on the table as the brief says.
Source: GotW p.12 Calling Reinforcements (AFI p.12). Readings: Worlds that a side imagines.
"""

from __future__ import annotations

from random import Random

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contacts import Reinforcement
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.printed.vocabulary import DivisionId
from wargame_altar_of_freedom.rules.tabletop.brief import edges_of_arrival
from wargame_altar_of_freedom.rules.tabletop.fought import battle_game
from wargame_altar_of_freedom.rules.tabletop.parts_of_a_brief import BattleBrief, SideInBattle
from wargame_core.maps.masks import bits


def divisions_in_the_brief(now: CampaignBoard, enemy: str) -> dict[str, DivisionId]:
    """The enemy's divisions in a battle that is fought out, by token, held back or not: the brief names them."""
    brief, division_of = _known_brief(now), now.campaign.reference.division_of
    if brief is None:
        return {}
    return {part.token: division_of[part.units[0]] for part in brief.side(enemy).divisions if part.units}


def fits_the_brief(board: CampaignBoard, now: CampaignBoard, enemy: str, room: int, rng: Random) -> None:
    """Change ``board``, a world that is being drawn, so that the battle in it has the brief that is known.

    ``room`` is a mask of spaces where nobody would see a token of the enemy. Without a battle that is fought out in
    another game nothing changes: no brief is known.
    """
    brief = _known_brief(now)
    if brief is None or now.battle is None:
        return
    _break_who_is_absent(board, brief.side(enemy))
    edges = {division.token: division.edges for division in brief.side(enemy).divisions}
    for coming in now.battle.reinforcements:
        if coming.token in edges and coming.token not in board.at and board.tokens[coming.token].side == enemy:
            _stand_on_the_way(board, coming, edges[coming.token], room, rng)


def _known_brief(now: CampaignBoard) -> BattleBrief | None:
    if now.child is None:
        return None
    brief_of = battle_game(now.child.game.id).brief
    return None if brief_of is None else brief_of(now.child.game.data)


def _break_who_is_absent(board: CampaignBoard, side: SideInBattle) -> None:
    """The brigades of the divisions in the battle that are not in its brief are broken."""
    present = {unit.id for unit in side.units}
    board.broken |= {
        unit for part in side.divisions for unit in board.brigades(board.tokens[part.token]) if unit not in present
    }


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
