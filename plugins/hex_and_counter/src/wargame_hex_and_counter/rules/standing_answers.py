"""Standing answers: a side says beforehand about which of its units it does not want to be asked.

The question is put all the same, with the answer that stands, so that nobody else can tell who gave it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import frozen

from wargame_core.authoring import Choices, Procedure, Secrecy, Table
from wargame_core.flow.about import Names
from wargame_core.flow.choices import Random, not_offered, words_of
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.actions import AskAgain, AskLater, HoldFire
from wargame_hex_and_counter.board.board import StandingBoard
from wargame_hex_and_counter.board.events import StandingAnswersGiven
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.board.reactions import StandingAnswer, unless_within
from wargame_hex_and_counter.rules.memory import PhaseResults

HOLD: Final = HoldFire()
NOT_OFFERED: Final = "not_offered"
DISTANCES: Final = (2, 1, 0)
"""The distances that a standing answer can name, where a rulebook sets no others."""


@frozen
class Watch:
    """The units of a side that may react to an enemy that moves, by their distance from it in hexes."""

    side: str
    mover: str
    distances: Mapping[str, int]

    @staticmethod
    def over(pieces: Pieces, mover: str, units: Collection[str]) -> Watch:
        """The watch over an enemy where it stands: of those of some units that are of the side of the first."""
        distance, space = pieces.map.distance, pieces.at[mover]
        side = pieces.units[next(iter(units))].side
        own = [unit for unit in units if pieces.units[unit].side == side]
        return Watch(side, mover, {unit: distance(pieces.at[unit], space) for unit in own})

    def not_asked(self, board: Any) -> list[str]:
        """The units about which the side does not want to be asked, as near as the enemy is."""
        standing: Mapping[str, StandingAnswer] = board.standing.get(self.side, {})
        return [
            unit
            for unit, away in self.distances.items()
            if (answer := standing.get(unit)) is not None and answer.turn == board.turn and away > answer.within
        ]

    def offers(self, board: Any, distances: Sequence[int]) -> Iterator[AskLater | AskAgain]:
        """The standing answers that may be given: about each unit, about all of them; and to be asked again."""
        groups: list[tuple[str, ...]] = [(unit,) for unit in self.distances]
        groups += [tuple(self.distances)] if len(groups) > 1 else []
        for units in groups:
            nearest = min(self.distances[unit] for unit in units)
            yield from (AskLater(units, within) for within in distances if within < nearest)
        if not_asked := self.not_asked(board):
            yield AskAgain(tuple(not_asked))


class WatchChoices(Choices):
    """What units may do about an enemy that moves, besides nothing; and the standing answers that may be given."""

    __slots__ = ("answers", "board", "cite", "reactions")

    def __init__(
        self, reactions: Choices, answers: Iterable[HoldFire | AskLater | AskAgain], board: Any, cite: Cite | None
    ) -> None:
        self.reactions, self.answers, self.board, self.cite = reactions, tuple(answers), board, cite

    @property
    def complete(self) -> bool:
        return self.reactions.complete

    def __iter__(self) -> Iterator[Any]:
        yield from self.reactions
        yield from self.answers

    def judge(self, action: Any) -> Verdict:
        if action in self.answers:
            return LEGAL
        verdict = self.reactions.judge(action)
        if verdict.codes != (NOT_OFFERED,):
            return verdict
        return refuse(NOT_OFFERED, not_offered(action, self, partial(words_of, board=self.board)), self.cite)

    def endings(self) -> Sequence[Any]:
        return self.answers

    def sample(self, rng: Random) -> Any:
        """A reaction, or none, each as likely; then one of either."""
        if rng.random() < 0.5:
            return self.reactions.sample(rng)
        return self.answers[int(rng.random() * len(self.answers))]

    def help(self, action: Any, board: Any) -> str:
        return "" if action in self.answers else self.reactions.help(action, board)

    def explain(self, what: Names, ref: str) -> Verdict | None:
        return self.reactions.explain(what, ref)

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        return self.reactions.explain_pair(piece, place)


def ask_watch(
    t: Table[Any],
    watch: Watch,
    reactions: Choices,
    prompt: str,
    distances: Sequence[int],
    cite: Cite | None,
    results: PhaseResults,
) -> Procedure[Any]:
    """The reaction that a side chooses, None for none; standing answers that it gives with that are noted.

    Where it does not want to be asked about any of the units the question has the answer that stands.
    """
    board, units = t.board, watch.distances
    not_asked = watch.not_asked(board)
    standing = HOLD if len(not_asked) == len(units) else None
    menu = WatchChoices(reactions, (HOLD, *watch.offers(board, distances)), board.copy(), cite)
    chosen = yield from results.after(t.ask(watch.side, menu, prompt, cite, standing_answer=standing))
    match chosen:
        case HoldFire():
            return None
        case AskLater(pieces=pieces, within=within):
            t.record(StandingAnswersGiven(watch.side, pieces, StandingAnswer(board.turn, within)))
            return None
        case AskAgain(pieces=pieces):
            t.record(StandingAnswersGiven(watch.side, pieces, None))
            return None
        case _:
            return chosen


def reacted_status(board: Any) -> Iterator[tuple[str, str]]:
    """Who has reacted on this turn, for the panel."""
    reacted = [unit for unit, turn in board.reacted.items() if turn == board.turn and unit in board.at]
    if reacted:
        yield "Have reacted", ", ".join(map(board.name, reacted))


def standing_status(board: Any) -> Iterator[tuple[str, str]]:
    """About whom a seat is not asked, as far as it may know, for the panel."""
    for of_side in board.standing.values():
        for unit, answer in of_side.items():
            if answer.turn == board.turn and unit in board.at:
                yield "Not asked about", f"{board.name(unit)} on this turn{unless_within(answer.within)}"


# who may know what


def secrecy(cite: Cite | None) -> Secrecy:
    """The sentence about standing answers, for the law of secrets."""
    return Secrecy("What a side wants to be asked is known to it alone.", cite, vary, alike=_hold_alike)


def vary(board: StandingBoard, seat: str, rng: Random) -> StandingBoard:
    """The board with other standing answers of the other sides, about any of their units."""
    varied = board.copy()
    units, sides = board.book.units, sorted({unit.side for unit in board.book.units.values()})
    for side in sides:
        if side != seat:
            varied.standing[side] = {
                unit: StandingAnswer(board.turn, int(rng.random() * 4))
                for unit in board.at
                if units[unit].side == side and rng.random() < 0.5
            }
    return varied


def without_those_of_others(board: StandingBoard, seat: str) -> StandingBoard:
    """The board as a seat may imagine it: no other side has given standing answers."""
    imagined = board.copy()
    imagined.standing = {side: answers if side == seat else {} for side, answers in board.standing.items()}
    return imagined


def _hold_alike(board: StandingBoard, seat: str, action: Any, other: Any) -> bool:
    """Whether a seat cannot tell two choices of another apart: nobody reacts, whatever the side wants to be asked."""
    return all(isinstance(one, (HoldFire, AskLater, AskAgain)) for one in (action, other))
