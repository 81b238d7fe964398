"""How many letters a game by mail takes, with standing answers and without, and what the letters are for.

python -m benchmarks.letters [GAME ...] [--player NAME] [--games N] [--seed S]

The same player plays both sides, on the same seeds: once it is asked everything, once it says beforehand that nobody
of its side reacts, and lets the usual preferences decide what is asked as battles are fought. Without standing answers
it never reacts either. What came of it: docs/decisions/standing-answers.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from wargame_core import Action, Game, Match, View, load
from wargame_core.flow.entries import Chose, Rolled
from wargame_core.flow.players import Player, player_from
from wargame_hex_and_counter.board.actions import (
    AskAgain,
    AskLater,
    Done,
    DoneAskAgain,
    DoneAskNothing,
    DoneDecideBattles,
    DoneNoReactions,
    HoldFire,
    NoReactions,
    Prefer,
)
from wargame_hex_and_counter.board.reactions import UNTIL_GAME_ENDS

GAMES: Final = ("brices_crossroads", "corinth")
DICE: Final = "dice alone"
NOTHING: Final = (DoneAskNothing(UNTIL_GAME_ENDS), DoneDecideBattles(UNTIL_GAME_ENDS))
"""How a side says that it is asked nothing, in games with reactions and without."""
BEFOREHAND: Final = (
    AskAgain, AskLater, DoneAskAgain, DoneAskNothing, DoneDecideBattles, DoneNoReactions, NoReactions, Prefer,
)  # fmt: skip


@define
class Letters:
    """The letters so far, by what made each necessary, and who writes the next one."""

    seats: tuple[str, ...]
    holder: str
    by_reason: Counter[str] = field(factory=lambda: Counter({"offer and answer": 2}))
    is_rolling: bool = False

    def chosen(self, seat: str, reason: str) -> None:
        """A seat that is asked has chosen."""
        self.is_rolling = False
        self._hands_over(seat, reason)

    def rolled(self) -> None:
        """Dice have fallen; the first after a choice need both seats, and the second of these goes on."""
        if not self.is_rolling:
            self._hands_over(next(seat for seat in self.seats if seat != self.holder), DICE)
        self.is_rolling = True

    def _hands_over(self, seat: str, reason: str) -> None:
        if seat != self.holder:
            self.holder = seat
            self.by_reason[reason] += 1


def letters_of(match: Match, game: Game) -> Counter[str]:
    """The letters that a match of a game of two seats takes by mail: what was said beforehand needs none."""
    offers, accepts = game.seats
    letters = Letters((offers, accepts), accepts)
    replay = game.start(match.scenario, chance="explicit", options=match.options)
    for entry in match.entries:
        match entry:
            case Chose(actions=actions):
                ((seat, action),) = actions.items()
                if replay.standing_answer is None:
                    letters.chosen(seat, f"{replay.cursor[-1]}: {action.kind}")
                replay.play(action, seat)
            case Rolled(face=face):
                letters.rolled()
                replay.roll(face)
    return letters.by_reason


@define
class NeverReacts:
    """Plays like another player and never reacts; ``says_so`` beforehand, and lets preferences decide in battles."""

    player: Player
    says_so: bool

    def __call__(self, view: View) -> Action:
        endings = list(view.choices.of.endings())
        if HoldFire() in endings:
            never = NoReactions(UNTIL_GAME_ENDS, 0)
            return never if self.says_so and never in endings else HoldFire()
        if self.says_so:
            usual = [one for one in endings if isinstance(one, Prefer) and one.until == UNTIL_GAME_ENDS]
            if usual:
                return usual[0]
        chosen = self.player(view)
        while isinstance(chosen, BEFOREHAND):
            chosen = self.player(view)
        nothing = next((one for one in NOTHING if one in endings), None)
        return nothing if self.says_so and isinstance(chosen, Done) and nothing is not None else chosen


def played(game: Game, player: str, seed: int, *, says_so: bool) -> Match:
    """A game in which nobody reacts, played to its end."""
    match = game.start(seed=seed)
    match.play_out({seat: NeverReacts(player_from(player, game.bot, seed), says_so) for seat in game.seats})
    return match


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--player", default="normal", help="who plays both sides (normal)")
    parser.add_argument("--games", dest="many", type=int, default=10, help="games each way (10)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(words)
    for name in options.games:
        game, totals = load(name), []
        for says_so in (False, True):
            seeds = range(options.seed, options.seed + options.many)
            matches = [played(game, options.player, seed, says_so=says_so) for seed in seeds]
            reasons = sum((letters_of(match, game) for match in matches), Counter())
            totals.append(reasons.total() / options.many)
            said = "standing answers" if says_so else "asked everything"
            told = ", ".join(f"{reason} {count / options.many:.1f}" for reason, count in reasons.most_common(8))
            print(f"{name:20} {said}: {totals[-1]:5.1f} letters a game ({told})", flush=True)
        print(f"{name:20} share: {totals[1] / totals[0]:.0%}", flush=True)


if __name__ == "__main__":
    main()
