"""What changes a game: a message becomes a row, and a row is played, or refused in words with nothing changed."""

from __future__ import annotations

from wargame_core.errors import IllegalAction, MalformedAction, NotYourTurn, WargameError
from wargame_core.flow.match import Match
from wargame_core.json_form import JsonMapping
from wargame_table.protocol import Refused
from wargame_table.rows import PLAY, UNDO, Row, play_row

BROUGHT_LIGHT = "your last choice told you or somebody else something: it stands"


def choice(match: Match, n: int, seat: str, action: JsonMapping) -> Row:
    """The row of a choice, the action as the rules read it. Raises `Refused` for what is no action."""
    try:
        read = match.rules.let_in(dict(action))
    except WargameError as problem:
        raise Refused("malformed", str(problem)) from None
    return Row(n=n, kind=PLAY, seat=seat, body=match.rules.codec.to_json(read))


def taking_back(match: Match, n: int, seat: str) -> Row:
    """The row that takes the seat's last choice back. Raises `Refused` where it may not."""
    if not match.can_undo(seat):
        raise Refused(
            "no_undo", BROUGHT_LIGHT if match.may_ask_undo(seat) else "there is nothing that you could take back"
        )
    return Row(n=n, kind=UNDO, seat=seat)


def play(match: Match, row: Row) -> None:
    """Do what a row says. Raises `Refused`: the match is as it was."""
    try:
        play_row(match, row)
    except IllegalAction as problem:
        raise Refused("illegal", str(problem), problem.verdict) from None
    except MalformedAction as problem:
        raise Refused("malformed", str(problem)) from None
    except NotYourTurn as problem:
        raise Refused("not_asked", str(problem)) from None
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None
    except Exception as problem:  # a mistake in a game: the match is as it was, and the table goes on
        raise Refused("unavailable", f"the rules of this game failed ({type(problem).__name__})") from None
