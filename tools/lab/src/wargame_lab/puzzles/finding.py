"""Puzzles found: games between bots are played, and decisions of them are rated until one choice is surely the best.

Of each decision a few choices are rated in one world for a few choices of play. The decisions at which most seems to
be at stake come first: their choices are rated so, and in a few other worlds where one choice stands out. The one that
leads there is rated beside each other in many worlds more, to the end of the turn. Only where it leads surely is the
position a puzzle.
Choices that come to the same in every world, by another order of the same steps say, count as one.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from attrs import evolve

from wargame_core import Action, Game, Match, State, View
from wargame_core.errors import WargameError
from wargame_lab.advice import LONGEST_OF_MANY, Advice, RatedChoice, lookahead_of, rate_choices, strong_bot
from wargame_lab.lookahead import SearchTask
from wargame_lab.made_with import made_with
from wargame_lab.puzzles.asking import FEWEST_CHOICES, PuzzleQuestion
from wargame_lab.puzzles.files import Puzzle, PuzzleChoice, PuzzleFile

LEVELS: Final = ("normal", "normal", "easy")
"""The levels from which that of each seat is drawn."""
LEAST_LEAD: Final = 0.03
"""By how much the chance of the best choice is higher than that of the second, at the least."""
STANDARD_ERRORS: Final = 3.0
"""By how many standard errors it is."""
STAGES: Final = (range(1), range(1, 5))
"""The worlds in which the choices are rated first, stage by stage, as long as one of them stands out."""
GLANCE: Final = 12
"""After so many choices play is rated in them: it costs little, and the dice of the rest of a turn hide nothing."""
PROOF: Final = (range(5, 13), range(13, 21), range(21, 53))
"""The worlds in which that choice is rated beside the others; none of them helped to choose it.

They come in stages. After each the rest is spared where another choice leads, and where that one is surely the best
after at least `LEAST_PROOF` worlds.
"""
LEAST_PROOF: Final = 16
"""In so many worlds a choice is rated at the least before it is the solution."""
GLANCED: Final = 6
"""How many choices of a decision are rated to see whether anything is at stake."""
UNDECIDED: Final = (0.05, 0.97)
"""Between these the chance of the seat lies, and that of the best choice: the game is not decided."""
KINDS_SEEN: Final = 60
"""How many choices of a question say of which kind it is."""
GLANCED_OF_A_GAME: Final = 60
"""How many decisions of a game are looked at."""
RATED_OF_A_GAME: Final = 16
"""How many of them are rated, those first at which most seems to be at stake."""
PUZZLES_OF_A_GAME: Final = 3
"""How many puzzles are taken from one game."""
PUZZLES_OF_ONE_ANSWER: Final = 3
"""How many puzzles of a file have the same choice of the same seat as their solution: more would teach it to pass."""
SEED: Final = 1863


def find_puzzles(game: Game, begun: PuzzleFile, games: int, keep: Callable[[PuzzleFile], None]) -> PuzzleFile:
    """The puzzles of so many games in all, those of ``begun`` included, of which it goes on with the next.

    Puzzles that were found with other rules or bots are rated anew, and only those that hold stay. ``keep`` is called
    after each game. Raises `UnknownName` for a game of no plugin.
    """
    file = evolve(begun, made_with=made_with(game.id))
    if begun.made_with not in ("", file.made_with):
        file = evolve(file, puzzle=_of_many_answers(puzzles_that_hold(game, begun.puzzle)))
        keep(file)
    for number in range(begun.games, games):
        puzzles = (*file.puzzle, *puzzles_of_game(game, file.seed, number))
        file = evolve(file, games=number + 1, puzzle=_of_many_answers(puzzles))
        keep(file)
    return file


def _of_many_answers(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """The puzzles without those whose solution `PUZZLES_OF_ONE_ANSWER` before them have."""
    counts, kept_puzzles = Counter[tuple[str, str]](), list[Puzzle]()
    for puzzle in puzzles:
        answer = puzzle.seat, puzzle.choice[0].action
        if counts[answer] < PUZZLES_OF_ONE_ANSWER:
            counts[answer] += 1
            kept_puzzles.append(puzzle)
    return tuple(kept_puzzles)


def puzzles_that_hold(game: Game, puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Those of some puzzles that still are some, as they are rated by the rules and bots of today."""
    for puzzle in puzzles:
        try:
            rated_puzzle = puzzle_at(game, puzzle.state(game), puzzle.seat)
        except WargameError:  # the rules do not read the position any more
            continue
        if rated_puzzle is not None:
            yield rated_puzzle


