"""The player of the scenarios of the series, and how he rates the small choices: leaders, retreats, advances.

What he wants follows from the victory points of a scenario, and he says it in words.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Final, Literal

from wargame_core.authoring import Action, bits
from wargame_core.flow.players import Player, Stop, Traits, before, told_to_stop
from wargame_core.flow.view import View
from wargame_gcacw.board import actions
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.marches import force_march_odds
from wargame_gcacw.charts.results import RETREAT_HEXES
from wargame_gcacw.players import costs, plans
from wargame_gcacw.players.attack_values import BEST_FIRST, ValuedAssault, best_assault, best_attack, expected_combat
from wargame_gcacw.players.costs import disorder_cost, fatigue_cost, manpower_cost, reachable, train_cost
from wargame_gcacw.players.situation import Errand, Situation
from wargame_gcacw.players.targets import errands, targets
from wargame_gcacw.players.weights import NORMAL, Weights
from wargame_gcacw.printed.book import POINT
from wargame_gcacw.printed.counters import FRESH, TIRED_OUT, LeaderId, Side, side_named
from wargame_gcacw.rules.action_cycle import ActionChoices
from wargame_gcacw.rules.combat import (
    TakePartChoices,
    assault_choices,
    cost_of_attack,
    eligible,
    judge_attacker,
)
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.march import MarchChoices
from wargame_gcacw.rules.retreats import HIGHEST_LOSING_ROLL, hexes_to_ask, only_cavalry, roll_modifier

Judgement = Mapping[str, Mapping[str, Weights]]
"""What a player judges by, by scenario and side."""
USUAL_JUDGEMENT: Final[Judgement] = MappingProxyType({})
"""Every side judges by `NORMAL`."""
Doubt = Mapping[str, Mapping[str, float]]
"""Up to how many points an easy player misjudges what a hex is worth, by scenario and side."""
EASY: Final[Mapping[str, float]] = MappingProxyType({"union": 3.0, "confederate": 3.0})
"""The same for a scenario in which it was not measured."""
WORTH_A_STEP: Final = 0.05
CLOSE_LOOKS: Final = 3
"""How many of the most promising marches are looked at closely."""


class HeuristicPlayer:
    """Weighs every action by the victory points it may bring, without a guess at the reply.

    ``weights`` are what it judges by, by scenario and side; where it has none, they are `NORMAL`.
    One with ``doubt`` misjudges what it is worth to stand in a hex or to attack it, by up to so many points, otherwise
    in each turn: it slips where little is at stake rather than where much is.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0, *, weights: Judgement = USUAL_JUDGEMENT, doubt: Doubt | None = None) -> None:
        self._rng, self._weights, self._doubt = random.Random(seed), weights, doubt
        self._doubts: Sequence[float] = ()  # of this turn
        self._doubted = 0  # in which turn
        self._attacked: int | None = None  # the hex attacked last: an advance does not name it
        self._errands: Mapping[str, Errand] | None = None  # of the action begun last
        self._planned = 0  # in which turn
        self._told: int | None = None
        self._kept: dict[Weights, costs.KeptResults] = {}
        self.plans: list[str] = []

    def __call__(self, view: View, *, stop: Stop | None = None) -> Action:
        board: FieldBoard = view.board
        choices = view.choices.of
        is_planned = not isinstance(choices, ActionChoices)
        situation = self._situation(board, side_named(view.seat), is_planned, stop)
        if board.turn != self._told and not told_to_stop(stop):
            self.plans += [] if self.plans else [scenario_plan(situation)]  # before the first march
            self.plans.append(turn_plan(situation))
            self._told = board.turn
        if isinstance(choices, TakePartChoices):
            return take_part(situation, choices) or actions.Done()
        if isinstance(choices, ActionChoices):
            action = self._best_action(situation, choices, stop)
        elif isinstance(choices, MarchChoices):
            action = _march(situation, choices)
        else:
            action = self._best_rated(situation, list(choices), stop)
        if isinstance(action, (actions.Attack, actions.Assault)):
            self._attacked = board.ground.map.parse(action.target)
        return action

    def _situation(self, board: FieldBoard, side: Side, is_planned: bool, stop: Stop | None) -> Situation:
        """The board as a side sees it, with the raid planned when the action began; a new one for a new action.

        None is planned once ``stop`` is set: that takes longest of all.
        """
        weights = self._weights.get(board.scenario.id, {}).get(side, NORMAL)
        kept_results = self._kept.setdefault(weights, defaultdict(dict))
        if told_to_stop(stop):
            self._errands = None
        elif not is_planned or self._errands is None or board.turn != self._planned:
            self._errands, self._planned = (
                errands(Situation(board, side, kept=kept_results, weights=weights)),
                board.turn,
            )
        return Situation(board, side, self._errands or {}, kept_results, self._doubts_now(board, side), weights)

    def _doubts_now(self, board: FieldBoard, side: Side) -> Sequence[float]:
        """By how many points it misjudges each hex in this turn; empty for one that misjudges none."""
        if self._doubt is not None and board.turn != self._doubted:
            largest_doubt = self._doubt.get(board.scenario.id, EASY).get(side, 0.0)
            self._doubts = [largest_doubt * self._rng.random() for _ in range(board.ground.map.size)]
            self._doubted = board.turn
        return self._doubts

    def _tie_break(self) -> float:
        """Next to nothing: it settles which of equal choices is taken."""
        return self._rng.random() * 1e-9

    def _best_rated(self, situation: Situation, options: Sequence[Action], stop: Stop | None) -> Action:
        """The option rated highest, of those rated before ``stop`` was set; the first if there is none."""
        return max(
            before(stop, options),
            key=lambda option: self._rate(situation, option, options) + self._tie_break(),
            default=options[0],
        )

    def _best_action(self, situation: Situation, choices: ActionChoices, stop: Stop | None) -> Action:
        """The march, activation or assault that gains most; none that gains enough: pass."""
        rated_actions: list[tuple[float, Action]] = [
            (gain + self._tie_break(), action) for action, gain in plans.marches(situation, choices, stop).items()
        ]
        for order in before(stop, choices.assaults):
            gain = plans.assault_gain(situation, order)
            if gain > situation.weights.enough:
                rated_actions.append((gain + self._tie_break(), order))
        for special in before(stop, choices.special_actions):
            rated_actions.append((special.worth(situation.board, situation.side) + self._tie_break(), special))
        rated_actions.sort(key=lambda rating: -rating[0])
        best_action: Action = actions.Pass()
        best_gain = situation.weights.enough
        for gain, action in rated_actions[:CLOSE_LOOKS]:
            if gain <= best_gain:
                break
            if not told_to_stop(stop):
                gain, action = _looked_at_closely(situation, action, gain)
            if gain > best_gain:
                best_action, best_gain = action, gain
        return (
            best_action
            if not isinstance(best_action, actions.Pass)
            else next(self._units_to_entrench(situation, choices), best_action)
        )

    def _units_to_entrench(self, situation: Situation, choices: ActionChoices) -> Iterator[Action]:
        """For want of anything better: fresh units that stand in an enemy zone of control dig in."""
        units, zone = situation.board.units, situation.enemy_zone
        for dig in choices.entrenchments:
            if units[dig.unit].fatigue < FRESH and zone >> units[dig.unit].space & 1:
                yield dig

    def _rate(self, situation: Situation, action: Action, options: Sequence[Action]) -> float:
        board = situation.board
        match action:
            case actions.PlaceLeader():
                return transfer(situation, action) if len(options) > 1 else 0.0
            case actions.MarchUnit(unit=unit):
                return 1.0 + plans.hex_value(situation, unit, board.units[unit].space)  # the foremost clears the way
            case actions.TakeAlong():
                return take_along(situation, action)
            case actions.ForceMarch():
                return force_march(situation, action)
            case actions.RetreatTo():
                return retreat_to(situation, action)
            case actions.Halt():
                return worth_of_staying(situation, options)
            case actions.CavalryRetreat():
                return cavalry_retreat(situation, action)
            case actions.Advance():
                return advance(situation, action, self._attacked)
            case actions.RetreatNext():
                return -1.0
            case actions.TakeLoss(unit=unit):
                state = board.units[unit]
                return state.disorganized + 0.2 * state.fatigue - 0.1 * board.unit(unit).tactical
            case actions.Entrench():
                return 1.0
        return 0.0


