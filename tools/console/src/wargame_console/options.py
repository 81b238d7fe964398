"""What the words and options of a command line mean: a game, a record, a map, an option of a game."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
from attrs import field, frozen
from click.shell_completion import CompletionItem

from wargame_console.output import Output
from wargame_core import UnknownName, WargameError
from wargame_core.data import read_toml
from wargame_core.errors import UnknownBot, expected
from wargame_core.limits import quote
from wargame_core.maps.files.map_file import is_map_file
from wargame_core.plugins import discovery

if TYPE_CHECKING:
    from wargame_core import Game, Match, Record
    from wargame_core.dice import DiceSource
    from wargame_core.flow.players import Player


def game_names(context: click.Context, parameter: click.Parameter, typed_prefix: str) -> list[CompletionItem]:
    """The installed games, with their titles; files where a path is begun."""
    if any(mark in typed_prefix for mark in "./\\"):
        return [CompletionItem(typed_prefix, type="file")]
    games = (entry for plugin in discovery.plugins() for entry in plugin.games)
    return [CompletionItem(entry.id, help=entry.title) for entry in games if entry.id.startswith(typed_prefix)]


def game_or_plugin_names(context: click.Context, parameter: click.Parameter, typed_prefix: str) -> list[CompletionItem]:
    """The installed games, and the plugins, which are asked for charts, odds and rules."""
    games = game_names(context, parameter, typed_prefix)
    plugins = [CompletionItem(plugin.id, help=plugin.title) for plugin in discovery.plugins()]
    game_words = {item.value for item in games}
    return games + [item for item in plugins if item.value.startswith(typed_prefix) and item.value not in game_words]


Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _of_the_game(names: Callable[[Game], Iterable[tuple[str, str]]]) -> Completer:
    """Completes with what the game on the line has."""

    def complete(context: click.Context, parameter: click.Parameter, typed_prefix: str) -> list[CompletionItem]:
        words = [context.params.get("game"), *context.args]  # an option without its value leaves the rest unread
        name = next(filter(None, words), None)
        if name is None:
            return []
        if any(mark in typed_prefix for mark in "./\\"):
            return [CompletionItem(typed_prefix, type="file")]
        try:
            words_of_game = list(names(discovery.load(str(name))))
        except (WargameError, ImportError, OSError):
            return []
        return [
            CompletionItem(word, help=meaning or None)
            for word, meaning in words_of_game
            if word.startswith(typed_prefix)
        ]

    return complete


def all_seats(seats: tuple[str, ...]) -> str:
    """What ``--seat`` is called for all seats at one keyboard."""
    return "both" if len(seats) == 2 else "all"


seat_names = _of_the_game(lambda game: ((seat, "") for seat in (*game.seats, all_seats(game.seats))))


def _pairs(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    try:
        return read_assignments(value)
    except WargameError as problem:
        raise click.BadParameter(str(problem)) from None


def seat_and_bot(word: str) -> tuple[str | None, str]:
    """The seat and the bot of a word such as ``red=easy``; None for all seats.

    The command of an engine may hold an equals sign of its own.

    >>> seat_and_bot("red=easy"), seat_and_bot("engine:node bold.js --depth=3")
    (('red', 'easy'), (None, 'engine:node bold.js --depth=3'))
    """
    seat, equals, name = word.partition("=")
    return (seat, name) if equals and ":" not in seat else (None, word)


def read_assignments(pairs: tuple[str, ...]) -> dict[str, str]:
    """Options typed as ``name=value``. Raises `WargameError` for anything else."""
    assignments = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise WargameError(f"an option is written name=value, not {quote(pair)}{expected(pair, ())}")
        assignments[name.strip()] = value.strip()
    return assignments


Command: TypeAlias = Callable[..., Any]
"""A function that does what a command line says, or a decorator of such functions: click fits what is typed to it."""

FILE: Final = click.Path(path_type=Path)
FOLDER: Final = click.Path(file_okay=False, path_type=Path)

GAME_OPTIONS: Final[Mapping[str, Command]] = {
    "seats": click.option(
        "--seat",
        "seats",
        metavar="SEAT",
        multiple=True,
        shell_complete=seat_names,
        help="Play this seat yourself; repeat it, or say `both`, for several people.",
    ),
    "bots": click.option(
        "--bot",
        "bots",
        multiple=True,
        metavar="[SEAT=]NAME",
        shell_complete=_of_the_game(
            lambda game: (
                (f"{seat}{bot}", "") for seat in ("", *(f"{seat}=" for seat in game.seats)) for bot in game.bots
            )
        ),
        help="The bot for the seats that no person plays, or for one SEAT: see info; or engine:COMMAND, your program.",
    ),
    "seed": click.option(
        "--seed", metavar="NUMBER", type=int, help="Seed of all dice; a random one is drawn and printed if not given."
    ),
    "jobs": click.option(
        "--jobs",
        metavar="NUMBER",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="Processes for the games; the results are the same with any number.",
    ),
    "scenario": click.option(
        "--scenario",
        metavar="SCENARIO",
        shell_complete=_of_the_game(lambda game: ((scenario.id, scenario.title) for scenario in game.scenarios)),
        help="A scenario of the game (see info), or a scenario file of your own.",
    ),
    "options": click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        shell_complete=_of_the_game(
            lambda game: (
                (f"{option.name}={choice}", option.help) for option in game.options for choice in option.choices
            )
        ),
        help="An option of the game; see info.",
    ),
    "data": click.option(
        "--data",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="A folder whose files replace the packaged ones of the same name.",
    ),
}
"""By field of `WantedGame`, the argument or option of the command line that says it."""


@frozen(kw_only=True)
class WantedGame:
    """The game that a command line means, and what its options say about it; see `GAME_OPTIONS`."""

    game: str = ""
    scenario: str | None = None
    options: Mapping[str, Any] = field(factory=dict)
    data: Path | None = None
    seats: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    seed: int | None = None
    jobs: int = 1

    def open(self) -> tuple[Game, str | None]:
        """The game, and the id of the scenario if there is one; see `open_game`."""
        return open_game(self.game, self.data, self.scenario)

    def people(self, game: Game) -> tuple[str, ...]:
        """The seats that people play. Raises `UnknownName`."""
        if any(seat in ("both", "all") for seat in self.seats):
            return game.seats
        for seat in self.seats:
            if seat not in game.seats:
                raise UnknownName("seat", seat, (*game.seats, all_seats(game.seats)))
        return tuple(dict.fromkeys(self.seats))

    def who_plays(self, game: Game, people: Iterable[str] = ()) -> dict[str, str]:
        """The bot of each seat that no person has, from ``NAME`` (for all of them) and ``SEAT=NAME``.

        Where nothing is said, the heuristic bot plays, or the first that the game has of its own. Raises `UnknownName`.
        """
        usual_player = "heuristic" if "heuristic" in game.players else next(iter(game.players), "random")
        names = {seat: usual_player for seat in game.seats if seat not in people}
        for seat, name in sorted(map(seat_and_bot, self.bots), key=lambda pair: pair[0] is not None):
            if seat is not None and seat not in game.seats:
                raise UnknownName("seat", seat, game.seats)
            if name not in game.bots:
                raise UnknownBot(name, game.bots)
            names |= {player: name for player in names if seat in (player, None)}
        return names

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The names of all bots that are typed."""
        return tuple(name for _, name in map(seat_and_bot, self.bots))

    def data_files(self) -> tuple[Path, ...]:
        """The files that the data of the game are in, those of ``data`` in place of the packaged ones; maybe none.

        Raises `UnknownName`.
        """
        from wargame_core.data.documents import DataFolder

        folder = discovery.opened(Path(self.game)) if Path(self.game).exists() else Path(self.game)
        if folder.is_dir() and folder.name != self.game:
            return tuple(sorted(folder.glob("*.toml")))
        plugin_data = discovery.plugin_of(self.game).data
        return tuple(DataFolder(plugin_data, self.data).files()) if plugin_data is not None else ()

    def words(self, *first_words: str) -> str:
        """The words of a command line that mean the same game again, after the game first ``first_words``."""
        option_values = {"seat": self.seats, "scenario": [self.scenario] if self.scenario else []}
        option_values["option"] = [f"{name}={value}" for name, value in self.options.items()]
        option_values["data"] = [str(self.data)] if self.data else []
        option_words = [f"--{name} {value}" for name, values in option_values.items() for value in values]
        return " ".join(filter(None, [self.game, *first_words, *option_words]))


