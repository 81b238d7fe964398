"""What only people know: the form of a report as a screen shows it, and the action that its answers make."""

from __future__ import annotations

from wargame_core.errors import WargameError
from wargame_core.flow.match import Match
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import harmless, quote
from wargame_pictures.of_games import handout
from wargame_pictures.paper.handout import FieldKind, FormField, Handout, ReportForm
from wargame_table.protocol import Refused


def packet_for(game: Game, match: Match, seat: str) -> Handout:
    """What a seat is given to print now. Raises `Refused` where there is nothing."""
    packet = handout(game, match, seat)
    if packet is None:
        raise Refused("unavailable", "nothing waits to be fought on a table of yours")
    return packet


def form_of(game: Game, match: Match, view: View) -> ReportForm | None:
    """The form that the seat of a view is to fill in now; None when it is asked for no report."""
    if not view.asked or not view.choices.by_people:
        return None
    packet = handout(game, match, view.seat)
    return packet.form if packet is not None else None


def form_to_json(form: ReportForm) -> JsonObject:
    """A form for a screen: its title, and its fields in order."""
    return {"title": harmless(form.title), "fields": [_field_to_json(field) for field in form.fields]}


def _field_to_json(field: FormField) -> JsonObject:
    row: JsonObject = {"key": field.key, "prompt": harmless(field.prompt), "kind": field.kind.value}
    if field.values:
        row["values"] = [[value, harmless(words)] for value, words in field.values.items()]
    if field.kind is FieldKind.NUMBER:
        row["least"] = field.least
    if field.most:
        row["most"] = field.most
    if field.asked_if is not None:
        row["asked_if"] = [field.asked_if[0], sorted(field.asked_if[1])]
    return row


def reported(form: ReportForm, given: JsonMapping) -> JsonMapping:
    """The answers to the fields that are asked. Raises `Refused` with the first thing that is wrong, and where."""
    strange = [key for key in given if key not in {field.key for field in form.fields}]
    if strange:
        raise Refused("malformed", f"{quote(strange[0])} is no field of this form")
    answers: JsonObject = {}
    for field in form.fields:
        value = given.get(field.key, field.empty)
        if isinstance(value, str):
            value = value.strip()
        if not field.is_asked(answers):
            continue
        if (complaint := field.complaint(value)) is not None:
            raise Refused("malformed", f"{field.prompt}: {complaint[1]}")
        answers[field.key] = value
    return answers


def action_of(game: Game, match: Match, seat: str, given: JsonMapping) -> JsonMapping:
    """The action that a report of ``seat`` stands for, as JSON. Raises `Refused`."""
    form = form_of(game, match, match.view(seat))
    if form is None:
        raise Refused("not_asked", "you are asked for no report now")
    answers = reported(form, given)
    try:
        action: JsonMapping = match.rules.codec.to_json(form.action(answers))
    except WargameError as problem:
        raise Refused("malformed", str(problem)) from None
    return action
