"""The most frequent mistakes of authors of rules, reported with the step in which they happened."""

from __future__ import annotations

from collections.abc import Iterable
from types import GeneratorType

from wargame_core.dice import Die
from wargame_core.errors import RulesError, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.procedures import FORGOTTEN, Ask, AskSecretly, PlayInside, Roll, never_waited_for
from wargame_core.flow.sequence import Cursor


def check_actions(rules: str, actions: Iterable[type[Action]]) -> None:
    """Raises `RulesError` for a class of actions that is not frozen: its values could not be compared and saved."""
    for cls in actions:
        if "__attrs_attrs__" not in vars(cls):
            raise RulesError(
                f"{rules}: the action class {cls.__name__} is not frozen: write @frozen (of attrs) above it"
            )


def check_yield(made: object, waits: object) -> None:
    """Raises `RulesError` unless a procedure yields the question or roll that it made last, or one of its own."""
    if made is not None and made is not waits:
        raise never_waited_for(made)
    if isinstance(waits, Die):
        raise RulesError(f"a die ({waits}) was yielded: write `yield from t.roll_openly(die, what_for)`")
    if isinstance(waits, GeneratorType):
        raise RulesError(f"{waits.__name__}(...) was yielded: {FORGOTTEN}")
    if not isinstance(waits, (Ask, AskSecretly, Roll, PlayInside)):
        raise RulesError(f"a {type(waits).__name__} was yielded; rules ask by `yield from t.ask(...)`")


def note_step(problem: Exception, rules: str, step: Cursor) -> None:
    """Add a note to an error: the step of the rules in which it occurred, and its most likely cause."""
    where = f"step {' > '.join(step)}"
    if isinstance(problem, RulesError):
        problem.args = (f"{rules}, {where}: {problem}",)
    if isinstance(problem, WargameError):
        return
    problem.add_note(f"in {where} of {rules}")
    if isinstance(problem, (AttributeError, TypeError)) and "generator" in str(problem):
        problem.add_note(f"t.ask(...) and your own procedures give an answer only when waited for: {FORGOTTEN}")
