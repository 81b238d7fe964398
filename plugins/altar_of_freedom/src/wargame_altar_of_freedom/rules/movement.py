"""How far a token may move, where it may pass and stop, and everywhere it can get to.

Source: GotW p.6-7 Movement Rates, How to Roll Staff Dice, Movement Restrictions, Crossing Rivers, Logistical
Limitations, p.8 Contact with an Enemy Token (AFI p.6-8).
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import pairwise
from typing import assert_never, cast

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token, as_spaces
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_core import D6, Ruling, UnknownName
from wargame_core.authoring import LEGAL, Modifier, Verdict, refuse
from wargame_core.maps.masks import Passage, flood, walk_back, ways_to

# how far


def staff_die_spaces(campaign: Campaign, die: int | None) -> int:
    """Spaces that a Staff Die adds: its face, except that a 6 counts 0; no die, nothing.

    Source: GotW p.7 How to Roll Staff Dice (AFI p.7).
    """
    return 0 if die is None else campaign.staff_die.spaces(D6.face(die))


def march_allowance(campaign: Campaign, kind: str, by_road: bool, die: int | None) -> int:
    """Spaces that a token of this kind may move: base plus die all by road, only the die cross country.

    Source: GotW p.6-7 Movement Rates, Movement Restrictions (AFI p.6-7). Raises `UnknownName` for the kind.
    """
    if kind not in campaign.base_move:
        raise UnknownName("kind of token", kind, campaign.base_move)
    return (campaign.base_move[kind] if by_road else 0) + staff_die_spaces(campaign, die)


def base_moves(board: CampaignBoard, token: Token) -> Iterator[tuple[int, str]]:
    """The base move of a token as printed, then as each effect that concerns it leaves it, with what that is called."""
    base = board.campaign.base_move[token.kind]
    yield base, ""
    for effect in board.effects:
        new_base = effect.base_move(board, token, base)
        if new_base is not None:
            base = new_base
            yield base, effect.called


def roads_only(board: CampaignBoard, side: str) -> bool:
    """Whether events keep a side's tokens on the roads this turn."""
    return any(effect.roads_only(side) for effect in board.effects)


def allowance_ruling(board: CampaignBoard, token: Token, die: int | None) -> tuple[Ruling, Ruling]:
    """The token's allowances now, by road and cross country, itemised; events of the turn count."""
    rates, restrictions, card = map(board.cite, ("Movement Rates", "Movement Restrictions", "Draw Event Card"))
    staff: tuple[Modifier, ...] = ()
    if die is not None:
        spaces = staff_die_spaces(board.campaign, die)
        staff = (Modifier(spaces, "Staff Die", board.cite("How to Roll Staff Dice"), f"rolled {die}"),)
    bases = list(base_moves(board, token))
    changes = (*staff, *(Modifier(after - before, reason, card) for (before, _), (after, reason) in pairwise(bases)))
    must_use_roads, printed_move = roads_only(board, token.side), bases[0][0]
    off_road = () if must_use_roads else staff
    return (
        Ruling("by road", printed_move + sum(change.value for change in changes), printed_move, changes, rates),
        Ruling(
            "cross country", sum(die.value for die in off_road), 0, off_road, card if must_use_roads else restrictions
        ),
    )


def allowances(board: CampaignBoard, token: Token, die: int | None) -> tuple[int, int]:
    """Spaces the token may move now by road and cross country: the totals of `allowance_ruling` alone."""
    die_spaces = staff_die_spaces(board.campaign, die)
    if not board.effects:
        return board.campaign.base_move[token.kind] + die_spaces, die_spaces
    *_, (base, _) = base_moves(board, token)
    return base + die_spaces, 0 if roads_only(board, token.side) else die_spaces


# where


def stacking(board: CampaignBoard, token: Token) -> tuple[int, int]:
    """Masks of the friendly spaces a token may not pass and may not end in.

    Nothing stacks, except what the campaign exempts: kinds of token that neither block nor are blocked (but no two
    baggage trains together), and divisions of one corps on the sides that may stack those.
    Source: GotW p.7 Logistical Limitations (AFI p.7).
    """
    exempt = board.campaign.stack_exempt
    tokens, kind, side = board.tokens, token.kind, token.side
    passing_mask = stopping_mask = 0
    if kind in exempt:
        if kind in board.campaign.never_with_own_kind:
            for token_id, space in board.at.items():
                if token_id != token.id and tokens[token_id].kind == kind:
                    stopping_mask |= 1 << space
        return passing_mask, stopping_mask
    friends_of_corps = side in board.campaign.same_corps_stacking
    for token_id, space in board.at.items():
        other_token = tokens[token_id]
        if other_token.side != side or other_token.kind in exempt or token_id == token.id:
            continue
        if friends_of_corps and other_token.command == token.command:
            continue
        passing_mask |= 1 << space
    return passing_mask, passing_mask


