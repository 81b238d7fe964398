"""The action cycle: who has the initiative, what a side may choose and why not, and the marches of an action.

Source: GCACW rules 1.4, 4 Action Cycle and 5.2 Activate Leader
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Final, assert_never

from wargame_core.authoring import D6, LEGAL, Action, Choices, Procedure, Table, Verdict, refuse
from wargame_core.flow.about import PIECE, PLACE, Names
from wargame_core.flow.choices import Random
from wargame_core.limits import quote
from wargame_gcacw.board.action_events import ActionBegan, ActionEnded, LeaderPlaced
from wargame_gcacw.board.actions import (
    ActivateLeader,
    Assault,
    Entrench,
    MarchUnit,
    Pass,
    PlaceLeader,
    RefuseFlanks,
    SpecialAction,
    names,
)
from wargame_gcacw.board.board import Activation, FieldBoard
from wargame_gcacw.board.turn_events import Entrenched, FlanksRefused, InitiativeWon, Passed, RainBegan
from wargame_gcacw.charts.marches import Order
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import show_points
from wargame_gcacw.printed.counters import FOE, NATION, SIDES, TIRED_OUT, Arm, Digging, LeaderId, Side, Work
from wargame_gcacw.rules.combat import assault, assault_choices, judge_assault, numbers_of_assault
from wargame_gcacw.rules.leaders_and_objectives import open_to_leaders, reached_by, reattach_leaders
from wargame_gcacw.rules.march import (
    MARCHES_LIKE,
    begin_march,
    is_extended,
    known_allowance,
    more_points,
    roll_allowance,
)
from wargame_gcacw.rules.special_rules import FirstInitiative, RainAfterTies

TIES_TO_UNION: Final = frozenset({"BAC", "AIO"})
"""The games of the series in which the Union wins a tied initiative; in all others the Confederates do."""


def can_act(board: FieldBoard, side: Side) -> bool:
    """Whether a side has a unit that could still march."""
    return any(units_to_march(board, board.of(side)))


def cycle_over(board: FieldBoard) -> bool:
    """Whether the action cycle has ended: both sides have passed, or neither can act."""
    if board.activation is not None or board.march is not None:
        return False
    return len(board.passed_sides) == 2 or not (can_act(board, SIDES[0]) or can_act(board, SIDES[1]))


def winner_of_initiative(union: int, confederate: int, game: str) -> Side:
    """The side that wins the initiative by these dice in a game of the series. Source: GCACW rules 4 Initiative"""
    if union == confederate:
        return "union" if game in TIES_TO_UNION else "confederate"
    return "union" if union > confederate else "confederate"


def initiative(table: Table[FieldBoard]) -> Procedure[None]:
    """Both sides roll a die for the initiative; a side that faces nobody who can act has it without.

    In a turn whose ties bring rain both roll in any case, and the tie that brings it does so at once.

    Source: GCACW rules 1.4, 4 Initiative
    """
    board = table.board
    scenario = board.scenario
    if board.initiatives == 0 and board.cycles == 1:
        for rule in scenario.rules_of(FirstInitiative):
            if rule.turn == board.turn:
                table.record(InitiativeWon(rule.side, (), "the scenario gives it"))
                return
    rain_rule = next((rain for rain in scenario.rules_of(RainAfterTies) if rain.turn == board.turn), None)
    is_waiting_for_rain = rain_rule is not None and not board.rain
    if not is_waiting_for_rain:
        for side in SIDES:
            if not can_act(board, FOE[side]):
                table.record(InitiativeWon(side, (), "the other side has no unit that can act"))
                return
    union = yield from table.roll_openly(D6, "initiative, Union", cites.INITIATIVE)
    confederate = yield from table.roll_openly(D6, "initiative, Confederates", cites.INITIATIVE)
    winner = winner_of_initiative(union, confederate, scenario.game)
    ties = board.ties + 1 if union == confederate else 0
    table.record(InitiativeWon(winner, (union, confederate), ties=ties))
    if rain_rule is not None and is_waiting_for_rain and board.ties >= rain_rule.ties:
        table.record(RainBegan(f"the initiative was tied {board.ties} times", board.holds_trains))


def may_march(board: FieldBoard, unit: str) -> bool:
    """Whether a unit may begin a march."""
    return any(units_to_march(board, (unit,)))


def units_to_march(board: FieldBoard, units: Iterable[str]) -> Iterator[str]:
    """Those of some units that may begin a march, each as soon as it is found.

    They are not tired out, at night they have not marched yet, and no rule of the scenario forbids it.
    """
    night_marched = board.night_marched if board.night else ()
    rules = board.scenario.rules_with_hook("march")
    for unit in units:
        state = board.units[unit]
        if state.fatigue >= TIRED_OUT and not (board.tired_march and not state.disorganized):
            continue
        if unit in night_marched:
            continue
        for rule in rules:
            if not rule.march(board, unit):
                break
        else:
            yield unit


def fit_to_be_led(board: FieldBoard, marches: Iterable[str]) -> set[str]:
    """Those of the units that may march which an activation may name, whoever leads it: they are not tired out."""
    return {unit_id for unit_id in marches if board.units[unit_id].fatigue < TIRED_OUT}


def units_to_activate(
    board: FieldBoard, leader: LeaderId, free_spaces: int | None = None, fit: Collection[str] | None = None
) -> list[str]:
    """The units that an activation of a leader may name: his, in his radius, not tired out.

    ``free_spaces`` and ``fit`` save working out `open_to_leaders` and `fit_to_be_led` of his side again.

    Source: GCACW rules 1.4, 5.2 Activate Leader
    """
    chief = board.leader(leader)
    if chief.rank == "army":
        return []
    if fit is None:
        fit = fit_to_be_led(board, units_to_march(board, board.of(chief.side)))
    named_units = [unit_id for unit_id in board.book.named_by[leader] if unit_id in fit]
    return reached_by(board, leader, named_units, chief.radius, free_spaces)


class ActionChoices(Choices):
    """The actions open to a side: marches, activations of leaders with any of their units, assaults, passing."""

    __slots__ = ("__dict__", "board", "side")

    def __init__(self, board: FieldBoard, side: Side) -> None:
        self.board, self.side = board, side

    @cached_property
    def marches(self) -> tuple[str, ...]:
        """The units that may march."""
        return tuple(units_to_march(self.board, self.board.of(self.side)))

    @cached_property
    def extended_marchers(self) -> frozenset[str]:
        """The units that may march, and roll for an extended march when they begin."""
        return frozenset(unit_id for unit_id in self.marches if rolls_for_march(self.board, unit_id))

    @cached_property
    def activations(self) -> dict[LeaderId, tuple[str, ...]]:
        """The units that each leader may name, where there are any."""
        board, free_spaces = self.board, open_to_leaders(self.board, self.side)
        fit_units = fit_to_be_led(board, self.marches)
        own_leaders = (leader for leader in board.leader_with if board.leader(leader).side == self.side)
        units_of_leader = {
            leader: tuple(units_to_activate(board, leader, free_spaces, fit_units)) for leader in own_leaders
        }
        return {leader: units for leader, units in units_of_leader.items() if units}

    @cached_property
    def assaults(self) -> tuple[Assault, ...]:
        """The assaults that may be ordered."""
        return tuple(assault_choices(self.board, self.side))

    @cached_property
    def refusals(self) -> tuple[RefuseFlanks, ...]:
        """The stacks that may refuse their flanks, if that option is played."""
        board = self.board
        if not board.refuse_flanks:
            return ()
        hexes = board.mask(self.side) & board.zone(FOE[self.side])
        spaces = (space for space in board.stacks if hexes >> space & 1 and space not in board.refused_hexes)
        return tuple(RefuseFlanks(board.ground.name(space)) for space in spaces)

    @cached_property
    def entrenchments(self) -> tuple[Entrench, ...]:
        """The units that may dig in by an action, if that option is played."""
        board = self.board
        if board.digging is not Digging.ACTION:
            return ()
        return tuple(Entrench(unit_id) for unit_id in board.of(self.side, "infantry") if judge_digging(board, unit_id))

    @cached_property
    def special_actions(self) -> tuple[SpecialAction, ...]:
        """What rules of the scenario let the side do besides."""
        board = self.board
        rules = board.scenario.rules_with_hook("actions")
        return tuple(action for rule in rules for action in rule.actions(board, self.side))

    @cached_property
    def _other_actions(self) -> tuple[Action, ...]:
        return (*self.assaults, *self.refusals, *self.entrenchments, *self.special_actions, Pass())

    def __iter__(self) -> Iterator[Action]:
        yield from (MarchUnit(unit_id) for unit_id in self.marches)
        for leader, units in self.activations.items():
            for count in range(1, len(units) + 1):
                yield from (ActivateLeader(leader, named_units) for named_units in combinations(units, count))
        yield from self._other_actions

    def __len__(self) -> int:
        activations = sum((1 << len(units)) - 1 for units in self.activations.values())
        return len(self.marches) + activations + len(self._other_actions)

    def sample(self, rng: Random) -> Action:
        """One of the actions: each activation of a leader as likely as a march, whatever units it names."""
        leaders = list(self.activations)
        place = int(rng.random() * (len(self.marches) + len(leaders) + len(self._other_actions)))
        if place < len(self.marches):
            return MarchUnit(self.marches[place])
        place -= len(self.marches)
        if place < len(leaders):
            units = self.activations[leaders[place]]
            unit_set = 1 + int(rng.random() * ((1 << len(units)) - 1))
            return ActivateLeader(
                leaders[place],
                tuple(unit_id for unit_number, unit_id in enumerate(units) if unit_set >> unit_number & 1),
            )
        return self._other_actions[place - len(leaders)]

    def help(self, action: object, board: FieldBoard) -> str:
        match action:
            case MarchUnit(unit=unit):
                allowance_words = self._allowance(unit, "march", MARCHES_LIKE[board.unit(unit).arm])
                return march_begins(board, unit, allowance_words, unit in self.extended_marchers)
            case ActivateLeader():
                allowance_words = self._allowance(action.units[0], "leader", LED[board.leader(action.leader).rank])
                return activation(board, action, allowance_words, self.extended_marchers)
            case Assault():
                return numbers_of_assault(board, action)
        return ""

    @cached_property
    def _allowances(self) -> dict[tuple[Order, str, Arm], str]:
        return {}

    def _allowance(self, unit: str, order: Order, kind: str) -> str:
        """`allowance_of` a unit, worked out once for each arm."""
        key = (order, kind, self.board.unit(unit).arm)
        if key not in self._allowances:
            self._allowances[key] = allowance_of(self.board, unit, order, kind)
        return self._allowances[key]

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, Pass):
            return LEGAL
        if isinstance(action, MarchUnit):
            return self.judge_march(action.unit)
        if isinstance(action, ActivateLeader):
            return self._judge_activation(action)
        if isinstance(action, Assault):
            return judge_assault(self.board, action, self.side)
        if action in self.refusals or action in self.entrenchments or action in self.special_actions:
            return LEGAL
        if isinstance(action, Entrench) and self.board.digging is Digging.ACTION:
            return self._judge_digging(action.unit)
        return refuse(
            "not_offered",
            f"{action.kind.replace('_', ' ')} is not an action of the {NATION[self.side]} side now",
            cites.CYCLE,
        )

    def judge_march(self, unit: str) -> Verdict:
        """Whether a unit may march as an action of its own, and if not, why."""
        board = self.board
        if unit not in board.units or board.unit(unit).side != self.side:
            unit_name = board.name(unit) if unit in board.units else quote(unit)
            return refuse(
                "no_unit", f"{unit_name} is not a unit of the {NATION[self.side]} side on the map", cites.MARCH
            )
        if unit in self.marches:
            return LEGAL
        name, state = board.name(unit), board.units[unit]
        for rule in board.scenario.rules_with_hook("march"):
            verdict: Verdict = rule.march(board, unit)
            if not verdict:
                return verdict
        if state.fatigue >= TIRED_OUT:
            return refuse("tired_out", f"{name} is at fatigue {state.fatigue} of {TIRED_OUT}", cites.MARCH)
        return refuse("marched", f"{name} has marched tonight", cites.NIGHT)

    def _judge_digging(self, unit: str) -> Verdict:
        """Why a unit may not dig in."""
        board = self.board
        if unit not in board.units or board.unit(unit).side != self.side:
            return refuse(
                "no_unit", f"{unit} is not a unit of the {NATION[self.side]} side on the map", cites.ENTRENCHMENT
            )
        return judge_digging(board, unit)

    def _judge_activation(self, action: ActivateLeader) -> Verdict:
        board, leader = self.board, action.leader
        if leader not in board.book.leaders:
            return refuse("no_leader", f"{leader} is not a leader", cites.ACTIVATE)
        verdict = self.judge_leader(leader)
        if not verdict:
            return verdict
        activatable_units = self.activations.get(leader, ())
        name = board.name(leader)
        if not action.units:
            return refuse("no_units", f"name at least one unit for {name}", cites.ACTIVATE)
        wrong_units = [unit_id for unit_id in action.units if unit_id not in activatable_units]
        if wrong_units or len(set(action.units)) < len(action.units):
            units_in_words = ", ".join(wrong_units) or "the same unit twice"
            able = names(board, activatable_units)
            return refuse("not_in_command", f"{name} cannot activate {units_in_words} (he can: {able})", cites.ACTIVATE)
        return LEGAL

    def judge_leader(self, leader: LeaderId) -> Verdict:
        """Whether a leader may be activated at all, and if not, why."""
        board, name = self.board, self.board.name(leader)
        if leader not in board.leader_with or board.leader(leader).side != self.side:
            reason = f"{leader} is not a leader of the {NATION[self.side]} side on the map"
            return refuse("no_leader", reason, cites.ACTIVATE)
        if board.leader(leader).rank == "army":
            return refuse("army_leader", f"{name} commands an army: he leads grand assaults only", cites.ACTIVATE)
        if leader not in self.activations:
            radius = board.leader(leader).radius
            reason = f"none of {name}'s units that may still march is within {radius} hexes of him"
            return refuse("no_units", reason, cites.ACTIVATE)
        return LEGAL

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Whether a unit or leader may act; where none of the side stands, that a place is chosen after who marches."""
        board, ground = self.board, self.board.ground
        if kind is PIECE:
            leader = LeaderId(ref)
            return self.judge_leader(leader) if leader in board.book.leaders else self.judge_march(ref)
        if kind is not PLACE:
            return None
        space = ground.map.parse(ref)
        if any(unit.space == space and board.unit(name).side == self.side for name, unit in board.units.items()):
            return None
        text = f"no {NATION[self.side]} unit stands in {ground.label(space)}: choose who marches, then where"
        return refuse("march_first", text, cites.CYCLE)


