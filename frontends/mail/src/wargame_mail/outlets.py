"""The outlet of games by mail: what a player owes in a letter, and what is said to each choice put into one."""

from collections.abc import Iterable, Mapping
from typing import Any

from wargame_core import Game, Match
from wargame_core.json_form import JsonObject
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.plugins.outlets_of_core import PROBES, answer_or_refusal
from wargame_mail.correspondence import Choose, Correspondence, Item, Seal

SEALED = "0" * 64
"""A seal, of whatever choice."""


def _letter(game: Game, match: Match, seat: str) -> object:
    """What ``seat`` owes, whose turn it is, and what is said to what it may put into its letter."""
    if len(game.seats) != 2 or seat not in game.seats:
        return None
    view = match.view(seat)
    offered_actions = [row["action"] for row in view.menu(PROBES)] if view.asked else []
    of_no_use = [{"kind": kind} for kind in [*view.rules.codec.actions][:PROBES]]

    def new_correspondence() -> Correspondence:
        return Correspondence(lambda name: game, match=match.fork(), seats=(game.seats[0], game.seats[1]))

    def answer_to(*items: Item) -> str:
        correspondence = new_correspondence()
        for item in items:
            correspondence.add(seat, item)
        return "taken"

    def answers_to(actions: Iterable[Mapping[str, Any]], *items_before: Item) -> list[str]:
        return [answer_or_refusal(answer_to, *items_before, Choose(action)) for action in actions]

    correspondence = new_correspondence()
    letter_facts: JsonObject = {
        "opponent": correspondence.other_seat(seat),
        "due": correspondence.reminder_text(seat),
        "sealed": [correspondence.chooses_in_secret(match), answer_or_refusal(answer_to, Seal(SEALED))],
        "open": answers_to([*offered_actions, *of_no_use]),
        "after a seal": answers_to(offered_actions, Seal(SEALED)),
    }
    return letter_facts


_LETTER = (
    "wargame_mail.correspondence:Correspondence.reminder_text",
    "wargame_mail.correspondence:Correspondence.other_seat",
)

_CLOSED = {"wargame_mail.mailbox:Mailbox.offer": "an offer, before there is a match"}

REGISTER = OutletRegister((Outlet("letter", _letter, _LETTER, apart=6),), _CLOSED)
