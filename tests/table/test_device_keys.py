"""Programs that have a key: a seat is taken for it, found again from its file, and shared with another device."""

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from tests.table.served import Served

import wargame_table
from wargame_core import WargameError
from wargame_table.client import DeviceKey, Refused, WireError, sit
from wargame_table.messages.person_calls import SignedCall
from wargame_table.network.signatures import is_signed


def test_a_program_has_its_seat_by_its_key_and_lets_another_one_in(served: Served, tmp_path: Path) -> None:
    links = served.table("battlecry")
    seat, link = next(iter(links.items()))
    mine, other = DeviceKey.of_file(tmp_path / "key"), DeviceKey.new()
    with sit(link, name="Bold", key=mine) as table:
        assert table.view.seat == seat
    with sit(link) as table:
        assert table.view.seat == "spectator"
    address = link.partition("#")[0]
    with pytest.raises(Refused, match=re.escape(f"somebody else has the seat of this link to {address}")):
        sit(link, key=other)
    words = other.call(link, "ask_in", label="the other one")["words"]
    again = DeviceKey.of_file(tmp_path / "key")
    assert again.call(link, "let_in", words=words)["label"] == "the other one"
    with sit(link, key=other) as table:
        assert table.view.seat == seat
    assert [row["device"] for row in again.call(link, "devices")["devices"]] == [mine.public, other.public]
    assert again.call(link, "devices")["name"] == "Bold"


SITS_DOWN = """
import { DeviceKey, connect } from "FOLDER/client.js";
const [link, ...saved] = process.argv.slice(2);
const key = saved.length ? await DeviceKey.of(saved[0]) : await DeviceKey.drawn();
const table = connect(link, { name: "Bold", poll: true, key });
const changed = () => new Promise((done) => { const leave = table.subscribe(() => (leave(), done())); });
while (table.view.status === "loading") await changed();
if (table.view.seat && !saved.length) await table.offer("end");
console.log(JSON.stringify([key.text, key.public, table.view.seat, table.view.problem]));
table.close();
process.exit();
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_program_in_javascript_has_its_seat_by_the_same_key(served: Served, tmp_path: Path) -> None:
    shutil.copytree(Path(wargame_table.__file__).with_name("client"), tmp_path / "client")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "sits.mjs").write_text(SITS_DOWN.replace("FOLDER", (tmp_path / "client").as_uri()), "utf-8")

    def sits(*given: str) -> list[str]:
        command = ["node", str(tmp_path / "sits.mjs"), *given]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr[-2000:]
        return list(json.loads(done.stdout))

    seat, link = next(iter(served.table("battlecry").items()))
    text, public, seated, problem = sits(link)
    assert (seated, problem) == (seat, "")
    (tmp_path / "key").write_text(f"{text}\n")
    mine = DeviceKey.of_file(tmp_path / "key")
    assert mine.public == public
    with sit(link, key=mine) as table:
        assert table.view.seat == seat
        table.answer(False)
    request = Request(f"{link.partition('#')[0]}/signatures.jsonl")
    request.add_header("Authorization", f"Bearer {mine.take_seat(link).partition('#')[2]}")
    with urlopen(request) as answer:
        signatures = [json.loads(line) for line in answer]
    assert [(one["seat"], one["key"], json.loads(one["text"])["kind"]) for one in signatures] == [
        (seat, public, "offer"),
        (seat, public, "answer"),
    ]
    assert sits(link, text)[2:] == [seat, ""]
    address = link.partition("#")[0]
    assert sits(link)[2:] == ["", f"somebody else has the seat of this link to {address}"]
    with pytest.raises(AssertionError, match="this is no private key: expected 64 hexadecimal digits"):
        sits(link, text.upper())


def test_a_key_is_kept_for_its_owner_alone_and_a_file_without_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert DeviceKey.of_file(path).public == DeviceKey.of_file(path).public
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("no key")
    with pytest.raises(WargameError, match="holds no private key: that is 64 hexadecimal digits in small letters"):
        DeviceKey.of_file(path)


def test_calls_are_signed_and_counted() -> None:
    key = DeviceKey.new()
    first, second = (SignedCall(**key.signed("games.example.org", "devices")) for _ in range(2))
    assert is_signed(first)
    assert first.text != second.text


@contextmanager
def _answering(status: int, body: bytes) -> Iterator[str]:
    """A link to a server that gives every call one answer."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/t/x#KEY"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "body", "error", "words"),
    [
        (200, b"[]", WireError, "sent no JSON object as the answer to a call"),
        (200, b"\xff", WireError, "sent no JSON object"),
        (200, b"[" * 100_000, WireError, "sent no JSON object"),
        (200, b"{}", WireError, "taken"),
        (404, b"<html>", WireError, r"answers no calls \(HTTP 404\)"),
        (400, b'{"kind": "refused", "code": "stale", "text": "count on"}', Refused, "count on"),
    ],
)
def test_what_a_server_may_answer_to_a_call_ends_in_words(
    status: int, body: bytes, error: Callable[..., Exception], words: str
) -> None:
    with _answering(status, body) as link, pytest.raises(error, match=words):  # type: ignore[call-overload]
        DeviceKey.new().take_seat(link)


def test_a_server_that_is_not_there_is_told_in_words() -> None:
    with pytest.raises(WireError, match="has no server that answers"):
        DeviceKey.new().take_seat("http://127.0.0.1:1/t/x#KEY")
    with pytest.raises(WargameError, match="is not a link to a table"):
        DeviceKey.new().call("https://games.example.org/", "devices")
