"""The page on the protocol shows what is really said and read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.core.skirmish_toy import toy
from tests.table.small_table import SmallTable

from wargame_core.json_form import JsonObject
from wargame_table import protocol
from wargame_table.protocol import CODES, message_of
from wargame_table.rows import Opening

PAGE = (Path(__file__).parents[2] / "docs/reference/table-protocol.md").read_text("utf-8")
SAID, TOLD = (
    [json.loads(line) for line in block.splitlines()] for block in re.findall(r"```json\n(.*?)\n```", PAGE, re.S)[:2]
)


@pytest.mark.parametrize("example", SAID, ids=lambda example: example["kind"])
def test_every_message_of_a_screen_is_read_as_the_page_shows_it(example: JsonObject) -> None:
    assert message_of(example).kind == example["kind"]


def test_the_page_shows_every_message_that_is_read_and_every_code_of_a_refusal() -> None:
    assert {example["kind"] for example in SAID} == set(protocol._KINDS)
    assert all(f"`{code}`" in PAGE for code in CODES)


def test_nothing_is_sent_that_the_page_does_not_show() -> None:
    table = SmallTable(toy(), Opening.of(toy(), bots={"red": "random"}, clock=60))
    table.join("blue", "blue")
    table.join("red", "red")
    table.let_bots_play()
    table.say("blue", "film")
    table.say("blue", "judge", action={"kind": "stay"})
    table.say("blue", "explain", what="mill")
    table.say("blue", "rows", at=table.at("blue"), first=0)
    table.say("blue", "say", text="hello")
    table.act("blue", {"kind": "go", "to": 4})
    table.act("blue", {"kind": "stay"})
    shown = {example["kind"]: set(example) for example in TOLD}
    more = {"update": {"outcome", "chosen", "sheet", "clock"}, "explained": {"ruling"}}
    for frame in (frame for frames in table.frames.values() for frame in frames):
        assert set(frame) <= shown[frame["kind"]] | more.get(frame["kind"], set())
