"""What the prompt tells of what happened depends only on what its seat noticed."""

import pytest

from wargame_console.output import Output
from wargame_core import Match, load
from wargame_core.flow.entries import Chose
from wargame_terminal.session import Session
from wargame_terminal.session_commands import COMMAND_TABLE


def told(match: Match, seat: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the prompt tells a seat of a match from its beginning."""
    Session(Output(), load("gettysburg"), match, [seat], {}, COMMAND_TABLE).tell_since(0, seat)
    return capsys.readouterr().out


def test_what_an_enemy_does_unnoticed_changes_no_word_of_the_news(capsys: pytest.CaptureFixture[str]) -> None:
    match = load("gettysburg").start(seed=1)
    (seat, *_) = match.waiting_for
    while match.waiting_for == (seat,):
        match.play(next(iter(match.choices())))
    own = [entry for entry in match.entries if {*entry.actions} <= {seat}]
    (enemy,) = match.waiting_for
    unnoticed = Chose(seq=match.seq, seat=enemy, action=next(iter(match.choices())))
    without, with_it = (Match.of(match.state, seed=1, entries=[*own, *more]) for more in ((), (unnoticed,)))
    assert told(without, seat, capsys) == told(with_it, seat, capsys) != ""
