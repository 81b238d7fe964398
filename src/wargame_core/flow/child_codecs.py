"""JSON of inner games: their actions, events and boards, by the converter of the inner game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from wargame_core.errors import WargameError
from wargame_core.flow.child import CHILD_EVENTS, ChildEvent, InChild
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Codec
from wargame_core.flow.events import Child, Event
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import quote

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
        converter.register_structure_hook(ChildGame, lambda data, _: child_game(data))
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
        game, inner = _parts(data, game=str, action=Mapping)
        return _well(lambda: InChild(game, self._kinds(game).action(inner)))

    def _event_to_json(self, event: ChildEvent) -> JsonObject:
        inner = self._kinds(event.game).to_json(event.event)
        return {"number": event.number, "game": event.game, "event": inner}

    def _event(self, data: object, _: object) -> ChildEvent:
        number, game, inner = _parts(data, number=int, game=str, event=Mapping)
        return _well(lambda: ChildEvent(number, game, self._kinds(game).event(inner)))

    def _child_to_json(self, child: Child) -> JsonObject:
        codec = self._codec_of(child.game.id, child.game.data)
        return {"game": child.game.to_json(), "board": codec.board_to_json(child.board)}

    def _child(self, data: object, _: object) -> Child:
        described, board = _parts(data, game=Mapping, board=Mapping)
        game = child_game(described)
        return _well(lambda: Child(game, self._codec_of(game.id, game.data).board(board)))


def child_game(data: object) -> ChildGame:
    """The inner game that JSON data describe. Raises ValueError for anything else."""
    kinds = {"id": str, "seats": Mapping, "data": Mapping, "scenario": (str, type(None)), "options": Mapping}
    values = _parts(data, **kinds, watched=bool, number=int)
    game = ChildGame(*values)
    texts = (*game.seats, *game.seats.values(), *game.options, *game.options.values())
    if not all(type(text) is str for text in texts):
        raise ValueError("the seats and options of a game inside are texts")
    return game


def _parts(data: object, /, **kinds: Any) -> tuple[Any, ...]:
    """The values of an object that has these keys and no others, each of its type. Raises ValueError."""
    if not isinstance(data, Mapping) or set(data) != set(kinds):
        raise ValueError(f"an object with the keys {', '.join(kinds)} is wanted, not {quote(data)}")
    for key, kind in kinds.items():
        if not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool)):
            raise ValueError(f"{key} is {quote(data[key])}, which is not of its type")
    return tuple(data[key] for key in kinds)


def _well(make: Callable[[], T]) -> T:
    """What ``make`` makes; errors of the inner game become errors of this game's converter."""
    try:
        return make()
    except WargameError as problem:
        raise ValueError(str(problem)) from None
