"""What one seat sees at one moment, and the update that brings its screens from one moment to the next.

All screens of a seat show the same, so that an update is made once for all of them. Last what only people know: the
form of a report as a screen shows it, and the action that its answers make.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, TypeAlias, TypeVar

from attrs import frozen, has

from wargame_core.errors import WargameError
from wargame_core.flow.about import about
from wargame_core.flow.child import ChildChoices, InChild
from wargame_core.flow.choices import Action, Choices, Product, Subsets
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Event
from wargame_core.flow.match import Match
from wargame_core.flow.panels import Panel
from wargame_core.flow.view import View
from wargame_core.flow.visibility import hides_nothing
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import harmless, quote
from wargame_pictures import of as pictures_of
from wargame_pictures.of_games import handout
from wargame_pictures.paper.handout import FieldKind, FormField, Handout, ReportForm
from wargame_table.people import Plans
from wargame_table.protocol import MENU, Refused
from wargame_table.rows import Feed
from wargame_table.sheets import Drawn, Sheets, drawn_for

FEW: Final = 16
"""So many choices are a menu, and need not be put together."""


def build_of(view: View) -> JsonObject | None:
    """How a choice of several things is put together; None where the menu will do.

    Of some of several things: ``action`` is the choice of nothing; the names that are chosen, in the order of
    ``things``, stand in the list that ``into`` leads to, key by key; there are at most ``most``.

    Of one thing of each of several rows: ``action`` is the choice of the first of each; what is chosen in a row of
    ``each``, the ``value`` of one of its ``things``, stands where its ``into`` leads.
    """
    wrap, choices = _inside(view.choices)
    if choices.complete and len(choices) <= FEW:
        return None
    if isinstance(choices, Subsets):
        return _some(choices, view, wrap)
    return _each(choices, view, wrap) if isinstance(choices, Product) else None


def _some(choices: Subsets, view: View, wrap: _Wrap) -> JsonObject:
    nothing, codec = choices.make(()), view.rules.codec
    bare: JsonObject = codec.to_json(wrap(nothing))
    into = _changed(bare, codec.to_json(wrap(choices.make(choices.names[:1]))))
    things = []
    for name in choices.names:
        alone = wrap(choices.make((name,)))
        thing: JsonObject = {"name": name, "label": harmless(alone.text(view.board))}
        if named := alone.about(view.board).to_json():
            thing["about"] = named
        things.append(thing)
    return {"action": bare, "into": into, "things": things, "most": choices.most}


def _each(choices: Product, view: View, wrap: _Wrap) -> JsonObject | None:
    """None where the things chosen stand in no places of their own in an action."""
    usual = [row[0] for row in choices.rows]

    def written(chosen: Sequence[Any]) -> JsonObject:
        action: JsonObject = view.rules.codec.to_json(wrap(choices.make(tuple(chosen))))
        return action

    rows, bare = [], written(usual)
    another = bare
    for place, (title, row) in enumerate(zip(choices.titles, choices.rows, strict=True)):
        actions = [written([*usual[:place], part, *usual[place + 1 :]]) for part in row]
        if len(row) == 1:
            continue
        into = _common([_changed(bare, action) for action in actions if action != bare])
        values = [_at(action, into) for action in actions]
        things = [_thing(choices, view, part, value) for part, value in zip(row, values, strict=True)]
        rows.append({"title": harmless(title), "into": into, "things": things})
        another = put(another, into, values[-1])
    if another != written([row[-1] for row in choices.rows]):
        return None
    return {"action": bare, "each": rows}


def _thing(choices: Product, view: View, part: Any, value: Any) -> JsonObject:
    thing: JsonObject = {"value": value, "label": harmless(choices.name(part))}
    if has(type(part)) and (named := about(part, view.board).to_json()):
        thing["about"] = named
    return thing


class _Wrap:
    """An action as the game takes it: of a game inside the game, in one of the game."""

    def __init__(self, games: tuple[str, ...] = ()) -> None:
        self.games = games

    def __call__(self, action: Action) -> Action:
        for game in reversed(self.games):
            action = InChild(game, action)
        return action


def _inside(choices: Choices) -> tuple[_Wrap, Choices]:
    games = []
    while isinstance(choices, ChildChoices):
        games.append(choices.game)
        choices = choices.inside
    return _Wrap(tuple(games)), choices


def _changed(before: Any, after: Any) -> list[str | int]:
    """The keys that lead to the innermost part in which two actions differ."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        keys: list[Any] = [key for key in before if before[key] != after[key]]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        keys = [number for number, part in enumerate(before) if part != after[number]]
    else:
        return []
    return [keys[0], *_changed(before[keys[0]], after[keys[0]])] if len(keys) == 1 else []


