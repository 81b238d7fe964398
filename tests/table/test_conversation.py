"""A recorded conversation: every line of it is said and heard again, by the table and by the client's own state."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve
from tests.table.small_table import Glass

from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import Opening
from wargame_table.local import CLIENT
from wargame_table.messages.incoming import PROTOCOL, Refused, message_of
from wargame_table.play import analyses, slow_requests
from wargame_table.play.people import Out
from wargame_table.play.session import TableSession
from wargame_table.wire_files import ENTRIES, package_files

FILE = CLIENT / "conversation.jsonl"
SEATS = ("union", "confederate", "spectator")
DRAWN = {"faces", "marks", "face", "x", "y", "scale"}
"""How things look is no matter of the conversation: a new drawing of a counter changes no vector."""


class Conversation:
    """A table whose screens are named after their seats, and a line for all that is said and heard there."""

    def __init__(self, opening: Opening) -> None:
        table = {"game": opening.game, "scenario": opening.scenario, "options": {}, "seed": str(opening.seed)}
        self.lines: list[JsonObject] = [{"protocol": PROTOCOL, "table": table}]
        self.session = TableSession(load(opening.game), opening, abilities=("note",))
        self.ids, self.rng = 0, random.Random(1863)

    @staticmethod
    def beginning(game: str) -> Conversation:
        """A table with the same dice each time, and everybody at it."""
        talk = Conversation(evolve(Opening.of(load(game)), seed=1863, secret="00" * 16))
        talk.says("union", {"kind": "ping"})
        talk.says("union", {"kind": "hello", "protocol": PROTOCOL, "name": "Ann"})
        for seat in SEATS[1:]:
            talk.says(seat, {"kind": "hello", "protocol": PROTOCOL})
        return talk

    def question(self) -> tuple[str, str, list[JsonObject]]:
        """Who is asked, the tag of the update that asks, and the menu."""
        seat = next(seat for seat in SEATS if "ask" in self.update(seat))
        return seat, self.update(seat)["at"], self.update(seat)["ask"]["rows"]

    def plays(self, choices: int, undo: bool = False) -> None:
        """So many choices, with ``undo`` each taken back once where it may be."""
        for _ in range(choices):
            seat, at, rows = self.question()
            action = self.rng.choice(rows)["action"]
            self.asks(seat, "act", at=at, action=action)
            if undo and self.update(seat)["undo"]["may"]:
                self.asks(seat, "undo", at=self.update(seat)["at"])
                self.asks(seat, "act", at=self.update(seat)["at"], action=action)

    def whole(self) -> list[JsonObject]:
        """All of it, and what each screen shows at its end."""
        return [*self.lines, *map(self.shows, SEATS)]

    def says(self, screen: str, message: JsonObject) -> None:
        """A screen says something, and whoever hears of it hears it."""
        self.lines.append({"screen": screen, "says": message})
        try:
            read = message_of(json.loads(json.dumps(message)))
        except Refused as problem:
            self._hear([(screen, problem.to_json())])
            return
        if read.kind == "hello":
            self._hear(self.session.join(screen, screen, read))  # type: ignore[arg-type]  # by its kind
            return
        heard = self.session.hear(screen, read)
        told = self.session.after_row_kept(heard.row) if heard.row is not None else []
        self._hear([*heard.messages, *told])
        if heard.work is not None:
            self._hear([(screen, self.session.do(screen, heard.work))])

    def asks(self, screen: str, kind: str, **more: Any) -> None:
        self.ids += 1
        self.says(screen, {"kind": kind, "id": f"c{self.ids}", **more})

    def _hear(self, told: list[Out]) -> None:
        self.lines += [{"screen": screen, "hears": json.loads(json.dumps(message))} for screen, message in told]

    def update(self, screen: str) -> JsonObject:
        """The latest update of a screen."""
        return next(
            line["hears"]
            for line in reversed(self.lines)
            if line.get("screen") == screen and line.get("hears", {}).get("kind") == "update"
        )

    def shows(self, screen: str) -> JsonObject:
        """What a screen shows that has followed every update."""
        glass, own = Glass(), [line for line in self.lines if line.get("screen") == screen]
        glass.follow(line["hears"] for line in own if "hears" in line)
        told = {"story": len(glass.story), "tag": self.update(screen)["tag"]}
        return {"screen": screen, "shows": {**told, "pieces": glass.pieces, "panels": glass.panels}}


def recorded() -> list[JsonObject]:
    """Two beginnings: one with every kind of question and all that is refused, one with choices that are taken back."""
    asked = Conversation.beginning("thunder_on_the_mississippi")
    seat, at, rows = asked.question()
    refused_and_answered(asked, seat, at, rows[0]["action"])
    hinted(asked, seat)
    asked.plays(4)
    asked.asks("union", "offer", what="back", at=asked.update("union")["at"])
    asked.asks("confederate", "answer", at=asked.update("confederate")["at"], yes=True)
    known = asked.update("union")
    asked.says("union", {"kind": "hello", "protocol": PROTOCOL, "have": [[known["known"], known["tag"]]]})
    asked.asks("union", "film")
    asked.asks("union", "seat", seat="union", bot="random")
    taken_back = Conversation.beginning("battlecry")
    taken_back.plays(6, undo=True)
    for what in ("draw", "again"):
        taken_back.asks("union", "offer", at=taken_back.update("union")["at"], what=what)
    taken_back.asks("confederate", "answer", at=taken_back.update("confederate")["at"], yes=False)
    taken_back.asks("spectator", "resign", at=taken_back.update("spectator")["at"])
    taken_back.asks("confederate", "resign", at=taken_back.update("confederate")["at"])
    taken_back.asks("spectator", "course")
    with patch.object(
        analyses, "ANALYSIS_SECONDS", 0.0
    ):  # no choice is judged, so that it is the same on every machine
        taken_back.asks("union", "analysis")
    return [*asked.whole(), *taken_back.whole()]


def refused_and_answered(talk: Conversation, seat: str, at: str, action: JsonObject) -> None:
    """One of each question, and of each thing that is not done."""
    talk.asks(seat, "judge", action=action)
    talk.asks(seat, "judge", action={"kind": "done"})
    talk.asks(seat, "forecast", action=action)
    talk.asks(seat, "explain", what="nowhere")
    talk.asks(seat, "rows", at=at, first=1)
    talk.asks(seat, "rules")
    talk.asks(seat, "act", at="another", action=action)
    talk.asks(seat, "act", at=at, action={"kind": "dance"})
    talk.asks("spectator", "act", at=at, action=action)
    talk.asks(seat, "undo", at=at)
    talk.asks(seat, "dance")
    talk.asks(seat, "say", text="Good luck", to="seats")
    talk.asks(seat, "note", text="He comes by water.")
    talk.asks(seat, "name", name="Ann")
    talk.asks("spectator", "name", name="ANN")


def hinted(talk: Conversation, seat: str) -> None:
    """A hint, once both have agreed; without the time to rate choices, so that it is the same on every machine."""
    other = "confederate" if seat == "union" else "union"
    talk.asks(seat, "hint")
    talk.asks(seat, "analysis")
    talk.asks(other, "offer", what="hints", at=talk.update(other)["at"])
    talk.asks(seat, "answer", at=talk.update(seat)["at"], yes=True)
    with patch.object(slow_requests, "HINT_SECONDS", 0.0):
        talk.asks(seat, "hint")


def kept() -> list[JsonObject]:
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def plain(part: Any) -> Any:
    """A part of a conversation without how things look."""
    if isinstance(part, dict):
        return {name: plain(value) for name, value in part.items() if name not in DRAWN}
    return [plain(value) for value in part] if isinstance(part, list) else part


def test_a_table_says_today_what_it_said_when_the_conversation_was_recorded(request: pytest.FixtureRequest) -> None:
    lines = recorded()
    if request.config.getoption("--update-golden"):
        texts = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
        FILE.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    hint = "if this is meant: pytest tests/table/test_conversation.py --update-golden"
    for number, (line, before) in enumerate(zip(lines, kept(), strict=True), 1):
        assert plain(line) == plain(before), f"line {number}: {hint}"


def test_every_kind_of_message_is_in_the_conversation() -> None:
    schema = json.loads((CLIENT / "wire.schema.json").read_text("utf-8"))["$defs"]
    for union, heard in (("Said", "says"), ("Told", "hears")):
        kinds = {line[heard].get("kind") for line in kept() if heard in line}
        names = [option["$ref"].removeprefix("#/$defs/") for option in schema[union]["anyOf"]]
        told = {kind for name in names for kind in _kinds(schema[name])}
        # Of miniatures; of keys, of devices and of other screens.
        elsewhere = {"report"} if heard == "says" else {"device_asks", "looks", "note"}
        assert told - kinds <= elsewhere


def _kinds(part: JsonObject) -> Iterator[str]:
    kind = part["properties"]["kind"]
    yield from kind.get("enum", [kind.get("const")])


REPLAY = """
import { readFileSync } from "node:fs";
import { State } from "./state.js";
let screens = {};
for (const line of readFileSync("conversation.jsonl", "utf-8").trim().split("\\n").map((text) => JSON.parse(text))) {
  if (line.table) screens = {};
  const state = (screens[line.screen] ??= new State());
  if (line.hears?.kind === "update") state.follow(line.hears);
  if (!line.shows) continue;
  const { story, tag, pieces, panels } = line.shows;
  const sorted = (part) => JSON.stringify(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  const things = sorted(pieces) === sorted(state.pieces) && sorted(panels) === sorted(state.panels);
  console.log(line.screen, things && story === state.story.length && tag === state.now.tag);
}
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm package as somebody has installed it."""
    folder = tmp_path_factory.mktemp("consumer") / "node_modules" / "wargame-table"
    folder.mkdir(parents=True)
    for name, content in package_files().items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_state_of_the_client_shows_after_it_what_each_seat_may_see(package: Path) -> None:
    command = ["node", "--input-type=module", "-e", REPLAY]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [f"{seat} true" for seat in SEATS] * 2, done.stderr


TOO_FAST = """
const sockets = [];
Object.assign(globalThis, { addEventListener() {}, document: { addEventListener() {} } });
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor() { sockets.push(this); }
  send(text) { this.sent.push(text); }
};
const { SocketTransport } = await import("./socket.js");
const line = new SocketTransport("ws://localhost/t/x/socket");
const heard = [];
line.onmessage = (message) => heard.push(message.kind);
line.open();
line.send({ kind: "act", id: "1" });
const [socket] = sockets;
const refused = (seconds) => {
  const data = JSON.stringify({ kind: "refused", code: "too_fast", id: "1", retry_after: seconds });
  socket.onmessage({ data });
};
refused(0.05);
await new Promise((after) => setTimeout(after, 200));
refused(4000);
console.log(socket.sent.length, heard.join(" "));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_what_came_too_fast_is_said_again_by_the_client_and_a_long_wait_is_told(package: Path) -> None:
    command = ["node", "--input-type=module", "-e", TOO_FAST]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=False)
    assert done.stdout == "2 refused\n", done.stderr