RECORD_OPTIONS: Final[Mapping[str, Command]] = {
    "record": click.argument("record", type=FILE),
    "game": click.option("--game", metavar="FOLDER", help="The folder of your own game, if the record is of one."),
    "data": GAME_OPTIONS["data"],
}
"""By field of `WantedRecord`, the argument or option of the command line that says it."""


@frozen
class WantedRecord:
    """The record that a command line means, and where the game is that it is of."""

    record: Path
    game: str | None = None
    data: Path | None = None

    def game_of_own(self) -> Game | None:
        """The game in the folder that is named, if one is."""
        return open_game(self.game, self.data)[0] if self.game is not None else None

    def load(self) -> tuple[Record, Game]:
        """The record and its game. Raises `RecordError`, and `UnknownName` for a game that is not installed."""
        from wargame_core.records.record import Record
        from wargame_core.replays import game_of

        record = Record.load(self.record)
        game = self.game_of_own() or game_of(record.header, self.data)
        if game.id != record.header["game"]:
            raise WargameError(f"{self.record} is of {record.header['game']}, not of {game.id}")
        return record, game

    def match(self, dice: DiceSource | None = None) -> tuple[Match, Game]:
        """The match of the record, ready to go on, and its game. Raises as `load` does."""
        from wargame_core.replays import load_match

        _, game = self.load()
        return load_match(self.record, game=game, dice=dice), game


