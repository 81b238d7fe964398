"""Engines as players: a command that chooses for a seat, wherever a bot may.

A command is named by who runs the library, in Python or on a command line of his own, and by nobody else: no string
that names a bot is ever run.
"""

import random
import shlex
import shutil
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TypeAlias
from weakref import ReferenceType, finalize, ref

from attrs import define, field, frozen

from wargame_core import Game, WargameError
from wargame_core.errors import HiddenStep, NeedsPerson
from wargame_core.flow.choices import Action
from wargame_core.flow.players import RandomPlayer, Stop, Traits, told_to_stop
from wargame_core.flow.view import View
from wargame_core.json_form import JsonObject
from wargame_core.limits import MESSAGE, quote, shorten
from wargame_lab.engines.messages import (
    MENU,
    PROTOCOL,
    WORLD,
    ChoiceRefused,
    ChoiceRequest,
    EngineChoice,
    EngineHello,
    EngineMessage,
    HostHello,
    NewGame,
    PlayedGame,
    StopThinking,
    read_line,
)
from wargame_lab.engines.process import EngineFault, EngineLimits, EngineProcess

PREFIX = "engine:"
"""What the name of an engine begins with on a command line; the command follows."""
MOST_ENGINE_PROCESSES = 4
"""Processes of one engine that run at once: where more players want one, the one used longest ago changes its game."""
STOP_POLL_SECONDS = 0.05
"""Seconds after which a player looks again whether it is told to stop."""

TellFault: TypeAlias = Callable[[str], None]
"""Is called with a sentence each time an engine has not chosen."""


class EngineWarning(UserWarning):
    """An engine has not chosen, and chance chose in its place."""


def seed_of_engine(seed: int) -> int:
    """The seed that an engine is told: it follows from its player's, which may be that of the dice, and not back."""
    return int.from_bytes(blake2b(f"engine {seed}".encode(), digest_size=6).digest(), "big")


def warn(sentence: str) -> None:
    """Give a warning of a fault."""
    warnings.warn(sentence, EngineWarning, stacklevel=2)


def say_nothing(sentence: str) -> None:
    """A fault that is read elsewhere: `GameResult.faults`, say."""


def choose_message(view: View, number: int, seconds: float, world: random.Random | None = None) -> ChoiceRequest:
    """The question of a view, as an engine gets it; with ``world`` a world that the seat thinks possible, drawn by it.

    A seat that cannot imagine one gets none.
    """
    choices = view.choices
    rows = view.menu(MENU)
    screen: JsonObject = {**view.to_json(menu=False, log=False), "menu": rows}
    is_complete = choices.complete and len(rows) == len(choices)
    return ChoiceRequest(number, seconds, screen, is_complete, None if world is None else _world_of(view, world))


def _world_of(view: View, rng: random.Random) -> JsonObject | None:
    try:
        world = view.world(rng).to_json()
    except (HiddenStep, WargameError):
        return None
    _without_count(world)
    return world


def _without_count(state: JsonObject) -> None:
    """Leave out of a position how many answers there were: a seat may not have seen all of them."""
    state["seq"] = len(state["answers"])
    if "inner" in state:
        _without_count(state["inner"]["state"])


@define
class SeatedEngine:
    """A process with what it said first, and which player it chose for last, in which game."""

    process: EngineProcess
    hello: EngineHello
    player: ReferenceType["EnginePlayer"]
    game: PlayedGame

    @property
    def is_free(self) -> bool:
        """Whether the player that it chose for is gone."""
        return self.player() is None


