"""The law that everything survives JSON: actions, events, views and records."""

from __future__ import annotations

from collections import Counter

from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.records.record import Record, parse, seat_record
from wargame_core.records.verification import replay
from wargame_laws.comparing import difference, plain
from wargame_laws.laws_of_choices import SAMPLE
from wargame_laws.recording import Moment
from wargame_laws.trials import Play, Trial

VERIFIED = 3
"""The number of games whose record is written, read, verified and made for each seat."""
OF_A_KIND = 100
"""The number of events of a kind that are read one by one; the law that events tell everything reads them all."""


def law_everything_survives_json(trial: Trial) -> None:
    """Actions, events, views and records come back from JSON as they were; the record verifies."""
    tried = Counter[str]()
    for number, play in enumerate(trial.plays(0.5)):
        for moment in play:
            _json_of_actions_and_views(moment)
        _json_of_events(trial, play, tried)
        if trial.thorough or number < VERIFIED:
            _json_of_the_record(play)
            _verified(trial, play)
            _json_of_seats_records(trial, play)


def _json_of_the_record(play: Play) -> None:
    record = Record.of(play.match)
    if parse(record.text()) != record:
        raise play.broken("the record is not the same after a trip through its text")


def _json_of_actions_and_views(moment: Moment) -> None:
    match, codec = moment.match, moment.match.rules.codec
    for seat in match.to_choose:
        listed = moment.listed(seat)
        for action in moment.rng.sample(listed, min(SAMPLE, len(listed))):
            if codec.action(plain(codec.to_json(action))) != action:
                raise moment.broken(f"{action} is not the same after a trip through JSON")
    for seat in (*match.rules.seats, SPECTATOR, REFEREE):
        data = match.view(seat).to_json()
        if (flaw := difference(data, plain(data))) is not None:
            raise moment.broken(f"{seat}'s view is no plain JSON data: {flaw}")


def _json_of_events(trial: Trial, play: Play, tried: Counter[str]) -> None:
    """The events of a game, of each kind as many as a battery tries."""
    codec = trial.game.rules.codec
    for entry in play.match.entries:
        for event in entry.events:
            tried[event.kind] += 1
            if tried[event.kind] > OF_A_KIND and not trial.thorough:
                continue
            data = plain(codec.to_json(event))
            if (flaw := difference(data, plain(codec.to_json(codec.event(data))))) is not None:
                raise play.broken(f"{event.kind} is not the same after a trip through JSON: {flaw}")


def _json_of_seats_records(trial: Trial, play: Play) -> None:
    match, record = play.match, Record.of(play.match)
    for seat in trial.game.seats:
        kept = seat_record(match, seat)
        if parse(kept.text()) != kept or record.for_seat(seat, trial.game) != kept:
            raise play.broken(f"{seat}'s record is not the same after a trip through its text")


def _verified(trial: Trial, play: Play) -> None:
    again, problem = replay(Record.of(play.match), trial.game)
    if problem is None and (again.state != play.match.state):
        problem = "it ends in another position"
    if problem is not None:
        raise play.broken(f"the record does not verify: {problem}")
