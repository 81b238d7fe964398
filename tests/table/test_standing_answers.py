"""What a seat has said beforehand is chosen at a table by the server, after a time that a person could take."""

import asyncio
from random import Random

from attrs import evolve
from tests.table.small_table import SmallTable
from tests.table.test_hub import AtOnce

from wargame_core import load
from wargame_hex_and_counter.board.actions import HoldFire
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening, Row
from wargame_table.messages.incoming import PROTOCOL, Hello
from wargame_table.network.endpoints import Messages
from wargame_table.network.hub import SECONDS_OF_PREPARED_CHOICE, Hub

GAME = load("brices_crossroads")
HOLDS = {"kind": "hold_fire"}


def to_a_standing_answer() -> tuple[SmallTable, Opening]:
    """A table that waits for a seat which has said that nobody fires on this turn."""
    for seed in range(20):
        opening = evolve(Opening.of(GAME), seed=seed)
        table, rng = SmallTable(GAME, opening).sit(*GAME.seats), Random(seed)
        while table.session.match.pending is not None and len(table.rows) < 120:
            match = table.session.match
            if match.standing_answer is not None and isinstance(match.standing_answer[1], HoldFire):
                return table, opening
            (seat,) = match.waiting_for
            rows = match.view(seat).menu()
            never = [
                row["action"] for row in rows if row["action"]["kind"] == "ask_later" and not row["action"]["within"]
            ]
            chosen = match.rules.codec.to_json(match.choices(seat).sample(rng))
            table.act(seat, max(never, key=lambda action: len(action["pieces"])) if never else chosen)
    raise AssertionError("no seat that holds its fire is asked again")


def test_a_table_plays_it_once_and_not_when_the_game_has_moved_on() -> None:
    table, _ = to_a_standing_answer()
    session = table.session
    assert session.has_choice_to_come
    assert session.bot_to_think is None
    assert session.answer_beforehand(session.n - 1).row is None
    (seat,) = session.match.waiting_for
    row = session.answer_beforehand(session.n).row
    assert row is not None
    assert (row.seat, row.body) == (seat, HOLDS)


def test_the_server_waits_as_long_as_a_person_could() -> None:
    small, opening = to_a_standing_answer()
    assert 1 <= SECONDS_OF_PREPARED_CHOICE[0] < SECONDS_OF_PREPARED_CHOICE[1]

    async def played(standing: tuple[float, float]) -> list[Row]:
        store = SqliteStore()
        store.make("t", opening, {}, 0.0)
        for row in small.rows:
            store.append("t", row)
        hub = Hub(store, AtOnce(), pause=0.0, seconds_of_preparation=standing)
        table = await hub.open("t")
        await hub.join(table, small.session.match.waiting_for[0], Hello(protocol=PROTOCOL), Messages())
        assert table.thinking is not None
        await asyncio.wait([table.thinking], timeout=0.0 if standing[0] else None)
        table.thinking.cancel()
        return table.session.rows[len(small.rows) :]

    assert [row.body for row in asyncio.run(played((0.0, 0.0)))][:1] == [HOLDS]
    assert asyncio.run(played((60.0, 60.0))) == []
