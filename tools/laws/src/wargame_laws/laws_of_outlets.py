"""The laws of outlets: no registered way out of a match tells more than a view, and every public way is registered.

Positions that a seat cannot tell apart come from six sources: what the game says of who may know what, the worlds that
the seat imagines, choices that others have made in secret, answers that the seat was told nothing of, a choice that is
given and not answered yet, and another past of which the seat was told the same. Each has its whole past, since
stories, records and news tell of that.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TypeAlias

from attrs import define, field

from wargame_core import SPECTATOR, Game, Match
from wargame_core.errors import WargameError
from wargame_core.flow.entries import Started
from wargame_core.flow.view import ERRORS_OF_IMPOSSIBLE_WORLDS
from wargame_core.plugins.outlets import Outlet, outlet_registers
from wargame_laws.complaints import LawBroken
from wargame_laws.functions_of_outlets import functions_that_may_let_out, packages_of
from wargame_laws.indistinguishable_games import indistinguishable_game
from wargame_laws.laws_of_secrets import WorldsTally, dealt_positions, varied_positions
from wargame_laws.trials import Moment, Trial
from wargame_laws.varied_worlds import first_difference

PAIRS_OF_EACH_KIND = 2
"""At how many pairs of each kind a thorough trial looks through every outlet, however long it takes; others at one.

A thorough trial counts the pairs at which the seat is asked apart for each question: what is offered and refused, and
what the words of a question say, depends on that.
"""
MOMENTS = 4
"""At about how many moments outlets are looked through, unless a trial is thorough."""
KINDS = (
    "worlds by who may know what",
    "worlds that it imagines",
    "secret choices",
    "unnoticed answers",
    "choices that nobody is told yet",
    "games that it was told alike",
)


Looks: TypeAlias = dict[tuple[Match, str], tuple[str, bool]]
"""By position and name of an outlet what it showed one seat, as text, and whether it failed."""


@define
class OutletsTally:
    """How many pairs of positions were looked at, and so which outlets are due."""

    always: int = PAIRS_OF_EACH_KIND
    each_question: bool = True
    """Whether looks are counted apart for each question that the seat is asked."""
    pairs: int = 0
    looks: Counter[tuple[str, str]] = field(factory=Counter)
    """By kind of pair and outlet how often it was looked through; for who watches apart."""

    def due(self, outlets: list[Outlet], kind: str, seat: str, question: str) -> list[Outlet]:
        """The outlets to look through at the next pair of a kind; one that takes long is due at some pairs only."""
        self.pairs += 1
        kind += " of who watches" * (seat == SPECTATOR) + question * self.each_question
        due_outlets = [
            outlet
            for number, outlet in enumerate(outlets)
            if self.looks[kind, outlet.name] < self.always or (self.pairs + number) % outlet.apart == 0
        ]
        self.looks.update((kind, outlet.name) for outlet in due_outlets)
        return due_outlets


def all_outlets() -> list[Outlet]:
    """The registered outlets of all installed distributions."""
    return [outlet for register in outlet_registers().values() for outlet in register.outlets]


def law_no_outlet_tells_more_than_the_view(trial: Trial) -> None:
    """Positions that a seat cannot tell apart are the same to it through every registered outlet."""
    tally, outlets = OutletsTally(PAIRS_OF_EACH_KIND if trial.thorough else 1, trial.thorough), all_outlets()
    moments = by_question(trial.telling_moments())
    for moment in moments if trial.thorough else moments[:MOMENTS]:
        look_through_outlets(trial.game, moment, outlets, tally)


def look_through_outlets(game: Game, moment: Moment, outlets: list[Outlet], tally: OutletsTally) -> None:
    """Raise `LawBroken` for an outlet by which a seat, or who watches, tells two positions of this moment apart."""
    for seat in (*moment.match.rules.seats, SPECTATOR):
        looks: Looks = {}
        for kind, match, other_match in positions_alike(moment, seat):
            for one in (match, other_match):
                one.game = game
            for outlet in tally.due(outlets, kind, seat, question_of(match, seat)):
                if (complaint := complaint_of(game, outlet, kind, (match, other_match), seat, looks)) is not None:
                    raise moment.error(complaint)


def question_of(match: Match, seat: str) -> str:
    """The step whose question a seat is asked now; empty for a seat that is asked nothing."""
    return "".join(match.cursor[-1:]) if seat in match.waiting_for else ""


def by_question(moments: Iterable[Moment]) -> list[Moment]:
    """The moments in another order: one of each question in turn, so that seldom ones are not far behind."""
    rows: dict[str, list[Moment]] = {}
    for moment in moments:
        rows.setdefault(question_of(moment.match, moment.seat), []).append(moment)
    return [moment for row in zip_longest(*rows.values()) for moment in row if moment is not None]


def complaint_of(
    game: Game, outlet: Outlet, kind: str, pair: tuple[Match, Match], seat: str, looks: Looks
) -> str | None:
    """What is wrong with an outlet that tells two positions apart, or that fails; None where nothing is.

    ``looks`` keeps what the seat was shown of each position: the true one stands in several pairs.
    """
    for match in pair:
        if (match, outlet.name) not in looks:
            looks[match, outlet.name] = _outlet_output(game, outlet, match, seat)
    (output, failure), (other_output, _) = (looks[match, outlet.name] for match in pair)
    if output != other_output:
        return f"{seat} can tell {kind} apart by the outlet {outlet.name!r}: {first_difference(output, other_output)}"
    return f"the outlet {outlet.name!r} fails for {seat}, and shows nothing: {output}" if failure else None


def _outlet_output(game: Game, outlet: Outlet, match: Match, seat: str) -> tuple[str, bool]:
    """What an outlet gives, as JSON text; an error that it raises is something that it gives too.

    And whether it is a failure: an error that nobody is told of in words.
    """
    try:
        return json.dumps(outlet.show(game, match, seat), default=str), False
    except Exception as problem:
        return json.dumps(f"{type(problem).__name__}: {problem}"), not isinstance(problem, WargameError)


def positions_alike(moment: Moment, seat: str) -> Iterator[tuple[str, Match, Match]]:
    """Pairs of positions that a seat cannot tell apart at a moment, each with how they differ."""
    tally, true_match = WorldsTally(1), moment.fork()
    replayed_match: Match | None = None
    for kind, positions in ((KINDS[0], varied_positions), (KINDS[1], dealt_positions)):
        for truth, world, _ in positions(moment, seat, tally):
            match = with_earlier_entries(moment, truth.match)
            if replayed_match is None or _past_of(match) != _past_of(replayed_match):
                replayed_match = match
            pair = replayed_match, with_earlier_entries(moment, world.match)
            pair[1]._tags = pair[0]._tags.like()
            yield kind, *pair
            if kind == KINDS[0] and (later_pair := _pair_after_choice(moment, seat, *pair)) is not None:
                yield kind, *later_pair
    if other_actions := {name: action for name, action in moment.match.commits.items() if name != seat}:
        uncommitted_match = moment.fork()
        for name in other_actions:
            del uncommitted_match._commits[name]
        yield KINDS[2], true_match, uncommitted_match
    pending = moment.match.pending
    if moment.seat != seat and pending is not None and not pending.first_counts:  # given, and not answered yet
        committed_match = moment.fork()
        committed_match._commits = {**committed_match._commits, moment.seat: moment.action}
        yield KINDS[4], true_match, committed_match
    if (match_after := _after_unnoticed_choice(moment, seat)) is not None:
        yield KINDS[3], true_match, match_after
    if (other_game := indistinguishable_game(moment, seat)) is not None and _views_alike(
        moment.match, other_game, seat
    ):
        yield KINDS[5], true_match, other_game


def with_earlier_entries(moment: Moment, match: Match) -> Match:
    """The position of the present step with all that happened before it: stories and records tell of that too."""
    of_step = match.entries[_entries_of_beginning(match) :]
    entries_before = moment.match.entries[: len(moment.match.entries) - len(of_step)]
    return Match.of(match.state, chance="explicit", entries=[*entries_before, *of_step])


def _past_of(match: Match) -> tuple[object, object]:
    return match.state, match.entries


def _entries_of_beginning(match: Match) -> int:
    """How many entries of a match tell of its beginning and of no answer."""
    return sum(isinstance(entry, Started) for entry in match.entries)


def _pair_after_choice(moment: Moment, seat: str, match: Match, other_match: Match) -> tuple[Match, Match] | None:
    """Both positions after the choice of the moment, where the seat's view of them is the same."""
    pair = match.fork(), other_match.fork()
    try:
        for one in pair:
            one.play(moment.action, moment.seat)
    except ERRORS_OF_IMPOSSIBLE_WORLDS:
        return None
    return pair if _views_alike(*pair, seat) else None