class RunningEngines:
    """The processes of one engine: each is lent for a choice, and stays with its player where there are enough."""

    def __init__(self, command: Sequence[str], limits: EngineLimits) -> None:
        self._command, self._limits = command, limits
        self._idle: list[SeatedEngine] = []
        """Those that choose for nobody now, the one used longest ago first."""
        self._count = 0
        self._lock = threading.Lock()
        finalize(self, _end_all, self._idle)

    def take(self, player: "EnginePlayer", game: PlayedGame, stop: Stop | None) -> SeatedEngine:
        """A process that knows this game; `give_back` or `drop` follows. Raises `EngineFault`."""
        with self._lock:
            running_engine = next((one for one in self._idle if one.player() is player), None)
            running_engine = running_engine or next((one for one in self._idle if one.is_free), None)
            if running_engine is None and self._idle and self._count >= MOST_ENGINE_PROCESSES:
                running_engine = self._idle[0]
            if running_engine is not None:
                self._idle.remove(running_engine)
            else:
                self._count += 1
        if running_engine is None:
            return self._begin(player, game, stop)
        if running_engine.player() is not player or running_engine.game != game:
            running_engine.process.send(NewGame(game))
            running_engine.player, running_engine.game = ref(player), game
        return running_engine

    def _begin(self, player: "EnginePlayer", game: PlayedGame, stop: Stop | None) -> SeatedEngine:
        process = None
        try:
            process = EngineProcess(self._command, self._limits)
            process.send(HostHello(game))
            hello = _next_message(process, self._limits.start, stop)
            if not isinstance(hello, EngineHello):
                raise EngineFault(
                    "did not say hello first" if hello else _late_message("say hello", self._limits.start, stop)
                )
            if hello.protocol != PROTOCOL:
                raise EngineFault(f"speaks {quote(hello.protocol)}, expected {PROTOCOL!r}")
        except BaseException:
            self._forget(process)
            raise
        return SeatedEngine(process, hello, ref(player), game)

    def give_back(self, seated: SeatedEngine) -> None:
        """It has chosen."""
        with self._lock:
            self._idle.append(seated)

    def drop(self, seated: SeatedEngine) -> None:
        """It did not choose, or is not needed any more: it is ended."""
        self._forget(seated.process)

    def _forget(self, process: EngineProcess | None) -> None:
        with self._lock:
            self._count -= 1
        if process is not None:
            process.kill()

    def close(self, player: "EnginePlayer | None" = None) -> None:
        """End the processes that choose for a player, or all of them."""
        with self._lock:
            engines = [engine for engine in self._idle if player is None or engine.player() is player]
            self._idle[:] = [engine for engine in self._idle if engine not in engines]
            self._count -= len(engines)
        _end_all(engines)


def _end_all(engines: list[SeatedEngine]) -> None:
    for engine in engines:
        engine.process.end()


def _next_message(process: EngineProcess, seconds: float, stop: Stop | None) -> EngineMessage | None:
    """What an engine says next; None where it says nothing in time or before it is to stop. Raises `EngineFault`."""
    end = time.monotonic() + seconds
    while not told_to_stop(stop) and time.monotonic() < end:
        line = process.next_line(end if stop is None else min(end, time.monotonic() + STOP_POLL_SECONDS))
        if line is not None:
            try:
                return read_line(line)
            except ValueError as problem:
                raise EngineFault(f"said what is not understood: {shorten(line)} ({problem})") from None
    return None


def _late_message(expected_message: str, seconds: float, stop: Stop | None) -> str:
    return (
        f"did not {expected_message} when it was told to stop"
        if told_to_stop(stop)
        else f"did not {expected_message} in {seconds:g} s"
    )