def _at(part: Any, into: Sequence[str | int]) -> Any:
    for key in into:
        part = part[key]
    return part


def _common(ways: Sequence[Sequence[str | int]]) -> list[str | int]:
    """The keys with which all begin."""
    return [keys[0] for keys in takewhile(lambda keys: len(set(keys)) == 1, zip(*ways, strict=False))]


def put(part: Any, into: Sequence[str | int], value: Any) -> Any:
    """An action with something else where the keys lead."""
    if not into:
        return value
    first, *more = into
    changed = part.copy()
    changed[first] = put(part[first], more, value)
    return changed


T = TypeVar("T")


@frozen
class Sight:
    """What lies on the table for whoever looks at it: pieces and marks on the sheet, and what is beside it."""

    drawn: Drawn
    panels: Mapping[str, Panel]


Sights: TypeAlias = dict[str, Sight]
"""What was made of one position already, by seat; under "" what everybody sees alike."""


@frozen(kw_only=True)
class SeatMoment:
    """What a seat sees, the story left out: where the pieces stand, what it is asked, what lies beside the board."""

    at: str
    facts: JsonMapping
    seen: Sight
    plans: Mapping[str, Panel]
    """What bots have said of their plans, as far as the seat may know: panels of its own, whoever else sees alike."""

    @property
    def panels(self) -> Mapping[str, Panel]:
        """All that lies beside the board."""
        return {**self.seen.panels, **self.plans} if self.plans else self.seen.panels


