"""``wargame puzzles`` finds positions in which one choice is clearly the best, ``wargame puzzle`` asks for it."""

import random
from collections.abc import Collection
from pathlib import Path
from typing import Final

import click

from wargame_console.options import FILE, WantedGame, with_game
from wargame_console.output import Output
from wargame_console.prompt import Leave
from wargame_core import Game, Match
from wargame_core.json_form import JsonObject
from wargame_core.lessons import Lesson
from wargame_core.limits import ACTION, read_json
from wargame_lab.puzzles.files import Puzzle, PuzzleFile, puzzles_of, read_puzzles
from wargame_lab.puzzles.lessons import lesson_of_puzzle, solution_of
from wargame_terminal.lesson import LessonSession, heading_of

FIRST_SEED: Final = 1863
"""The seed of the games of a file that is begun without one."""


@click.command(epilog="Example: wargame puzzles battlecry --games 20 --out puzzles.toml")
@click.option(
    "--games",
    metavar="NUMBER",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="How many games in all are looked through; those of the file count.",
)
@click.option(
    "--out", "target", metavar="FILE", type=FILE, default=Path("puzzles.toml"), show_default=True, help="The file."
)
@with_game("seed", "data")
def puzzles(out: Output, wanted: WantedGame, games: int, target: Path) -> None:
    """Find puzzles in games between bots, and keep them in a file.

    The same command goes on with a file that was begun. Puzzles that were found with other rules or bots are rated
    anew first, and only those that hold stay.
    """
    from wargame_lab.puzzles.finding import find_puzzles

    game, _ = wanted.open()
    puzzle_file = read_puzzles(target, game.id) if target.exists() else PuzzleFile(game=game.id, seed=FIRST_SEED)
    if wanted.seed not in (None, puzzle_file.seed):
        if target.exists():
            raise click.UsageError(
                f"{target} has games of the seed {puzzle_file.seed}: leave --seed out, or name another file"
            )
        puzzle_file = PuzzleFile(game=game.id, seed=wanted.seed)

    def keep_puzzle(file: PuzzleFile) -> None:
        file.save(target)
        out.note(f"{file.games} games, {len(file.puzzle)} puzzles")

    file = find_puzzles(game, puzzle_file, games, keep_puzzle)
    text = f"{target}: {len(file.puzzle)} puzzles from {file.games} games; `wargame puzzle {game.id} --file {target}`"
    out.result({"out": str(target), "games": file.games, "puzzles": len(file.puzzle)}, text)


@click.command(epilog="Example: wargame puzzle battlecry --number 3")
@click.option("--number", metavar="NUMBER", type=click.IntRange(1), help="Which puzzle; one is drawn if not given.")
@click.option("--file", "source", metavar="FILE", type=FILE, help="Puzzles of your own in place of the game's.")
@with_game("data")
def puzzle(out: Output, wanted: WantedGame, number: int | None, source: Path | None) -> None:
    """Solve a puzzle: find the one choice that is clearly the best; afterwards it is explained.

    With --json the puzzle and its solution are printed.
    """
    game, _ = wanted.open()
    file = puzzles_of(game, source)
    number = number if number is not None else random.randint(1, len(file.puzzle))
    puzzle_found = file.numbered(number)
    if out.json:
        out.result({"number": number, "puzzles": len(file.puzzle), **puzzle_json(puzzle_found)})
        return
    lesson, labels = lesson_of_puzzle(game, file, number), puzzle_found.labels(game)
    match = lesson.start(game)
    names = game.sheet(match.scenario, options=match.options).seat_names
    out.say(f"{game.title}: {lesson.file.title}", bold=True)
    out.tell(f"You play {names.get(puzzle_found.seat, puzzle_found.seat)}.")
    out.tell("Type the number of a choice; `help` tells what else can be typed, and `quit` gives the solution.")
    try:
        PuzzleSession(out, game, match, lesson).run()
    except Leave:
        out.say(f"The best choice: {' or '.join(labels[: puzzle_found.right])}.")
    else:
        out.say(heading_of(lesson.page(match)), bold=True)
    for line in solution_of(puzzle_found, labels):
        out.tell(line, hang="   ")


def puzzle_json(puzzle: Puzzle) -> JsonObject:
    """A puzzle and its solution as JSON: position, choices with the best one first, what a strong bot does and says."""
    choices = [{"action": read_json(choice.action, ACTION), "chance": choice.chance} for choice in puzzle.choice]
    return {
        "seat": puzzle.seat,
        "turn": puzzle.turn,
        "of": puzzle.of,
        "right": puzzle.right,
        "bot": puzzle.bot,
        "position": puzzle.position,
        "choices": choices,
        "why": list(puzzle.why),
        "line": list(puzzle.line),
    }


class PuzzleSession(LessonSession):
    """A session that ends with the right choice."""

    def __init__(self, output: Output, game: Game, match: Match, lesson: Lesson) -> None:
        from wargame_terminal.session_commands import COMMAND_TABLE

        super().__init__(output, game, match, (lesson.file.seat,), {}, COMMAND_TABLE, lesson=lesson)

    def awaited_seats(self) -> Collection[str]:
        """The seat of the puzzle, until it has chosen well."""
        return () if self.lesson.is_over(self.match) else super().awaited_seats()

    def agree_to_hints(self) -> bool:
        """No: a hint would be the solution."""
        self.refuse("a hint would be the solution: `quit` tells it")
        return False
