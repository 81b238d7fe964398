"""Phases: what a side does with each of its units, once, until it is done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, assert_never, get_args

from attrs import evolve, field, frozen

from wargame_core.authoring import PieceMoves, Procedure, Step, Table
from wargame_core.charts import OffChart
from wargame_core.errors import RulesError
from wargame_core.flow.about import PIECE, Names
from wargame_core.flow.choices import Random
from wargame_core.flow.commitments import CommitmentChoices, Commitments, State
from wargame_core.limits import quote
from wargame_core.rulings import LEGAL, Verdict, refuse
from wargame_hex_and_counter.board.actions import DONE, Attack, Done, DoneAskAgain, Enter, Move, TakeBack
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.pieces import Course, Pieces, Who, title_of
from wargame_hex_and_counter.printed.author_functions import check_arguments
from wargame_hex_and_counter.rules.arrivals import Arrivals
from wargame_hex_and_counter.rules.binding import USUAL, Binding
from wargame_hex_and_counter.rules.boxes import Boxes, change_boxes
from wargame_hex_and_counter.rules.combat import Combat, groups_of
from wargame_hex_and_counter.rules.interrupted_move import InterruptedMove, Reaction, watched
from wargame_hex_and_counter.rules.memory import PhaseMemory, PhaseResults
from wargame_hex_and_counter.rules.movement import Limits, Movement
from wargame_hex_and_counter.rules.rail import Rail, travel
from wargame_hex_and_counter.rules.reaction_moves import ReactionMove
from wargame_hex_and_counter.rules.replacements import Replacements, rebuild
from wargame_hex_and_counter.rules.results import ELIMINATES, NO_DEFENCE, next_battle, resolve
from wargame_hex_and_counter.rules.stacking import names_in
from wargame_hex_and_counter.rules.standing_answers import SELDOM, AnswersBeforehand, EndsMoves, end_moves

Part: TypeAlias = Movement | Combat | Arrivals | Replacements | Rail | Boxes
"""A part of the rulebook by which a side acts in a phase."""


@frozen
class Phase(Step):
    """A step of the sequence of play in which a side acts by one part of the rulebook; `phase` makes it."""

    side: str = field(kw_only=True)
    part: Part = field(kw_only=True)
    binding: Binding = field(kw_only=True)
    who: Who | None = field(kw_only=True, default=None)
    reactions: tuple[Reaction, ...] = field(kw_only=True, default=())
    beforehand: AnswersBeforehand | None = field(kw_only=True, default=None)


def phase(
    label: str,
    side: str,
    part: Part,
    binding: Binding = USUAL,
    *,
    who: Who | None = None,
    when: Callable[[Any], bool] | None = None,
    reactions: tuple[Reaction, ...] = (),
    beforehand: AnswersBeforehand | None = None,
) -> Phase:
    """A step of the sequence of play in which a side acts by one part of the rulebook.

    ``who`` is a function of the pieces and the id of a unit: whether it takes part. In combat it says who attacks; the
    defenders are whoever stands there. Of an arrival the unit is not on the map yet. The phase is skipped where
    ``when``, a test of the board, is false. Where nobody can do anything the log says so. ``reactions`` are what the
    enemy may do while units move, in a phase of movement; ``beforehand`` is what the side may say as it ends its moves.

    Raises:
        RulesError: for what is not a part of a phase, a function that takes other arguments, or reactions or standing
            answers that the part does not allow.
    """
    if not isinstance(part, get_args(Part)):
        class_names = ", ".join(part_class.__name__ for part_class in get_args(Part))
        raise RulesError(f"phase({label!r}): {quote(part)} is not a part of a phase: {class_names}")
    if who is not None:
        check_arguments(f"phase({label!r}, who=)", who, ("pieces", "unit"), "whether the unit takes part")
    if when is not None:
        check_arguments(f"phase({label!r}, when=)", when, ("board",), "whether the phase is played")
    _check_reactions(label, part, reactions, beforehand)
    memory = PhaseMemory()

    def play(table: Table[Any]) -> Procedure[None]:
        results = memory.of(table.board) if table.may_be_played_again else PhaseResults()
        has_acted = yield from _carry_out_part(table, label, side, part, binding, who, results, reactions, beforehand)
        if not has_acted and not (isinstance(part, Arrivals) and not _are_due(table, side, part, binding, who)):
            table.record(binding.skipped(side, label))
        binding.may_end(table)

    return Phase(
        label, play, part.cite, when, side=side, part=part, binding=binding, who=who, reactions=reactions,
        beforehand=beforehand,
    )  # fmt: skip


def _check_reactions(
    label: str, part: Part, reactions: tuple[Reaction, ...], answers_beforehand: AnswersBeforehand | None
) -> None:
    """Raise `RulesError` for reactions, or what is said beforehand, in a phase that does not allow them."""
    if answers_beforehand is not None and not isinstance(part, Movement):
        raise RulesError(f"phase({label!r}, beforehand=): sides say it after Movement, not {type(part).__name__}")
    for reaction in reactions:
        phase_text = f"phase({label!r}, reactions=)"
        if not isinstance(reaction, get_args(Reaction)):
            class_names = " or ".join(cls.__name__ for cls in get_args(Reaction))
            raise RulesError(f"{phase_text}: {quote(reaction)} is no reaction: {class_names}")
        if not isinstance(part, Movement):
            raise RulesError(f"{phase_text}: enemies react to Movement, not to {type(part).__name__}")
        ends_moves = isinstance(reaction, ReactionMove) or reaction.stops != "nothing"
        if ends_moves and not callable(part.stacking) and part.stacking.checked == "end of movement":
            text = f"{type(reaction).__name__} ends moves early, where stacking that is checked at the end of movement"
            raise RulesError(f"{phase_text}: {text} may find no room: Stacking(checked='after each move')")


def _carry_out_part(
    table: Table[Any],
    label: str,
    side: str,
    part: Part,
    binding: Binding,
    takes_part: Who | None,
    results: PhaseResults,
    reactions: tuple[Reaction, ...],
    answers_beforehand: AnswersBeforehand | None,
) -> Procedure[bool]:
    """The side acts by the part; returns whether anybody of it could."""
    match part:
        case Movement():
            return move(table, label, side, part, binding, takes_part, results, reactions, answers_beforehand)
        case Combat():
            return fight(table, label, side, part, binding, takes_part, results)
        case Arrivals():
            return arrive(table, label, side, part, binding, takes_part)
        case Replacements():
            return rebuild(table, label, side, part, binding, takes_part)
        case Rail():
            return travel(table, label, side, part, binding, takes_part)
        case Boxes():
            return change_boxes(table, label, side, part, binding, takes_part)
        case _:
            assert_never(part)


def _are_due(table: Table[Any], side: str, part: Arrivals, binding: Binding, takes_part: Who | None) -> bool:
    """Whether a unit of a side is due, which on most turns none is."""
    pieces = binding.pieces(table.board)
    due_units = [unit for unit, _ in part.due(table.board) if pieces.units[unit].side == side]
    return bool(pieces.taking_part(due_units, takes_part))


def move(
    table: Table[Any],
    label: str,
    side: str,
    movement: Movement,
    binding: Binding,
    takes_part: Who | None = None,
    results: PhaseResults | None = None,
    reactions: tuple[Reaction, ...] = (),
    answers_beforehand: AnswersBeforehand | None = None,
) -> Procedure[bool]:
    """Each unit of a side moves once, in any order, until the side is done; returns whether any could.

    Where enemies may react a unit goes around the hexes in which they may, if its movement points suffice for that.
    A side that may say something ``answers_beforehand`` is asked once more when all have moved.
    """
    pieces, results = binding.pieces(table.board), results or PhaseResults()
    waiting_units = pieces.taking_part(pieces.of(side), takes_part)
    total, move_count, was_asked = len(waiting_units), 0, False
    while waiting_units or answers_beforehand is not None:
        menu = results.result_of(
            partial(_moves, results, table.board, binding, waiting_units, movement, side, answers_beforehand)
        )
        if not _is_asked(menu, was_asked):
            break
        question = "who moves?" if menu.any() else "is that all?"
        prompt = f"{title_of(table.board, side)} {label.lower()}, {move_count} of {total}: {question}"
        answer = yield from results.after(table.ask(side, menu, prompt, movement.cite))
        was_asked = True
        if not isinstance(answer, Move):
            if answers_beforehand is not None and not isinstance(answer, Done):
                end_moves(table, side, answer)
            break
        yield from _carry_out_move(table, movement, binding, menu, answer, reactions, results)
        waiting_units = [unit for unit in menu.pieces if unit != answer.piece]
        move_count += 1
    return was_asked


def _is_asked(menu: Moves, has_moved: bool) -> bool:
    """Whether a side is asked: who can move or must make room; after its moves what it says beforehand."""
    if menu.pieces and (menu.any() or not menu.finished()):
        return True
    return has_moved and bool(menu.answers) and bool(menu.finished())


def _moves(
    results: PhaseResults,
    board: Any,
    binding: Binding,
    waiting_units: list[str],
    movement: Movement,
    side: str,
    answers_beforehand: AnswersBeforehand | None,
) -> Moves:
    """The menu of those of the waiting units that are on the map."""
    pieces = binding.pieces(results.board(board))
    answers = answers_beforehand.answers(board, side) if answers_beforehand is not None else ()
    return Moves(pieces, [unit for unit in waiting_units if unit in pieces.at], movement, side, answers)


def _carry_out_move(
    table: Table[Any],
    movement: Movement,
    binding: Binding,
    menu: Moves,
    answer: Move,
    reactions: tuple[Reaction, ...],
    results: PhaseResults,
) -> Procedure[None]:
    """A unit has moved, as far as enemies who react let it."""
    if reactions:
        way = menu.way_around(answer, watched(table.board, menu.state, answer.piece, reactions))
        yield from InterruptedMove(table, movement, binding, reactions, results, answer.piece, way).carry_out()
        return
    table.record(binding.moved(answer.piece, menu.state.at[answer.piece], answer.to))
    yield from binding.has_entered(table, answer.piece, menu.course(answer), results)
    binding.may_end(table)


class Moves(PieceMoves):
    """Where each unit that has not moved can go; to be done, where no hex holds too many.

    ``answers`` are what the side may say beforehand as it is done.
    """

    __slots__ = ("_any", "_spaces", "_ways", "answers", "excess", "limits", "movement", "side", "stacking", "state")

    def __init__(
        self,
        pieces: Pieces,
        waiting_units: list[str],
        movement: Movement,
        side: str,
        answers: tuple[EndsMoves, ...] = (),
    ) -> None:
        self.state, self.movement, self.side, self.answers = pieces, movement, side, answers
        self.limits = movement.limits(pieces, side)
        self.stacking = self.limits.stacking
        at_the_end = self.stacking.checked == "end of movement"
        self.excess: Sequence[int] = self.stacking.overstacked_hexes(pieces, side) if at_the_end else ()
        """The hexes that hold too many for the end of the phase."""
        self._spaces = _Spaces(pieces, waiting_units, self.limits)
        self._any: bool | None = None
        self._ways: dict[Move, tuple[int, ...]] = {}
        super().__init__(
            tuple(waiting_units), partial(_ends, movement, pieces, self._spaces), Move, cite=movement.cite,
            done_action=DONE, why_not=partial(_why_not_there, movement, pieces), parse=pieces.map.parse,
        )  # fmt: skip

    def any(self) -> bool:
        """Whether any unit can move: asked before every choice, and when a phase is played again from its beginning."""
        if self._any is None:
            self._any = self._surely_movable() or super().any()
        return self._any

    def _surely_movable(self) -> bool:
        """Whether some unit can move, found without its whole reach; False says nothing."""
        if self.excess:
            return False
        for unit in self.pieces:  # noqa: SIM110 - asked before every choice: a generator takes twice as long
            if self.limits.can_surely_move(self.state, unit):
                return True
        return False

    def spaces(self, unit: str) -> int:
        """Mask of the hexes that a unit can go to, whoever of its side stands there."""
        return self._spaces[unit]

    def way_of_move(self, move: Move) -> tuple[int, ...]:
        """The hexes of a move, the first being where the unit stands."""
        if move not in self._ways:
            self._ways[move] = self.movement.reach(self.state, move.piece, until_space=move.to).path(move.to)
        return self._ways[move]

    def way_around(self, move: Move, avoided: int) -> tuple[int, ...]:
        """The hexes of a move by a way around some hexes, if its points suffice for one; else those of `way`."""
        unit_reach = self.movement.reach(self.state, move.piece, until_space=move.to, avoided=avoided & ~(1 << move.to))
        return unit_reach.path(move.to) if move.to in unit_reach.costs else self.way_of_move(move)

    def course(self, move: Move) -> Course:
        """The hexes that a move enters, which are searched when somebody asks for them."""
        return Course(move.to, self.spaces(move.piece), lambda: self.way_of_move(move)[1:])

    def nearest(self, space: int) -> list[str]:
        return sorted(self.pieces, key=lambda unit: self.state.map.distance(self.state.at[unit], space))

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        unit = self.state.units[ref] if kind is PIECE and ref in self.state.at else None
        if unit is not None and unit.side == self.side and ref not in self.pieces:
            return refuse("moved", f"{unit.name} has moved already, or is not one of those that move now", self.cite)
        shut_in = ref in self.pieces and kind is PIECE and not self.reach(ref)
        verdict = self.movement.why_no_move(self.state, ref) if shut_in else Verdict()
        return verdict if verdict.reasons else super().explain(kind, ref)

    def finished(self) -> Verdict:
        """Whether the phase may end: no hex holds too many."""
        if not self.excess:
            return LEGAL
        text = f"too many stand in {names_in(self.state, self.excess)}; at most {self.stacking.limit}"
        return refuse("stacking", text, self.stacking.cite)

    def judge(self, action: Any) -> Verdict:
        return self.finished() if action == self.done or action in self.answers else super().judge(action)

    def __iter__(self) -> Any:
        is_finished = bool(self.finished())
        yield from (action for action in super().__iter__() if action != self.done or is_finished)
        if is_finished:
            yield from self.answers

    def __len__(self) -> int:
        return super().__len__() + (len(self.answers) if self.finished() else -1)

    def endings(self) -> Sequence[Any]:
        return (self.done, *self.answers) if self.finished() else ()

    def sample(self, rng: Random) -> Any:
        """As usual; an end of the phase seldom says something beforehand, and often takes that back."""
        action = super().sample(rng)
        if action is self.done and self.answers and not self.excess:
            if isinstance(self.answers[-1], DoneAskAgain) and rng.random() < 0.5:
                return self.answers[-1]
            if rng.random() < SELDOM:
                return self.answers[int(rng.random() * len(self.answers))]
        while action is self.done and self.excess:
            units_to_move = [unit for unit in self.pieces if self.reach(unit)]
            unit = units_to_move[int(rng.random() * len(units_to_move))]
            action = PieceMoves([unit], self.reach, Move).sample(rng)
        return action


class _Spaces(Mapping[str, int]):
    """By unit that has not moved the mask of the hexes that it can go to, found when it is asked for."""

    __slots__ = ("_limits", "_masks", "_pieces", "_units")

    def __init__(self, pieces: Pieces, units: Iterable[str], limits: Limits) -> None:
        self._pieces, self._units, self._limits = pieces, dict.fromkeys(units), limits
        self._masks: dict[str, int] = {}

    def __getitem__(self, unit: str) -> int:
        mask = self._masks.get(unit)
        if mask is None:
            mask = self._masks[unit] = self._limits.spaces(self._pieces, unit)
        return mask

    def __contains__(self, unit: object) -> bool:
        return unit in self._units

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)


# A menu calls these, which do not refer to it: what refers to itself is freed late.


def _ends(movement: Movement, pieces: Pieces, spaces: _Spaces, unit: str) -> int:
    return movement.ends(pieces, unit, spaces[unit], spaces)


def _why_not_there(movement: Movement, pieces: Pieces, unit: str, space: int) -> Verdict:
    verdict = movement.why_not(pieces, unit, space)
    return verdict and refuse("stacking", "too many would be left in a hex: nobody could make room", movement.cite)


def arrive(
    table: Table[Any], label: str, side: str, arrivals: Arrivals, binding: Binding, takes_part: Who | None = None
) -> Procedure[bool]:
    """Everybody due has come, or waits; returns whether anybody could come."""
    was_asked = False
    while True:
        pieces = binding.pieces(table.board)
        ends_by_unit = arrivals.ends(pieces, side, takes_part)
        if not ends_by_unit:
            return was_asked
        menu = PieceMoves(
            list(ends_by_unit), ends_by_unit.__getitem__, Enter, cite=arrivals.cite, parse=pieces.map.parse
        )
        answer = yield from table.ask(
            side,
            menu,
            f"{title_of(table.board, side)} {label.lower()}, {len(ends_by_unit)} due: who arrives, and where?",
            arrivals.cite,
        )
        was_asked = True
        payment = arrivals.entry_payment(pieces, answer.piece, answer.to)
        table.record(binding.arrived(answer.piece, answer.to))
        if payment is not None:
            table.record(payment)
        yield from binding.has_entered(table, answer.piece, (answer.to,))
        binding.may_end(table)


def fight(
    table: Table[Any],
    label: str,
    side: str,
    combat: Combat,
    binding: Binding,
    takes_part: Who | None = None,
    results: PhaseResults | None = None,
) -> Procedure[bool]:
    """All attacks of a side are announced, unit by unit; then each is fought, in the order that it chooses.

    Returns whether anybody could attack.
    """
    results = results or PhaseResults()
    was_asked = yield from announce(table, label, side, combat, binding, takes_part, results)
    while binding.battles(table.board):
        battle = yield from next_battle(table, binding, side, combat, results)
        yield from resolve(table, combat, binding, battle, results)
        binding.may_end(table)
    return was_asked


def announce(
    table: Table[Any],
    label: str,
    side: str,
    combat: Combat,
    binding: Binding,
    takes_part: Who | None = None,
    results: PhaseResults | None = None,
) -> Procedure[bool]:
    """The attacks that a side announces stand on the board; nobody who must attack or be attacked is left over.

    Returns whether anybody could attack.
    """
    pieces, results = binding.pieces(table.board), results or PhaseResults()
    duty = results.result_of(lambda: combat.commitments(binding.pieces(results.board(table.board)), side, takes_part))
    given_up: frozenset[str] = frozenset()
    was_asked = False
    while duty.members:
        battles = binding.battles(table.board)
        menu = results.result_of(partial(_next_attack, duty, combat, pieces, side, battles, given_up))
        if menu is None:
            break
        attacking = sum(len(group.members) for group in menu.state)
        prompt = (
            f"{title_of(table.board, side)} {label.lower()}, {attacking} of {len(duty.members)} attack: who is next?"
        )
        answer = yield from results.after(table.ask(side, menu, prompt, combat.cite))
        was_asked = True
        if isinstance(answer, Done):
            break
        battles = results.result_of(partial(_battles_after, duty, combat, pieces, side, menu.state, battles, answer))
        if isinstance(answer, TakeBack):
            given_up |= {answer.piece}
            table.record(binding.taken_back(answer.piece, battles))
        else:
            battle = next(battle for battle in battles if answer.piece in battle.attackers)
            table.record(binding.announced(answer.piece, answer.to, battle.odds, battles))
    return was_asked


def _next_attack(
    duty: Commitments,
    combat: Combat,
    pieces: Pieces,
    side: str,
    battles: tuple[Battle, ...],
    given_up: Collection[str],
) -> CommitmentChoices | None:
    """Who may attack whom beside the battles announced; None where nobody more can, and nobody must.

    A unit that was taken back once is not taken back again.
    """
    name, parse_space, size = pieces.map.coordinates, pieces.map.space_written, pieces.map.size

    def why_no_attack(unit: str) -> Verdict:
        of_side = unit in pieces.at and pieces.units[unit].side == side
        return combat.why_no_attack(pieces, unit) if of_side else Verdict()

    state = groups_of(battles, name)
    menu = CommitmentChoices(
        duty,
        state,
        lambda unit, target: Attack(unit, parse_space(target) if target else 0),
        lambda attack: (attack.piece, name(attack.to) if 0 <= attack.to < size else "no hex"),
        done_action=DONE,
        take_back=TakeBack,
        may_be_taken_back=[unit for group in state for unit in group.members if unit not in given_up],
        why_no_member=why_no_attack if combat.handicaps else None,
    )
    return None if not menu.ahead() and duty.complete(state) else menu


def _battles_after(
    duty: Commitments,
    combat: Combat,
    pieces: Pieces,
    side: str,
    state: State,
    battles: tuple[Battle, ...],
    answer: Attack | TakeBack,
) -> tuple[Battle, ...]:
    """The battles announced after a choice, with what each comes to."""
    if isinstance(answer, TakeBack):
        groups = duty.take_back(state, answer.piece)
    else:
        groups = duty.add(state, answer.piece, pieces.map.coordinates(answer.to))
    assert not isinstance(groups, Verdict)
    return with_odds(combat, pieces, combat.battles(pieces, side, groups), battles)


def with_odds(
    combat: Combat, pieces: Pieces, battles: tuple[Battle, ...], known_battles: tuple[Battle, ...]
) -> tuple[Battle, ...]:
    """Battles with what each comes to; those that are known already are not counted again."""
    by_units = {(battle.attackers, battle.hexes): battle for battle in known_battles}
    return tuple(
        by_units.get((battle.attackers, battle.hexes)) or _with_its_odds(combat, pieces, battle) for battle in battles
    )


def _with_its_odds(combat: Combat, pieces: Pieces, battle: Battle) -> Battle:
    if hidden_units := combat.face_down(pieces, battle):
        return evolve(battle, odds=f"not known: {', '.join(map(pieces.name, hidden_units))} face down")
    if combat.nothing_defends(pieces, battle):
        return evolve(battle, column=NO_DEFENCE, odds=f"{NO_DEFENCE}: {ELIMINATES}")
    try:
        fight = combat.fight(pieces, battle)
        return evolve(battle, column=fight.column, odds=str(fight))
    except OffChart as error:
        return evolve(battle, odds=str(error))