def puzzles_of_game(game: Game, seed: int, number: int) -> Iterator[Puzzle]:
    """The puzzles of one game between bots, of decisions at which most seems to be at stake; one of a kind."""
    rng = random.Random(f"{seed}:{game.id}:{number}")
    drawn_decisions = _drawn(rng, _decisions(game, rng, number))[:GLANCED_OF_A_GAME]
    stakes = [(stake_at(game, state, seat), place) for place, (state, seat) in enumerate(drawn_decisions)]
    likely = sorted((-stake, place) for stake, place in stakes if stake >= LEAST_LEAD)
    found_kinds = set[str]()
    for _, place in likely[:RATED_OF_A_GAME]:
        state, seat = drawn_decisions[place]
        if _kind(state) in found_kinds or (puzzle := puzzle_at(game, state, seat)) is None:
            continue
        yield puzzle
        found_kinds.add(_kind(state))
        if len(found_kinds) == PUZZLES_OF_A_GAME:
            return


def _decisions(game: Game, rng: random.Random, number: int) -> Sequence[tuple[State, str]]:
    """The positions of a game between bots at which a seat has enough choices, and may win or lose."""
    scenario = game.scenarios[number % len(game.scenarios)]
    match = game.start(scenario, seed=rng.getrandbits(40))
    players = {seat: game.bot(rng.choice(LEVELS), seed=rng.getrandbits(40)) for seat in game.seats}
    decisions = []
    for _ in match.iter_play(players):
        if (seat := _who_decides(match)) is not None and _is_open(game.chances(match.view(seat, history=False)).win):
            decisions.append((match.state, seat))
    return decisions


def _drawn(rng: random.Random, decisions: Iterable[tuple[State, str]]) -> list[tuple[State, str]]:
    """Decisions in an order drawn at random, in which questions of each kind take turns: most are of one kind."""
    kinds: dict[str, list[tuple[State, str]]] = {}
    for state, seat in decisions:
        kinds.setdefault(_kind(state), []).append((state, seat))
    rounds = zip_longest(*(rng.sample(kind, len(kind)) for kind in kinds.values()))
    return [decision for one_of_each in rounds for decision in one_of_each if decision is not None]


def _kind(state: State) -> str:
    """What kind of question a position asks: the step of the game, and the kinds of actions that it offers."""
    pending = state.pending
    kinds = {action.kind for ask in pending.asks.values() for action in ask.choices.head(KINDS_SEEN)} if pending else ()
    return " ".join((state.cursor[-1], *sorted(kinds)))


def _is_open(chance: float) -> bool:
    return UNDECIDED[0] <= chance <= UNDECIDED[1]


def _who_decides(match: Match) -> str | None:
    """The seat that decides alone, among choices that are not few; None for another moment."""
    pending = match.pending
    if pending is None or pending.secret or pending.standing_answer is not None or len(match.waiting_for) != 1:
        return None
    (seat,) = match.waiting_for
    choices = match.choices(seat)
    return seat if not choices.by_people and len(choices) >= FEWEST_CHOICES else None


def puzzle_at(game: Game, state: State, seat: str) -> Puzzle | None:
    """The puzzle of a position; None where no choice of the seat is surely the best.

    What the strongest bot says is told only where it chooses well.
    """
    view = View.of(state, seat)
    try:
        question = PuzzleQuestion.of(game, view, SEED)
        ranking = _surely_ranked(game, view, question) if question is not None else None
    except WargameError:  # somebody does what the seat does not see
        return None
    if question is None or ranking is None:
        return None
    best, right = ranking[0], _count_of_equals(ranking)
    advice = Advice.of(game.bot(strong_bot(game), seed=SEED), view)
    places = [place for place, one in enumerate(ranking) if one.action == advice.action]
    count = len(view.choices)
    return Puzzle(
        seat=seat,
        turn=game.rules.turn_of(state.board),
        of=count if count > len(ranking) or not view.choices.complete else None,
        right=right,
        lead=best.lead(ranking[right])[0],
        bot=next((place + 1 for place in places if place >= right), None),
        choice=tuple(PuzzleChoice(action=_json(game, one.action), chance=one.chance) for one in ranking),
        why=advice.why if advice.action == best.action else (),
        line=best.line,
        position=f"{state}\n",
    )


