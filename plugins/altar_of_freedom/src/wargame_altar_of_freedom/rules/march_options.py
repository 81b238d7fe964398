"""The marches a token may be sent on: listed, judged step by step, explained.

Source: GotW p.6-8 Movement Rates to Contact with an Enemy Token (AFI p.6-8).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wargame_altar_of_freedom.board.actions import Halt, Move, RailMove
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space
from wargame_altar_of_freedom.rules.march_reach import MarchReach, TokenMarch, enters_enemies, march_reach
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core import UnknownName
from wargame_core.authoring import LEGAL, Choices, Verdict, refuse
from wargame_core.flow.choices import Random
from wargame_core.maps.masks import bits, flood, nth_bit, walk_back
from wargame_core.maps.movement import judge_step


class MarchChoices(Choices):
    """Where a token may go next, each place by one best path; any other legal path is accepted too.

    What the seat does not see (with a referee) neither offers nor forbids anything: the march finds it out.
    """

    __slots__ = ("_moves", "_reach", "board", "march", "seat")
    complete = False

    def __init__(self, board: CampaignBoard, march: TokenMarch, seat: str) -> None:
        self.board, self.march, self.seat = board, march, seat
        self._reach: MarchReach | None = None
        self._moves: dict[int, Move] = {}

    @property
    def reach(self) -> MarchReach:
        """Everywhere the token may go, worked out when somebody asks."""
        if self._reach is None:
            self._reach = march_reach(self.board, self.march, self.seat)
        return self._reach

    @property
    def ends(self) -> int:
        """Mask of the spaces in which the token may end (or make contact)."""
        return self.reach.ends

    def move_to(self, end: int) -> Move:
        """The best march to one of the `ends`."""
        if end not in self._moves:
            path = self.reach.path_to(end)
            if path is None:
                raise UnknownName("end of march", self.board.label(end), ())
            self._moves[end] = Move(self.march.token.id, path)
        return self._moves[end]

    def offers(self, action: object) -> bool:
        return isinstance(action, Move) and bool(action.path) and self._moves.get(action.path[-1]) is action

    def __iter__(self) -> Iterator[Move | Halt | RailMove]:
        for end in bits(self.ends):
            yield self.move_to(end)
        yield Halt(self.march.token.id)

    def __len__(self) -> int:
        return self.ends.bit_count() + 1

    def sample(self, rng: Random) -> Move | Halt | RailMove:
        ends = self.ends
        chosen = int(rng.random() * (ends.bit_count() + 1))
        if chosen == ends.bit_count():
            return Halt(self.march.token.id)
        return self.move_to(nth_bit(ends, chosen))

    def judge(self, action: object) -> Verdict:
        """Whether this is a legal march, whichever way it goes."""
        token, cite = self.march.token, self.board.cite("How to Roll Staff Dice")
        if isinstance(action, (Move, Halt)) and action.token != token.id:
            return refuse("wrong_token", f"{token.name} is moving now, not token {action.token}", cite)
        if isinstance(action, Halt):
            return LEGAL
        if not isinstance(action, Move):
            return refuse("not_offered", f"{token.name} is moving now: it marches or halts", cite)
        return self._judge_path(action.path)

    def _judge_path(self, path: tuple[Space, ...]) -> Verdict:
        """The first reason why the path is illegal, step by step and then as a whole; later ones are not looked for."""
        board, march = self.board, self.march
        if not path:
            text = "a march enters at least one space; to stay, halt"
            return refuse("empty_path", text, board.cite("Movement Rates"))
        roads = board.campaign.map.passage(True, None, board.closed_crossings(march.token.side))
        passing, stopping = stacking(board, march.token)
        enemies = board.enemies_seen(self.seat)
        here, on_road = march.here, march.on_road
        for number, space in enumerate(path):
            step = self._judge_step(here, space, passing, enemies, last=number == len(path) - 1)
            if not step:
                return step
            on_road = on_road and roads.leads(here, space)
            here = space
        if stopping >> here & 1:
            text = f"{board.label(here)} is occupied: tokens may not share a space"
            return refuse("no_stacking", text, board.cite("Logistical Limitations"))
        return self._judge_length(len(march.path) + len(path), on_road)

    def _judge_step(self, here: int, space: int, passing: int, enemies: int, *, last: bool) -> Verdict:
        """Whether the token may enter the next space of its path: the ground, friends, enemies, depots."""
        board, token = self.board, self.march.token
        step = judge_step(board.campaign.map, here, space, closed=board.closed_crossings(token.side))
        if not step:
            return _cited(step, board)
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
        if not token.is_division and board.depot_mask(board.enemy(token.side)) >> space & 1:
            text = f"{token.name} may not enter {board.label(space)}: only divisions capture depots"
            return refuse("no_capture", text, board.cite("Contact with Pickets"))
        return LEGAL

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

    def help(self, action: object, board: CampaignBoard) -> str:
        """What a march costs of what the token may move, and whom it meets or what it takes at its end."""
        if not isinstance(action, Move):
            return ""
        march, roads = self.march, board.campaign.map.passage(True, None, board.closed_crossings(self.march.token.side))
        way = (march.here, *action.path)
        on_road = march.on_road and all(roads.leads(here, there) for here, there in pairwise(way))
        spaces = len(march.path) + len(action.path)
        cost = f"{spaces} of {march.by_road} by road" if on_road else f"{spaces} of {march.cross_country} cross country"
        return "; ".join((cost, *self._at_the_end(board, action.path[-1])))

    def cost(self, action: object, board: CampaignBoard) -> str:
        """Spaces of the whole march, those marched already included."""
        return str(len(self.march.path) + len(action.path)) if isinstance(action, Move) else ""

    def _at_the_end(self, board: CampaignBoard, end: Space) -> Iterator[str]:
        enemies = [token.name for token in board.tokens_in(end) if token.side != self.march.token.side]
        if enemies:
            yield f"against {', '.join(enemies)}"
        depot = board.depot_in(end)
        if depot is not None and depot.side != self.march.token.side:
            yield "takes the depot" if not enemies else "a depot is there"

    def explain(self, target: str) -> Verdict | None:
        """Why a named space cannot be reached now; legal when it can; None for what is no space."""
        game_map = self.board.campaign.map
        try:
            space = game_map.parse(target)
        except UnknownName:
            return None
        if self.ends >> space & 1:
            return LEGAL
        board, march = self.board, self.march
        if space == march.here:
            text = f"{march.token.name} is there already; to stay, halt"
            return refuse("already_there", text, board.cite("Movement Rates"))
        passing, _ = stacking(board, march.token)
        free = (game_map.enterable & ~passing & ~self.reach.enemies) | 1 << space
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


def _cited(verdict: Verdict, board: CampaignBoard) -> Verdict:
    """A refusal by the map, with the rule of the book that says so."""
    headings = {
        "no_crossing": "Crossing Rivers",
        "crossing_closed": "Special Actions",
        "no_road_over": "Crossing Rivers",
    }
    first = verdict.reasons[0]
    return refuse(first.code, first.text, board.cite(headings.get(first.code, "Movement Rates")))
