"""The kit of tests: one rule run by itself, a board from rows of text, and a match that stands before any step.

`drive` runs one rule on a board, with given answers; `every_way` over all faces of its dice. `board_of` is the first
board of a scenario with other values in some fields, `read_row` reads a unit from a line. `ScriptedMatch` stands before
a step of the sequence, rolls scripted dice and plays choices by their labels; `play_until` lets bots play until
something is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import repeat
from typing import Any, Self, TypeVar, cast

from attrs import frozen

from wargame_core import Action, Game, IllegalAction, Match, Outcome, UnknownName, Update
from wargame_core.authoring import Verdict
from wargame_core.flow.events import Board, Event
from wargame_core.flow.pending import Ask, Pending
from wargame_core.flow.players import PlayerLike, PlaysLike, Traits
from wargame_core.flow.procedures import Finished, Table
from wargame_core.flow.runner import Position, Runner

B = TypeVar("B", bound=Board)
E = TypeVar("E", bound=Event)


# one rule by itself


class AnswerMissing(AssertionError):
    """A rule asked for more answers than were given; ``pending`` is the question."""

    def __init__(self, pending: Pending) -> None:
        super().__init__(f"no answer left for {pending}")
        self.pending = pending


def first(pending: Pending) -> Action:
    """The first of the choices of one seat. Raises `AnswerMissing` for a roll and for secret choices."""
    if len(pending.asks) != 1 or pending.secret:
        raise AnswerMissing(pending)
    (ask,) = pending.asks.values()
    action: Action = next(iter(ask.choices))
    return action


def drive(
    rule: Callable[[Table[Any]], Any],
    board: Board,
    *answers: Any,
    by: str | Iterable[str] = (),
    seats: tuple[str, ...] = (),
    watched: bool = True,
    rest: Callable[[Pending], Any] | None = None,
) -> list[Event]:
    """What happens when ``rule(table)`` runs on ``board``, which it changes, and gets these answers in turn.

    An answer is a face for a roll and an action for a question, or a function of the list of actions offered. Each
    answer to a question comes with the seat that must be asked: it is a pair ``(seat, action)``, or ``by`` names the
    seat of all the others, or their seats in turn. ``rest``, such as `first`, answers all further questions, of any
    seat where neither it nor ``by`` names one. If not ``watched``, rules leave out their rulings.

    Raises:
        AnswerMissing: none is left for a question or a roll.
        AssertionError: an answer is illegal, another seat is asked than the one it came with, it came with none, or
            some answers are never asked for.
        DiceError: an answer to a roll that its die does not show.
    """
    table = Table(board, seats)
    table.events = [] if watched else None
    remaining_answers, askers = list(answers), repeat(by) if isinstance(by, str) else iter(by)
    try:
        procedure = rule(table)
        pending = next(procedure) if procedure is not None else None
        while pending is not None:
            pending = cast(Pending, table.waits(pending))
            if not remaining_answers and rest is None:
                raise AnswerMissing(pending)
            whoever = not remaining_answers
            answer = remaining_answers.pop(0) if remaining_answers or rest is None else rest(pending)
            pending = procedure.send(_give_answer(pending, answer, askers, whoever))
    except (StopIteration, Finished):
        pass
    if remaining_answers:
        raise AssertionError(f"answers that nothing asked for: {remaining_answers}")
    return table.events or []


def _give_answer(pending: Pending, answer: Any, askers: Iterator[str], whoever: bool) -> Any:
    if pending.chance is not None:
        return pending.chance.die.face(answer)
    if pending.secret:
        if set(answer) != set(pending.asks):
            asked_seats = sorted(pending.asks)
            raise AssertionError(f"{asked_seats} are asked in secret, and the answers are of {sorted(answer)}")
        actions_by_seat = dict(answer)
    else:
        seat, action = _seat_and_action(pending, answer, askers, whoever)
        actions_by_seat = {seat: action(list(pending.asks[seat].choices)) if callable(action) else action}
    for seat, action in actions_by_seat.items():
        _must_be_legal(pending.asks[seat], action)
    return pending.answered(actions_by_seat)


def _seat_and_action(pending: Pending, answer: Any, askers: Iterator[str], whoever: bool) -> tuple[str, Any]:
    """The seat and the action of an answer, if that seat is asked; ``whoever``: it may come without one."""
    asked_seats, prompt = " or ".join(pending.asks), next(iter(pending.asks.values())).prompt
    match answer:
        case (str(seat), action):
            pass
        case action:
            seat = next(askers, next(iter(pending.asks)) if whoever else "")
    if not seat:
        raise AssertionError(
            f"{prompt}: {asked_seats} is asked; say so: by={asked_seats!r}, or a pair of seat and action"
        )
    if seat not in pending.asks:
        raise AssertionError(f"{prompt}: {asked_seats} is asked, and the answer {action} is of {seat}")
    return seat, action


def _must_be_legal(ask: Ask, action: Action) -> None:
    verdict = ask.choices.judge(action)
    if not verdict:
        raise AssertionError(f"{ask.prompt}: {action}: {verdict}")


def every_way(
    rule: Callable[[Table[Any]], Any],
    board: B,
    choose_answer: Callable[[Pending], Any] = first,
    seats: tuple[str, ...] = (),
) -> Iterator[tuple[Fraction, list[Event], B]]:
    """Every result that a rule can have over all faces of its dice: probability, events, and the board afterwards.

    ``choose_answer`` answers every question. ``board`` is not changed.
    """
    ways_to_follow: list[tuple[Fraction, tuple[Any, ...]]] = [(Fraction(1), ())]
    while ways_to_follow:
        chance, answers = ways_to_follow.pop()
        board_after = board.copy()
        try:
            events = drive(rule, board_after, *answers, seats=seats)
        except AnswerMissing as missing:
            if missing.pending.chance is not None:
                faces = missing.pending.chance.die.faces
                ways_to_follow += [(chance / len(faces), (*answers, face)) for face in faces]
            else:
                ways_to_follow.append(
                    (chance, (*answers, _with_its_seat(missing.pending, choose_answer(missing.pending))))
                )
        else:
            yield chance, events, board_after


def _with_its_seat(pending: Pending, answer: Any) -> Any:
    """An answer that was chosen by whoever is asked, with that seat."""
    match answer:
        case (str(), _):
            return answer
        case _ if pending.secret:
            return answer
    return next(iter(pending.asks)), answer


# positions


@frozen
class Row:
    """A line of text that was read: its plain words by column, its flags, and its ``name=value`` pairs."""

    columns: Mapping[str, str]
    flags: frozenset[str]
    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        """The word of a column, or the value of a pair."""
        return self.columns[name] if name in self.columns else self.values[name]

    def number(self, name: str, default: int = 0) -> int:
        """The value of a pair as a whole number, or the default where the line has none."""
        return int(self.values.get(name, default))


def read_row(line: str, columns: str, flags: str = "", values: str = "") -> Row:
    """Read a unit, or whatever a line is about.

    ``read_row("hood south 0505 tired step=2", "id side hex", "tired", "step")`` is an example: ``columns`` names the
    first words, of which each must be there; a further word is one of ``flags``, or a pair ``name=value`` with a name
    from ``values``. Raises `ValueError` for too few words, and `UnknownName` for a flag or a name that is not listed.
    """
    words = [word for word in line.split() if "=" not in word]
    pairs = dict(word.split("=", 1) for word in line.split() if "=" in word)
    names = columns.split()
    if len(words) < len(names):
        raise ValueError(f"{line!r}: expected {columns}, got {len(words)} of these {len(names)} words")
    for kind, row_words, allowed_words in (
        ("flag", words[len(names) :], flags.split()),
        ("value", pairs, values.split()),
    ):
        for word in row_words:
            if word not in allowed_words:
                raise UnknownName(f"{kind} of a row", word, allowed_words)
    return Row(dict(zip(names, words, strict=False)), frozenset(words[len(names) :]), pairs)


def board_of(
    game: Game, scenario: str | None = None, options: Mapping[str, object] | None = None, **fields: Any
) -> Any:
    """The board that a scenario, by default the first, is set up with; ``fields`` of it get other values.

    Raises `UnknownName` for a scenario, an option or a value that does not exist, `AttributeError` for a field that the
    board does not have.
    """
    board = game.rules.set_up(game.rules.scenario(scenario).id, game.rules.read_options(options or {}))
    return with_fields(board, **fields)


def with_fields(board: B, **fields: Any) -> B:
    """The same board, in which these fields have other values. Raises `AttributeError` for a field it does not have."""
    for name, value in fields.items():
        getattr(board, name)
        setattr(board, name, value)
    return board


def line_of_step(game: Game, step: str) -> int:
    """The line of the program at which a step begins, or of the test before it that may leave it out.

    ``step`` is the label, or the end of a path, "March > Move one token", that one step alone has. Raises `UnknownName`
    for a label that no step has, or several have.
    """
    end_of_path, program = tuple(step.split(" > ")), game.rules.program
    lines = [line for path, line in program.paths.items() if path[-len(end_of_path) :] == end_of_path]
    if len(lines) != 1:
        raise UnknownName(f"single step (there are {len(lines)})", step, [" > ".join(path) for path in program.paths])
    line_before = program.lines[lines[0] - 1]
    return lines[0] - (line_before.step is None and line_before.test is not None)


class ScriptedMatch:
    """A match with scripted dice. Rolls beyond the script are left pending; choices are played by label.

    Attributes:
        game: the game that is played.
        match: the match; everything that a match can do is done with it.
        dice: the faces that have not been rolled yet.
    """

    def __init__(self, game: Game, match: Match, dice: Iterable[Any] = ()) -> None:
        self.game, self.match, self.dice = game, match, list(dice)
        self.roll()

    @classmethod
    def start(cls, game: Game, scenario: str | None = None, dice: Iterable[Any] = (), **options: object) -> Self:
        """A match of a scenario from its beginning. Raises `UnknownName` for a wrong scenario, option or value."""
        return cls(game, game.start(scenario, chance="explicit", options=options), dice)

    @classmethod
    def before(cls, game: Game, step: str, board: Any, dice: Iterable[Any] = (), **options: object) -> Self:
        """A match that stands with this board before a step (`line_of_step`).

        Scenario and options are those that the board has as fields of these names; a game whose board has none is
        played with the first scenario, and ``options``. Raises `UnknownName` for a wrong step, option or value.
        """
        scenario = getattr(board, "scenario", game.scenarios[0].id)
        option_values = game.rules.read_options(options or getattr(board, "options", {}))
        entries: list[Any] = []
        position = Position(game.rules, scenario, option_values, board, line_of_step(game, step), (), {}, 0)
        return cls(game, Match(Runner.start_step(position, entries=entries), entries), dice)

    @classmethod
    def position(cls, game: Game, text: str, dice: Iterable[Any] = ()) -> Self:
        """A match that goes on from a position in words (`Game.position`). Raises `DataError` for a wrong text."""
        return cls(game, game.go_on(text, chance="explicit"), dice)

    @property
    def board(self) -> Any:
        """The board as it is after everything that has happened."""
        return self.match.board

    @property
    def step(self) -> str:
        """The label of the step that the match waits in; empty when the game is over."""
        return self.match.cursor[-1] if self.match.cursor else ""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.match.outcome

    @property
    def pending_roll(self) -> str:
        """The label of the roll that waits for a face; empty when none does."""
        return self.match.chance.label if self.match.chance is not None else ""

    def play(self, choice: Any, seat: str | None = None) -> Update:
        """Play a choice (an action, its JSON, or a part of its label) and roll the scripted dice as far as they go.

        Raises what `Match.play` raises.
        """
        return self._roll_on(self.match.play(choice, seat))

    def play_all(self, *choices: Any) -> Update:
        """Play these choices one after the other; what happened through all of them."""
        updates = [self.play(choice) for choice in choices]
        return Update(tuple(entry for update in updates for entry in update.entries))

    def roll(self, *faces: Any) -> Update:
        """Put these faces behind the script, and roll as far as it goes."""
        self.dice.extend(faces)
        return self._roll_on(Update(()))

    def _roll_on(self, update: Update) -> Update:
        while self.dice and self.match.chance is not None:
            roll_update = self.match.roll(self.dice.pop(0))
            update = Update((*update.entries, *roll_update.entries))
        return update

    def refused(self, action: Any, seat: str | None = None) -> Verdict:
        """The verdict against an action, which must change nothing. Raises `AssertionError` if it is played."""
        state, board = self.match.state, self.board.copy()
        try:
            self.match.play(action, seat)
        except IllegalAction as refusal:
            verdict = refusal.verdict
        else:
            raise AssertionError(f"{action} was played")
        assert self.match.judge(action, seat) == verdict
        assert self.match.state == state
        assert self.board == board
        assert all(reason.text for reason in verdict.reasons), verdict.to_json()
        return verdict

    def events(self, kind: type[E]) -> list[E]:
        """All events of a kind, the oldest first."""
        return [event for entry in self.match.entries for event in entry.events if isinstance(event, kind)]

    def check_all_used(self) -> None:
        """Raise `AssertionError` unless every scripted die was rolled."""
        assert self.dice == [], f"scripted dice that were not rolled: {self.dice}"


class BotAsPerson(PlaysLike):
    """Plays like a bot, and answers what only people can, such as what happened in a battle on a real table."""

    @property
    def traits(self) -> Traits:
        """Those of a person."""
        return Traits(is_person=True)


def play_until(
    match: Match, is_reached: Callable[[Match], object], players: PlayerLike | Mapping[str, PlayerLike] = "random"
) -> Match:
    """The same match when players have played until ``reached(match)``, which is asked first and after each choice.

    Raises `AssertionError` when the game ends, or a roll waits for a face, before that, and what `Match.iter_play`
    raises.
    """
    if is_reached(match) or any(is_reached(match) for _ in match.iter_play(players)):
        return match
    raise AssertionError(f"play stopped after {match.seq} answers, and what was waited for was not reached")
