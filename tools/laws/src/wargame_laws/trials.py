"""What the laws are tried on: a game, its seeds and players, the recorded games, and what came up in them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias, TypeVar

import attrs
from attrs import Factory, define, evolve, field, frozen

from wargame_core import Action, Game, Match, State
from wargame_core.errors import RulesError, UnknownName
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Board
from wargame_core.flow.players import Player, PlayerLike
from wargame_core.flow.runner import Runner
from wargame_core.flow.visibility import static_fields
from wargame_lab.playouts import Batch, GameResult
from wargame_laws.bounds import Bound, Found, Tally
from wargame_laws.branches import Branches, WatchedDice, with_steps_noted
from wargame_laws.complaints import LawBroken, folding_mistake, text_of

T = TypeVar("T")


LIMIT = 20_000
"""The number of choices after which a game counts as endless."""


@frozen
class Moment:
    """A moment of a recorded game: ``seat`` is about to play ``action``.

    ``match`` is the position at that time and must not be changed: laws try things on a `fork`. ``state``, ``board``
    and ``menu`` were taken from the game while it was being played; ``texts`` are the JSON of state and board at that
    time.
    """

    match: Match
    seat: str
    action: Action
    seed: int
    state: State
    board: Board
    menu: tuple[Action, ...] | None
    texts: tuple[str, str]
    rng: Random

    def fork(self) -> Match:
        """A copy of the position, for trying things."""
        return self.match.fork()

    def menu_of(self, seat: str | None = None, match: Match | State | None = None) -> list[Action]:
        """What is listed for a seat, usually the one that plays. Raises `LawBroken` for more than anybody can list."""
        try:
            return (self.match if match is None else match).choices(seat or self.seat).head()
        except RulesError as problem:
            raise self.error(str(problem)) from None

    def some(self, items: Sequence[T], max_count: int) -> list[T]:
        """So many of some things at most, by chance."""
        return self.rng.sample(items, min(max_count, len(items)))

    def error(self, broken_law: str) -> LawBroken:
        """The error to raise when this moment breaks a law."""
        return law_broken(self.match, self.seed, broken_law)


def shared_field(board: Board) -> str | None:
    """The first field whose containers hold containers that a copy of the board shares with it; None if none does."""
    copy, static_names = board.copy(), static_fields(type(board))
    names = (field.name for field in attrs.fields(type(board)) if field.name not in static_names)
    return next((name for name in names if _shares(getattr(board, name), getattr(copy, name))), None)


def _shares(value: object, other_value: object) -> bool:
    if isinstance(value, dict) and isinstance(other_value, dict):
        value, other_value = tuple(value.values()), tuple(other_value.values())
    if not isinstance(value, (list, tuple, deque)) or not isinstance(other_value, (list, tuple, deque)):
        return False
    pairs = zip(value, other_value, strict=True)
    return any((a is b and isinstance(a, (dict, list, set, deque, bytearray))) or _shares(a, b) for a, b in pairs)


PlaysAndPicks: TypeAlias = Callable[[Match, str, Action, int, Random], Iterable[Moment]]
"""What plays a choice of a seat in the game of a seed and picks moments at it."""


@frozen
class RecordedGame:
    """One game, played to its end or to what went wrong in it.

    ``moments`` are spread evenly over the game, ``telling`` were picked for being near something rare. ``match`` is
    None when it could not be set up. ``problem`` is the error that the law of ends raises, ``cause`` the one that the
    other laws raise, ``unfolded`` the one of the first answer after which the events do not give the board.
    """

    seed: int
    match: Match | None
    moments: tuple[Moment, ...]
    problem: LawBroken | None = None
    cause: Exception | None = None
    telling: tuple[Moment, ...] = ()
    unfolded: LawBroken | None = None


def record_game(
    match: Match, players: Mapping[str, Player], seed: int, gap: int, play: PlaysAndPicks, folded_board: Board
) -> RecordedGame:
    """Play a match to its end; keep about one moment in ``gap`` choices, and those that ``play`` picks.

    The events of every answer are folded over ``folded_board``, the board as it was set up.
    """
    moments: list[Moment] = []
    telling_moments: list[Moment] = []
    folding_error: LawBroken | None = None
    entry_count = 0

    def result(problem: LawBroken | None = None, cause: Exception | None = None) -> RecordedGame:
        return RecordedGame(seed, match, tuple(moments), problem, cause, tuple(telling_moments), folding_error)

    rng, telling_rng = Random(seed), Random(seed)
    wait = rng.randrange(gap)
    try:
        for _ in range(LIMIT):
            if not match.waiting_for:
                return result()
            seat = match.waiting_for[0]
            view = match.view(seat, history=False)
            if next(iter(view.choices), None) is None:
                return result(law_broken(match, seed, f"{seat} is asked {view.prompt!r} and has no choice"))
            action = view.standing_answer or players[seat](view)
            if wait == 0:
                moments.append(moment_of(match, seat, action, seed, rng, with_menu=len(moments) % 2 == 0))
                wait = rng.randrange(2 * gap - 1) if gap > 1 else 0
            else:
                wait -= 1
            telling_moments += play(match, seat, action, seed, telling_rng)
            for event in (event for entry in match.entries[entry_count:] for event in entry.events):
                event.apply(folded_board)
            entry_count = len(match.entries)
            if folding_error is None and (flaw := folding_mistake(folded_board, match.board, match.rules)) is not None:
                folding_error = law_broken(match, seed, flaw)
    except Exception as cause:
        return result(law_broken(match, seed, f"{type(cause).__name__}: {cause}"), cause)
    return result(LawBroken(f"seed {seed}: the game has not ended after {LIMIT} choices"))


def _only_play(match: Match, seat: str, action: Action, seed: int, rng: Random) -> Iterable[Moment]:
    match.play(action, seat)
    return ()


def moment_of(match: Match, seat: str, action: Action, seed: int, rng: Random, *, with_menu: bool = False) -> Moment:
    """The moment before ``seat`` plays ``action``."""
    state = match.state
    menu = tuple(match.choices(seat).head()) if with_menu else None
    board, texts = match.board.copy(), texts_of(state, match.board)
    return Moment(match.fork(), seat, action, seed, state, board, menu, texts, rng)


def texts_of(state: State, board: Board) -> tuple[str, str]:
    """The JSON of a state and of its board, as text."""
    return text_of(state.to_json()), text_of(state.rules.codec.board_to_json(board))


def law_broken(match: Match, seed: int, broken_law: str) -> LawBroken:
    """The error for a position of the match of a seed."""
    step_text = " > ".join(match.cursor) or "the end"
    return LawBroken(f"seed {seed}, answer {match.seq} ({step_text}): {broken_law}")


@define
class TellingMoments:
    """Picks moments from games that are being played: those near something rare, and some by chance.

    ``often`` is the number of moments wanted of each kind: a filled field, a kind of event, action or roll, and one
    question after another. ``chance`` is the chance of any other moment.
    """

    often: int
    chance: float
    _seen: Counter[str] = field(factory=Counter, init=False)

    def play(self, match: Match, seat: str, action: Action, seed: int, rng: Random) -> Iterator[Moment]:
        """Play a choice of a game; the moments picked at it: before the choice, and again if it led to what is rare."""
        filled_fields = [field.name for field in attrs.fields(type(match.board)) if getattr(match.board, field.name)]
        last_events = {f"event {event.kind}" for entry in match.entries[-1:] for event in entry.events}
        signs = [*filled_fields, f"action {action.kind} in {match.cursor[-1:]}", *last_events]
        is_picked = rng.random() < self.chance or self._is_rare(signs)
        if is_picked:
            self._seen.update(signs)
            yield moment_of(match, seat, action, seed, rng)
        at, was_committed, asked_place = match.seq, bool(match.commits), _waiting_place(match)
        update = match.play(action, seat)
        if was_committed or not update.entries:
            return
        events = {f"led to {event.kind}" for entry in update.entries for event in entry.events}
        rolls = {
            f"roll {entry.cursor[-1:]} {entry.die} {sorted(entry.seen_by or ())}"
            for entry in update.entries
            if isinstance(entry, Rolled)
        }
        new_signs = [*events, *rolls, f"{asked_place} then {_waiting_place(match)}"]
        is_rare = self._is_rare(new_signs)
        if is_picked or is_rare:
            self._seen.update(new_signs)
        if is_rare and not is_picked:
            yield moment_of(match.fork(at), seat, action, seed, rng)

    def _is_rare(self, names: Sequence[str]) -> bool:
        return any(self._seen[name] < self.often for name in names)


def _waiting_place(match: Match) -> str:
    return f"{match.cursor[-1:]} {match.waiting_for}"


TELLING_MOMENTS_THOROUGH = 6
"""The number of telling moments of each kind in a thorough trial."""
TELLING_MOMENTS_ORDINARY = 1
"""The number of each in another trial."""
CHANCE_SHARE = 0.25
"""The share of the budget that is spent on telling moments picked by chance."""

Players: TypeAlias = "PlayerLike | Mapping[str, PlayerLike]"


@define(eq=False)
class Trial:
    """The game on trial and how it is played.

    ``players`` is as for `wargame_lab.batches.simulate`, or a sequence of these, used in turn by the seeds.
    ``budget`` is the number of moments that the laws examine, spread over ``games`` recorded games (None: one for each
    seed). ``ends`` is the number of seeds that are played to the end, None for all. ``unexercised`` names what need not
    come up, ``bounds`` say the most there may be of something. ``name`` is for another process to find the game. A
    ``thorough`` trial samples less and examines more; one that is not ``whole`` has only some of the seeds, in which
    not everything need come up.
    """

    game: Game
    seeds: Sequence[int]
    players: Players | Sequence[Players] = "random"
    scenario: str | None = None
    options: Mapping[str, object] = Factory(dict)
    budget: int = 200
    unexercised: frozenset[str] = frozenset()
    bounds: tuple[Bound, ...] = ()
    name: str | None = None
    games: int | None = None
    ends: int | None = None
    thorough: bool = False
    whole: bool = True
    steps: set[str] = field(factory=set, init=False)
    """The steps played while recording, by name."""
    branches: Branches = field(factory=Branches, init=False)
    """What was met, and what came of the ways that play did not take."""
    greatest_numbers: dict[int, Mapping[int, Found]] = field(factory=dict, init=False)
    """By seed the greatest number of each bound, by its place, in a game that was played to its end."""
    _recorded: dict[int, RecordedGame] = field(factory=dict, init=False)
    _searched: set[int] = field(factory=set, init=False)
    """The seeds whose games were played for what comes up in them."""
    first_result: GameResult | None = field(default=None, init=False)
    """What came of the game of the first seed when it was played for its length; None before, and where it failed."""
    _length: int | None = field(default=None, init=False)
    _telling: TellingMoments | None = field(default=None, init=False)
    seen_on_screens: tuple[LawBroken | None, LawBroken | None] | None = field(default=None, init=False)
    """What two laws find on the same screens: what is named and not there, and what stands at a wrong place."""

    def block(self, number: int, blocks: int) -> Trial:
        """Of ``blocks`` equal parts of the seeds the one with a ``number`` from 1, with its share of what is examined.

        Raises `UnknownName` for a number that no part has.
        """
        if not 1 <= number <= blocks:
            raise UnknownName("block", str(number), [f"1 to {blocks}"])
        size = len(self.seeds)
        seeds = self.seeds[size * (number - 1) // blocks : size * number // blocks]
        games = max(1, len(self.recorded_seeds) // blocks)
        ends = None if self.ends is None else max(1, self.ends // blocks)
        budget = max(1, self.budget // blocks)
        return evolve(self, seeds=seeds, games=games, ends=ends, budget=budget, whole=False)

    def batch(self, seed: int) -> Batch:
        """The batch whose game 0 is the game of this seed."""
        players = self.players
        if isinstance(players, Sequence) and not isinstance(players, str):
            players = players[list(self.seeds).index(seed) % len(players)]
        makers = dict(players) if isinstance(players, Mapping) else dict.fromkeys(self.game.seats, players)
        if set(makers) != set(self.game.seats):
            raise UnknownName("seats of players", tuple(makers), self.game.seats)
        return Batch(self.name or self.game.id, None, makers, seed, self.scenario, self.options, LIMIT)

    def players_of(self, seed: int) -> dict[str, Player]:
        """Fresh players for a seed."""
        return self.batch(seed).players_of(self.game, 0)

    def start(self, seed: int, game: Game | None = None) -> Match:
        """The match of a seed, before its first choice."""
        entries: list[Entry] = []
        rules = (game or self.game).rules
        dice = WatchedDice(self.batch(seed).dice(0))
        runner = Runner.start(rules, self.scenario, self.options, dice=dice, entries=entries)
        return Match(runner, entries, seed=seed)

    def set_up(self) -> Board:
        """The board before anything has happened."""
        rules = self.game.rules
        return rules.set_up(rules.scenario(self.scenario).id, rules.read_options(self.options))

    def recorded(self, seed: int) -> RecordedGame:
        """The game of a seed, played when it is first asked for. An error in it is kept, not raised."""
        if seed not in self._recorded:
            self._recorded[seed] = self._record(seed)
        return self._recorded[seed]

    def _record(self, seed: int) -> RecordedGame:
        self.batch(seed)  # raises for players of other seats
        steps: set[str] = set()
        try:
            match = self.start(seed, with_steps_noted(self.game, steps))
        except Exception as problem:
            message = f"seed {seed}, before the first choice: {type(problem).__name__}: {problem}"
            return RecordedGame(seed, None, (), LawBroken(message), problem)
        gap = max(1, self.length // max(1, round(self.budget / len(self.recorded_seeds))))
        game = self._play_on(match, seed, gap, self._moment_picker().play)
        self.steps |= steps  # a copy: what laws try on the moments later is not play
        if game.problem is None and game.unfolded is None:
            self._searched.add(seed)
        return game

    def _play_on(self, match: Match, seed: int, gap: int, play: PlaysAndPicks) -> RecordedGame:
        """Play a match to its end, with its branches, and measure what is bounded in it."""
        branches = self.branches
        tally = Tally(self.bounds, match.rules, self.set_up()) if self.bounds else None
        branches.begin(match, seed)
        if tally is not None:
            tally.follow(match)

        def with_branches(match: Match, seat: str, action: Action, seed: int, rng: Random) -> list[Moment]:
            moments = branches.play(match, seat, lambda: list(play(match, seat, action, seed, rng)), seed)
            if tally is not None:
                tally.follow(match)
            return moments

        game = record_game(match, self.players_of(seed), seed, gap, with_branches, self.set_up())
        if tally is not None and game.problem is None:
            self.greatest_numbers[seed] = tally.greatest
        return game

    def look_for(self, seed: int) -> None:
        """Play the game of a seed for what comes up in it, if no law has. Raises what goes wrong in it."""
        if seed in self._searched:
            return
        match = self.start(seed, with_steps_noted(self.game, self.steps))
        game = self._play_on(match, seed, LIMIT, _only_play)
        if (problem := game.problem or game.unfolded) is not None:
            raise problem
        self._searched.add(seed)

    def telling_moments(self) -> Iterator[Moment]:
        """Moments near something rare, of the recorded games, and of all other games too in a thorough trial.

        Raises the error of a game that cannot be played to its end.
        """
        recorded_seeds = set(self.recorded_seeds)
        for seed in self.seeds if self.thorough else self.recorded_seeds:
            game = self.recorded(seed) if seed in recorded_seeds else self._record(seed)
            yield from game.telling
            if (problem := game.cause or game.problem) is not None:
                raise problem

    def _moment_picker(self) -> TellingMoments:
        """What picks the telling moments of all games, so that what is rare in one may be frequent in all."""
        if self._telling is None:
            games = len(self.seeds if self.thorough else self.recorded_seeds)
            chance = CHANCE_SHARE * self.budget / games / max(1, self.length)
            self._telling = TellingMoments(
                TELLING_MOMENTS_THOROUGH if self.thorough else TELLING_MOMENTS_ORDINARY, chance
            )
        return self._telling

    @property
    def length(self) -> int:
        """The number of choices in the first of the games."""
        if self._length is None:
            try:
                self.first_result = self.batch(self.seeds[0]).play(self.game, 0)
                self._length = self.first_result.decisions
            except Exception:  # the law that play ends reports it; the others look at every moment up to it
                self._length = 1
        return self._length

    @property
    def recorded_seeds(self) -> list[int]:
        """The seeds of the recorded games."""
        return list(self.seeds)[: self.games]

    def moments(self, share: float = 1) -> Iterator[Moment]:
        """The moments of the recorded games, or a ``share`` of them."""
        for play in self.plays(share):
            yield from play

    def plays(self, share: float = 1) -> Iterator[Play]:
        """The recorded games, with ``share`` of their moments."""
        for seed in self.recorded_seeds:
            yield Play(self.recorded(seed), Random(seed), round(1 / share))


@define
class Play:
    """A recorded game; iterating gives every ``apart``-th of its moments, and at the end raises its error, if any."""

    game: RecordedGame
    rng: Random
    apart: int = 1

    def __iter__(self) -> Iterator[Moment]:
        for moment in self.game.moments[:: self.apart]:
            yield evolve(moment, rng=self.rng)
        if self.game.cause is not None:
            raise self.game.cause
        if self.game.problem is not None:
            raise self.game.problem

    @property
    def board(self) -> Board:
        """The board at its end."""
        return self.match.board

    @property
    def match(self) -> Match:
        """The match at its end."""
        assert self.game.match is not None, "a game that could not be set up raises its problem when it is iterated"
        return self.game.match

    def error(self, broken_law: str) -> LawBroken:
        """The error to raise when the game as a whole breaks a law."""
        return law_broken(self.match, self.game.seed, broken_law)