NEXT_WORK: Final[Mapping[Work, Work]] = {"": "breastworks", "breastworks": "fort_build", "fort_build": "fort"}
"""The work that a unit has next, by the one it has."""


def judge_digging(board: FieldBoard, unit: str) -> Verdict:
    """Whether a unit on the map may dig in by an action: infantry that is not tired out, by day, once a turn.

    Readings: Digging in.
    """
    name, state = board.name(unit), board.units[unit]
    if board.night:
        return refuse("night", "nobody digs at night", cites.NIGHT)
    if board.unit(unit).arm != "infantry":
        return refuse("only_infantry", f"{name} is {board.unit(unit).arm}: only infantry digs in", cites.ENTRENCHMENT)
    if state.fatigue >= TIRED_OUT:
        return refuse("tired_out", f"{name} is at fatigue {state.fatigue} of {TIRED_OUT}", cites.ENTRENCHMENT)
    if unit in board.dug:
        return refuse("dug", f"{name} has dug in this turn", cites.ENTRENCHMENT)
    if state.work not in NEXT_WORK:
        return refuse("works_done", f"{name} stands in a fort already", cites.ENTRENCHMENT)
    return LEGAL


LED = {"corps": "infantry", "cavalry_corps": "cavalry_corps", "cavalry_division": "cavalry_division"}


