"""Choices of several things, too many to list: what a screen needs to put one together, a thing at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from attrs import has

from wargame_core.flow.about import about
from wargame_core.flow.child import ChildChoices, InChild
from wargame_core.flow.choices import Action, Choices
from wargame_core.flow.product import Product
from wargame_core.flow.state import View
from wargame_core.flow.subsets import Subsets
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless

FEW: Final = 16
"""So many choices are a menu, and need not be put together."""


def build_of(view: View) -> JsonObject | None:
    """How a choice of several things is put together; None where the menu will do.

    Of some of several things: ``action`` is the choice of nothing; the names that are chosen, in the order of
    ``things``, stand in the list that ``into`` leads to, key by key; there are at most ``most``.

    Of one thing of each of several rows: ``action`` is the choice of the first of each; what is chosen in a row of
    ``each``, the ``value`` of one of its ``things``, stands where its ``into`` leads.
    """
    wrap, choices = _inside(view.choices)
    if choices.complete and len(choices) <= FEW:
        return None
    if isinstance(choices, Subsets):
        return _some(choices, view, wrap)
    return _each(choices, view, wrap) if isinstance(choices, Product) else None


def _some(choices: Subsets, view: View, wrap: _Wrap) -> JsonObject:
    nothing, codec = choices.make(()), view.rules.codec
    bare: JsonObject = codec.to_json(wrap(nothing))
    into = _changed(bare, codec.to_json(wrap(choices.make(choices.names[:1]))))
    things = []
    for name in choices.names:
        alone = wrap(choices.make((name,)))
        thing: JsonObject = {"name": name, "label": harmless(alone.text(view.board))}
        if named := alone.about(view.board).to_json():
            thing["about"] = named
        things.append(thing)
    return {"action": bare, "into": into, "things": things, "most": choices.most}


def _each(choices: Product, view: View, wrap: _Wrap) -> JsonObject | None:
    """None where the things chosen stand in no places of their own in an action."""
    usual = [row[0] for row in choices.rows]

    def written(chosen: Sequence[Any]) -> JsonObject:
        action: JsonObject = view.rules.codec.to_json(wrap(choices.make(tuple(chosen))))
        return action

    rows, bare = [], written(usual)
    another = bare
    for place, (title, row) in enumerate(zip(choices.titles, choices.rows, strict=True)):
        actions = [written([*usual[:place], part, *usual[place + 1 :]]) for part in row]
        if len(row) == 1:
            continue
        into = _common([_changed(bare, action) for action in actions if action != bare])
        values = [_at(action, into) for action in actions]
        things = [_thing(choices, view, part, value) for part, value in zip(row, values, strict=True)]
        rows.append({"title": harmless(title), "into": into, "things": things})
        another = put(another, into, values[-1])
    if another != written([row[-1] for row in choices.rows]):
        return None
    return {"action": bare, "each": rows}


def _thing(choices: Product, view: View, part: Any, value: Any) -> JsonObject:
    thing: JsonObject = {"value": value, "label": harmless(choices.name(part))}
    if has(type(part)) and (named := about(part, view.board).to_json()):
        thing["about"] = named
    return thing


class _Wrap:
    """An action as the game takes it: of a game inside the game, in one of the game."""

    def __init__(self, games: tuple[str, ...] = ()) -> None:
        self.games = games

    def __call__(self, action: Action) -> Action:
        for game in reversed(self.games):
            action = InChild(game, action)
        return action


def _inside(choices: Choices) -> tuple[_Wrap, Choices]:
    games = []
    while isinstance(choices, ChildChoices):
        games.append(choices.game)
        choices = choices.inside
    return _Wrap(tuple(games)), choices


def _changed(before: Any, after: Any) -> list[str | int]:
    """The keys that lead to the innermost part in which two actions differ."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        keys: list[Any] = [key for key in before if before[key] != after[key]]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        keys = [number for number, part in enumerate(before) if part != after[number]]
    else:
        return []
    return [keys[0], *_changed(before[keys[0]], after[keys[0]])] if len(keys) == 1 else []


def _at(part: Any, into: Sequence[str | int]) -> Any:
    for key in into:
        part = part[key]
    return part


def _common(ways: Sequence[Sequence[str | int]]) -> list[str | int]:
    """The keys with which all begin."""
    return [keys[0] for keys in takewhile(lambda keys: len(set(keys)) == 1, zip(*ways, strict=False))]


def put(part: Any, into: Sequence[str | int], value: Any) -> Any:
    """An action with something else where the keys lead."""
    if not into:
        return value
    first, *more = into
    changed = part.copy()
    changed[first] = put(part[first], more, value)
    return changed
