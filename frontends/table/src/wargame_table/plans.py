"""What bots intend: told to their own seat while the game goes on, and to everybody when it is over.

A person who takes a seat over from a bot reads there what it was about. What a bot told stands in the row of its
choice, so that every process that serves the table, and a server that starts again, tells the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from wargame_core.flow.match import Match
from wargame_core.flow.panels import Panel, Status, StatusLine
from wargame_core.flow.players import Player, plans_of
from wargame_core.flow.visibility import REFEREE
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping
from wargame_core.limits import harmless
from wargame_table.rows import CHOICES, PLANNED, Opening, Row


@frozen
class BotChoice:
    """What a bot came to: the action that it chooses, and what it has said of its plans since it chose last."""

    action: JsonMapping
    plans: Sequence[str] = ()


class Bots:
    """The bots of one match. Each keeps what it remembers until a choice is taken back or a seat changes hands."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game, self._opening = game, opening
        self._players: dict[tuple[str, str], tuple[Player, int]] = {}

    def follow(self, row: Row) -> None:
        """A row was played: after what is no choice all bots begin to think afresh."""
        if row.kind not in CHOICES:
            self.forget()

    def forget(self) -> None:
        """All bots begin to think afresh."""
        self._players.clear()

    def think(self, match: Match, n: int, seat: str, bot: str) -> BotChoice:
        """What a bot chooses as row ``n``, from what its seat sees. Raises what it raises, and forgets it then."""
        held = self._players.pop((seat, bot), None)
        player, before = held if held is not None else (self._game.bot(bot, seed=self._seed(n, seat)), 0)
        action = player(match.view(seat))
        plans = plans_of(player)
        self._players[seat, bot] = player, len(plans)
        return BotChoice(self._game.rules.codec.to_json(action), tuple(plans[before:]))

    def _seed(self, n: int, seat: str) -> int:
        return int.from_bytes(self._opening.key(f"bot {n} {seat}")[:6], "big")


class Plans:
    """What the bots of a table have said of their plans, by seat: each sentence with when it was said."""

    def __init__(self) -> None:
        self._told: dict[str, list[tuple[str, str]]] = {}

    def begin(self) -> None:
        """Nothing has been told yet."""
        self._told.clear()

    def follow(self, row: Row) -> None:
        """Take in what the row of a choice tells."""
        if row.kind == PLANNED:
            sentences = self._told.setdefault(row.seat, [])
            sentences += [(row.body["when"], sentence) for sentence in row.body["plans"]]

    def planned(self, match: Match, row: Row, plans: Sequence[str]) -> Row:
        """The row of a bot's choice, with what it says of its plans if that is new: bots that begin afresh repeat."""
        known = [sentence for _, sentence in self._told.get(row.seat, ())]
        fresh = [sentence for sentence in map(harmless, plans) if sentence not in {*known[:1], *known[-1:]}]
        if not fresh:
            return row
        turn = match.rules.turn_of(match.board)
        when = f"turn {turn}" if turn else "then"
        return evolve(row, kind=PLANNED, body={"action": dict(row.body), "plans": fresh, "when": when})

    def panels(self, seat: str, match: Match, named: Mapping[str, str]) -> dict[str, Panel]:
        """What a screen of ``seat`` may know of them, the latest first; ``named`` is what people call the seats."""
        told_to_all = match.outcome is not None or seat == REFEREE
        return {
            (name := f"plans {planner}"): Status(
                tuple(StatusLine(when, sentence) for when, sentence in reversed(sentences)),
                title=f"What the bot intends: {named.get(planner, planner)}",
                id=name,
            )
            for planner, sentences in self._told.items()
            if told_to_all or planner == seat
        }