def _looked_at_closely(situation: Situation, action: Action, gain: float) -> tuple[float, Action]:
    """An action with its gain by the rules, and an activation with the units that gain by them."""
    match action:
        case actions.MarchUnit(unit=unit):
            return plans.exact_march_plan(situation, unit).gain, action
        case actions.ActivateLeader(leader=leader, units=units):
            attacks = situation.board.leader(leader).attacks
            gains = {unit: plans.exact_march_plan(situation, unit, True, attacks).gain for unit in units}
            plan = plans.activation_plan(situation.weights, gains)
            return plan.gain, actions.ActivateLeader(leader, plan.units) if plan.units else actions.Pass()
    return gain, action


def _march(situation: Situation, choices: MarchChoices) -> Action:
    """Attack, go where it is better, or halt."""
    board, march = situation.board, situation.board.march
    assert march is not None
    unit, start = march.unit, board.units[march.unit].space
    attacks = bool(judge_attacker(board, unit))
    costs = {start: 0} if march.stopped or not (march.left or march.fresh) else choices.reach.costs
    plan = plans.best_march(situation, unit, costs, march.left, attacks)
    if plan.to != start and plan.gain > WORTH_A_STEP:
        return actions.MoveTo(board.ground.name(plan.to))
    attack = best_attack(situation, unit, start, march.left) if attacks else None
    if attack is not None and attack.value > 0:
        return actions.Attack(board.ground.name(attack.target), attack.how)
    return actions.Halt()


