"""A puzzle as a lesson of one step that asks: wherever lessons are taught, puzzles are solved."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from wargame_core import Game
from wargame_core.data import Document
from wargame_core.errors import DataError
from wargame_core.lessons import Lesson, LessonFile, LessonStep, OtherChoice, find_lesson
from wargame_core.limits import ACTION, read_json
from wargame_core.plugins.discovery import SIGN
from wargame_lab.puzzles.files import FILE, Puzzle, PuzzleFile, file_of_puzzles, puzzles_of

PREFIX: Final = "puzzle-"
"""What begins the id of a lesson that is a puzzle; its number follows."""
SEED: Final = 1863
"""The seed of the dice, should somebody play on."""
MINUTES: Final = 2
"""How long a puzzle takes."""


def seats_of_puzzles(game: Game) -> tuple[str, ...]:
    """The seat of each puzzle that comes with a game, in their order.

    None for a game with variants, which change what is the best choice; nor where the file has mistakes, which
    `puzzles_of` tells.
    """
    if SIGN in game.id or file_of_puzzles(game) is None:
        return ()
    try:
        return tuple(puzzle.seat for puzzle in puzzles_of(game).puzzle)
    except DataError:
        return ()


def taught_lesson(game: Game, found_by: str, lesson: str) -> Lesson:
    """The lesson of an id: one of the files of a game, or ``puzzle-3``, the third of its puzzles.

    ``found_by`` is what finds the game. Raises `UnknownName`, and `DataError` where a file has mistakes.
    """
    number = lesson.removeprefix(PREFIX)
    if lesson == number or not number.isdecimal():
        return find_lesson(found_by, lesson)
    return lesson_of_puzzle(game, puzzles_of(game), int(number))


def lesson_of_puzzle(game: Game, file: PuzzleFile, number: int) -> Lesson:
    """The lesson that asks for the best choice of a puzzle. Raises `UnknownName` for a number that the file has not.

    Raises `DataError` for a position that the game does not have, and `WargameError` for a choice that is no action.
    """
    puzzle = file.numbered(number)
    state, labels = puzzle.state(game), puzzle.labels(game)
    best, *also = (read_json(choice.action, ACTION) for choice in puzzle.choice[: puzzle.right])
    step = LessonStep(
        heading="Which choice is clearly the best?",
        say=(*_said_of_the_menu(puzzle), f"{_right_of_all(puzzle)} clearly better than all others. You may try again."),
        narrow=puzzle.of is not None,
        do="Find the best choice.",
        choose=best,
        also=tuple(also),
        asks=True,
        otherwise="That is not the best choice." if puzzle.of is None else "The puzzle does not ask about that choice.",
        others=tuple(
            OtherChoice(
                choose=read_json(other.action, ACTION),
                say=f"Not the best: {text}. It costs {puzzle.choice[0].chance - other.chance:.0%}.",
            )
            for other, text in list(zip(puzzle.choice, labels, strict=True))[puzzle.right :]
        ),
    )
    lesson = LessonFile(
        game=game.id,
        title=f"Puzzle {number} of {len(file.puzzle)}",
        seat=puzzle.seat,
        seed=SEED,
        minutes=MINUTES,
        scenario=state.scenario,
        options=state.options,
        position=puzzle.position,
        step=(step,),
        end_heading=f"Right: {labels[0]}" if puzzle.right == 1 else "Right",
        ending="\n".join(solution_of(puzzle, labels)),
    )
    return Lesson(f"{PREFIX}{number}", lesson, Document(Path(FILE), "", {}))


def _said_of_the_menu(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.of is not None:
        yield f"There are {puzzle.of} choices here. The puzzle asks about {len(puzzle.choice)} of them: those listed."


def _right_of_all(puzzle: Puzzle) -> str:
    if puzzle.right == 1:
        return f"One of {len(puzzle.choice)} choices is"
    return f"{puzzle.right} of {len(puzzle.choice)} choices come to the same, and are"


def solution_of(puzzle: Puzzle, labels: Sequence[str]) -> Iterator[str]:
    """Why the best choice of a puzzle is the best, and the chance of each; ``labels`` are `Puzzle.labels`."""
    yield from puzzle.why
    if puzzle.line:
        yield f"Then, for example: {'; '.join(puzzle.line)}."
    yield "The chance to win that each choice comes to, played on by bots in many worlds that you could not tell apart:"
    for number, (label, choice) in enumerate(zip(labels, puzzle.choice, strict=True), 1):
        note = " (what a strong bot would choose)" if number == puzzle.bot else ""
        yield f"{choice.chance:.0%}: {label}{note}"
