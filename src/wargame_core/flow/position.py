"""The plain data of a position: the board at the last checkpoint, the step of the sequence, the answers since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from attrs import field, fields, frozen

from wargame_core.errors import RecordError
from wargame_core.flow.child_codecs import child_game
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.procedures import Answer
from wargame_core.flow.rules import Rules
from wargame_core.flow.visibility import static_fields
from wargame_core.json_form import JsonMapping, JsonObject

P = TypeVar("P", bound="Position")

OVER = -1
"""The line of a game that is over."""

INSIDE = "child"
"""The JSON key of the inner game."""
_KEYS: Mapping[str, type] = {
    "game": str,
    "scenario": str,
    "options": Mapping,
    "cursor": list,
    "board": Mapping,
    "answers": list,
    "commits": Mapping,
    "seq": int,
}


@frozen
class Position:
    """Everything a position follows from. Two are equal when the ids of their rules and all other fields are."""

    rules: Rules = field(repr=False, eq=lambda rules: rules.id)
    """The rules of the game."""
    scenario: str
    """The id of the scenario."""
    options: Mapping[str, str]
    """The value of every option."""
    checkpoint: Board = field(repr=False)
    """The board as it was when the present step began."""
    line: int
    """The present step, as a line of `Rules.program`; `OVER` after the end."""
    answers: tuple[Answer, ...]
    """The answers given since the checkpoint."""
    commits: Mapping[str, Action]
    """By seat, the secret choices that wait for those of the other seats."""
    seq: int
    """The number of answers in the game so far."""
    inside: Inside | None = None
    """The inner game that is being played, and its position."""

    def __hash__(self) -> int:
        return hash((self.rules.id, self.line, self.seq, _hash(self.answers), _hash(self.checkpoint)))

    def __copy__(self: P) -> P:
        return self

    def __deepcopy__(self: P, memo: object) -> P:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.rules, self.to_json())

    def to_json(self) -> JsonObject:
        """The whole position, secrets included, as plain JSON data."""
        codec = self.rules.codec
        inside = {} if self.inside is None else {INSIDE: self.inside.to_json()}
        return {
            "game": self.rules.id,
            "scenario": self.scenario,
            "options": dict(self.options),
            "cursor": list(self.rules.program.lines[self.line].path) if self.line != OVER else [],
            "board": codec.board_to_json(self.checkpoint),
            "answers": [codec.answer_to_json(answer) for answer in self.answers],
            "commits": {seat: codec.to_json(action) for seat, action in self.commits.items()},
            "seq": self.seq,
            **inside,
        }

    @classmethod
    def from_json(cls: type[P], rules: Rules, data: object) -> P:
        """The position that JSON data stands for. Raises `RecordError` when it is none of these rules."""
        if not isinstance(data, Mapping) or data.keys() - {INSIDE} != set(_KEYS):
            raise RecordError(f"a state has the keys {', '.join(_KEYS)}")
        for key, kind in _KEYS.items():
            if not isinstance(data[key], kind):
                raise RecordError(f"state.{key} is {data[key]!r}, which is no {kind.__name__}")
        if data["game"] != rules.id:
            raise RecordError(f"this state is of game {data['game']!r}, not {rules.id!r}")
        path, codec = tuple(data["cursor"]), rules.codec
        try:
            line = rules.program.line_of(path) if path else OVER
        except KeyError:
            raise RecordError(f"the sequence of play of {rules.id} has no step {' > '.join(path)}") from None
        return cls(
            rules,
            data["scenario"],
            rules.read_options(data["options"]),
            codec.board(data["board"]),
            line,
            tuple(codec.answer(answer) for answer in data["answers"]),
            {seat: codec.action(action) for seat, action in data["commits"].items()},
            data["seq"],
            _inside(rules, cls, data[INSIDE]) if INSIDE in data else None,
        )


@frozen
class Inside:
    """An inner game that is being played, and its position."""

    game: ChildGame
    position: Position

    def to_json(self) -> JsonObject:
        """Both as plain JSON data."""
        return {"game": self.game.to_json(), "state": self.position.to_json()}


def _inside(rules: Rules, cls: type[P], data: object) -> Inside:
    """The inner game that JSON data stand for. Raises `RecordError`."""
    if not isinstance(data, Mapping) or set(data) != {"game", "state"}:
        raise RecordError("a game inside has a game and a state")
    try:
        game = child_game(data["game"])
    except ValueError as problem:
        raise RecordError(str(problem)) from None
    return Inside(game, cls.from_json(rules.game_inside(game.id, game.data).rules, data["state"]))


def _restored(cls: type[P], rules: Rules, data: JsonMapping) -> P:
    """The position that was pickled."""
    return cls.from_json(rules, data)


def _hash(value: object) -> int:
    """A hash of a board or of what stands on it; what nothing can be hashed by counts as nothing."""
    if isinstance(value, Board):
        printed = static_fields(type(value))
        names = (item.name for item in fields(type(value)) if item.name not in printed)
        return hash(tuple(_hash(getattr(value, name)) for name in names))
    try:
        if isinstance(value, Mapping):
            return hash(frozenset(value.items()))
        return hash(frozenset(value) if isinstance(value, set) else value)
    except TypeError:
        if isinstance(value, Mapping):
            return hash(frozenset((key, _hash(inner)) for key, inner in value.items()))
        return hash(tuple(map(_hash, value))) if isinstance(value, (list, tuple)) else 0
