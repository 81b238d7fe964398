"""Laws of choices: offered means legal, menus are whole and tell no two alike, rulings add up, odds are exact."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import attrs

from wargame_core import DiceError, IllegalAction, MalformedAction, Match, Ruling, State, Verdict, WargameError
from wargame_core.dice import Die, Face, Scripted
from wargame_core.flow.about import Names, marks_of
from wargame_core.flow.choices import LONGEST_LABEL, Action, Choices
from wargame_core.flow.declarations import Marches
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import SPECTATOR, redact, static_fields
from wargame_laws.complaints import LawBroken, difference, plain
from wargame_laws.trials import Moment, Trial

SAMPLE = 12
"""The number of choices, and of actions from elsewhere, that are tried at a moment."""
MOST_FORECAST_OUTCOMES = 150
"""The greatest number of outcomes of a forecast that is checked, because each is played."""


def law_offered_means_legal(trial: Trial) -> None:
    """What is offered is legal and counted right; what is refused has reasons, and refusing changes nothing."""
    pool: list[Action] = []
    for moment in trial.moments():
        for seat in moment.match.waiting_for:
            menu = _sound_menu(moment, seat)
            for action in _actions_not_offered(moment, menu, pool):
                _must_be_judged_right(moment, seat, action)
            pool += moment.some(menu, 3)
            del pool[:-300]


def _sound_menu(moment: Moment, seat: str) -> list[Action]:
    options, rng = moment.match.choices(seat).of, moment.rng
    menu = moment.menu_of(seat)
    if not menu:
        raise moment.error(f"{seat} has no choice")
    if (count := _count_of(options)) != len(menu):
        raise moment.error(f"len(choices) is {count}, but {len(menu)} are listed")
    if len(set(menu)) != len(menu):
        duplicate = next(action for action in menu if menu.count(action) > 1)
        raise moment.error(f"{duplicate} is offered twice")
    if options.abridged and options.complete:
        raise moment.error(f"{type(options).__name__} lists an excerpt (abridged) and says that it is complete")
    for action in (*moment.some(menu, SAMPLE), options.sample(rng), options.sample(rng)):
        if action not in menu and not options.abridged:
            raise moment.error(f"sample() gave {action}, which is not listed")
        if not moment.match.rules.is_action(action):
            raise moment.error(f"{action} is offered, but {type(action).__name__} is not among the game's actions")
        verdict = moment.match.judge(action, seat)
        if not verdict or action not in options:
            raise moment.error(f"{action} is offered and refused: {verdict}")
    return menu


def _count_of(choices: Choices) -> int | str:
    try:
        return len(choices)
    except OverflowError:  # Python's len() ends at 2**63
        return "more than can be counted"


def _actions_not_offered(moment: Moment, menu: list[Action], pool: list[Action]) -> Iterator[Action]:
    """Actions that are not offered now: from other moments, and offered ones with one thing changed."""
    changed_actions = [mutation for action in moment.some(menu, 4) for mutation in mutations(action, pool)]
    candidates, menu_set = moment.some(pool, SAMPLE) + moment.some(changed_actions, SAMPLE), set(menu)
    return (action for action in candidates if action not in menu_set)


def mutations(action: Action, pool: list[Action]) -> Iterator[Action]:
    """The action with one field changed: to nonsense, to a nearly correct value, to the value in another action."""
    for field in attrs.fields(type(action)):
        value = getattr(action, field.name)
        values = [
            getattr(other_action, field.name) for other_action in pool[-20:] if type(other_action) is type(action)
        ]
        if isinstance(value, bool):
            values.append(not value)
        elif isinstance(value, int):
            values += [value + 1, value - 1, -1, 10**6]
        elif isinstance(value, str):
            values += ["", f"no such {field.name}", value + "x"]
        elif isinstance(value, Enum):
            values += list(type(value))
        elif isinstance(value, tuple):
            values += [(), value[1:], value[:-1], value[::-1], value + value[:1]]
        for new_value in values:
            if new_value != value:
                yield attrs.evolve(action, **{field.alias: new_value})


def _must_be_judged_right(moment: Moment, seat: str, action: object) -> None:
    """Judge an action that is not offered: it may be legal (a path other than the best), or is refused with reasons."""
    match = moment.match
    state, board = match.state, match.board.copy()
    try:
        verdict = match.judge(action, seat)
    except MalformedAction:  # a value that no action of its kind can have: refused at the gate
        verdict = None
    except Exception as problem:
        raise moment.error(f"judging {action} raised {type(problem).__name__}: {problem}") from problem
    if verdict is None:
        try:
            match.play(action, seat)
        except MalformedAction:
            pass
        else:
            raise moment.error(f"{action} is judged to be no action and can be played")
    elif verdict:
        try:
            moment.fork().play(action, seat)
        except Exception as problem:
            raise moment.error(f"{action} is judged legal, but playing it raised {problem!r}") from problem
    else:
        if not all(reason.code and reason.text for reason in verdict.reasons):
            raise moment.error(f"{action} is refused for no stated reason: {verdict.to_json()}")
        try:
            match.play(action, seat)
        except IllegalAction as refusal:
            if refusal.verdict != verdict:
                raise moment.error(f"{action} is judged {verdict} and refused for {refusal.verdict}") from None
        else:
            raise moment.error(f"{action} is judged illegal and can be played")
    if match.state != state or match.board != board:
        raise moment.error(f"judging {action} changed the game")


def is_legal(moment: Moment, action: object) -> bool:
    """Whether the seat of the moment may play an action, made up or not."""
    try:
        return bool(moment.match.judge(action, moment.seat))
    except MalformedAction:
        return False


def law_rulings_add_up(trial: Trial) -> None:
    """Every computed result says what it rests on: base and modifiers add up, and JSON keeps all of it."""
    for moment in trial.moments(0.25):
        update = moment.fork().play(moment.action, moment.seat)
        for ruling in update.rulings:
            if (flaw := flaw_of_ruling(ruling)) is not None:
                raise moment.error(f"ruling {ruling.title!r}: {flaw}")


def flaw_of_ruling(ruling: Ruling) -> str | None:
    """What is wrong with a ruling, in words, or None."""
    data = plain(ruling.to_json())
    total = data["base"] + sum(line["value"] for line in data["modifiers"])
    if data["total"] != total or ruling.total != total:
        return f"its total is {data['total']}, base and modifiers make {total}"
    if not ruling.title or any(not line.label for line in (*ruling.modifiers, *ruling.considered)):
        return "it, or a line of it, has no name"
    if (flaw := difference(data, plain(Ruling.from_json(data).to_json()))) is not None:
        return f"not the same after a trip through JSON: {flaw}"
    return next((flaw for part in ruling.parts if (flaw := flaw_of_ruling(part)) is not None), None)


def law_forecasts_are_exact(trial: Trial) -> None:
    """Chances sum to exactly 1, a forecast is what playing every outcome gives, and what happens was foreseen."""
    for moment in trial.moments(0.25):
        if len(moment.match.waiting_for) == 1:
            _check_forecast(trial, moment)


def _check_forecast(trial: Trial, moment: Moment) -> None:
    state = moment.match.state
    outcomes = _outcomes_by_faces(state, moment)
    if outcomes is None:
        return
    forecast = trial.game.forecast(state, moment.action, moment.seat)
    chances = dict(forecast.items())
    if sum(chances.values()) != 1:
        raise moment.error(f"the chances after {moment.action} sum to {sum(chances.values())}")
    if chances != outcomes:
        raise moment.error(
            f"the forecast after {moment.action} has {len(chances)} outcomes, playing every one gives {len(outcomes)}, "
            f"{len(chances.keys() & outcomes.keys())} of them the same"
        )
    match = moment.fork()
    match.play(moment.action, moment.seat)
    if match.state not in chances:
        raise moment.error(f"{moment.action} led to a position that the forecast does not have")


class _ScriptedPrefix(Scripted):
    """Dice that show given faces and then tell which die was wanted next."""

    wanted: Die | None = None

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        try:
            return super().draw(seq, die, label)
        except DiceError:
            self.wanted = die
            raise


def _outcomes_by_faces(state: State, moment: Moment) -> dict[State, Fraction] | None:
    """Every outcome of the moment's action by playing each row of faces; None when there are too many."""
    outcomes: dict[State, Fraction] = {}
    rows: list[tuple[tuple[Face, ...], Fraction]] = [((), Fraction(1))]
    count = 0
    while rows:
        faces, chance = rows.pop()
        count += 1
        if count > MOST_FORECAST_OUTCOMES:
            return None
        dice = _ScriptedPrefix(faces)
        match = Match.of(state, dice=dice)
        try:
            match.play(moment.action, moment.seat)
        except DiceError:
            if dice.wanted is None:
                raise
            rows += [((*faces, face), chance / len(dice.wanted)) for face in dice.wanted.faces]
        else:
            outcomes[match.state] = outcomes.get(match.state, Fraction(0)) + chance
    return outcomes


