"""Where the tokens of a corps may go, by how the others of the corps stand.

What bars a token's way beside its corps is worked out once, and where it may go once for all stands of the corps that
leave it the same way.
"""

from collections.abc import Mapping

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.movement import (
    Ground,
    allowances,
    ground_for,
    march_layers,
    march_passages,
    obstacles,
    stacking,
    staff_die_spaces,
)
from wargame_core import D6
from wargame_core.maps.masks import Passage, bits, mask_of


def staff_die(campaign: Campaign) -> list[int]:
    """The spaces that the faces of a Staff Die add, from the least to the most."""
    return sorted(staff_die_spaces(campaign, face) for face in D6.faces)


@frozen(eq=False)
class TokenWays:
    """How a token may march from where it is, and who of its corps may be in its way.

    By road it marches ``by_road`` spaces and those that a Staff Die adds, across country only these. ``off_road`` says
    whether it may. ``area`` is a mask of all spaces that it may touch. ``passing`` and ``stopping`` are the tokens of
    its corps that it may not pass, and not join.
    """

    start: Space
    by_road: int
    off_road: bool
    area: int
    passages: tuple[Passage, Passage]
    ground: Ground
    passing: tuple[str, ...]
    stopping: tuple[str, ...]


class Reaches:
    """Where the tokens of a corps may go. It serves as long as nothing but the corps has moved."""

    def __init__(self, board: CampaignBoard, corps: tuple[str, ...]) -> None:
        self.corps, self._most_dice = corps, staff_die(board.campaign)[-1]
        self._sight_moves = board.fog is Fog.REFEREE  # what of the enemy is seen depends on where the corps stands
        self._reaches: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._ways: dict[str, TokenWays] = {}
        self._board = self._without = board
        self.note_positions(board)

    def note_positions(self, board: CampaignBoard) -> None:
        """Look at where the corps stands now."""
        is_same = not self._sight_moves and board.effects == self._board.effects
        self._ways = {token: ways for token, ways in self._ways.items() if is_same and ways.start == board.at[token]}
        self._reaches = {key: reach for key, reach in self._reaches.items() if key[0] in self._ways}
        self._board, self._without = board, board.copy()
        for token_id in self.corps:
            del self._without.at[token_id]

    def of(self, token: Token, at: Mapping[str, Space]) -> tuple[int, ...]:
        """Masks of where a token may end when its corps stands so, by the spaces that a Staff Die adds."""
        ways = self._ways.get(token.id)
        if ways is None:
            ways = self._ways[token.id] = self._ways_of(token)
        passing, stopping = (
            mask_of([at[token_id] for token_id in tokens]) & ways.area for tokens in (ways.passing, ways.stopping)
        )
        seen_from = tuple(at.values()) if self._sight_moves else ()
        key = token.id, passing, stopping, *seen_from
        reach = self._reaches.get(key)
        if reach is None:
            reach = self._reaches[key] = self._reach_of(token, ways, at, passing, stopping)
        return reach

    def _ways_of(self, token: Token) -> TokenWays:
        corps, start, others = self.corps, self._board.at[token.id], self._without
        ground = ground_for(others, obstacles(others, token, token.side))
        apart = others.copy()
        apart.at = {token_id: Space(number) for number, token_id in enumerate(corps)}  # who of them is in the way?
        passing, stopping = (tuple([corps[number] for number in bits(mask)]) for mask in stacking(apart, token))
        by_road = allowances(others, token, None)[0]
        area = others.campaign.map.within(start, by_road + self._most_dice)
        ground = evolve(ground, contacts=ground.contacts & area)
        off_road, passages = allowances(others, token, min(D6.faces))[1] > 0, march_passages(others, token.side)
        return TokenWays(start, by_road, off_road, area, passages, ground, passing, stopping)

    def _reach_of(
        self, token: Token, ways: TokenWays, at: Mapping[str, Space], passing: int, stopping: int
    ) -> tuple[int, ...]:
        ground, most_dice = ways.ground, self._most_dice
        if self._sight_moves:
            seen = self._without.copy()
            seen.at.update(at)
            ground = ground_for(seen, obstacles(seen, token, token.side))
        ground = Ground(ground.free & ~passing, ground.contacts, ground.no_ending | stopping)
        floods = [(march_layers(ways.passages[0], ways.start, ways.by_road + most_dice, ground), ways.by_road)]
        if ways.off_road:
            floods.append((march_layers(ways.passages[1], ways.start, most_dice, ground), 0))
        spaces, ends, masks = 0, ~ground.no_ending & ~(1 << ways.start), []
        for layer in floods[0][0][1 : ways.by_road]:
            spaces |= layer
        for die_spaces in range(most_dice + 1):
            for layers, base in floods:
                if 0 < base + die_spaces < len(layers):
                    spaces |= layers[base + die_spaces]
            masks.append(spaces & ends)
        return tuple(masks)
