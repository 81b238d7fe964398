"""Chances during play: what a choice may lead to, where that tells no secret, and the plugin's own questions."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from wargame_core.errors import UnknownName
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.procedures import Answer, AskSecretly, Roll
from wargame_core.flow.state import State
from wargame_core.limits import quote
from wargame_core.odds import Distribution
from wargame_core.plugins.discovery import plugin_of
from wargame_core.plugins.questions import QueryError

if TYPE_CHECKING:
    from wargame_core.flow.match import Match
    from wargame_core.flow.state import State

Story = tuple[str, ...]
MOST = 12


def forecast(match: Match, action: Action, seat: str) -> str:
    """What ``action`` may lead to before anybody chooses again, with exact chances.

    A sentence that refuses where ``seat`` does not see the whole board: exact chances would tell what is hidden.
    """
    if match.view(seat).board != match.board or isinstance(match.pending, AskSecretly):
        return "  the chances depend on what you may not see; `odds` lists questions that can be asked in general"
    if len(match.to_choose) != 1:
        return "  the chances depend on what others choose now"
    chances = _walk(match.state, action, seat)
    likely = sorted(chances.items(), key=lambda item: -item[1])
    lines = [
        f"  {float(chance):6.1%}  {chance!s:>9}  {' '.join(story) or '(nothing)'}" for story, chance in likely[:MOST]
    ]
    if len(likely) > MOST:
        rest = 1 - sum(chance for _, chance in likely[:MOST])
        lines.append(f"  {float(rest):6.1%}  {len(likely) - MOST} others")
    return "\n".join(lines)


def _walk(state: State, answer: Answer, seat: str) -> Distribution[Story]:
    entries: list[Entry] = []
    runner = state.runner(entries=entries)
    runner.answer(answer)
    texts = tuple(
        text for entry in entries for event in entry.feeds.get(seat, ()) if (text := event.text(runner.board))
    )
    roll = runner.pending
    if not isinstance(roll, Roll):
        return Distribution.certain(texts)
    after = State.of(runner)
    return Distribution.of(roll.die).then(lambda face: _walk(after, face, seat)).map(lambda more: texts + more)


def ask_plugin(game: str, words: str) -> str:
    """The answer to a question typed as ``NAME --parameter value``; without words, the questions there are."""
    from wargame_terminal.questions import read_parameters

    plugin = plugin_of(game)
    if not words:
        lines = [f"  odds {question.name}  {question.help}" for question in plugin.odds.values()]
        lines.append("  odds NUMBER  what a choice of the list may lead to")
        return "\n".join(lines)
    try:
        name, *rest = shlex.split(words)
    except ValueError as problem:  # a quote that does not end
        raise QueryError(f"{quote(words)} cannot be read: {problem}") from None
    if name not in plugin.odds:
        raise UnknownName("question", name, plugin.odds)
    query = plugin.odds[name]
    return str(query.ask(read_parameters(rest, query.parameters)).text(30))
