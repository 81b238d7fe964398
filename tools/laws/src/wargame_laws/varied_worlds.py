"""Worlds that a seat cannot distinguish from the true one, by what the game says of who may know what.

They are compared with the truth, and played on beside it until something is revealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice, zip_longest
from random import Random
from typing import Any, cast

import attrs
from attrs import define, evolve, field, frozen

from wargame_core import Action, Match, State, WargameError
from wargame_core.dice import Face
from wargame_core.flow.declarations import Secrecy, Vary
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Board, Event, InnerGame
from wargame_core.flow.inner_games import InnerAction
from wargame_core.flow.pending import Answer
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import Position, Runner
from wargame_core.flow.view import ERRORS_OF_IMPOSSIBLE_WORLDS
from wargame_core.flow.visibility import static_fields
from wargame_core.records.file_format import seat_rows
from wargame_laws.complaints import difference
from wargame_laws.trials import Moment

TRIES = 12
"""The number of variations tried until one fits what has happened in the present step."""


@frozen
class Given:
    """An answer of the present step, and whether it is a roll that the seat has not seen."""

    answer: Answer
    hidden: bool


def roll_hidden(match: Match, seat: str, rng: Random) -> None:
    """Roll at random as long as a roll waits that the seat does not see."""
    while (roll := match.chance) is not None and not roll.known_to(seat):
        match.roll(rng.choice(roll.die.faces))


def replay_step(state: State, seat: str) -> tuple[Match, list[Given]]:
    """The step of the innermost game, played again from its beginning, with the secret choice of the seat.

    Raises `WargameError` in a step that has had an inner game of an inner game.
    """
    match, given_answers = _match_at_step(state, innermost(state).checkpoint), []
    for answer in innermost(state).answers:
        given_answers.append(Given(answer, match.pending is not None and not match.pending.known_to(seat)))
        _give_inner_answer(match, answer, has_inner_game=state.inner is not None)
    if seat in state.commits:
        match.play(state.commits[seat], seat)
    return match, given_answers


def _match_at_step(state: State, board: Board) -> Match:
    """The step of the innermost game at its beginning, on ``board`` there."""
    if state.inner is not None:
        return Match.of(_at_step(state, board), chance="explicit")
    entries: list[Entry] = []
    return Match(Runner.start_step(_at_step(state, board), entries=entries), entries)


def _at_step(state: State, board: Board) -> State:
    if state.inner is None:
        return evolve(state, checkpoint=board, answers=(), commits={}, seq=state.seq - len(state.answers))
    inner_position = evolve(state.inner, position=_at_step(cast(State, state.inner.position), board))
    return evolve(state, inner=inner_position, commits={}, seq=inner_position.position.seq)


def _give_inner_answer(match: Match, answer: Any, *, has_inner_game: bool) -> None:
    """Give an answer of the innermost game: its actions wrapped as the outer ones have them."""
    runner, games = match._runner, list[InnerGame]()
    if not has_inner_game and runner.inner_game is not None:  # what it came to is known; it is not played again
        runner.put_away(runner.inner_game, answer)
        return
    while runner.inner is not None and runner.inner_game is not None:
        games.append(runner.inner_game)
        runner = runner.inner
    if match.pending is None:
        raise WargameError("the game is over")
    if match.chance is not None:
        match.roll(answer)
        return
    for outer_ask in match.pending.asks:
        seat = outer_ask
        for game in games:
            seat = game.seats[seat]
        action = answer.get(seat) if isinstance(answer, Mapping) else answer
        if action is not None:
            match.play(_wrap_action(action, games), outer_ask)


def chooses_in_secret(moment: Moment) -> bool:
    """Whether the choice of a moment is kept from the other seats until they have chosen."""
    return moment.match.pending is not None and moment.match.pending.secret


def _wrap_action(action: Action, games: list[InnerGame]) -> Action:
    for game in reversed(games):
        action = InnerAction(game.id, action)
    return action


def vary_position(
    state: State, truth: Match, given_answers: list[Given], board: Board, seat: str, rng: Random
) -> Match | None:
    """The present step on a varied board, with new faces for rolls that the seat has not seen; None if impossible."""
    try:
        world = _match_at_step(state, board)
        for step in given_answers:
            if not step.hidden:
                roll_hidden(world, seat, rng)
                _give_inner_answer(world, step.answer, has_inner_game=state.inner is not None)
        roll_hidden(world, seat, rng)
        if seat in state.commits:
            world.play(state.commits[seat], seat)
    except ERRORS_OF_IMPOSSIBLE_WORLDS:
        return None  # what others have done in this step cannot have happened in this world
    world._tags = truth._tags.like()
    return world if waits_for(world) == waits_for(truth) else None


def waits_for(match: Match) -> tuple[object, object]:
    """The present step, and who is asked in it."""
    return match.cursor, tuple(match.pending.asks) if match.pending is not None else ()


def variations(
    secrets: tuple[Secrecy, ...], board: Board, seat: str, rng: Random
) -> Iterator[tuple[Board, Vary | None]]:
    """An endless sequence of boards that differ in what all the sentences, or one of them, hide from the seat.

    Each comes with the function that varied it, if it was one sentence.
    """
    variers = [secret.vary for secret in secrets if secret.vary is not None]
    while variers:
        if rng.random() < 0.5:
            vary = rng.choice(variers)
            yield vary(board, seat, rng), vary
        else:
            new_board = board
            for vary in variers:
                new_board = vary(new_board, seat, rng)
            yield new_board, None


def innermost(state: State) -> Position:
    """The position of the game that asks: the innermost one."""
    position: Position = state
    while position.inner is not None:
        position = position.inner.position
    return position


def varied_inner_worlds(
    state: State, rules: Rules, seat: str, rng: Random
) -> Iterator[tuple[Match, Match, Vary | None]]:
    """The true position, and others in which what the inner or the outer game hides from ``seat`` is varied."""
    try:
        truth, given_answers = replay_step(state, seat)
        boards = _inner_boards(state, rules, seat, rng)
    except WargameError:  # in a step that has had an inner game
        boards = iter(())
    for board in boards:
        if (world := vary_position(state, truth, given_answers, board, seat, rng)) is not None:
            yield truth, world, None
            break
    for outer_board, varies in islice(variations(rules.hidden_information.secrets, state.checkpoint, seat, rng), TRIES):
        own_commits = {name: action for name, action in state.commits.items() if name == seat}
        true_state, varied_state = (
            evolve(state, commits=own_commits),
            evolve(state, commits=own_commits, checkpoint=outer_board),
        )
        if outer_board != state.checkpoint:
            try:
                varied_state.pending  # noqa: B018 - runs the step over its answers, which must wait for the inner game
            except (WargameError, LookupError, ValueError):
                continue
            pair = Match.of(true_state, chance="explicit"), Match.of(varied_state, chance="explicit")
            pair[1]._tags = pair[0]._tags.like()
            yield *pair, varies
            break


def _inner_boards(state: State, rules: Rules, seat: str, rng: Random) -> Iterator[Board]:
    """Checkpoints of the inner game that differ in what it hides from the seat."""
    position: Position = state
    name: str | None = seat
    while position.inner is not None and name is not None:
        game = position.inner.game
        name, rules, position = game.seat(name), rules.inner_game(game.id, game.data).rules, position.inner.position
    if name is not None:
        for board, _ in islice(variations(rules.hidden_information.secrets, position.checkpoint, name, rng), TRIES):
            if board != position.checkpoint:
                yield board


ROLLS = 12
"""The number of open rolls after a choice for which a world is followed."""


@define(slots=False)
class Look:
    """What a seat gets of a position, as text, made when it is compared. The position must not be played on after."""

    match: Match
    seat: str

    @cached_property
    def sight(self) -> str:
        """What it sees, without what depends on more than the position: its story, and the tag of that."""
        return json.dumps({**self.match.view(self.seat).to_json(log=False), "at": "", "sheet": ""})

    @cached_property
    def text(self) -> str:
        """The position in words, as the seat knows it."""
        return self.match.view(self.seat).position()

    @cached_property
    def account(self) -> str:
        """What it was told: the story with what it names, its record, and the tag of both."""
        view = self.match.view(self.seat)
        record = list(seat_rows(self.match.rules, self.match.entries, self.seat))
        return json.dumps({"story": view.news(), "record": record, "at": view.at})

    @cached_property
    def order(self) -> dict[str, list[str]]:
        """The keys of every mapping of its board, in their order; printed matter left out."""
        board = self.match.view(self.seat).board
        values = {item.name: getattr(board, item.name) for item in attrs.fields(type(board))}
        static_names = static_fields(type(board))
        return {
            name: [str(key) for key in value]
            for name, value in values.items()
            if isinstance(value, dict) and name not in static_names
        }

    def differs(self, other_look: Look) -> str | None:
        """Where it first differs from another one, in words; None when they are the same."""
        return first_difference(self.sight, other_look.sight) or first_difference(self.account, other_look.account)


def first_difference(left: str, right: str) -> str | None:
    """Where two JSON texts first differ, in words; None when they are the same."""
    return None if left == right else difference(json.loads(left), json.loads(right)) or "the text"


@define(slots=False)
class Truth:
    """The true position as ``seat`` has it, beside which worlds are laid; what is the same for all is made once.

    ``match`` is never played on: what came of the moment's choice stands in `after`.
    """

    moment: Moment
    seat: str
    match: Match
    look: Look = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.look = Look(self.match, self.seat)

    @cached_property
    def after(self) -> After:
        """The position after the moment's choice and the rolls that follow."""
        match = Match.of(self.match.state, chance="explicit", entries=self.match.entries)
        match._tags = self.match._tags.like()
        after = After.of(match, choose(self.moment, self.seat, match, is_true_world=True), self.seat)
        after.roll(self.moment)
        return after


