"""The face of one game: its rules, and what people see and use of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from attrs import Factory, define, field
from wargame_pictures.draw.ground import DrawnGround, map_ground
from wargame_pictures.draw.picture import Picture
from wargame_pictures.of_games import Presentation, Shown

from wargame_core.dice import DiceSource, dice_for
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.child_game import ChildGame
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.forecasts import settled
from wargame_core.flow.levels import bots_of
from wargame_core.flow.match import Match
from wargame_core.flow.players import Player, PlaysInside
from wargame_core.flow.rules import Option, Rules, Scenario
from wargame_core.flow.runner import Runner
from wargame_core.flow.seat_view import SeatView
from wargame_core.flow.sequence import Sequence
from wargame_core.flow.state import State
from wargame_core.flow.visibility import REFEREE, SPECTATOR, redact
from wargame_core.game import GameFiles
from wargame_core.maps.map import Map
from wargame_core.odds import Distribution
from wargame_core.sheet import Briefing, Note, Sheet, with_map

if TYPE_CHECKING:
    from wargame_lab.encoding.encoder import Encoder


_FACES: WeakKeyDictionary[Rules, tuple[str, Presentation[Any]]] = WeakKeyDictionary()
"""By rules, the title and presentation of their game, because a match knows only its rules."""


def game_with(rules: Rules) -> Game | None:
    """The `Game` that was made of these rules, for pictures of its positions; None if there is none."""
    face = _FACES.get(rules)
    return Game(rules=rules, title=face[0], presentation=face[1]) if face is not None else None


@define(eq=False, frozen=True, kw_only=True)
class Game:
    """A game, ready to play. Plugins build one; programs get it from `wargame_core.load`."""

    rules: Rules
    """The rules."""
    title: str
    """The name that people read."""
    documents: tuple[str, ...] = ()
    """The printed documents that it implements."""
    presentation: Presentation[Any] = Factory(Presentation)
    """The data for pictures and reports."""
    files: GameFiles = Factory(GameFiles)
    """Its data files."""
    players: Mapping[str, Callable[..., Player]] = field(factory=dict)
    """Functions that make the game's own bots from ``seed=`` and settings, by name."""
    win_probability: Callable[[Any, str], float] | None = None
    """``win_probability(board, seat)``: an estimate of a seat's chance to win, from 0 to 1, by what that seat sees."""

    @property
    def id(self) -> str:
        """The name that people type."""
        return self.rules.id

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of the rulebook."""
        return self.rules.seats

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios; the first is the default."""
        return self.rules.scenarios

    @property
    def options(self) -> tuple[Option, ...]:
        """Readings and variants that can be chosen before the game."""
        return self.rules.options

    @property
    def sequence(self) -> Sequence:
        """The sequence of play; printed, it is the player-aid card."""
        return self.rules.sequence

    @property
    def printed(self) -> Mapping[str, Any]:
        """The printed data, by the name of its field on the board."""
        return self.rules.printed

    @property
    def codec(self) -> Codec:
        """JSON in and out for this game's values."""
        return self.rules.codec

    @property
    def bots(self) -> Mapping[str, Callable[..., Player]]:
        """Functions that make players, by name: the game's own, then the levels and the bots that every game has."""
        return bots_of(self.players)

    def turn_of(self, board: Board) -> int:
        """The number of the turn a board is in; 0 while the game is set up."""
        return self.rules.turn_of(board)

    def map_of(self, board: Board) -> Map | None:
        """The map of ``board``; None for a game without one."""
        drawn = self.presentation.game_map
        return drawn(board) if callable(drawn) else drawn

    def sheet(self, scenario: str | None = None, **options: object) -> Sheet:
        """Everything printed that lies on the table: map, pieces, cards, tracks, player aids, briefing.

        Raises `UnknownName` for a wrong scenario, option or value.
        """
        board = self.rules.first_board(scenario, options)
        chosen = self.rules.scenario(scenario)
        drawn = Sheet(
            self.id,
            self.title,
            chosen.id,
            self.rules.read_options(options),
            Briefing(chosen.title, (Note(chosen.help),) if chosen.help else (), sources=self.documents),
            documents=self.documents,
        )
        game_map = self.map_of(board)
        drawn = with_map(drawn, game_map) if game_map is not None else drawn
        return self.presentation.sheet(drawn, board) if self.presentation.sheet is not None else drawn

    def encoder(self, scenario: str | None = None, **options: object) -> Encoder:
        """The encoder of this game; raises as `sheet`, and `WargameError` for actions without a domain."""
        from wargame_lab.encoding.encoder import Encoder

        sheet = self.sheet(scenario, **options)
        return Encoder(self.rules, sheet, lambda game: self.inside(game).encoder(game.scenario, **game.options))

    def ground_of(self, board: Board, turned: bool = False) -> DrawnGround | None:
        """The printed sheet of ``board``, ready to draw; None for a game without one."""
        if self.presentation.ground is not None:
            return self.presentation.ground(board, turned)
        drawn = self.map_of(board)
        return map_ground(drawn, turned) if drawn is not None else None

    def picture(
        self, board: Shown, seat: str = REFEREE, *, orientation: str = "", title: str = "", legend: bool = True
    ) -> Picture | None:
        """The picture of a board as ``seat`` knows it; None for a game without a sheet.

        ``board`` must be the board of that seat's view, or a `View`, which has its own seat. ``orientation`` is the
        seat from whose side the board is seen: for the last seat it is turned by 180 degrees. Raises `UnknownName` for
        a seat that does not exist.
        """
        if isinstance(board, SeatView):
            return self.picture(board.board, board.seat, orientation=orientation, title=title, legend=legend)
        if board.child is not None and (inside := board.child.game).seat(seat) is not None:
            chair = (inside.seat(orientation) or "") if orientation else ""
            held, child = self.inside(inside), board.child.board
            return held.picture(child, inside.seat(seat) or seat, orientation=chair, title=title, legend=legend)
        turned = bool(orientation) and self.rules.seat(orientation) == self.seats[-1]
        ground = self.ground_of(board, turned)
        return self.presentation.picture(board, seat, ground, title, legend=legend) if ground is not None else None

    def board_svg(
        self,
        board: Shown,
        seat: str = REFEREE,
        *,
        orientation: str = "",
        title: str = "",
        legend: bool = True,
        **drawing: Any,
    ) -> str | None:
        """`picture` as SVG; ``drawing`` are arguments of `Picture.svg`: ``layers, size, text_scale`` and more."""
        made = self.picture(board, seat, orientation=orientation, title=title, legend=legend)
        return made.svg(**drawing) if made is not None else None

    def ground_svg(
        self, scenario: str | None = None, *, orientation: str = "", size: float | str | None = None, **options: object
    ) -> str | None:
        """The printed sheet alone, the same for every seat and during the whole game; None for a game without one.

        Pages cache it by the digest of `sheet` and the orientation, and put the other layers over it. Raises
        `UnknownName` for a wrong scenario, option, value or seat.
        """
        board = self.rules.first_board(scenario, options)
        return self.board_svg(
            redact(board, SPECTATOR), SPECTATOR, orientation=orientation, layers=("sheet",), size=size
        )

    def sheet_of(self, view: SeatView) -> Sheet:
        """The sheet of the game that a seat is playing now: of this game, or of its inner game."""
        child, game = view.child, view.game_inside
        if child is None or game is None:
            return self.sheet(view.scenario, **view.options)
        return self.inside(game).sheet_of(child)

    def inside(self, game: ChildGame) -> Game:
        """The inner game. Raises `UnknownName`, and `WargameError` if it has rules but no `Game`."""
        held = self.rules.game_inside(game.id, game.data)
        if not isinstance(held, Game):
            raise WargameError(f"{game.id} is played inside {self.id} by bare rules: it has no sheet, pictures or bots")
        return held

    def open_on(self, board: Board, seat: str) -> tuple[Game, Board, str]:
        """The game that ``seat`` is playing now, its board as that seat sees it, and the seat's name in it.

        It is this game, or its inner game while one is played.
        """
        if board.child is None:
            return self, board, seat
        inside = board.child.game.seat(seat)
        return self.inside(board.child.game).open_on(board.child.board, inside or seat)

    def begin(
        self,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        dice: DiceSource | None = None,
        keep: bool = True,
        entries: list[Entry] | None = None,
    ) -> Runner:
        """A new running game without a `Match`, for simulations: see `Runner.begin`."""
        return Runner.begin(self.rules, scenario, options, dice=dice, keep=keep, entries=entries)

    def new(self, scenario: str | None = None, **options: object) -> State:
        """The first state of a new game, in which rolls wait like decisions."""
        return State.of(self.begin(scenario, options))

    def start(
        self,
        scenario: str | None = None,
        *,
        seed: int | None = None,
        dice: DiceSource | None = None,
        chance: str = "seeded",
        data: str | Path | None = None,
        **options: Any,
    ) -> Match:
        """A new match.

        ``seed`` decides the dice (without it, a new one is made: see `Match.seed`); ``dice`` may be any other source;
        ``chance="explicit"`` leaves rolls to the caller, who answers them with `Match.roll`. ``data`` is
        a folder whose files replace the packaged ones of the same name. Raises `UnknownName` for a wrong scenario,
        option or value, and `DataError` for wrong data.
        """
        if data is not None:
            if self.files.reload is None:
                raise WargameError(f"{self.id} has no data files that could be replaced")
            return Game.start(self.files.reload(Path(data)), scenario, seed=seed, dice=dice, chance=chance, **options)
        dice, seed = dice_for(chance, seed, dice)
        return Match.begin(self.rules, scenario, options, dice=dice, seed=seed)

    def bot(self, name: str, **settings: Any) -> Player:
        """A player made by one of this game's bots, or by those of core. Raises `UnknownName`."""
        if name not in self.bots:
            raise UnknownName("bot", name, self.bots)
        return self.with_bots_inside(self.bots[name](**settings), name, settings.get("seed", 0))

    def with_bots_inside(self, player: Player, name: str = "", seed: int = 0) -> Player:
        """``player``, with a bot for each inner game: the bot ``name`` of that game, or else its first."""
        if not self.rules.holds:
            return player

        def make(game: ChildGame) -> Player:
            held = self.inside(game)
            return held.bot(name if name in held.bots else next(iter(held.players), "random"), seed=seed + game.number)

        return PlaysInside(player, make)

    def utility(self, outcome: Outcome) -> dict[str, float]:
        """The value of an outcome for each seat: see `Outcome.utilities`."""
        return outcome.utilities(self.seats)

    def value(self, view: SeatView) -> float:
        """The seat's `win_probability` by what it sees, from 0 to 1; 1/2 for a game that does not estimate it."""
        if view.outcome is not None:
            return (1 + self.utility(view.outcome).get(view.seat, 0.0)) / 2
        return self.win_probability(view.board, view.seat) if self.win_probability is not None else 0.5

    def forecast(self, state: State, action: object, seat: str | None = None) -> Distribution[State]:
        """The positions that ``action`` can lead to before anybody has to choose again, with exact probabilities.

        It runs the same procedures as play. Use ``.map`` on the result to ask about one thing.
        """
        return settled(state.after(action, seat))

    def __attrs_post_init__(self) -> None:
        _FACES[self.rules] = (self.title, self.presentation)

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}>"
