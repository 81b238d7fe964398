"""What a game can come to: its steps, actions, events and rolls; and every turn that play took only one way of.

Ten games meet a rare roll once or twice, each time with one face. `Branches` follows games that are being played. Where
a roll is met at a place of the rules, every face that was not rolled there yet is tried on a copy of the position, and
where a question is met, every kind of action that was not chosen there yet; each try goes on to the next question. The
games themselves do not change by it.
"""

import ast
import inspect
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import islice
from random import Random
from types import GeneratorType, ModuleType
from typing import Any, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

from wargame_core import Game, Match, State
from wargame_core.dice import DiceSource, Die, Face
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, GameEnded
from wargame_core.flow.pending import Answer
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import Runner
from wargame_core.flow.sequence import Instruction, Program
from wargame_laws.complaints import LawBroken, folding_mistake

T = TypeVar("T")
Site: TypeAlias = tuple[tuple[str, int], ...]
"""A place of the rules: file and line of each function that waits there, from the step inwards."""


def everything(rules: Rules) -> set[str]:
    """Everything that can occur in play: "step Turn > Bow", "action give", "event scored", "roll attack".

    With variants it is only what they add: what the printed game needs to be met is looked at by its own laws.
    """
    steps = {_step_label(path) for path in rules.program.paths}
    kinds = {f"action {cls.kind}" for cls in rules.actions} | {f"event {cls.kind}" for cls in rules.events}
    rolls = {roll.name for module in _modules_of(rules) for roll in _rolls_in(module)}
    return (steps | kinds | rolls) - (
        everything(rules.additions.plain_rules) if rules.additions.plain_rules is not None else set()
    )


def kinds_of(entries: Iterable[Entry]) -> set[str]:
    """The kinds of action and event in these entries, except the end of the game."""
    entries = list(entries)
    kinds = {f"event {event.kind}" for entry in entries for event in entry.events} - {f"event {GameEnded.kind}"}
    for entry in entries:
        kinds |= {f"action {action.kind}" for action in entry.actions.values()}
    return kinds


def with_steps_noted(game: Game, steps: set[str]) -> Game:
    """The same game, which adds the steps that it plays to ``steps``."""

    def note_step(line: Instruction) -> Instruction:
        if line.step is None:
            return line
        name, step_test = _step_label(line.path), line.test

        def test(board: Board) -> bool:
            if step_test is not None and not step_test(board):
                return False
            steps.add(name)
            return True

        return line._replace(test=test)

    rules, program = evolve(game.rules), game.rules.program
    vars(rules)["program"] = Program(tuple(note_step(line) for line in program.lines), program.paths)
    return evolve(game, rules=rules)


def _step_label(path: Iterable[str]) -> str:
    return f"step {' > '.join(path)}"


# Rolls, as they are written


@frozen
class WrittenRoll:
    """A call of `Table.roll` or `Table.roll_openly` in the source of a module: its function and its lines."""

    name: str
    first: int
    last: int


@cache
def _rolls_in(module: ModuleType) -> tuple[WrittenRoll, ...]:
    """The rolls in the source of a module; a function's second one is "roll attack (2)"."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        return ()
    rolls: list[WrittenRoll] = []
    names = Counter[str]()

    def look_in(node: ast.AST, function: str) -> None:
        for child in ast.iter_child_nodes(node):
            is_inner_definition = isinstance(child, (ast.FunctionDef, ast.ClassDef))
            look_in(child, f"{function}.{child.name}".lstrip(".") if is_inner_definition else function)  # type: ignore[attr-defined]
        match node:
            case ast.YieldFrom(value=ast.Call(func=ast.Attribute(attr="roll" | "roll_openly"))):
                names[function] += 1
                name = f"roll {function}" + (f" ({names[function]})" if names[function] > 1 else "")
                rolls.append(WrittenRoll(name, node.lineno, node.end_lineno or node.lineno))

    look_in(tree, "")
    return tuple(rolls)


@cache
def _modules_of(rules: Rules) -> tuple[ModuleType, ...]:
    """The modules of the steps' rules, and those of the same distribution whose functions and classes they use."""
    modules_to_search = [line.step.rule.__module__ for line in rules.program.lines if line.step is not None]
    modules: dict[str, ModuleType] = {}
    while modules_to_search:
        name = modules_to_search.pop()
        module = sys.modules.get(name)
        if name in modules or module is None or name.partition(".")[0] == "wargame_core":
            continue
        modules[name] = module
        used_modules = (getattr(value, "__module__", None) for value in vars(module).values())
        top = name.partition(".")[0]
        modules_to_search += [
            module_name
            for module_name in used_modules
            if isinstance(module_name, str) and module_name.partition(".")[0] == top
        ]
    return tuple(modules.values())


def _site_of(runner: Runner) -> Site:
    """The place of the rules at which a game waits."""
    while runner.inner is not None:
        runner = runner.inner
    procedure: Any = runner.procedure
    places: list[tuple[str, int]] = []
    while isinstance(procedure, GeneratorType) and procedure.gi_frame is not None:
        places.append((procedure.gi_code.co_filename, procedure.gi_frame.f_lineno))
        procedure = procedure.gi_yieldfrom
    return tuple(places[:-1] or places)  # the last one is the table's own


@cache
def _written_at(rules: Rules, file: str, line: int) -> str:
    """The name of the roll that is written there; "" for one of another distribution."""
    for module in _modules_of(rules):
        if getattr(module, "__file__", None) == file:
            return next((roll.name for roll in _rolls_in(module) if roll.first <= line <= roll.last), "")
    return ""


# Rolls and questions, as they are met


