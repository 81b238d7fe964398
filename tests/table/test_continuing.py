"""A game whose rules have changed since is told and shown, and goes on from the last turn that is kept."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator

import pytest
from tests.core.skirmish_toy import toy
from tests.table.test_hub import Line, act, hub_on, seated, settled

from wargame_core.flow.state import State
from wargame_table import thinking
from wargame_table.hub import Hub
from wargame_table.protocol import Refused, message_of
from wargame_table.rows import CONTINUE, Opening

REFUSED = '{"kind":"hide","space":9}'
OTHERWISE = '{"kind":"hide","space":3}'


@pytest.fixture(autouse=True)
def toy_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(thinking._games, "toy", toy())
    yield
    thinking._matches.clear()


async def play(hub: Hub, lines: dict[str, tuple[str, Line]], most: int) -> None:
    rng = random.Random(2)
    for number in range(most):
        asked = [(connection, line) for connection, line in lines.values() if "ask" in line.last("update")]
        if asked:
            connection, line = asked[0]
            action = rng.choice(line.last("update")["ask"]["rows"])["action"]
            await hub.hear(settled(hub), connection, act(line, action, number))


async def sat(hub: Hub) -> dict[str, tuple[str, Line]]:
    return {role: (await seated(hub, role))[1:] for role in ("red", "blue")}


async def played(most: int = 14) -> tuple[Hub, State]:
    """A table some turns into its game, no longer open; with the position of its last turn."""
    hub = hub_on(":memory:")
    hub.store.make("t", Opening.of(toy(), None, {"bow": "no"}), {}, 0.0)
    await play(hub, await sat(hub), most)
    turn = settled(hub).session.match.snapshots[-1][1]
    hub._tables._tables.clear()
    return hub, turn


def change(hub: Hub, first: str, rules: str) -> None:
    """The first choice is another one now, as today's rules read it; the game was played by these rules."""
    hub.store._change("update log set body = ? where n = 0", first)
    [(opening,)] = hub.store._read("select opening from tables")
    hub.store._change("update tables set opening = ?", json.dumps({**json.loads(opening), "rules": rules}))


@pytest.mark.parametrize(("first", "rules"), [(REFUSED, toy().rules.version), (OTHERWISE, "older")])
def test_what_todays_rules_refuse_or_tell_otherwise_goes_on_from_the_last_turn(first: str, rules: str) -> None:
    async def changed() -> tuple[State, State, Line, list[str], bool]:
        hub, turn = await played()
        change(hub, first, rules)
        lines = await sat(hub)
        now = settled(hub).session.match.state
        await play(hub, lines, 3)
        connection, line = lines["red"]
        await hub.hear(settled(hub), connection, message_of({"kind": "film", "id": "f"}))
        then = settled(hub).session.match.state
        hub._tables._tables.clear()
        await hub.open("t")
        kinds = [row.kind for row in hub.store.rows("t")]
        return now, turn, line, kinds, settled(hub).session.match.state == then

    now, turn, line, kinds, same = asyncio.run(changed())
    assert now == turn
    assert "It goes on from the beginning of the last turn" in line.last("welcome")["continued"]
    assert line.sent[1]["known"] > 3  # the story up to there is told
    assert line.last("film")["frames"]
    assert kinds.count(CONTINUE) == 1
    assert same


def test_with_the_same_story_under_other_rules_nothing_is_said() -> None:
    async def opened() -> Line:
        hub, _ = await played()
        [first] = hub.store._read("select body from log where n = 0")
        change(hub, first[0], "older")
        return (await sat(hub))["red"][1]

    assert "continued" not in asyncio.run(opened()).last("welcome")


def test_with_nothing_kept_a_game_that_is_refused_is_not_gone_on_with() -> None:
    async def opened() -> None:
        hub, _ = await played()
        hub.store._change("delete from stories")
        change(hub, REFUSED, "older")
        await hub.open("t")

    with pytest.raises(Refused, match="cannot be gone on with by the rules that are installed now"):
        asyncio.run(opened())
