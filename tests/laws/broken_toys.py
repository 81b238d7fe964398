"""How tests break the test game: a step with another rule, a walk with other options, a law that must complain."""

from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tests.core import skirmish_toy as toys
from tests.core.skirmish_toy import SEQUENCE, Give, Stay, Walked, Walking, toy

from wargame_core.authoring import Action, Game, Procedure, Repeat, Sequence, Step, Table
from wargame_laws import LawBroken, Trial

Rule = Callable[[Table[Any]], Any]


@frozen
class Unlisted(Action):
    kind: ClassVar[str] = "unlisted"


def replaced(part: Any, label: str, rule: Rule) -> Any:
    """The sequence with the rule of one step replaced."""
    if isinstance(part, Step):
        return evolve(part, rule=rule) if part.label == label else part
    inner = [replaced(one, label, rule) for one in part.parts]
    if isinstance(part, Repeat):
        return Repeat(part.label, *inner, until=part.until)
    return Sequence(part.label, *inner)


def with_rule(label: str, rule: Rule, **changes: Any) -> Game:
    return toy(sequence=replaced(SEQUENCE, label, rule), **changes)


def trial(game: Game, **settings: Any) -> Trial:
    return Trial(game, **{"seeds": range(20), **settings})


def bow_and(then: Callable[[Table[Any]], object]) -> Rule:
    """Blue bows, and then something happens."""

    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        then(t)

    return bow


def asked(*choices: Any, prompt: str = "Bow?") -> Rule:
    """Blue is asked, with these choices."""

    def ask(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", list(choices), prompt)

    return ask


def walking(options: type[Walking], event: type[Walked] = Walked) -> Rule:
    """The walk of the test game with other options or another event."""

    def walk(t: Table[Any]) -> Procedure[None]:
        for left in (2, 1, 0):
            action = yield from t.ask("blue", options(t.board, left), "Where does the scout go?")
            if isinstance(action, Stay):
                return
            t.record(event(action.to))
            if action.to == t.board.mine and not t.board.found:
                t.record(toys.MineFound())

    return walk


def breaks(law: Callable[[Trial], None], game: Game, match: str, **settings: Any) -> None:
    with pytest.raises(LawBroken, match=match):
        law(trial(game, **settings))