def _surely_ranked(game: Game, view: View, question: PuzzleQuestion) -> list[RatedChoice] | None:
    """The choices by their chances, where the first one is surely the best; None where none is."""
    task = SearchTask.of(view, SEED, lookahead_of(game, GLANCE))
    candidates = list(question.actions)
    for worlds in STAGES:
        ranking = _ranked(question.asked(view, rate_choices(task, candidates, worlds), LEAST_LEAD))
        if not _stands_out(ranking):
            return None
        candidates = [one.action for one in ranking]
    return _proved(SearchTask.of(view, SEED, lookahead_of(game, LONGEST_OF_MANY)), candidates)


def _proved(task: SearchTask, actions: Sequence[Action]) -> list[RatedChoice] | None:
    """The first of some actions and the others by their chances, where it is surely the best; None where it is not."""
    rated: list[RatedChoice] = []
    for worlds in PROOF:
        more_ratings = rate_choices(task, actions, worlds)
        rated = (
            [one.and_in(more_rating) for one, more_rating in zip(rated, more_ratings, strict=True)]
            if rated
            else more_ratings
        )
        ranking = _ranked(rated)
        others = ranking[_count_of_equals(ranking) :]
        if not others or max(one.chance for one in others) >= ranking[0].chance:
            return None
        if len(ranking[0].chances) >= LEAST_PROOF and _stands_out(ranking) and _is_sure(ranking[0], others):
            return ranking
    return None


def _is_sure(best: RatedChoice, others: Iterable[RatedChoice]) -> bool:
    """Whether a choice leads each of the others by enough standard errors."""
    return all(mean >= STANDARD_ERRORS * error for mean, error in map(best.lead, others))


def stake_at(game: Game, state: State, seat: str) -> float:
    """By how much the best of the first choices leads the next that comes to something else, in one world.

    That costs little. 0 where nothing can be played on.
    """
    view = View.of(state, seat)
    try:
        if (question := PuzzleQuestion.of(game, view, SEED)) is None:
            return 0.0
        task = SearchTask.of(view, SEED, lookahead_of(game, GLANCE))
        rated = rate_choices(task, question.actions[:GLANCED], range(1))
    except WargameError:  # somebody does what the seat does not see
        return 0.0
    chances = sorted({one.chance for one in rated}, reverse=True)
    return chances[0] - chances[1] if len(chances) > 1 else 0.0


def _ranked(rated: Sequence[RatedChoice]) -> list[RatedChoice]:
    """The choices by their chances, behind the first one and those that come to the same."""
    best, *others = rated
    others.sort(key=lambda one: (one.chances == best.chances, one.chance), reverse=True)
    return [best, *others]


def _stands_out(ranking: Sequence[RatedChoice]) -> bool:
    """Whether the first choice leads in an open game, and is one of enough choices that come to different results.

    It does not where most of the choices come to the same as it.
    """
    right = _count_of_equals(ranking)
    results = {one.chances for one in ranking}
    if len(results) < FEWEST_CHOICES or not _is_open(ranking[0].chance) or 2 * right > len(ranking):
        return False
    return ranking[0].chance - ranking[right].chance >= LEAST_LEAD


def _count_of_equals(ranking: Sequence[RatedChoice]) -> int:
    """How many choices come to the same as the first one, itself included, in every world; they come first."""
    return sum(one.chances == ranking[0].chances for one in ranking)


def _json(game: Game, action: Action) -> str:
    return json.dumps(game.rules.codec.to_json(action), ensure_ascii=False)