def law_no_two_choices_read_alike(trial: Trial) -> None:
    """The choices of one menu have different labels, as the seat that chooses reads them, of at most 100 characters.

    What they answer is a question.
    """
    for moment in trial.moments(0.5):
        for seat in moment.match.waiting_for:
            view = moment.match.view(seat)
            board, actions_by_label = view.board, dict[str, Action]()
            if "?" not in (view.prompt or ""):
                raise moment.error(f"{seat} is asked {view.prompt!r}, which is no question")
            for action in moment.menu_of(seat):
                label = action.text(board)
                if label in actions_by_label:
                    raise moment.error(f"{seat} reads {label!r} twice: {actions_by_label[label]} and {action}")
                if len(label) > LONGEST_LABEL:
                    raise moment.error(f"a label of {len(label)} characters; at most {LONGEST_LABEL}: {label!r}")
                actions_by_label[label] = action


def law_complete_menus_hold_every_choice(trial: Trial) -> None:
    """Where choices say that their menu is complete, nothing else is legal, and bots choose from it."""
    pool: list[Action] = []
    for moment in trial.moments(0.5):
        choices = moment.match.choices(moment.seat).of
        menu = moment.menu_of()
        pool = [*pool[-200:], *moment.some(menu, 3)]
        if not choices.complete:
            continue
        if moment.action not in menu:
            raise moment.error(f"{moment.seat} plays {moment.action}, which is not in its complete menu")
        changed_actions = [mutation for action in moment.some(menu, 4) for mutation in mutations(action, pool)]
        for action in moment.some(changed_actions, SAMPLE):
            if action not in menu and is_legal(moment, action):
                raise moment.error(f"{action} is legal and not in the menu, which says that it is complete")


