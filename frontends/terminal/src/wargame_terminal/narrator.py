"""The story of a game on a terminal, and watching bots play one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from wargame_console.output import Output, width
from wargame_core.flow.events import GameEnded
from wargame_core.flow.players import plans_of
from wargame_pictures.stories.story import Item, Narrator, Sentence, SentenceObserver, TurnBegins

if TYPE_CHECKING:
    from wargame_core import Game, Match, Outcome
    from wargame_core.flow.players import Player


class StoryPrinter:
    """Prints a story item by item: a line for a turn, a line for a part, and each part as one paragraph."""

    def __init__(self, output: Output) -> None:
        self.out = output
        self._sentences: list[str] = []

    def __call__(self, item: Item) -> None:
        """Print ``item``, or keep it until its paragraph is complete."""
        if isinstance(item, Sentence):
            if not isinstance(item.event, GameEnded):  # `tell_outcome` has the last word
                self._sentences.append(item.text_with_details)
                if item.ledger:
                    self.flush()
                    for line in item.ledger:
                        self.out.tell(line, "    ", "  ")
            return
        self.flush()
        if isinstance(item, TurnBegins):
            self.out.say()
            self.out.say(f"── {item.title} ".ljust(width(), "─"), bold=True)
        elif item.title:
            self.out.say(item.title, fg="yellow")

    def flush(self) -> None:
        """Print what is not yet printed."""
        if self._sentences:
            self.out.tell(" ".join(self._sentences), "  ")
            self._sentences = []


def watch(
    game: Game,
    match: Match,
    players: Mapping[str, Player],
    printer: StoryPrinter | None = None,
    camera: SentenceObserver | None = None,
    *,
    tells_plans: bool = False,
) -> Narrator:
    """Let ``players`` play the match to its end while the story is told as it happens, with their plans if wanted."""
    has_begun = bool(match.entries)  # a match from a position has no story before it
    first_board = game.rules.set_up(match.scenario, match.options) if has_begun else match.board.copy()
    narrator = Narrator(game, first_board, camera=camera)
    plans = NewPlans(players if tells_plans else {})
    for entries in chain([tuple(match.entries)], (update.entries for update in match.iter_play(players))):
        for plan in plans.since_last_time():
            narrator.remark(plan)
        for item in chain.from_iterable(map(narrator.add, entries)):
            if printer is not None:
                printer(item)
    narrator.finish()
    if printer is not None:
        printer.flush()
    return narrator


class NewPlans:
    """The plans that players tell during the game; each is told once, with those that its seat tells with it."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        self._players = players
        self._told = dict.fromkeys(players, 0)

    def since_last_time(self) -> Iterator[str]:
        """What each seat has planned since the last call, with its name."""
        for seat, player in self._players.items():
            plans = plans_of(player)
            if new_plans := plans[self._told[seat] :]:
                yield f"Plan of {seat}: {' '.join(new_plans)}"
            self._told[seat] = len(plans)


def tell_outcome(output: Output, outcome: Outcome | None) -> None:
    """Print who won, and with what."""
    if outcome is None:
        output.say("The game is not over.")
        return
    winner = outcome.verdict
    scores = ", ".join(f"{seat} {points}" for seat, points in outcome.scores.items())
    points = f"; victory points: {scores}" if scores else ""
    output.say()
    output.tell(outcome.text or f"{winner[:1].upper()}{winner[1:]} ({outcome.level}){points}.", bold=True)
