"""The law of what a seat is shown beside its view: table, log, digest of its knowledge, picture, and paper.

It applies to games whose sheet has pieces.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from attrs import evolve

from wargame_core.errors import WargameError
from wargame_core.flow.match import Match
from wargame_core.flow.state import State
from wargame_core.flow.view import View
from wargame_core.flow.visibility import SPECTATOR
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_lab.encoding import ROW, Encoder
from wargame_lab.encoding import encoder as encoder_of
from wargame_lab.observations import numbers_of
from wargame_laws.laws_of_the_table import sheet_of
from wargame_laws.trials import LawBroken, Moment, Play, Trial, difference, plain
from wargame_pictures import of as pictures_of
from wargame_pictures.of_games import handout, turn_orders
from wargame_pictures.paper.handout import Handout


def law_the_table_tells_no_secrets(trial: Trial) -> None:
    """Worlds a seat cannot tell apart have the same pieces, panels, menus and story for it, references included.

    So have its log, the digest of its knowledge, its picture and what it may print: the packet of a battle, its orders.
    """
    if sheet_of(trial) is None or trial.game.rules.worlds is None:
        return
    for number, play in enumerate(trial.plays(0.5)):
        for moment in play:
            for seat in trial.game.seats:
                try:
                    state = moment.match.state
                    own = {name: action for name, action in state.commits.items() if name == seat}
                    truth, world = evolve(state, commits=own), moment.match.view(seat).world(moment.rng)
                    shown = [_shown(trial.game, state, seat, moment) for state in (truth, world)]
                except WargameError:
                    continue  # not every step can be imagined, nor every choice be made in another world
                if None in shown:
                    continue
                if (flaw := difference(*shown)) is not None:
                    raise moment.broken(f"{seat} can tell two worlds apart by what lies on the table: {flaw}")
        if not number:
            _log_is_the_story(trial, play)


def _log_is_the_story(trial: Trial, play: Play) -> None:
    """Raise `LawBroken` where the log of a game does not say to a seat what its story says."""
    for seat in (*trial.game.seats, SPECTATOR):
        view = play.match.view(seat)
        if (flaw := difference(view.log, [row["text"] for row in view.story])) is not None:
            raise play.broken(f"the log of {seat} is not its story: {flaw}")


def _shown(game: Game, state: State, seat: str, moment: Moment) -> Any:
    """What a seat has before it, before and after the choice of the moment if it is its own; None if that revealed."""
    match = Match.of(state, chance="explicit")
    shown = [_table(match.view(seat)) | _made_for(game, match, seat)]
    if match.to_choose == (seat,) and moment.seat == seat:
        match.play(moment.action, seat)
        if any(event.revealing(match.board) for entry in match.entries for event in entry.events):
            return None
        view = match.view(seat)
        shown.append(_table(view) | {"log": view.log, "knowledge": match.knowledge(seat)})
    return plain(shown)


def _table(view: View) -> JsonObject:
    panels = [panel.to_json() for panel in view.panels]
    return {"pieces": view.pieces, "panels": panels, "menu": view.menu(), "story": view.story}


def _made_for(game: Game, match: Match, seat: str) -> JsonObject:
    """What is drawn and printed for a seat."""
    picture = pictures_of(game).picture(match.view(seat), legend=False)
    drawn = [repr((picture.markers, picture.marks, picture.caption))] if picture is not None else []
    return {
        "picture": drawn,
        "packet": _paper(handout(game, match, seat)),
        "orders": _paper(_orders(game, match, seat)),
    }


def _orders(game: Game, match: Match, seat: str) -> Handout | None:
    try:
        return turn_orders(game, match, seat)
    except WargameError:
        return None  # this seat has no orders to give


def _paper(made: Handout | None) -> list[str]:
    return [made.page, made.text, made.json_text()] if made is not None else []


CODED = 30
"""The number of choices of a menu whose codes are decoded."""


def law_numbers_tell_what_the_view_tells(trial: Trial) -> None:
    """Every choice is the action of its code; observations have their shape; equal views give equal numbers."""
    encoder = encoder_of(trial.game, trial.scenario, **trial.options)
    if not encoder.sheet.pieces:
        return
    for moment in trial.moments(0.1):
        view = moment.match.view(moment.seat)
        _read_back(encoder, moment, view)
        _same_shape(encoder, view)
        counted, shown = sorted(numbers_of(view.counts)), sorted(numbers_of(view.own_panels))
        if counted != shown:
            raise moment.broken(f"learners are told {counted}, but the panels show {shown}")
        _as_in_another_world(encoder, moment, view)


def _read_back(encoder: Encoder, moment: Moment, view: View) -> None:
    """Raise `LawBroken` for a choice whose code is not the code of it alone."""
    coded: dict[tuple[int, ...], object] = {}
    for action in islice(view.choices, CODED):
        code = encoder.code(action)
        if (back := encoder.action(code)) != action:
            raise moment.broken(f"{action} has the code {code}, which is read back as {back}")
        if coded.setdefault(code, action) != action:
            raise moment.broken(f"{action} and {coded[code]} have the same code {code}")


def _same_shape(encoder: Encoder, view: View) -> None:
    seen, observer = encoder.view(view), encoder.observer
    shape = (
        {len(plane) for plane in seen.planes.values()} <= {len(encoder.sheet.spaces)},
        {len(row) for row in seen.pieces} <= {len(observer.columns)},
        len(seen.pieces) == len(encoder.sheet.pieces),
        len(seen.globals) == len(observer.global_names),
        {len(row) for row in encoder.rows(view, CODED)} <= {len(ROW)},
    )
    if not all(shape):
        raise LawBroken(f"the numbers of a view have another shape than their names: {shape}")


def _as_in_another_world(encoder: Encoder, moment: Moment, view: View) -> None:
    """Raise `LawBroken` if numbers differ where only what is hidden does: also how many answers there were unseen."""
    try:
        world = view.world(moment.rng)
        other = View.of(evolve(world, seq=world.seq + 1), moment.seat)
    except WargameError:
        return  # not every step can be imagined
    if encoder.view(other) != encoder.view(view) or encoder.rows(other, CODED) != encoder.rows(view, CODED):
        raise moment.broken(f"{moment.seat} can tell two worlds apart by their numbers")
