"""Inner games: a game that is played inside another one, with its actions and events as the outer game keeps them.

The outer game's board holds the board of the inner game (`Board.inner`). Actions and events of the inner game stand
in the outer game's record as `InnerAction` and `InnerEvent`, so journals, feeds, undo and verification need no more.
Why it is so: docs/decisions/inner-games.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from attrs import evolve, frozen

from wargame_core.errors import WargameError
from wargame_core.flow.about import NOTHING, About, Names
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.flow.codec import Codec
from wargame_core.flow.events import EVENTS_OF_ALL_GAMES, Board, Event, InnerBoard, InnerGame, typed_values
from wargame_core.flow.pending import Answer, Ask, Pending, Roll
from wargame_core.flow.procedures import Table
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.rulings import Verdict, refuse


@frozen
class InnerAction(Action):
    """A choice in the inner game, whose id is ``game``."""

    game: str
    action: Action

    def text(self, board: Board) -> str:
        if board.inner is None:
            return f"{self.action.kind.replace('_', ' ')} in {self.game}"
        return self.action.text(board.inner.board)

    def help(self, board: Board) -> str:
        return self.action.help(board.inner.board) if board.inner is not None else ""

    def about(self, board: Board) -> About:
        return self.action.about(board.inner.board) if board.inner is not None else NOTHING


@frozen
class InnerGameBegan(Event, silent=True, reveals=True):
    """An inner game was set up."""

    inner: InnerBoard

    def apply(self, board: Board) -> None:
        board.inner = self.inner.copy()

    def for_seat(self, seat: str, board: Board) -> Event | None:
        visible_game = self.inner.seen_by(seat)
        return evolve(self, inner=visible_game) if visible_game is not None else None

    def about(self, board: Board) -> About:
        return NOTHING


@frozen
class InnerEvent(Event):
    """Something happened in the inner game that began at answer ``number``."""

    number: int
    game: str
    event: Event

    @property
    def tells_rolls(self) -> bool:  # type: ignore[override]  # of the event, not of the class
        """Whether its sentence names the dice that led to it."""
        return self.event.tells_rolls

    def apply(self, board: Board) -> None:
        inner_board = self.inner_on(board)
        if inner_board is None:
            raise ValueError(f"an event of a game that began at answer {self.number} and is not played now")
        self.event.apply(inner_board.board)

    def for_seat(self, seat: str, board: Board) -> Event | None:
        inner_board = self.inner_on(board)
        inner_seat = inner_board.game.seat(seat) if inner_board is not None else None
        if inner_board is None or inner_seat is None:
            return None
        visible_event = self.event.for_seat(inner_seat, inner_board.board)
        return evolve(self, event=visible_event) if visible_event is not None else None

    def revealing(self, board: Board) -> bool:
        inner_board = self.inner_on(board)
        return inner_board is None or self.event.revealing(inner_board.board)

    def text(self, board: Board) -> str:
        inner_board = self.inner_on(board)
        return self.event.text(inner_board.board) if inner_board is not None else ""

    def about(self, board: Board) -> About:
        inner_board = self.inner_on(board)
        return self.event.about(inner_board.board) if inner_board is not None else NOTHING

    def inner_on(self, board: Board) -> InnerBoard | None:
        """The inner game of this event if ``board`` still holds it, else None."""
        return board.inner if board.inner is not None and board.inner.game.number == self.number else None


@frozen
class InnerGameEnded(Event, sets="inner = None", silent=True, reveals=True):
    """The inner game is over and removed; the events after this one tell its result."""

    seats: tuple[str, ...]
    watched: bool

    def for_seat(self, seat: str, board: Board) -> Event | None:
        return self if self.watched or seat in self.seats else super().for_seat(seat, board)


INNER_EVENTS = (InnerGameBegan, InnerEvent, InnerGameEnded)
"""The events of inner games in the record of the outer game."""
CORE_EVENTS: tuple[type[Event], ...] = (*EVENTS_OF_ALL_GAMES, *INNER_EVENTS)
"""The events of core, which games have besides their own."""


class InnerChoices(Choices):
    """The choices of an inner game, as choices of the outer game."""

    __slots__ = ("game", "inner")

    def __init__(self, game: str, inner_choices: Choices) -> None:
        self.game, self.inner = game, inner_choices

    @property
    def complete(self) -> bool:
        return self.inner.complete

    @property
    def abridged(self) -> bool:
        return self.inner.abridged

    @property
    def by_people(self) -> bool:
        return self.inner.by_people

    def __iter__(self) -> Iterator[InnerAction]:
        return (InnerAction(self.game, action) for action in self.inner)

    def endings(self) -> Sequence[Action]:
        """What ends the step of the inner game."""
        return tuple(InnerAction(self.game, action) for action in self.inner.endings())

    def __len__(self) -> int:
        return len(self.inner)

    def sample(self, rng: Random) -> InnerAction:
        return InnerAction(self.game, self.inner.sample(rng))

    def judge(self, action: Action) -> Verdict:
        if not isinstance(action, InnerAction) or action.game != self.game:
            return refuse("not_offered", f"{self.game} is being played: a choice in that game is wanted")
        return self.inner.judge(action.action)

    def help(self, action: InnerAction, board: Board) -> str:
        return self.inner.help(action.action, board.inner.board) if board.inner is not None else ""

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        return self.inner.explain(kind, ref)

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        return self.inner.explain_pair(piece, place)


class InnerPending(Pending):
    """A question to several seats of an inner game, asked of the seats of the outer game."""

    __slots__ = ("_asks", "_game", "_inner")

    def __init__(self, inner_pending: Pending, game: InnerGame) -> None:
        self._inner, self._game = inner_pending, game
        self._asks = {game.outer(seat): _outer_ask(ask, game) for seat, ask in inner_pending.asks.items()}

    @property
    def secret(self) -> bool:  # type: ignore[override]  # of the question, not of the class
        return self._inner.secret

    @property
    def asks(self) -> Mapping[str, Ask]:
        return self._asks

    def answered(self, commits: Mapping[str, Action]) -> Answer | None:
        game = self._game
        answer = self._inner.answered(inner_actions(commits, game))
        if answer is None:
            return None
        return {game.outer(seat): InnerAction(game.id, action) for seat, action in self._inner.chosen(answer).items()}

    def known_to(self, seat: str) -> bool:
        inner_seat = self._game.seat(seat)
        return inner_seat is not None and self._inner.known_to(inner_seat)


def outer_pending(pending: Pending, game: InnerGame) -> Pending:
    """What an inner game waits for, asked of the seats of the outer game."""
    if isinstance(pending, Ask):
        return _outer_ask(pending, game)
    roll = pending.chance
    if roll is None:
        return InnerPending(pending, game)
    if roll.seen_by is None and game.watched:
        return roll
    names = game.seats.values() if roll.seen_by is None else roll.seen_by
    return Roll(roll.die, roll.label, roll.cite, seen_by=frozenset(map(game.outer, names)))


def _outer_ask(ask: Ask, game: InnerGame) -> Ask:
    standing_answer = InnerAction(game.id, ask.standing_answer) if ask.standing_answer is not None else None
    return Ask(
        game.outer(ask.seat), InnerChoices(game.id, ask.choices), ask.prompt, ask.cite, ask.step, standing_answer
    )


def inner_actions(actions: Mapping[str, Action], game: InnerGame) -> dict[str, Action]:
    """Choices by seat of the outer game, as those of the seats of the inner game."""
    return {game.seats[seat]: action.action for seat, action in actions.items() if isinstance(action, InnerAction)}


def inner_answer(answer: Answer, game: InnerGame) -> Answer:
    """An answer of the outer game, converted to an answer of the inner game."""
    if isinstance(answer, InnerAction):
        return answer.action
    return inner_actions(answer, game) if isinstance(answer, Mapping) else answer


class InnerTable(Table[Any]):
    """The table of an inner game: its events are recorded in the outer game too."""

    __slots__ = ("_game", "_outer")

    def __init__(self, board: Any, seats: tuple[str, ...], outer_table: Table[Any], game: InnerGame) -> None:
        super().__init__(board, seats, may_be_played_again=outer_table.may_be_played_again)
        self._outer, self._game = outer_table, game

    def record(self, event: Event) -> None:
        if type(self._outer) is Table and self._outer.events is None:
            self.happened += 1
            event.apply(self.board)  # nobody keeps what happened
        else:
            self.happened += 1
            self._outer.record(InnerEvent(self._game.number, self._game.id, event))


T = TypeVar("T")


class InnerCodecs:
    """Lets the converter of a game use those of its inner games; ``codec_of`` finds one by id and data."""

    actions: tuple[type[Action], ...] = (InnerAction,)
    events: tuple[type[Event], ...] = INNER_EVENTS

    def __init__(self, codec_of: Callable[[str, JsonMapping], Codec]) -> None:
        self._codec_of = codec_of

    def teach(self, converter: Any) -> None:
        """Let ``converter`` write and read `InnerAction`, `InnerEvent`, `InnerGame` and `InnerBoard`."""
        converter.register_unstructure_hook(InnerAction, self._action_to_json)
        converter.register_structure_hook(InnerAction, self._action)
        converter.register_unstructure_hook(InnerEvent, self._event_to_json)
        converter.register_structure_hook(InnerEvent, self._event)
        converter.register_unstructure_hook(InnerGame, InnerGame.to_json)
        converter.register_structure_hook(InnerGame, lambda data, _: InnerGame.from_json(data))
        converter.register_unstructure_hook(InnerBoard, self._inner_to_json)
        converter.register_structure_hook(InnerBoard, self._inner)

    def view_to_json(self, inner_board: InnerBoard) -> JsonObject:
        """An inner game as a seat sees it."""
        codec = self._codec_of(inner_board.game.id, inner_board.game.data)
        return {"game": inner_board.game.to_json(), "board": codec.view_to_json(inner_board.board)}

    def _codec_of_game(self, game: str) -> Codec:
        return self._codec_of(game, {})

    def _action_to_json(self, action: InnerAction) -> JsonObject:
        return {"game": action.game, "action": self._codec_of_game(action.game).to_json(action.action)}

    def _action(self, data: object, _: object) -> InnerAction:
        game, action_data = typed_values(data, game=str, action=Mapping)
        return _with_inner_errors(lambda: InnerAction(game, self._codec_of_game(game).action(action_data)))

    def _event_to_json(self, event: InnerEvent) -> JsonObject:
        inner = self._codec_of_game(event.game).to_json(event.event)
        return {"number": event.number, "game": event.game, "event": inner}

    def _event(self, data: object, _: object) -> InnerEvent:
        number, game, event_data = typed_values(data, number=int, game=str, event=Mapping)
        return _with_inner_errors(lambda: InnerEvent(number, game, self._codec_of_game(game).event(event_data)))

    def _inner_to_json(self, inner_board: InnerBoard) -> JsonObject:
        codec = self._codec_of(inner_board.game.id, inner_board.game.data)
        return {"game": inner_board.game.to_json(), "board": codec.board_to_json(inner_board.board)}

    def _inner(self, data: object, _: object) -> InnerBoard:
        game_data, board = typed_values(data, game=Mapping, board=Mapping)
        game = InnerGame.from_json(game_data)
        return _with_inner_errors(lambda: InnerBoard(game, self._codec_of(game.id, game.data).board(board)))


def _with_inner_errors(factory: Callable[[], T]) -> T:
    """What ``factory`` makes; errors of the inner game become errors of this game's converter."""
    try:
        return factory()
    except WargameError as problem:
        raise ValueError(str(problem)) from None