# What he wants, in words
AIMS_NAMED: Final = 4
"""Aims that one sentence names."""


def scenario_plan(situation: Situation) -> str:
    """What a side is after by the victory points of its scenario, those that count most first."""
    return _sentence(list(dict.fromkeys(_wishes(situation)))[: AIMS_NAMED + 1])


def _wishes(situation: Situation) -> Iterator[str]:
    board, side = situation.board, situation.side
    victory = board.scenario.victory
    for rule in sorted(victory, key=lambda rule: -abs(getattr(rule, "points", 0) or getattr(rule, "eliminated", 0))):
        wish = rule.wish(board, side)
        if wish:
            yield wish


def turn_plan(situation: Situation) -> str:
    """What the units of a side are drawn to, and how many to each, the strongest draw first."""
    board = situation.board
    counts: dict[str, int] = {}
    worth_by_aim: dict[str, float] = {}
    for unit in board.of(situation.side):
        space, draws = board.units[unit].space, targets(situation, unit)
        rated_targets = [(target.value * (1 - target.distances[space] / target.reach), target) for target in draws]
        pull, target = max(rated_targets, key=lambda row: row[0], default=(0.0, None))
        if target is not None and pull > 0:  # none beyond the reach of a target, where it would push
            aim_text = f"{target.aim} {board.ground.label(target.at)}"
            counts[aim_text] = counts.get(aim_text, 0) + 1
            worth_by_aim[aim_text] = worth_by_aim.get(aim_text, 0.0) + pull
    ranked_aims = sorted(counts, key=lambda aim: (-worth_by_aim[aim], aim))
    return _sentence([f"{aim} ({counts[aim]})" for aim in ranked_aims[:AIMS_NAMED]])


def _sentence(parts: Sequence[str]) -> str:
    text = ", ".join(parts) if parts else "stand where we are"
    return f"{text[0].upper()}{text[1:]}."


# The small choices
HEXES_BACK = RETREAT_HEXES["cavalry"][0]
"""How far cavalry goes back at least."""


@cache
def force_march_points(arm: Literal["infantry", "cavalry"]) -> int:
    """Half points that a force march gives in the mean, to the nearest whole point."""
    return round(force_march_odds(arm, manpower=1).map(lambda march: march.extra_mp).mean()) * POINT


def followers(board: FieldBoard, leader: LeaderId, space: int, leave_out: Iterable[str] = ()) -> float:
    """The manpower that a leader in a hex can lead; that in his own hex counts one and a half times."""
    chief, led_manpower = board.leader(leader), 0.0
    hexes_in_radius = board.ground.map.within(space, chief.radius)
    for unit in board.of(chief.side):
        state = board.units[unit]
        if unit not in leave_out and hexes_in_radius >> state.space & 1 and board.commands(leader, unit):
            freshness_share = 1.0 if state.fatigue < TIRED_OUT else 0.5
            led_manpower += freshness_share * state.manpower * (1.5 if state.space == space else 1.0)
    return led_manpower


