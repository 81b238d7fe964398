"""A recorded conversation with the reference engine: every line of it is said again, by the game and by the engine."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.engines.reference import reference_engine

import wargame_lab.engines
from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_lab import engine
from wargame_lab.engines.messages import HostMessage, line_of, read_line
from wargame_lab.engines.player import Engine
from wargame_lab.engines.process import EngineProcess
from wargame_lab.engines.schema import engine_schema

FILE = Path(wargame_lab.engines.__file__).with_name("conversation.jsonl")
PAGE = Path(__file__).parents[2] / "docs/reference/engine-protocol.md"
GAME = "thunder_on_the_mississippi"
CHOICES = 4
"""The choices of the engine in each of two games."""
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def kept() -> list[JsonObject]:
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[JsonObject]:
    """The beginnings of two games as they are said today, of which the second has another seat, and the end."""
    lines: list[JsonObject] = []
    send, receive = EngineProcess.send, EngineProcess.next_line

    def sent(process: EngineProcess, message: HostMessage) -> None:
        lines.append({"host": json.loads(line_of(message))})
        send(process, message)

    def received(process: EngineProcess, until: float) -> str | None:
        line = receive(process, until)
        if line is not None:
            lines.append({"engine": json.loads(line)})
        return line

    monkeypatch.setattr(EngineProcess, "send", sent)
    monkeypatch.setattr(EngineProcess, "next_line", received)
    bold = engine(["node", str(reference_engine(tmp_path))])
    for seat in ("union", "confederate"):
        play(bold, seat)
    bold.close()
    return lines


def play(bold: Engine, seat: str) -> None:
    """A game until the engine has made some choices, for one seat."""
    match, own, choices = load(GAME).start(seed=1863), bold(seed=11), 0
    while choices < CHOICES:
        view = match.view(match.waiting_for[0], history=False)
        choices += view.seat == seat
        match.play(own(view) if view.seat == seat else view.choices[-1], view.seat)


def test_a_game_says_today_what_it_said_when_the_conversation_was_recorded(
    recorded: list[JsonObject], request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--update-golden"):
        texts = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in recorded)
        FILE.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    hint = "if this is meant: pytest tests/engines/test_engine_conversation.py --update-golden"
    for number, (line, before) in enumerate(zip(recorded, kept(), strict=True), 1):
        assert line == before, f"line {number}: {hint}"


def test_the_reference_engine_answers_the_recorded_lines_as_it_did(tmp_path: Path) -> None:
    said = "".join(json.dumps(line["host"]) + "\n" for line in kept() if "host" in line)
    command = ["node", str(reference_engine(tmp_path))]
    done = subprocess.run(command, input=said, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        line["engine"] for line in kept() if "engine" in line
    ]


def test_the_page_shows_every_message_as_the_schema_says() -> None:
    schema, page = engine_schema(), PAGE.read_text("utf-8")
    lines = [json.loads(line) for line in re.findall(r'^\{"kind".*\}$', page, re.MULTILINE)]
    check = jsonschema.Draft202012Validator(schema)
    for line in lines:
        check.validate(line)
    kinds = {
        part["properties"]["kind"]["const"] for part in schema["$defs"].values() if "kind" in part.get("properties", ())
    }
    assert {line["kind"] for line in lines} == kinds


def test_it_holds_what_the_schema_says_and_what_a_game_reads() -> None:
    schema = engine_schema()
    sides: dict[str, Any] = {
        side: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
        for side, name in (("host", "HostSays"), ("engine", "EngineSays"))
    }
    for line in kept():
        ((side, message),) = line.items()
        sides[side].validate(message)
    for line in kept():
        if "engine" in line:
            assert read_line(json.dumps(line["engine"])).kind == line["engine"]["kind"]
    assert {line["host"]["kind"] for line in kept() if "host" in line} == {"hello", "choose", "new_game", "end"}
