"""The file of a game's puzzles: ``puzzles.toml`` beside its data folder, or one of your own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import field, frozen

from wargame_core import Action, Game, State, View
from wargame_core.data import Problems, check_source, read_toml, structure, write_whole
from wargame_core.errors import UnknownName, WargameError
from wargame_core.limits import ACTION, LimitError, read_json
from wargame_core.plugins.discovery import SIGN
from wargame_lab.beside_data import files_of

FILE: Final = "puzzles.toml"
"""The name of the file."""


@frozen(kw_only=True)
class PuzzleChoice:
    """A choice of a puzzle, as the JSON of its action, and the chance to win that it came to."""

    action: str
    chance: float


@frozen(kw_only=True, slots=False)
class Puzzle:
    """A position and its choices, the best one first.

    ``lead`` is by how much that is better than the second, ``why`` what a strong bot says of it, ``line`` the own
    choices that followed it, in words. ``position`` is the text of the position (`Game.position`).
    """

    seat: str
    turn: int
    lead: float
    choice: tuple[PuzzleChoice, ...]
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    position: str = field(repr=False)

    def state(self, game: Game) -> State:
        """The position. Raises `DataError`."""
        return game.position(self.position)

    def view(self, game: Game) -> View:
        """What its seat sees. Raises `DataError`."""
        return View.of(self.state(game), self.seat)

    def actions(self, game: Game) -> list[Action]:
        """The choices, the best one first. Raises `WargameError` for what is no action of the game."""
        return [game.rules.let_in(read_json(choice.action, ACTION)) for choice in self.choice]


@frozen(kw_only=True, slots=False)
class PuzzleFile:
    """Puzzles of a game: how they were found, in how many games so far, and with which rules and bots.

    ``made_with`` is the digest of `wargame_lab.made_with`.
    """

    game: str
    seed: int
    games: int = 0
    made_with: str = ""
    puzzle: tuple[Puzzle, ...] = ()

    @cached_property
    def command(self) -> str:
        """What finds them again."""
        return f"wargame puzzles {self.game} --games {self.games} --seed {self.seed}"

    def numbered(self, number: int) -> Puzzle:
        """The puzzle of a number from 1. Raises `UnknownName`."""
        if not 1 <= number <= len(self.puzzle):
            raise UnknownName("puzzle", str(number), [f"1 to {len(self.puzzle)}"])
        return self.puzzle[number - 1]

    def save(self, path: Path) -> None:
        """Write the file. Raises OSError."""
        write_whole(path, "\n".join(self._lines()) + "\n")

    def _lines(self) -> Iterator[str]:
        yield 'source = { document = "games between bots", basis = "reconstruction", note = "by wargame puzzles" }'
        yield f"game = {_quoted(self.game)}"
        yield f"seed = {self.seed}"
        yield f"games = {self.games}"
        yield f"made_with = {_quoted(self.made_with)}"
        for puzzle in self.puzzle:
            yield ""
            yield "[[puzzle]]"
            yield f"seat = {_quoted(puzzle.seat)}"
            yield f"turn = {puzzle.turn}"
            yield f"lead = {puzzle.lead:.3f}"
            yield from _list_lines("why", map(_quoted, puzzle.why))
            yield from _list_lines("line", map(_quoted, puzzle.line))
            rows = (
                f"{{ chance = {choice.chance:.3f}, action = {_quoted(choice.action)} }}" for choice in puzzle.choice
            )
            yield from _list_lines("choice", rows)
            yield f"position = {_long(puzzle.position)}"


def _quoted(text: str) -> str:
    """A text in TOML: its basic strings are written as those of JSON."""
    return f"'{text}'" if '"' in text and not set(text) & set("'\n\r\t\x7f") else json.dumps(text, ensure_ascii=False)


def _long(text: str) -> str:
    return f"'''\n{text}'''" if "'''" not in text and "\r" not in text else _quoted(text)


def _list_lines(name: str, rows: Iterator[str]) -> Iterator[str]:
    if lines := list(rows):
        yield f"{name} = ["
        yield from (f"    {line}," for line in lines)
        yield "]"


def puzzles_of(game: Game, path: Path | None = None) -> PuzzleFile:
    """The puzzles of a game, of those that come with it or of a file. Raises `WargameError` where it has none.

    Raises `DataError` for a file that is wrong, and for one of another game.
    """
    if path is None:
        path = next((place for place in files_of(game, FILE) if place.is_file()), None)
    if path is None:
        raise WargameError(
            f"{game.id} comes with no puzzles: `wargame puzzles {game.id} --out FILE` finds some in games of bots, "
            f"and `wargame puzzle {game.id} --file FILE` shows them"
        )
    return read_puzzles(path, game.id)


def read_puzzles(path: Path, game_id: str) -> PuzzleFile:
    """The puzzles of a file. Raises `DataError` with every problem of it, and for a file of another game."""
    doc, problems = read_toml(path, "puzzles"), Problems()
    check_source(doc, problems)
    file = structure(doc, PuzzleFile, problems)
    name = game_id.partition(SIGN)[0]
    if file is not None:
        if file.game != name:
            problems.add(doc, ("game",), "E207", f"these are puzzles of {file.game}, not of {name}")
        for number, puzzle in enumerate(file.puzzle):
            for place, choice in enumerate(puzzle.choice):
                if (mistake := _mistake(choice.action)) is not None:
                    problems.add(doc, ("puzzle", number, "choice", place, "action"), "E203", mistake)
    problems.raise_if_any()
    assert file is not None
    return file


def _mistake(action: str) -> str | None:
    try:
        read_json(action, ACTION)
    except LimitError as problem:
        return str(problem)
    return None