@define(slots=False)
class After(Look):
    """What came of a choice: ``faces`` are the rolls that the seat saw after it, each with its die.

    ``undo``, ``button`` (whether undo is offered), ``revealed`` and ``waits`` (for a roll) are as before these rolls.
    """

    before: int
    undo: bool
    button: bool
    revealed: bool
    waits: bool
    faces: list[tuple[str, Face]] = field(factory=list)

    @classmethod
    def of(cls, match: Match, count_before: int, seat: str) -> After:
        """A position in which the choice has been made; it may be rolled on until it is looked at."""
        has_revealed, is_waiting = revealed_since(match, count_before), match.chance is not None
        return cls(
            match, seat, count_before, match.can_undo(seat), match.can_undo(seat, exact=False), has_revealed, is_waiting
        )

    def roll(self, moment: Moment) -> None:
        """Roll on by chance."""
        for _ in range(ROLLS):
            roll_hidden(self.match, self.seat, moment.rng)
            if (roll := self.match.chance) is None:
                return
            face = moment.rng.choice(roll.die.faces)
            self.faces.append((str(roll.die), face))
            self.match.roll(face)


def choose(moment: Moment, seat: str, match: Match, *, is_true_world: bool) -> int:
    """Make the moment's choice in a position as ``seat`` knows it; how many entries there were before.

    Of secret choices nobody learns before all are made: another seat's is then made in the true position alone.
    """
    count_before, commits = len(match.entries), moment.match.state.commits
    if match.pending is not None and match.pending.secret:
        if len(moment.match.waiting_for) == 1:  # the last of them: all are turned over
            for name in match.waiting_for:
                match.play(moment.action if name == moment.seat else commits[name], name)
        elif moment.seat == seat or is_true_world:
            match.play(moment.action, moment.seat)
    elif match.chance is None:
        match.play(moment.action, moment.seat)
    return count_before