class WatchedDice:
    """Dice that keep where the rolls of one game are made, while they are told which game that is."""

    def __init__(self, dice: DiceSource) -> None:
        self.dice = dice
        self.runner: Runner | None = None
        """The game whose rolls are kept; None while others, such as copies of its positions, use the dice."""
        self.rolls: list[tuple[Site, Die, Face]] = []

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        """The face that the dice show."""
        face = self.dice.draw(seq, die, label)
        if self.runner is not None:
            self.rolls.append((_site_of(self.runner), die, face))
        return face


LOOKS = 20
"""At so many first meetings of a question its menu is read for kinds of actions not tried; then at one in as many."""
LISTED = 200
"""The number of actions that are read of a menu."""


@define
class Branches:
    """What was met of a game at each place of its rules, and what came of the other ways from there.

    ``met`` are the kinds of actions and events and the rolls that came up, in play and in tries. ``problem`` is the
    first error in a try, ``unfolded`` the first try after which the events do not give the board.
    """

    met: set[str] = field(factory=set)
    problem: LawBroken | None = None
    unfolded: LawBroken | None = None
    _faces: dict[Site, set[Face]] = field(factory=lambda: defaultdict(set))
    _kinds: dict[Site, set[str]] = field(factory=lambda: defaultdict(set))
    _looks: Counter[Site] = field(factory=Counter)
    _rng: Random = field(factory=lambda: Random(1863))

    def play(self, match: Match, seat: str, play: Callable[[], T], seed: int) -> T:
        """Let ``play`` play a choice of ``seat``; what could have been chosen or rolled instead is tried beside it."""
        at, dice = match.seq, match.dice
        assert isinstance(dice, WatchedDice)
        self._try_kinds(match, seat, seed)
        dice.runner, dice.rolls = match._runner, []
        try:
            result = play()
        finally:
            dice.runner = None
        entries = match.entries[-1 - len(dice.rolls) :] if match.seq > at else []
        self.met |= kinds_of(entries)
        self._try_faces(match, at, entries, dice.rolls, seed)
        return result

    def begin(self, match: Match, seed: int) -> None:
        """Try the other faces of what was rolled before the first choice of a match, once for all games."""
        if not self._faces:
            state = State.of(Runner.start(match.rules, match.scenario, match.options))
            self._try(state, None, (), seed)

    def _try_kinds(self, match: Match, seat: str, seed: int) -> None:
        site, pending = _site_of(match._runner), match.pending
        self._looks[site] += 1
        if match.commits or (self._looks[site] > LOOKS and self._looks[site] % LOOKS):
            return
        kinds, other_actions = self._kinds[site], {}
        assert pending is not None, "a seat is asked"
        if pending.secret:
            other_actions = {name: ask.choices.sample(self._rng) for name, ask in pending.asks.items() if name != seat}
        for action in islice(match.choices(seat), LISTED):
            if action.kind not in kinds:
                kinds.add(action.kind)
                self._try(match.state, pending.answered({seat: action, **other_actions}), (), seed)

    def _try_faces(self, match: Match, at: int, entries: Sequence[Entry], rolls: list[Any], seed: int) -> None:
        """Try what was not rolled yet at the places where these rolls were made, which followed from one answer."""
        for site, _, face in rolls:
            self._faces[site].add(face)
        for number, (site, die, _) in enumerate(rolls):
            if not self._faces[site].issuperset(die.faces):
                first_entry = entries[0]
                match_before = match.fork(at)
                assert match_before.pending is not None, "it was answered"
                answer = match_before.pending.answered(first_entry.actions)
                assert answer is not None, "rolls follow from a choice"
                self._try(match_before.state, answer, tuple(face for _, _, face in rolls[:number]), seed)

    def _try(self, state: State, answer: Answer | None, faces: tuple[Face, ...], seed: int) -> None:
        """Play the answer and these faces, and from there every face that was not rolled at its place yet."""
        faces_to_try = [faces]
        while faces_to_try:
            entries: list[Entry] = []
            runner, faces_tried = state.runner(entries=entries), list(faces_to_try.pop())
            folded_board = runner.board.copy()
            try:
                for item in (*([answer] if answer is not None else []), *faces_tried):
                    self._note_site(runner)
                    runner.answer(item)
                while (roll := runner.chance) is not None:
                    faces_rolled = self._faces[self._note_site(runner)]
                    new_faces = [face for face in dict.fromkeys(roll.die.faces) if face not in faces_rolled]
                    faces_rolled.update(new_faces)
                    faces_to_try += [(*faces_tried, face) for face in new_faces[1:]]
                    faces_tried.append(new_faces[0] if new_faces else self._rng.choice(roll.die.faces))
                    runner.answer(faces_tried[-1])
            except Exception as problem:
                self.problem = self.problem or _error_of_try(
                    state, seed, answer, faces_tried, f"{type(problem).__name__}: {problem}"
                )
                continue
            self.met |= kinds_of(entries)
            for entry in entries:
                for event in entry.events:
                    event.apply(folded_board)
            if (flaw := folding_mistake(folded_board, runner.board, state.rules)) is not None:
                self.unfolded = self.unfolded or _error_of_try(state, seed, answer, faces_tried, flaw)

    def _note_site(self, runner: Runner) -> Site:
        """The place at which a game waits, kept as met."""
        site = _site_of(runner)
        if runner.chance is not None and site:
            self.met.add(_written_at(runner.rules, *site[-1]))
        return site


def _error_of_try(state: State, seed: int, answer: Answer | None, faces: list[Face], failed_step: str) -> LawBroken:
    """The error for what came of an answer and faces that were tried at a position of the game of a seed."""
    step_text = " > ".join(state.cursor)
    roll_text = f" and rolling {', '.join(map(str, faces))}" if faces else ""
    return LawBroken(f"seed {seed}, answer {state.seq} ({step_text}), trying {answer}{roll_text}: {failed_step}")
