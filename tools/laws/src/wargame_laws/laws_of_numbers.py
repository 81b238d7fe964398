"""The law of numbers: codes of actions can be decoded, and observations depend on the view alone.

It applies to games whose sheet has pieces.
"""

from __future__ import annotations

from itertools import islice

from attrs import evolve

from wargame_core.errors import WargameError
from wargame_core.flow.state import View
from wargame_lab.encoding.encoder import ROW, Encoder
from wargame_lab.encoding.encoder import encoder as encoder_of
from wargame_lab.encoding.observations import numbers_of
from wargame_laws.recording import LawBroken, Moment
from wargame_laws.trials import Trial

CODED = 30
"""The number of choices of a menu whose codes are decoded."""


def law_numbers_tell_what_the_view_tells(trial: Trial) -> None:
    """Every choice is the action of its code; observations have their shape; equal views give equal numbers."""
    encoder = encoder_of(trial.game, trial.scenario, **trial.options)
    if not encoder.sheet.pieces:
        return
    for play in trial.plays(0.1):
        for moment in play:
            view = moment.match.view(moment.seat)
            _read_back(encoder, moment, view)
            _same_shape(encoder, view)
            _panels_say_the_same(moment, view)
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


def _panels_say_the_same(moment: Moment, view: View) -> None:
    counted, shown = sorted(numbers_of(view.counts)), sorted(numbers_of(view.own_panels))
    if counted != shown:
        raise moment.broken(f"learners are told {counted}, but the panels show {shown}")


def _as_in_another_world(encoder: Encoder, moment: Moment, view: View) -> None:
    """Raise `LawBroken` if numbers differ where only what is hidden does: also how many answers there were unseen."""
    try:
        world = view.world(moment.rng)
        other = evolve(world, seq=world.seq + 1).view(moment.seat)
    except WargameError:
        return  # not every step can be imagined
    if encoder.view(other) != encoder.view(view) or encoder.rows(other, CODED) != encoder.rows(view, CODED):
        raise moment.broken(f"{moment.seat} can tell two worlds apart by their numbers")
