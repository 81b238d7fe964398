"""Moving one token: its Staff Die, its way by road, cross country or rail, where an enemy stops it; and what it may do.

The marches it may be sent on, and the trips by rail that event cards allow, are listed, judged and explained here.
Source: GotW p.6-8 Movement Rates to Contact with an Enemy Token, p.7 Railroads (AFI p.6-8). The cards that allow trips
by rail are reconstructions. Readings: Moves by road, Passing friends, Event cards and railroads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile
from typing import Any, ClassVar, Literal

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.actions import EndMarch, Halt, Move, MoveNext, RailMove
from wargame_altar_of_freedom.board.board import CampaignBoard, CardEffect
from wargame_altar_of_freedom.board.naming import count
from wargame_altar_of_freedom.board.pieces import Space, Token, as_spaces
from wargame_altar_of_freedom.board.turn_events import (
    EffectSpent,
    MarchEnded,
    MovedBy,
    MoveEnded,
    StaffDieRolled,
    TokenMoved,
    TokenTakenUp,
)
from wargame_altar_of_freedom.printed.lines import Side, TokenKind
from wargame_altar_of_freedom.rules import movement
from wargame_altar_of_freedom.rules.arrivals import arrive, enter_all, take_depots
from wargame_altar_of_freedom.rules.contact import meet_enemy
from wargame_altar_of_freedom.rules.corps import refuse_other_corps
from wargame_altar_of_freedom.rules.fog_of_war import own_side
from wargame_altar_of_freedom.rules.movement import (
    MarchReach,
    Obstacle,
    Reason,
    Restriction,
    TokenMarch,
    allowances,
    judge_bars,
    obstacles,
    staff_die_spaces,
)
from wargame_core import UnknownName
from wargame_core.authoring import (
    D6,
    LEGAL,
    Action,
    Choices,
    ListedChoices,
    Marches,
    Procedure,
    Table,
    Verdict,
    bits,
    refuse,
)
from wargame_core.flow.about import PIECE, PLACE, Names
from wargame_core.flow.choices import Random
from wargame_core.maps.masks import flood, nth_bit, walk_back
from wargame_core.maps.movement import judge_step


def movable(board: CampaignBoard) -> list[Token]:
    """The tokens of the active corps that have not moved in this activation."""
    moved_tokens = board.moved_tokens
    return [token for token in board.tokens_under(board.command) if token.id not in moved_tokens]


class TokensToMarch(ListedChoices):
    """Which token of the active corps marches next, or that the corps is done."""

    __slots__ = ("board",)

    def __init__(self, actions: Iterable[Action], board: CampaignBoard) -> None:
        super().__init__(actions, cite=board.cite("How to Roll Staff Dice"))
        self.board = board

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why a token does not march next: it is of another corps, has marched, or is an enemy's."""
        if kind is not PIECE or ref not in self.board.tokens or MoveNext(ref) in self.actions:
            return None
        token = self.board.tokens[ref]
        if (refusal := refuse_other_corps(self.board, token)) is not None:
            return refusal
        return refuse("moved", f"{token.name} has marched already: each token marches once", self.cite)


def move_one_token(table: Table[CampaignBoard]) -> Procedure[None]:
    """The owner takes up a token of the corps (rolling its Staff Die, if any) and moves it; or ends the march.

    Source: GotW p.6 Movement Rates, p.7 How to Roll Staff Dice (AFI p.6-7).
    """
    board = table.board
    side = board.mover
    cite = board.cite("How to Roll Staff Dice")
    tokens = movable(board)
    choices = TokensToMarch([*[MoveNext(token.id) for token in tokens], EndMarch()], board)
    prompt = f"Which token of {board.campaign.command[board.command].name} marches next? The rest may stay."
    answer = yield from table.ask(side, choices, prompt, cite)
    if isinstance(answer, EndMarch):
        table.record(MarchEnded(side))
        return
    token = board.tokens[answer.token]
    table.record(TokenTakenUp(token.id))
    die = None
    if token.id in board.tokens_with_dice:
        label = f"Staff Die of {board.label(board.at[token.id])}"
        die = yield from table.roll(D6, label, cite, seen_by=own_side(board, side))
        table.record(StaffDieRolled(token.id, die, staff_die_spaces(board.campaign, die)))
    by_road, cross_country = allowances(board, token, die)
    march = TokenMarch(token, board.at[token.id], by_road, cross_country)
    is_moving = True
    while is_moving:
        is_moving, march = yield from _one_leg(table, march)
    # Points come last: their dice are secret, and pickets driven off on the way ask the enemy for their retreat.
    yield from enter_all(table, token, march.path, march.start)
    table.record(MoveEnded(token.id))


