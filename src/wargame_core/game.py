"""A game as a program sees it: one frozen value that says everything core needs to know about it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field, frozen

from wargame_core.dice import DiceSource, Seeded
from wargame_core.errors import HiddenStep, MalformedAction, UnknownName, WargameError, expected
from wargame_core.flow.events import Board, Event
from wargame_core.flow.sequence import Program, Sequence, compile_sequence
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.rulings import Cite

if TYPE_CHECKING:
    from wargame_core.draw.map_svg import Marker
    from wargame_core.flow.codec import Codec
    from wargame_core.flow.match import Match
    from wargame_core.flow.state import Runner, State
    from wargame_core.flow.views import View
    from wargame_core.maps.map import Map
    from wargame_core.odds import Distribution
    from wargame_core.players.player import Player

T = TypeVar("T")

WORLDS_TRIED = 30
"""How many worlds are drawn at most until one fits what has happened in the step under way."""


@frozen
class Scenario:
    """One way to set the game up."""

    id: str
    title: str
    help: str = ""


@frozen
class Option:
    """A named choice between readings or variants of the rules, made before the game begins."""

    name: str
    help: str
    choices: tuple[str, ...]
    default: str
    cite: Cite | None = None

    def read(self, value: object) -> str:
        """The choice that ``value`` names. Raises `UnknownName`."""
        if value not in self.choices:
            raise UnknownName(f"value of option {self.name}", value, self.choices)
        return str(value)


@define(eq=False, slots=False)
class Game:
    """Rules, ready to play. Plugins build one; programs get it from `wargame_core.load`.

    ``set_up(scenario, options)`` gives the first board. ``printed`` holds the values of the board's STATIC fields.
    ``conserved`` are laws: functions of a board whose value never changes. ``worlds`` fills a seat's redacted board
    with possible secrets: ``worlds(checkpoint as seen, board now as seen, seat, rng)``.

    What pictures and reports need, all optional: ``markers(board, seat)`` are the tokens to draw on ``game_map`` and
    ``destroyed_crossings(board)`` the ids of its crossings that are destroyed (``game_map`` may be a function of the
    board where scenarios have different maps; a game without a map may give ``picture(board, seat)``, a whole SVG).
    ``series(board)`` gives the numbers worth a chart by turn, chart title -> line -> value. ``heading(event, board)``
    is the title of a new part of the story that begins with this event, or "". ``weight(event)`` says how much an event
    decided (0: nothing). ``schemas`` names the classes that read the game's data files, by file name.
    """

    id: str
    title: str
    seats: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    sequence: Sequence
    board: type[Any]
    set_up: Callable[[str, Mapping[str, str]], Board]
    actions: tuple[type[Any], ...]
    events: tuple[type[Any], ...]
    options: tuple[Option, ...] = ()
    documents: tuple[str, ...] = ()
    printed: Mapping[str, Any] = field(factory=dict)
    hooks: Callable[[Any], None] | None = None
    worlds: Callable[[Any, Any, str, Any], Board] | None = None
    conserved: Mapping[str, Callable[[Any], Any]] = field(factory=dict)
    turn_of: Callable[[Any], int] = lambda board: 0
    bots: Mapping[str, Callable[..., Player]] = field(factory=dict)
    game_map: Map | Callable[[Any], Map] | None = None
    markers: Callable[[Any, str], Iterable[Marker]] | None = None
    destroyed_crossings: Callable[[Any], Collection[str]] | None = None
    picture: Callable[[Any, str], str] | None = None
    series: Callable[[Any], Mapping[str, Mapping[str, float]]] | None = None
    heading: Callable[[Event, Any], str] | None = None
    weight: Callable[[Event], int] | None = None
    schemas: Mapping[str, type[Any]] = field(factory=dict)
    rules_version: str = "1"
    data_digest: str = ""
    data: Path | None = None
    reload: Callable[[Path], Game] | None = None

    @cached_property
    def program(self) -> Program:
        """The sequence of play, compiled."""
        return compile_sequence(self.sequence)

    @cached_property
    def codec(self) -> Codec:
        """JSON in and out for this game's values."""
        from wargame_core.flow.codec import Codec

        return Codec(self)

    def map_of(self, board: Any) -> Map | None:
        """The map that ``board`` is played on, None for a game without one."""
        return self.game_map(board) if callable(self.game_map) else self.game_map

    def seat(self, name: str) -> str:
        """``name`` if it is a seat (or spectator or referee). Raises `UnknownName`."""
        if name not in self.seats and name not in (SPECTATOR, REFEREE):
            raise UnknownName("seat", name, (*self.seats, SPECTATOR, REFEREE))
        return name

    def scenario(self, name: str | None) -> Scenario:
        """The scenario called ``name``, the first when None. Raises `UnknownName`."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        raise UnknownName("scenario", name, (one.id for one in self.scenarios))

    def read_options(self, given: Mapping[str, Any]) -> dict[str, str]:
        """Every option with its value, defaults filled in. Raises `UnknownName` for a wrong name or value."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise UnknownName("option", name, known)
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def read_action(self, action: Any) -> Any:
        """An action given as itself or as its JSON. Raises `MalformedAction` for anything else."""
        if isinstance(action, self.actions):
            return action
        if isinstance(action, Mapping):
            return self.codec.action(action)
        kinds = ", ".join(cls.__name__ for cls in self.actions)
        raise MalformedAction(f"{action!r} is no action of {self.id} (its actions: {kinds}; or the JSON of one)")

    def begin(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        dice: DiceSource | None = None,
        keep: bool = True,
        entries: list[Any] | None = None,
    ) -> Runner:
        """A new game in motion, at its first decision (or, without dice, roll)."""
        from wargame_core.flow.state import Runner

        chosen, values = self.scenario(scenario), self.read_options(options or {})
        board = self.set_up(chosen.id, values)
        return Runner(self, chosen.id, values, board, dice=dice, keep=keep, entries=entries)

    def new(self, scenario: str | None = None, **options: Any) -> State:
        """The first state of a new game, rolls pending like decisions."""
        return self.begin(scenario, options).state()

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

        ``seed`` fixes the dice (a random one is drawn and kept in `Match.seed` when left out); ``dice`` may be any
        other source; ``chance="explicit"`` leaves rolls to the caller, who answers them with `Match.roll`. ``data`` is
        a folder whose files replace the packaged ones of the same name. Raises `UnknownName` for a wrong scenario,
        option or value, and `DataError` for wrong data.
        """
        from wargame_core.flow.match import Match

        if data is not None:
            if self.reload is None:
                raise WargameError(f"{self.id} has no data files that could be replaced")
            return self.reload(Path(data)).start(scenario, seed=seed, dice=dice, chance=chance, **options)
        if chance not in ("seeded", "explicit"):
            raise UnknownName("chance", chance, ("seeded", "explicit"))
        if chance == "explicit":
            dice = None
        elif dice is None:
            seed = secrets.randbelow(2**31) if seed is None else seed
            dice = Seeded(seed)
        entries: list[Any] = []
        runner = self.begin(scenario, options, dice=dice, entries=entries)
        return Match(runner, entries, seed=seed)

    def bot(self, name: str, **settings: Any) -> Player:
        """A player made by one of this game's bots, or by those of core. Raises `UnknownName`."""
        from wargame_core.players.player import CORE_BOTS

        makers = {**CORE_BOTS, **self.bots}
        if name not in makers:
            raise UnknownName("bot", name, makers)
        return makers[name](**settings)

    def forecast(self, state: State, action: Any, seat: str | None = None) -> Distribution[State]:
        """The exact chances of every position that ``action`` can lead to before anybody has to choose again.

        Walks the very procedure that play runs. Use ``.map`` on the result to ask about one thing.
        """
        from wargame_core.flow.procedures import Roll
        from wargame_core.odds import Distribution

        def walk(after: State) -> Distribution[State]:
            roll = after.pending
            if not isinstance(roll, Roll):
                return Distribution.certain(after)
            return Distribution.of(roll.die).then(lambda face: walk(after.after(face)))

        return walk(state.after(action, seat))

    def view_worlds(self, view: View, rng: Any) -> State:
        """A full state that ``view``'s seat cannot tell from the true one, its secrets drawn with ``rng``.

        Worlds in which the step under way could not have come this far are drawn again.
        Raises `HiddenStep` where another seat is in the midst of something that this one does not see.
        """

        def tried(world: State) -> State:
            world.pending  # noqa: B018 - runs the step over its answers
            return world

        return self._fitting(view, rng, tried)

    def view_runner(self, view: View, rng: Any, dice: DiceSource) -> Runner:
        """A game in motion from such a world: the same as ``view_worlds(view, rng).runner(dice)``, but faster."""
        return self._fitting(view, rng, lambda world: world.runner(dice, keep=False))

    def _fitting(self, view: View, rng: Any, run: Callable[[State], T]) -> T:
        """What ``run`` makes of the first world drawn whose step can be run over its answers."""
        from wargame_core.flow.state import State
        from wargame_core.flow.visibility import redact

        if self.worlds is None:
            raise WargameError(f"{self.id} does not say how its secrets may lie")
        runner, problem = view._runner, WargameError("no world was drawn")
        checkpoint = redact(runner.checkpoint, view.seat)
        commits = {s: a for s, a in (view._commits or {}).items() if s == view.seat}
        for _ in range(WORLDS_TRIED):
            board = self.worlds(checkpoint, view.board, view.seat, rng)
            world = State(
                self, runner.scenario, runner.options, board, runner.line, tuple(runner.answers), commits, runner.seq
            )
            try:
                return run(world)
            except HiddenStep:
                raise
            except WargameError as impossible:
                problem = impossible
        raise problem

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}>"


def read_assignments(pairs: tuple[str, ...]) -> dict[str, str]:
    """Options typed as ``name=value``. Raises `WargameError` for anything else."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise WargameError(f"an option is written name=value, not {pair!r}{expected(pair, ())}")
        found[name.strip()] = value.strip()
    return found
