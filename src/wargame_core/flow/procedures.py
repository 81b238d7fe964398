"""Rules that ask or roll, written as straight-line procedures.

A procedure is a generator that yields `Ask`, `AskSecretly` or `Roll` and is sent the answer. Two duties: what it does
depends only on the board and the answers, and whatever must outlive its step stands on the board.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from types import GeneratorType
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar, final

from wargame_core.dice import Die, Face
from wargame_core.errors import NotYourTurn, RulesError
from wargame_core.flow.choices import Action, Choices, ListedChoices, words_of
from wargame_core.flow.events import ChildGame, Event, GameEnded, Outcome, PublicEvent
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.limits import quote
from wargame_core.odds import Distribution
from wargame_core.rulings import Cite

T = TypeVar("T")
B = TypeVar("B")
EVERYBODY: frozenset[str] | None = None
"""The value of ``seen_by`` for a roll that everybody sees."""
FORGOTTEN = "write `yield from` before it"
"""The most frequent correction in rules that ask or roll."""


class Ask:
    """One seat chooses one of the actions it may take.

    ``step`` names a part of the step of the sequence of play, for example a retreat in a march; "" for none.
    """

    __slots__ = ("choices", "cite", "prompt", "seat", "step")

    def __init__(self, seat: str, choices: Choices, prompt: str, cite: Cite | None = None, step: str = "") -> None:
        self.seat, self.choices, self.prompt, self.cite, self.step = seat, choices, prompt, cite, step

    def __repr__(self) -> str:
        return f"Ask({self.seat!r}, {self.prompt!r})"


class AskSecretly:
    """Several seats choose without seeing what the others chose; all choices are revealed together."""

    __slots__ = ("asks",)

    def __init__(self, asks: Iterable[Ask]) -> None:
        self.asks: Mapping[str, Ask] = {ask.seat: ask for ask in asks}

    def __repr__(self) -> str:
        return f"AskSecretly({', '.join(self.asks)})"


class Roll:
    """Chance: one of the equally likely faces of a die (or draw).

    Only the seats in ``seen_by`` (`EVERYBODY`: all of them) learn the face, and what ``label`` says it is rolled for.
    """

    __slots__ = ("cite", "die", "label", "seen_by")

    def __init__(self, die: Die, label: str, cite: Cite | None = None, *, seen_by: frozenset[str] | None) -> None:
        self.die, self.label, self.cite, self.seen_by = die, label, cite, seen_by

    @property
    def outcomes(self) -> Distribution[Any]:
        """The different faces, each with its probability: the children of a roll in a search tree."""
        return Distribution.of(self.die)

    def __repr__(self) -> str:
        return f"Roll({self.die}, {self.label!r})"


Pending: TypeAlias = Ask | AskSecretly | Roll
"""What a game waits for."""
Answer: TypeAlias = Action | Mapping[str, Action] | Face
"""The answer to a pending question or roll: an action, the actions of several seats, or a face."""
Report: TypeAlias = Callable[[Any], Action]
"""A function from the last board of an inner game to an action of the outer game, which reports the result."""


@final
class PlayInside:
    """An inner game is to be played to its end; the answer is what ``report`` makes of its last board."""

    __slots__ = ("game", "report")

    def __init__(self, game: ChildGame, report: Report) -> None:
        self.game, self.report = game, report

    def __repr__(self) -> str:
        return f"PlayInside({self.game.id!r})"


Question: TypeAlias = Pending | PlayInside
"""What a procedure waits for."""
Procedure: TypeAlias = Generator[Question, Any, T]


class Finished(Exception):
    """Raised by `Table.finish` to leave all procedures at once. It holds the outcome and is not an error."""


class Table(Generic[B]):
    """What a procedure works with: the live board, and the means to ask, roll and record."""

    __slots__ = ("board", "changed", "events", "feeds", "question", "seats")

    def __init__(self, board: B, seats: tuple[str, ...] = ()) -> None:
        self.board = board
        self.seats = seats
        self.question: Question | None = None
        """The question or roll that was put last, until the procedure waits for it."""
        self.events: list[Event] | None = None
        """What has happened since the last answer, if anybody wants to know."""
        self.feeds: dict[str, list[Event]] = {}
        """What each seat may know of it; left empty as long as everybody may know everything."""
        self.changed = True
        """Whether something has happened since the game last kept its board."""

    def record(self, event: Event) -> None:
        """Make ``event`` happen: the board changes, and the log and each seat's feed get it."""
        self.changed = True
        event.apply(self.board)
        if self.events is not None:
            self.events.append(event)
            if self.feeds or type(event).for_seat is not PublicEvent.for_seat:
                self._tell_apart(event)

    def _tell_apart(self, event: Event) -> None:
        """Keep what each seat may know of an event, after those before that everybody may know."""
        assert self.events is not None
        if not self.feeds:
            self.feeds = {seat: list(self.events[:-1]) for seat in (*self.seats, SPECTATOR)}
        for seat, feed in self.feeds.items():
            seen = event.for_seat(seat, self.board)
            if seen is not None:
                feed.append(seen)

    def ask(
        self, seat: str, choices: Choices | Iterable[Any], prompt: str, cite: Cite | None = None, *, step: str = ""
    ) -> Procedure[Any]:
        """The action that ``seat`` chooses; ``step`` as in `Ask`."""
        if not isinstance(choices, Choices):
            choices = ListedChoices(choices)
        ask = Ask(seat, choices, prompt, cite, step)
        self._check(ask)
        return self._put(ask)

    def ask_secretly(self, asks: Iterable[Ask]) -> Procedure[Mapping[str, Any]]:
        """The action of each seat, chosen in secret and revealed together."""
        secret = AskSecretly(asks)
        for ask in secret.asks.values():
            self._check(ask)
        return self._put(secret)

    def _check(self, ask: Ask) -> None:
        """Raises `RulesError` for a question that nobody could answer; refusals will name actions as the menu does."""
        if ask.seat not in self.seats and self.seats:
            raise RulesError(f"{quote(ask.seat)} is asked {quote(ask.prompt)}; the seats are {', '.join(self.seats)}")
        choices = ask.choices
        if isinstance(choices, ListedChoices):
            if not choices.actions:
                raise RulesError(f"{ask.seat} is asked {quote(ask.prompt)} and has no choice")
            if choices.read is str:
                choices.read = partial(_in_menu, self.board, ask.seat)

    def roll(self, die: Die, label: str, cite: Cite | None = None, *, seen_by: frozenset[str] | None) -> Procedure[Any]:
        """One face of ``die``. Only the seats in ``seen_by`` learn of the roll and read its label."""
        return self._put(Roll(die, label, cite, seen_by=seen_by))

    def roll_openly(self, die: Die, label: str, cite: Cite | None = None) -> Procedure[Any]:
        """One face of ``die`` that everybody sees, with its label."""
        return self._put(Roll(die, label, cite, seen_by=EVERYBODY))

    def play(self, game: ChildGame, report: Report) -> Procedure[Any]:
        """Play an inner game to its end; returns what ``report`` makes of its last board.

        `Rules.holds` makes the inner game, and seats of this game play it. Its choices and rolls are answers of this
        game and use its dice.
        """
        return self._put(PlayInside(game, report))

    def _put(self, question: Question) -> Procedure[Any]:
        if self.question is not None:
            raise _never_waited_for(self.question)
        self.question = question
        return _answer_to(question)

    def must_have_waited(self) -> None:
        """Raises `RulesError` for a question or roll that was put and that the procedure, now at its end, forgot."""
        if self.question is not None:
            raise _never_waited_for(self.question)

    def waits(self, yielded: object) -> Question:
        """What a procedure yielded, which is waited for now: the question or roll put last, or one of its own.

        Raises `RulesError` for anything else.
        """
        question, self.question = self.question, None
        if yielded is question and question is not None:
            return question
        return _own_question(question, yielded)

    def finish(self, outcome: Outcome) -> NoReturn:
        """End the game now. This call does not return."""
        self.record(GameEnded(outcome))
        raise Finished

    def __repr__(self) -> str:
        return f"Table({type(self.board).__name__})"


