"""What screens may say: read strictly, refused shortly, and no random message does any harm."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import fields
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from tests.core.skirmish_toy import toy
from tests.table.small_table import SmallTable
from tests.table.test_hub import AtOnce

from wargame_core.json_form import JsonObject
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import Opening
from wargame_table.messages.incoming import CODES, Hello, Refused, message_of, read_message
from wargame_table.messages.wire_schema import wire_schema
from wargame_table.network.guard import Guard, Limits, hash_of_key
from wargame_table.network.hub import Hub
from wargame_table.network.lobby import Lobby
from wargame_table.network.server import Site, Tables


@pytest.mark.parametrize(
    "text",
    [
        "[" * 16_000,
        '{"kind":"act"',
        "[]",
        "null",
        '"act"',
        '{"kind":"dance"}',
        '{"kind":["act"]}',
        '{"kind":"ping","more":1}',
        '{"kind":"act","id":"a"}',
        '{"kind":"act","id":"a","at":"x","action":[]}',
        '{"kind":"act","id":"a","at":"x","action":{"kind":NaN}}',
        '{"kind":"act","id":"a","at":"x","action":{"n":' + "9" * 400 + "}}",
        '{"kind":"act","id":7,"at":"x","action":{}}',
        '{"kind":"act","id":"aaaaaaaaaaaaaaaaaaaaaa","at":"x","action":{}}',
        '{"kind":"say","id":"a","text":"\\ud800"}',
        '{"kind":"say","id":"a","text":"' + "x" * 501 + '"}',
        '{"kind":"explain","id":"a","event":-1}',
        '{"kind":"explain","id":"a","event":true}',
        '{"kind":"explain","id":"a","event":1.5}',
        '{"kind":"hello","protocol":"wargame-table/4","have":[[1]]}',
        '{"kind":"hello","protocol":"wargame-table/4","have":[["1","x"]]}',
        '{"kind":"hello","protocol":"wargame-table/4","have":' + json.dumps([[1, "x"]] * 17) + "}",
        '{"kind":"ping","kind":"ping"}',
    ],
)
def test_what_is_no_message_is_refused_shortly(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_message(text)
    assert refused.value.code == "malformed"
    assert len(json.dumps(refused.value.to_json())) < 700


def test_a_language_with_one_kind_of_number_may_write_whole_ones_with_a_point() -> None:
    act = read_message('{"kind":"act","id":"a","at":"x","action":{"kind":"retreat","short":0.0,"to":"C5"}}')
    assert repr(act.action["short"]) == "0"  # type: ignore[union-attr]
    hello = read_message('{"kind":"hello","protocol":"wargame-table/4","have":[[57.0,"x"]]}')
    assert hello == read_message('{"kind":"hello","protocol":"wargame-table/4","have":[[57,"x"]]}')


WRONG: dict[str, str] = {
    "null": "null", "boolean": "true", "number": "1.5", "integer": "7", "string": '"x"', "array": "[1]",
    "object": '{"a":1}', "below": "-1", "digits": "9" * 400, "infinite": "1e999", "nan": "NaN", "endless": "-Infinity",
    "deep": "[" * 200 + "]" * 200, "half": '"\\ud83d"', "steers": '"\\u001b[2J"', "long": json.dumps("x" * 9000),
    "twice": '{"a":1,"a":2}', "open": '"', "nothing": "",
}  # fmt: skip
"""What may stand where a message has something else, by its kind."""
FITS = {"boolean": {"boolean"}, "string": {"string"}, "object": {"object"}, "array": set[str](), "integer": {"integer"}}
"""What of it may stand there after all, by the type in the schema."""


def wrong_messages() -> Iterator[str]:
    """Every message of the schema with every field of it gone, or something else in its place; and one field more."""
    defs = wire_schema(None)["$defs"]
    for named in defs["Said"]["anyOf"]:
        schema = defs[named["$ref"].rpartition("/")[2]]
        kinds = {
            name: part.get("type", "string" if "const" in part or "enum" in part else "object")
            for name, part in schema["properties"].items()
        }
        plain = {"string": '"x"', "boolean": "true", "integer": "0", "array": "[]", "object": "{}"}
        good = {name: plain[kind] for name, kind in kinds.items()}
        good |= {"kind": json.dumps(schema["properties"]["kind"]["const"])}
        good |= {"id": '"q7"'} if "id" in good else {}
        closed = {name: part["enum"][-1] for name, part in schema["properties"].items() if "enum" in part}
        good |= {name: json.dumps(value) for name, value in closed.items()}
        for name, kind in kinds.items():
            fits = FITS[kind] if name not in ("kind", *closed) else set()
            if kind == "string" and fits and "maxLength" not in schema["properties"][name]:
                fits = fits | {"long"}  # of which the rest is cut off
            for wrong in WRONG.keys() - fits:
                yield _written(good | {name: WRONG[wrong]})
        yield from (_written({key: good[key] for key in good if key != name}) for name in schema["required"])
        yield _written(good | {"more": "1"})
        yield _written(good)[:-1] + ',"kind":"ping"}'


def _written(parts: dict[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{part}' for name, part in parts.items()) + "}"


@pytest.mark.usefixtures("toy_known")
def test_whatever_stands_where_a_message_has_something_else_it_is_refused_in_words_with_its_id(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """By a whole server but for its port, and as it reads what comes over a web socket."""
    hub, app = unlimited()

    async def refused() -> int:
        before, count = (await hub.open("t")).session.match.state, 0
        for text in wrong_messages():
            given = '"id":"q7"' in text
            with pytest.raises(Refused) as problem:
                read_message(text)
            assert problem.value.request == ("q7" if given else ""), text[:200]
            status, answer = await posted(app, "/t/t/act", "red", text)
            assert (status, answer["kind"], answer["code"]) == (400, "refused", "malformed"), (text[:200], answer)
            assert answer.get("id") == ("q7" if given else None), text[:200]
            assert " " in answer["text"], text[:200]
            assert not re.search(r"Traceback|Error\b|<class|object at 0x", answer["text"]), answer
            count += 1
        assert (await hub.open("t")).session.match.state == before
        status, answer = await posted(app, "/t/t/act", "red", '{"kind":"judge","id":"q7","action":{"kind":"stay"}}')
        assert (status, answer["messages"][0]["id"]) == (200, "q7")
        return count

    assert asyncio.run(refused()) > 900
    assert not caplog.records


WISHES: dict[str, dict[str, str]] = {
    "/tables": {"game": '"toy"', "scenario": '"plain"', "options": "{}", "bots": "{}"},
    "/tournaments": {"title": '"T"', "names": '["A","B"]', "pairs": "[]", "both_sides": "1", "game": '{"game":"toy"}'},
    "/mine": {"tables": "1"},
    "/digests": {"tables": "1"},
    "/list": {"version": "true", "body": '"x"'},
    "/t/t/key": {"key": '"k"', "renew": "false"},
}
"""What may be asked of a server besides, with one thing wrong already."""


@pytest.mark.usefixtures("toy_known")
def test_whatever_else_is_asked_of_a_server_is_refused_in_words(caplog: pytest.LogCaptureFixture) -> None:
    _, app = unlimited()

    async def refused() -> None:
        texts = ("[]", "null", "1", '"x"', "", "{", "[" * 5000, "\0", "{}", '{"more":1}')
        for path, wish in WISHES.items():
            wrong = (_written(wish | {name: text}) for name in wish for text in WRONG.values())
            for text in (*texts, *wrong):
                status, answer = await posted(app, path, "red", text)
                assert (status < 300) == (answer.get("kind") != "refused"), (path, text[:200], answer)
                assert status < 500, (path, text[:200])
                assert status < 300 or " " in answer["text"], (path, text[:200], answer)
                assert not re.search(r"Traceback|Error\b|<class|object at 0x", answer.get("text", "")), answer

    asyncio.run(refused())
    assert not caplog.records


def unlimited() -> tuple[Hub, Tables]:
    """A server without a port and with a table, of which anything may be asked."""
    store, limits = SqliteStore(), Limits(**{limit.name: 10**6 for limit in fields(Limits) if limit.name != "seconds"})
    store.make("t", Opening.of(toy()), {"red": hash_of_key("red")}, 0.0)
    hub = Hub(store, AtOnce(), pause=0.0, limits=limits)
    return hub, Tables(Site(hub=hub, guard=Guard(limits=limits), lobby=Toys()))


class Toys(Lobby):
    """A lobby with the test game."""

    def ids(self) -> list[str]:
        return ["toy"]


async def posted(app: Tables, path: str, key: str, text: str) -> tuple[int, JsonObject]:
    """Status and body of the answer to a request, without a port."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": text.encode(), "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"authorization", b"Bearer " + key.encode())]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b"", "scheme": "http"}
    await app({**scope, "client": ("127.0.0.1", 1), "server": ("localhost", 80)}, receive, send)
    return sent[0]["status"], json.loads(b"".join(part["body"] for part in sent[1:]))


