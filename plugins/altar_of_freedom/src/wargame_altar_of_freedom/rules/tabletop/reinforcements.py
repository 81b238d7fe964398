"""Divisions near the battlefield that march to the sound of the guns.

Source: GotW p.12-13 Calling Reinforcements, Reinforcement Table (AFI p.12-13). Rulings: decision 0114.
"""

from __future__ import annotations

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import CallReinforcements
from wargame_altar_of_freedom.board.board import CampaignBoard, Reinforcement, Space, Token
from wargame_altar_of_freedom.board.events import BattleChanged
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.stacking import held_divisions
from wargame_altar_of_freedom.rules.subsets import Subsets
from wargame_altar_of_freedom.rules.tabletop.battlefield import battle_of, show_on_table
from wargame_core import D6, Procedure, Table, UnknownName
from wargame_core.maps.masks import bits, flood, mask_of


def arrival_turn(campaign: Campaign, spaces: int, die: int, by_road: bool) -> int:
    """At the end of which battle turn a division arrives; +1 to the die all by road, above 6 counts as 6.

    Source: GotW p.13 Reinforcement Table (AFI p.13). Raises `UnknownName` for a distance the table does not have.
    """
    if not 1 <= spaces <= campaign.reinforcement_range:
        raise UnknownName("spaces away", spaces, range(1, campaign.reinforcement_range + 1))
    modified = min(D6.face(die) + (campaign.road_bonus if by_road else 0), max(campaign.reinforcement))
    return campaign.reinforcement[modified][spaces - 1]


@frozen
class Approach:
    """A way to the battlefield: how many spaces, along roads or not, and the space of the table it leads to."""

    spaces: int
    by_road: bool
    entry: Space


def approaches(board: CampaignBoard, token: Token) -> list[Approach]:
    """The shortest way by road and the shortest way at all within reach of the table.

    No enemy token, closed line or destroyed crossing is on the way; friends do not block.
    Source: GotW p.13 Reinforcement Limitations (AFI p.13). Decision 0114.
    """
    game_map, battle = board.campaign.map, battle_of(board)
    table = mask_of(battle.block)
    free = game_map.enterable & ~(board.enemies_seen(token.side) & ~table)
    for space, holder in board.campaign.reference.fortresses.items():
        if holder != token.side and board.division_mask(holder) >> space & 1:
            free &= ~(1 << space)
    found = []
    for by_road in (True, False):
        passage = game_map.passage(by_road, None, board.closed_crossings(token.side))
        layers = flood(passage, 1 << board.at[token.id], board.campaign.reinforcement_range, free & ~table)
        for depth, layer in enumerate(layers[: board.campaign.reinforcement_range]):
            reached = passage.next(layer) & table & free
            if reached:
                found.append(Approach(depth + 1, by_road, Space(next(bits(reached)))))
                break
    return found


def best_approach(board: CampaignBoard, token: Token) -> Approach | None:
    """The way that brings the division to the table soonest on the average, by road when equal. Decision 0114."""
    ways = approaches(board, token)

    def mean(way: Approach) -> int:
        return sum(arrival_turn(board.campaign, way.spaces, die, way.by_road) for die in D6.faces)

    return min(ways, key=lambda way: (mean(way), not way.by_road)) if ways else None


def callable_divisions(board: CampaignBoard, side: str) -> list[Token]:
    """The side's divisions that are not on the table, near enough to reach it, and not fixed in place."""
    battle, held = battle_of(board), held_divisions(board)
    there = {*battle.attackers, *battle.defenders, *battle.held_back}
    return [
        token
        for token in board.tokens_of(side)
        if token.is_division
        and token.id not in there
        and token.unit not in held
        and best_approach(board, token) is not None
    ]


def side_to_call(board: CampaignBoard) -> str | None:
    """Attacker first, then the defender. Source: GotW p.13 Reinforcement Limitations (AFI p.13)."""
    battle = battle_of(board)
    first = battle.contact.attacking_side
    return next((side for side in (first, board.enemy(first)) if side not in battle.called), None)


def call_reinforcements(t: Table[CampaignBoard]) -> Procedure[None]:
    """One side calls nearby divisions; each rolls for its time of arrival.

    Source: GotW p.12 Calling Reinforcements (AFI p.12).
    """
    board = t.board
    side = side_to_call(board)
    assert side is not None
    cite = board.cite("Calling Reinforcements")
    near = [token.id for token in callable_divisions(board, side)]
    called: tuple[str, ...] = ()
    if near:
        options = Subsets(near, CallReinforcements, cite, largest_first=True)
        called = (yield from t.ask(side, options, "Which divisions march to the guns?", cite)).tokens
    found = []
    for id in called:
        way = best_approach(board, board.tokens[id])
        assert way is not None
        die = yield from t.roll(D6, f"arrival of {board.tokens[id].name}", board.cite("Reinforcement Table"))
        turn = arrival_turn(board.campaign, way.spaces, die, way.by_road)
        found.append(Reinforcement(id, way.spaces, way.by_road, die, turn, way.entry))
    battle = battle_of(board)
    battle = evolve(battle, called=(*battle.called, side), reinforcements=(*battle.reinforcements, *found))
    told = "; ".join(
        f"{board.tokens[one.token].name} comes {one.spaces} space{'s' * (one.spaces > 1)} "
        f"{'by road' if one.by_road else 'cross country'} ({one.die}): end of turn {one.turn}"
        for one in found
    )
    t.record(BattleChanged(battle, f"{board.campaign.reference.side_name(side)} reinforcements: {told or 'none'}."))
    show_on_table(t, called)