def transfer(situation: Situation, action: actions.PlaceLeader) -> float:
    """How much better a leader stands with another unit."""
    board, standing_value = situation.board, 0.0
    if action.leader in board.leader_with:
        standing_value = followers(board, action.leader, board.leader_space(action.leader))
    return followers(board, action.leader, board.units[action.unit].space) - standing_value - situation.weights.settled


def take_along(situation: Situation, action: actions.TakeAlong) -> float:
    """Leaders go where more of their units are."""
    board = situation.board
    march, activation = board.march, board.activation
    assert march is not None
    unit, start = march.unit, board.units[march.unit].space
    costs = reachable(board.ground, start, board.rain, board.unit(unit).arm == "wagon", march.left)
    goal_space = plans.best_march(situation, unit, costs, march.left).to
    value, own_manpower = 0.0, float(board.units[unit].manpower)
    for leader in action.leaders:
        if board.commands(leader, unit):
            going_value = own_manpower * 1.5 + followers(board, leader, goal_space, (unit,))
            if activation is not None and activation.leader == leader and not activation.units:
                going_value += 0.5 * own_manpower
            value += going_value - followers(board, leader, start, (unit,))
    return value


def force_march(situation: Situation, action: actions.ForceMarch) -> float:
    """A force march pays when it reaches what is worth its cost."""
    if not action.force:
        return 0.0
    board = situation.board
    march = board.march
    assert march is not None
    unit, state, counter = march.unit, board.units[march.unit], board.unit(march.unit)

    def gain(points: int) -> float:
        costs = reachable(board.ground, state.space, board.rain, counter.arm == "wagon", points)
        open_hexes = {space: cost for space, cost in costs.items() if not situation.enemies >> space & 1}
        return plans.best_march(situation, unit, open_hexes, points, attacks=False).gain

    weights = situation.weights
    cost = disorder_cost(weights, board, state)
    cost += 0.9 * manpower_cost(weights, board, counter.side, counter.arm, "force_march")
    return (
        gain(march.left + force_march_points("cavalry" if counter.arm == "cavalry" else "infantry"))
        - gain(march.left)
        - cost
        - weights.forcing
    )


def retreat_to(situation: Situation, action: actions.RetreatTo) -> float:
    """The hex for a retreating unit: the better place, and for a train the shorter way."""
    board = situation.board
    cost = train_cost(board, action.unit, hexes=1) if board.unit(action.unit).arm == "wagon" else 0.0
    return plans.hex_value(situation, action.unit, board.ground.map.parse(action.to)) - cost


def worth_of_staying(situation: Situation, options: Sequence[object]) -> float:
    """The worth of ending a retreat where the unit stands: a little more than that of an equally good hex."""
    unit = next(action.unit for action in options if isinstance(action, actions.RetreatTo))
    return plans.hex_value(situation, unit, situation.board.units[unit].space) + 0.1


def advance(situation: Situation, action: actions.Advance, target: int | None) -> float:
    """What units gain in the hex they took, if that is where they advance to; an objective above all."""
    board = situation.board
    start = board.units[action.units[0]].space
    if target is None or board.units_at(target) or target not in board.ground.map.neighbours[start]:
        return -1.0
    gains = (
        plans.hex_value(situation, unit, target) - plans.hex_value(situation, unit, board.units[unit].space)
        for unit in action.units
    )
    return sum(gains) - 0.1


def cavalry_retreat(situation: Situation, action: actions.CavalryRetreat) -> float:
    """Cavalry goes back when standing costs more than the place is worth."""
    space = _cavalry_asked(situation)
    return _retreat_value(situation, space) if action.retreat else _standing(situation, space)


def _cavalry_asked(situation: Situation) -> int:
    """The hex of the cavalry that is asked: beside the marching unit, or where an assault may fall on it."""
    board, march = situation.board, situation.board.march
    hexes = hexes_to_ask(board, march.unit) if march is not None and march.unit in board.units else []
    if hexes:
        return hexes[0]
    adjacent, infantry = board.ground.map.adjacent, board.mask(situation.enemy_side, "infantry")
    own_spaces = [space for space in board.stacks if only_cavalry(board, space, situation.side)]
    return max(own_spaces, key=lambda space: bool(adjacent[space] & infantry))


