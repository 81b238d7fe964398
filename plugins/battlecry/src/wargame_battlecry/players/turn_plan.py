"""A turn planned as a whole: which pieces are ordered, where each goes and what it may attack from there.

`attacks_and_places` says what each is worth by itself. These are rules of thumb, no rules of the game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import comb
from operator import mul
from typing import Final, TypeAlias

from attrs import define, evolve, field, frozen

from wargame_battlecry.board.board import BattleBoard, BattleRule
from wargame_battlecry.players.attacks_and_places import (
    approach_factor,
    blow_worth,
    danger,
    dice_worth,
    flag_worth,
    ground_worth,
    hexes_to,
    hit_faces,
    hitting_faces,
    next_attack,
)
from wargame_battlecry.players.weights import NORMAL, Weights
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, FOE, MAP, SIDES, SIZE, WITHIN
from wargame_battlecry.printed.pieces import Objective, is_general, side_of
from wargame_battlecry.rules.announce_orders import slots_left
from wargame_battlecry.rules.battle_dice import battle_dice, targets
from wargame_battlecry.rules.move import OFF_BOARD, allowance, destinations, exit_from
from wargame_battlecry.rules.victory import won_by_a_rule
from wargame_core.maps.masks import bits, mask_of

VICTORY = 12.0
"""A hex on which a unit wins the battle by a special rule; one so many hexes nearer to it is worth a part of that."""


HELD = 1.5
"""The worth of a flag that a unit wins on a hex by an objective that is no matter of groups of hexes."""
Test: TypeAlias = Callable[[BattleBoard, str], object]
"""Whether a rule decides for a side on a board: that it has won, or holds an objective."""


def tests_of_rules(board: BattleBoard) -> Sequence[tuple[Test, float]]:
    """What rules test of a whole board, each with its worth: what wins the battle, and objectives of their own."""
    tests: list[tuple[Test, float]] = []
    if any(type(rule).wins is not BattleRule.wins for rule in board.rules):
        tests.append((won_by_a_rule, VICTORY))
    for objective in board.battle.objectives:
        if type(objective).holds is not Objective.holds and not board.is_taken(objective):
            tests.append((partial(_meets_objective, objective), HELD * objective.flags))
    return tests


def _meets_objective(objective: Objective, board: BattleBoard, side: str) -> bool:
    return objective.side == side and objective.holds(board)


def deciding_hexes(board: BattleBoard, unit: str, test: Test = won_by_a_rule) -> int:
    """Mask of the free hexes on which a unit, all else equal, decides what a rule tests for its side.

    The board must be a copy to try things on; none are seen where it is so wherever the unit stands.
    """
    side, start = side_of(unit), board.place[unit]
    closed_hexes = board.battle.barred_hexes[board.unit(unit).kind.arm]
    for other_side in SIDES:
        closed_hexes |= board.unit_mask[other_side] | board.general_mask[other_side]
    general, free_hexes = board.general_at[start], [space for space in range(SIZE) if not closed_hexes >> space & 1]
    deciding = []
    for space in (start, *free_hexes):
        board.put_with(unit, space, general)
        if test(board, side):
            deciding.append(space)
    board.put_with(unit, start, general)
    return mask_of(deciding) if len(deciding) <= len(free_hexes) else 0


REACH: Final = 5
"""Hexes beyond which no unit does any harm next turn."""


@cache
def losses(dice: int, faces: int, figures: int) -> float:
    """The share of a unit that so many dice are expected to take, ``faces`` of whose six hit."""
    chance = faces / 6
    return sum(
        comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) * min(hits, figures) / figures
        for hits in range(1, dice + 1)
    )


@frozen(order=True)
class PlannedAttack:
    """An attack by its worth; ``enemy`` is the number of the unit attacked (-1: a lone general)."""

    worth: float
    enemy: int
    share: float
    """The share of the enemy that it is expected to take."""
    target: int = -1
    """The hex attacked; -1 for no attack."""


NO_ATTACK: Final = PlannedAttack(0.0, -1, 0.0)


@frozen
class Stand:
    """A unit on a hex at the end of its move: its best attack, the enemies' blows at it, the worth of the place."""

    space: int
    blows: tuple[float, ...]
    attack: PlannedAttack
    place_worth: float


