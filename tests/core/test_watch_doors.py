"""What strangers may send to `wargame watch`: an answer in one line, no traceback, and the page works as before."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest
from tests.core.test_own_maps import SQUARES
from tests.core.test_watch import Page, folder, page

__all__ = ["folder", "page"]


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


def post(page: Page, length: str, body: bytes = b"", origin: str | None = None, route: str = "/edit") -> bytes:
    server = page.server
    head = f"POST {route}?key={server.key} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Origin: {server.origin if origin is None else origin}\r\nContent-Length: {length}\r\n\r\n"
    return head.encode("latin-1") + body


SMUGGLED = b"GET /state HTTP/1.1\r\nHost: x\r\n\r\n"
"""A request in the body of another one."""


@pytest.mark.parametrize("length", ["9" * 5000, "99999999", "-1", "1e3", "", "\xb2", "7, 7"])
def test_a_body_of_no_length_or_too_long_is_refused_unread(
    page: Page, folder: Path, length: str, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = raw(page, post(page, length, SMUGGLED))
    assert " 413 " in answer or " 400 " in answer
    assert page.state()["version"]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1"])
def test_another_page_is_refused_and_what_it_sent_is_not_read(page: Page, folder: Path, origin: str) -> None:
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