def _one_leg(table: Table[CampaignBoard], march: TokenMarch) -> Procedure[tuple[bool, TokenMarch]]:
    """One Move of the token, up to its end or to what stops it; whether it may go on, and the march so far."""
    board = table.board
    token = march.token
    rail = rail_effect(board, token) if not march.path and token.id not in board.tokens_with_dice else None
    trips = None if rail is None else RailTrips(board, token, rail)
    choices = MarchChoices(board, march, token.side, trips)
    across_text = f" or {march.cross_country} across country" if march.cross_country else ""
    prompt = f"Where does {token.name} march? It has {march.by_road} spaces by road{across_text}."
    answer = yield from table.ask(token.side, choices, prompt, board.cite("Movement Rates"))
    if rail is not None and isinstance(answer, RailMove):
        came_from = board.at[token.id]
        way = travel_by_rail(table, token, answer.path, rail)
        yield from arrive(table, token, way, came_from)
        return False, march
    if not isinstance(answer, Move):
        return False, march
    return (yield from follow_path(table, march, answer.path))


def follow_path(
    table: Table[CampaignBoard], march: TokenMarch, path: tuple[Space, ...]
) -> Procedure[tuple[bool, TokenMarch]]:
    """Enter the spaces of a path one by one until an enemy is met; whether the token may go on afterwards."""
    board, march_start = table.board, march
    token = march.token
    enemy = board.mask(board.enemy(token.side))
    entered_spaces = tuple(takewhile(lambda space: not enemy >> space & 1, path))
    if entered_spaces:
        table.record(TokenMoved(token.id, march.position, entered_spaces))
        march = evolve(march, path=(*march.path, *entered_spaces))
        take_depots(table, token, entered_spaces)
    if entered_spaces == path:
        return False, march
    enemy_space = path[len(entered_spaces)]
    entered_it = yield from meet_enemy(table, march, enemy_space)
    if not entered_it:
        return False, march
    march = evolve(
        march,
        path=(*march.path, enemy_space),
        on_road=keeps_to_roads(board, march_start, (*entered_spaces, enemy_space)),
    )
    spaces_left = max(march.by_road if march.on_road else 0, march.cross_country) - len(march.path)
    return spaces_left > 0, march


def keeps_to_roads(board: CampaignBoard, march: TokenMarch, path: tuple[Space, ...]) -> bool:
    """Whether a march that goes on along a path has been on roads all the way."""
    roads = board.campaign.map.passage(True, None, board.closed_crossings(march.token.side))
    return march.on_road and all(roads.leads(space, after) for space, after in pairwise((march.position, *path)))


# the marches it may be sent on