@define
class Enemies:
    """The enemy's units as a turn finds them, and what each can do next turn to a unit on any hex.

    The board is that of a `Situation`, on which the own units are tried on other hexes.
    """

    board: BattleBoard
    side: str
    weights: Weights = NORMAL
    units: list[str] = field(init=False)
    _numbers: dict[int, int] = field(init=False)
    _arms: list[str] = field(init=False)
    _flag: float = field(init=False)
    _blows: dict[tuple[int, int, int, bool], tuple[float, ...]] = field(factory=dict)
    _dice: dict[tuple[int, int], int] = field(factory=dict)
    _goals: dict[str, list[tuple[int, float]]] = field(factory=dict)
    _tests: Sequence[tuple[Test, float]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._flag = flag_worth(self.board, self.side, self.weights, self.weights.last_flag_lost)
        spaces = list(bits(self.board.unit_mask[self.side]))
        self.units = [self.board.unit_at[space] for space in spaces]
        self._numbers = {space: number for number, space in enumerate(spaces)}
        self._arms = [self.board.battle.units[unit].kind.arm for unit in self.units]
        self._tests = tests_of_rules(self.board)

    def deciding_worth(self, piece: str) -> float:
        """What a unit's place is worth for what rules test of the whole board: for its own side, or against this one.

        Only what the place of one unit decides is seen.
        """
        if not self._tests:
            return 0.0
        space, hex_worth = self.board.place[piece], 0.0
        for unit, share in ((piece, 1.0), *((enemy, 0.5 / len(self.units)) for enemy in self.units)):
            if unit not in self._goals:
                rows = ((deciding_hexes(self.board, unit, test), points) for test, points in self._tests)
                self._goals[unit] = [(hexes, points) for hexes, points in rows if hexes]
            for hexes, points in self._goals[unit]:
                hex_worth += share * points / (1 + min(DISTANCE[space][goal] for goal in bits(hexes)))
        return hex_worth

    def threatened_blows(self, piece: str) -> tuple[float, ...]:
        """What each enemy may do next turn to a unit where it stands now."""
        board = self.board
        start, faces, figures = board.place[piece], hit_faces(board, piece), board.figures[piece]
        has_general = bool(board.general_at[start])
        key, strength = (start, faces, figures, has_general), 1 + has_general * self.weights.led
        if key not in self._blows:
            worths = [0.0] * len(self.units)
            for space in bits(board.unit_mask[self.side] & WITHIN[start][REACH]):
                number = self._numbers[space]
                worths[number] = strength * self._strike_worth(number, start, faces, figures)
            self._blows[key] = tuple(worths)
        return self._blows[key]

    def _strike_worth(self, number: int, space: int, faces: int, figures: int) -> float:
        """The worth of the blow that an enemy may strike next turn at a unit on a hex: from where it stands, or moving.

        ``faces`` of a die hit the unit at a distance.
        """
        board, enemy, arm, weights = self.board, self.units[number], self._arms[number], self.weights
        flags = (self._flag, weights.flag_rolled)
        distance, strength = DISTANCE[board.place[enemy]][space], board.figures[enemy]
        if arm == "cavalry" and 2 <= distance <= 4:
            return weights.ride * blow_worth(strength, faces + 1, figures, *flags)
        if arm == "infantry" and distance == 4:
            return weights.step_and_fire * blow_worth(strength // 2, faces, figures, *flags)
        dice = self._dice.get((number, space))
        if dice is None:
            dice = self._dice[number, space] = battle_dice(board, enemy, space)
        attack_worth = blow_worth(dice, faces + (distance == 1), figures, *flags)
        if arm == "infantry" and distance == 2:
            return max(attack_worth, weights.charge * blow_worth(dice, faces + 1, figures, *flags))
        return attack_worth

    def place_of(self, piece: str) -> Stand:
        """What a unit's place is good for, where it stands now."""
        board = self.board
        space = board.place[piece]
        weights = self.weights
        hex_worth = ground_worth(board, piece, weights) + self.deciding_worth(piece)
        attack, reach = NO_ATTACK, board.battle.units[piece].kind.range + 1
        if (board.unit_mask[self.side] | board.general_mask[self.side]) & WITHIN[space][reach]:
            attack = max(self._attacks(piece), default=NO_ATTACK)
            if piece in board.hexes_moved and not attack.worth:
                hex_worth += weights.next_attack * next_attack(board, piece, weights)
            hex_worth += weights.next_attack * attack.worth
        return Stand(space, self.threatened_blows(piece), attack, hex_worth)

    def _attacks(self, piece: str) -> Iterator[PlannedAttack]:
        """The attacks of a unit from where it stands now."""
        board = self.board
        for target in bits(targets(board, piece)):
            dice, enemy = battle_dice(board, piece, target), board.unit_at[target]
            attack_worth = dice_worth(board, piece, target, dice, self.weights)
            if enemy:
                share = losses(dice, hitting_faces(board, piece, target), board.figures[enemy])
                yield PlannedAttack(attack_worth, self._numbers[target], share, target)
            else:
                yield PlannedAttack(attack_worth, -1, 0.0, target)


def answer(worst: Iterable[float], left: Iterable[float], weights: Weights = NORMAL) -> float:
    """What the enemy is expected to do in its turn, by the worst blow of each of its units and what is left of each."""
    ranked_threats = sorted(map(mul, worst, left), reverse=True)
    expected_harm: float = sum(map(mul, weights.answer, ranked_threats))
    return expected_harm


PLACES_TRIED_PER_UNIT: Final = 3
"""The places of a unit, best alone first, that a plan chooses from, besides that where it stands."""
SHARE_OF_ALL_BLOWS: Final = 0.15
"""The part of all blows that counts then."""


@define
class Situation:
    """A side's units before a turn's orders, and their places after it, worked out once for all cards.

    ``begins``: nothing has moved yet, as when the next turn begins. The board is a copy to try things on.
    """

    board: BattleBoard
    seat: str
    begins: bool = False
    weights: Weights = NORMAL
    enemies: Enemies = field(init=False)
    idle: dict[str, Stand] = field(init=False)
    caution: float = field(init=False)
    """How much the enemy's answer counts: less the longer nothing happens."""
    _stands: dict[tuple[str, int], list[Stand]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        board = self.board = self.board.copy()
        if self.begins:
            board.hexes_moved = {}
        self.caution = 1 / approach_factor(board, self.weights)
        self.enemies = Enemies(board, FOE[self.seat], self.weights)
        units = [board.unit_at[space] for space in bits(board.unit_mask[self.seat])]
        self.idle = {unit: self.enemies.place_of(unit) for unit in units}

    def pieces(self) -> list[str]:
        """The side's pieces on the board."""
        return [piece for piece in self.board.place if side_of(piece) == self.seat]

    def possible_places(self, unit: str) -> list[Stand]:
        """Where a unit stands, and the places it may move to that look best for it alone."""
        board = self.board
        move_limit = 0 if unit in board.hexes_moved else allowance(board, unit)
        if (unit, move_limit) not in self._stands:
            places = self.stands_at(unit, self._worth_trying(unit), move_limit) if move_limit else []
            places.sort(key=self._worth_alone, reverse=True)
            self._stands[unit, move_limit] = [self.idle[unit], *places[:PLACES_TRIED_PER_UNIT]]
        return self._stands[unit, move_limit]

    def _worth_trying(self, unit: str) -> int:
        """Mask of the hexes that a unit may move to, for one out of reach of the enemy only those that lead nearer."""
        board, idle = self.board, self.idle[unit]
        spaces = destinations(board, unit)
        if board.battle.objectives or any(idle.blows) or self.enemies.deciding_worth(unit):
            return spaces
        enemies = board.unit_mask[FOE[self.seat]]
        start_distance = hexes_to(enemies, idle.space)
        return mask_of(space for space in bits(spaces) if hexes_to(enemies, space) < start_distance)

    def stands_at(self, unit: str, spaces: int, hexes_away: int) -> list[Stand]:
        """A unit's places on the hexes of a mask, at most so far from where it stands."""
        board, start = self.board, self.board.place[unit]
        general, possible_stands = board.general_at[start], []
        for space in bits(spaces):
            board.put_with(unit, space, general)
            board.hexes_moved[unit] = min(hexes_away, DISTANCE[start][space])
            possible_stands.append(self.enemies.place_of(unit))
        board.put_with(unit, start, general)
        board.hexes_moved.pop(unit, None)
        return possible_stands

    def _worth_alone(self, place: Stand) -> float:
        """What a place is worth whatever the others do."""
        risk = self.weights.worst * max(place.blows, default=0.0) + SHARE_OF_ALL_BLOWS * sum(place.blows)
        return place.attack.worth + place.place_worth - risk


@frozen
class PlannedOrder:
    """What a piece is ordered for: the hex it goes to (its own: it stays) or `OFF_BOARD`, and what that adds."""

    piece: str
    to: int
    gain: float
    blows: tuple[float, ...] = ()
    attack: PlannedAttack = NO_ATTACK


@define
class TurnPlan:
    """The orders of a turn, and how things stand when they are carried out."""

    now: Situation
    orders: list[PlannedOrder] = field(factory=list)
    worth: float = 0.0
    _blows: dict[str, tuple[float, ...]] = field(init=False)
    """The enemies' blows at each own unit, where it is to stand."""
    _left: list[float] = field(init=False)
    """What is left of each enemy after the attacks planned."""
    _taken: int = 0
    """The hexes that units go to."""
    _shots: list[tuple[int, float]] = field(factory=list)
    """Of each attack planned over hexes, the mask of those that nobody may enter if it is to be made, and its worth."""

    def __attrs_post_init__(self) -> None:
        self._blows = {unit: place.blows for unit, place in self.now.idle.items()}
        self._left = [1.0] * len(self.now.enemies.units)

    def best_order(self, pieces: Iterable[str], battles: float) -> PlannedOrder:
        """The order to one of some pieces that adds most to those planned."""
        board = self.now.board
        weights = self.now.weights
        answer_before = answer(self._worst_blows(""), self._left, weights)
        orders = []
        for piece in pieces:
            if is_general(piece):
                orders.append(PlannedOrder(piece, board.place[piece], 0.5 * danger(board, piece, weights)))
            elif board.battle.exits and (exit_hex := exit_from(board, piece)) is not None:
                flags = board.battle.exit_flags[side_of(piece)][exit_hex]
                orders.append(PlannedOrder(piece, OFF_BOARD, weights.flag * flags))
            else:
                orders.append(self._best_of(piece, answer_before, battles))
        return max(orders, key=lambda order: order.gain)

    def _best_of(self, unit: str, answer_before: float, battles: float) -> PlannedOrder:
        """The order to a unit that adds most; ``answer_before`` is the enemy's answer to the plan without it."""
        worst_without, idle, caution = self._worst_blows(unit), self.now.idle[unit], self.now.caution
        most_gain, best = 0.0, idle
        for place in self.now.possible_places(unit):
            if self._taken >> place.space & 1:
                continue
            attack, shares_left = place.attack, self._left
            if self._taken and self._taken & lane_of_fire(self.now.board, unit, place.space, attack.target):
                attack = NO_ATTACK
            attack_worth = battles * attack.worth
            if attack_worth and attack.enemy >= 0:
                shares_left = shares_left.copy()
                shares_left[attack.enemy] *= 1 - attack.share
            gain = attack_worth + place.place_worth - idle.place_worth
            if place.space != idle.space:
                gain -= battles * sum(shot_worth for hexes, shot_worth in self._shots if hexes >> place.space & 1)
            gain += caution * (
                answer_before - answer(map(max, worst_without, place.blows), shares_left, self.now.weights)
            )
            if gain > most_gain:
                most_gain, best = gain, place if attack is place.attack else evolve(place, attack=attack)
        return PlannedOrder(unit, best.space, most_gain, best.blows, best.attack if battles else NO_ATTACK)

    def _worst_blows(self, moved_unit: str) -> Sequence[float]:
        """Each enemy's worst blow at any own unit but one."""
        columns = [blows for unit, blows in self._blows.items() if unit != moved_unit]
        return tuple(map(max, zip(*columns, strict=True))) if columns else (0.0,) * len(self._left)

    def add(self, order: PlannedOrder) -> None:
        """One more order is planned."""
        self.worth += order.gain
        self.orders.append(order)
        if not order.blows:
            return
        self._blows[order.piece] = order.blows
        if order.to != self.now.board.place[order.piece]:
            self._taken |= 1 << order.to
        if hexes := lane_of_fire(self.now.board, order.piece, order.to, order.attack.target):
            self._shots.append((hexes, order.attack.worth))
        if order.attack.enemy >= 0:
            self._left[order.attack.enemy] *= 1 - order.attack.share


def lane_of_fire(board: BattleBoard, unit: str, source: int, target: int) -> int:
    """Mask of the hexes in which a friend would obstruct a unit's attack; none for a melee, and for no attack (-1).

    Artillery on a hill sees over a friend beside it.
    """
    if target < 0 or DISTANCE[source][target] < 2:
        return 0
    sees_over = board.battle.hills >> source & 1 and board.battle.units[unit].kind.dice
    return MAP.grid.line_of_sight(source, target).cut & ~(ADJACENT[source] if sees_over else 0)


def plan_turn(
    situation: Situation,
    fitting_slots: Mapping[str, int],
    allowed_orders: tuple[int, ...],
    spent_orders: tuple[int, ...] = (),
    *,
    battles: float = 1.0,
) -> TurnPlan:
    """The orders that gain most together: each time the one that adds most, until none adds anything.

    ``fitting_slots``: for each piece that may be ordered the slots it fits; ``allowed_orders``: the orders of each
    slot, ``spent_orders``: the slots of those given; ``battles``: how many attacks each unit makes.
    """
    plan, slots_of_waiting = TurnPlan(situation), dict(fitting_slots)
    while slots_of_waiting:
        open_slots = slots_left(allowed_orders, spent_orders)
        pieces = [piece for piece, slots in slots_of_waiting.items() if slots in open_slots]
        if not pieces:
            break
        order = plan.best_order(pieces, battles)
        if order.gain < situation.weights.least:
            break
        plan.add(order)
        spent_orders = (*spent_orders, slots_of_waiting.pop(order.piece))
    return plan
