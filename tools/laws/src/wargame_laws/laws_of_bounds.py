"""The law of bounds: what measures them, and a player that seeks their extremes.

Bots and random play seldom do what a rule allows at the most. So a bound is also tried by a greedy player, which looks
at some of the choices of every decision, with the dice that will follow, and takes one that brings a number nearest its
bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random

from attrs import define, field, frozen

from wargame_core import Action, Game, Match
from wargame_core.errors import RulesError
from wargame_core.flow.choices import Choices
from wargame_laws.bounds import Bound, Found, Tally
from wargame_laws.complaints import LawBroken
from wargame_laws.trials import LIMIT, Players, Trial, law_broken

GREEDY_CHOICES = 8
"""The number of choices that the greedy player tries at a decision, besides one of each kind."""
LISTED = 200
"""The number of choices of a menu among which it looks for kinds."""
CHOICES_OF_BEST_KIND = 24
"""The number of choices of the kind of the best of these that it tries then."""


@frozen
class Extreme:
    """The greatest number that was found of what a bound bounds, and where.

    ``key`` is what was counted apart, ``action`` the choice that brought it about (None: the set-up), the answer before
    ``seq`` or some rolls earlier, in the game of a seed under these players.
    """

    bound: Bound
    number: float
    key: Hashable
    seed: int
    seq: int
    action: Action | None
    players: str

    @property
    def is_exceeded(self) -> bool:
        """Whether it is more than the bound allows."""
        return self.number > self.bound.most

    def __str__(self) -> str:
        key_text = f" of {self.key}" if self.key != "" else ""
        source = f" ({self.bound.source})" if self.bound.source else ""
        place_text = f"seed {self.seed}, before answer {self.seq}, by {self.action}, {self.players}"
        return f"{self.bound}{source}; found {self.number:g}{key_text}: {place_text}"


@define
class Findings:
    """The greatest numbers of some bounds over the games that were played."""

    bounds: Sequence[Bound] = field()
    extremes: dict[str, Extreme] = field(factory=dict)
    """By the name of a bound; one that was never measured has none."""
    stop: bool = True
    """Whether a game is played on no further when one of its own numbers is too great."""

    @bounds.validator
    def _named_once(self, _: object, bounds: Sequence[Bound]) -> None:
        names = [bound.name for bound in bounds]
        if repeated_name := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"two bounds are named {repeated_name!r}; a bound is told by its name")

    def note(self, greatest_of_bounds: Mapping[int, Found], seed: int, players: str) -> None:
        """Take over what is greater in the game of a seed, by the place of the bound."""
        for place, greatest_found in greatest_of_bounds.items():
            bound = self.bounds[place]
            if bound.name not in self.extremes or greatest_found.number > self.extremes[bound.name].number:
                greatest_place = (seed, greatest_found.seq, greatest_found.action, players)
                self.extremes[bound.name] = Extreme(bound, greatest_found.number, greatest_found.key, *greatest_place)

    def must_hold(self) -> None:
        """Raise `LawBroken` with every bound that is exceeded."""
        if too_much := [str(extreme) for extreme in self.extremes.values() if extreme.is_exceeded]:
            raise LawBroken("\n".join(too_much))

    def never_measured(self) -> list[str]:
        """The names of the bounds of which nothing was found."""
        return [bound.name for bound in self.bounds if bound.name not in self.extremes]


def play_and_measure(trial: Trial, findings: Findings, seed: int) -> None:
    """Note what is greatest in the game of a seed, which is played unless another law has."""
    if seed not in trial.greatest_numbers:
        match, players = trial.start(seed), trial.players_of(seed)
        tally = Tally(findings.bounds, match.rules, trial.set_up())
        _play(match, tally, seed, lambda seat: players[seat](match.view(seat, history=False)), findings.stop)
        trial.greatest_numbers[seed] = tally.greatest
    findings.note(trial.greatest_numbers[seed], seed, _names_of_players(trial, seed))


def play_greedily(trial: Trial, findings: Findings, seed: int, place: int) -> None:
    """Let all seats of the game of a seed seek the extreme of one bound, and note what is greatest of all.

    Among choices that are alike to it a seat takes that of the trial's player. What is looked at and not chosen counts
    as found, too: anybody could have chosen it. The dice are those that will be rolled, so luck is on the side of
    whoever seeks.
    """
    match, players, rng = trial.start(seed), trial.players_of(seed), Random(seed)
    tally = Tally(findings.bounds, match.rules, trial.set_up())
    name = f"greedy ({findings.bounds[place].name}), else {_names_of_players(trial, seed)}"

    def gain(seat: str, action: Action) -> float:
        fork, trying = match.fork(), tally.copy()
        fork.play(action, seat)
        trying.follow(fork)
        findings.note(trying.greatest, seed, name)
        return trying.now(place)

    def choose_action(seat: str) -> Action:
        choices = match.choices(seat)
        usual_action = players[seat](match.view(seat, history=False))
        gains = {action: gain(seat, action) for action in (usual_action, *_sample_choices(choices, rng))}
        best_action = max(gains, key=gains.__getitem__)
        if gains[best_action] > tally.now(place) or len(set(gains.values())) > 1:
            same_kind = [
                action
                for action in _choices_or_none(choices)
                if type(action) is type(best_action) and action not in gains
            ]
            further_actions = rng.sample(same_kind, min(CHOICES_OF_BEST_KIND, len(same_kind)))
            gains.update((action, gain(seat, action)) for action in further_actions)
        if gains[usual_action] == max(gains.values()):
            return usual_action
        return max(gains, key=lambda action: (gains[action], rng.random()))

    _play(match, tally, seed, choose_action, findings.stop)
    findings.note(tally.greatest, seed, name)


def _names_of_players(trial: Trial, seed: int) -> str:
    """The players of a seed, by name."""
    players = trial.batch(seed).players
    return " against ".join(dict.fromkeys(name if isinstance(name, str) else "a player" for name in players.values()))


def _play(match: Match, tally: Tally, seed: int, choose_action: Callable[[str], Action], stops_at_bound: bool) -> None:
    tally.follow(match)
    for _ in range(LIMIT):
        if not match.waiting_for:
            return
        seat = match.waiting_for[0]
        match.play(choose_action(seat), seat)
        tally.follow(match)
        if stops_at_bound and any(
            greatest_found.number > tally.bounds[place].most for place, greatest_found in tally.greatest.items()
        ):
            return
    raise law_broken(match, seed, f"the game has not ended after {LIMIT} choices")


def _choices_or_none(choices: Choices) -> list[Action]:
    try:
        return choices.head()
    except RulesError:  # too many to list
        return []


def _sample_choices(choices: Choices, rng: Random) -> Iterable[Action]:
    """One choice of each kind that is listed, and some others, each once; all if they are few."""
    choices_listed = choices.head(LISTED)
    if len(choices_listed) <= GREEDY_CHOICES and not choices.abridged:
        return choices_listed
    rng.shuffle(choices_listed)
    one_of_each = {type(action): action for action in choices_listed}
    return dict.fromkeys((*one_of_each.values(), *(choices.sample(rng) for _ in range(GREEDY_CHOICES))))


PLAYED = 3
"""The number of games at most that the greedy player plays for bounds in an ordinary trial."""
PLAYED_THOROUGH = 200
"""The number of games at most that each of them plays in a thorough one."""


def law_bounds_hold(trial: Trial) -> None:
    """Nothing that a bound bounds is exceeded by the players of the trial or by greedy ones, and every one is measured.

    What no game brings about is listed as unexercised: "bound spaces of a retreat". In some of the seeds a bound need
    not be measured.
    """
    bounds = trial.bounds
    if not bounds:
        return
    findings = Findings(bounds)
    greedy_count = PLAYED if trial.games is None else max(1, min(PLAYED, trial.games // 3))
    seeds = list(trial.seeds)[: PLAYED_THOROUGH if trial.thorough else greedy_count]
    for number, seed in enumerate(seeds):
        play_and_measure(trial, findings, seed)
        play_greedily(trial, findings, seed, number % len(bounds))
        findings.must_hold()
    if not trial.whole:
        return
    unexercised_names = {bound.name for bound in bounds if f"bound {bound.name}" in trial.unexercised}
    for seed in sorted(list(trial.seeds)[len(seeds) :], key=lambda seed: seed not in trial.greatest_numbers):
        if unexercised_names.issuperset(findings.never_measured()):
            break
        play_and_measure(trial, findings, seed)
        findings.must_hold()
    if missing_names := sorted(set(findings.never_measured()) - unexercised_names):
        raise LawBroken(f"never measured in {len(trial.seeds)} games: bound {', bound '.join(missing_names)}")
    if unexercised_names - set(findings.never_measured()) and not trial.thorough:
        bound_names = ", ".join(f"bound {name}" for name in sorted(unexercised_names - set(findings.never_measured())))
        raise LawBroken(f"listed as unexercised, but it was measured: {bound_names}")


def extremes(
    game: Game,
    bounds: Sequence[Bound],
    *,
    seeds: Sequence[int] = range(20),
    players: Players | Sequence[Players] = "random",
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    greedy: bool = True,
) -> list[Extreme]:
    """The greatest number of each bound that turns up in the games of these seeds, exceeded or not.

    Each seed is played by the usual players, which take turns, and by the greedy one, which seeks one bound after
    another, unless it is left out. Of a bound that is never measured there is none.
    """
    trial = Trial(game, seeds, players, scenario, dict(options or {}), bounds=tuple(bounds))
    findings = Findings(trial.bounds, stop=False)
    for number, seed in enumerate(seeds):
        play_and_measure(trial, findings, seed)
        if greedy:
            play_greedily(trial, findings, seed, number % len(bounds))
    return [findings.extremes[bound.name] for bound in bounds if bound.name in findings.extremes]
