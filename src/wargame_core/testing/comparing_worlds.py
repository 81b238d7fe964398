"""Two worlds that a seat cannot distinguish, played on: they must look the same to it until something is revealed."""

from __future__ import annotations

from wargame_core.flow.events import Event
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import AskSecretly, Roll
from wargame_core.flow.secrecy import Vary
from wargame_core.records.lines import seat_rows
from wargame_core.testing.comparing import difference, plain
from wargame_core.testing.recording import Moment
from wargame_core.testing.varied_worlds import IMPOSSIBLE, roll_hidden, waits_for

ROLLS = 12
"""The number of open rolls after a choice for which a world is followed."""


def sight(match: Match, seat: str) -> object:
    """What a seat sees of a position, without its story."""
    return plain(match.view(seat).to_json(log=False))


def all_seen(match: Match, seat: str) -> object:
    """Everything that a seat gets: view, log, story with what it names, record."""
    view = match.view(seat)
    record = list(seat_rows(match.rules, match.entries, seat))
    return plain({**view.to_json(), "story": view.story, "record": record, "at": view.at})


def goes_on_the_same(moment: Moment, seat: str, truth: Match, world: Match, varies: Vary | None) -> None:
    """Play the same action in both, and the rolls after it. What it did not reveal, the seat must see the same."""
    before = len(truth.entries), len(world.entries)
    pending = truth.pending
    if isinstance(pending, AskSecretly):
        if moment.seat != seat:  # one who chooses in secret tells the others nothing, not even that it has chosen
            truth.play(moment.action, moment.seat) if len(truth.to_choose) > 1 else None
        elif seat in truth.to_choose and len(truth.to_choose) > 1:
            truth.play(moment.action, seat)
            world.play(moment.action, seat)
    elif not isinstance(pending, Roll):
        truth.play(moment.action, moment.seat)
        try:
            world.play(moment.action, moment.seat)
        except IMPOSSIBLE as problem:
            if moment.seat == seat:
                raise moment.broken(f"{seat} may play {moment.action} in one world, in another: {problem}") from problem
            return  # another seat's choice may well be impossible in a world that only this seat thinks possible
    if truth.can_undo(seat) != world.can_undo(seat):
        raise moment.broken(f"{seat} may take {moment.action} back in one world and not in another")
    revealed = revealed_since(truth, before[0]), revealed_since(world, before[1])
    if revealed[0] != revealed[1] and moment.seat == seat and not _settled_apart(truth, world):
        raise moment.broken(f"{moment.action} reveals something in one world and nothing in another")
    if not roll_on(moment, seat, truth, world):
        return
    shows_the_same(moment, seat, truth, world, before, varies)


def _settled_apart(truth: Match, world: Match) -> bool:
    """Whether the two wait for different things, rolls that nobody has seen yet apart."""
    return isinstance(truth.pending, Roll) or isinstance(world.pending, Roll)


def roll_on(moment: Moment, seat: str, truth: Match, world: Match) -> bool:
    """Roll in both, the same faces if the seat sees the roll; returns whether both then wait for the same.

    In a world that only this seat thinks possible, the step of another seat may continue differently.
    """
    try:
        _roll_in_both(moment, seat, truth, world)
    except IMPOSSIBLE:
        if moment.seat == seat:
            raise
        return False
    return moment.seat == seat or waits_for(truth) == waits_for(world)


def _roll_in_both(moment: Moment, seat: str, truth: Match, world: Match) -> None:
    for _ in range(ROLLS):
        for match in (truth, world):
            roll_hidden(match, seat, moment.rng)
        here, there = truth.pending, world.pending
        if not isinstance(here, Roll) and not isinstance(there, Roll):
            return
        if isinstance(here, Roll) and isinstance(there, Roll) and str(here.die) == str(there.die):
            faces = [face for face in here.die.faces if face in there.die.faces]
            if not faces:
                return
            face = moment.rng.choice(faces)
            truth.roll(face)
            world.roll(face)
        else:  # only what is told of it can say whether the worlds may have parted
            for match, roll in ((truth, here), (world, there)):
                if isinstance(roll, Roll):
                    match.roll(moment.rng.choice(roll.die.faces))


def shows_the_same(
    moment: Moment, seat: str, truth: Match, world: Match, before: tuple[int, int], varies: Vary | None = None
) -> None:
    """Check that the results of an action look the same.

    They may differ if it revealed something that the seat sees, or if what ``varies`` varied is no secret any more.
    """
    if revealed_since(truth, before[0]) or revealed_since(world, before[1]):
        if difference(sight(truth, seat), sight(world, seat)) is not None:
            return
        if _shown(truth, before[0], seat) != _shown(world, before[1], seat):
            return
        if varies is None or varies(truth.board, seat, moment.rng) == truth.board:
            return
    if (flaw := difference(all_seen(truth, seat), all_seen(world, seat))) is not None:
        raise moment.broken(f"{moment.action} shows {seat} what it does not reveal: {flaw}")


def _shown(match: Match, since: int, seat: str) -> list[Event]:
    """What happened before the seat's eyes, by what the game says of who may know what."""
    tests = [secret.shows for secret in match.rules.secrets if secret.shows is not None]
    told = (event for entry in match.entries[since:] for event in entry.feeds.get(seat, ()))
    return [event for event in told if any(shows(match.board, seat, event) for shows in tests)]


def revealed_since(match: Match, since: int = 0) -> int:
    events = (event for entry in match.entries[since:] for event in entry.events)
    return any(event.revealing(match.board) for event in events)