@frozen
class Engine:
    """A command that makes players: it stands wherever a bot's name or a maker of players may (see `engine`).

    Its processes are ended when nobody has it any more; with `close` at once.
    """

    command: tuple[str, ...]
    limits: EngineLimits = field(factory=EngineLimits)
    tell: TellFault = field(default=warn, eq=False, repr=False)
    _running: RunningEngines = field(eq=False, repr=False, init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_running", RunningEngines(self.command, self.limits))  # a part of its making

    def __call__(self, *, seed: int = 0) -> "EnginePlayer":
        """A player for one game."""
        return EnginePlayer(self, self._running, seed)

    def close(self) -> None:
        """End its processes; it can go on after that, with new ones."""
        self._running.close()

    def __reduce__(self) -> tuple[object, ...]:
        return Engine, (self.command, self.limits, self.tell)

    def __str__(self) -> str:
        return f"{PREFIX}{shlex.join(self.command)}"


class EnginePlayer:
    """Lets an engine choose. Where it does not choose what is legal in time, chance chooses, and `faults` says why.

    After each fault but a refused choice its process is ended, and the next choice begins with a new one. After as many
    faults as `EngineLimits.faults` says, chance chooses for the rest of the game.
    """

    traits = Traits(judge_choices=False, draws_worlds=True, plays_inner_games=True)
    """What it returns has been judged."""

    def __init__(self, made_by: Engine, running_engines: RunningEngines, seed: int) -> None:
        self._engine, self._running, self._seed = made_by, running_engines, seed_of_engine(seed)
        self._by_chance, self._worlds = RandomPlayer(seed), random.Random(f"{seed} worlds")
        self._asked = 0
        self.plans: list[str] = []
        """What the engine has said of its intentions."""
        self.faults: list[str] = []
        """What has gone wrong, a sentence each."""
        self.chance: float | None = None
        """The chance to win that the engine expected at its last choice."""

    @property
    def __name__(self) -> str:
        return str(self._engine)

    def __call__(self, view: View, *, stop: Stop | None = None) -> Action:
        """One of ``view.choices``. Raises `NeedsPerson` for what only people can answer."""
        if view.choices.by_people:
            raise NeedsPerson(f"{view.seat} is asked {view.prompt!r}: only people who were there can say")
        if len(self.faults) < self._engine.limits.faults:
            try:
                return self._choice(view, stop)
            except EngineFault as fault:
                self._note_fault(view.seat, fault)
        return self._by_chance(view)

    def close(self) -> None:
        """End the process that chooses for this player."""
        self._running.close(self)

    def _choice(self, view: View, stop: Stop | None) -> Action:
        running_engine = self._running.take(self, PlayedGame.of(view, self._seed), stop)
        try:
            answer = self._ask(running_engine, view, stop)
            action = _legal_action(view, answer)
        except _RefusedChoice as refusal:
            running_engine.process.send(ChoiceRefused(self._asked, str(refusal)))
            self._running.give_back(running_engine)
            raise
        except BaseException:
            self._running.drop(running_engine)
            raise
        self._running.give_back(running_engine)
        self.chance = answer.chance
        if answer.plan:
            self.plans.append(answer.plan)
        return action

    def _ask(self, running_engine: SeatedEngine, view: View, stop: Stop | None) -> EngineChoice:
        """The answer of a process. Raises `EngineFault`."""
        limits = self._engine.limits
        self._asked += 1
        world = self._worlds if WORLD in running_engine.hello.wants else None
        running_engine.process.send(choose_message(view, self._asked, limits.seconds, world))
        answer = self._answer(running_engine, limits.seconds, stop)
        if answer is None:
            running_engine.process.send(StopThinking(self._asked))
            answer = self._answer(running_engine, limits.grace, None)
        if answer is None:
            raise EngineFault(_late_message("choose", limits.seconds, stop))
        return answer

    def _answer(self, running_engine: SeatedEngine, seconds: float, stop: Stop | None) -> EngineChoice | None:
        """The answer to the last question, if it comes in time; those to earlier ones are passed over."""
        end = time.monotonic() + seconds
        while (answer := _next_message(running_engine.process, end - time.monotonic(), stop)) is not None:
            if not isinstance(answer, EngineChoice) or answer.id > self._asked:
                raise EngineFault("answered what it was not asked")
            if answer.id == self._asked:
                return answer
        return None

    def _note_fault(self, seat: str, fault: EngineFault) -> None:
        consequence = (
            ", and chooses for the rest of this game" if len(self.faults) + 1 == self._engine.limits.faults else ""
        )
        sentence = shorten(f"The engine of {seat} {fault}: chance chose in its place{consequence}.", 2 * MESSAGE)
        self.faults.append(sentence)
        self._engine.tell(sentence)


class _RefusedChoice(EngineFault):
    """The engine has chosen what is not legal."""


def _legal_action(view: View, answer: EngineChoice) -> Action:
    """The action that an engine chose. Raises `_RefusedChoice`."""
    try:
        action = view.rules.let_in(answer.action)
        verdict = view.rules.verdict_on(action, view.choices, view.board)
    except WargameError as problem:
        raise _RefusedChoice(f"chose what is no action: {shorten(str(problem), MESSAGE)}") from None
    if not verdict:
        raise _RefusedChoice(f"chose what is not legal: {shorten(str(verdict), MESSAGE)}")
    return action


def engine(command: str | Sequence[str], *, limits: EngineLimits | None = None, tell: TellFault = warn) -> Engine:
    """An engine that is run by a command, given as words or as a line that is split as a shell would.

    It stands wherever a player may: in `simulate`, `duel`, ``match.play_out`` and `Game.with_players`. ``tell`` is
    called with a sentence for each fault; a warning is given if nothing else is said. Raises `WargameError` for a
    command without words, or whose program is not on this machine.
    """
    try:
        words = tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError as problem:
        raise WargameError(f"{quote(command)} is not a command: {problem}") from None
    if not words:
        raise WargameError(f"an engine is a command, as in {PREFIX}'node my_engine.js', not {quote(command)}")
    if shutil.which(words[0]) is None:
        raise WargameError(f"there is no program {quote(words[0])} on this machine that could be run as an engine")
    return Engine(words, limits or EngineLimits(), tell)


def engines_named(words: Iterable[str], tell_fault: TellFault = warn) -> dict[str, Engine]:
    """By the word of a command line, the engines that words such as ``engine:node my_engine.js`` name; no others.

    Only the command line of who runs the library may come here. Raises `WargameError` as `engine`.
    """
    return {word: engine(word.removeprefix(PREFIX), tell=tell_fault) for word in words if word.startswith(PREFIX)}


def with_engines(game: Game, engines: Mapping[str, Engine]) -> Game:
    """The game with engines among its bots, by name."""
    return game.with_further_bots(engines)
