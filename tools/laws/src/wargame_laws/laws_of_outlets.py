"""The laws of outlets: no registered way out of a match tells more than a view, and every public way is registered.

Positions that a seat cannot tell apart come from four sources: what the game says of who may know what, the worlds that
the seat imagines, choices that others have made in secret, and answers that the seat was told nothing of.
"""

import json
from collections import Counter
from collections.abc import Iterator

from attrs import define, field

from wargame_core import SPECTATOR, Game, Match
from wargame_core.flow.view import IMPOSSIBLE
from wargame_core.plugins.outlets import Outlet, outlet_registers
from wargame_laws.complaints import LawBroken
from wargame_laws.functions_of_outlets import functions_that_may_let_out, packages_of
from wargame_laws.laws_of_secrets import WorldsTally, dealt_positions, varied_positions
from wargame_laws.trials import Moment, Trial
from wargame_laws.varied_worlds import first_difference

ALWAYS = 2
"""At how many pairs of each kind every outlet is looked through, however long it takes."""
MOMENTS = 4
"""At about how many moments outlets are looked through, unless a trial is thorough."""
KINDS = ("worlds by who may know what", "worlds that it imagines", "secret choices", "unnoticed answers")


@define
class OutletsTally:
    """How many pairs of positions were looked at, and so which outlets are due."""

    pairs: int = 0
    looks: Counter[tuple[str, str]] = field(factory=Counter)
    """By kind of pair and outlet how often it was looked through."""

    def due(self, outlets: list[Outlet], kind: str) -> list[Outlet]:
        """The outlets to look through at the next pair of a kind; one that takes long is due at some pairs only."""
        self.pairs += 1
        due = [
            outlet
            for number, outlet in enumerate(outlets)
            if self.looks[kind, outlet.name] < ALWAYS or (self.pairs + number) % outlet.apart == 0
        ]
        self.looks.update((kind, outlet.name) for outlet in due)
        return due


def all_outlets() -> list[Outlet]:
    """The registered outlets of all installed distributions."""
    return [outlet for register in outlet_registers().values() for outlet in register.outlets]


def law_no_outlet_tells_more_than_the_view(trial: Trial) -> None:
    """Positions that a seat cannot tell apart are the same to it through every registered outlet."""
    tally, outlets = OutletsTally(), all_outlets()
    moments = list(trial.telling_moments())
    most = len(moments) if trial.thorough else MOMENTS
    for moment in moments[:: max(1, len(moments) // most)]:
        look_through_outlets(trial.game, moment, outlets, tally)


def look_through_outlets(game: Game, moment: Moment, outlets: list[Outlet], tally: OutletsTally) -> None:
    """Raise `LawBroken` for an outlet by which a seat, or who watches, tells two positions of this moment apart."""
    for seat in (*moment.match.rules.seats, SPECTATOR):
        for kind, match, other_match in positions_alike(moment, seat):
            for one in (match, other_match):
                one.game = game
            for outlet in tally.due(outlets, kind):
                if (flaw := told_apart(game, outlet, (match, other_match), seat)) is not None:
                    raise moment.error(f"{seat} can tell {kind} apart by the outlet {outlet.name!r}: {flaw}")


def told_apart(game: Game, outlet: Outlet, pair: tuple[Match, Match], seat: str) -> str | None:
    """Where what an outlet gives of two positions first differs, in words; None where it is the same."""
    shown = [_shown(game, outlet, match, seat) for match in pair]
    return first_difference(*shown) if shown[0] != shown[1] else None


def _shown(game: Game, outlet: Outlet, match: Match, seat: str) -> str:
    """What an outlet gives, as JSON text; an error that it raises is something that it gives too."""
    try:
        return json.dumps(outlet.show(game, match, seat), default=str)
    except Exception as problem:
        return json.dumps(f"{type(problem).__name__}: {problem}")


def positions_alike(moment: Moment, seat: str) -> Iterator[tuple[str, Match, Match]]:
    """Pairs of positions that a seat cannot tell apart at a moment, each with how they differ."""
    tally = WorldsTally(1)
    for kind, positions in ((KINDS[0], varied_positions), (KINDS[1], dealt_positions)):
        for truth, world, _ in positions(moment, seat, tally):
            yield kind, truth.match, world.match
            if kind == KINDS[0] and (pair := _after_the_choice(moment, seat, truth.match, world.match)) is not None:
                yield kind, *pair
    if others := {name: action for name, action in moment.match.commits.items() if name != seat}:
        without = moment.fork()
        for name in others:
            del without._commits[name]
        yield KINDS[2], moment.fork(), without
    if (after := _unnoticed(moment, seat)) is not None:
        yield KINDS[3], moment.fork(), after


def _after_the_choice(moment: Moment, seat: str, match: Match, other_match: Match) -> tuple[Match, Match] | None:
    """Both positions after the choice of the moment, where the seat's view of them is the same."""
    pair = match.fork(), other_match.fork()
    try:
        for one in pair:
            one.play(moment.action, moment.seat)
    except IMPOSSIBLE:
        return None
    return pair if _views_alike(*pair, seat) else None


def _views_alike(match: Match, other_match: Match, seat: str) -> bool:
    seen = [(view.to_json(), view.news()) for view in (match.view(seat), other_match.view(seat))]
    return seen[0] == seen[1]


def _unnoticed(moment: Moment, seat: str) -> Match | None:
    """The position after the choice of another seat of which this one was told nothing; None where it was."""
    if moment.seat == seat:
        return None
    after = moment.fork()
    try:
        after.play(moment.action, moment.seat)
    except IMPOSSIBLE:
        return None
    return after if moment.match.view(seat).at == after.view(seat).at else None


def law_every_outlet_is_registered(trial: Trial) -> None:
    """Every public function of the game's distributions that takes a match and a seat, or a view, is in a register."""
    unregistered = unregistered_functions(packages_of(trial.game))
    if unregistered:
        names = ", ".join(unregistered[:6]) + (f" and {len(unregistered) - 6} more" if len(unregistered) > 6 else "")
        raise LawBroken(
            f"no register of outlets names {names}: register an outlet that goes through it, or say in `closed` why "
            "it lets nothing out (wargame_core.plugins.outlets)"
        )


def unregistered_functions(packages: list[str]) -> list[str]:
    """The functions of packages that may let something out and stand in no register."""
    known = set[str]().union(*(register.parts for register in outlet_registers().values()))
    return [name for package in packages for name in functions_that_may_let_out(package) if name not in known]