CONSUMER = """
import { sit, SocketTransport, State } from "wargame-table";
import type { Act, Told, Update } from "wargame-table/messages";
const table = document.createElement("wargame-table");
table.addEventListener("yours", ({ detail }) => console.log(detail.ask?.rows.map((row) => row.label)));
const told = ({ detail }: CustomEvent<Told>) => detail.kind === "refused" && console.log(detail.retry_after);
table.addEventListener("told", told);
await sit(table, "https://games.example.org/t/b7Qk2d#KEY", { name: "Ann" });
const line = new SocketTransport("wss://games.example.org/t/b7Qk2d/socket");
const state = new State();
line.onmessage = (told: Told) => told.kind === "update" && state.follow(told);
const act = (update: Update): Act => ({ kind: "act", id: "1", at: update.at, action: update.ask!.rows[0].action });
line.send(act(state.now));
table.stop();
"""
PROGRAM = """
import { connect, Refused } from "wargame-table/client";
import { PROTOCOL } from "wargame-table/messages";
import { State } from "wargame-table/state";
const seat = connect("https://games.example.org/t/b7Qk2d#KEY", { name: "Bold", poll: true });
for await (const view of seat) {
  const row = view.choices.find(({ action }) => action.kind === "attack") ?? view.choices[0];
  await seat.play(row).catch((problem: Refused) => console.log(problem.code, problem.retryAfter));
}
console.log(PROTOCOL, new State().story.length, seat.view.outcome?.text);
"""
PAGE = """
import { createElement } from "react";
import type { Update } from "wargame-table/messages";
import { Table, useTable } from "wargame-table/react";
export function Seat({ link }: { link: string }) {
  const { view, choose, undo } = useTable(link, { name: "Ann" });
  if (view.outcome) return <h1>{view.outcome.text}</h1>;
  const rows = view.choices.map((row) => <button key={row.label} onClick={() => void choose(row)}>{row.label}</button>);
  return <main>{rows}<button onClick={() => void undo()}>undo</button></main>;
}
const asked = (update: Update) => console.log(update.ask?.prompt);
export const board = <Table link="x" plain style={{ height: "80vh" }} onYours={asked} />;
export const bare = <div><wargame-table plain /><wargame-part of="board" name="log" /></div>;
export default createElement(Seat, { link: "x" });
"""