def march_begins(board: FieldBoard, unit: str, allowance: str, is_tired: bool) -> str:
    """How the allowance of a march is rolled, unless it is rolled already, and how tired the unit becomes."""
    activation = board.activation
    if activation is not None and activation.allowance:
        allowance = f"{show_points(activation.allowance)} MP"
    fatigue = min(TIRED_OUT, board.units[unit].fatigue + 1)
    extension_words = ", with a roll on the Extended March Table" if is_tired else ""
    return f"{board.condition(unit)}: {allowance}; fatigue {fatigue}{extension_words}"


def allowance_of(board: FieldBoard, unit: str, order: Order, kind: str) -> str:
    """How the allowance of a march or an activation is rolled. Source: Movement Summary"""
    side, arm = board.unit(unit).side, board.unit(unit).arm
    roll = known_allowance(order, game=board.scenario.game, side=side, unit=kind)
    extra_points = more_points(board, side, arm)
    return f"{roll} MP" + "".join(f", {modifier.value:+d} {modifier.label}" for modifier in extra_points)


def rolls_for_march(board: FieldBoard, unit: str) -> bool:
    """Whether a unit that begins a march rolls on the Extended March Table. Source: Extended March Table"""
    state = board.units[unit]
    return is_extended(state, state.fatigue + 1)