def _views_alike(match: Match, other_match: Match, seat: str) -> bool:
    views = [(view.to_json(), view.news()) for view in (match.view(seat), other_match.view(seat))]
    return views[0] == views[1]


def _after_unnoticed_choice(moment: Moment, seat: str) -> Match | None:
    """The position after the choice of another seat of which this one was told nothing; None where it was."""
    if moment.seat == seat:
        return None
    match_after = moment.fork()
    try:
        match_after.play(moment.action, moment.seat)
    except ERRORS_OF_IMPOSSIBLE_WORLDS:
        return None
    return match_after if moment.match.view(seat).at == match_after.view(seat).at else None


def law_every_outlet_is_registered(trial: Trial) -> None:
    """Every public function of the game's distributions that takes a match and a seat, or a view, is in a register."""
    unregistered_names = unregistered_functions(packages_of(trial.game))
    if unregistered_names:
        names = ", ".join(unregistered_names[:6]) + (
            f" and {len(unregistered_names) - 6} more" if len(unregistered_names) > 6 else ""
        )
        raise LawBroken(
            f"no register of outlets names {names}: register an outlet that goes through it, or say in `closed` why "
            "it lets nothing out (wargame_core.plugins.outlets)"
        )


def unregistered_functions(packages: list[str]) -> list[str]:
    """The functions of packages that may let something out and stand in no register."""
    registered_names = set[str]().union(*(register.parts for register in outlet_registers().values()))
    return [
        name for package in packages for name in functions_that_may_let_out(package) if name not in registered_names
    ]