def test_a_name_is_cut_and_holds_nothing_that_steers_a_screen() -> None:
    hello = message_of({"kind": "hello", "protocol": "p", "name": "  A\u202enn\n of   the long name, the longest"})
    assert isinstance(hello, Hello)
    assert hello.name == "Ann of the long name, th"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KINDS = st.sampled_from(["act", "undo", "judge", "explain", "forecast", "rows", "film", "say", "seat", "ping", "hello"])
ACTIONS = st.fixed_dictionaries(
    {"kind": st.sampled_from(["hide", "go", "stay", "play_card", "give", "fly"])},
    optional={"space": VALUES, "to": VALUES, "card": VALUES, "seat": VALUES},
)
FIELDS: dict[str, Any] = {
    "id": st.text(max_size=18),
    "at": st.text(max_size=8),
    "action": ACTIONS | VALUES,
    "what": st.text(max_size=90),
    "event": st.integers(-2, 99),
    "first": st.integers(-2, 99),
    "text": st.text(max_size=20),
    "seat": st.sampled_from(["blue", "red", "green"]),
    "bot": st.sampled_from(["nobody", "wizard"]),
}
MESSAGES = st.fixed_dictionaries({"kind": KINDS}, optional=FIELDS) | VALUES


@pytest.fixture(scope="module")
def fuzzed() -> SmallTable:
    table = SmallTable(toy())
    table.sit("blue", "red", "spectator")
    table.act("red", {"kind": "hide", "space": 4})
    return table