def check_same_continuation(truth: Truth, world: Match, varies: Vary | None = None) -> None:
    """Play the same action in both, and the rolls after it. What it did not reveal, the seat must see the same."""
    moment, seat = truth.moment, truth.seat
    try:
        world_after = After.of(world, choose(moment, seat, world, is_true_world=False), seat)
    except ERRORS_OF_IMPOSSIBLE_WORLDS as problem:
        if moment.seat == seat and not chooses_in_secret(moment):
            raise moment.error(f"{seat} may play {moment.action} in one world, in another: {problem}") from problem
        return  # another seat's choice may well be impossible in a world that only this seat thinks possible
    after = truth.after
    if after.undo != world_after.undo:
        raise moment.error(f"{seat} may take {moment.action} back in one world and not in another")
    if after.button != world_after.button:
        raise moment.error(f"{seat} is offered to take {moment.action} back in one world and not in another")
    if after.revealed != world_after.revealed and moment.seat == seat and not (after.waits or world_after.waits):
        raise moment.error(f"{moment.action} reveals something in one world and nothing in another")
    if roll_seen_faces(moment, after, world_after):
        check_same_results(moment, after, world_after, varies)


def roll_seen_faces(moment: Moment, after: After, other: After) -> bool:
    """Roll in a world the faces that the seat sees in truth; returns whether both then wait for the same.

    In a world that only this seat thinks possible, the step of another seat may continue differently.
    """
    seat = after.seat
    try:
        if not _roll_as_in_truth(moment, after, other.match):
            return False
    except ERRORS_OF_IMPOSSIBLE_WORLDS:
        if moment.seat == seat:
            raise
        return False
    return moment.seat == seat or waits_for(after.match) == waits_for(other.match)


