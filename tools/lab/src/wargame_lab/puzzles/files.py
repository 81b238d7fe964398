"""The file of a game's puzzles: ``puzzles.toml`` beside its data folder, or one of your own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import field, frozen

from wargame_core import Action, Game, State, View
from wargame_core.data import KeyPath, Problems, check_source, read_toml, structure, value_text, write_whole
from wargame_core.errors import UnknownName, WargameError
from wargame_core.limits import ACTION, LimitError, read_json
from wargame_core.plugins.discovery import SIGN
from wargame_lab.choice_words import words_of_choice
from wargame_lab.companion_files import files_of

FILE: Final = "puzzles.toml"
"""The name of the file."""


@frozen(kw_only=True)
class PuzzleChoice:
    """A choice of a puzzle, as the JSON of its action, and the chance to win that it came to."""

    action: str
    chance: float


@frozen(kw_only=True, slots=False)
class Puzzle:
    """A position and the choices that are asked about, the best one first.

    ``of`` says how many choices the menu lists, where these are only some of them. The first ``right`` are equally
    good: they come to the same in every world, by another order say. ``lead`` is by how much they are better than the
    next, ``why`` what a strong bot says of the first, ``line`` the own choices that followed it, in words. ``bot`` is
    the number of the choice that a strong bot makes, from 1, where that is not right. ``position`` is the text of the
    position (`Game.position`).
    """

    seat: str
    turn: int
    of: int | None = None
    right: int = 1
    lead: float
    bot: int | None = None
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

    def labels(self, game: Game) -> list[str]:
        """The choices in words that stand alone, the best one first. Raises as `actions` and `view`."""
        view = self.view(game)
        return [words_of_choice(game, action, view) for action in self.actions(game)]


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
            if puzzle.of is not None:
                yield f"of = {puzzle.of}"
            if puzzle.right > 1:
                yield f"right = {puzzle.right}"
            yield f"lead = {puzzle.lead:.3f}"
            if puzzle.bot is not None:
                yield f"bot = {puzzle.bot}"
            yield from _list_lines("why", map(_quoted, puzzle.why))
            yield from _list_lines("line", map(_quoted, puzzle.line))
            rows = (
                f"{{ chance = {choice.chance:.3f}, action = {_quoted(choice.action)} }}" for choice in puzzle.choice
            )
            yield from _list_lines("choice", rows)
            yield f"position = {_long(puzzle.position)}"


def _quoted(text: str) -> str:
    """A text in TOML, between single quotation marks where that spares it others."""
    return f"'{text}'" if '"' in text and not set(text) & set("'\n\r\t\x7f") else value_text(text)


def _long(text: str) -> str:
    return f"'''\n{text}'''" if "'''" not in text and "\r" not in text else _quoted(text)


def _list_lines(name: str, rows: Iterator[str]) -> Iterator[str]:
    if lines := list(rows):
        yield f"{name} = ["
        yield from (f"    {line}," for line in lines)
        yield "]"


def file_of_puzzles(game: Game) -> Path | None:
    """The file of the puzzles that come with a game; None where it has none."""
    return next((place for place in files_of(game, FILE) if place.is_file()), None)


def puzzles_of(game: Game, path: Path | None = None) -> PuzzleFile:
    """The puzzles of a game, of those that come with it or of a file. Raises `WargameError` where it has none.

    Raises `DataError` for a file that is wrong, and for one of another game.
    """
    path = file_of_puzzles(game) if path is None else path
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
            for place, mistake in _mistakes(puzzle):
                problems.add(doc, ("puzzle", number, *place), *mistake)
    problems.raise_if_any()
    assert file is not None
    return file


def _mistakes(puzzle: Puzzle) -> Iterator[tuple[KeyPath, tuple[str, str]]]:
    """What is wrong in a puzzle: where, with code and sentence."""
    count = len(puzzle.choice)
    if not 0 < puzzle.right < count:
        words = f"of {count} choices at least one is right, and one is not; this says {puzzle.right}"
        yield ("right",), ("E207", words)
    if puzzle.of is not None and puzzle.of < count:
        yield ("of",), ("E207", f"{count} choices are no part of {puzzle.of}")
    if puzzle.bot is not None and not puzzle.right < puzzle.bot <= count:
        yield ("bot",), ("E207", f"a bot that is wrong makes choice {puzzle.right + 1} to {count}, not {puzzle.bot}")
    for place, choice in enumerate(puzzle.choice):
        try:
            read_json(choice.action, ACTION)
        except LimitError as problem:
            yield ("choice", place, "action"), ("E203", str(problem))
