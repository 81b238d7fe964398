"""The law of marches: cut into shorter ones they give the same board, or the game says why not."""

from __future__ import annotations

from itertools import islice
from typing import Any

from wargame_core.flow.about import Names, marks_of
from wargame_core.flow.entries import Rolled
from wargame_core.flow.marches import Marches
from wargame_core.flow.match import Match
from wargame_core.rulings import Verdict
from wargame_laws.comparing import difference
from wargame_laws.recording import LawBroken, Moment
from wargame_laws.trials import Trial

CUTS = 4
"""How many cuts are tried at a moment."""


def law_marches_can_be_cut_or_the_game_says_why_not(trial: Trial) -> None:
    """A march cut into shorter ones gives the same board; or the rest of it is refused, and the game says why."""
    marches = trial.game.rules.marches
    if marches is None:
        marching = [cls.kind for cls in trial.game.rules.actions if _moves_a_piece(cls)]
        if marching:
            raise LawBroken(f"{', '.join(marching)} move pieces, and `Rules.marches` does not say how they are cut")
        return
    for play in trial.plays(0.5):
        for moment in play:
            listed = [moment.action, *islice(moment.match.choices(moment.seat), 200)]
            cuts = [(action, *pair) for action in listed for pair in marches.cut(moment.board, action)]
            for whole, first, rest in moment.rng.sample(cuts, min(CUTS, len(cuts))):
                _try(moment, marches, whole, first, rest)


def _moves_a_piece(cls: type[Any]) -> bool:
    named = {mark for _, mark in marks_of(cls)}
    return Names.PIECE in named and not named.isdisjoint((Names.TO, Names.PATH))


def _try(moment: Moment, marches: Marches, whole: Any, first: Any, rest: Any) -> None:
    """Play the first part of a march and see what becomes of the rest."""
    cut, seat = moment.fork(), moment.seat
    verdict = cut.judge(first, seat)
    if not verdict:
        _told(moment, verdict, f"{first}, a part of {whole},")
        return
    cut.play(first, seat)
    _answer(cut, marches)
    verdict = cut.judge(rest, seat)
    if marches.one_move:
        if verdict:
            raise moment.broken(f"{whole} is said to be one move ({marches.one_move}); after {first}, {rest} is legal")
        _told(moment, verdict, f"after {first}, {rest}")
        return
    if not verdict:
        raise moment.broken(f"{whole} is legal; after {first}, {rest} is not: {verdict}")
    cut.play(rest, seat)
    uncut = moment.fork()
    uncut.play(whole, seat)
    for match in (cut, uncut):
        _answer(match, marches)
    if not any(_rolled(match, moment.match) for match in (cut, uncut)) and cut.board != uncut.board:
        write = cut.rules.codec.board_to_json
        where = difference(write(uncut.board), write(cut.board)) or "what is not written"
        raise moment.broken(f"{whole} leads to another board than {first} and {rest}: {where}")


def _told(moment: Moment, verdict: Verdict, what: str) -> None:
    if not all(reason.text for reason in verdict.reasons):
        raise moment.broken(f"{what} is refused without a reason")


def _answer(match: Match, marches: Marches) -> None:
    """Answer what is asked on the way, where the game says how."""
    while match.to_choose:
        seat = match.to_choose[0]
        answer = next((action for action in marches.meanwhile if action in match.choices(seat)), None)
        if answer is None:
            return
        match.play(answer, seat)


def _rolled(match: Match, before: Match) -> bool:
    """Whether a die was rolled since: then the boards may differ."""
    return any(isinstance(entry, Rolled) for entry in match.entries[len(before.entries) :])
