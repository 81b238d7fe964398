"""JSON of a game's actions, events, boards and answers, strict both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Protocol, cast

from wargame_core.data.json_values import describe_error, in_order, strict_converter
from wargame_core.data.limits import ACTION, LimitError, check_value
from wargame_core.data.structuring import in_words
from wargame_core.errors import MalformedAction, RecordError, WargameError, expected
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, Child, Event, GameEnded
from wargame_core.flow.plain_fields import PlainFields
from wargame_core.flow.procedures import Answer
from wargame_core.flow.visibility import CHILD, derived_fields, kept_fields, static_fields
from wargame_core.json_form import JsonObject
from wargame_core.quoting import MESSAGE, quote, shorten
from wargame_core.shapes import MapShape, Shape, fields_of

Hooks = Callable[[Any], None]
WRITTEN: Final = 256
"""The number of events whose text is cached."""


class InsideCodecs(Protocol):
    """What a converter has to know of inner games: see `ChildCodecs`."""

    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]

    def teach(self, converter: Any) -> None:
        """Let a converter write and read actions, events and boards of inner games."""

    def view_to_json(self, child: Child) -> JsonObject:
        """An inner game as a seat sees it."""


class Codec:
    """JSON in and out for one game. Made once per game, on first use."""

    def __init__(
        self,
        game: str,
        board: type[Board],
        printed: Mapping[str, Any],
        actions: Iterable[type[Action]],
        events: Iterable[type[Event]],
        hooks: Hooks | None = None,
        inside: InsideCodecs | None = None,
    ) -> None:
        self.game, self.printed = game, printed
        self.board_class = board
        self.converter = strict_converter()
        if hooks is not None:
            hooks(self.converter)
        self.inside = inside
        self._written: dict[int, tuple[Event, str]] = {}
        if inside is not None:
            inside.teach(self.converter)
        self._plain = PlainFields(self._again)
        self.actions = by_kind((*actions, *(inside.actions if inside is not None else ())))
        self.events = by_kind((*events, GameEnded, *(inside.events if inside is not None else ())))

    def to_json(self, value: Any) -> Any:
        """Plain JSON data for an action, an event, a board, or any value inside them."""
        if isinstance(value, Board):
            return self.board_to_json(value)
        if isinstance(value, (Action, Event)):
            return {"kind": value.kind, **self.converter.unstructure(value)}
        return self.converter.unstructure(value)

    def _again(self, value: Any, hint: Any) -> Any:
        return self.converter.structure(self.converter.unstructure(value, hint), hint)

    def written(self, event: Event) -> str:
        """An event's JSON as text, for tags; cached for the latest events, because several seats are told of them."""
        known = self._written.get(id(event))
        if known is None or known[0] is not event:
            if len(self._written) >= WRITTEN:
                self._written.clear()
            known = self._written[id(event)] = event, repr(self.to_json(event))
        return known[1]

    def action(self, data: object) -> Action:
        """The action that JSON data stands for. Raises `MalformedAction` naming what is wrong and what was expected."""
        try:
            check_value(data, ACTION)
        except LimitError as problem:
            raise MalformedAction(f"an action that is not let in: {problem}") from None
        return cast(Action, self._tagged(data, self.actions, "action", MalformedAction))

    def checked(self, action: Action) -> Action:
        """The action, after checking that each field has its declared type. Raises `MalformedAction`."""
        if self._plain.are_in(action):
            return action
        try:
            data = self.to_json(action)
        except (TypeError, ValueError, AttributeError, LookupError, RecursionError):
            wrong = f"{type(action).__name__}: its fields are not of the types it declares"
            raise MalformedAction(f"{wrong} ({', '.join(describe_fields(type(action)))})") from None
        return self.action(data)

    def event(self, data: object) -> Event:
        """The event that JSON data stands for. Raises `RecordError`."""
        return cast(Event, self._tagged(data, self.events, "event", RecordError))

    def _tagged(self, data: Any, kinds: Mapping[str, type], what: str, error: type[Exception]) -> Any:
        if not isinstance(data, Mapping):
            raise error(f"an {what} is a JSON object with a 'kind', not {quote(data)}")
        kind = data.get("kind")
        if kind is None:
            raise error(f"an {what} needs a 'kind'{expected(kind, kinds)}; got {quote(dict(data))}")
        if not isinstance(kind, str) or kind not in kinds:
            raise error(f"unknown {what} kind {quote(kind)}{expected(kind, kinds)}")
        return self._structure({k: v for k, v in data.items() if k != "kind"}, kinds[kind], f"{what} {kind!r}", error)

    def _structure(self, data: Any, cls: Any, what: str, error: type[Exception]) -> Any:
        from cattrs import BaseValidationError, transform_error

        try:
            return self.converter.structure(data, cls)
        except BaseValidationError as problems:
            raise error("; ".join(transform_error(problems, what, format_exception=describe_error))) from None
        except Exception as problem:  # cattrs has no class of its own for every refusal
            raise error(f"{what}: {shorten(str(problem), MESSAGE)}") from None

    def board_to_json(self, board: Board) -> JsonObject:
        """Every field of the board that is not printed matter."""
        saved = _saved(type(board))
        data = {name: self.converter.unstructure(getattr(board, name), of.declared) for name, of in saved.items()}
        return data if board.child is None else {**data, CHILD: self.converter.unstructure(board.child)}

    def view_to_json(self, board: Board) -> JsonObject:
        """The board without `Derived` fields, and with mappings in the order of their keys.

        The order in which they were filled may be a secret.
        """
        shapes, derived = _saved(type(board)), derived_fields(type(board))
        data = {name: value for name, value in self.board_to_json(board).items() if name not in derived}
        for name, value in data.items():
            if isinstance(shapes.get(name), MapShape):
                data[name] = dict(in_order(value.items())) if isinstance(value, dict) else in_order(value)
        if board.child is not None and self.inside is not None:
            data[CHILD] = self.inside.view_to_json(board.child)
        return data

    def board(self, data: object) -> Board:
        """The board that JSON data stands for; printed matter comes from the game. Raises `RecordError`."""
        cls = self.board_class
        saved = _saved(cls, child=isinstance(data, Mapping) and CHILD in data)
        if not isinstance(data, Mapping) or data.keys() != saved.keys():
            got = sorted(data) if isinstance(data, Mapping) else data
            raise RecordError(f"a board of {self.game} has the fields {', '.join(saved)}; this one has {got}")
        values = {
            name: self._structure(data[name], shape.declared, f"board.{name}", RecordError)
            for name, shape in saved.items()
        }
        return cls(**values, **{name: self.printed[name] for name in static_fields(cls) - kept_fields(cls)})

    def answer_to_json(self, answer: Answer) -> JsonObject:
        """An answer: an action, choices of several seats made in secret, or the face of a roll."""
        if isinstance(answer, Action):
            return {"action": self.to_json(answer)}
        if isinstance(answer, Mapping):
            return {"secret": {seat: self.to_json(action) for seat, action in answer.items()}}
        if type(answer) not in (int, str):
            raise WargameError(f"a face of a die is a whole number or text, so that it can be saved; not {answer!r}")
        return {"roll": answer}

    def answer(self, data: object) -> Answer:
        """The answer that JSON data stands for. Raises `RecordError` or `MalformedAction`."""
        if isinstance(data, Mapping) and len(data) == 1:
            (kind, value), *_ = data.items()
            if kind == "action":
                return self.action(value)
            if kind == "secret" and isinstance(value, Mapping):
                return {seat: self.action(action) for seat, action in value.items()}
            if kind == "roll" and isinstance(value, (int, str)):
                return value
        raise RecordError(f"an answer is one of action, secret, roll; not {quote(data)}")


def _saved(cls: type[Board], *, child: bool = False) -> dict[str, Shape]:
    """The fields of a board that are no printed matter, without the inner game unless ``child``."""
    static = static_fields(cls)
    return {
        part.name: part.shape for part in fields_of(cls) if part.name not in static and (child or part.name != CHILD)
    }


def describe_fields(cls: type[Any]) -> list[str]:
    """The fields of a class with what each holds, in words."""
    return [f"{part.name}: {in_words(part.shape)}" for part in fields_of(cls)]


def by_kind(classes: Iterable[type[Any]]) -> dict[str, type[Any]]:
    """The classes by their kind tag. Raises ValueError for a class without one and for two with the same."""
    kinds: dict[str, type[Any]] = {}
    for cls in classes:
        if not cls.kind:
            raise ValueError(f"{cls.__name__} has no kind")
        if kinds.setdefault(cls.kind, cls) is not cls:
            raise ValueError(f"{cls.__name__} and {kinds[cls.kind].__name__} have the same kind {cls.kind!r}")
    return kinds