def _in_menu(board: Any, seat: str, action: Action) -> str:
    """An action in the words of a seat's menu."""
    return words_of(action, redact(board, seat))


def _answer_to(question: Question) -> Procedure[Any]:
    return (yield question)


def _never_waited_for(question: Question) -> RulesError:
    return RulesError(f"{question!r} was made and never waited for: {FORGOTTEN}")


def _own_question(put: Question | None, yielded: object) -> Question:
    """A question that a procedure made itself, without its table. Raises `RulesError` for the mistakes of authors."""
    if put is not None:
        raise _never_waited_for(put)
    if isinstance(yielded, Die):
        raise RulesError(f"a die ({yielded}) was yielded: write `yield from t.roll_openly(die, what_for)`")
    if isinstance(yielded, GeneratorType):
        raise RulesError(f"{yielded.__name__}(...) was yielded: {FORGOTTEN}")
    if not isinstance(yielded, Question):
        raise RulesError(f"a {type(yielded).__name__} was yielded; rules ask by `yield from t.ask(...)`")
    return yielded


def ask_of(
    pending: Pending | None, seat: str | None, seats: tuple[str, ...], commits: Mapping[str, Action] | None = None
) -> Ask:
    """What ``seat`` is asked now. Raises `NotYourTurn` when it is asked nothing."""
    if type(pending) is Ask and (seat is None or seat == pending.seat):
        return pending
    if seat is not None and seat not in seats:
        raise NotYourTurn(f"{quote(seat)} does not play (seats: {', '.join(seats)})")
    if pending is None:
        raise NotYourTurn("the game is over; nobody is asked anything")
    if isinstance(pending, Roll):
        raise NotYourTurn("a roll is pending, not a choice")  # what it is for may be a secret
    asks = pending.asks if isinstance(pending, AskSecretly) else {pending.seat: pending}
    open_seats = [name for name in asks if not commits or name not in commits]
    if seat is None:
        if len(open_seats) != 1:
            raise NotYourTurn(f"several seats choose in secret ({', '.join(asks)}); say which one this is")
        seat = open_seats[0]
    if seat not in open_seats:
        if seat in asks:  # it is not told who else has chosen already
            raise NotYourTurn(f"{seat} has chosen already; the choices of {' and '.join(asks)} are revealed together")
        raise NotYourTurn(f"{seat} is not to choose now; waiting for {' and '.join(asks)}")
    return asks[seat]


def answer_with(
    pending: Pending | None, seat: str, action: Action, commits: Mapping[str, Action]
) -> tuple[Answer | None, dict[str, Action]]:
    """The answer that a legal action of ``seat`` gives, or None while other seats have to choose; and all ``commits``.

    ``commits`` are the secret choices made so far, by seat.
    """
    if not isinstance(pending, AskSecretly):
        return action, {}
    waiting = {**commits, seat: action}
    if len(waiting) < len(pending.asks):
        return None, waiting
    return {name: waiting[name] for name in pending.asks}, {}