def _retreat_value(situation: Situation, space: int) -> float:
    board, march, units = situation.board, situation.board.march, situation.board.units_at(space)
    start = board.units[march.unit].space if march is not None else board.ground.map.neighbours[space][0]
    modifier = roll_modifier(board, space, start).total
    losing = sum(die + modifier <= HIGHEST_LOSING_ROLL for die in range(1, 7)) / 6
    fatigue = sum(fatigue_cost(situation.weights, board, board.units[unit]) for unit in units)
    loss = losing * _mean_manpower_cost(situation, space) * len(units)
    return -_disorder_cost(situation, space) - fatigue - loss - _lost_place(situation, space)


def _standing(situation: Situation, space: int) -> float:
    board, march = situation.board, situation.board.march
    manpower, disorder = _mean_manpower_cost(situation, space), _disorder_cost(situation, space)
    if march is None or march.unit not in board.units:
        return -1.0 - 0.6 * _lost_place(situation, space) - disorder - manpower
    hows = (how for how in BEST_FIRST if cost_of_attack(board, march.unit, space, how, march.left) is not None)
    kind_of_combat = next(hows, None)
    if kind_of_combat is None:
        return 0.0
    combat = expected_combat(combat_at(board, (march.unit,), space, how=kind_of_combat))
    states, weights = (board.units[unit] for unit in board.units_at(space)), situation.weights
    fatigue = sum(fatigue_cost(weights, board, state, combat.defender_fatigue) for state in states)
    loss = combat.defender_loss * manpower + combat.defender_disorganized * disorder + fatigue
    return -loss - combat.driven_off * (_lost_place(situation, space) + 0.4)


def _mean_manpower_cost(situation: Situation, space: int) -> float:
    board, units, weights = situation.board, situation.board.units_at(space), situation.weights
    return sum(manpower_cost(weights, board, situation.side, board.unit(unit).arm) for unit in units) / len(units)


def _disorder_cost(situation: Situation, space: int) -> float:
    board, weights = situation.board, situation.weights
    return sum(disorder_cost(weights, board, board.units[unit]) for unit in board.units_at(space))


def _lost_place(situation: Situation, space: int) -> float:
    """What the cavalry of a hex loses by leaving it for one four hexes away."""
    board, hexes_within, lost_value = situation.board, situation.board.ground.map.within, 0.0
    ring = (
        hexes_within(space, HEXES_BACK)
        & ~hexes_within(space, HEXES_BACK - 1)
        & ~situation.enemies
        & ~situation.enemy_zone
    )
    for unit in board.units_at(space):
        best_other_value = max(
            (plans.hex_value(situation, unit, other_space) for other_space in bits(ring)), default=-1.0
        )
        lost_value += max(0.0, plans.hex_value(situation, unit, space) - best_other_value)
    return lost_value


def take_part(situation: Situation, choices: TakePartChoices) -> actions.TakePart | None:
    """The units for the assault that has been ordered: what fits the units that may take part best."""
    board = situation.board
    best = ValuedAssault()
    for order in assault_choices(board, situation.side):
        target = board.ground.map.parse(order.target)
        units = eligible(board, order.leader, target)
        if tuple(units) == choices.ids:
            assault = best_assault(situation, order.leader, units, target, choices.most)
            best = max(best, assault, key=lambda valued_assault: (valued_assault.value, valued_assault.units))
    return actions.TakePart(best.units) if best.units else None


def bots(
    scenarios: Iterable[str], easy_errors: Doubt, hard_weights: Judgement = USUAL_JUDGEMENT
) -> Mapping[str, Callable[..., Player]]:
    """The players of some scenarios; ``easy_errors`` is for the easy one.

    There is a hard one where there are weights for it in every scenario.
    """
    players: dict[str, Callable[..., Player]] = {
        "heuristic": HeuristicPlayer,
        "easy": partial(HeuristicPlayer, doubt=easy_errors),
    }
    if all(scenario in hard_weights for scenario in scenarios):
        players["hard"] = partial(HeuristicPlayer, weights=hard_weights)
    return players