class Restriction(Enum):
    """What may not be done in a space."""

    PASSING = "passing"
    ENTERING = "entering"
    ENDING = "ending"


@frozen
class Reason:
    """Why spaces are barred: a code, words with ``{place}`` and ``{token}`` in them, and the heading of the rule."""

    code: str
    words: str
    heading: str


@frozen
class Obstacle:
    """Spaces (a mask) in which a token may not do something, and why."""

    spaces: int
    restriction: Restriction
    reason: Reason


OCCUPIED = Reason(
    "no_passing", "{place} is occupied: divisions may not pass through each other", "Logistical Limitations"
)
ENEMY = Reason("enemy_in_the_way", "an enemy stands at {place}: the march stops there", "Contact with an Enemy Token")
NOT_A_DIVISION = Reason(
    "no_contact", "{token} may not enter {place}: only divisions make contact with the enemy", "Contact with Pickets"
)
DEPOT = Reason("no_capture", "{token} may not enter {place}: only divisions capture depots", "Contact with Pickets")
FORTRESS = Reason("fortress", "{place} cannot be assaulted while an enemy division garrisons it", "Theater Map Notes")
TAKEN = Reason("no_stacking", "{place} is occupied: tokens may not share a space", "Logistical Limitations")


def obstacles(board: CampaignBoard, token: Token, seat: str) -> tuple[Obstacle, ...]:
    """What bars the way of a token as far as a seat knows, in the order in which reasons are told.

    Only divisions may enter a space with enemies (that is contact) or with their depot, and not a fortress that is
    known to be garrisoned. Source: GotW p.7 Logistical Limitations, p.8 Contact with an Enemy Token, p.11 Contact with
    Pickets, p.15 Theater Map Notes (AFI p.7-8, 11).
    """
    passing_mask, stopping_mask = stacking(board, token)
    enemies = board.enemies_seen(seat)
    on_the_way = Obstacle(passing_mask, Restriction.PASSING, OCCUPIED), Obstacle(enemies, Restriction.PASSING, ENEMY)
    if token.is_division:
        closed_spaces: tuple[Obstacle, ...] = (
            Obstacle(_garrisons(board, token.side, enemies, seat), Restriction.ENTERING, FORTRESS),
        )
    else:
        depots = board.depot_mask(board.enemy(token.side))
        closed_spaces = (
            Obstacle(enemies, Restriction.ENTERING, NOT_A_DIVISION),
            Obstacle(depots, Restriction.ENTERING, DEPOT),
        )
    return (*on_the_way, *closed_spaces, Obstacle(stopping_mask, Restriction.ENDING, TAKEN))


def _garrisons(board: CampaignBoard, side: str, enemies: int, seat: str) -> int:
    """Mask of the enemy's fortresses, among spaces with enemies, in which the seat knows of a division of his."""
    mask = 0
    for space, holder in board.campaign.fortresses.items():
        if holder != side and enemies >> space & 1:
            garrison = (
                other_token
                for other_token in board.tokens_in(space)
                if other_token.side != side and other_token.is_division
            )
            mask |= any(board.knows_face(seat, other_token) for other_token in garrison) << space
    return mask


def judge_bars(
    board: CampaignBoard, token: Token, barring: Iterable[Obstacle], space: int, *, is_last: bool
) -> Verdict:
    """Whether a token may enter the next space of its way, and end in it if it is the last; else why not."""
    for bar in barring:
        if bar.spaces >> space & 1 and bar.restriction is not (Restriction.PASSING if is_last else Restriction.ENDING):
            words = bar.reason.words.format(place=board.label(space), token=token.name)
            return refuse(bar.reason.code, words, board.cite(bar.reason.heading))
    return LEGAL


# everywhere it can get to


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
    def position(self) -> Space:
        """Where the token is now."""
        return self.path[-1] if self.path else self.start


@frozen
class FloodedSpaces:
    """The spaces that a march reaches in one way (by road, or cross country), by number of steps."""

    passage: Passage
    layers: tuple[int, ...]
    passed: tuple[int, ...]
    """The start, and the layers without enemies: a march ends where it meets one, so the way leads through none."""

    @property
    def ends(self) -> int:
        """Mask of everything it reaches but the start."""
        return sum(self.layers[1:])


