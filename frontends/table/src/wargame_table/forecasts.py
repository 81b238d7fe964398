"""Exact chances of what a choice may lead to, as far as they can be counted in bounded work, and tell no secret."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import define

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Entry
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import AskSecretly, Roll
from wargame_core.flow.state import State
from wargame_core.json_form import JsonObject
from wargame_core.limits import harmless
from wargame_core.odds import Distribution
from wargame_table.protocol import Refused

STEPS = 400
"""Positions that one forecast looks at; a step is one to four thousandths of a second."""
SHOWN = 12
"""Outcomes that are sent; the rest is one sum."""
LARGEST = 100_000
"""The largest denominator that is written as a fraction."""

Story = tuple[str, ...]


@define
class _Walk:
    seat: str
    left: int

    def after(self, state: State, answer: Any) -> Distribution[Story]:
        self.left -= 1
        if self.left < 0:
            raise Refused("unavailable", "this can end in too many ways to count them now")
        entries: list[Entry] = []
        runner = state.runner(entries=entries)
        runner.answer(answer)
        events = [event for entry in entries for event in entry.feeds.get(self.seat, ())]
        sentences = tuple(text for event in events if (text := event.text(runner.board)))
        roll = runner.pending
        if not isinstance(roll, Roll):
            return Distribution.certain(sentences)
        after = State.of(runner)
        return Distribution.of(roll.die).then(lambda face: self.after(after, face)).map(lambda more: sentences + more)


def forecast(match: Match, action: object, seat: str, steps: int = STEPS) -> JsonObject:
    """The likeliest stories that ``action`` may lead to before anybody chooses again, each with its chance.

    Raises `Refused` where the true chances would tell what the seat may not see, where the action is not legal, and
    where more than ``steps`` positions would have to be looked at.
    """
    if isinstance(match.pending, AskSecretly) or match.to_choose != (seat,):
        raise Refused("unavailable", "the chances depend on what others choose now")
    if match.view(seat).board != match.board:
        raise Refused("unavailable", "the chances depend on what you may not see")
    chosen = match.rules.let_in(action)
    if not (verdict := match.judge(chosen, seat)):
        raise Refused("illegal", str(verdict), verdict)
    try:
        chances = _Walk(seat, steps).after(match.state, chosen)
    except Refused:
        raise
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None
    likely = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    shown = [
        {"chance": written(chance), "percent": round(float(chance) * 100, 1), "text": harmless(" ".join(story))}
        for story, chance in likely[:SHOWN]
    ]
    rest = sum((chance for _, chance in likely[SHOWN:]), Fraction(0))
    return {"outcomes": shown, **({"others": len(likely) - SHOWN, "rest": written(rest)} if rest else {})}


def written(chance: Fraction) -> str:
    """A chance as people write it.

    >>> written(Fraction(5, 36)), written(Fraction(1, 46656 * 6))
    ('5/36', '0.0004 %')
    """
    return str(chance) if chance.denominator <= LARGEST else f"{float(chance) * 100:.4f} %"
