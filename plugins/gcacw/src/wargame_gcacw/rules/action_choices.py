"""What a side may choose in an action phase, and why not. Source: GCACW rules 1.4, 4 Action Cycle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from wargame_core.authoring import LEGAL, Choices, Verdict
from wargame_core.errors import AmbiguousName, UnknownName
from wargame_core.flow.choices import Action, Random
from wargame_core.rulings import refuse
from wargame_gcacw.board.actions import ActivateLeader, Assault, MarchUnit, Pass, RefuseFlanks, names
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import FOE, NATION, TIRED_OUT, LeaderId, Side
from wargame_gcacw.rules.activate_leader import (
    LED,
    activation,
    fit_to_be_led,
    march_begins,
    may_march,
    units_to_activate,
)
from wargame_gcacw.rules.assaults import assault_choices, judge_assault, numbers_of_assault
from wargame_gcacw.rules.leaders import open_to_leaders
from wargame_gcacw.rules.march import MARCHES_LIKE
from wargame_gcacw.rules.special_rules import held


def named_by(board: FieldBoard, text: str) -> tuple[str, ...]:
    """The units and leaders that a text names: by id or whole name, or else those whose name begins with it.

    A leader and his unit of the same name count as the unit, a place on the map before any beginning of a name.
    """
    wanted = text.casefold().strip()
    called = {piece: board.name(piece).casefold() for piece in (*board.book.units, *board.book.leaders)}
    exact = tuple(piece for piece, name in called.items() if wanted in (piece, name))
    if exact:
        return exact[:1]
    try:
        board.ground.map.parse(text)
    except UnknownName:
        return tuple(piece for piece, name in called.items() if wanted and name.startswith(wanted))
    return ()


class ActionChoices(Choices):
    """The actions open to a side: marches, activations of leaders with any of their units, assaults, passing."""

    __slots__ = ("__dict__", "board", "side")

    def __init__(self, board: FieldBoard, side: Side) -> None:
        self.board, self.side = board, side

    @cached_property
    def marches(self) -> tuple[str, ...]:
        """The units that may march."""
        return tuple(unit_id for unit_id in self.board.of(self.side) if may_march(self.board, unit_id))

    @cached_property
    def activations(self) -> dict[LeaderId, tuple[str, ...]]:
        """The units that each leader may name, where there are any."""
        board, free = self.board, open_to_leaders(self.board, self.side)
        fit = fit_to_be_led(board, self.marches)
        own = (leader for leader in board.leader_with if board.leader(leader).side == self.side)
        named = {leader: tuple(units_to_activate(board, leader, free, fit)) for leader in own}
        return {leader: units for leader, units in named.items() if units}

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
        spaces = (space for space in board.stacks if hexes >> space & 1 and space not in board.refused)
        return tuple(RefuseFlanks(board.ground.name(space)) for space in spaces)

    def __iter__(self) -> Iterator[Action]:
        yield from (MarchUnit(unit_id) for unit_id in self.marches)
        for leader, units in self.activations.items():
            for count in range(1, len(units) + 1):
                yield from (ActivateLeader(leader, named) for named in combinations(units, count))
        yield from self.assaults
        yield from self.refusals
        yield Pass()

    def __len__(self) -> int:
        activations = sum((1 << len(units)) - 1 for units in self.activations.values())
        return len(self.marches) + activations + len(self.assaults) + len(self.refusals) + 1

    def sample(self, rng: Random) -> Action:
        """One of the actions: each activation of a leader as likely as a march, whatever units it names."""
        leaders = list(self.activations)
        place = int(rng.random() * (len(self.marches) + len(leaders) + len(self.assaults) + len(self.refusals) + 1))
        if place < len(self.marches):
            return MarchUnit(self.marches[place])
        place -= len(self.marches)
        if place < len(leaders):
            units = self.activations[leaders[place]]
            chosen = 1 + int(rng.random() * ((1 << len(units)) - 1))
            return ActivateLeader(leaders[place], tuple(unit_id for n, unit_id in enumerate(units) if chosen >> n & 1))
        place -= len(leaders)
        others = (*self.assaults, *self.refusals, Pass())
        return others[place]

    def help(self, action: object, board: FieldBoard) -> str:
        match action:
            case MarchUnit():
                return march_begins(board, action, "march", MARCHES_LIKE[board.unit(action.unit).arm])
            case ActivateLeader():
                return activation(board, action, LED[board.leader(action.leader).rank])
            case Assault():
                return numbers_of_assault(board, action)
        return ""

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, Pass):
            return LEGAL
        if isinstance(action, MarchUnit):
            return self.judge_march(action.unit)
        if isinstance(action, ActivateLeader):
            return self._judge_activation(action)
        if isinstance(action, Assault):
            return judge_assault(self.board, action, self.side)
        if isinstance(action, RefuseFlanks) and action in self.refusals:
            return LEGAL
        return refuse(
            "not_offered",
            f"{action.kind.replace('_', ' ')} is no action of the {NATION[self.side]} side now",
            cites.CYCLE,
        )

    def judge_march(self, unit: str) -> Verdict:
        """Whether a unit may march as an action of its own, and if not, why."""
        board = self.board
        if unit not in board.units or board.unit(unit).side != self.side:
            return refuse("no_unit", f"{unit} is no unit of the {NATION[self.side]} side on the map", cites.MARCH)
        if unit in self.marches:
            return LEGAL
        name, now = board.name(unit), board.units[unit]
        if board.unit(unit).arm == "wagon" and held(board, self.side):
            return refuse("held", f"{name} waits for rain or night", cites.TRAINS)
        if now.fatigue >= TIRED_OUT:
            return refuse("tired_out", f"{name} is at fatigue {now.fatigue} of {TIRED_OUT}", cites.MARCH)
        return refuse("marched", f"{name} has marched tonight", cites.NIGHT)

    def _judge_activation(self, action: ActivateLeader) -> Verdict:
        board, leader = self.board, action.leader
        if leader not in board.book.leaders:
            return refuse("no_leader", f"{leader} is no leader", cites.ACTIVATE)
        verdict = self.judge_leader(leader)
        if not verdict:
            return verdict
        can = self.activations.get(leader, ())
        name = board.name(leader)
        if not action.units:
            return refuse("no_units", f"name at least one unit for {name}", cites.ACTIVATE)
        wrong = [unit_id for unit_id in action.units if unit_id not in can]
        if wrong or len(set(action.units)) < len(action.units):
            which = ", ".join(wrong) or "the same unit twice"
            able = names(board, can)
            return refuse("not_in_command", f"{name} cannot activate {which} (he can: {able})", cites.ACTIVATE)
        return LEGAL

    def judge_leader(self, leader: LeaderId) -> Verdict:
        """Whether a leader may be activated at all, and if not, why."""
        board, name = self.board, self.board.name(leader)
        if leader not in board.leader_with or board.leader(leader).side != self.side:
            why = f"{leader} is no leader of the {NATION[self.side]} side on the map"
            return refuse("no_leader", why, cites.ACTIVATE)
        if board.leader(leader).rank == "army":
            return refuse("army_leader", f"{name} commands an army: he leads grand assaults only", cites.ACTIVATE)
        if leader not in self.activations:
            radius = board.leader(leader).radius
            why = f"none of {name}'s units that may still march is within {radius} hexes of him"
            return refuse("no_units", why, cites.ACTIVATE)
        return LEGAL

    def explain(self, target: str) -> Verdict | None:
        """Whether a unit or leader may act, by its id, its name, or what its name alone begins with."""
        board, ground = self.board, self.board.ground
        named = named_by(board, target)
        if not named:
            try:
                where = ground.label(ground.map.parse(target))
            except UnknownName:
                return None
            return refuse("march_first", f"nobody is marching yet: choose who goes, then where ({where})", cites.CYCLE)
        if len(named) > 1:
            raise AmbiguousName(f"{target!r} may be {names(board, named)}")
        leader = LeaderId(named[0])
        return self.judge_leader(leader) if leader in board.book.leaders else self.judge_march(named[0])
