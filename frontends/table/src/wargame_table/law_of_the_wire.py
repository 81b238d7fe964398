"""The law of the wire: everything sent to screens fits the game's schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wargame_core import SPECTATOR, Match
from wargame_core.json_form import JsonObject
from wargame_laws.complaints import LawBroken, plain
from wargame_laws.trials import Trial
from wargame_table.local import LiveSession
from wargame_table.screen import ask_of
from wargame_table.wire_schema import wire_schema


def law_the_wire_fits_its_schema(trial: Trial) -> None:
    """Sheet, views, actions, events, verdicts and what a table sends of them are as `wire_schema` describes them.

    Skipped without jsonschema, which ``pip install jsonschema`` brings.
    """
    import pytest

    pytest.importorskip("jsonschema", reason="the law of the wire needs jsonschema: pip install jsonschema")
    wrong = misfits(wire_schema(trial.game.rules))
    sheet = trial.game.sheet(trial.scenario, **trial.options)
    if (misfit := wrong("Sheet", sheet.to_json())) is not None:
        raise LawBroken(f"the sheet does not fit its schema: {misfit}")
    seen: set[tuple[str, ...]] = set()
    for play in trial.plays(0.25):
        for moment in play:
            if (step := (moment.seat, *moment.match.cursor)) in seen:
                continue
            seen.add(step)
            view = moment.match.view(moment.seat)
            verdict = moment.match.choices(moment.seat).judge(moment.action).to_json()
            for name, data in (("Screen", view.to_json()), ("Asked", ask_of(view)), ("Verdict", verdict)):
                if (misfit := wrong(name, data)) is not None:
                    raise moment.broken(f"what {moment.seat} is sent does not fit {name}: {misfit}")
        table = LiveSession(trial.game, play.match)
        for seat in (*trial.game.seats, SPECTATOR):
            for message in table.look(seat):
                if (misfit := wrong("Told", message)) is not None:
                    raise play.broken(f"the {message['kind']} of {seat} at a table does not fit its schema: {misfit}")
        for kind, event in _new_kinds(play.match, (*trial.game.seats, SPECTATOR), seen):
            if (misfit := wrong("Event", event)) is not None:
                raise play.broken(f"an event {kind} does not fit its schema: {misfit}")


def _new_kinds(match: Match, seats: tuple[str, ...], seen: set[tuple[str, ...]]) -> Iterator[tuple[str, JsonObject]]:
    """The JSON of the last event of each kind as each seat knows it, unless it was seen before."""
    for seat in seats:
        view = match.view(seat)
        for kind, event in {event.kind: event for event in view.events}.items():
            if (known := (seat, "event", kind)) not in seen:
                seen.add(known)
                yield kind, view.rules.codec.to_json(event)


def misfits(schema: JsonObject) -> Callable[[str, object], str | None]:
    """A function of a definition's name and data: it returns what is wrong with the data, or None."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    readers = {
        name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}) for name in schema["$defs"]
    }

    def wrong(name: str, data: object) -> str | None:
        problem = best_match(readers[name].iter_errors(plain(data)))
        return None if problem is None else f"{problem.json_path}: {problem.message[:300]}"

    return wrong
