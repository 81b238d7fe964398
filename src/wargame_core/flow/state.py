"""A position as a value, which can be compared, saved and continued.

A `State` is plain data: the board at the last checkpoint, the cursor, and the answers given since. What it waits for is
found by running the step's procedure again from the checkpoint. A live game keeps the running procedure in a `Runner`
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve, field, fields, frozen

from wargame_core.dice import DiceSource
from wargame_core.errors import IllegalAction, RecordError, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, InnerGame, Outcome
from wargame_core.flow.menu import Menu
from wargame_core.flow.pending import NO_COMMITS, Answer, Ask, Pending, Roll, ask_of
from wargame_core.flow.position_edits import placed, removed, with_values
from wargame_core.flow.position_text import text_of
from wargame_core.flow.position_words import PositionWords
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import OVER, InnerPosition, Position, Runner
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import redact, static_fields
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.odds import Distribution
from wargame_core.reprs import drawn

INNER = "inner"
"""The JSON key of the inner game."""
_JSON_KEYS: Mapping[str, type] = {
    "game": str,
    "scenario": str,
    "options": Mapping,
    "cursor": list,
    "board": Mapping,
    "answers": list,
    "commits": Mapping,
    "seq": int,
}


@frozen(eq=False)
class State(Position):
    """A position: it can be compared, saved and continued; it has choices, and a state after each action.

    `board` is the board now; ``checkpoint`` is the board as it was when the present step began. A state never
    changes; it can be pickled if its rules have an `Origin`. Two are equal when the ids of their rules and all other
    fields are.
    """

    _run: Runner | None = field(default=None, eq=False, repr=False, init=False)

    @staticmethod
    def of(runner: Runner, commits: Mapping[str, Action] | None = None) -> State:
        """The position of a running game. Raises `WargameError` for one without checkpoints."""
        step = runner.at_present_step()
        return State(
            runner.rules,
            runner.scenario,
            runner.options,
            step.board,
            step.line,
            tuple(step.answers),
            dict(commits) if commits else NO_COMMITS,
            runner.seq,
            inner_position_of(runner),
        )

    @staticmethod
    def from_position(position: Position) -> State:
        """The state of a position that begins with its present step."""
        return State(
            position.rules,
            position.scenario,
            position.options,
            position.checkpoint,
            position.line,
            position.answers,
            position.commits,
            position.seq,
            position.inner,
        )

    @staticmethod
    def _at(runner: Runner, commits: Mapping[str, Action] | None = None) -> State:
        """The position of a game that nobody else runs: it is looked at there, and not found by playing again."""
        state = State.of(runner, commits)
        object.__setattr__(state, "_run", runner)  # a state is frozen: this changes nothing that it says
        return state

    @staticmethod
    def load(rules: Rules, data: object) -> State:
        """The state that JSON data stands for; its answers are played as a check. Raises `RecordError`."""
        state = State.from_json(rules, data)
        try:
            state.look()
        except WargameError as problem:
            raise RecordError(str(problem)) from None
        return state

    def runner(
        self, dice: DiceSource | None = None, entries: list[Entry] | None = None, with_checkpoints: bool = True
    ) -> Runner:
        """A new running game from here; this state does not change."""
        return Runner.resume(self, dice=dice, entries=entries, with_checkpoints=with_checkpoints)

    def look(self) -> Runner:
        """The game at this position, only to be looked at. Raises `WargameError` for an impossible position."""
        if self._run is None:
            object.__setattr__(self, "_run", self.runner())  # a state is frozen: this changes nothing that it says
        assert self._run is not None
        return self._run

    @property
    def board(self) -> Board:
        """The board now. Do not change it."""
        return self.look().board

    @property
    def pending(self) -> Pending | None:
        """What the game waits for; None when it is over."""
        return self.look().pending

    @property
    def chance(self) -> Roll | None:
        """The roll that waits for a face; None where seats are asked or the game is over."""
        return self.look().chance

    @property
    def cursor(self) -> Cursor:
        """The path of labels in the sequence of play; empty when the game is over."""
        return self.look().cursor

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.checkpoint.outcome

    def choices(self, seat: str | None = None) -> Menu:
        """The legal actions of ``seat`` (may be left out when one seat is asked). Raises `NotYourTurn`."""
        ask = ask_of(self.pending, seat, self.rules.seats, self.commits)
        return Menu(ask, lambda: redact(self.board, ask.seat))

    def after(self, answer: object, seat: str | None = None) -> State:
        """The state after an action, its JSON or its label (or, where a roll is pending, after that face).

        A secret choice waits in `commits` until every seat has chosen. Raises `IllegalAction`, `NotYourTurn`,
        `MalformedAction`, `UnknownName` or `DiceError`; this state never changes.
        """
        runner = self.runner()
        pending = runner.pending
        if pending is not None and (roll := pending.chance) is not None:
            runner.answer(roll.die.face(answer))
            return State._at(runner)
        action, ask = self.judged(answer, seat)
        complete_answer = self.answered_by(action, ask.seat)
        if complete_answer is None:
            return State._at(runner, {**self.commits, ask.seat: action})
        runner.answer(complete_answer)
        return State._at(runner)

    def judged(self, answer: object, seat: str | None = None) -> tuple[Action, Ask]:
        """A legal action, given as itself, its JSON or its label, and who is asked for it. Raises what `after` does."""
        ask = ask_of(self.pending, seat, self.rules.seats, self.commits)
        action = self.rules.read_action(self.choices(ask.seat).find(answer) if isinstance(answer, str) else answer)
        verdict = self.rules.verdict_on(action, ask.choices, self.board)
        if not verdict:
            raise IllegalAction(verdict)
        return action, ask

    def answered_by(self, action: Action, seat: str) -> Answer | None:
        """The answer that the game gets by this legal action; None where other seats have to choose too."""
        assert self.pending is not None
        return self.pending.answered({**self.commits, seat: action})

    def place(self, piece: str, at: str, **values: object) -> State:
        """The position with a piece at a place, in the words of its line: ``state.place("u3", "E5", figures=2)``.

        What follows from that, such as masks, is worked out again; the present step begins anew on that board and gets
        the answers that it has had. Raises `UnknownName` for a piece, place or field that there is not, and
        `WargameError` for a value that does not fit and where the step cannot come as far.
        """
        edited_state = self._edit(lambda words, board: placed(words, board, piece, at, values))
        if piece not in edited_state.board.piece_places():
            raise WargameError(f"this step has taken {quote(piece)} off the map by now: place it before (match.fork)")
        return edited_state

    def remove(self, piece: str) -> State:
        """The position without a piece on the map, as `place`: ``state.remove("u3")``."""
        return self._edit(lambda words, board: removed(words, board, piece))

    def set(self, **values: object) -> State:
        """The position with other values in fields of its board, as `place`: ``state.set(turn=3)``.

        A value is plain: text, numbers, lists, mappings; places and cards as the sheet writes them. It takes the place
        of all that the field held. Raises as `place`, and `WargameError` where the step sets the field itself.
        """
        edited_state = self._edit(lambda words, board: with_values(words, board, values))
        for name in values:
            if getattr(edited_state.board, name) != getattr(edited_state.checkpoint, name):
                raise WargameError(f"this step has set {name} itself by now: set it in a position before (match.fork)")
        return edited_state

    def _edit(self, change: Callable[[PositionWords, Board], Board]) -> State:
        words = PositionWords.of(self.rules, self.scenario, self.options)
        board = change(words, self.checkpoint)
        try:
            return State.load(self.rules, evolve(self, checkpoint=board).to_json())
        except Exception as problem:  # whatever a board that cannot be leads to
            raise WargameError(f"{self.rules.id} cannot be played from there: {problem}") from None

    def settled(self) -> Distribution[State]:
        """The positions after all pending rolls, each with its exact probability."""
        roll = self.chance
        if roll is None:
            return Distribution.certain(self)
        return roll.outcomes.then(lambda face: self.after(face).settled())

    def to_json(self) -> JsonObject:
        """The whole position, secrets included, as plain JSON data."""
        return _to_json(self)

    @staticmethod
    def from_json(rules: Rules, data: object) -> State:
        """The position that JSON data stands for. Raises `RecordError` when it is none of these rules."""
        if not isinstance(data, Mapping) or data.keys() - {INNER} != set(_JSON_KEYS):
            raise RecordError(f"a state has the keys {', '.join(_JSON_KEYS)}")
        for key, kind in _JSON_KEYS.items():
            if not isinstance(data[key], kind):
                raise RecordError(f"state.{key} is {data[key]!r}, expected {kind.__name__}")
        if data["game"] != rules.id:
            raise RecordError(f"this state is of game {data['game']!r}, not {rules.id!r}")
        path, codec = tuple(data["cursor"]), rules.codec
        try:
            line = rules.program.line_of(path) if path else OVER
        except KeyError:
            raise RecordError(f"the sequence of play of {rules.id} has no step {' > '.join(path)}") from None
        return State(
            rules,
            data["scenario"],
            rules.read_options(data["options"]),
            codec.board(data["board"]),
            line,
            tuple(codec.answer(answer) for answer in data["answers"]),
            {seat: codec.action(action) for seat, action in data["commits"].items()},
            data["seq"],
            _inner_from_json(rules, data[INNER]) if INNER in data else None,
        )

    @property
    def headline(self) -> str:
        """Where the game is, in a line: what was rolled last (also in secret), who is asked what; not the board."""
        answer_texts = [str(answer) for answer in self.answers if not isinstance(answer, (Action, Mapping))]
        return f"{' '.join(answer_texts)}: {self._pending_in_words()}" if answer_texts else self._pending_in_words()

    def __str__(self) -> str:
        """The whole position in words, secrets included: `Game.position` reads it (docs/howto/positions-as-text.md)."""
        return text_of(self)

    def __repr__(self) -> str:
        return f"<State of {self.rules.id}, {self.scenario}: {self.headline}>"

    def _pending_in_words(self) -> str:
        pending = self.pending
        if pending is None:
            return self.outcome.verdict if self.outcome is not None else "over"
        if (roll := pending.chance) is not None:
            return f"{roll.label} is rolled ({roll.die})"
        return "; ".join(f"{ask.seat}: {ask.prompt}" for ask in pending.asks.values())

    def __hash__(self) -> int:
        return hash((self.rules.id, self.line, self.seq, _hash_of_value(self.answers), _hash_of_value(self.checkpoint)))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return State.from_json, (self.rules, self.to_json())

    def _repr_html_(self) -> str | None:
        return drawn(self, "html")


def inner_position_of(runner: Runner) -> InnerPosition | None:
    """The inner game of a running game, with its position."""
    if runner.inner is None or runner.inner_game is None:
        return None
    return InnerPosition(runner.inner_game, State.of(runner.inner))


def _to_json(position: Position) -> JsonObject:
    rules, codec, inner_position = position.rules, position.rules.codec, position.inner
    data = {
        "game": rules.id,
        "scenario": position.scenario,
        "options": dict(position.options),
        "cursor": list(rules.program.lines[position.line].path) if position.line != OVER else [],
        "board": codec.board_to_json(position.checkpoint),
        "answers": [codec.answer_to_json(answer) for answer in position.answers],
        "commits": {seat: codec.to_json(action) for seat, action in position.commits.items()},
        "seq": position.seq,
    }
    if inner_position is not None:
        data[INNER] = {"game": inner_position.game.to_json(), "state": _to_json(inner_position.position)}
    return data


def _inner_from_json(rules: Rules, data: object) -> InnerPosition:
    """The inner game that JSON data stand for. Raises `RecordError`."""
    if not isinstance(data, Mapping) or set(data) != {"game", "state"}:
        raise RecordError("an inner game has a game and a state")
    try:
        game = InnerGame.from_json(data["game"])
    except ValueError as problem:
        raise RecordError(str(problem)) from None
    return InnerPosition(game, State.from_json(rules.inner_game(game.id, game.data).rules, data["state"]))


def _hash_of_value(value: object) -> int:
    """A hash of a board or of what stands on it; what nothing can be hashed by counts as nothing."""
    if isinstance(value, Board):
        printed_fields = static_fields(type(value))
        names = (item.name for item in fields(type(value)) if item.name not in printed_fields)
        return hash(tuple(_hash_of_value(getattr(value, name)) for name in names))
    try:
        if isinstance(value, Mapping):
            return hash(frozenset(value.items()))
        return hash(frozenset(value) if isinstance(value, set) else value)
    except TypeError:
        if isinstance(value, Mapping):
            return hash(frozenset((key, _hash_of_value(inner_value)) for key, inner_value in value.items()))
        return hash(tuple(map(_hash_of_value, value))) if isinstance(value, (list, tuple)) else 0