WHO = st.sampled_from(["blue", "red", "spectator"])


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(who=WHO, message=MESSAGES)
def test_random_messages_are_refused_and_change_nothing(fuzzed: SmallTable, who: str, message: Any) -> None:
    changes_nothing(fuzzed, who, message)


def changes_nothing(fuzzed: SmallTable, who: str, message: Any) -> None:
    before, sent = fuzzed.session.match.state, fuzzed.sent()
    try:
        read = read_message(json.dumps(message))
    except Refused as problem:
        event(problem.code)
        return
    heard = fuzzed.session.hear(who, read)
    assert fuzzed.session.match.state == before
    assert heard.row is None or heard.row.kind == "seat"
    assert fuzzed.sent() == sent
    assert all(answer["code"] in CODES for _, answer in heard.messages if answer["kind"] == "refused")
    public = {"say"}
    assert all(connection == who or answer["kind"] in public for connection, answer in heard.messages)
    assert all(len(json.dumps(answer)) < 20_000 for _, answer in heard.messages)


# The page on the protocol shows what is really said and read.


PAGE = (Path(__file__).parents[2] / "docs/reference/table-protocol.md").read_text("utf-8")
SAID, TOLD = (
    [json.loads(line) for line in block.splitlines()] for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.S)[:2]
)


@pytest.mark.parametrize("example", SAID, ids=lambda example: example["kind"])
def test_every_message_of_a_screen_is_read_as_the_page_shows_it(example: JsonObject) -> None:
    assert message_of(example).kind == example["kind"]
