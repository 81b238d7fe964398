"""What each kind of attack brings the bot that makes it: games in which a seat never makes it, on the same dice.

    python3 -m benchmarks.attacks GAME [--games 200] [--seed S] [--scenario ID|all] [--seat SEAT] [--kind KIND]

A row is a seat and a kind of attack: the usual bots play, and then the bot of that seat is one that never makes such an
attack, and reckons with that. What the attacks bring is the first less the second, in games won and in points by which
the seat is ahead, each with its 95 % interval from game to game. Kinds are numbers of the bot's `Weights` that are set
out of reach, or functions of its modules that are replaced while it chooses, so other seats play as ever.
"""

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from attrs import Factory, evolve, frozen
from benchmarks.ablation import Replace, giving, put_in_place
from benchmarks.weights import PLAYERS, normal_with

from wargame_altar_of_freedom.board.actions import BATTLE
from wargame_altar_of_freedom.players.fights import fights_for
from wargame_battlecry.printed.game_board import DISTANCE
from wargame_core import load
from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.view import View
from wargame_lab.batches import simulate
from wargame_lab.comparisons import Difference, difference
from wargame_lab.playouts import GameResult

NEVER: Final = 1000.0
"""Points that nothing brings."""


@frozen
class Kind:
    """A kind of attack, and what makes a bot never make it: other weights, and functions by ``module.name``."""

    weights: Mapping[str, object] = Factory(dict)
    replaced: Mapping[str, Replace] = Factory(dict)


def _where(barred: Callable[..., bool], result: object) -> Replace:
    """The function, but another result where its arguments are barred."""
    return lambda function: (
        lambda *arguments, **named: result if barred(*arguments, **named) else function(*arguments, **named)
    )


# campaigns


def _without_battle(encounter: Callable[..., Any]) -> Callable[..., Any]:
    """The encounter in which one's own side may not play the Battle card."""

    def without(now: Any, contact: Any, *rest: object, **named: object) -> Any:
        whole = encounter(now, contact, *rest, **named)
        own = "attacker_cards" if contact.attacking_side == now.side else "defender_cards"
        return evolve(whole, **{own: tuple(card for card in getattr(whole, own) if card is not BATTLE)})

    return without


def _may_be_division(corps: Any, token: Any, space: int, *_: object) -> bool:
    """Whether a division may be in a space that a campaign's token marches into."""
    return bool(corps.situation.enemy_divisions.get(space))


def _may_be_battle(corps: Any, token: Any, space: int, *_: object) -> bool:
    """Whether a march of a campaign's token into a space may lead to a battle."""
    fights = fights_for(corps.situation, token, corps.begin[token.id], space)
    return any(BATTLE in fight.attacker_cards and BATTLE in fight.defender_cards for _, fight in fights)


FIGHT: Final = "activation.Corps.fight"
CAMPAIGN: Final = {  # tokens that are known to be no divisions are still marched into
    "marching into contact": Kind(replaced={FIGHT: _where(_may_be_division, -NEVER)}),
    "contact that may become a battle": Kind(replaced={FIGHT: _where(_may_be_battle, -NEVER)}),
    "contact that may not": Kind(
        replaced={FIGHT: _where(lambda *given: _may_be_division(*given) and not _may_be_battle(*given), -NEVER)}
    ),
    "the Battle card": Kind(replaced={"fights.encounter": _without_battle}),
    "marching into trains": Kind(
        replaced={FIGHT: _where(lambda corps, token, space, *_: space in corps.situation.enemy_trains, -NEVER)}
    ),
}

# Battle Cry


def _attacks(melee: bool) -> Kind:
    """Attacks on the next hex, or those farther away: none is worth anything, nor planned."""

    def barred(board: Any, piece: str, target: int, *_: object) -> bool:
        return bool(DISTANCE[board.place[piece]][target] == 1) is melee

    def planned(attacks: Callable[..., Iterable[Any]]) -> Callable[..., Iterable[Any]]:
        return lambda enemies, piece: (
            attack for attack in attacks(enemies, piece) if not barred(enemies.board, piece, attack.target)
        )

    worth = "attacks_and_places.attack_worth"
    return Kind(replaced={worth: _where(barred, 0.0), "turn_plan.Enemies._attacks": planned})


ATTACK_CARDS: Final = ("battle_cry", "bombard", "hit_and_run", "leadership", "sharp_shooter")
"""Effects of cards that attack, or attack with more dice."""
BATTLE_CRY: Final = {
    "melee": _attacks(melee=True),
    "fire at a distance": _attacks(melee=False),
    "taking ground": Kind(replaced={"heuristic.ground_gain": giving(-NEVER)}),
    "cards that attack": Kind({"keep": dict.fromkeys(ATTACK_CARDS, NEVER)}),
}

# the Great Campaigns

_NO_ASSAULT: Final = {"attack_values.mean_assault": giving(0.0), "attack_values.mean_value": giving(0.0)}
_NO_GRAND_ASSAULT: Final = {
    name: _where(lambda situation, leader, *_: situation.board.leader(leader).rank == "army", 0.0)
    for name in _NO_ASSAULT
}


def _of_arm(arm: str) -> Kind:
    barred = _where(lambda situation, unit, *_: situation.board.unit(unit).arm == arm, None)
    return Kind(replaced={"attack_values.best_attack": barred})


