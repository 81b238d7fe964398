"""Where the tokens of a corps may go, by how the others of the corps stand.

What bars a token's way beside its corps is worked out once, and where it may go once for all stands of the corps that
leave it the same way.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.board import CampaignBoard, Fog
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.movement import (
    Ground,
    allowances,
    bars,
    ground_for,
    march_layers,
    march_passages,
    stacking,
    staff_die_spaces,
)
from wargame_core import D6
from wargame_core.maps.masks import Passage, bits, mask_of


def staff_die(campaign: Campaign) -> list[int]:
    """The spaces that the faces of a Staff Die add, from the least to the most."""
    return sorted(staff_die_spaces(campaign, face) for face in D6.faces)


@frozen(eq=False)
class Reach:
    """Where a token may go, as masks: its ends by the spaces that a Staff Die adds, and all ``spaces`` on its ways."""

    ends: tuple[int, ...]
    spaces: int


@frozen(eq=False)
class TokenWays:
    """How a token may march from where it is, and who of its corps may be in its way.

    By road it marches ``by_road`` spaces and those that a Staff Die adds, across country only these. ``off_road`` says
    whether it may. ``passing`` and ``stopping`` are the tokens of its corps that it may not pass, and not join.
    """

    start: Space
    by_road: int
    off_road: bool
    passages: tuple[Passage, Passage]
    ground: Ground
    passing: tuple[str, ...]
    stopping: tuple[str, ...]

    def in_the_way(self, at: Mapping[str, Space]) -> tuple[int, int]:
        """Masks of the spaces that the token may not pass, or not end in, when its corps stands so."""
        stopping = 0
        for token_id in self.stopping:
            stopping |= 1 << at[token_id]
        if self.passing is self.stopping:
            return stopping, stopping
        return mask_of([at[token_id] for token_id in self.passing]), stopping


class Reaches:
    """Where the tokens of a corps may go. It serves as long as nothing but the corps has moved."""

    def __init__(self, board: CampaignBoard, corps: tuple[str, ...]) -> None:
        self._corps, self._most_dice = corps, staff_die(board.campaign)[-1]
        self._sight_moves = board.fog is Fog.REFEREE  # what of the enemy is seen depends on where the corps stands
        self._alone: dict[tuple[str, bool], Reach] = {}
        self._reaches: dict[tuple[object, ...], Reach] = {}
        self._ways: dict[str, TokenWays] = {}
        self._board = board
        self._without: CampaignBoard | None = None

    def stand(self, board: CampaignBoard) -> None:
        """Look at where the corps stands now."""
        nothing_changed = not self._sight_moves and board.effects == self._board.effects
        self._ways = {
            token: ways for token, ways in self._ways.items() if nothing_changed and ways.start == board.at[token]
        }
        self._alone = {key: reach for key, reach in self._alone.items() if key[0] in self._ways}
        self._reaches = {key: reach for key, reach in self._reaches.items() if key[0] in self._ways}
        self._board, self._without = board, None

    def _without_corps(self) -> CampaignBoard:
        if self._without is None:
            self._without = self._board.copy()
            for token_id in self._corps:
                del self._without.at[token_id]
        return self._without

    def of(self, token: Token, at: Mapping[str, Space], die: bool = True) -> Reach:
        """Where a token may go when its corps stands so; without a ``die`` there is but one mask of ends."""
        ways = self._ways.get(token.id) or self._ways_of(token)
        alone = self._alone.get((token.id, die)) or self.alone(token, die)
        passing, stopping = ways.in_the_way(at)
        widest = alone.spaces
        key: tuple[object, ...] = token.id, die, passing & widest, stopping & widest
        if not self._sight_moves and not (passing | stopping) & widest:
            return alone
        if self._sight_moves:
            key += tuple([where if widest >> where & 1 else None for where in at.values()])
        reach = self._reaches.get(key)
        if reach is None:
            reach = self._reaches[key] = self._reach_of(token, at, passing, stopping, die)
        return reach

    def alone(self, token: Token, die: bool = True) -> Reach:
        """Where a token might go if its corps were not in the way."""
        reach = self._alone.get((token.id, die))
        if reach is None:
            at = {token.id: self._board.at[token.id]}
            reach = self._alone[token.id, die] = self._reach_of(token, at, 0, 0, die)
        return reach

    def _ways_of(self, token: Token) -> TokenWays:
        ways = self._ways.get(token.id)
        if ways is None:
            board, corps, start = self._without_corps(), self._corps, self._board.at[token.id]
            ground = ground_for(board, bars(board, token, token.side))
            separate_board = board.copy()
            separate_board.at = {
                token_id: Space(number) for number, token_id in enumerate(corps)
            }  # who of them is in the way?
            passing, stopping = (
                tuple([corps[number] for number in bits(mask)]) for mask in stacking(separate_board, token)
            )
            by_road = allowances(board, token, None)[0]
            reachable_contacts = ground.contacts & board.campaign.map.within(start, by_road + self._most_dice)
            ways = self._ways[token.id] = TokenWays(
                start,
                by_road,
                allowances(board, token, min(D6.faces))[1] > 0,
                march_passages(board, token.side),
                evolve(ground, contacts=reachable_contacts),
                stopping if passing == stopping else passing,
                stopping,
            )
        return ways

    def _reach_of(self, token: Token, at: Mapping[str, Space], passing: int, stopping: int, die: bool) -> Reach:
        most_dice, ways, start = self._most_dice if die else 0, self._ways_of(token), at[token.id]
        ground = self._ground_seen(token, at) if self._sight_moves else ways.ground
        ground = Ground(ground.free & ~passing, ground.contacts, ground.no_ending | stopping)
        floods = [(march_layers(ways.passages[0], start, ways.by_road + most_dice, ground), ways.by_road)]
        if ways.off_road and die:
            floods.append((march_layers(ways.passages[1], start, most_dice, ground), 0))
        spaces, ends, masks = 0, ~ground.no_ending & ~(1 << start), []
        for layer in floods[0][0][1 : ways.by_road]:
            spaces |= layer
        for die_spaces in range(most_dice + 1):
            for layers, base in floods:
                if 0 < base + die_spaces < len(layers):
                    spaces |= layers[base + die_spaces]
            masks.append(spaces & ends)
        return Reach(tuple(masks), spaces)

    def _ground_seen(self, token: Token, at: Mapping[str, Space]) -> Ground:
        """Where a token may march past what it would see if its corps stood so."""
        board = self._without_corps().copy()
        board.at.update(at)
        return ground_for(board, bars(board, token, token.side))
