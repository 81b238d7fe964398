"""Puzzles found: games between bots are played, and decisions of them are rated until one choice is surely the best.

The choices of a decision are rated in one world, and in a few others where one choice stands out. The one that leads
there is rated beside each other choice in many worlds more. Only where it leads surely is the position a puzzle.
Choices that come to the same in every world, by another order of the same steps say, count as one.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Final

from attrs import evolve

from wargame_core import Action, Game, Match, State, View
from wargame_core.errors import WargameError
from wargame_lab.advice import LONGEST_OF_MANY, Advice, RatedChoice, lookahead_of, rate_choices, strong_bot
from wargame_lab.lookahead import SearchTask
from wargame_lab.made_with import made_with
from wargame_lab.puzzles.files import Puzzle, PuzzleChoice, PuzzleFile

LEVELS: Final = ("normal", "normal", "easy")
"""The levels from which that of each seat is drawn."""
FEWEST_CHOICES: Final = 3
MOST_CHOICES: Final = 12
"""How many choices a puzzle has at the least, and at the most."""
LEAST_LEAD: Final = 0.03
"""By how much the chance of the best choice is higher than that of the second, at the least."""
STANDARD_ERRORS: Final = 3.0
"""By how many standard errors it is."""
STAGES: Final = (range(1), range(1, 5))
"""The worlds in which the choices are rated, stage by stage, until one of them stands out."""
PROOF: Final = range(5, 21)
"""The worlds in which that choice is rated beside the others; none of them helped to choose it."""
UNDECIDED: Final = (0.05, 0.97)
"""Between these the chance of the seat lies, and that of the best choice: the game is not decided."""
MISSES_OF_A_KIND: Final = 4
"""After so many decisions of a kind that were no puzzles, no others of that kind are looked at in a game."""
DECISIONS_OF_A_GAME: Final = 24
"""How many decisions of a game are looked at."""
PUZZLES_OF_A_GAME: Final = 2
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
    """The puzzles of one game between bots, in an order drawn at random."""
    rng = random.Random(f"{seed}:{game.id}:{number}")
    decisions = _decisions(game, rng, number)
    answers, misses = set[tuple[str, str]](), Counter[str]()
    drawn = (one for one in _drawn(rng, decisions) if misses[_kind(one[0])] < MISSES_OF_A_KIND)
    for state, seat in islice(drawn, DECISIONS_OF_A_GAME):
        puzzle = puzzle_at(game, state, seat)
        misses[_kind(state)] += puzzle is None
        if puzzle is None or (answer := (seat, puzzle.choice[0].action)) in answers:
            continue
        yield puzzle
        answers.add(answer)
        if len(answers) == PUZZLES_OF_A_GAME:
            return


def _decisions(game: Game, rng: random.Random, number: int) -> Sequence[tuple[State, str]]:
    """The positions of a game between bots at which a seat has neither few nor many choices, and may win or lose."""
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
    """What kind of question a position asks: the step of the game."""
    return state.cursor[-1]


def _is_open(chance: float) -> bool:
    return UNDECIDED[0] <= chance <= UNDECIDED[1]


def _who_decides(match: Match) -> str | None:
    """The seat that decides alone, among choices that are all listed, neither few nor many; None for another moment."""
    pending = match.pending
    if pending is None or pending.secret or pending.standing_answer is not None or len(match.waiting_for) != 1:
        return None
    (seat,) = match.waiting_for
    choices = match.choices(seat)
    fits = not choices.by_people and choices.complete and FEWEST_CHOICES <= len(choices) <= MOST_CHOICES
    return seat if fits else None


def puzzle_at(game: Game, state: State, seat: str) -> Puzzle | None:
    """The puzzle of a position; None where no choice of the seat is surely the best.

    What the strongest bot says is told only where it chooses well.
    """
    view = View.of(state, seat)
    try:
        ranking = _surely_ranked(SearchTask.of(view, SEED, lookahead_of(game, LONGEST_OF_MANY)), view.choices)
    except WargameError:  # somebody does what the seat does not see
        return None
    if ranking is None:
        return None
    best, right = ranking[0], _count_of_equals(ranking)
    advice = Advice.of(game.bot(strong_bot(game), seed=SEED), view)
    places = [place for place, one in enumerate(ranking) if one.action == advice.action]
    return Puzzle(
        seat=seat,
        turn=game.rules.turn_of(state.board),
        right=right,
        lead=best.lead(ranking[right])[0],
        bot=next((place + 1 for place in places if place >= right), None),
        choice=tuple(PuzzleChoice(action=_json(game, one.action), chance=one.chance) for one in ranking),
        why=advice.why if advice.action == best.action else (),
        line=best.line,
        position=f"{state}\n",
    )


def _surely_ranked(task: SearchTask, actions: Iterable[Action]) -> list[RatedChoice] | None:
    """The choices by their chances, where the first one is surely the best; None where none is."""
    candidates = list(actions)
    for worlds in STAGES:
        rated = rate_choices(task, candidates, worlds)
        best = max(rated, key=lambda one: one.chance)
        if not _stands_out(_ranked(best, rated)):
            return None
    candidates.sort(key=lambda action: action != best.action)
    first, *others = rate_choices(task, candidates, PROOF)
    ranking = _ranked(first, others)
    if not _stands_out(ranking):
        return None
    leads = [ranking[0].lead(other) for other in ranking[_count_of_equals(ranking) :]]
    return ranking if all(mean >= STANDARD_ERRORS * error for mean, error in leads) else None


def _ranked(best: RatedChoice, rated: Iterable[RatedChoice]) -> list[RatedChoice]:
    """The choices by their chances, behind ``best`` and those that come to the same."""
    others = [one for one in rated if one is not best]
    others.sort(key=lambda one: (one.chances == best.chances, one.chance), reverse=True)
    return [best, *others]


def _stands_out(ranking: Sequence[RatedChoice]) -> bool:
    """Whether the first choice leads in a game that is open, and not most choices come to the same as it."""
    right = _count_of_equals(ranking)
    if not _is_open(ranking[0].chance) or 2 * right > len(ranking):
        return False
    return ranking[0].chance - ranking[right].chance >= LEAST_LEAD


def _count_of_equals(ranking: Sequence[RatedChoice]) -> int:
    """How many choices come to the same as the first one, itself included, in every world; they come first."""
    return sum(one.chances == ranking[0].chances for one in ranking)


def _json(game: Game, action: Action) -> str:
    return json.dumps(game.rules.codec.to_json(action), ensure_ascii=False)