def test_a_strict_consumer_of_the_package_compiles_and_finds_what_is_misspelt(package: Path) -> None:
    from tests.core.test_wire import compiler

    if (tsc := compiler()) is None:
        pytest.skip("no TypeScript compiler: put tsc on the PATH, or run npm install typescript in this folder")
    folder = package.parents[1]
    (folder / "package.json").write_text('{"type": "module"}')
    options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "", "--jsx", "react-jsx"]

    def said(resolution: str, module: str, texts: Mapping[str, str]) -> list[str]:
        for name, text in texts.items():
            (folder / name).write_text(text)
        command = [tsc, *options, "--module", module, "--moduleResolution", resolution, *texts]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout.splitlines()

    sound = {"consumer.ts": CONSUMER, "program.ts": PROGRAM}
    assert said("nodenext", "nodenext", sound) == []
    misspelt = {
        "retry_afer.ts": CONSUMER.replace("retry_after", "retry_afer"),
        "retryAfer.ts": PROGRAM.replace("retryAfter", "retryAfer"),
    }
    types = Path(tsc).parents[1] / "@types"
    if has_react := (types / "react").exists():
        (package.parent / "@types").symlink_to(types)
        (package.parent / "csstype").symlink_to(types.parent / "csstype")
        sound["page.tsx"], misspelt["onYour.tsx"] = PAGE, PAGE.replace("onYours", "onYour")
    errors = [line for line in said("bundler", "esnext", sound | misspelt) if not line.startswith(" ")]
    assert {line.partition("(")[0] for line in errors} == misspelt.keys()
    assert all(any(name.partition(".")[0] in line.partition(":")[2] for line in errors) for name in misspelt)
    if not has_react:
        pytest.skip("no types of React: run npm install @types/react in this folder")


