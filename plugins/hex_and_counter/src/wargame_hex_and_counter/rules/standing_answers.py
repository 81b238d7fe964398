"""Standing answers: a side says beforehand about which of its units it does not want to be asked, and how it decides.

The question is put all the same, with the answer that stands, so that nobody else can tell who gave it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias, assert_never

from attrs import frozen

from wargame_core.authoring import Action, Choices, Procedure, Secrecy, Table
from wargame_core.flow.about import Names
from wargame_core.flow.choices import Random, not_offered, words_of
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse
from wargame_hex_and_counter.board.actions import (
    AskAgain,
    AskLater,
    Done,
    DoneAskAgain,
    DoneAskNothing,
    DoneDecideBattles,
    DoneNoReactions,
    HoldFire,
    NoReactions,
    Prefer,
)
from wargame_hex_and_counter.board.board import StandingBoard
from wargame_hex_and_counter.board.events import AskedAgain, NoReactionsGiven, PreferenceGiven, StandingAnswersGiven
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.board.reactions import (
    QUESTIONS,
    UNTIL_GAME_ENDS,
    Preference,
    StandingAnswer,
    StandingPreference,
    distance_clause,
    duration_clause,
)
from wargame_hex_and_counter.rules.memory import PhaseResults

HOLDING_FIRE: Final = HoldFire()
CHOICES_NOT_TO_REACT: Final = (HoldFire, AskLater, NoReactions, AskAgain)
"""The choices by which nobody reacts."""
CHOICES_ENDING_MOVES: Final = (Done, DoneNoReactions, DoneDecideBattles, DoneAskNothing, DoneAskAgain)
"""The choices by which a side ends its moves."""
SELDOM: Final = 1 / 16
"""How often what holds for long is drawn by chance, which would else silence whoever plays so."""
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
    def watch_over(pieces: Pieces, mover: str, units: Collection[str]) -> Watch:
        """The watch over an enemy where it stands: of those of some units that are of the side of the first."""
        distance, space = pieces.map.distance, pieces.at[mover]
        side = pieces.units[next(iter(units))].side
        own_units = [unit for unit in units if pieces.units[unit].side == side]
        return Watch(side, mover, {unit: distance(pieces.at[unit], space) for unit in own_units})

    def not_asked(self, board: Any) -> list[str]:
        """The units about which the side does not want to be asked, as near as the enemy is."""
        standing_answers: Mapping[str, StandingAnswer] = board.standing.get(self.side, {})
        return [
            unit
            for unit, distance in self.distances.items()
            if (answer := standing_answers.get(unit)) is not None
            and answer.holds_on(board.turn)
            and distance > answer.within
        ]

    def offers(self, board: Any, distances: Sequence[int]) -> Iterator[AskLater | AskAgain]:
        """The standing answers that may be given: about each unit, about all of them; and to be asked again."""
        groups: list[tuple[str, ...]] = [(unit,) for unit in self.distances]
        groups += [tuple(self.distances)] if len(groups) > 1 else []
        for units in groups:
            nearest_distance = min(self.distances[unit] for unit in units)
            yield from (AskLater(units, distance) for distance in distances if distance < nearest_distance)
        if not_asked := self.not_asked(board):
            yield AskAgain(tuple(not_asked))


class FurtherAnswers(Choices):
    """The choices of a question, and what may be said beforehand with it; that is drawn as often as ``share`` says."""

    __slots__ = ("answers", "board", "choices", "cite", "share")

    def __init__(
        self, choices: Choices, answers: Iterable[Action], board: Any, cite: Cite | None, share: float
    ) -> None:
        self.choices, self.answers, self.board, self.cite, self.share = choices, tuple(answers), board, cite, share

    @property
    def complete(self) -> bool:
        return self.choices.complete

    @property
    def abridged(self) -> bool:
        return self.choices.abridged

    def __iter__(self) -> Iterator[Any]:
        yield from self.choices
        yield from self.answers

    def judge(self, action: Any) -> Verdict:
        if action in self.answers:
            return LEGAL
        verdict = self.choices.judge(action)
        if verdict.codes != (NOT_OFFERED,):
            return verdict
        return refuse(NOT_OFFERED, not_offered(action, self, partial(words_of, board=self.board)), self.cite)

    def endings(self) -> Sequence[Any]:
        return (*self.choices.endings(), *self.answers)

    def sample(self, rng: Random) -> Any:
        """One of the choices, or what may be said beforehand; then one of either."""
        if rng.random() >= self.share:
            return self.choices.sample(rng)
        return self.answers[int(rng.random() * len(self.answers))]

    def help(self, action: Any, board: Any) -> str:
        return "" if action in self.answers else self.choices.help(action, board)

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        return self.choices.explain(kind, ref)

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        return self.choices.explain_pair(piece, place)


def ask_watch(
    table: Table[Any],
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
    board, units = table.board, watch.distances
    not_asked = watch.not_asked(board)
    hold_fire = HOLDING_FIRE if len(not_asked) == len(units) else None
    board_copy = board.copy()
    menu = FurtherAnswers(reactions, (HOLDING_FIRE, *watch.offers(board, distances)), board_copy, cite, share=0.5)
    if distances:
        menu = FurtherAnswers(
            menu, [NoReactions(UNTIL_GAME_ENDS, distance) for distance in distances], board_copy, cite, SELDOM
        )
    answer = yield from results.after(table.ask(watch.side, menu, prompt, cite, standing_answer=hold_fire))
    match answer:
        case HoldFire():
            return None
        case AskLater(pieces=pieces, within=distance):
            table.record(StandingAnswersGiven(watch.side, pieces, StandingAnswer(board.turn, distance)))
            return None
        case NoReactions(until=until_turn, within=distance):
            table.record(NoReactionsGiven(watch.side, StandingAnswer(until_turn, distance)))
            return None
        case AskAgain(pieces=pieces):
            table.record(StandingAnswersGiven(watch.side, pieces, None))
            return None
        case _:
            return answer


# at the end of a side's own moves


EndsMoves: TypeAlias = DoneNoReactions | DoneDecideBattles | DoneAskNothing | DoneAskAgain
"""How a side may end its moves, besides being done."""
USUAL: Final[tuple[Preference, ...]] = (
    "in the order announced",
    "the weakest is lost",
    "away from the enemy",
    "the strongest advances",
)
"""How what is asked in battles is answered for a side that wants to be asked nothing, and has not said how."""


@frozen
class AnswersBeforehand:
    """What a side may say as it ends its moves: about reactions, and that it is asked nothing at all.

    ``distances`` are those that it can name, in hexes, of enemies about whom it is asked nevertheless: () where nobody
    reacts. With ``in_battles`` it may also say that nothing is asked as battles are fought, which combat that takes
    preferences allows. What it has said it may take back.
    """

    distances: tuple[int, ...] = DISTANCES
    in_battles: bool = False

    @property
    def asks_nothing(self) -> type[DoneDecideBattles] | type[DoneAskNothing] | None:
        """The choice after which the side is asked nothing, by what it would be asked; None where it cannot say so."""
        if not self.in_battles:
            return None
        return DoneAskNothing if self.distances else DoneDecideBattles

    def answers(self, board: Any, side: str) -> tuple[EndsMoves, ...]:
        """What the side may say now, the last of it that it takes back what still holds."""
        answers = _ends_of_moves(self, board.turn)
        of_side = (*board.standing.get(side, {}).values(), *board.preferences.get(side, {}).values())
        return (
            (*answers, DoneAskAgain())
            if any(standing_answer.holds_on(board.turn) for standing_answer in of_side)
            else answers
        )


@lru_cache(maxsize=64)
def _ends_of_moves(answers_beforehand: AnswersBeforehand, turn: int) -> tuple[EndsMoves, ...]:
    """What a side may say on a turn. What holds to the end of the next covers the next turn of each enemy."""
    answers: list[EndsMoves] = []
    for until_turn in (turn + 1, UNTIL_GAME_ENDS):
        answers += [DoneNoReactions(until_turn, distance) for distance in answers_beforehand.distances]
        answers += [answers_beforehand.asks_nothing(until_turn)] if answers_beforehand.asks_nothing is not None else []
    return tuple(answers)


def end_moves(table: Table[Any], side: str, chosen_end: EndsMoves) -> None:
    """What a side has said beforehand as it ended its moves is noted."""
    match chosen_end:
        case DoneNoReactions(until=until_turn, within=distance_within):
            table.record(NoReactionsGiven(side, StandingAnswer(until_turn, distance_within)))
        case DoneDecideBattles(until=until_turn):
            _let_preferences_decide(table, side, until_turn)
        case DoneAskNothing(until=until_turn):
            table.record(NoReactionsGiven(side, StandingAnswer(until_turn, 0)))
            _let_preferences_decide(table, side, until_turn)
        case DoneAskAgain():
            table.record(AskedAgain(side))
        case _:
            assert_never(chosen_end)


def _let_preferences_decide(table: Table[Any], side: str, until_turn: int) -> None:
    """Each question of a battle has a preference up to a turn: the one that the side has given, or the usual one."""
    preferences_given = table.board.preferences.get(side, {})
    for preference in USUAL:
        given = preferences_given.get(QUESTIONS[preference])
        kept_preference = given.preference if given is not None and given.holds_on(table.board.turn) else preference
        table.record(PreferenceGiven(side, StandingPreference(kept_preference, until_turn)))


# what is asked as battles are fought


Preferred: TypeAlias = Mapping[Preference, Callable[[], Action]]
"""By preference what it chooses, worked out only where somebody has that preference."""


def ask_preferring(
    table: Table[Any],
    seat: str,
    choices: Choices,
    prompt: str,
    cite: Cite | None,
    preferred: Preferred,
    results: PhaseResults,
) -> Procedure[Any]:
    """What a side chooses; ``preferred`` are the choices of the preferences that answer this question.

    A preference that it gives is noted, and is what it chooses. Where one holds, the question has the answer that
    stands.
    """
    board = table.board
    questions = {QUESTIONS[preference] for preference in preferred}
    held_preferences = [
        given_preference
        for question in questions
        if (given_preference := board.preferences.get(seat, {}).get(question)) is not None
    ]
    action = next(
        (
            preferred[held_preference.preference]()
            for held_preference in held_preferences
            if held_preference.holds_on(board.turn)
        ),
        None,
    )
    offers = [
        Prefer(preference, until_turn) for preference in preferred for until_turn in (board.turn, UNTIL_GAME_ENDS)
    ]
    menu = FurtherAnswers(choices, offers, board.copy(), cite, SELDOM)
    answer = yield from results.after(table.ask(seat, menu, prompt, cite, standing_answer=action))
    if not isinstance(answer, Prefer):
        return answer
    table.record(PreferenceGiven(seat, StandingPreference(answer.preference, answer.until)))
    return preferred[answer.preference]()


# the panel


def reacted_status(board: Any) -> Iterator[tuple[str, str]]:
    """Who has reacted on this turn, for the panel."""
    reacting_units = [unit for unit, turn in board.reacted.items() if turn == board.turn and unit in board.at]
    if reacting_units:
        yield "Have reacted", ", ".join(map(board.name, reacting_units))


def standing_status(board: Any) -> Iterator[tuple[str, str]]:
    """About whom a seat is not asked, as far as it may know, for the panel."""
    units = board.book.units
    for side, of_side in board.standing.items():
        units_on_map = [unit for unit in board.at if units[unit].side == side]
        answers = {
            unit: of_side[unit] for unit in units_on_map if unit in of_side and of_side[unit].holds_on(board.turn)
        }
        if len(answers) == len(units_on_map) > 1 and len(set(answers.values())) == 1:
            yield "Not asked about", f"any unit{_duration_phrase(board, answers[units_on_map[0]])}"
        else:
            for unit, answer in answers.items():
                yield "Not asked about", f"{board.name(unit)}{_duration_phrase(board, answer)}"


def _duration_phrase(board: Any, answer: StandingAnswer) -> str:
    """How long a standing answer holds, and unless how near an enemy is."""
    end = " on this turn" if answer.until == board.turn else duration_clause(answer.until)
    return f"{end}{distance_clause(answer.within)}"


def preference_status(board: Any) -> Iterator[tuple[str, str]]:
    """Which questions of its battles are answered for a seat, as far as it may know, for the panel."""
    for of_side in board.preferences.values():
        for answer in of_side.values():
            if answer.holds_on(board.turn):
                yield "Not asked in battle", f"{answer.preference}{duration_clause(answer.until)}"


# who may know what


def secrecy(cite: Cite | None) -> Secrecy:
    """The sentence about standing answers, for the law of secrets."""
    return Secrecy("What a side wants to be asked is known to it alone.", cite, vary, alike=_are_indistinguishable)


def vary(board: StandingBoard, seat: str, rng: Random) -> StandingBoard:
    """The board with other standing answers of the other sides, about any of their units and questions."""
    new_board = board.copy()
    units, sides = board.book.units, sorted({unit.side for unit in board.book.units.values()})
    for side in sides:
        if side != seat:
            new_board.standing[side] = {
                unit: StandingAnswer(board.turn, int(rng.random() * 4))
                for unit in board.at
                if units[unit].side == side and rng.random() < 0.5
            }
            if hasattr(new_board, "preferences"):  # a board of the author's own may have `standing` alone
                drawn_preferences = [preference for preference in QUESTIONS if rng.random() < 0.5]
                new_board.preferences[side] = {
                    QUESTIONS[drawn_preference]: StandingPreference(drawn_preference, UNTIL_GAME_ENDS)
                    for drawn_preference in drawn_preferences
                }
    return new_board


def without_answers_of_others(board: StandingBoard, seat: str) -> StandingBoard:
    """The board as a seat may imagine it: no other side has given standing answers."""
    new_board = board.copy()
    new_board.standing = {side: answers if side == seat else {} for side, answers in board.standing.items()}
    if hasattr(new_board, "preferences"):
        new_board.preferences = {
            side: preferences_of_side if side == seat else {} for side, preferences_of_side in board.preferences.items()
        }
    return new_board


def _are_indistinguishable(board: StandingBoard, seat: str, action: Any, other_action: Any) -> bool:
    """Whether a seat cannot tell two choices of another apart: they do the same, whatever stands from then on."""
    match action, other_action:
        case Prefer(), Prefer():
            return bool(action.preference == other_action.preference)
        case _:
            return any(
                all(isinstance(either_action, alike_classes) for either_action in (action, other_action))
                for alike_classes in (CHOICES_NOT_TO_REACT, CHOICES_ENDING_MOVES)
            )