def activation(board: FieldBoard, action: ActivateLeader, allowance: str, tired_units: Collection[str]) -> str:
    """How the common allowance of an activation is rolled, and who of the ``tired_units`` rolls for an extended
    march.
    """
    rolling = [board.name(unit_id) for unit_id in action.units if unit_id in tired_units]
    extension_words = f"; extended march rolls for {', '.join(rolling)}" if rolling else ""
    return f"{allowance} each{extension_words}"


ActionTaken = Pass | MarchUnit | ActivateLeader | Assault | RefuseFlanks | Entrench | SpecialAction
"""What a side may do in an action phase."""


def choose_action(table: Table[FieldBoard]) -> Procedure[None]:
    """The side with the initiative acts or passes; when it passes the other does; when both pass the cycle ends.

    Source: GCACW rules 1.4, 4 Action Cycle
    """
    board = table.board
    first_side = board.the_active
    for side in (first_side, FOE[first_side]):
        answer: ActionTaken = Pass()
        if can_act(board, side):
            choices = ActionChoices(board, side)
            prompt = f"Which action does the {NATION[side]} side take now? If both pass, the turn's actions are over."
            answer = yield from table.ask(side, choices, prompt, cites.CYCLE)
        match answer:
            case Pass():
                table.record(Passed(side))
                continue
            case RefuseFlanks():
                table.record(FlanksRefused(answer.hex))
            case Entrench(unit=unit):
                table.record(Entrenched(unit, NEXT_WORK[board.units[unit].work], tired=1))
            case Assault():
                joining_units = yield from assault(table, answer)
                yield from reattach_leaders(table)
                if not joining_units:
                    table.record(Passed(side))
                    continue
            case MarchUnit() | ActivateLeader():
                yield from begin_action(table, side, answer)
            case SpecialAction():
                yield from answer.follow(table)
                yield from reattach_leaders(table)
                table.record(ActionEnded())
            case _:
                assert_never(answer)
        return