class SeatScreen:
    """What the screens of one seat show."""

    def __init__(self, game: Game, sheets: Sheets, feed: Feed, plans: Plans) -> None:
        self.game, self.seat, self.feed = game, feed.seat, feed
        self._sheets, self._plans = sheets, plans
        self._shown: SeatMoment | None = None
        self._told: Sequence[str] = ()

    def advance(self, match: Match, sights: Sights | None = None, view: View | None = None) -> JsonObject | None:
        """The update for screens that show the moment before; None when nothing that the seat knows has changed.

        ``view`` is the seat's of this moment, where somebody has it already.
        """
        before, tags = self._shown, self._told
        now = self._look(match, sights if sights is not None else {}, view or match.view(self.seat))
        kept = self.feed.kept_of(tags)
        if before is not None and before == now and kept == len(tags) == len(self.feed):
            return None
        message = self._update(kept, now)
        return message | (_all_of(now) if before is None else _since(before, now))

    def whole(self, match: Match, have: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The update for a screen that shows nothing yet but the story up to one of ``have``."""
        now = self._look(match, {}, match.view(self.seat))
        return self._update(self.feed.held(have), now) | _all_of(now)

    def _look(self, match: Match, sights: Sights, view: View) -> SeatMoment:
        self.feed.follow(match, view)
        self._told = self.feed.tags[:]
        facts = _facts(view, self._sheets.digest_inside(view))
        if self.seat in self.game.seats:
            facts["undo"] = undo_of(match, view, self.feed.sources)
        if view.asked and (form := form_of(self.game, match, view)) is not None:
            facts["ask"]["form"] = form_to_json(form)
        seen = sight_of(self.game, view, sights, self._shown)
        plans = self._plans.panels(self.seat, match, self._sheets.named)
        self._shown = SeatMoment(at=view.at, facts=facts, seen=seen, plans=plans)
        return self._shown

    def _update(self, kept: int, now: SeatMoment) -> JsonObject:
        feed = self.feed
        message: JsonObject = {"kind": "update", "at": now.at, "kept": kept, "known": len(feed), "tag": feed.tag}
        if events := feed.rows[kept:]:
            message["events"] = events
        return {**message, **now.facts}


def _all_of(now: SeatMoment) -> JsonObject:
    drawn = now.seen.drawn
    all_panels = {name: panel.to_json() for name, panel in now.panels.items()}
    shown = {"pieces": {"all": dict(drawn.pieces)}, "panels": {"all": all_panels}}
    return shown | {"faces": dict(drawn.faces), "marks": list(drawn.marks)}


def _since(before: SeatMoment, now: SeatMoment) -> JsonObject:
    """What is on the table, as far as it has changed."""
    message: JsonObject = {}
    if before.seen is now.seen and before.plans == now.plans:
        return message
    old, new = before.seen.drawn, now.seen.drawn
    changed, gone = _changes(old.pieces, new.pieces)
    if changed or gone:
        message["pieces"] = {"set": changed, "gone": gone}
    panels, closed = _changes(before.panels, now.panels)
    if panels or closed:
        message["panels"] = {"set": {name: panel.to_json() for name, panel in panels.items()}, "gone": closed}
    if faces := _changes(old.faces, new.faces)[0]:
        message["faces"] = faces
    if old.marks != new.marks:
        message["marks"] = list(new.marks)
    return message


def _changes(before: Mapping[str, T], now: Mapping[str, T]) -> tuple[dict[str, T], list[str]]:
    """What is new or different, and what is gone."""
    return {name: value for name, value in now.items() if (old := before.get(name)) is not value and old != value}, [
        name for name in before if name not in now
    ]


def sight_of(game: Game, view: View, sights: Sights, shown: SeatMoment | None) -> Sight:
    """What lies on the table for the seat of a view, made once for all that see alike; ``shown`` is shown now."""
    open_to_all = pictures_of(game).given.alike and view.child is None and hides_nothing(type(view.board))
    seat = "" if open_to_all else view.seat
    if seat not in sights:
        before = shown.seen.drawn if shown is not None else None
        sights[seat] = Sight(drawn_for(game, view, before), {panel.id: panel for panel in view.panels})
    return sights[seat]


def _facts(view: View, sheet: str) -> JsonObject:
    facts: JsonObject = {"cursor": list(view.cursor), "waiting": list(view.waiting_for)}
    if sheet:
        facts["sheet"] = sheet
    if view.asked:
        facts["ask"] = ask_of(view)
    elif view.seat in view.waiting_for:
        facts["chosen"] = True
    if view.outcome is not None:
        facts["outcome"] = view.outcome.to_json()
    return facts


def ask_of(view: View, first: int = 0) -> JsonObject:
    """What a seat is asked: prompt, source, and the rows of its menu from number ``first`` on."""
    rows = view.menu(first + MENU + 1)[first:]
    for row in rows:
        row["label"] = harmless(row["label"])
    ask: JsonObject = {"prompt": harmless(view.prompt or ""), "rows": rows[:MENU], "more": len(rows) > MENU}
    if view.choices.abridged:
        ask["abridged"] = True
    elif not view.choices.complete and (ways := ways_of(rows[:MENU])):
        ask["ways"] = ways
    if not first and (build := build_of(view)) is not None:
        ask["build"] = build
    return ask | ({"cite": str(view.cite)} if view.cite is not None else {})


def undo_of(match: Match, view: View, sources: Sequence[Event | Rolled]) -> JsonObject:
    """Whether a seat may ask to take its last choice back; the choice is played in other worlds only if it does.

    It must depend on nothing but what the seat sees: an update because of it would tell that others have chosen.
    """
    return {"may": True} if match.may_ask_undo(view.seat) else {"may": False, "because": no_undo(view, sources)}


def no_undo(view: View, sources: Sequence[Event | Rolled]) -> str:
    """Why a seat cannot take its last choice back, said from what it knows itself."""
    if view.outcome is not None:
        return "the game is over"
    if view.waiting_for and view.seat not in view.waiting_for:
        return "it is another seat's turn"
    if sources and isinstance(sources[-1], Rolled):
        return "a die was rolled"
    if any(isinstance(known, Rolled) for known in sources[-2:]):
        return "a die was rolled since your last choice"
    if sources and not isinstance(sources[-1], Rolled) and sources[-1].reveals:
        return "something came to light since your last choice"
    return "nothing to take back: last came a roll, another seat's choice, or what somebody saw or may have seen"


def ways_of(rows: Sequence[JsonMapping]) -> list[JsonObject]:
    """How the rows of a menu that go along a path are put together from other places, for each piece that may go.

    ``action`` is a row's without its path; the places entered, as ``places`` writes them by their printed ids, stand
    in the list that ``into`` leads to, key by key. ``start`` is where the way begins, ``pieces`` are those that go it.
    """
    ways: dict[str, JsonObject] = {}
    for row in rows:
        about = row.get("about", {})
        path = about.get("path", ())
        lists = [*_lists(row["action"], len(path) - 1)] if len(path) > 1 else []
        if len(lists) != 1:
            continue
        [(into, entered)] = lists
        bare = put(row["action"], into, [])
        way = ways.setdefault(
            json.dumps([bare, path[0]]),
            {"action": bare, "into": into, "start": path[0], "pieces": about.get("pieces", []), "places": {}},
        )
        way["places"].update(zip(path[1:], entered, strict=True))
    return list(ways.values())


def _lists(part: JsonMapping, size: int, keys: tuple[str, ...] = ()) -> Iterator[tuple[list[str], list[Any]]]:
    """The lists of so many things in an action, each with the keys that lead to it."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _lists(value, size, (*keys, key))
        elif isinstance(value, list) and len(value) == size:
            yield [*keys, key], value


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
