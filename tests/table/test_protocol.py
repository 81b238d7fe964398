"""What screens may say: read strictly, refused shortly, and no random message does any harm."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from tests.core.skirmish_toy import toy
from tests.table.small_table import SmallTable

from wargame_core.json_form import JsonObject
from wargame_table.protocol import CODES, Hello, Refused, message_of, read_message


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
        '{"kind":"hello","protocol":"wargame-table/2","have":[[1]]}',
        '{"kind":"hello","protocol":"wargame-table/2","have":[["1","x"]]}',
        '{"kind":"hello","protocol":"wargame-table/2","have":' + json.dumps([[1, "x"]] * 17) + "}",
        '{"kind":"ping","kind":"ping"}',
    ],
)
def test_what_is_no_message_is_refused_shortly(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_message(text)
    assert refused.value.code == "malformed"
    assert len(json.dumps(refused.value.to_json())) < 700


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
    assert all(answer["code"] in CODES for _, answer in heard.out if answer["kind"] == "refused")
    public = {"say"}
    assert all(connection == who or answer["kind"] in public for connection, answer in heard.out)
    assert all(len(json.dumps(answer)) < 20_000 for _, answer in heard.out)


# The page on the protocol shows what is really said and read.


PAGE = (Path(__file__).parents[2] / "docs/reference/table-protocol.md").read_text("utf-8")
SAID, TOLD = (
    [json.loads(line) for line in block.splitlines()] for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.S)[:2]
)


@pytest.mark.parametrize("example", SAID, ids=lambda example: example["kind"])
def test_every_message_of_a_screen_is_read_as_the_page_shows_it(example: JsonObject) -> None:
    assert message_of(example).kind == example["kind"]
