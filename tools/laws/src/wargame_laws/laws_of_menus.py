"""Laws of menus: labels differ, complete menus contain all, equal choices are equal, order reveals nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import attrs

from wargame_core.errors import WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import SPECTATOR, redact, static_fields
from wargame_laws.comparing import difference
from wargame_laws.laws_of_choices import SAMPLE, is_legal, mutations
from wargame_laws.recording import Moment
from wargame_laws.trials import Trial


def law_no_two_choices_read_alike(trial: Trial) -> None:
    """The choices of one menu have different labels, as the seat that chooses reads them."""
    for play in trial.plays(0.5):
        for moment in play:
            for seat in moment.match.to_choose:
                board, read = moment.match.view(seat).board, dict[str, Action]()
                for action in moment.listed(seat):
                    label = action.text(board)
                    if label in read:
                        raise moment.broken(f"{seat} reads {label!r} twice: {read[label]} and {action}")
                    read[label] = action


def law_complete_menus_hold_every_choice(trial: Trial) -> None:
    """Where choices say that their menu is complete, nothing else is legal, and bots choose from it."""
    pool: list[Action] = []
    for play in trial.plays(0.5):
        for moment in play:
            choices = moment.match.choices(moment.seat)
            listed = moment.listed()
            pool = [*pool[-200:], *moment.rng.sample(listed, min(3, len(listed)))]
            if not choices.complete:
                continue
            if moment.action not in listed:
                raise moment.broken(f"{moment.seat} plays {moment.action}, which is not in its complete menu")
            tried = moment.rng.sample(listed, min(4, len(listed)))
            changed = [other for action in tried for other in mutations(action, pool)]
            for action in moment.rng.sample(changed, min(SAMPLE, len(changed))):
                if action not in listed and is_legal(moment, action):
                    raise moment.broken(f"{action} is legal and not in the menu, which says that it is complete")


def law_equal_choices_are_equal(trial: Trial) -> None:
    """An action that names a set has one form: in another order it is the same action, or does something else."""
    for play in trial.plays(0.5):
        for moment in play:
            listed = moment.listed()
            for action in moment.rng.sample(listed, min(SAMPLE, len(listed))):
                for other in _turned_round(action):
                    if other != action and _comes_to_the_same(moment, action, other):
                        raise moment.broken(f"{action} and {other} are one choice in two forms")


def _turned_round(action: Action) -> Iterator[Action]:
    for field in attrs.fields(type(action)):
        value = getattr(action, field.name)
        if isinstance(value, tuple) and len(set(value)) > 1:
            yield attrs.evolve(action, **{field.alias: value[::-1]})


def _comes_to_the_same(moment: Moment, action: object, other: object) -> bool:
    if not is_legal(moment, other):
        return False
    matches = moment.fork(), moment.fork()
    try:
        for match, chosen in zip(matches, (action, other), strict=True):
            match.play(chosen, moment.seat)
    except WargameError:
        return False  # the law that what is offered is legal says so
    return matches[0].board == matches[1].board


def law_order_tells_nothing(trial: Trial) -> None:
    """The order of the JSON that a seat gets follows from its content, not from the order in which it was filled."""
    for play in trial.plays(0.25):
        for moment in play:
            shuffled = _shuffled(moment.board, moment.rng)
            for seat in (*trial.game.seats, SPECTATOR):
                codec = trial.game.rules.codec
                before, after = redact(moment.board, seat), redact(shuffled, seat)
                where = difference(codec.view_to_json(before), codec.view_to_json(after))
                if where is not None:
                    raise moment.broken(f"what {seat} sees stands in the order in which it was filled: {where}")


def _shuffled(board: Board, rng: Random) -> Board:
    """The same board, its mappings filled in another order."""
    copy = board.copy()
    for field in attrs.fields(type(board)):
        value = getattr(copy, field.name)
        if isinstance(value, dict) and field.name not in static_fields(type(board)):
            keys = list(value)
            rng.shuffle(keys)
            setattr(copy, field.name, {key: value[key] for key in keys})
    return copy
