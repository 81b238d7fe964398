"""`wargame watch`: what the page is told, what the mouse may change, and what nobody may."""

import errno
import json
import os
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.core.test_own_maps import SQUARES

from wargame_terminal import main
from wargame_workshop.watching.server import BODY, WatchServer
from wargame_workshop.watching.workshop import Workshop


class Page:
    """What a browser would do."""

    def __init__(self, server: WatchServer) -> None:
        self.server = server

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        given = {"Origin": self.server.origin, **{name.replace("_", "-"): value for name, value in headers.items()}}
        data = body if isinstance(body, (str, bytes)) else json.dumps(body) if body is not None else None
        connection.request(method, path, data, given)
        answer = connection.getresponse()
        told = answer.read()
        connection.close()
        try:
            return answer.status, json.loads(told)
        except ValueError:
            return answer.status, told.decode()

    def path(self, route: str) -> str:
        return f"{route}?key={self.server.key}"

    def state(self) -> Any:
        return self.ask("GET", self.path("/state"))[1]

    def edit(self, op: str, **args: object) -> tuple[int, Any]:
        return self.ask("POST", self.path("/edit"), {"op": op, "args": args, "version": self.state()["version"]})

    def undo(self) -> tuple[int, Any]:
        return self.ask("POST", self.path("/undo"), {"version": self.state()["version"]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "map.toml").write_text(SQUARES, encoding="utf-8")
    return folder


@pytest.fixture
def page(folder: Path) -> Iterator[Page]:
    workshop = Workshop(folder)
    workshop.look()
    server = WatchServer(workshop, edit=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Page(server)
    server.stop()
    thread.join()


def test_a_save_makes_a_new_picture_and_a_broken_file_keeps_the_last(page: Page, folder: Path) -> None:
    first = page.state()
    assert (first["problems"], first["stale"]) == ([], False)
    (folder / "map.toml").write_text(SQUARES.replace("[1, 2], [1, 3]]", "[1, 3]]"), encoding="utf-8")
    page.server.workshop.look()
    second = page.state()
    assert second["version"] > first["version"]  # twice, where the file was looked at while it was written
    assert second["problems"][0]["code"] == "E405"
    assert [row["line"] for row in second["problems"][0]["around"]][2] == second["problems"][0]["line"]
    assert 'data-mistake="1"' in second["svg"]
    (folder / "map.toml").write_text("[map\n", encoding="utf-8")
    page.server.workshop.look()
    third = page.state()
    assert (third["stale"], third["svg"]) == (True, second["svg"])
    assert "E103" in third["problems"][0]["text"]
    assert not page.server.workshop.look()


def test_six_changes_are_written_and_touch_nothing_else(page: Page, folder: Path) -> None:
    before = SQUARES.splitlines()
    text = SQUARES.replace('name = "Ashby"', 'name = "Ashby"  # a town')
    (folder / "map.toml").write_text(text, encoding="utf-8")
    (folder / "campaign.toml").write_text(
        '[[deployment]]\nformations = ["b1"]\nwhere = { places = ["Ashby"] }\n', encoding="utf-8"
    )
    page.server.workshop.look()
    steps: list[tuple[str, dict[str, object], str]] = [
        ("paint", {"spaces": ["(0,0)", "(2,3)"], "letter": "w"}, '"w..w"'),
        ("river", {"a": "(0,2)", "b": "(0,3)", "name": "Creek"}, "edges = [[0, 2, 0, 3]]"),
        ("river", {"a": "(1,2)", "b": "(1,3)", "name": "Creek"}, "edges = [[0, 2, 0, 3], [1, 2, 1, 3]]"),
        ("river", {"a": "(0,3)", "b": "(0,2)", "name": "Creek"}, "edges = [[1, 2, 1, 3]]"),
        ("crossing", {"a": "(1,2)", "b": "(1,3)", "name": "Creek Bridge", "kind": "bridge"}, 'id = "creek_bridge"'),
        ("place", {"space": "(2,0)", "name": "Kent", "kind": "village"}, 'name = "Kent"'),
        ("place", {"space": "(2,1)", "name": "Kent", "kind": "village"}, "cell = [2, 1]"),
        ("road", {"stops": ["(1,0)", "(2,1)"], "kind": "road", "name": "Kent road"}, 'route = "Ashby > Kent"'),
    ]
    for op, args, written in steps:
        status, told = page.edit(op, **args)
        assert status == 200, told
        assert written in (folder / "map.toml").read_text("utf-8")
    assert page.edit("unit", unit="b1", where="Kent")[0] == 200
    assert '["Kent"]' in (folder / "campaign.toml").read_text("utf-8")
    after = (folder / "map.toml").read_text("utf-8").splitlines()
    assert [line for line in before if line not in after and "w" not in line and "...." not in line] == [
        'name = "Ashby"'
    ]
    assert 'name = "Ashby"  # a town' in after
    assert (folder / "map.toml.bak").read_text("utf-8") == text
    assert page.edit("crossing", a="(1,2)", b="(1,3)", name="x", kind="bridge")[0] == 200
    assert "creek_bridge" not in (folder / "map.toml").read_text("utf-8")
    of_the_map = [problem["code"] for problem in page.state()["problems"] if problem["file"] == "map.toml"]
    assert of_the_map == ["E406"]


def test_changes_are_taken_back_one_by_one_and_to_the_byte(page: Page, folder: Path) -> None:
    path = folder / "map.toml"
    first = path.read_bytes()
    assert page.edit("paint", spaces=["(0,0)"], letter="w")[0] == 200
    second = path.read_bytes()
    assert page.edit("place", name="Kent", kind="town", space="(0,2)")[1]["undo"] == 2
    assert page.undo()[0] == 200
    assert path.read_bytes() == second
    assert page.undo()[1]["undo"] == 0
    assert (path.read_bytes(), page.state()["undo"]) == (first, 0)
    assert page.undo() == (400, {"error": "nothing to take back: this page has changed nothing yet"})


def test_a_change_is_not_taken_back_over_what_another_program_wrote(page: Page, folder: Path) -> None:
    path = folder / "map.toml"
    assert page.edit("paint", spaces=["(0,0)"], letter="w")[0] == 200
    path.write_text(path.read_text(encoding="utf-8") + "# by hand\n", encoding="utf-8")
    page.server.workshop.look()
    assert page.undo() == (400, {"error": "map.toml was changed elsewhere since: undo it there"})
    assert path.read_text(encoding="utf-8").endswith("# by hand\n")


def test_a_stale_change_is_refused_and_leaves_the_bytes(page: Page, folder: Path) -> None:
    version = page.state()["version"]
    text = SQUARES.replace("Fords <b>", "Other")
    (folder / "map.toml").write_text(text, encoding="utf-8")
    args = {"spaces": ["(0,0)"], "letter": "w"}
    status, told = page.ask("POST", page.path("/edit"), {"op": "paint", "args": args, "version": version})
    assert status == 409
    assert "changed since" in told["error"]
    assert (folder / "map.toml").read_text("utf-8") == text


def test_nobody_gets_in_without_the_key_or_from_another_page(page: Page, folder: Path) -> None:
    body = {"op": "paint", "args": {"spaces": ["(0,0)"], "letter": "w"}, "version": page.state()["version"]}
    assert page.ask("GET", "/state")[0] == 403
    assert page.ask("GET", "/state?key=wrong")[0] == 403
    assert page.ask("GET", page.path("/state"), Host="evil.example")[0] == 403
    assert page.ask("POST", "/edit", body)[0] == 403
    assert page.ask("POST", page.path("/edit"), "[" * 500)[0] == 400
    assert page.ask("POST", page.path("/edit"), b"\xff")[0] == 400
    assert page.ask("GET", page.path("/../../etc/passwd"))[0] == 404
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


def test_without_edit_nothing_is_written(page: Page, folder: Path) -> None:
    page.server.edit = False
    status, told = page.edit("paint", spaces=["(0,0)"], letter="w")
    assert (status, "--edit" in told["error"]) == (403, True)
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


def test_a_link_that_leads_out_of_the_folder_is_not_written(page: Page, folder: Path, tmp_path: Path) -> None:
    (folder / "map.toml").rename(tmp_path / "outside.toml")
    (folder / "map.toml").symlink_to(tmp_path / "outside.toml")
    page.server.workshop.look()
    status, told = page.edit("paint", spaces=["(0,0)"], letter="w")
    assert (status, told["error"]) == (400, "outside of the folder")
    assert (tmp_path / "outside.toml").read_text("utf-8") == SQUARES


# What strangers may send to `wargame watch`: an answer in one line, no traceback, and the page works as before.


def raw(page: Page, request: bytes) -> str:
    """The first line of the answer to bytes that need not be a request; "" where there is none."""
    with socket.create_connection(("127.0.0.1", page.server.port), timeout=20) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while more := line.recv(65536):
            answer += more
    assert answer.count(b"HTTP/1.") <= 1, "what was refused was read as the next request"
    return answer.partition(b"\r\n")[0].decode()


def post(page: Page, length: str, body: bytes, origin: str | None = None) -> bytes:
    server = page.server
    head = f"POST /edit?key={server.key} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Origin: {server.origin if origin is None else origin}\r\nContent-Length: {length}\r\n\r\n"
    return head.encode("latin-1") + body


SMUGGLED = b"GET /state HTTP/1.1\r\nHost: x\r\n\r\n"
"""A request in the body of another one."""


def test_what_is_too_long_or_from_another_page_is_refused_unread(page: Page, folder: Path) -> None:
    assert " 413 " in raw(page, post(page, str(BODY + 1), SMUGGLED))
    for origin in ("http://evil.example", "null", "", "http://127.0.0.1"):
        assert " 403 " in raw(page, post(page, str(len(SMUGGLED)), SMUGGLED, origin))
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        ("GET /../../../../etc/passwd HTTP/1.1", "403"),
        ("GET /%2e%2e/%2e%2e/etc/passwd?key={key} HTTP/1.1", "404"),
        ("GET //etc/passwd?key={key} HTTP/1.1", "404"),
        ("PUT /state?key={key} HTTP/1.1", "403"),
        ("DELETE /map.toml?key={key} HTTP/1.1", "403"),
        ("TRACE / HTTP/1.1", "403"),
        ("GET /" + "a" * 70_000 + " HTTP/1.1", "403"),
        ("GET /?key=\xff\xfe HTTP/1.1", "400"),
        ("GET / HTTP/9.9", "403"),
        ("\x16\x03\x01\x02", "400"),
    ],
)
def test_requests_that_no_browser_sends_get_a_line_and_no_traceback(
    page: Page, request_line: str, status: str, capfd: pytest.CaptureFixture[str]
) -> None:
    server = page.server
    line = request_line.replace("{key}", server.key)
    answer = raw(page, f"{line}\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode("latin-1"))
    assert f" {status} " in answer or (status == "400" and not answer)
    assert page.state()["version"]
    assert capfd.readouterr().err == ""


def test_a_full_disk_is_a_sentence_on_the_page_and_changes_nothing(
    page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        status, told = page.edit("paint", spaces=["(0,0)"], letter="w")
        assert (status, told["error"]) == (507, "map.toml.bak: No space left on device")
    assert [path.name for path in folder.iterdir()] == ["map.toml"]
    assert page.edit("paint", spaces=["(0,0)"], letter="w")[0] == 200
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        assert page.undo() == (507, {"error": "map.toml: No space left on device"})
    assert page.undo()[0] == 200
    assert (folder / "map.toml").read_text("utf-8") == SQUARES


@pytest.mark.parametrize("edit", [[], ["--edit"]])
def test_the_mouse_writes_into_the_files_where_that_is_wished(
    folder: Path, edit: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[bool, bool]] = []

    def taken(workshop: Workshop, port: int, edit: bool) -> None:
        begun.append((workshop.importing, edit))
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("wargame_workshop.watching.server.WatchServer", taken)
    done = CliRunner().invoke(main, ["watch", str(folder), *edit])
    assert "port 0 cannot be used: Address already in use" in done.output
    assert begun == [(bool(edit), bool(edit))]
