"""JSON of a game's actions, events, boards and states, strict both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast, get_type_hints

import attrs

from wargame_core.data.json_values import describe_error, in_order, origin_of, strict_converter
from wargame_core.errors import MalformedAction, RecordError, WargameError, expected
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, Event, GameEnded
from wargame_core.flow.visibility import static_fields

if TYPE_CHECKING:
    from wargame_core.flow.state import State
    from wargame_core.game import Game

Hooks = Callable[[Any], None]


class Codec:
    """JSON in and out for one game. Made once per game, on first use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.converter = strict_converter()
        if game.hooks is not None:
            game.hooks(self.converter)
        self.actions = by_kind(game.actions)
        self.events = by_kind((*game.events, GameEnded))

    def to_json(self, value: Any) -> Any:
        """Plain JSON data for an action, an event, a board, or any value inside them."""
        if isinstance(value, Board):
            return self.board_to_json(value)
        if isinstance(value, (Action, Event)):
            return {"kind": value.kind, **self.converter.unstructure(value)}
        return self.converter.unstructure(value)

    def action(self, data: Any) -> Any:
        """The action that JSON data stands for. Raises `MalformedAction` naming what is wrong and what was expected."""
        return self._tagged(data, self.actions, "action", MalformedAction)

    def event(self, data: Any) -> Event:
        """The event that JSON data stands for. Raises `RecordError`."""
        return cast(Event, self._tagged(data, self.events, "event", RecordError))

    def _tagged(self, data: Any, kinds: Mapping[str, type], what: str, error: type[Exception]) -> Any:
        if not isinstance(data, Mapping):
            raise error(f"an {what} is a JSON object with a 'kind', not {data!r}")
        kind = data.get("kind")
        if kind is None:
            raise error(f"an {what} needs a 'kind'{expected(kind, kinds)}; got {dict(data)!r}")
        if not isinstance(kind, str) or kind not in kinds:
            raise error(f"unknown {what} kind {kind!r}{expected(kind, kinds)}")
        return self._structure({k: v for k, v in data.items() if k != "kind"}, kinds[kind], f"{what} {kind!r}", error)

    def _structure(self, data: Any, cls: Any, what: str, error: type[Exception]) -> Any:
        from cattrs import BaseValidationError, transform_error

        try:
            return self.converter.structure(data, cls)
        except BaseValidationError as problems:
            raise error("; ".join(transform_error(problems, what, format_exception=describe_error))) from None
        except (TypeError, ValueError, KeyError, AttributeError, LookupError) as problem:
            raise error(f"{what}: {problem}") from None

    def board_to_json(self, board: Board) -> dict[str, Any]:
        """Every field of the board that is not printed matter."""
        static, hints = static_fields(type(board)), _hints(type(board))
        names = [one.name for one in attrs.fields(type(board)) if one.name not in static]
        return {name: self.converter.unstructure(getattr(board, name), hints[name]) for name in names}

    def view_to_json(self, board: Board) -> dict[str, Any]:
        """The same with mappings in the order of their keys: the order in which they were filled may be a secret."""
        hints, data = _hints(type(board)), self.board_to_json(board)
        for name, value in data.items():
            if origin_of(hints[name]) in (dict, Mapping):
                data[name] = dict(in_order(value.items())) if isinstance(value, dict) else in_order(value)
        return data

    def board(self, data: Any) -> Board:
        """The board that JSON data stands for; printed matter comes from the game. Raises `RecordError`."""
        cls = self.game.board
        static, hints = static_fields(cls), _hints(cls)
        names = [one.name for one in attrs.fields(cls) if one.name not in static]
        if not isinstance(data, Mapping) or set(data) != set(names):
            got = sorted(data) if isinstance(data, Mapping) else data
            raise RecordError(f"a board of {self.game.id} has the fields {', '.join(names)}; this one has {got}")
        values = {name: self._structure(data[name], hints[name], f"board.{name}", RecordError) for name in names}
        return cast(Board, cls(**values, **{name: self.game.printed[name] for name in static}))

    def answer_to_json(self, answer: Any) -> dict[str, Any]:
        """An answer: an action, choices of several seats made in secret, or the face of a roll."""
        if isinstance(answer, Action):
            return {"action": self.to_json(answer)}
        if isinstance(answer, Mapping):
            return {"secret": {seat: self.to_json(action) for seat, action in answer.items()}}
        if type(answer) not in (int, str):
            raise WargameError(f"a face of a die is a whole number or text, so that it can be saved; not {answer!r}")
        return {"roll": answer}

    def answer(self, data: Any) -> Any:
        """The answer that JSON data stands for. Raises `RecordError` or `MalformedAction`."""
        if isinstance(data, Mapping) and len(data) == 1:
            (kind, value), *_ = data.items()
            if kind == "action":
                return self.action(value)
            if kind == "secret" and isinstance(value, Mapping):
                return {seat: self.action(action) for seat, action in value.items()}
            if kind == "roll" and isinstance(value, (int, str)):
                return value
        raise RecordError(f"an answer is one of action, secret, roll; not {data!r}")

    def state_to_json(self, state: State) -> dict[str, Any]:
        """The whole state, secrets included."""
        return {
            "game": self.game.id,
            "scenario": state.scenario,
            "options": dict(state.options),
            "cursor": list(self.game.program.lines[state.line].path) if state.line >= 0 else [],
            "board": self.board_to_json(state.checkpoint),
            "answers": [self.answer_to_json(answer) for answer in state.answers],
            "commits": {seat: self.to_json(action) for seat, action in state.commits.items()},
            "seq": state.seq,
        }

    def state(self, data: Any) -> State:
        """The state that JSON data stands for. Raises `RecordError`."""
        from wargame_core.flow.state import OVER, State

        wanted: dict[str, type] = {"game": str, "scenario": str, "options": Mapping, "cursor": list, "board": Mapping}
        wanted |= {"answers": list, "commits": Mapping, "seq": int}
        if not isinstance(data, Mapping) or set(data) != set(wanted):
            raise RecordError(f"a state has the keys {', '.join(wanted)}")
        for key, kind in wanted.items():
            if not isinstance(data[key], kind):
                raise RecordError(f"state.{key} is {data[key]!r}, which is no {kind.__name__}")
        if data["game"] != self.game.id:
            raise RecordError(f"this state is of game {data['game']!r}, not {self.game.id!r}")
        path = tuple(data["cursor"])
        try:
            line = self.game.program.line_of(path) if path else OVER
        except KeyError:
            raise RecordError(f"the sequence of play of {self.game.id} has no step {' > '.join(path)}") from None
        state = State(
            self.game,
            data["scenario"],
            self.game.read_options(data["options"]),
            self.board(data["board"]),
            line,
            tuple(self.answer(one) for one in data["answers"]),
            {seat: self.action(action) for seat, action in data["commits"].items()},
            data["seq"],
        )
        try:
            state.pending  # noqa: B018 - runs the step over the answers
        except WargameError as problem:
            raise RecordError(str(problem)) from None
        return state


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(cls: type) -> dict[str, Any]:
    if cls not in _HINTS:
        _HINTS[cls] = get_type_hints(cls)
    return _HINTS[cls]


def by_kind(classes: Iterable[type[Any]]) -> dict[str, type[Any]]:
    """The classes by their kind tag. Raises ValueError for a class without one and for two with the same."""
    kinds: dict[str, type[Any]] = {}
    for cls in classes:
        if not cls.kind:
            raise ValueError(f"{cls.__name__} has no kind")
        if kinds.setdefault(cls.kind, cls) is not cls:
            raise ValueError(f"{cls.__name__} and {kinds[cls.kind].__name__} have the same kind {cls.kind!r}")
    return kinds