def law_equal_choices_are_equal(trial: Trial) -> None:
    """An action that names a set has one form: in another order it is the same action, or does something else."""
    for moment in trial.moments(0.5):
        for action in moment.some(moment.menu_of(), SAMPLE):
            for variant in _with_reversed_fields(action):
                if variant != action and _same_position_after(moment, action, variant):
                    raise moment.error(f"{action} and {variant} are one choice in two forms")


def _with_reversed_fields(action: Action) -> Iterator[Action]:
    for field in attrs.fields(type(action)):
        value = getattr(action, field.name)
        if isinstance(value, tuple) and len(set(value)) > 1:
            yield attrs.evolve(action, **{field.alias: value[::-1]})


def _same_position_after(moment: Moment, action: object, other_action: object) -> bool:
    if not is_legal(moment, other_action):
        return False
    matches = moment.fork(), moment.fork()
    try:
        for match, choice in zip(matches, (action, other_action), strict=True):
            match.play(choice, moment.seat)
    except WargameError:
        return False  # the law that what is offered is legal says so
    return matches[0].board == matches[1].board


def law_order_tells_nothing(trial: Trial) -> None:
    """The order of the JSON that a seat gets follows from its content, not from the order in which it was filled."""
    for moment in trial.moments(0.25):
        shuffled_board = _shuffle_mappings(moment.board, moment.rng)
        for seat in (*trial.game.seats, SPECTATOR):
            codec = trial.game.rules.codec
            board_before, board_after = redact(moment.board, seat), redact(shuffled_board, seat)
            different_place = difference(codec.view_to_json(board_before), codec.view_to_json(board_after))
            if different_place is not None:
                raise moment.error(f"what {seat} sees stands in the order in which it was filled: {different_place}")


