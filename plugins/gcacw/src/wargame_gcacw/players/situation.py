"""A board as a side sees it, with the facts that its judgement rests on, and the chance that a side wins."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from attrs import evolve, field, frozen

from wargame_core.maps.masks import bits, mask_of
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.costs import (
    KeptResults,
    Memo,
    from_memory,
    manpower_cost,
    mean_allowance,
    memoized,
    score_sign,
)
from wargame_gcacw.players.lines import Lines, gain_without_enemies, lines_key, points_of_all_lines
from wargame_gcacw.players.weights import NORMAL, Weights
from wargame_gcacw.printed.book import Ground, PrintedScenario
from wargame_gcacw.printed.counters import FOE, SIDES, TIRED_OUT, Arm, Side
from wargame_gcacw.rules.lines_of_communication import LinePoints, all_of
from wargame_gcacw.rules.victory_points import points_needed

ATTACK_CHANCES: Mapping[Arm, Sequence[float]] = {"infantry": (0.0, 0.4, 0.3, 0.2), "cavalry": (0.0, 0.2, 0.15, 0.1)}
"""How likely a unit attacks cavalry at a distance of 0, 1 and so on."""
SAFE = 8.0
"""What it is worth that a unit which has left the map is not lost on it any more."""
ROOM = 60
"""For how many boards is kept what is known of their lines, of pressure and of danger."""


@frozen
class Errand:
    """Where a brigade rides to cut lines together with others, and what it counts there."""

    space: int
    value: float


@frozen(eq=False, slots=False)
class Situation:
    """The board as a side sees it. Nobody changes the board while a situation of it is used."""

    board: FieldBoard
    side: Side
    errands: Mapping[str, Errand] | None = None
    """Who rides where in the raid that is planned; None: no plan has been made."""
    kept: KeptResults = field(factory=partial(defaultdict, dict), repr=False)
    """What the player keeps from one decision to the next."""
    doubts: Sequence[float] = field(default=(), repr=False)
    """By how many points the player misjudges what each hex is worth; empty: nowhere."""
    weights: Weights = field(default=NORMAL, repr=False)
    """What the player judges by; what is ``from_memory`` was worked out by the same."""
    memo: Memo = field(factory=dict, init=False, repr=False)

    def misjudgement(self, space: int) -> float:
        """By how many points the player misjudges what it is worth to stand in a hex, or to attack it."""
        return self.doubts[space] if self.doubts else 0.0

    @cached_property
    def enemy_side(self) -> Side:
        """The other side."""
        return FOE[self.side]

    @cached_property
    def final(self) -> bool:
        """Whether no other turn follows."""
        return self.board.last_turn

    @cached_property
    def own_lines(self) -> Sequence[Lines]:
        """The lines that own units count."""
        return [lines_on(self, self.board, rule) for rule in self._line_rules if rule.side == self.side]

    @cached_property
    def foe_lines(self) -> Sequence[Lines]:
        """The lines that enemy units count."""
        return [lines_on(self, self.board, rule) for rule in self._line_rules if rule.side != self.side]

    @cached_property
    def _line_rules(self) -> Sequence[LinePoints]:
        return tuple(self.board.scenario.victory_of(LinePoints))

    @cached_property
    def boldness(self) -> float:
        """From 0 to 1: how much a side that is losing may dare, because losing by more changes little."""
        lead = expected_points(self.board, partial(lines_on, self), self.weights) - goal(self.board.scenario)
        return min(1.0, max(0.0, -score_sign(self.board.scenario, self.side) * lead / self.weights.despair[self.final]))

    @cached_property
    def enemies(self) -> int:
        """Mask of the hexes with enemies."""
        return self.board.mask(self.enemy_side)

    @cached_property
    def beside_enemies(self) -> int:
        """Mask of the hexes beside enemies."""
        adjacent = self.board.ground.map.adjacent
        return all_of(adjacent[space] for space in bits(self.enemies))

    @cached_property
    def covered_hexes(self) -> int:
        """Mask of the hexes that the side's units hold or have in their zones of control."""
        return self.board.zone(self.side) | self.board.mask(self.side)

    @cached_property
    def enemy_zone(self) -> int:
        """Mask of the enemy zones of control."""
        return self.board.zone(self.enemy_side)

    @cached_property
    def attack_strength_near(self) -> Mapping[int, float]:
        """The combat value of infantry that the enemy might bring against each hex near it."""
        states = (self.board.units[unit] for unit in self.board.of(self.enemy_side, "infantry"))
        comers = tuple(
            (state.space, float(state.value)) for state in states if not (self.final and state.fatigue == TIRED_OUT)
        )
        shares = self.weights.pressure
        return from_memory(self.kept["pressure"], ROOM, comers, partial(_pressure, self.board.ground, comers, shares))

    @cached_property
    def danger(self) -> Mapping[int, float]:
        """How likely an enemy attacks each hex near him before the turn is over."""
        if self.board.night:
            return {}
        units = self.board.units
        marching = ((arm, units[unit]) for arm in ATTACK_CHANCES for unit in self.board.of(self.enemy_side, arm))
        comers = tuple((arm, state.space) for arm, state in marching if state.fatigue < TIRED_OUT)
        return from_memory(self.kept["danger"], ROOM, comers, partial(_danger, self.board.ground, comers))

    @cached_property
    def objectives(self) -> Mapping[int, float]:
        """What the control of each hex is worth; who does not have it, loses it to the other."""
        points: dict[int, float] = {}
        for rule in self.board.scenario.victory:
            for space, worth in rule.for_control(self.board).items():
                points[space] = points.get(space, 0.0) + worth
        return {space: worth for space, worth in points.items() if worth > 0}

    @cached_property
    def denial_worth(self) -> Mapping[int, float]:
        """What it is worth that no enemy stands in a hex at the end."""
        worths: dict[int, float] = {}
        for unit in self.board.of(self.enemy_side):
            for space, worth in standing_points(self, unit).items():
                worths[space] = max(worth, worths.get(space, 0.0))
        return worths

    @cached_property
    def exit_value(self) -> float:
        """What one more unit that leaves the map is worth."""
        board, value = self.board, -1.0
        for rule in board.scenario.victory:
            points = rule.for_exit(board, self.side)
            if points is not None:
                value += 1.0 + SAFE + points * score_sign(board.scenario, self.side)
        return value


