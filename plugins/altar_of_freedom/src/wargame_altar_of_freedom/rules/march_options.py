"""Movement over the theater map: how far a token goes, by road or cross country, and where it may not go.

Source: GotW p.6-7 Movement Rates, Movement Restrictions, Crossing Rivers, Logistical Limitations (AFI p.6-7).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.board.actions import Halt, Move
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.board.turn_effects import BaseMoveChanged, BaseMoveReplaced, NoCrossCountry
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core import D6, LEGAL, Choices, Ruling, UnknownName, Verdict, refuse
from wargame_core.maps.masks import Passage, bits, flood, nth_bit, walk_back
from wargame_core.maps.movement import judge_step
from wargame_core.rulings import Modifier


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


def allowance_ruling(board: CampaignBoard, token: Token, die: int | None) -> tuple[Ruling, Ruling]:
    """The token's allowances now, by road and cross country, itemised; events of the turn count."""
    rates, restrictions = board.cite("Movement Rates"), board.cite("Movement Restrictions")
    staff: tuple[Modifier, ...] = ()
    if die is not None:
        spaces = staff_die_spaces(board.campaign, die)
        staff = (Modifier(spaces, "Staff Die", board.cite("How to Roll Staff Dice"), f"rolled {die}"),)
    base = board.campaign.base_move[token.kind]
    changes, base_now = staff, base
    card = board.cite("Draw Event Card")
    for replaced in board.effects_of(BaseMoveReplaced):
        if replaced.token_kind == token.kind:
            base_now = replaced.spaces
            changes = (*changes, Modifier(base_now - base, "event", card))
    for changed in board.effects_of(BaseMoveChanged):
        if changed.side == token.side:
            changes = (*changes, Modifier(max(base_now + changed.spaces, changed.least) - base_now, "event", card))
    grounded = NoCrossCountry(token.side) in board.effects
    off_road = () if grounded else staff
    return (
        Ruling("by road", base + sum(one.value for one in changes), base, changes, rates),
        Ruling("cross country", sum(one.value for one in off_road), 0, off_road, card if grounded else restrictions),
    )


def allowances(board: CampaignBoard, token: Token, die: int | None) -> tuple[int, int]:
    """Spaces the token may move now by road and cross country: the totals of `allowance_ruling`, without the papers."""
    base = board.campaign.base_move[token.kind]
    if not board.effects:
        extra = staff_die_spaces(board.campaign, die)
        return base + extra, extra
    road, cross = allowance_ruling(board, token, die)
    return road.total, cross.total


@frozen
class March:
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


