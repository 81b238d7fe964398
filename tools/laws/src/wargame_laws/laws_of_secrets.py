"""The law of secrets: worlds that a seat cannot distinguish look, answer and are told the same to it.

The worlds come from two sources: from `HiddenInformation.secrets`, which say who may know what, by varying the true
position, so that what is shown by mistake does not count as known; and from `HiddenInformation.worlds`, which draws the
secrets again from what a seat sees, as players that search do (docs/decisions/secrets.md).
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from attrs import define, evolve, field, frozen

from wargame_core import Action, Ask, Match, Roll, State
from wargame_core.errors import HiddenStep, MalformedAction, RulesGap, WargameError
from wargame_core.flow.declarations import Vary
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Board, Event
from wargame_core.flow.inner_games import InnerGameEnded
from wargame_core.flow.view import ERRORS_OF_IMPOSSIBLE_WORLDS
from wargame_core.flow.visibility import REFEREE, SPECTATOR, redact
from wargame_lab.engines.messages import line_of
from wargame_lab.engines.player import choose_message
from wargame_laws.complaints import LawBroken, difference, plain
from wargame_laws.laws_of_choices import SAMPLE, mutations
from wargame_laws.trials import Moment, Trial
from wargame_laws.varied_worlds import (
    ROLLS,
    TRIES,
    After,
    Given,
    Look,
    Truth,
    check_same_continuation,
    check_same_results,
    chooses_in_secret,
    innermost,
    replay_step,
    revealed_since,
    roll_seen_faces,
    variations,
    varied_inner_worlds,
    vary_position,
)

FACES = 6
"""The number of faces of a die, or cards of a deck, that are tried."""


@frozen
class _Course:
    """What came of one face: the position in full, and what each seat got of it, the roll itself left out."""

    board: Board
    told: dict[str, list[Event]]
    looks: dict[str, Look]

    def is_same_for(self, seat: str, other_course: "_Course") -> bool:
        """Whether a seat was told and sees the same after another face; what it sees is made only if it must be."""
        return self.told[seat] == other_course.told[seat] and self.looks[seat].sight == other_course.looks[seat].sight


def rolls_decide_what_is_seen(moment: Moment, seats: Sequence[str], looked_at: Counter[object], often: int) -> None:
    """Raise `LawBroken` for a roll that a seat sees and that decides only what is hidden from this seat.

    ``looked_at`` counts the kinds of rolls, of which each is looked at so ``often``.
    """
    match = moment.fork()
    if chooses_in_secret(moment) or all(redact(match.board, seat) == match.board for seat in seats):
        return
    match.use_dice(None)
    match.play(moment.action, moment.seat)
    for _ in range(ROLLS):
        if (roll := match.chance) is None:
            return
        kind = (match.cursor[-1:], str(roll.die), roll.label.split(" ")[0], roll.seen_by)
        looked_at[kind] += 1
        watching_seats = [seat for seat in seats if roll.known_to(seat)]
        if watching_seats and looked_at[kind] <= often:
            courses = list(_courses_after_roll(moment, match, roll, watching_seats))
            for seat in watching_seats:
                if _tells_what_is_hidden(courses, seat):
                    message = f"{seat} sees the roll {roll.label!r}, and all that the face decides is hidden from it"
                    raise moment.error(message)
        match.roll(moment.rng.choice(roll.die.faces))


def _courses_after_roll(moment: Moment, match: Match, roll: Roll, seats: Sequence[str]) -> Iterator[_Course]:
    faces = list(dict.fromkeys(roll.die.faces))
    for face in faces if len(faces) <= FACES else moment.rng.sample(faces, FACES):
        fork = match.fork()
        fork.roll(face)
        new_entries = fork.entries[len(match.entries) :]
        told_events = {seat: [event for entry in new_entries for event in entry.told(seat)] for seat in seats}
        yield _Course(fork.board, told_events, {seat: Look(fork, seat) for seat in seats})


def _tells_what_is_hidden(courses: Sequence[_Course], seat: str) -> bool:
    first_course = courses[0]
    return any(course.board != first_course.board for course in courses) and all(
        course.is_same_for(seat, first_course) for course in courses
    )


FOLLOWED = 2
"""How many more choices of another seat are made alike after the first."""

Alike = Callable[[Any, str, Any, Any], bool]


def check_alike_choices(moment: Moment, seat: str, times: int) -> None:
    """Which of two choices that the game says are alike another seat makes, this one cannot tell."""
    state, rules = moment.match.state, moment.match.rules
    tests = [secret.alike for secret in rules.hidden_information.secrets if secret.alike is not None]
    if moment.seat == seat or not tests or chooses_in_secret(moment) or state.inner is not None:
        return
    board, menu = moment.match.board, list(islice(moment.match.choices(moment.seat), 4 * SAMPLE))
    alike_actions = [
        action
        for action in moment.rng.sample(menu, len(menu))
        if action != moment.action and any(alike_test(board, seat, moment.action, action) for alike_test in tests)
    ]
    for action in alike_actions[:times]:
        truth, world = replay_step(state, seat)[0], replay_step(state, seat)[0]
        world._tags = truth._tags.like()
        pair: tuple[Action, Action] | None = moment.action, action
        for _ in range(1 + FOLLOWED):
            if pair is None or not _continue_alike(moment, seat, (truth, world), pair):
                break
            pair = _alike_pair(moment, seat, (truth, world), tests)


def _continue_alike(moment: Moment, seat: str, worlds: tuple[Match, Match], actions: tuple[Action, Action]) -> bool:
    """Make the one choice here and the other there, and compare; whether both go on alike for the seat."""
    counts = [len(match.entries) for match in worlds]
    for match, action in zip(worlds, actions, strict=True):
        try:
            match.play(action, match.waiting_for[0])
        except ERRORS_OF_IMPOSSIBLE_WORLDS:
            return False
    after, other = (After.of(match, count_before, seat) for match, count_before in zip(worlds, counts, strict=True))
    after.roll(moment)
    if not roll_seen_faces(moment, after, other):
        return False
    check_same_results(moment, after, other)
    return True


def _asked_openly(match: Match, seat: str) -> Ask | None:
    """What a seat is asked whose choice the others see; None if nothing."""
    return match.pending.asks.get(seat) if match.pending is not None and not match.pending.secret else None


def _alike_pair(
    moment: Moment, seat: str, worlds: tuple[Match, Match], tests: Sequence[Alike]
) -> tuple[Action, Action] | None:
    """A next choice in each of two worlds that the game says are alike in both; None where there is none."""
    asks = [ask for match in worlds if (ask := _asked_openly(match, moment.seat)) is not None]
    if len(asks) < len(worlds):
        return None
    first_actions, second_actions = (
        moment.rng.sample(ask.choices.head(SAMPLE), len(ask.choices.head(SAMPLE))) for ask in asks
    )
    boards = [match.board for match in worlds]
    for action in first_actions:
        for other_action in second_actions:
            if any(all(alike_test(board, seat, action, other_action) for board in boards) for alike_test in tests):
                return action, other_action
    return None


WORLDS = 2
"""The number of worlds of each kind for each seat at a moment of a thorough trial; in others it is one."""
PROBES = 6
"""For each world at a moment, how many actions that are offered, come from elsewhere, or are made up are tried."""
WORLDS_BEFORE_VERDICT = 20
"""The number of worlds drawn of which one must differ from the true one, if there are secrets."""
MOST_UNVARIED_SHARE = 0.5
"""The greatest share of moments with something hidden at which no variation is possible."""

PositionPair = tuple[Truth, Look, Vary | None]
"""The true position, one that cannot be distinguished from it, and what was varied, if it was one thing."""


@define
class WorldsTally:
    """What the law has looked at so far."""

    worlds: int = WORLDS
    """How many of each kind are looked at for a seat at a moment."""
    drawn: int = 0
    differing: int = 0
    hiding: int = 0
    without: int = 0
    pool: list[Action] = field(factory=list)
    """The latest choices, to be tried elsewhere."""
    rolls: Counter[object] = field(factory=Counter)
    """How often a kind of roll in the open was looked at."""


def law_secrets_stay_secret(trial: Trial) -> None:
    """Worlds a seat cannot tell apart give it the same view, menu, refusals, events, log, undo and record."""
    tally = WorldsTally(WORLDS if trial.thorough else 1)
    for moment in trial.telling_moments():
        moment_keeps_secrets(moment, tally)
    if tally.drawn >= WORLDS_BEFORE_VERDICT and not tally.differing:
        raise LawBroken(f"of {tally.drawn} worlds drawn none differed from the true one: `worlds` varies no secret")
    if tally.hiding >= WORLDS_BEFORE_VERDICT and tally.without > MOST_UNVARIED_SHARE * tally.hiding:
        share = f"at {tally.without} of {tally.hiding} moments"
        secrets = "`HiddenInformation.secrets`"
        raise LawBroken(f"{share} no variation by {secrets} was possible: let them vary less at a time")


def moment_keeps_secrets(moment: Moment, tally: WorldsTally) -> None:
    """Raise `LawBroken` where a seat or a spectator can tell a world from the true one at this moment."""
    seats = (*moment.match.rules.seats, SPECTATOR)
    for seat in seats:
        rules, board = moment.match.rules, evolve(moment.match.board, inner=None)  # an inner game has its own secrets
        if not rules.hidden_information.secrets and redact(board, seat) != board:
            raise moment.error(
                f"{seat} does not see everything, and `HiddenInformation.secrets` does not say who may know what"
            )
        probes = _Probes(moment, seat, tally.pool, PROBES * tally.worlds)
        for truth, world, varies in varied_positions(moment, seat, tally):
            if (flaw := difference(truth.look.order, world.order)) is not None:  # screens are sent it sorted
                raise moment.error(f"{seat} can tell two worlds apart by the order of a mapping: {flaw}")
            _looks_the_same(truth, world)
            probes.are_answered_the_same(world.match)
            check_same_continuation(truth, world.match, varies)
        for truth, world, varies in dealt_positions(moment, seat, tally):
            _looks_the_same(truth, world)
            probes.are_answered_the_same(world.match)
            check_same_continuation(truth, world.match, varies)
        check_alike_choices(moment, seat, tally.worlds)
    rolls_decide_what_is_seen(moment, seats, tally.rolls, 2 * tally.worlds)
    tally.pool = [*tally.pool[-200:], moment.action]


def varied_positions(moment: Moment, seat: str, tally: WorldsTally) -> Iterator[PositionPair]:
    """The true position and what it might be by what the game says of who may know what."""
    state, secrets = moment.match.state, moment.match.rules.hidden_information.secrets
    if state.inner is not None:
        for match, other_match, varies in varied_inner_worlds(state, moment.match.rules, seat, moment.rng):
            yield Truth(moment, seat, match), Look(other_match, seat), varies
        return
    hides, possible_count = False, 0
    truth: Truth | None = None
    given_answers: list[Given] = []
    for board, varies in islice(variations(secrets, state.checkpoint, seat, moment.rng), TRIES):
        if board == state.checkpoint:
            continue
        hides = True
        if truth is None:
            match, given_answers = replay_step(state, seat)
            truth = Truth(moment, seat, match)
        world = vary_position(state, truth.match, given_answers, board, seat, moment.rng)
        if world is None:
            continue
        look = Look(world, seat)  # the step under way may have shown the seat, as it may, which of the two is true
        if (revealed_since(truth.match) or revealed_since(world)) and truth.look.sight != look.sight:
            continue
        possible_count += 1
        yield truth, look, varies
        if possible_count == tally.worlds:
            break
    tally.hiding += hides
    tally.without += hides and not possible_count


def dealt_positions(moment: Moment, seat: str, tally: WorldsTally) -> Iterator[PositionPair]:
    """The true position and worlds dealt from what ``seat`` sees; none where it sees everything."""
    match, state = moment.match, moment.match.state
    if redact(match.board, seat) == match.board and redact(state.checkpoint, seat) == state.checkpoint:
        return
    if match.rules.hidden_information.worlds is None:
        raise moment.error(f"{seat} does not see everything, and `Game.worlds` does not say how the rest may lie")
    own_commits = {name: action for name, action in state.commits.items() if name == seat}
    truth = Truth(moment, seat, Match.of(evolve(state, commits=own_commits), chance="explicit"))
    for _ in range(tally.worlds):
        try:
            world = match.view(seat).world(moment.rng)
            world.pending  # noqa: B018 - runs the step over its answers
        except HiddenStep:
            return  # another seat is at work unseen; what the game says of who may know what is varied all the same
        except WargameError as problem:
            if not state.answers:
                raise moment.error(f"no world can be drawn for {seat}: {problem}") from problem
            return  # nothing else fits what was found in the step under way
        except Exception as problem:
            raise moment.error(f"drawing a world for {seat} raised {type(problem).__name__}: {problem}") from problem
        _knows_its_step(moment, seat)
        tally.drawn += 1
        tally.differing += world.board != match.board
        world_match = Match.of(world, chance="explicit")
        world_match._tags = truth.match._tags.like()
        yield truth, Look(world_match, seat), None


def _knows_its_step(moment: Moment, seat: str) -> None:
    """A seat that is to choose must know the rolls of its step if it can imagine worlds: these hold what was rolled."""
    match = moment.match
    entries_since = match.entries[len(match.entries) - len(innermost(match.state).answers) :]
    inner_game_ends = [
        entry_number
        for entry_number, entry in enumerate(entries_since, 1)
        if any(isinstance(event, InnerGameEnded) for event in entry.events)
    ]
    entries_since = entries_since[
        inner_game_ends[-1] if inner_game_ends else 0 :
    ]  # of an inner game that is over a world keeps what it came to, no roll
    for entry in entries_since if seat in match.waiting_for else ():
        if isinstance(entry, Rolled) and not entry.seen(seat):
            unseen_roll_text = f"{seat} chooses in the step of a roll it has not seen ({entry.label})"
            raise moment.error(f"{unseen_roll_text}; end the step with such a roll")


def _looks_the_same(truth: Truth, world: Look) -> None:
    moment, seat = truth.moment, truth.seat
    for name, action in moment.match.state.commits.items():  # what the others chose in secret may show nowhere
        if name != seat and Look(moment.match, seat).sight != truth.look.sight:
            raise moment.error(f"{seat} can see that {name} has chosen {action}")
    if (flaw := truth.look.differs(world)) is not None:
        raise moment.error(f"{seat} can tell two worlds apart by its view: {flaw}")
    if truth.look.text != world.text:
        flaw = difference(truth.look.text.splitlines(), world.text.splitlines())
        raise moment.error(f"{seat} can tell two worlds apart by its position in words: {flaw}")


class _Probes:
    """Actions to try: offered, offered elsewhere, and made up; menus are part of views, here it is refusals."""

    def __init__(self, moment: Moment, seat: str, pool: list[Action], number: int) -> None:
        self.moment, self.seat, self.pool, self.number = moment, seat, pool, number
        self._answers: list[tuple[Action, object]] | None = None

    def are_answered_the_same(self, world: Match) -> None:
        """Raise `LawBroken` where a world answers otherwise than the truth."""
        if self.seat not in world.rules.seats:
            return
        if self._answers is None:
            self._answers = [
                (action, _verdict_data(self.moment.match, action, self.seat)) for action in self._actions_to_try()
            ]
        for action, answer in self._answers:
            if answer != (world_answer := _verdict_data(world, action, self.seat)):
                flaw = difference(plain(answer), plain(world_answer))
                raise self.moment.error(f"{self.seat} can tell two worlds apart by trying {action}: {flaw}")

    def _actions_to_try(self) -> Iterator[Action]:
        moment, pool = self.moment, self.pool
        menu = moment.menu_of(self.seat) if moment.match.view(self.seat).asked else []
        changed_actions = [mutation for action in moment.some(menu, 3) for mutation in mutations(action, pool)]
        for actions in (menu, pool, changed_actions):
            yield from moment.some(actions, self.number)


def _verdict_data(match: Match, action: Action, seat: str) -> object:
    try:
        return match.judge(action, seat).to_json()
    except MalformedAction as problem:
        return str(problem)


SHARE_OF_ENGINES = 0.1
"""The part of the moments at which it is looked at what an engine would be told."""


def law_an_engine_is_told_what_its_seat_may_know(trial: Trial) -> None:
    """Worlds a seat cannot tell apart have the same question for its engine, the world that comes with it included."""
    tally = WorldsTally(1)
    for moment in trial.moments(SHARE_OF_ENGINES):
        seat = moment.seat
        for positions in (varied_positions, dealt_positions):
            for truth, world, _ in positions(moment, seat, tally):
                lines = [_told_to_an_engine(match, seat) for match in (truth.match, world.match)]
                if None not in lines and (flaw := difference(*lines)) is not None:
                    raise moment.error(f"{seat} can tell two worlds apart by what its engine is told: {flaw}")


def _told_to_an_engine(match: Match, seat: str) -> Any:
    """The line that asks an engine, as data; None where the seat is not asked, or cannot imagine the position."""
    view = match.view(seat)
    if not view.asked or view.choices.by_people:
        return None
    question = choose_message(view, 1, 1.0, Random(1863))
    return json.loads(line_of(question)) if question.world is not None else None


CHOICES_PLAYED_ON = 3
"""The number of choices for which a world is played on."""


def law_worlds_can_be(trial: Trial) -> None:
    """A world that a seat imagines can be seen by everybody, saved, read back and played on."""
    if trial.game.rules.hidden_information.worlds is None:
        return
    for moment in trial.moments(0.25):
        for seat in (*moment.match.rules.seats, SPECTATOR):
            try:
                world = moment.match.view(seat).world(moment.rng)
                world.pending  # noqa: B018 - runs the step over its answers
            except WargameError:
                continue  # what cannot be imagined is the law of secrets' to judge
            try:
                _can_be(moment, world)
            except RulesGap:
                continue  # where the book is silent
            except LawBroken:
                raise
            except Exception as problem:
                raise moment.error(f"{_IMAGINED.format(seat)}, but {type(problem).__name__}: {problem}") from problem


_IMAGINED = "{} imagines a world that can be seen, saved, read back and played on"


def _can_be(moment: Moment, world: State) -> None:
    match, rules = Match.of(world, chance="explicit"), moment.match.rules
    for seat in (*rules.seats, SPECTATOR, REFEREE):
        match.view(seat).to_json()
    data = plain(world.to_json())
    if (flaw := difference(data, plain(State.load(rules, data).to_json()))) is not None:
        raise moment.error(f"a world that was imagined changed on its way through JSON: {flaw}")
    for _ in range(CHOICES_PLAYED_ON):
        while (roll := match.chance) is not None:
            match.roll(moment.rng.choice(roll.die.faces))
        if not match.waiting_for:
            return
        seat = match.waiting_for[0]
        match.play(match.choices(seat).sample(moment.rng), seat)