class MarchChoices(Choices):
    """Where a token may go next, each place by one best path; any other legal path is accepted too.

    What the seat does not see (with a referee) neither offers nor forbids anything: the march finds it out. ``trips``
    are those by rail, where a card allows one in place of the march.
    """

    __slots__ = ("_bars", "_moves", "_reach", "board", "march", "seat", "trips")
    complete = False

    def __init__(self, board: CampaignBoard, march: TokenMarch, seat: str, trips: RailTrips | None = None) -> None:
        self.board, self.march, self.seat, self.trips = board, march, seat, trips
        self._bars: tuple[Obstacle, ...] | None = None
        self._reach: MarchReach | None = None
        self._moves: dict[int, Move] = {}

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What bars the token's way, as far as the seat knows."""
        if self._bars is None:
            self._bars = obstacles(self.board, self.march.token, self.seat)
        return self._bars

    @property
    def reach(self) -> MarchReach:
        """Everywhere the token may go, worked out when somebody asks."""
        if self._reach is None:
            self._reach = movement.march_reach(self.board, self.march, self.obstacles)
        return self._reach

    @property
    def ends(self) -> int:
        """Mask of the spaces in which a march may end (or make contact)."""
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
        moves, end_spaces, token = self._moves, self.ends, self.march.token.id
        if len(moves) < end_spaces.bit_count():
            paths = self.reach.paths()
            moves |= {end: Move(token, path) for end, path in paths.items() if end not in moves}
        for end in bits(end_spaces):
            yield moves[end]
        yield Halt(self.march.token.id)
        if self.trips is not None:
            yield from self.trips

    def __len__(self) -> int:
        return self.ends.bit_count() + 1 + (0 if self.trips is None else self.trips.ends.bit_count())

    def sample(self, rng: Random) -> Move | Halt | RailMove:
        marches = self.ends.bit_count() + 1
        if self.trips is not None:
            index = int(rng.random() * len(self))
            if index >= marches:
                return self.trips.trip_to(nth_bit(self.trips.ends, index - marches))
        index = int(rng.random() * marches)
        return Halt(self.march.token.id) if index == marches - 1 else self.move_to(nth_bit(self.ends, index))

    def judge(self, action: object) -> Verdict:
        """Whether this is a legal march (or trip), whichever way it goes."""
        token, cite = self.march.token, self.board.cite("Movement Rates")
        match action:
            case RailMove() if self.trips is not None:
                return self.trips.judge(action)
            case Move() | Halt() if action.token != token.id:
                return refuse("wrong_token", f"{token.name} is moving now, not token {action.token}", cite)
            case Move():
                return self._judge_path(action.path)
            case Halt():
                return LEGAL
        return refuse("not_offered", f"{token.name} is moving now: it marches or halts", cite)

    def _judge_path(self, path: tuple[Space, ...]) -> Verdict:
        """The first reason why the path is illegal, step by step and then as a whole; later ones are not looked for."""
        board, march = self.board, self.march
        if not path:
            text = "a march enters at least one space; to stay, halt"
            return refuse("empty_path", text, board.cite("Movement Rates"))
        closed_edges, start_space = board.closed_crossings(march.token.side), march.position
        for number, space in enumerate(path, 1):
            step = judge_step(board.campaign.map, start_space, space, closed=closed_edges)
            if not step:
                return _with_cites(step, board)
            verdict = judge_bars(board, march.token, self.obstacles, space, is_last=number == len(path))
            if not verdict:
                return verdict
            start_space = space
        return self._judge_length(len(march.path) + len(path), keeps_to_roads(board, march, path))

    def _judge_length(self, spaces: int, on_road: bool) -> Verdict:
        march, board = self.march, self.board
        if spaces <= march.cross_country or (on_road and spaces <= march.by_road):
            return LEGAL
        if on_road:
            text = f"{spaces} spaces by road; {march.token.name} may move {march.by_road}"
            return refuse("too_far", text, board.cite("Movement Rates"))
        text = (
            f"{spaces} spaces, not all of them along roads; cross country {march.token.name} may move "
            f"{march.cross_country}: what a Staff Die gives"
        )
        return refuse("too_far_off_road", text, board.cite("Movement Restrictions"))

    def help(self, action: object, board: CampaignBoard) -> str:
        """What a march costs of what the token may move, and whom it meets or what it takes at its end."""
        if not isinstance(action, Move):
            return ""
        spaces, march = self.cost(action, board), self.march
        on_road = keeps_to_roads(board, march, action.path)
        cost = f"{spaces} of {march.by_road} by road" if on_road else f"{spaces} of {march.cross_country} cross country"
        return "; ".join((cost, *self._at_the_end(board, action.path[-1])))

    def cost(self, action: object, board: CampaignBoard) -> str:
        """Spaces of the whole march, those marched already included."""
        return str(len(self.march.path) + len(action.path)) if isinstance(action, Move) else ""

    def _at_the_end(self, board: CampaignBoard, end_space: Space) -> Iterator[str]:
        enemies = [token.name for token in board.tokens_in(end_space) if token.side != self.march.token.side]
        if enemies:
            yield f"against {', '.join(enemies)}"
        depot = board.depot_in(end_space)
        if depot is not None and depot.side != self.march.token.side:
            yield "takes the depot" if not enemies else "a depot is there"

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why a space cannot be reached now; legal when it can."""
        board, march, game_map = self.board, self.march, self.board.campaign.map
        if kind is not PLACE:
            return None
        space = game_map.parse(ref)
        if self.ends >> space & 1:
            return LEGAL
        if space == march.position:
            text = f"{march.token.name} is there already; to stay, halt"
            return refuse("already_there", text, board.cite("Movement Rates"))
        for by_road in (True, False):
            passage = game_map.passage(by_road, None, board.closed_crossings(march.token.side))
            layers = flood(passage, 1 << march.position, game_map.size, self.reach.free | 1 << space)
            if any(layer >> space & 1 for layer in layers):
                return self._judge_path(as_spaces(walk_back(passage, layers, space)[1:]))
        text = (
            f"no open way leads to {board.label(space)}: tokens, or rivers whose crossings are missing, destroyed or "
            f"closed by an event, shut it off"
        )
        return refuse("no_way", text, board.cite("Crossing Rivers"))


def _with_cites(verdict: Verdict, board: CampaignBoard) -> Verdict:
    """A refusal by the map, with the rule of the book that says so."""
    headings = {
        "no_crossing": "Crossing Rivers",
        "crossing_closed": "Special Actions",
        "no_road_over": "Crossing Rivers",
    }
    first_reason = verdict.reasons[0]
    return refuse(first_reason.code, first_reason.text, board.cite(headings.get(first_reason.code, "Movement Rates")))


# by rail

RAIL = frozenset({"rail"})
NEAR = Reason("enemy_near", "an enemy stands at or next to {place}", "Railroads")
TAKEN = Reason("no_stacking", "{place} is occupied", "Logistical Limitations")


@frozen
class OneRailMove(CardEffect):
    """Once, a side moves by rail in place of an ordinary move: one division, or the divisions of a corps in a space."""

    kind: ClassVar[str] = "rail_move"
    spent_by_sight: ClassVar[bool] = (
        True  # cars that do not go, or stop on their way, tell of an enemy next to the line
    )
    side: Side
    who: Literal["one_division", "corps_stack"]
    kinds: tuple[TokenKind, ...]
    max_spaces: int

    def says(self, board: CampaignBoard) -> Iterator[tuple[str, str]]:
        name, spaces = board.campaign.side_name(self.side), count(self.max_spaces, "space")
        if self.who == "corps_stack":
            yield f"{name} divisions of one corps in a space may go {spaces} by rail", ""
        else:
            yield f"one {name} division may go {spaces} by rail", ""


def rail_effect(board: CampaignBoard, token: Token) -> OneRailMove | None:
    """The event by which this token may travel by rail this turn, if it stands on a railroad."""
    for effect in board.effects_of(OneRailMove):
        if effect.side == token.side and token.kind in effect.kinds:
            passage = board.campaign.map.passage(True, RAIL, board.closed_crossings(token.side))
            if any(leaving_mask >> board.at[token.id] & 1 for _, leaving_mask in passage.steps):
                return effect
    return None


def passengers(board: CampaignBoard, token: Token, effect: OneRailMove) -> tuple[Token, ...]:
    """The tokens that travel together: the division, and where the card takes a corps those that stand with it."""
    if effect.who == "one_division":
        return (token,)
    space = board.at[token.id]
    with_it = [other for other in board.tokens_in(space) if other.command == token.command and other.is_division]
    return tuple(
        other for other in with_it if other.id not in board.moved_tokens and other.id not in board.tokens_with_dice
    )


def danger(board: CampaignBoard, side: str, *, as_known: bool) -> int:
    """Mask of the spaces no train of the side goes to: with an enemy token, or next to an enemy division.

    As the side knows it, a token that lies face down may be a division. Readings: Movement by rail.
    """
    mask, adjacent = 0, board.campaign.map.adjacent
    for token_id, space in board.at.items():
        token = board.tokens[token_id]
        if token.side == side or (as_known and not board.knows_occupied(side, space)):
            continue
        mask |= 1 << space
        if token.is_division or (as_known and not board.knows_face(side, token)):
            mask |= adjacent[space]
    return mask


def travel_by_rail(
    table: Table[CampaignBoard], token: Token, path: tuple[Space, ...], effect: OneRailMove
) -> tuple[Space, ...]:
    """The cars carry their passengers along the path; nobody else travels by them this turn. Returns the way they came.

    They stop short of enemies that nobody had seen (with a referee).
    """
    board = table.board
    dangerous_spaces = danger(board, token.side, as_known=False)
    way = tuple(takewhile(lambda space: not dangerous_spaces >> space & 1, path))
    for other_token in passengers(board, token, effect):
        if way:
            table.record(TokenMoved(other_token.id, board.at[other_token.id], way, MovedBy.RAIL))
        if other_token is not token:
            table.record(MoveEnded(other_token.id))
    table.record(EffectSpent(effect))
    return way


class RailTrips:
    """The trips by rail that a token may make: through no friend, not to or past the enemy.

    Readings: Movement by rail.
    """

    def __init__(self, board: CampaignBoard, token: Token, effect: OneRailMove) -> None:
        self.board, self.token, self.effect = board, token, effect
        game_map, start = board.campaign.map, board.at[token.id]
        passing, stopping = movement.stacking(board, token)
        hostile = danger(board, token.side, as_known=True) | board.depot_mask(board.enemy(token.side))
        self.obstacles = (
            Obstacle(hostile | ~game_map.enterable, Restriction.ENTERING, NEAR),
            Obstacle(passing, Restriction.PASSING, movement.OCCUPIED),
            Obstacle(stopping, Restriction.ENDING, TAKEN),
        )
        self.passage = game_map.passage(True, RAIL, board.closed_crossings(token.side))
        self.layers = flood(self.passage, 1 << start, effect.max_spaces, game_map.enterable & ~hostile & ~passing)
        self.ends = sum(self.layers) & ~stopping & ~(1 << start)

    def __iter__(self) -> Iterator[RailMove]:
        return map(self.trip_to, bits(self.ends))

    def trip_to(self, end: int) -> RailMove:
        """The trip to one of the ends."""
        return RailMove(self.token.id, as_spaces(walk_back(self.passage, self.layers, end)[1:]))

    def judge(self, action: RailMove) -> Verdict:
        """Whether this is a legal trip."""
        board, cite, longest_trip = self.board, self.board.cite("Railroads"), self.effect.max_spaces
        if action.token != self.token.id:
            return refuse("wrong_token", f"{self.token.name} is moving now, not token {action.token}", cite)
        if not 0 < len(action.path) <= longest_trip:
            text = f"{len(action.path)} spaces by rail; this turn's cars go up to {longest_trip}"
            return refuse("too_far", text, cite)
        space_before = board.at[self.token.id]
        for number, space in enumerate(action.path, 1):
            if not (0 <= space < board.campaign.map.size and self.passage.leads(space_before, space)):
                return refuse("no_rail", f"no open railroad leads on from {board.label(space_before)}", cite)
            verdict = judge_bars(board, self.token, self.obstacles, space, is_last=number == len(action.path))
            if not verdict:
                return verdict
            space_before = space
        return LEGAL


# a march in parts


def cut_short(board: CampaignBoard, action: Any) -> Iterator[tuple[Move | RailMove, Move | RailMove]]:
    """A march that ends short of where it could: the path cut after each of its spaces but the last."""
    if isinstance(action, (Move, RailMove)):
        for spaces in range(1, len(action.path)):
            yield evolve(action, path=action.path[:spaces]), evolve(action, path=action.path[spaces:])


MARCHES = Marches(cut_short, one_move="a token marches once; where its path ends it halts")