GREAT_CAMPAIGNS: Final = {
    "any attack": Kind(replaced={"attack_values.best_attack": giving(None), **_NO_ASSAULT}),
    "attacks from the march": Kind(replaced={"attack_values.best_attack": giving(None)}),
    "those of infantry": _of_arm("infantry"),
    "those of cavalry": _of_arm("cavalry"),
    "assaults": Kind(replaced=_NO_ASSAULT),
    "grand assaults": Kind(replaced=_NO_GRAND_ASSAULT),
    "gathering for assaults": Kind(replaced={"assemblies.assembly_under": giving(None)}),
    "cavalry going back": Kind(
        replaced={"heuristic.cavalry_retreat": _where(lambda situation, action: action.retreat, -NEVER)}
    ),
}

KINDS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "vicksburg": CAMPAIGN,
    "gettysburg": CAMPAIGN,
    "battlecry": BATTLE_CRY,
    "gcacw_on_the_4th_day": GREAT_CAMPAIGNS,
}


class PlayerThatNever:
    """The usual bot of a game, but one that never makes a kind of attack."""

    def __init__(self, seed: int = 0, *, game: str, kind: str) -> None:
        self._players, never = PLAYERS[game].package, KINDS[game][kind]
        self._replaced = never.replaced
        loaded, weights = load(game), {}
        if never.weights:
            weights = {"weights": normal_with(loaded, never.weights)}
        self._player: Player = loaded.bots["heuristic"](seed, **weights)

    def __call__(self, view: View) -> Action:
        with put_in_place(self._players, self._replaced):
            return self._player(view)


def played(
    game: str, scenarios: Sequence[str], games: int, seed: int, without: tuple[str, str] | None
) -> list[GameResult]:
    """The games of some scenarios, the same number of each; ``without`` is a seat and what it never does."""
    players: dict[str, Any] = dict.fromkeys(load(game).seats, "heuristic")
    if without is not None:
        players[without[0]] = partial(PlayerThatNever, game=game, kind=without[1])
    results: list[GameResult] = []
    for number, scenario in enumerate(scenarios):
        some = games // len(scenarios) + (number < games % len(scenarios))
        if some:
            results += simulate(game, players, games=some, seed=seed, scenario=scenario).games
    return results


def row(seats: Sequence[str], seat: str, kind: str, usual: Sequence[GameResult], never: Sequence[GameResult]) -> str:
    """A row of the table: what the attacks of a seat bring it."""
    other = next(one for one in seats if one != seat)
    pairs = [(a.outcome, b.outcome) for a, b in zip(usual, never, strict=True)]
    ends = [(a, b) for a, b in pairs if a is not None and b is not None]
    won = difference("won", [100 * b.share(seat) for _, b in ends], [100 * a.share(seat) for a, _ in ends])
    leads = [[end.points(seats)[seat] - end.points(seats)[other] for end in pair] for pair in ends]
    lead = difference("lead", [without for _, without in leads], [with_them for with_them, _ in leads])
    alike = sum(a.outcome == b.outcome for a, b in zip(usual, never, strict=True)) / len(usual)
    brings = f"{_brings(won, '+.0f')} | {_brings(lead, '+.1f')}"
    return (
        f"| {seat.capitalize()} | {kind} | {len(ends)} | {won.second:.0f} | {won.first:.0f} | {brings} | {alike:.0%} |"
    )


def _brings(of: Difference, form: str) -> str:
    """The difference with its interval from game to game."""
    brings = of.second - of.first
    return f"{brings:{form}} ({brings - of.paired:{form}} to {brings + of.paired:{form}})"


HEAD: Final = (
    "| seat | kind of attack | games | won, % | without | brings, % won | brings, points ahead | ends alike |\n"
    "|---|---|---|---|---|---|---|---|"
)


def main(argv: Sequence[str]) -> int:
    """Plays, and prints a table for each scenario, or for all together where ``--scenario all``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=KINDS)
    parser.add_argument("--games", type=int, default=200, help="games a row (default: 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", help="by its id, or all (default: each of the Great Campaigns, else the usual)")
    parser.add_argument("--seat", action="append", help="only this seat; may be given again")
    parser.add_argument("--kind", action="append", help="only this kind; may be given again")
    given = parser.parse_args(argv)
    game, known = load(given.game), KINDS[given.game]
    for kind in given.kind or ():
        if kind not in known:
            parser.error(f"{kind!r} is not a kind of attack of this game: {', '.join(known)}")
    everything = [scenario.id for scenario in game.scenarios]
    if given.scenario == "all":
        groups = [everything]
    elif given.scenario or not PLAYERS[given.game].by_scenario:
        groups = [[game.rules.scenario(given.scenario).id]]
    else:
        groups = [[scenario] for scenario in everything]
    print(f"`python3 -m benchmarks.attacks {shlex.join(argv)}`")
    for scenarios in groups:
        print(f"\n{scenarios[0] if len(scenarios) == 1 else f'{len(scenarios)} scenarios'}\n\n{HEAD}")
        usual = played(given.game, scenarios, given.games, given.seed, None)
        for seat in given.seat or game.seats:
            for kind in given.kind or known:
                never = played(given.game, scenarios, given.games, given.seed, (seat, kind))
                print(row(game.seats, seat, kind, usual, never), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
