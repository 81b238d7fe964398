"""A game: its rules, documents and files, its players, and what lies on the table before it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from attrs import Factory, define, evolve, field, frozen

from wargame_core.chances import NOTHING_KNOWN, Chances, ExpectedScore, estimated
from wargame_core.contents import Contents, Supplies
from wargame_core.dice import DiceSource, dice_for
from wargame_core.errors import MissingExtra, UnknownBot, WargameError
from wargame_core.flow.events import Board, InnerGame
from wargame_core.flow.players import (
    CORE_BOTS,
    LEVELS,
    Player,
    PlaysInnerGames,
    Strength,
    bots_of,
    takes,
    traits_of,
)
from wargame_core.flow.position_reading import read_position
from wargame_core.flow.rules import Options, Rules, Scenario, Scenarios, Variant
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_core.flow.view import View
from wargame_core.limits import quote
from wargame_core.maps.map import Map
from wargame_core.match import Match
from wargame_core.odds import Distribution
from wargame_core.odds_answers import GameOdds

if TYPE_CHECKING:
    from wargame_core.sheet import Sheet

B = TypeVar("B", bound=Board)


@frozen(kw_only=True)
class GameFiles:
    """The data files of a game."""

    data: Path | None = None
    """The folder of packaged files, or the folder of the owner."""
    schemas: Mapping[str, type[Any]] = field(factory=dict)
    """The classes that read the files, by file name."""
    tables: tuple[str, ...] = ()
    """The names of the tables in CSV that are read besides."""
    reload: Callable[[Path], Any] | None = None
    """``reload(folder)``: the game with packaged files replaced by those of the same name in the folder."""


@frozen
class TableAnswer(Generic[B]):
    """A question that a player can ask at the table: ``answer(board, seat, words)`` gives lines of text.

    The board is as the seat sees it. The function raises `WargameError` for words that name nothing.
    """

    usage: str
    """The arguments, for the list of commands: "UNIT"."""
    help: str
    answer: Callable[[B, str, str], Iterable[str]]


@define(eq=False, frozen=True, kw_only=True)
class Game(Supplies):
    """A game, ready to play. Plugins build one; programs get it from `wargame_core.load`."""

    rules: Rules
    """The rules."""
    documents: tuple[str, ...] = ()
    """The printed documents that it implements."""
    files: GameFiles = Factory(GameFiles)
    """Its data files."""
    players: Mapping[str, Callable[..., Player]] = field(factory=dict)
    """Functions that make the game's own bots from ``seed=`` and settings, by name."""
    strengths: Mapping[str, Strength] = field(factory=dict)
    """How strong its bots were measured to be, by name: what people are told who choose one."""
    win_probability: Callable[[Any, str], float] | None = None
    """``win_probability(board, seat)``: the author's estimate of a seat's chance to win, from 0 to 1, by what it sees.

    It counts where nothing was learnt from games: see `chances`."""
    lay_out: Callable[[Sheet, Any], Sheet] | None = None
    """``lay_out(sheet, board)``: the sheet of a set-up; the sheet given has the map already on it."""
    series: Callable[[Any], Mapping[str, Mapping[str, float]]] | None = None
    """``series(board)``: numbers for charts by turn: by title of the chart and by line, the value."""
    answers: Mapping[str, TableAnswer[Any]] = field(factory=dict)
    """The game's own questions at the table, by the word that a person types."""
    contents: Mapping[str, Contents] = field(factory=dict)
    """What its document supplies, by scenario id: orders of battle, decks, rules of victory. See `Plugin.contents`."""
    odds: GameOdds = Factory(GameOdds)
    """What can be asked about odds: ``game.odds("attack", range=3)``; games that are loaded have their plugin's."""
    vary: Callable[[Iterable[str | Variant]], Game] | None = None
    """Makes the same game with variants; games that are loaded have it. See `with_variants`."""
    _sheets: dict[tuple[object, ...], Sheet] = field(factory=dict, init=False, repr=False)

    @property
    def id(self) -> str:
        """The name that people type."""
        return self.rules.id

    @property
    def title(self) -> str:
        """The name that people read."""
        return self.rules.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of the rulebook."""
        return self.rules.seats

    @property
    def scenarios(self) -> Scenarios:
        """The scenarios, by number or by id; the first is the default."""
        return Scenarios(self.rules.scenarios)

    @property
    def options(self) -> Options:
        """Readings and variants that can be chosen before the game, by number or by name."""
        return Options(self.rules.options)

    @property
    def map(self) -> Map | None:
        """The printed map; None where each scenario has one of its own (`Rules.map_of` a board), or there is none."""
        return self.rules.game_map if isinstance(self.rules.game_map, Map) else None

    @property
    def bots(self) -> Mapping[str, Callable[..., Player]]:
        """Functions that make players, by name: the game's own, then the levels and the bots that every game has.

        Raises `MissingExtra` where the game's own need a distribution that is not installed.
        """
        try:
            return bots_of(self.players)
        except ModuleNotFoundError as problem:
            if problem.name is None or not problem.name.startswith("wargame_"):
                raise
            raise MissingExtra(problem.name.partition(".")[0].replace("_", "-")) from None

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of those `bots` that are levels, the weakest first: random, easy, normal, and hard if it has one.

        Raises as `bots`.
        """
        return tuple(level for level in LEVELS if level in self.bots)

    def start(
        self,
        scenario: str | Scenario | None = None,
        *,
        seed: int | None = None,
        dice: DiceSource | None = None,
        chance: str = "seeded",
        data: str | Path | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Match:
        """A new match of a scenario, given by id or as `scenarios` has it.

        ``seed`` decides the dice (without it, a new one is made: see `Match.seed`); ``dice`` may be any other source;
        ``chance="explicit"`` leaves rolls to the caller, who answers them with `Match.roll`. ``data`` is
        a folder whose files replace the packaged ones of the same name. Raises `UnknownName` for a wrong scenario,
        option or value, and `DataError` for wrong data.
        """
        if data is not None:
            if self.files.reload is None:
                raise WargameError(f"{self.id} has no data files that could be replaced")
            game = self.files.reload(Path(data))
            return Game.start(game, scenario, seed=seed, dice=dice, chance=chance, options=options)
        dice, seed = dice_for(chance, seed, dice)
        match = Match.start(self.rules, scenario, options, dice=dice, seed=seed)
        match.game = self
        return match

    def with_variants(self, *variants: str | Variant) -> Game:
        """This game with house rules: installed variants by id, or variants made by this program.

        Raises `UnknownName` for one that does not fit, `RulesError` where two cannot be played together.
        """
        if self.vary is None:
            raise WargameError(f"{self.id} was not loaded by name: variants find a game by that")
        return self.vary(variants) if variants else self

    def with_players(self, players: Mapping[str, Callable[..., Any]]) -> Game:
        """This game with further bots, made as its own."""
        return evolve(self, players={**self.players, **players}) if players else self

    def with_further_bots(self, bots: Mapping[str, Callable[..., Player]]) -> Game:
        """This game with bots beside its own, none of which becomes the usual one, where it has none of its own."""
        return self.with_players({**(self.players or CORE_BOTS), **bots}) if bots else self

    def first_state(self, scenario: str | Scenario | None = None, options: Mapping[str, object] | None = None) -> State:
        """The first state of a new game, in which rolls wait like decisions."""
        return State.of(Runner.start(self.rules, scenario, options))

    def position(self, text: str) -> State:
        """The position that a text tells, as ``print(state)`` writes it and as people type it.

        What the text does not name is as the scenario sets it up; on the map are the pieces that have a line. Raises
        `DataError` with all its mistakes: line, value, what is allowed, the nearest name.

        >>> from wargame_core import load
        >>> game = load("battlecry")
        >>> state = game.start(seed=1862).state
        >>> game.position(str(state)) == state
        True
        """
        return read_position(self.rules, text)

    def go_on(
        self,
        position: State | str,
        *,
        seed: int | None = None,
        dice: DiceSource | None = None,
        chance: str = "seeded",
    ) -> Match:
        """A match that goes on from a position, or from one in words; ``seed``, ``dice`` and ``chance`` as in `start`.

        It has no story before that, and no record, since records begin with a set-up. Raises as `position`.
        """
        state = position if isinstance(position, State) else self.position(position)
        match = Match.of(state, seed=seed, dice=dice, chance=chance)
        match.game = self
        return match

    def forecast(self, state: State, action: object, seat: str | None = None) -> Distribution[State]:
        """The positions that ``action`` can lead to before anybody has to choose again, with exact probabilities.

        It runs the same procedures as play. Use ``.map`` on the result to ask about one thing. Raises what
        `State.after` does, and `WargameError` for what is not a position.
        """
        if not isinstance(state, State):
            raise WargameError(f"forecast takes a position, such as match.state, and not {quote(state)}")
        if state.rules.id != self.rules.id:
            raise WargameError(
                f"{self.rules.id} cannot forecast a position of {state.rules.id}: ask load({state.rules.id!r})"
            )
        return state.after(action, seat).settled()

    def sheet(self, scenario: str | Scenario | None = None, options: Mapping[str, object] | None = None) -> Sheet:
        """Everything printed that lies on the table: map, pieces, cards, tracks, player aids, briefing.

        Raises `UnknownName` for a wrong scenario, option or value.
        """
        from wargame_core.sheet import Briefing, Note, Sheet, with_map, with_order_of_battle

        board = self.rules.first_board(scenario, options or {})
        chosen_scenario = self.rules.scenario(scenario)
        bare_sheet = Sheet(
            self.id,
            self.title,
            chosen_scenario.id,
            self.rules.read_options(options or {}),
            Briefing(
                chosen_scenario.title,
                (Note(chosen_scenario.help),) if chosen_scenario.help else (),
                sources=self.documents,
            ),
            documents=self.documents,
        )
        game_map = self.rules.map_of(board)
        sheet = with_map(bare_sheet, game_map) if game_map is not None else bare_sheet
        sheet = self.lay_out(sheet, board) if self.lay_out is not None else sheet
        if chosen_scenario.id in self.contents:
            sheet = with_order_of_battle(sheet, self.contents[chosen_scenario.id].oob)
        played_with = [
            Note(text)
            for variant in self.rules.additions.variants
            for text in (f"House rules: {variant.title}. {variant.help}", *variant.briefing)
        ]
        rules = (*played_with, *sheet.briefing.special_rules)
        return evolve(sheet, briefing=evolve(sheet.briefing, special_rules=rules))

    def sheet_of(self, view: View) -> Sheet:
        """The sheet of the game that a seat is playing now: of this game, or of its inner game. It is made once."""
        inner_view, game = view.inner, view.inner_game
        if inner_view is not None and game is not None:
            return self.inner(game).sheet_of(inner_view)
        key = (view.scenario, *sorted(view.options.items()))
        if key not in self._sheets:
            self._sheets[key] = self.sheet(view.scenario, options=view.options)
        return self._sheets[key]

    def inner(self, game: InnerGame) -> Game:
        """The inner game. Raises `UnknownName`, and `WargameError` if it has rules but no `Game`."""
        inner_game = self.rules.inner_game(game.id, game.data)
        if not isinstance(inner_game, Game):
            raise WargameError(f"{game.id}, an inner game of {self.id}, has bare rules: no sheet, pictures or bots")
        return inner_game

    def open_on(self, board: Board, seat: str) -> tuple[Game, Board, str]:
        """The game that ``seat`` is playing now, its board as that seat sees it, and the seat's name in it.

        It is this game, or its inner game while one is played.
        """
        if board.inner is None:
            return self, board, seat
        inner_seat = board.inner.game.seat(seat)
        return self.inner(board.inner.game).open_on(board.inner.board, inner_seat or seat)

    def bot(self, name: str, **settings: Any) -> Player:
        """A player made by one of this game's bots, or by those of core. Raises `UnknownName` and as `bots`."""
        bots = CORE_BOTS if name in CORE_BOTS else self.bots
        if name not in bots:
            raise UnknownBot(name, bots)
        for setting in settings:
            if not takes(bots[name], setting):
                raise WargameError(f"the bot {name} of {self.id} has no setting {setting!r}")
        return self.with_inner_bots(bots[name](**settings), name, settings.get("seed", 0))

    def with_inner_bots(self, player: Player, name: str = "", seed: int = 0) -> Player:
        """``player``, with a bot for each inner game: the bot ``name`` of that game, or else its first.

        One that plays inner games itself (`Traits.plays_inner_games`) is left as it is.
        """
        if not self.rules.inner_games or traits_of(player).plays_inner_games:
            return player

        def make_player(game: InnerGame) -> Player:
            inner_game = self.inner(game)
            return inner_game.bot(
                name if name in inner_game.bots else next(iter(inner_game.players), "random"), seed=seed + game.number
            )

        return PlaysInnerGames(player, make_player)

    def chances(self, view: View) -> Chances:
        """What the seat of a view may expect of the end: its chance to win, and the scores with their spread.

        They follow from what the seat sees, by weights that were learnt from games between bots where there are some
        for this game (wargame-lab reads them), else by its `win_probability`. Without either the chance is 1/2.
        """
        if (outcome := view.outcome) is not None:
            scores = {side: ExpectedScore(float(score), 0.0) for side, score in outcome.scores.items()}
            return Chances(outcome.worth(view.seat), scores, "the game is over")
        if (chances := estimated(self, view)) is not None:
            return chances
        if self.win_probability is not None:
            return Chances(self.win_probability(view.board, view.seat), basis="the game's own estimate")
        return Chances(0.5, basis=NOTHING_KNOWN)

    def value(self, view: View) -> float:
        """The seat's chance to win by what it sees, from 0 to 1, as `chances` estimates it."""
        return self.chances(view).win

    def __repr__(self) -> str:
        replaced_parts = (
            f" with other {', '.join(self.rules.source.replaced_files)}" if self.rules.source.replaced_files else ""
        )
        return f"<Game {self.id}: {self.title}{replaced_parts}>"
