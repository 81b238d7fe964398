"""A table as it is kept: how its game began, and one row for everything that was done since.

A match is a function of the two. Any process that has the rows has the same game, the same dice and the same tags.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import blake2b

from attrs import field, frozen

from wargame_core.dice import Seeded, new_seed
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping

PLAY, PLANNED, UNDO, SEAT, CONTINUE = "play", "planned", "undo", "seat", "continue"
"""The kinds of rows.

A choice, a choice with what its bot said of its plans, a choice taken back, who plays a seat, a game that goes on from
what is kept of it.
"""
CHOICES = (PLAY, PLANNED)


@frozen(kw_only=True)
class Opening:
    """How a game began. ``seed`` and ``secret`` never leave the server before the end."""

    game: str
    scenario: str
    options: Mapping[str, str] = field(factory=dict)
    bots: Mapping[str, str] = field(factory=dict)
    referee: bool = False
    """Whether there is a link for somebody who sees everything; everybody at the table is told so."""
    clock: int = 0
    """Seconds of thinking that each seat is allowed; 0 for no clocks. Nothing is forfeited."""
    delay: int = 0
    """How many turns who watches is behind."""
    hooks: Mapping[str, str] = field(factory=dict, repr=False)
    """Addresses that are told when it is a seat's turn, by seat."""
    home: str = ""
    """Where the people of this table find its server: what its pages were asked at, as https://games.example.org."""
    seed: int = field(factory=new_seed, repr=False)
    secret: str = field(factory=lambda: secrets.token_hex(16), repr=False)
    rules: str = ""
    data: str = ""

    @staticmethod
    def of(
        game: Game,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        bots: Mapping[str, str] | None = None,
        referee: bool = False,
        clock: int = 0,
        delay: int = 0,
    ) -> Opening:
        """A new game with fresh dice. Raises `UnknownName` for a wrong scenario, option, value, seat or bot."""
        for seat, bot in (bots or {}).items():
            if seat not in game.seats:
                raise UnknownName("seat", seat, game.seats)
            if bot not in game.bots:
                raise UnknownName("bot", bot, game.bots)
        return Opening(
            game=game.id,
            scenario=game.rules.scenario(scenario).id,
            options=game.rules.read_options(options or {}),
            bots=dict(bots or {}),
            referee=referee,
            clock=clock,
            delay=delay,
            rules=game.rules.version,
            data=game.rules.digest,
        )

    def key(self, purpose: str) -> bytes:
        """A key made from the secret, another one for each purpose."""
        return blake2b(purpose.encode(), key=bytes.fromhex(self.secret), digest_size=16).digest()

    def begin(self, game: Game) -> Match:
        """The match at its beginning, with the dice, the salt and the tags that it has in every process."""
        match = Match.begin(game.rules, self.scenario, self.options, dice=Seeded(self.seed), seed=self.seed)
        match.bind(self.key("match"))
        return match


@frozen(kw_only=True)
class Row:
    """One thing done at a table. ``n`` goes up by one with every row, also with those that take something back."""

    n: int
    kind: str
    seat: str
    body: JsonMapping = field(factory=dict)
    at: float = field(default=0.0, eq=False)
    """When it was done, in seconds of the clock of the process that took it."""


def play_row(match: Match, row: Row) -> None:
    """Do in a match what a row says. Raises `WargameError` where today's rules refuse it."""
    match row.kind:
        case "play":
            match.play(row.body, row.seat)
        case "planned":
            match.play(row.body["action"], row.seat)
        case "undo":
            match.undo(row.seat)
        case "seat":
            pass
        case _:
            raise WargameError(f"row {row.n} is of a kind that this version does not know: {row.kind}")