@frozen
class MarchReach:
    """Where a march may end, and the floods that lead there (by road before cross country). All spaces are masks.

    ``free`` are the spaces that it may pass.
    """

    ends: int
    floods: tuple[FloodedSpaces, ...]
    free: int

    def path_to(self, end: int) -> tuple[Space, ...] | None:
        """The spaces entered on the best way to one of the ends; None when no way leads there."""
        for flood_of_march in self.floods:
            for depth, layer in enumerate(flood_of_march.layers):
                if layer >> end & 1:
                    return as_spaces(
                        walk_back(flood_of_march.passage, [*flood_of_march.passed[:depth], 1 << end], end)[1:]
                    )
        return None

    def paths(self) -> dict[int, tuple[Space, ...]]:
        """By end, what `path_to` gives for it."""
        paths: dict[int, tuple[int, ...]] = {}
        ends_left = self.ends
        for flood_of_march in self.floods:
            paths |= ways_to(flood_of_march.passage, flood_of_march.layers, ends_left, stop_mask=~self.free)
            ends_left &= ~flood_of_march.ends
        return cast("dict[int, tuple[Space, ...]]", paths)


@frozen
class Ground:
    """Where a token may march, as masks: spaces that it may pass, enemies that it may meet, where it may not end."""

    free: int
    contacts: int
    no_ending: int


def ground_for(board: CampaignBoard, barring: Iterable[Obstacle]) -> Ground:
    """Where a token may march past its `obstacles`."""
    passing = entering = ending = enemies = 0
    for bar in barring:
        match bar.restriction:
            case Restriction.PASSING:
                passing |= bar.spaces
            case Restriction.ENTERING:
                entering |= bar.spaces
            case Restriction.ENDING:
                ending |= bar.spaces
            case _:
                assert_never(bar.restriction)
        if bar.reason is ENEMY:
            enemies = bar.spaces
    return Ground(board.campaign.map.enterable & ~passing & ~entering, enemies & ~entering, entering | ending)


def march_reach(board: CampaignBoard, march: TokenMarch, barring: tuple[Obstacle, ...]) -> MarchReach:
    """Where the token may go from where it is, past its `obstacles`."""
    ground, end_spaces = ground_for(board, barring), 0
    free_spaces, floods = ground.free, []
    roads, country = march_passages(board, march.token.side)
    for passage, allowance in ((roads, march.by_road if march.on_road else 0), (country, march.cross_country)):
        spaces_left = allowance - len(march.path)
        if spaces_left > 0:
            layers = march_layers(passage, march.position, spaces_left, ground)
            flood_of_march = FloodedSpaces(
                passage, tuple(layers), (layers[0], *[layer & free_spaces for layer in layers[1:]])
            )
            floods.append(flood_of_march)
            end_spaces |= flood_of_march.ends
    return MarchReach(end_spaces & ~ground.no_ending & ~(1 << march.position), tuple(floods), free_spaces)


def march_passages(board: CampaignBoard, side: str) -> tuple[Passage, Passage]:
    """The steps that a side's tokens may take along roads, and those across country."""
    closed_edges, game_map = board.closed_crossings(side), board.campaign.map
    return game_map.passage(True, None, closed_edges), game_map.passage(False, None, closed_edges)


def march_layers(passage: Passage, start: int, steps: int, ground: Ground) -> list[int]:
    """The masks of what a march reaches, by number of steps; enemies are one step beyond the nearest that touches them.

    The first is where it starts.
    """
    layers = flood(passage, 1 << start, steps, ground.free)
    if ground.contacts:
        enemy_spaces = passage.next(sum(layers[:steps])) & ground.contacts
        if enemy_spaces:
            return _with_contacts(passage, layers, enemy_spaces, steps)
    return layers


def _with_contacts(passage: Passage, layers: list[int], enemy_spaces: int, steps: int) -> list[int]:
    """The layers with each enemy-held space added one step beyond the nearest layer that touches it."""
    new_layers = layers + [0] * (steps + 1 - len(layers))
    for depth, layer in enumerate(layers[:steps]):
        if not enemy_spaces:
            break
        next_spaces = passage.next(layer) & enemy_spaces
        new_layers[depth + 1] |= next_spaces
        enemy_spaces &= ~next_spaces
    return new_layers
