"""A bot of ours as an engine: it reads what a game says and writes what it chooses."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from wargame_core import Game, State, WargameError
from wargame_core.flow.players import Player, choose, plans_of
from wargame_core.flow.view import View
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import RECORD_LINE, LimitError, quote, read_json
from wargame_lab.engines.messages import NAME, PLAN, PROTOCOL, WORLD

Say: TypeAlias = Callable[[str], None]
"""Writes a line."""


class BotEngine:
    """Lets the bots of a game, by seat, choose what is asked in messages.

    They choose in the worlds that come with the questions, from which they see what their seat sees.
    """

    def __init__(self, game: Game, bots: Mapping[str, str]) -> None:
        self._game, self._bots = game, bots
        self._seat = ""
        self._player: Player | None = None
        self._plans_said = 0

    def answer(self, message: JsonMapping) -> JsonObject | None:
        """The answer to a message; None to one that has none. Raises `WargameError` for what cannot be answered."""
        match message.get("kind"):
            case "hello":
                if message["protocol"] != PROTOCOL:
                    raise WargameError(f"the game speaks {quote(message['protocol'])}, this engine {PROTOCOL!r}")
                self._begin(message["game"])
                name = " and ".join(dict.fromkeys(self._bots.values()))
                return {"kind": "hello", "protocol": PROTOCOL, "name": name[:NAME], "wants": [WORLD]}
            case "new_game":
                self._begin(message["game"])
            case "choose":
                return self._choice(message)
        return None

    def _begin(self, game_json: JsonMapping) -> None:
        rules = self._game.rules
        for rule_field, own_value in {"id": rules.id, "rules": rules.version, "data": rules.source.digest}.items():
            if game_json[rule_field] != own_value:
                raise WargameError(
                    f"the {rule_field} of the game is {quote(game_json[rule_field])}, "
                    f"and here {quote(own_value)}: name the same game "
                    "with the same variants and data, and install the same version"
                )
        self._seat, self._plans_said = rules.seat(game_json["seat"]), 0
        self._player = self._game.bot(self._bots[self._seat], seed=game_json["seed"])

    def _choice(self, message: JsonMapping) -> JsonObject:
        """What the bot chooses in the world that came with the question. Raises `WargameError` where none came."""
        if self._player is None:
            raise WargameError("a question came before any game")
        if message.get("world") is None:
            raise WargameError(f"{self._seat} cannot imagine a full position now, and a bot of ours needs one")
        view = View.of(State.load(self._game.rules, message["world"]), self._seat)
        action = self._game.rules.codec.to_json(choose(self._player, view))
        plans = " ".join(plans_of(self._player)[self._plans_said :])
        self._plans_said = len(plans_of(self._player))
        return {"kind": "choice", "id": message["id"], "action": action} | ({"plan": plans[:PLAN]} if plans else {})


def serve_bot(bot: BotEngine, lines: Iterable[str], say_line: Say) -> None:
    """Answer the lines of a game until it says ``end``, or there are no more. Raises `WargameError` for a wrong one."""
    for line in lines:
        try:
            message = read_json(line, RECORD_LINE)
            if message["kind"] == "end":
                return
            answer = bot.answer(message)
        except (LimitError, LookupError, TypeError) as problem:
            reason = str(problem) if isinstance(problem, LimitError) else "see `wargame engine --schema`"
            raise WargameError(f"this is not what a game says to an engine: {quote(line)}; {reason}") from None
        if answer is not None:
            say_line(json.dumps(answer, separators=(",", ":")) + "\n")
