"""Laws of what lies on the table: sheets, references, panels, what is sent to screens, refusals.

They apply to games whose sheet has pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wargame_core.flow.choices import Action
from wargame_core.flow.visibility import SPECTATOR
from wargame_laws.comparing import difference, plain
from wargame_laws.laws_of_choices import mutations
from wargame_laws.recording import LawBroken, Moment
from wargame_laws.screens import mistakes_on_screens, sheet_of
from wargame_laws.trials import Trial

SAFE = 2**53
"""The greatest whole number that screens store exactly, because they use floating point."""
LONGEST = 500
"""The greatest number of characters of a refusal."""
PROBES = 6
"""The number of actions tried at a moment."""


def law_the_sheet_is_printed_matter(trial: Trial) -> None:
    """Made twice, a sheet is the same plain data; ids are unique; it has a briefing, sides and texts of cards."""
    sheet = sheet_of(trial)
    if sheet is None:
        return
    again = trial.game.sheet(trial.scenario, **trial.options)
    data = sheet.to_json()
    if (flaw := difference(data, plain(data)) or difference(data, again.to_json())) is not None:
        raise LawBroken(f"the sheet is not the same plain data each time: {flaw}")
    for name in ("spaces", "crossings", "pieces", "cards", "tracks", "aids"):
        ids = [part.id for part in getattr(sheet, name)]
        if twice := sorted({part_id for part_id in ids if not part_id or ids.count(part_id) > 1}):
            raise LawBroken(f"{name} on the sheet have no id, or the same: {twice}")
    seats = [side.seat for side in sheet.sides]
    if tuple(seats) != trial.game.seats or len({side.letter for side in sheet.sides}) != len(seats):
        raise LawBroken(f"the sides on the sheet are {seats}, each with a letter of its own, not {trial.game.seats}")
    if not (sheet.briefing.title and sheet.briefing.situation and sheet.briefing.how_to_win):
        raise LawBroken("the briefing says too little: it has a title, a situation and how to win")
    if silent := [card.id for card in sheet.cards if not card.text]:
        raise LawBroken(f"cards without text: {silent}")


def law_what_is_named_lies_on_the_table(trial: Trial) -> None:
    """Menus, stories and panels name only places, pieces and cards that a seat finds on the sheet or on its map."""
    if (problem := mistakes_on_screens(trial).unknown) is not None:
        raise problem


def law_pieces_follow_their_references(trial: Trial) -> None:
    """Moving pieces by the references of events alone leads to the places that the view shows."""
    if (problem := mistakes_on_screens(trial).misplaced) is not None:
        raise problem


def law_screens_can_count_what_they_get(trial: Trial) -> None:
    """No whole number in a view, a story or a sheet is too large for a screen to store exactly."""
    sheet = sheet_of(trial)
    if sheet is None:
        return
    if (flaw := _too_big(sheet.to_json())) is not None:
        raise LawBroken(f"on the sheet stands {flaw}")
    for play in trial.plays(0.5):
        for moment in play:
            for seat in (*trial.game.seats, SPECTATOR):
                view = moment.match.view(seat)
                if (flaw := _too_big([view.to_json(), view.story])) is not None:
                    raise moment.broken(f"{seat} is sent {flaw}")


def _too_big(data: object) -> int | None:
    values: Iterable[object] = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    if isinstance(data, int) and abs(data) > SAFE:
        return data
    return next((flaw for value in values if (flaw := _too_big(value)) is not None), None)


def law_refusals_are_sentences(trial: Trial) -> None:
    """Refusals are short sentences that show no values as Python code."""
    if sheet_of(trial) is None:
        return
    written = re.compile(rf"\b({'|'.join(action.__name__ for action in trial.game.rules.actions)})\(\w*=?|<class |\\x")
    pool: list[Action] = []
    for play in trial.plays(0.5):
        for moment in play:
            choices = moment.match.choices(moment.seat)
            probes = [*_some(moment, pool), *_some(moment, list(mutations(moment.action, pool)))]
            for action in probes:
                for reason in choices.judge(action).reasons:
                    if written.search(reason.text) or len(reason.text) > LONGEST:
                        raise moment.broken(f"{moment.seat} reads on trying {action}: {reason.text}")
            pool = [*pool[-200:], moment.action]


def _some(moment: Moment, actions: Sequence[Action]) -> list[Action]:
    return moment.rng.sample(list(actions), min(PROBES, len(actions)))