def _shuffle_mappings(board: Board, rng: Random) -> Board:
    """The same board, its mappings filled in another order."""
    copy = board.copy()
    for field in attrs.fields(type(board)):
        value = getattr(copy, field.name)
        if isinstance(value, dict) and field.name not in static_fields(type(board)):
            keys = list(value)
            rng.shuffle(keys)
            setattr(copy, field.name, {key: value[key] for key in keys})
    return copy


CUTS = 4
"""How many cuts are tried at a moment."""


def law_marches_can_be_cut_or_the_game_says_why_not(trial: Trial) -> None:
    """A march cut into shorter ones gives the same board; or the rest of it is refused, and the game says why."""
    marches = trial.game.rules.guarantees.marches
    if marches is None:
        marks_by_kind = {cls.kind: {mark for _, mark in marks_of(cls)} for cls in trial.game.rules.actions}
        if marching_kinds := [
            kind for kind, marks in marks_by_kind.items() if Names.PIECE in marks and marks & {Names.TO, Names.PATH}
        ]:
            raise LawBroken(
                f"{', '.join(marching_kinds)} move pieces, and `Guarantees.marches` does not say how they are cut"
            )
        return
    for moment in trial.moments(0.5):
        actions = [moment.action, *islice(moment.match.choices(moment.seat), 200)]
        cuts = [(action, *pair) for action in actions for pair in marches.cut(moment.board, action)]
        for march, first_part, second_part in moment.some(cuts, CUTS):
            _try_cut_march(moment, marches, march, first_part, second_part)


def _try_cut_march(moment: Moment, marches: Marches, march: Any, first_part: Any, second_part: Any) -> None:
    """Play the first part of a march and see what becomes of the rest."""
    cut_match, seat = moment.fork(), moment.seat
    verdict = cut_match.judge(first_part, seat)
    if not verdict:
        _must_have_reasons(moment, verdict, f"{first_part}, a part of {march},")
        return
    cut_match.play(first_part, seat)
    _answer(cut_match, marches)
    verdict = cut_match.judge(second_part, seat)
    if marches.one_move:
        if verdict:
            raise moment.error(
                f"{march} is said to be one move ({marches.one_move}); after {first_part}, {second_part} is legal"
            )
        _must_have_reasons(moment, verdict, f"after {first_part}, {second_part}")
        return
    if not verdict:
        raise moment.error(f"{march} is legal; after {first_part}, {second_part} is not: {verdict}")
    cut_match.play(second_part, seat)
    whole_match = moment.fork()
    whole_match.play(march, seat)
    for match in (cut_match, whole_match):
        _answer(match, marches)
    new_entries = [entry for match in (cut_match, whole_match) for entry in match.entries[len(moment.match.entries) :]]
    if not any(isinstance(entry, Rolled) for entry in new_entries) and cut_match.board != whole_match.board:
        write = cut_match.rules.codec.board_to_json
        different_place = difference(write(whole_match.board), write(cut_match.board)) or "what is not written"
        raise moment.error(f"{march} leads to another board than {first_part} and {second_part}: {different_place}")


def _must_have_reasons(moment: Moment, verdict: Verdict, missing_reason: str) -> None:
    if not all(reason.text for reason in verdict.reasons):
        raise moment.error(f"{missing_reason} is refused without a reason")


def _answer(match: Match, marches: Marches) -> None:
    """Answer what is asked on the way, where the game says how."""
    while match.waiting_for:
        seat = match.waiting_for[0]
        answer = next((action for action in marches.meanwhile if action in match.choices(seat)), None)
        if answer is None:
            return
        match.play(answer, seat)
