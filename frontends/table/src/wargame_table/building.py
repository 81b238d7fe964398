"""Choices of some of several things, too many to list: what a screen needs to put one together, a thing at a time."""

from __future__ import annotations

from typing import Final

from wargame_core.flow.child import ChildChoices, InChild
from wargame_core.flow.choices import Action, Choices
from wargame_core.flow.state import View
from wargame_core.flow.subsets import Subsets
from wargame_core.json_types import JsonObject
from wargame_core.quoting import harmless

FEW: Final = 16
"""So many choices are a menu, and need not be put together."""


def build_of(view: View) -> JsonObject | None:
    """How a choice of some of several things is put together; None where the menu will do.

    ``action`` is the choice of nothing; the names that are chosen, in the order of ``things``, stand in the list that
    ``into`` leads to, key by key; there are at most ``most``.
    """
    wrap, choices = _inside(view.choices)
    if not isinstance(choices, Subsets) or (choices.complete and len(choices) <= FEW):
        return None
    nothing, codec = choices.make(()), view.rules.codec
    bare: JsonObject = codec.to_json(wrap(nothing))
    into = _changed(bare, codec.to_json(wrap(choices.make(choices.names[:1]))))
    things = []
    for name in choices.names:
        alone = wrap(choices.make((name,)))
        thing: JsonObject = {"name": name, "label": harmless(alone.text(view.board))}
        if about := alone.about(view.board).to_json():
            thing["about"] = about
        things.append(thing)
    return {"action": bare, "into": into, "things": things, "most": choices.most}


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


def _changed(before: JsonObject, after: JsonObject) -> list[str]:
    """The keys that lead to the list in which two actions differ."""
    key = next(key for key in after if before.get(key) != after[key])
    deeper = before.get(key)
    return [key, *_changed(deeper, after[key])] if isinstance(deeper, dict) else [key]
