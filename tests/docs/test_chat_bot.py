"""The chat bot of docs/howto plays: each player reads their own menu, and the channel only what everybody may know."""

from random import Random

from tests.conftest import ROOT, script

from wargame_core import SPECTATOR, Session, load

BOT = ROOT / "docs" / "howto" / "chat_bot.py"


def test_two_people_play_in_a_channel_that_learns_no_secret() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) < 60
    table = script(BOT).Table("battlecry")
    people = dict(zip(table.session.people, ("ann", "bob"), strict=True))
    heard = [said for seat, person in people.items() for said in table.hear(person, f"join {seat}")]
    rng = Random(1)
    while table.session.match.outcome is None and table.session.match.seq < 150:
        (seat,) = table.session.match.waiting_for
        heard += table.hear(people[seat], rng.choice(table.session.match.choices(seat).labels))
    told = [line for reader, text in heard if reader == "#channel" for line in text.splitlines()]
    assert [line for line in told if line[:3] not in people.values()] == table.session.match.view(SPECTATOR).log
    assert {reader for reader, _ in heard} == {"#channel", "ann", "bob"}


def test_it_says_why_not_and_takes_back() -> None:
    table = script(BOT).Table("battlecry")
    table.session = Session(load("battlecry").start(seed=3))
    table.hear("ann", "join union")
    assert table.hear("ann", "Assault Center")[0] == (
        "#channel",
        "Union plays Assault Center.\nOrders: 6 in the center.",
    )
    refusal = "Assault Center leaves no order for Union infantry u1 [BC150 p.4 Section Cards]"
    assert table.hear("ann", "why u1") == [("ann", refusal)]
    at = table.at
    table.hear("ann", "order General McDowell")
    assert table.hear("ann", "undo")[0] == ("#channel", "ann takes a choice back")
    assert table.at == at
    assert table.hear("eve", "Scout") == [("eve", "'spectator' does not play (seats: union, confederate)")]
    assert table.hear("ann", "why Nowhere") == [
        ("ann", "'Nowhere' is not a piece, place or card here, and no heading of the rules")
    ]