def _pressure(ground: Ground, comers: Iterable[tuple[int, float]], shares: Sequence[float]) -> Mapping[int, float]:
    """See `Situation.pressure`: from infantry in these hexes, with its combat values; shares as `Weights.pressure`."""
    pressure: dict[int, float] = {}
    for enemy, value in comers:
        for hexes, share in zip(_rings(ground, enemy), shares, strict=True):
            for space in hexes:
                pressure[space] = pressure.get(space, 0.0) + share * value
    return pressure


def _danger(ground: Ground, comers: Iterable[tuple[Arm, int]]) -> Mapping[int, float]:
    """See `Situation.danger`: from units of these arms in these hexes."""
    safe: dict[int, float] = {}
    for arm, enemy in comers:
        for hexes, risk in zip(_rings(ground, enemy), ATTACK_CHANCES[arm], strict=True):
            for space in hexes:
                safe[space] = safe.get(space, 1.0) * (1 - risk)
    return {space: 1 - chance for space, chance in safe.items()}


def _rings(ground: Ground, space: int) -> Sequence[Sequence[int]]:
    """The hexes at a distance of 0, 1, 2 and so on from a hex, as far as units come to attack."""

    def make_rings() -> Sequence[Sequence[int]]:
        visited = edge = 1 << space
        rings: list[Sequence[int]] = [(space,)]
        for _ in ATTACK_CHANCES["infantry"][1:]:
            edge = (
                mask_of(neighbour for hexagon in bits(edge) for neighbour in ground.map.neighbours[hexagon]) & ~visited
            )
            visited |= edge
            rings.append(tuple(bits(edge)))
        return rings

    return ground.map.cached(("rings", space), make_rings)


@memoized
def standing_points(situation: Situation, unit: str) -> Mapping[int, float]:
    """By hex what its side gains by a unit that stands there at the end."""
    board, worths = situation.board, dict[int, float]()
    scored = score_sign(board.scenario, board.unit(unit).side)
    for rule in board.scenario.victory:
        for space, points in rule.for_standing(board, unit).items():
            worths[space] = worths.get(space, 0.0) + scored * points
    return worths


@memoized
def march_range(situation: Situation, unit: str) -> float:
    """How many half points a unit may march in what is left of the game."""
    board, counter = situation.board, situation.board.unit(unit)
    later_marches = situation.weights.later_marches * (board.scenario.turns - board.turn)
    marches = TIRED_OUT - board.units[unit].fatigue + later_marches
    mean = mean_allowance(board, counter.side, counter.arm)
    return mean * (marches + (board.march is not None and board.march.unit == unit))


@memoized
def lines_without(situation: Situation, unit: str) -> Sequence[Lines]:
    """The enemy's lines as if the unit were not there."""
    lines, space = situation.foe_lines, situation.board.units[unit].space
    if (
        not lines
        or len(situation.board.units_at(space)) > 1
        or all(gain_without_enemies(line, space) < 1 for line in lines)
    ):
        return lines
    board = situation.board.copy()
    board.remove(unit)
    return [lines_on(situation, board, line.rule) for line in lines]


def lines_on(situation: Situation, board: FieldBoard, rule: LinePoints) -> Lines:
    """The lines of a rule on a board, with what is known of them from an earlier board that was the same for them."""
    results, key = situation.kept["lines"], (rule, lines_key(board, rule))
    lines: Lines = from_memory(results, ROOM, key, lambda: Lines(board.copy(), rule))
    return lines


def board_after_move(board: FieldBoard, units: Iterable[str], space: int) -> FieldBoard:
    """A board on which some units stand elsewhere, in one hex."""
    board = board.copy()
    for unit in units:
        state = board.units[unit]
        if state.space != space:
            board.put(unit, evolve(state, space=space, work=""))
    return board


ORGANIZED_BONUS = 0.06
"""What an organized unit counts more than a disorganized one, for each point of its manpower and of its cost."""


def goal(scenario: PrintedScenario) -> float:
    """The points with which the side that scores just wins."""
    return (points_needed(scenario) or 0) - 0.5


def expected_points(
    board: FieldBoard,
    lines_on: Callable[[FieldBoard, LinePoints], Lines] = Lines,
    weights: Weights = NORMAL,
) -> float:
    """The victory points that the board promises. ``lines_on`` looks up what is known of the lines of a rule."""
    points = 0.0
    for rule in board.scenario.victory:
        if isinstance(rule, LinePoints):
            points += points_of_all_lines(lines_on(board, rule))
        else:
            points += sum(float(line.points) for line in rule.ledger(board))
    for side in SIDES:
        for unit in board.of(side, "infantry", "cavalry"):
            state = board.units[unit]
            cost = manpower_cost(weights, board, side, board.unit(unit).arm)
            wear = state.disorganized + 0.25 * state.fatigue
            points -= score_sign(board.scenario, side) * ORGANIZED_BONUS * cost * state.manpower * wear
    return points
