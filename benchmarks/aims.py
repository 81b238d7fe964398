"""What aims that last bring at Vicksburg: hand-set ones in one seat, or those that divisions keep, in both seats.

    python3 -m benchmarks.aims hand SEAT WHO=PLACE,... [--games N] [--seed S] [--pace P] [--until TURN]
    python3 -m benchmarks.aims keep BOUND [--games N] [--seed S]

`hand` sends commands (or divisions) for a whole game to the area around a place: each of their divisions takes a goal
there, and every space nearer is worth at least so many points. Nobody has to go for nothing (``hand federal ""``).
`keep` plays pairs on the same dice, once in each seat, by players for whose divisions it costs BOUND points to leave
an aim, and says how the aims ended. The opponent is `hard`.
"""

import argparse
from collections import Counter
from collections.abc import Mapping
from statistics import mean, stdev
from typing import Any

from attrs import evolve

from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players import plan as plans
from wargame_altar_of_freedom.players.bots import HeuristicPlayer
from wargame_altar_of_freedom.players.goals import Goal, goals_of
from wargame_altar_of_freedom.players.plan import Pair, Plan, TokenOrder
from wargame_altar_of_freedom.players.situation import FAR, Field, Situation
from wargame_altar_of_freedom.players.weights import Weights, read_weights
from wargame_core import load
from wargame_core.data import DataFolder
from wargame_core.dice import Seeded
from wargame_lab.playouts import playout

Way = tuple[Goal, Field]

AWAY, LEAST_POINTS = 3.0, 2.0
"""Points that it costs to leave the area of a hand-set aim, and that going there is worth at least."""


class HandSet(HeuristicPlayer):
    """A player whose divisions have aims from outside: the place of each command or division."""

    places: Mapping[str, str]
    pace: float
    until: int

    def plan(self, situation: Situation) -> Plan:
        """The usual plan, but that divisions with an aim go for it."""
        if self._plan is None or not self._plan.holds(situation):
            self._plan = self._bound_plan(situation)
        return self._plan

    def _area(self, situation: Situation, token: Token) -> int | None:
        place = self.places.get((token.unit or "").rpartition("_")[2]) or self.places.get(token.command)
        if not token.is_division or place is None or situation.board.turn > self.until:
            return None
        return situation.map.within(situation.campaign.space(place), situation.weights.together)

    def _bound_plan(self, situation: Situation) -> Plan:
        goals, weights = goals_of(situation), situation.weights
        fields = [
            situation.field(goal.spaces, plans.SPACES_OF_FLEETING_GOAL if goal.fleeting else FAR) for goal in goals
        ]
        pairs = plans.worthwhile(situation, goals, fields)
        areas = plans.command_areas(situation, plans.match_tokens_to_goals(weights, goals, fields, pairs))
        aims = {token.id: area for token in situation.own if (area := self._area(situation, token)) is not None}
        free = [pair for pair in pairs if pair.token not in aims]
        priced = plans.with_detachment_costs(situation, free, goals, areas) + [
            Pair(pair.token, pair.goal, pair.worth, pair.cost + AWAY * (not aims[pair.token] & goals[pair.goal].spaces))
            for pair in pairs
            if pair.token in aims
        ]
        orders = plans.match_tokens_to_goals(weights, goals, fields, priced)
        for token, area in aims.items():
            orders[token] = self._towards(situation, orders.get(token), area, list(zip(goals, fields, strict=True)))
        plans._stay_on_guard(situation, orders)
        hold = 1 - weights.lost * situation.moves_left
        return Plan(tuple(goals), orders, plans.moment(situation), frozenset(situation.board.at.items()), hold)

    def _towards(self, situation: Situation, order: TokenOrder | None, area: int, ways: list[Way]) -> TokenOrder:
        if order is None or not area & order.goal.spaces or (order.points < LEAST_POINTS and not order.goal.guard):
            near = [way for way in ways if not way[0].fleeting and not way[0].special and way[0].spaces & area]
            if near:
                goal, field = max(near, key=lambda way: way[0].worth(situation, 3))
                points, pace = (order.points, order.pace) if order else (0.0, 0.0)
                return TokenOrder(goal, field, max(points, LEAST_POINTS), max(pace, self.pace))
        assert order is not None
        return TokenOrder(order.goal, order.field, order.points, max(order.pace, self.pace))


def played(players: Mapping[str, Any], seat: str, seed: int) -> tuple[float, int]:
    """Whether the seat wins a game of these dice (a draw is half), and by how many points it leads."""
    boards: list[Any] = []
    outcome = playout(
        load("vicksburg"), players, dice=Seeded(seed), watch=lambda board: boards.__setitem__(slice(None), [board])
    ).outcome
    assert outcome is not None
    other = next(side for side in players if side != seat)
    won = 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return won, boards[0].points(seat) - boards[0].points(other)


def show(what: str, games: list[tuple[float, int]]) -> None:
    """Print the share of games won and the lead, with intervals of 95 %."""
    wins, leads = zip(*games, strict=True)
    around = 1.96 / len(games) ** 0.5
    print(
        f"{what}: {len(games)} games, won {100 * mean(wins):.0f} % (+-{100 * around * stdev(wins):.0f}), "
        f"lead {mean(leads):+.1f} (+-{around * stdev(leads):.1f})"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kind", choices=("hand", "keep"))
    parser.add_argument("what", nargs="+")
    for name, usual in (("games", 60), ("seed", 41000), ("pace", 0.5), ("until", 99)):
        parser.add_argument(f"--{name}", type=type(usual), default=usual)
    given = parser.parse_args()
    game = load("vicksburg")
    assert game.files.data is not None
    hard = read_weights(DataFolder(game.files.data), game.seats)
    if given.kind == "hand":
        hand_set(given, game.seats, hard)
    else:
        keeping(given, game.seats, hard)


def hand_set(given: argparse.Namespace, seats: tuple[str, ...], hard: Mapping[str, Weights]) -> None:
    """One seat with aims from outside, against `hard`."""
    seat, aims = given.what[0], dict(aim.split("=") for aim in given.what[1].split(",") if aim)
    games = []
    for number in range(given.games):
        player = HandSet(number, weights=hard)
        player.places, player.pace, player.until = aims, given.pace, given.until
        others = {side: HeuristicPlayer(number, weights=hard) for side in seats if side != seat}
        games.append(played({side: others.get(side, player) for side in seats}, seat, given.seed + number))
    show(f"{seat} {given.what[1] or 'as usual'}", games)


def keeping(given: argparse.Namespace, seats: tuple[str, ...], hard: Mapping[str, Weights]) -> None:
    """Players that keep aims against `hard`, in both seats."""
    bound = {side: evolve(weights, bound=float(given.what[0])) for side, weights in hard.items()}
    by_seat: dict[str, list[tuple[float, int]]] = {seat: [] for seat in seats}
    ends = Counter[str]()
    for number in range(given.games):
        for seat in seats:
            player = HeuristicPlayer(number, weights=bound)
            players = {side: player if side == seat else HeuristicPlayer(number, weights=hard) for side in seats}
            by_seat[seat].append(played(players, seat, given.seed + number))
            ends.update(end for end, _ in player.aims.ended)
    for seat, games in by_seat.items():
        show(seat, games)
    show("both seats", [game for games in by_seat.values() for game in games])
    print("aims:", dict(ends))


if __name__ == "__main__":
    main()
