"""Where the tokens of a corps may go, by how the others of the corps stand.

What bars a token's way beside its corps is worked out once, and where it may go once for all stands of the corps that
leave it the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.movement import (
    Ground,
    TokenMarch,
    allowances,
    bars,
    ground_for,
    march_layers,
    stacking,
    staff_die_spaces,
)
from wargame_core import D6
from wargame_core.maps.masks import bits, mask_of


def staff_die(campaign: Campaign) -> list[int]:
    """The spaces that the faces of a Staff Die add, from the least to the most."""
    return sorted(staff_die_spaces(campaign, face) for face in D6.faces)


@frozen(eq=False)
class Reach:
    """Where a token may go, as masks: its ends by the spaces that a Staff Die adds, and all ``spaces`` on its ways."""

    ends: tuple[int, ...]
    spaces: int


@frozen(eq=False)
class Ways:
    """How a token may march wherever its corps stands: its move, the ground, and who of the corps is in its way."""

    by_road: int
    off_road: bool
    _free: Ground
    _passing: tuple[str, ...]
    _stopping: tuple[str, ...]

    @staticmethod
    def of(board: CampaignBoard, token: Token, corps: Sequence[str]) -> Ways:
        """The ways of a token on a board without its corps."""
        ground = ground_for(board, bars(board, token, token.side))
        board.at = {token_id: Space(number) for number, token_id in enumerate(corps)}  # a space each: who is in the way
        passing, stopping = (tuple(corps[number] for number in bits(mask)) for mask in stacking(board, token))
        off_road = allowances(board, token, min(D6.faces))[1] > 0
        return Ways(allowances(board, token, None)[0], off_road, ground, passing, stopping)

    def in_the_way(self, at: Mapping[str, Space]) -> tuple[int, int]:
        """Masks of the spaces that the token may not pass, or not end in, when its corps stands so."""
        stopping = mask_of([at[token_id] for token_id in self._stopping if token_id in at])
        if self._passing == self._stopping:
            return stopping, stopping
        return mask_of([at[token_id] for token_id in self._passing if token_id in at]), stopping

    def ground(self, at: Mapping[str, Space]) -> Ground:
        """The ground when its corps stands so."""
        passing, stopping = self.in_the_way(at)
        return Ground(self._free.free & ~passing, self._free.contacts, self._free.taken | stopping)


class Reaches:
    """Where the tokens of a corps may go. It serves as long as nothing but the corps has moved."""

    def __init__(self, board: CampaignBoard, corps: tuple[str, ...]) -> None:
        self._corps, self._most = corps, staff_die(board.campaign)[-1]
        self._sight_moves = board.fog is Fog.REFEREE  # what of the enemy is seen depends on where the corps stands
        self._alone: dict[str, Reach] = {}
        self._known: dict[tuple[object, ...], Reach] = {}
        self.stand(board)

    def stand(self, board: CampaignBoard) -> None:
        """Look at where the corps stands now."""
        self._board = board
        self._ways: dict[str, Ways] = {}

    def of(self, token: Token, at: Mapping[str, Space]) -> Reach:
        """Where a token may go when its corps stands so."""
        ways, widest = self._ways_of(token), self.alone(token).spaces
        passing, stopping = ways.in_the_way(at)
        key: tuple[object, ...] = token.id, passing & widest, stopping & widest
        if self._sight_moves:
            key += tuple(where if widest >> where & 1 else None for where in at.values())
        reach = self._known.get(key)
        if reach is None:
            reach = self._known[key] = self._flooded(token, ways, at)
        return reach

    def alone(self, token: Token) -> Reach:
        """Where a token might go if its corps were not in the way."""
        reach = self._alone.get(token.id)
        if reach is None:
            at = {token.id: self._board.at[token.id]}
            reach = self._alone[token.id] = self._flooded(token, self._ways_of(token), at)
        return reach

    def _ways_of(self, token: Token) -> Ways:
        ways = self._ways.get(token.id)
        if ways is None:
            ways = self._ways[token.id] = Ways.of(self._with_corps_at({}), token, self._corps)
        return ways

    def _with_corps_at(self, at: Mapping[str, Space]) -> CampaignBoard:
        """The board as it would be if the corps stood so, and nobody else of it on the map."""
        board = self._board.copy()
        for token_id in self._corps:
            del board.at[token_id]
        board.at.update(at)
        return board

    def _flooded(self, token: Token, ways: Ways, at: Mapping[str, Space]) -> Reach:
        most, ground = self._most, ways.ground(at)
        if self._sight_moves:
            board = self._with_corps_at(at)
            ground = ground_for(board, bars(board, token, token.side))
        march = TokenMarch(token, at[token.id], ways.by_road + most, most * ways.off_road)
        floods = [layers for _, layers in march_layers(self._board, march, ground)]
        spaces = 0
        ends, masks = ~ground.taken & ~(1 << march.start), []
        for layer in floods[0][1 : ways.by_road]:
            spaces |= layer
        for added in range(most + 1):
            for layers, base in zip(floods, (ways.by_road, 0), strict=False):
                if 0 < base + added < len(layers):
                    spaces |= layers[base + added]
            masks.append(spaces & ends)
        return Reach(tuple(masks), spaces)
