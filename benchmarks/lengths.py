"""How long games last, as the normal bots play them: turns, and minutes of a person, in the middle half of the games.

    python -m benchmarks.lengths [GAME ...] [--games N] [--seed S]

What it prints is what the lobby says of each game (`GameEntry.length`). Of a game whose scenarios bear dates every
scenario is played, of others the usual one. Minutes are reckoned from the choices of a side, a quarter of a minute for
each; a choice with one option counts for nobody: the table plays it by itself. Nobody has measured people yet.
"""

import argparse
from statistics import mean, quantiles

from wargame_core import Game, discover, load

CHOICES_A_MINUTE = 4
"""How many choices a person makes in a minute against a bot, which answers at once."""


def lengths(game: Game, scenario: str | None, seed: int) -> tuple[int, float]:
    """Turns of one game, and how often each side had a choice."""
    match, chosen = game.start(scenario, seed=seed), dict.fromkeys(game.seats, 0)
    bots = {seat: game.bot("normal", seed=seed + number) for number, seat in enumerate(game.seats)}
    while match.outcome is None:
        seat = match.waiting_for[0]
        view = match.view(seat)
        chosen[seat] += len(view.choices.head(2)) > 1
        match.play(bots[seat](view), seat)
    return game.rules.turn_of(match.board), mean(chosen.values())


def told(name: str, games: int, seed: int) -> str:
    """The sentence of a game."""
    game = load(name)
    dated = all(scenario.help[:1].isdigit() for scenario in game.scenarios)
    scenarios = [scenario.id for scenario in game.scenarios] if dated else [None]
    played = [lengths(game, scenarios[n % len(scenarios)], seed + n) for n in range(games)]
    turns, choices = zip(*played, strict=True)
    minutes = _middle(tuple(count / CHOICES_A_MINUTE for count in choices), 5)
    return f"{_middle(turns)} turns, {minutes} minutes against a bot"


def _middle(numbers: tuple[float, ...], least_step: int = 1) -> str:
    """The middle half of them, in round numbers.

    >>> _middle((1.0, 2.0, 3.0, 40.0, 41.0, 42.0)), _middle((12.0, 12.0, 12.0)), _middle((11.0, 13.0, 38.0, 41.0), 5)
    ('2 to 41', '12', '10 to 40')
    """
    first, _, last = (round(number) for number in quantiles(numbers, n=4))
    step = max(least_step, 10 if last > 50 and least_step == 1 else 1)
    ends = [round(end / step) * step for end in (first, last)]
    return " to ".join(str(end) for end in dict.fromkeys(ends))


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", metavar="GAME", nargs="*", default=[one.id for plugin in discover() for one in plugin.games]
    )
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    for name in options.names:
        print(f"{name}: {told(name, options.games, options.seed)}", flush=True)


if __name__ == "__main__":
    main()
