"""The outlets of core: views, menus, refusals, sessions, records, worlds, positions in words."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from wargame_core.errors import WargameError
from wargame_core.flow.about import PLACE_MARKS, marks_of
from wargame_core.flow.aftermath import position_without_secrets
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Rolled, Started
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.match import Match
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.records.record import Record
from wargame_core.rulings import Verdict
from wargame_core.sessions.seat_screen import SeatScreen
from wargame_core.sessions.session import Session

T = TypeVar("T")

PROBES = 3
"""How many choices, pieces and places are asked about."""
SEED = 1863


def answer_or_refusal(ask: Callable[..., Any], *arguments: object, **keywords: object) -> Any:
    """The answer, or what is said where there is none."""
    try:
        return ask(*arguments, **keywords)
    except WargameError as problem:
        return f"{type(problem).__name__}: {problem}"


def _facts_of_view(game: Game, match: Match, seat: str) -> JsonObject:
    view = match.view(seat)
    return {
        "position": [view.scenario, dict(view.options), list(view.cursor), str(view.outcome)],
        "question": [view.prompt, str(view.cite), view.asked, view.forced, list(view.waiting_for)],
        "standing answer": str(view.standing_answer),
        "tags": [view.at, view.knowledge, match.knowledge(seat), view.sheet],
        "undo": [view.can_undo, match.can_undo(seat), match.can_undo(seat, exact=False)],
        "everything": view.everything,
    }


def _board(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    return view.rules.codec.view_to_json(view.board)


def _story(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    events = [view.rules.codec.to_json(event) for event in view.events]
    return {"events": events, "log": view.log, "news": view.news()}


def _table_contents(game: Game, match: Match, seat: str) -> JsonObject:
    view = match.view(seat)
    panels = {"panels": view.panels, "own panels": view.own_panels, "counts": view.counts}
    return {
        **{name: [panel.to_json() for panel in panel_list] for name, panel_list in panels.items()},
        "pieces": [piece.to_json() for piece in view.pieces],
        "places": view.piece_places,
        "marks": [mark.to_json() for mark in view.marks],
    }


def _menu(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    if not view.asked or view.choices.by_people:
        return answer_or_refusal(lambda: match.choices(seat).labels)
    of_match, of_view, rng = match.choices(seat), view.choices, Random(SEED)
    return {
        "rows": view.menu(),
        "labels": [of_match.labels, of_view.labels],
        "samples": [str(of_view.sample(rng)) for _ in range(PROBES)],
        "size": [len(of_view), of_view.complete, of_view.abridged],
    }


def _inner_view(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    inner_view = view.inner
    if inner_view is None:
        return str(view.inner_game)
    return [inner_view.to_json(), inner_view.rules.codec.view_to_json(inner_view.board), inner_view.position()]


def _imagined_world(game: Game, match: Match, seat: str) -> object:
    """A world, for a seat that is to choose: what others do in a step of theirs it need not be able to imagine.

    With the position from which it is told chances, if it is told any.
    """
    view = match.view(seat)
    if not view.asked:
        return None
    position = position_without_secrets(view)
    world = answer_or_refusal(lambda: view.world(Random(SEED)).to_json())
    return [world, position.to_json() if position is not None else None]


def _position_in_words(game: Game, match: Match, seat: str) -> object:
    return match.view(seat).position()


def _spread_sample(items: Sequence[T]) -> Sequence[T]:
    """Some of all, far from each other: neighbours are often alike."""
    return items[:: max(1, -(-len(items) // PROBES))]


def things_of(view: View) -> Mapping[str, Sequence[str]]:
    """Some pieces and places to ask about, as the seat of a view knows them."""
    places = dict.fromkeys(view.piece_places.values())
    return {"piece": _spread_sample([*view.piece_places]), "place": _spread_sample([*places])}


def _actions_with_unseen_pieces(game: Game, view: View, actions: Sequence[JsonObject]) -> list[JsonObject]:
    """The choices again, each with a piece in it that the seat does not see, in the place of one that it sees."""
    visible_pieces = view.piece_places
    unseen_pieces = [piece.id for piece in game.sheet_of(view).pieces if piece.id not in visible_pieces][:PROBES]
    return [
        {**action, key: piece}
        for action in actions
        for key, value in action.items()
        if isinstance(value, str) and value in visible_pieces
        for piece in unseen_pieces
    ]


def _of_other_places(view: View, actions: Sequence[JsonObject]) -> list[JsonObject]:
    """The choices again, each with another place of the map, far or near, in the place of one that it names."""
    game_map, classes = view.rules.map_of(view.board), view.rules.codec.actions
    if game_map is None:
        return []
    numbers = _spread_sample(range(game_map.size))
    return [
        {**action, name: [place] if isinstance(action[name], list) else place}
        for action in actions
        for name, mark in marks_of(classes.get(action["kind"], object))
        if mark in PLACE_MARKS and action.get(name) is not None
        for place in (numbers if isinstance(action[name], int) else map(game_map.coordinates, numbers))
    ]


def _chosen_before(match: Match, seat: str) -> list[Action]:
    """What a seat chose last of each kind, the latest first: most of it is no answer to what is asked now."""
    own_actions: dict[str, Action] = {}
    for entry in reversed(match.entries):
        if not isinstance(entry, Started | Rolled) and seat in entry.actions:
            own_actions.setdefault(entry.actions[seat].kind, entry.actions[seat])
    return [*own_actions.values()][: 2 * PROBES]


def _in_full(answer: object) -> object:
    return answer.to_json() if isinstance(answer, Verdict) else str(answer)


def _refusals(game: Game, match: Match, seat: str) -> JsonObject:
    """Verdicts on what is offered and what is not, why things cannot be chosen, and what is said out of turn."""
    view = match.view(seat)
    actions = [row["action"] for row in view.menu(PROBES)] if view.asked else []
    kinds = [{"kind": kind} for kind in [*view.rules.codec.actions][:PROBES]]
    refs_by_kind = things_of(view)
    other_actions = [
        *_actions_with_unseen_pieces(game, view, actions),
        *_of_other_places(view, actions),
        *_chosen_before(match, seat),
    ]
    attempts = [*actions, *kinds, "no such choice", *other_actions]

    def played_text(action: object) -> str:
        match.fork().play(action, seat)
        return "played"

    return {
        "verdicts": [_in_full(answer_or_refusal(match.judge, attempt, seat)) for attempt in attempts],
        "reasons": [
            _in_full(answer_or_refusal(match.explain, seat=seat, **{ref_kind: ref}))
            for ref_kind, refs in refs_by_kind.items()
            for ref in refs
        ],
        "out of turn": [answer_or_refusal(played_text, attempt) for attempt in kinds],
        "undone": answer_or_refusal(lambda: "undone" if match.fork().undo(seat) else ""),
    }


def _record(game: Game, match: Match, seat: str) -> object:
    def lines(record: Record) -> object:
        return [record.header, *record.lines]

    of_match = answer_or_refusal(lambda: lines(Record.of(match, seat)))
    return [of_match, answer_or_refusal(lambda: lines(Record.of(match).for_seat(seat, match.rules)))]


def _session(game: Game, match: Match, seat: str) -> object:
    with Session(match) as session:
        view = match.view(seat)
        kinds = [{"kind": kind} for kind in [*view.rules.codec.actions][:1]]
        session_facts: JsonObject = {
            "view": session.view(seat),
            "update": session.update(seat),
            "newer": session.newer(seat, ""),
            "looked": session.look(seat, lambda one: one.prompt),
            "judged": [_in_full(answer_or_refusal(session.judge, action, seat)) for action in kinds],
        }
        if seat in match.rules.seats and match.game is not None:
            screen = SeatScreen(session, seat)
            session_facts["screen"] = [screen.prompt, screen.panels, screen.rows, screen.lit, screen.news]
            session_facts["why not"] = [screen.why_not(ref) for refs in things_of(view).values() for ref in refs]
        return session_facts


def _chances(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    return [round(game.value(view), 12), game.chances(view).to_json()]


_VIEW, _MATCH, _SESSION = "wargame_core.flow.view:View.", "wargame_core.match:Match.", "wargame_core.sessions."


def _of(prefix: str, names: str) -> tuple[str, ...]:
    return tuple(prefix + name for name in names.split())


REGISTER = OutletRegister(
    (
        Outlet("facts of a view", _facts_of_view, (
            *_of(_VIEW, "scenario options everything at knowledge sheet can_undo prompt cite asked waiting_for cursor"),
            *_of(_VIEW, "outcome forced standing_answer"), *_of(_MATCH, "knowledge can_undo view"),
        )),
        Outlet("board of a view", _board, _of(_VIEW, "board")),
        Outlet("story of a view", _story, _of(_VIEW, "events log news")),
        Outlet("table of a view", _table_contents, _of(_VIEW, "panels own_panels counts pieces piece_places marks")),
        Outlet("menu", _menu, (*_of(_VIEW, "choices menu row"), *_of(_MATCH, "choices"))),
        Outlet("inner game of a view", _inner_view, _of(_VIEW, "inner inner_game to_json")),
        Outlet("worlds of a view", _imagined_world, (
            *_of(_VIEW, "world in_motion draw"), "wargame_core.flow.aftermath:position_without_secrets",
        ), apart=4),
        Outlet("position in words", _position_in_words, _of(_VIEW, "position")),
        Outlet("refusals", _refusals, _of(_MATCH, "judge explain play undo")),
        Outlet("record", _record, (*_of(_MATCH, "save"), "wargame_core.records.record:Record.of",
                                   "wargame_core.records.record:Record.for_seat"), apart=2),
        Outlet("session", _session, (
            *_of(_SESSION, "session:Session.play session:Session.undo session:Session.judge session:Session.explain"),
            *_of(_SESSION, "session:Session.look session:Session.view session:Session.update session:Session.updates"),
            *_of(_SESSION, "session:Session.newer seat_screen:SeatScreen.look async_session:AsyncSession.look"),
        ), apart=3),
        Outlet("chance to win", _chances, ("wargame_core.game:Game.value", "wargame_core.game:Game.chances")),
    ),
    {
        **dict.fromkeys(_of("wargame_core.flow.state:State.", "choices after judged answered_by"),
                        "a state is a whole position: who holds it sees everything"),
        **dict.fromkeys((*_of("wargame_core.flow.aftermath:", "odds_of_action stories_after"),
                         "wargame_core.match:Match.odds", "wargame_core.game:Game.forecast"),
                        "chances of the whole position, for who sees everything: a table refuses them otherwise"),
        **dict.fromkeys(_of("wargame_core.flow.history:History.", "may_go_back seems_free"),
                        "whether undo is offered, which is part of the facts of a view"),
        "wargame_core.flow.view:View.of": "makes a view, whose members are outlets",
        "wargame_core.flow.view:View.rules": "printed matter",
        **dict.fromkeys(("wargame_core.game:Game.sheet_of", "wargame_core.match:PlayedGame.sheet_of"),
                        "printed matter; which sheet is laid out is part of the facts of a view"),
        "wargame_core.match:Match.table": "a table, whose screens are outlets",
        "wargame_core.sessions.seat_screen:SeatScreen.against_bots": "a screen, which is looked through as a session",
        "wargame_core.plugins.outlets_of_core:things_of": "what outlets ask about",
        "wargame_core.lessons:Lesson.choice": "the choice of a lesson, which stands in a file for everybody",
    },
)  # fmt: skip
