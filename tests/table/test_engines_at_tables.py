"""Engines at tables: offered by the host, chosen by name, never named by those who sit there; what fails is said."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.core.skirmish_toy import toy
from tests.table.test_hub import hub_on, seated

from wargame_core import UnknownName
from wargame_core.json_form import JsonObject
from wargame_lab import EngineLimits, engine
from wargame_lab.engines.player import say_nothing
from wargame_table.keeping.rows import Opening
from wargame_table.local import LiveSession, LocalTable
from wargame_table.messages.incoming import PROTOCOL, message_of
from wargame_table.network.hub import FAILED
from wargame_table.network.lobby import Lobby, Wishes
from wargame_table.network.webhooks import Hooks
from wargame_table.play import slow_requests
from wargame_table.play.session import TableSession

HOSTILE = Path(__file__).parents[1] / "engines/hostile.py"
pytestmark = pytest.mark.usefixtures("toy_known")


def offered(word: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer an engine that does what the word says."""
    command = [sys.executable, "-I", "-S", str(HOSTILE), word, str(folder)]
    own = engine(command, limits=EngineLimits(faults=1), tell=say_nothing)
    monkeypatch.setitem(slow_requests._games, "toy", toy().with_further_bots({"engine bold": own}))


def test_an_engine_that_fails_is_told_once_without_its_reasons_and_the_game_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered("end", tmp_path, monkeypatch)

    async def watched() -> tuple[bool, list[JsonObject]]:
        hub = hub_on(":memory:")
        game = slow_requests.game_called("toy")
        hub.store.make("t", Opening.of(game, bots={"blue": "engine bold", "red": "random"}), {}, 0.0)
        table, _, line = await seated(hub, "spectator")
        assert table.thinking is not None
        await table.thinking
        said = [message for message in line.sent if message["kind"] == "say"]
        return table.session.match.outcome is not None, said

    over, said = asyncio.run(watched())
    assert over
    assert said == [{"kind": "say", "from": "engine bold", "seat": "blue", "text": FAILED}]
    assert str(tmp_path) not in str(said)


def test_an_engine_that_chooses_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offered("first", tmp_path, monkeypatch)

    async def watched() -> list[JsonObject]:
        hub = hub_on(":memory:")
        game = slow_requests.game_called("toy")
        hub.store.make("t", Opening.of(game, bots=dict.fromkeys(game.seats, "engine bold")), {}, 0.0)
        table, _, line = await seated(hub, "spectator")
        assert table.thinking is not None
        await table.thinking
        assert table.session.match.outcome is not None
        return [message for message in line.sent if message["kind"] == "say"]

    assert asyncio.run(watched()) == []


def test_in_a_notebook_the_reasons_are_there_for_whoever_plays(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(HOSTILE), "end", str(tmp_path)]
    table = LocalTable(LiveSession(toy(), toy().start(seed=1), engine(command, tell=say_nothing)))
    reply = table.think()
    assert reply is not None
    assert reply.failure is not None
    assert "ended with exit code 3" in reply.failure["details"]
    assert reply.row is not None


def test_who_sits_at_a_table_chooses_an_engine_by_its_name_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered("first", tmp_path, monkeypatch)
    made = tmp_path / "made"
    word, game = f"engine:touch {made}", slow_requests.game_called("toy")
    lobby = Lobby(["toy"])
    monkeypatch.setattr(lobby, "ids", lambda: ["toy"])
    for bot in (word, f"engine bold; touch {made}", "bold"):
        with pytest.raises(UnknownName, match="unknown bot"):
            asyncio.run(lobby.opening(Wishes(game="toy", bots={"blue": bot}), Hooks()))
    opening = asyncio.run(lobby.opening(Wishes(game="toy", bots={"blue": "engine bold"}), Hooks()))
    assert opening.bots == {"blue": "engine bold"}
    session = TableSession(game, Opening.of(game))
    session.join("a", "red", message_of({"kind": "hello", "protocol": PROTOCOL}))  # type: ignore[arg-type]  # a hello
    [(_, answer)] = session.hear(
        "a", message_of({"kind": "seat", "id": "c1", "seat": "red", "bot": word[:80]})
    ).messages
    assert answer["kind"] == "refused"
    assert answer["text"].startswith("there is no bot engine:touch")
    assert not made.exists()
