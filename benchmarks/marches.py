"""Prints how an army marches at Gettysburg, bots against themselves: together, home, and what a reader calls stupid.

    python3 benchmarks/marches.py [--games 100] [--seed S]

What came of it: benchmarks/notes/campaigns.md.
"""

import argparse
from collections import Counter, defaultdict
from statistics import mean, stdev
from typing import Any, Final

from attrs import Factory, define

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleFought, SpecialActionTried
from wargame_altar_of_freedom.board.turn_events import CorpsEnded, CorpsNominated, MovedBy, TokenMoved
from wargame_core import Seeded, load
from wargame_core.authoring import Event
from wargame_core.flow.entries import Entry
from wargame_lab.playouts import playout

LEE, BRIDGE, EAST = "confederate", "harrisburg_bridge", "east"
NEAR: Final = 3
"""Spaces within which another division is near."""
LATE, DICE = 3, 5
"""The turn from which a Federal corps counts that stands still, and the Staff Dice that are then left."""


@define
class Watched:
    """One game as it is played."""

    entries: list[Entry]
    counts: Counter[str]
    near: list[int]
    read: int = 0
    turns: int = 0
    nominated: CorpsNominated | None = None
    moved: bool = False
    crossed: bool = False
    burned: dict[str, str] = Factory(dict)
    ends: dict[str, list[int]] = Factory(lambda: defaultdict(list))
    open: bool = False

    def __call__(self, board: Any) -> None:
        """Looks at the board after an answer."""
        for entry in self.entries[self.read :]:
            for event in entry.events:
                self.count(board, event)
        self.read = len(self.entries)
        line = board.campaign.awards["cs_routes"].when
        self.open = len(line.clear(board, LEE)) >= line.needed
        if board.turns_ended > self.turns:
            self.turns = board.turns_ended
            self.look(board)

    def count(self, board: CampaignBoard, event: Event) -> None:
        """What an event says."""
        if isinstance(event, CorpsNominated):
            self.nominated, self.moved = event, False
        elif isinstance(event, TokenMoved):
            self.moved = True
            token, east = board.tokens[event.token], board.campaign.map.region(EAST)
            if token.side == LEE and token.is_division and any(east >> space & 1 for space in event.path):
                self.crossed = True
            if event.how is not MovedBy.MARCH:
                self.ends[event.token].clear()
        elif isinstance(event, CorpsEnded) and self.nominated is not None and not self.moved:
            idle = self.nominated.side != LEE and board.turn >= LATE and self.nominated.dice >= DICE
            self.counts["Federal corps that stand still"] += idle
        elif isinstance(event, BattleFought):
            self.counts["battles"] += 1
        elif isinstance(event, SpecialActionTried):
            self.special(board.tokens[event.token].side, event)

    def special(self, side: str, event: SpecialActionTried) -> None:
        """A crossing that is burned or repaired."""
        if event.what == "destroy_crossing" and event.succeeded:
            self.burned[event.target] = side
            too_soon = (side, event.target, self.crossed) == (LEE, BRIDGE, False)
            self.counts["Harrisburg bridges burned before anybody is over"] += too_soon
        elif event.what == "repair_crossing":
            self.counts["tries to repair"] += 1
            self.counts["tries to repair what one's own side burned"] += self.burned.get(event.target) == side

    def look(self, board: CampaignBoard) -> None:
        """The divisions at the end of a turn."""
        divisions = [token for token in board.tokens.values() if token.is_division and token.id in board.at]
        distance = board.campaign.map.distance
        for token in divisions:
            here, ends = board.at[token.id], self.ends[token.id]
            ends.append(here)
            self.counts["divisions that go and come back"] += len(ends) > 2 and ends[-3] == here != ends[-2]
            if token.side == LEE:
                others = (other for other in divisions if other.side == LEE and other.id != token.id)
                self.near.append(sum(distance(here, board.at[other.id]) <= NEAR for other in others))


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, counts, near = load("gettysburg"), Counter[str](), list[int]()
    leads, opened, wins = list[int](), 0, 0
    for number in range(options.games):
        watched = Watched([], counts, near)
        players = {seat: game.bots["heuristic"](seed=1000 * options.seed + number) for seat in game.seats}
        dice = Seeded(options.seed, stream=f"game-{number}")
        outcome = playout(game, players, dice, entries=watched.entries, watch=watched).outcome
        assert outcome is not None
        points = outcome.points(game.seats)
        leads.append(points["federal"] - points[LEE])
        opened, wins = opened + watched.open, wins + (outcome.winner == "federal")
    print(f"other Confederate divisions within {NEAR} spaces of one: {mean(near):.2f}")
    print(f"line of retreat open: {opened / options.games:.0%}")
    reach = 1.96 * stdev(leads) / len(leads) ** 0.5
    print(f"Federals win {wins / options.games:.0%}, lead {mean(leads):+.1f} +- {reach:.1f}")
    for what, number in sorted(counts.items()):
        print(f"{what}: {number}")


if __name__ == "__main__":
    main()