def begin_action(table: Table[FieldBoard], side: Side, action: MarchUnit | ActivateLeader) -> Procedure[None]:
    """Begin a march action or an activation, and roll the allowance of all its marches."""
    board = table.board
    if isinstance(action, MarchUnit):
        table.record(ActionBegan(Activation(side, (action.unit,), (action.unit,))))
        yield from roll_allowance(table, "march", MARCHES_LIKE[board.unit(action.unit).arm])
        return
    chief = board.leader(action.leader)
    named_units = action.units
    activation = Activation(side, named_units, named_units, action.leader, moves_leader=True, attacks=chief.attacks)
    table.record(ActionBegan(activation))
    yield from roll_allowance(table, "leader", LED[chief.rank])


def next_march(table: Table[FieldBoard]) -> Procedure[None]:
    """The next unit of the action begins its march; its leader may go to any of the units named before the last ends.

    Source: GCACW rules 1.4, 5.2 Activate Leader
    """
    board = table.board
    activation = board.the_activation
    choices: list[MarchUnit | PlaceLeader] = [MarchUnit(unit_id) for unit_id in activation.units]
    leader = activation.leader
    if leader and activation.moves_leader and leader in board.leader_with:
        choices += [
            PlaceLeader(leader, unit_id)
            for unit_id in activation.named
            if unit_id in board.units and unit_id != board.leader_with[leader] and board.stands_with(leader, unit_id)
        ]
    answer = choices[0]
    if len(choices) > 1:
        answer = yield from table.ask(
            activation.side, choices, "Which of the units that were activated marches next?", cites.ACTIVATE
        )
    if isinstance(answer, PlaceLeader):
        table.record(LeaderPlaced(answer.leader, answer.unit, "in the activation", spends=True))
    else:
        yield from begin_march(table, answer.unit)


def is_halted(board: FieldBoard) -> bool:
    """Whether nobody marches."""
    return board.march is None


def action_under_way(board: FieldBoard) -> bool:
    """Whether an action is under way."""
    return board.activation is not None


def end_action(table: Table[FieldBoard]) -> None:
    """The action is over; a new action phase begins."""
    table.record(ActionEnded())


def action_over(board: FieldBoard) -> bool:
    """Whether nobody marches and nobody may march any more in this action."""
    return board.march is None and (board.activation is None or not board.activation.units)