@pytest.mark.parametrize("program", [["publint", "--strict"], ["attw", "--pack", ".", "--profile", "esm-only"]])
def test_the_package_is_as_those_who_look_at_packages_want_it(package: Path, program: list[str]) -> None:
    own = Path(__file__).parents[2] / "node_modules/.bin" / program[0]
    if not own.exists():
        pytest.skip(f"no {program[0]}: run npm install publint @arethetypeswrong/cli in this folder")
    attw = ["--exclude-entrypoints", "./conversation.jsonl"] if program[0] == "attw" else []
    done = subprocess.run([str(own), *program[1:], *attw], cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_npm_packs_every_file_and_no_other(package: Path) -> None:
    command = ["npm", "pack", "--dry-run", "--json", "--offline"]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True)
    [packed] = json.loads(done.stdout)
    assert {file["path"] for file in packed["files"]} == set(package_files())
    assert packed["size"] < 207_000


GIVEN = re.compile(r"^export (?:declare )?(?:async )?(?:function|class|const) (\w+)|^export \{([^}]*)\}", re.MULTILINE)
"""What a module or its declarations give away, types left out."""


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_declarations_of_an_entry_name_what_it_gives_away(entry: str) -> None:
    given, declared = (
        sorted(name for one, several in GIVEN.findall(text) for name in (one, *re.findall(r"\w+", several)) if name)
        for text in ((CLIENT / name).read_text("utf-8") for name in (entry, f"{entry.removesuffix('.js')}.d.ts"))
    )
    assert given
    assert given == declared
