"""Where a march may lead: the spaces within reach by road and cross country, and those of the enemy among them.

Source: GotW p.7 Movement Restrictions, Crossing Rivers, Logistical Limitations, p.8 Contact with an Enemy Token
(AFI p.7-8).
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core.authoring import LEGAL, Verdict, refuse
from wargame_core.maps.masks import Passage, bits, flood, walk_back


@frozen
class TokenMarch:
    """A token's move so far: the spaces entered, and what it may spend in all by road and cross country."""

    token: Token
    start: Space
    by_road: int
    cross_country: int
    path: tuple[Space, ...] = ()
    on_road: bool = True

    @property
    def here(self) -> Space:
        """Where the token is now."""
        return self.path[-1] if self.path else self.start


def enters_enemies(board: CampaignBoard, token: Token, space: int, seat: str) -> Verdict:
    """Whether a token may try to enter a space in which its owner knows of enemy tokens.

    Divisions may: that is contact. Pickets and trains never do. A fortress that is known to be garrisoned is refused.
    Source: GotW p.8 Contact with an Enemy Token, p.11 Contact with Pickets, p.15 Theater Map Notes.
    """
    if not token.is_division:
        text = f"{token.name} may not enter {board.label(space)}: only divisions make contact with the enemy"
        return refuse("no_contact", text, board.cite("Contact with Pickets"))
    if board.campaign.reference.fortresses.get(space, token.side) != token.side:
        known = [other for other in board.tokens_in(space) if board.knows(seat, other)]
        if any(other.side != token.side and other.is_division for other in known):
            text = f"{board.label(space)} cannot be assaulted while an enemy division garrisons it"
            return refuse("fortress", text, board.cite("Theater Map Notes"))
    return LEGAL


@frozen
class Flood:
    """The spaces that a march reaches in one way (by road, or cross country), by number of steps."""

    passage: Passage
    layers: tuple[int, ...]

    @property
    def ends(self) -> int:
        """Mask of everything it reaches but the start."""
        return sum(self.layers[1:])


@frozen
class MarchReach:
    """Where a march may end, the floods that lead there (by road before cross country), and the enemies' spaces.

    All spaces are masks. ``enemies`` are those in which the token's side knows of an enemy token, or of a depot that
    the token may not capture.
    """

    ends: int
    floods: tuple[Flood, ...]
    enemies: int

    def path_to(self, end: int) -> tuple[Space, ...] | None:
        """The spaces entered on the best way to one of the ends; None when no way leads there."""
        for flooded in self.floods:
            for depth, layer in enumerate(flooded.layers):
                if layer >> end & 1:
                    # An enemy's space ends a march, so the way to it leads only through spaces without enemies.
                    between = (reached & ~self.enemies for reached in flooded.layers[1:depth])
                    way = [flooded.layers[0], *between, 1 << end]
                    return walk_back(flooded.passage, way, end)[1:]  # type: ignore[return-value]
        return None


def march_reach(board: CampaignBoard, march: TokenMarch, seat: str) -> MarchReach:
    """Where the token may go from where it is, as far as the seat knows where the enemy stands."""
    token = march.token
    passing, stopping = stacking(board, token)
    enemies = board.enemies_seen(seat)
    if not token.is_division:
        enemies |= board.depot_mask(board.enemy(token.side))
    free = board.campaign.map.enterable & ~passing & ~enemies
    floods = tuple(_floods(board, march, free, enemies if token.is_division else 0))
    ends = 0
    for flooded in floods:
        ends |= flooded.ends
    ends &= ~stopping & ~(1 << march.here)
    for space in bits(ends & enemies):
        if not enters_enemies(board, token, space, seat):
            ends &= ~(1 << space)
    return MarchReach(ends, floods, enemies)


def _floods(board: CampaignBoard, march: TokenMarch, free: int, contacts: int) -> Iterator[Flood]:
    """By road as long as the march has kept to roads, and cross country; one step into spaces of ``contacts``."""
    closed = board.closed_crossings(march.token.side)
    for links_only, allowed in ((True, march.by_road), (False, march.cross_country)):
        left = allowed - len(march.path)
        if left <= 0 or (links_only and not march.on_road):
            continue
        passage = board.campaign.map.passage(links_only, None, closed)
        layers = flood(passage, 1 << march.here, left, free)
        if contacts:
            touched = passage.next(sum(layers[:left])) & contacts
            if touched:
                layers = _with_contacts(passage, layers, touched, left)
        yield Flood(passage, tuple(layers))


def _with_contacts(passage: Passage, layers: list[int], touched: int, left: int) -> list[int]:
    """The layers with each enemy-held space added one step beyond the nearest layer that touches it."""
    extended = layers + [0] * (left + 1 - len(layers))
    for depth, layer in enumerate(layers[:left]):
        reached = passage.next(layer) & touched
        extended[depth + 1] |= reached
        touched &= ~reached
    return extended