class MarchChoices(Choices):
    """Where a token may go next, each place by one best path; any other legal path is accepted too.

    What the seat does not see (with a referee) neither offers nor forbids anything: the march finds it out.
    """

    __slots__ = ("_floods", "board", "march", "seat")

    def __init__(self, board: CampaignBoard, march: March, seat: str) -> None:
        self.board, self.march, self.seat = board, march, seat
        self._floods: tuple[int, list[tuple[Passage, list[int]]], int] | None = None

    def _work(self) -> tuple[int, list[tuple[Passage, list[int]]], int]:
        """The mask of ends, the floods by road and cross country they come from, and the enemies' spaces among them."""
        if self._floods is None:
            board, march = self.board, self.march
            token, game_map = march.token, board.campaign.map
            passing, stopping = stacking(board, token)
            enemies = board.enemies_seen(self.seat)
            if not token.is_division:
                enemies |= board.depot_mask(board.enemy(token.side))
            free = game_map.enterable & ~passing & ~enemies
            spent = len(march.path)
            shut = board.closed_crossings(token.side)
            start = 1 << march.here
            ends, floods = 0, []
            for links_only, allowed in ((True, march.by_road), (False, march.cross_country)):
                left = allowed - spent
                if left <= 0 or (links_only and not march.on_road):
                    continue
                passage = game_map.passage(links_only, None, shut)
                layers = flood(passage, start, left, free)
                if token.is_division and enemies:
                    within = 0
                    for layer in layers[:left]:
                        within |= layer
                    touched = passage.next(within) & enemies
                    if touched:
                        layers = _with_contacts(passage, layers, touched, left)
                for layer in layers[1:]:
                    ends |= layer
                floods.append((passage, layers))
            ends &= ~stopping & ~start
            for space in bits(ends & enemies):
                if not enters_enemies(board, token, space, self.seat):
                    ends &= ~(1 << space)
            self._floods = ends, floods, enemies
        return self._floods

    @property
    def ends(self) -> int:
        """Mask of the spaces in which the token may end (or make contact)."""
        return self._work()[0]

    def move_to(self, end: int) -> Move:
        """The best march to one of the `ends`."""
        _, floods, enemies = self._work()
        for passage, layers in floods:
            for depth, layer in enumerate(layers):
                if layer >> end & 1:
                    # An enemy's space ends a march, so the way to it leads only through spaces without enemies.
                    way = [layers[0], *(one & ~enemies for one in layers[1:depth]), 1 << end]
                    return Move(self.march.token.id, walk_back(passage, way, end)[1:])  # type: ignore[arg-type]
        raise UnknownName("end of march", self.board.label(end), ())

    def __iter__(self) -> Iterator[Any]:
        for end in bits(self.ends):
            yield self.move_to(end)
        yield Halt(self.march.token.id)

    def __len__(self) -> int:
        return self.ends.bit_count() + 1

    def sample(self, rng: Any) -> Any:
        ends = self.ends
        chosen = int(rng.random() * (ends.bit_count() + 1))
        if chosen == ends.bit_count():
            return Halt(self.march.token.id)
        return self.move_to(nth_bit(ends, chosen))

    def judge(self, action: Any) -> Verdict:
        """Whether this is a legal march, whichever way it goes."""
        token, cite = self.march.token, self.board.cite("How to Roll Staff Dice")
        if isinstance(action, (Move, Halt)) and action.token != token.id:
            return refuse("wrong_token", f"{token.name} is moving now, not token {action.token}", cite)
        if isinstance(action, Halt):
            return LEGAL
        if not isinstance(action, Move):
            return refuse("not_offered", f"{token.name} is moving now: a Move or a Halt is wanted, not {action}", cite)
        return self._judge_path(action.path)

    def _judge_path(self, path: tuple[Space, ...]) -> Verdict:
        board, march = self.board, self.march
        if not path:
            text = "a march enters at least one space; to stay, halt"
            return refuse("empty_path", text, board.cite("Movement Rates"))
        game_map, token = board.campaign.map, march.token
        passing, stopping = stacking(board, token)
        enemies, shut = board.enemies_seen(self.seat), board.closed_crossings(token.side)
        enemy_depots = 0 if token.is_division else board.depot_mask(board.enemy(token.side))
        roads = game_map.passage(True, None, shut)
        here, on_road = march.here, march.on_road
        for number, space in enumerate(path):
            step = judge_step(game_map, here, space, closed=shut)
            if not step:
                return _cited(step, board)
            on_road = on_road and roads.leads(here, space)
            last = number == len(path) - 1
            if passing >> space & 1 and not last:
                text = f"{board.label(space)} is occupied: divisions may not pass through each other"
                return refuse("no_passing", text, board.cite("Logistical Limitations"))
            if enemies >> space & 1:
                if not last:
                    text = f"an enemy stands at {board.label(space)}: the march stops there"
                    return refuse("enemy_in_the_way", text, board.cite("Contact with an Enemy Token"))
                entering = enters_enemies(board, token, space, self.seat)
                if not entering:
                    return entering
            if enemy_depots >> space & 1:
                text = f"{token.name} may not enter {board.label(space)}: only divisions capture depots"
                return refuse("no_capture", text, board.cite("Contact with Pickets"))
            here = space
        if stopping >> here & 1:
            text = f"{board.label(here)} is occupied: tokens may not share a space"
            return refuse("no_stacking", text, board.cite("Logistical Limitations"))
        return self._judge_length(len(march.path) + len(path), on_road)

    def _judge_length(self, spaces: int, on_road: bool) -> Verdict:
        march, board = self.march, self.board
        if spaces <= march.cross_country or (on_road and spaces <= march.by_road):
            return LEGAL
        if on_road:
            text = f"{spaces} spaces by road; {march.token.name} may move {march.by_road}"
            return refuse("too_far", text, board.cite("Movement Rates"))
        text = (
            f"{spaces} spaces, not all of them along roads; cross country {march.token.name} may move "
            f"{march.cross_country} (its base move is lost, the Staff Die remains)"
        )
        return refuse("too_far_off_road", text, board.cite("Movement Restrictions"))

    def explain(self, target: str) -> Verdict | None:
        """Why a named space cannot be reached now; legal when it can; None for what is no space."""
        game_map = self.board.campaign.map
        try:
            space = game_map.parse(target)
        except UnknownName:
            return None
        ends, _, enemies = self._work()
        if ends >> space & 1:
            return LEGAL
        board, march = self.board, self.march
        if space == march.here:
            text = f"{march.token.name} is there already; to stay, halt"
            return refuse("already_there", text, board.cite("Movement Rates"))
        passing, _ = stacking(board, march.token)
        free = (game_map.enterable & ~passing & ~enemies) | 1 << space
        for by_road in (True, False):
            passage = game_map.passage(by_road, None, board.closed_crossings(march.token.side))
            layers = flood(passage, 1 << march.here, game_map.size, free)
            if any(layer >> space & 1 for layer in layers):
                return self._judge_path(walk_back(passage, layers, space)[1:])  # type: ignore[arg-type]
        text = (
            f"no open way leads to {board.label(space)}: tokens, or rivers whose crossings are missing, destroyed or "
            f"closed by an event, shut it off"
        )
        return refuse("no_way", text, board.cite("Crossing Rivers"))


def _with_contacts(passage: Passage, layers: list[int], touched: int, left: int) -> list[int]:
    """The layers with each enemy-held space added one step beyond the nearest layer that touches it."""
    found = layers + [0] * (left + 1 - len(layers))
    for depth, layer in enumerate(layers[:left]):
        reached = passage.next(layer) & touched
        found[depth + 1] |= reached
        touched &= ~reached
    return found


def _cited(verdict: Verdict, board: CampaignBoard) -> Verdict:
    """A refusal by the map, with the rule of the book that says so."""
    headings = {
        "no_crossing": "Crossing Rivers",
        "crossing_closed": "Special Actions",
        "no_road_over": "Crossing Rivers",
    }
    first = verdict.reasons[0]
    return refuse(first.code, first.text, board.cite(headings.get(first.code, "Movement Rates")))
