"""``wargame puzzles`` finds positions in which one choice is clearly the best, ``wargame puzzle`` asks for it."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from wargame_console.options import FILE, WantedGame, with_game
from wargame_console.output import Output
from wargame_console.prompt import Leave
from wargame_core import Action, Game, Match, View
from wargame_core.json_form import JsonObject
from wargame_core.limits import ACTION, read_json
from wargame_lab.puzzles.files import Puzzle, PuzzleFile, puzzles_of, read_puzzles
from wargame_terminal.session import Session

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
    begun = read_puzzles(target, game.id) if target.exists() else PuzzleFile(game=game.id, seed=FIRST_SEED)
    if wanted.seed not in (None, begun.seed):
        if target.exists():
            raise click.UsageError(
                f"{target} has games of the seed {begun.seed}: leave --seed out, or name another file"
            )
        begun = PuzzleFile(game=game.id, seed=wanted.seed)

    def keep(file: PuzzleFile) -> None:
        file.save(target)
        out.note(f"{file.games} games, {len(file.puzzle)} puzzles")

    file = find_puzzles(game, begun, games, keep)
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
    one = file.numbered(number)
    if out.json:
        out.result({"number": number, "puzzles": len(file.puzzle), **puzzle_json(one)})
        return
    out.say(f"{game.title}: puzzle {number} of {len(file.puzzle)}", bold=True)
    match = game.go_on(one.state(game), seed=FIRST_SEED)
    names = game.sheet(match.scenario, options=match.options).seat_names
    out.tell(f"You play {names.get(one.seat, one.seat)}. One of {len(one.choice)} choices is clearly the best: which?")
    out.tell("Type its number; `help` tells what else can be typed, and `quit` gives the solution.")
    session = PuzzleSession(out, game, match, one)
    try:
        session.run()
    except Leave:
        out.say()
    for line in explanation_of(game, one, session.answer):
        out.tell(line, hang="   ")


def puzzle_json(puzzle: Puzzle) -> JsonObject:
    """A puzzle and its solution as JSON: position, seat, choices with the best one first, what a strong bot says."""
    choices = [{"action": read_json(choice.action, ACTION), "chance": choice.chance} for choice in puzzle.choice]
    return {
        "seat": puzzle.seat,
        "turn": puzzle.turn,
        "position": puzzle.position,
        "choices": choices,
        "why": list(puzzle.why),
        "line": list(puzzle.line),
    }


class PuzzleSession(Session):
    """A session that ends with the first choice, which is not played."""

    def __init__(self, out: Output, game: Game, match: Match, puzzle: Puzzle) -> None:
        from wargame_terminal.session_commands import COMMAND_TABLE

        super().__init__(out, game, match, (puzzle.seat,), {}, COMMAND_TABLE, ask_forced=True)
        self.answer: Action | None = None

    def waiting(self) -> tuple[str, ...]:
        """The seat of the puzzle, until it has chosen."""
        return tuple(self.people) if self.answer is None else ()

    def agree_to_hints(self) -> bool:
        """No: a hint would be the solution."""
        self.refuse("a hint would be the solution: `quit` tells it")
        return False

    def give(self, action: object, seat: str) -> None:
        """Take the answer. Raises `IllegalAction` for what is no choice here."""
        checked_action = self.match.rules.let_in(action)
        self.match.fork().play(checked_action, seat)
        self.answer = checked_action


def explanation_of(game: Game, puzzle: Puzzle, answer: Action | None) -> Iterator[str]:
    """What is said of an answer, and why the solution is the best choice; None for who did not answer."""
    view, actions = puzzle.view(game), puzzle.actions(game)
    best, *_ = actions
    if answer is not None:
        yield _judged(view, puzzle, actions, answer)
    yield f"The best choice: {best.text(view.board)}."
    yield from puzzle.why
    if puzzle.line:
        yield f"Then, for example: {'; '.join(puzzle.line)}."
    yield "The chance to win that each choice comes to, played on by bots in many worlds that you could not tell apart:"
    for action, choice in zip(actions, puzzle.choice, strict=True):
        yield f"{choice.chance:5.0%}  {action.text(view.board)}"


def _judged(view: View, puzzle: Puzzle, actions: list[Action], answer: Action) -> str:
    text = answer.text(view.board)
    if answer == actions[0]:
        return f"Right: {text}."
    chances = {action: choice.chance for action, choice in zip(actions, puzzle.choice, strict=True)}
    cost = f" It costs {puzzle.choice[0].chance - chances[answer]:.0%}." if answer in chances else ""
    return f"Not the best: {text}.{cost}"