def with_output(function: Command) -> Command:
    """Give a command its ``--json`` option and its `Output` as first argument."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
    @functools.wraps(function)
    def run(*args: Any, as_json: bool, **typed: Any) -> Any:
        return function(Output(as_json), *args, **typed)

    return run


def with_game(*fields: str, is_required: bool = True) -> Command:
    """Give a command its `Output`, and a `WantedGame` of GAME and the options for these fields."""
    game = click.argument(
        "game", required=is_required, shell_complete=game_names, callback=lambda *given: given[-1] or ""
    )
    variants = click.option(
        "--variant",
        "variants",
        metavar="NAME,...",
        default="",
        shell_complete=_of_the_game(
            lambda game: ((variant.id, variant.help) for variant in discovery.variants_for(game))
        ),
        help="House rules to play with; see info.",
    )
    return with_one(_wanted, {"game": game, "variants": variants, **{name: GAME_OPTIONS[name] for name in fields}})


def _wanted(*, game: str, variants: str, **fields: Any) -> WantedGame:
    variant_names = [name.strip() for name in variants.split(",") if name.strip()]
    return WantedGame(game=discovery.SIGN.join((game, *variant_names)), **fields)


def with_record(function: Command) -> Command:
    """Give a command its `Output`, and a `WantedRecord` of RECORD and the options beside it."""
    command: Command = with_one(WantedRecord, RECORD_OPTIONS)(function)
    return command


def with_one(kind: Callable[..., object], fields: Mapping[str, Command]) -> Command:
    """Give a command its `Output`, and one value as `bundled_options` does."""
    gather = bundled_options(kind, fields)
    return lambda function: with_output(gather(function))


def bundled_options(kind: Callable[..., object], fields: Mapping[str, Command]) -> Command:
    """Give a command, after what it gets already, one value made of what these parts of the command line say."""

    def decorate(function: Command) -> Command:
        @functools.wraps(function)
        def wrapper(*before: Any, **typed: Any) -> Any:
            return function(*before, kind(**{name: typed.pop(name) for name in fields}), **typed)

        for part in reversed(list(fields.values())):
            wrapper = part(wrapper)
        return wrapper

    return decorate


def open_game(name: str, data: Path | None = None, scenario: str | None = None) -> tuple[Game, str | None]:
    """The game that ``name`` means (an id, or a designer's folder or file) and the id of the scenario, if any.

    ``scenario`` may be a file of a designer's own; it is opened by the plugin that has the game. Of a game in a folder
    it is one of the files there.
    """
    meaning = discovery.meaning(name)
    if isinstance(meaning, Path):
        existing_path(meaning)
    if scenario is None or not discovery.looks_like_a_path(scenario):
        return discovery.load(name, data), scenario
    path = existing_path(Path(scenario))
    if isinstance(meaning, Path):
        game = discovery.load(name, data)
        return game, _scenario_in(game, meaning, path)
    return discovery.open_path(path, [discovery.plugin_of(name)], f"{name} makes no scenario of {scenario}"), None


def _scenario_in(game: Game, folder: Path, path: Path) -> str:
    """The id of the scenario that a file in the folder of a game has. Raises `WargameError` for any other file."""
    ids = [scenario.id for scenario in game.scenarios]
    if path.is_file() and path.resolve().parent == folder.resolve():
        document = read_toml(path, "a scenario").data
        head = document.get("scenario")
        for id_ in (head.get("id") if isinstance(head, dict) else None, document.get("id"), path.stem):
            if id_ in ids:
                return str(id_)
    text = f"{path} is no scenario of {folder}{expected(path.stem, ids)}"
    raise WargameError(f"{text}; put the file into that folder, and name it where its game lists the scenarios")


def existing_path(path: Path) -> Path:
    """The path, if something lies there. Raises `click.UsageError`, and OSError for a path that cannot be looked at."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise click.UsageError(f"there is no file or folder {path}") from None
    return path


def make_bot(game: Game, name: str, seat: str, seed: int) -> Player:
    """A bot for a seat, with dice of its own that follow from the game's seed and the seat."""
    return game.bot(name, seed=random.Random(f"{seed} {seat}").getrandbits(31))


def map_file(name: str) -> Path | None:
    """The map file that a person means by a path to a TOML file, if its tables are those of a map."""
    path = Path(name)
    typed_a_file = discovery.looks_like_a_path(name) and path.suffix == ".toml" and path.is_file()
    return path if typed_a_file and is_map_file(path) else None
