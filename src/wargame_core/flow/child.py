"""Inner games: a game that is played inside another one, with its actions and events as the outer game keeps them.

The outer game's board holds the board of the inner game (`Board.child`). Actions and events of the inner game stand
in the outer game's record as `InChild` and `ChildEvent`, so journals, feeds, undo and verification need nothing more.
Why it is so: docs/decisions/games-inside-games.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from attrs import evolve, frozen

from wargame_core.errors import WargameError
from wargame_core.flow.about import NOTHING, About, Names
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.flow.codec import Codec
from wargame_core.flow.events import Board, Child, ChildGame, Event, typed_values
from wargame_core.flow.pending import Answer, Ask, Pending, Roll
from wargame_core.flow.procedures import Table
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.rulings import Verdict, refuse


@frozen
class InChild(Action):
    """A choice in the inner game, whose id is ``game``."""

    game: str
    action: Action

    def text(self, board: Board) -> str:
        if board.child is None:
            return f"{self.action.kind.replace('_', ' ')} in {self.game}"
        return self.action.text(board.child.board)

    def help(self, board: Board) -> str:
        return self.action.help(board.child.board) if board.child is not None else ""

    def about(self, board: Board) -> About:
        return self.action.about(board.child.board) if board.child is not None else NOTHING


@frozen
class ChildBegan(Event, silent=True, reveals=True):
    """An inner game was set up."""

    child: Child

    def apply(self, board: Board) -> None:
        board.child = self.child.copy()

    def for_seat(self, seat: str, board: Board) -> Event | None:
        seen = self.child.seen_by(seat)
        return evolve(self, child=seen) if seen is not None else None

    def about(self, board: Board) -> About:
        return NOTHING


@frozen
class ChildEvent(Event):
    """Something happened in the inner game that began at answer ``number``."""

    number: int
    game: str
    event: Event

    @property
    def tells_rolls(self) -> bool:  # type: ignore[override]  # of the event, not of the class
        """Whether its sentence names the dice that led to it."""
        return self.event.tells_rolls

    def apply(self, board: Board) -> None:
        child = self.child_on(board)
        if child is None:
            raise ValueError(f"an event of a game that began at answer {self.number} and is not played now")
        self.event.apply(child.board)

    def for_seat(self, seat: str, board: Board) -> Event | None:
        child = self.child_on(board)
        inside = child.game.seat(seat) if child is not None else None
        if child is None or inside is None:
            return None
        seen = self.event.for_seat(inside, child.board)
        return evolve(self, event=seen) if seen is not None else None

    def revealing(self, board: Board) -> bool:
        child = self.child_on(board)
        return child is None or self.event.revealing(child.board)

    def text(self, board: Board) -> str:
        child = self.child_on(board)
        return self.event.text(child.board) if child is not None else ""

    def about(self, board: Board) -> About:
        child = self.child_on(board)
        return self.event.about(child.board) if child is not None else NOTHING

    def child_on(self, board: Board) -> Child | None:
        """The inner game of this event if ``board`` still holds it, else None."""
        return board.child if board.child is not None and board.child.game.number == self.number else None


@frozen
class ChildEnded(Event, sets="child = None", silent=True, reveals=True):
    """The inner game is over and removed; the events after this one tell its result."""

    seats: tuple[str, ...]
    watched: bool

    def for_seat(self, seat: str, board: Board) -> Event | None:
        return self if self.watched or seat in self.seats else super().for_seat(seat, board)


CHILD_EVENTS = (ChildBegan, ChildEvent, ChildEnded)
"""The events of inner games in the record of the outer game."""


class ChildChoices(Choices):
    """The choices of an inner game, as choices of the outer game."""

    __slots__ = ("game", "inside")

    def __init__(self, game: str, inside: Choices) -> None:
        self.game, self.inside = game, inside

    @property
    def complete(self) -> bool:
        return self.inside.complete

    @property
    def abridged(self) -> bool:
        return self.inside.abridged

    @property
    def by_people(self) -> bool:
        return self.inside.by_people

    def __iter__(self) -> Iterator[InChild]:
        return (InChild(self.game, action) for action in self.inside)

    def endings(self) -> Sequence[Action]:
        """What ends the step of the inner game."""
        return tuple(InChild(self.game, action) for action in self.inside.endings())

    def __len__(self) -> int:
        return len(self.inside)

    def sample(self, rng: Random) -> InChild:
        return InChild(self.game, self.inside.sample(rng))

    def judge(self, action: Action) -> Verdict:
        if not isinstance(action, InChild) or action.game != self.game:
            return refuse("not_offered", f"{self.game} is being played: a choice in that game is wanted")
        return self.inside.judge(action.action)

    def help(self, action: InChild, board: Board) -> str:
        return self.inside.help(action.action, board.child.board) if board.child is not None else ""

    def explain(self, what: Names, ref: str) -> Verdict | None:
        return self.inside.explain(what, ref)

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        return self.inside.explain_pair(piece, place)


class AskedInside(Pending):
    """A question to several seats of an inner game, asked of the seats of the outer game."""

    __slots__ = ("_asks", "_game", "_inside")

    def __init__(self, inside: Pending, game: ChildGame) -> None:
        self._inside, self._game = inside, game
        self._asks = {game.outer(seat): _ask_outside(ask, game) for seat, ask in inside.asks.items()}

    @property
    def secret(self) -> bool:  # type: ignore[override]  # of the question, not of the class
        return self._inside.secret

    @property
    def asks(self) -> Mapping[str, Ask]:
        return self._asks

    def answered(self, commits: Mapping[str, Action]) -> Answer | None:
        game = self._game
        answer = self._inside.answered(actions_inside(commits, game))
        if answer is None:
            return None
        return {game.outer(seat): InChild(game.id, action) for seat, action in self._inside.chosen(answer).items()}

    def known_to(self, seat: str) -> bool:
        inside = self._game.seat(seat)
        return inside is not None and self._inside.known_to(inside)


def asked_outside(pending: Pending, game: ChildGame) -> Pending:
    """What an inner game waits for, asked of the seats of the outer game."""
    if isinstance(pending, Ask):
        return _ask_outside(pending, game)
    roll = pending.chance
    if roll is None:
        return AskedInside(pending, game)
    if roll.seen_by is None and game.watched:
        return roll
    names = game.seats.values() if roll.seen_by is None else roll.seen_by
    return Roll(roll.die, roll.label, roll.cite, seen_by=frozenset(map(game.outer, names)))


def _ask_outside(ask: Ask, game: ChildGame) -> Ask:
    return Ask(game.outer(ask.seat), ChildChoices(game.id, ask.choices), ask.prompt, ask.cite, ask.step)


def actions_inside(actions: Mapping[str, Action], game: ChildGame) -> dict[str, Action]:
    """Choices by seat of the outer game, as those of the seats of the inner game."""
    return {game.seats[seat]: action.action for seat, action in actions.items() if isinstance(action, InChild)}


def answered_inside(answer: Answer, game: ChildGame) -> Answer:
    """An answer of the outer game, converted to an answer of the inner game."""
    if isinstance(answer, InChild):
        return answer.action
    return actions_inside(answer, game) if isinstance(answer, Mapping) else answer


class InsideTable(Table[Any]):
    """The table of an inner game: its events are recorded in the outer game too."""

    __slots__ = ("_game", "_outer")

    def __init__(self, board: Any, seats: tuple[str, ...], outer: Table[Any], game: ChildGame) -> None:
        super().__init__(board, seats)
        self._outer, self._game = outer, game

    def record(self, event: Event) -> None:
        if type(self._outer) is Table and self._outer.events is None:
            self.happened += 1
            event.apply(self.board)  # nobody keeps what happened
        else:
            self.happened += 1
            self._outer.record(ChildEvent(self._game.number, self._game.id, event))


T = TypeVar("T")


class ChildCodecs:
    """Lets the converter of a game use those of its inner games; ``codec_of`` finds one by id and data."""

    actions: tuple[type[Action], ...] = (InChild,)
    events: tuple[type[Event], ...] = CHILD_EVENTS

    def __init__(self, codec_of: Callable[[str, JsonMapping], Codec]) -> None:
        self._codec_of = codec_of

    def teach(self, converter: Any) -> None:
        """Let ``converter`` write and read `InChild`, `ChildEvent`, `ChildGame` and `Child`."""
        converter.register_unstructure_hook(InChild, self._action_to_json)
        converter.register_structure_hook(InChild, self._action)
        converter.register_unstructure_hook(ChildEvent, self._event_to_json)
        converter.register_structure_hook(ChildEvent, self._event)
        converter.register_unstructure_hook(ChildGame, ChildGame.to_json)
        converter.register_structure_hook(ChildGame, lambda data, _: ChildGame.from_json(data))
        converter.register_unstructure_hook(Child, self._child_to_json)
        converter.register_structure_hook(Child, self._child)

    def view_to_json(self, child: Child) -> JsonObject:
        """An inner game as a seat sees it."""
        codec = self._codec_of(child.game.id, child.game.data)
        return {"game": child.game.to_json(), "board": codec.view_to_json(child.board)}

    def _kinds(self, game: str) -> Codec:
        return self._codec_of(game, {})

    def _action_to_json(self, action: InChild) -> JsonObject:
        return {"game": action.game, "action": self._kinds(action.game).to_json(action.action)}

    def _action(self, data: object, _: object) -> InChild:
        game, inner = typed_values(data, game=str, action=Mapping)
        return _well(lambda: InChild(game, self._kinds(game).action(inner)))

    def _event_to_json(self, event: ChildEvent) -> JsonObject:
        inner = self._kinds(event.game).to_json(event.event)
        return {"number": event.number, "game": event.game, "event": inner}

    def _event(self, data: object, _: object) -> ChildEvent:
        number, game, inner = typed_values(data, number=int, game=str, event=Mapping)
        return _well(lambda: ChildEvent(number, game, self._kinds(game).event(inner)))

    def _child_to_json(self, child: Child) -> JsonObject:
        codec = self._codec_of(child.game.id, child.game.data)
        return {"game": child.game.to_json(), "board": codec.board_to_json(child.board)}

    def _child(self, data: object, _: object) -> Child:
        described, board = typed_values(data, game=Mapping, board=Mapping)
        game = ChildGame.from_json(described)
        return _well(lambda: Child(game, self._codec_of(game.id, game.data).board(board)))


def _well(make: Callable[[], T]) -> T:
    """What ``make`` makes; errors of the inner game become errors of this game's converter."""
    try:
        return make()
    except WargameError as problem:
        raise ValueError(str(problem)) from None
