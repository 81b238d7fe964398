"""Rules that ask or roll, written as straight-line procedures.

A procedure is a generator that yields what it waits for (`Pending`) and is sent the answer. Two duties: what it does
depends only on the board and the answers, and whatever must outlive its step stands on the board.
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from types import GeneratorType
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar, final

from wargame_core.dice import Die
from wargame_core.errors import RulesError
from wargame_core.flow.choices import Action, Choices, ListedChoices, words_of
from wargame_core.flow.events import Event, GameEnded, InnerGame, Outcome, PublicEvent
from wargame_core.flow.pending import Ask, AskSecretly, Pending, Roll
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.limits import quote
from wargame_core.rulings import Cite

T = TypeVar("T")
B = TypeVar("B")
StepBegun: TypeAlias = tuple[tuple[str, ...], int, Mapping[str, int]]
"""A step to which the game went on: its path, how many events came before it, and of how many of them each seat was
told, where not all were told of all."""
EVERYBODY: frozenset[str] | None = None
"""The value of ``seen_by`` for a roll that everybody sees."""
_TOLD_TO_ALL = PublicEvent.for_seat
"""How events are told that everybody may know."""
YIELD_FROM_HINT = "write `yield from` before it"
"""The most frequent correction in rules that ask or roll."""


Report: TypeAlias = Callable[[Any], Action]
"""A function from the last board of an inner game to an action of the outer game, which reports the result."""


@final
class PlayInnerGame:
    """An inner game is to be played to its end; the answer is what ``report`` makes of its last board.

    It is no `Pending`: nobody answers it. While it lasts the game waits for what the inner game waits for.
    """

    __slots__ = ("game", "report")

    def __init__(self, game: InnerGame, report: Report) -> None:
        self.game, self.report = game, report

    def __repr__(self) -> str:
        return f"PlayInnerGame({self.game.id!r})"


Question: TypeAlias = Pending | PlayInnerGame
"""What a procedure waits for."""
Procedure: TypeAlias = Generator[Question, Any, T]


class Finished(Exception):
    """Raised by `Table.finish` to leave all procedures at once. It holds the outcome and is not an error."""


class Table(Generic[B]):
    """What a procedure works with: the live board, and the means to ask, roll and record."""

    __slots__ = (
        "board",
        "events",
        "feeds",
        "happened",
        "less_told",
        "may_be_played_again",
        "question",
        "seats",
        "steps",
    )

    def __init__(self, board: B, seats: tuple[str, ...] = (), *, may_be_played_again: bool = True) -> None:
        self.board = board
        self.seats = seats
        self.may_be_played_again = may_be_played_again
        """Whether a step may be played again from its checkpoint: what it works out may then be worth keeping."""
        self.question: Question | None = None
        """The question or roll that was put last, until the procedure waits for it."""
        self.events: list[Event] | None = None
        """What has happened since the last answer, if anybody wants to know."""
        self.feeds: dict[str, list[Event]] = {}
        """What each seat may know of it; left empty as long as everybody may know everything."""
        self.less_told: set[str] = set()
        """The seats whose feed is not simply all that has happened."""
        self.steps: list[StepBegun] = []
        """The steps that began since the last answer."""
        self.happened = 0
        """How many events there have been."""

    def record(self, event: Event) -> None:
        """Make ``event`` happen: the board changes, and the log and each seat's feed get it."""
        self.happened += 1
        event.apply(self.board)
        if self.events is not None:
            self.events.append(event)
            if type(event).for_seat is not _TOLD_TO_ALL:
                self._tell_apart(event)
            elif self.feeds:
                for feed in self.feeds.values():
                    feed.append(event)

    def begin_step(self, cursor: tuple[str, ...]) -> None:
        """What happens from here on belongs to another step."""
        if self.events is not None:
            self.steps.append((cursor, len(self.events), {seat: len(feed) for seat, feed in self.feeds.items()}))

    def _tell_apart(self, event: Event) -> None:
        """Keep what each seat may know of an event, after those before that everybody may know."""
        assert self.events is not None
        if not self.feeds:
            self.feeds = {seat: list(self.events[:-1]) for seat in (*self.seats, SPECTATOR)}
        for seat, feed in self.feeds.items():
            visible_event = event.for_seat(seat, self.board)
            if visible_event is not event:
                self.less_told.add(seat)
            if visible_event is not None:
                feed.append(visible_event)

    def ask(
        self,
        seat: str,
        choices: Choices | Iterable[Any],
        prompt: str,
        cite: Cite | None = None,
        *,
        step: str = "",
        standing_answer: Action | None = None,
    ) -> Procedure[Any]:
        """The action that ``seat`` chooses; ``step`` and ``standing_answer`` as in `Ask`."""
        if not isinstance(choices, Choices):
            choices = ListedChoices(choices)
        ask = Ask(seat, choices, prompt, cite, step, standing_answer)
        self._check(ask)
        return self._yield_question(ask)

    def ask_secretly(self, asks: Iterable[Ask]) -> Procedure[Mapping[str, Any]]:
        """The action of each seat, chosen in secret and revealed together."""
        return self.wait_for(AskSecretly(asks))

    def wait_for(self, pending: Pending) -> Procedure[Any]:
        """The answer to a question of any kind (see `Pending`). Raises `RulesError` where nobody could answer."""
        for ask in pending.asks.values():
            self._check(ask)
        return self._yield_question(pending)

    def _check(self, ask: Ask) -> None:
        """Raises `RulesError` for a question that nobody could answer; refusals will name actions as the menu does."""
        if ask.seat not in self.seats and self.seats:
            raise RulesError(f"{quote(ask.seat)} is asked {quote(ask.prompt)}; the seats are {', '.join(self.seats)}")
        choices = ask.choices
        if isinstance(choices, ListedChoices):
            if not choices.actions:
                raise RulesError(f"{ask.seat} is asked {quote(ask.prompt)} and has no choice")
            if choices.read is str:
                choices.read = partial(_menu_label, self.board, ask.seat)

    def roll(self, die: Die, label: str, cite: Cite | None = None, *, seen_by: frozenset[str] | None) -> Procedure[Any]:
        """One face of ``die``. Only the seats in ``seen_by`` learn of the roll and read its label."""
        return self._yield_question(Roll(die, label, cite, seen_by=seen_by))

    def roll_openly(self, die: Die, label: str, cite: Cite | None = None) -> Procedure[Any]:
        """One face of ``die`` that everybody sees, with its label."""
        return self._yield_question(Roll(die, label, cite, seen_by=EVERYBODY))

    def play(self, game: InnerGame, report: Report) -> Procedure[Any]:
        """Play an inner game to its end; returns what ``report`` makes of its last board.

        `Rules.inner_games` makes the inner game, and seats of this game play it. Its choices and rolls are answers of
        this game and use its dice.
        """
        return self._yield_question(PlayInnerGame(game, report))

    def _yield_question(self, question: Question) -> Procedure[Any]:
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


def _menu_label(board: Any, seat: str, action: Action) -> str:
    """An action in the words of a seat's menu."""
    return words_of(action, redact(board, seat))


def _answer_to(question: Question) -> Procedure[Any]:
    return (yield question)


def _never_waited_for(question: Question) -> RulesError:
    return RulesError(f"{question!r} was made and never waited for: {YIELD_FROM_HINT}")


def _own_question(last_question: Question | None, request: object) -> Question:
    """A question that a procedure made itself, without its table. Raises `RulesError` for the mistakes of authors."""
    if last_question is not None:
        raise _never_waited_for(last_question)
    if isinstance(request, Die):
        raise RulesError(f"a die ({request}) was yielded: write `yield from t.roll_openly(die, what_for)`")
    if isinstance(request, GeneratorType):
        raise RulesError(f"{request.__name__}(...) was yielded: {YIELD_FROM_HINT}")
    if not isinstance(request, (Pending, PlayInnerGame)):
        raise RulesError(f"a {type(request).__name__} was yielded; rules ask by `yield from t.ask(...)`")
    return request