def _roll_as_in_truth(moment: Moment, after: After, world: Match) -> bool:
    """Roll on in a world with the faces that fell in truth; where only it has a roll, or another die, by chance.

    False where a face of the truth, a card say, is not left in this world.
    """
    faces = iter(after.faces)
    for _ in range(2 * ROLLS):
        roll_hidden(world, after.seat, moment.rng)
        die, face = next(faces, ("", None))
        if (roll := world.chance) is None or (not die and after.match.chance is not None):
            return True
        if str(roll.die) != die:
            face = moment.rng.choice(roll.die.faces)
        elif face not in roll.die.faces:
            return False
        world.roll(face)
    return True


def check_same_results(moment: Moment, after: After, other: After, varies: Vary | None = None) -> None:
    """Check that the results of an action look the same.

    They may differ from an event on that revealed something that the seat sees, or if what ``varies`` varied is no
    secret any more.
    """
    if (flaw := after.differs(other)) is None:
        return
    if _part_by_a_reveal(after, other):
        if after.sight != other.sight or _events_shown(moment, after) != _events_shown(moment, other):
            return
        if varies is None or varies(after.match.board, after.seat, moment.rng) == after.match.board:
            return
    raise moment.error(f"{moment.action} shows {after.seat} what it does not reveal: {flaw}")


def _part_by_a_reveal(after: After, other: After) -> bool:
    """Whether something was revealed before the seat was told something else, or by that itself.

    Who is asked while the other world goes on has been told something else, too: that it is asked.
    """
    if not any(revealed_since(position.match, position.before) for position in (after, other)):
        return False
    told_here, told_there = _told_answers(after), _told_answers(other)
    for item_here, item_there in zip_longest(told_here, told_there):
        # Where one is asked already, nothing parts it from the other but its own answers.
        if item_here is None or item_there is None:
            unasked, asked = (after, other) if item_here is None else (other, after)
            entries_since = unasked.match.entries[unasked.before :]
            if any(isinstance(entry, Rolled) and not entry.seen(unasked.seat) for entry in entries_since):
                return True
            itself = asked.match.entries[asked.before].events  # before anything else was rolled or chosen
            return revealed_since(unasked.match, unasked.before) or any(
                event.revealing(asked.match.board) for event in itself
            )
        if item_here.content != item_there.content:
            return (
                item_here.parting or item_there.parting or _diverges_later(item_here, item_there, told_here, told_there)
            )
    return True


def _diverges_later(
    item_here: _ToldAnswer, item_there: _ToldAnswer, told_here: Iterator[_ToldAnswer], told_there: Iterator[_ToldAnswer]
) -> bool:
    """Whether one of two was told the beginning of what the other was, and before it was told more, the two parted.

    At the end of a turn, for instance, one comes to the next turn, and the other to points that it sees scored.
    """
    for shorter, longer, later_items in ((item_here, item_there, told_here), (item_there, item_here, told_there)):
        (first_roll, events), (second_roll, longer_events) = shorter.content, longer.content
        if first_roll == second_roll and events == longer_events[: len(events)]:
            next_item = next(later_items, None)
            return next_item is not None and next_item.parting
    return False


@frozen
class _ToldAnswer:
    """What a seat was told of an answer, and whether up to it something was revealed, or rolled unseen."""

    content: tuple[object, tuple[Event, ...]]
    """The roll that it saw, and the events."""
    parting: bool


def _told_answers(after: After) -> Iterator[_ToldAnswer]:
    seat, board, parting = after.seat, after.match.board, False
    for entry in after.match.entries[after.before :]:
        roll = (entry.label, entry.face) if isinstance(entry, Rolled) and entry.seen(seat) else None
        is_unseen = isinstance(entry, Rolled) and roll is None
        parting = parting or is_unseen or any(event.revealing(board) for event in entry.events)
        if roll or seat in entry.feeds:
            yield _ToldAnswer((roll, entry.told(seat)), parting)


def _events_shown(moment: Moment, after: After) -> list[Event]:
    """What happened before the seat's eyes as they were before or after, by what the game says of who may know what."""
    match, boards = after.match, (moment.match.board, after.match.board)
    tests = [secret.shows for secret in match.rules.hidden_information.secrets if secret.shows is not None]
    told_events = (event for entry in match.entries[after.before :] for event in entry.told(after.seat))
    return [
        event
        for event in told_events
        if any(shows_event(board, after.seat, event) for shows_event in tests for board in boards)
    ]


def revealed_since(match: Match, count: int = 0) -> bool:
    """Whether an event after the first ``count`` answers revealed something."""
    events = (event for entry in match.entries[count:] for event in entry.events)
    return any(event.revealing(match.board) for event in events)
