"""The modules of the page as the server sends them: the same programs, without their comments."""

import shutil
import subprocess
import warnings
from pathlib import Path

import pytest
from tests.table.javascript_literals import literals

from wargame_table.local import CLIENT

pytest.importorskip("httpx", reason="starlette's test client needs httpx")
with warnings.catch_warnings():  # it would like another HTTP library
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient
from starlette.applications import Starlette
from starlette.routing import Mount

from wargame_table.network.client_files import ClientFiles, without_comments

NODE = shutil.which("node")


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(Starlette(routes=[Mount("/client", ClientFiles(CLIENT))]))


def test_a_module_is_sent_without_comments_and_not_again_while_it_is_the_same(client: TestClient) -> None:
    first = client.get("/client/state.js")
    assert first.text == without_comments((CLIENT / "state.js").read_text("utf-8"))
    assert "/**" not in first.text
    assert first.headers["content-type"].startswith("text/javascript")
    again = client.get("/client/state.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert client.get("/client/table.html").text == (CLIENT / "table.html").read_text("utf-8")


@pytest.mark.parametrize("path", ["no_such.js", "../server.py", "%2e%2e/server.py", "..%2fserver.py", "/etc/passwd"])
def test_nothing_beside_the_files_of_the_page_is_sent(client: TestClient, path: str) -> None:
    assert client.get(f"/client/{path}").status_code == 404


def is_comment(line: str) -> bool:
    """Whether a line is a comment or a part of one; a type before an expression is a part of the code."""
    begins = line.startswith("/**") and (line.endswith("*/") or "*/" not in line)
    return begins or line.startswith(("//", "* ", "*/"))


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_every_module_is_the_same_program_without_its_comments(tmp_path: Path) -> None:
    for path in CLIENT.glob("*.js"):
        script = path.read_text("utf-8")
        sent = without_comments(script)
        code = [line.strip() for line in script.splitlines() if not is_comment(line.strip())]
        assert len(sent.splitlines()) == len(code), path.name
        for line, whole in zip(sent.splitlines(), code, strict=True):
            assert line == whole or whole.removeprefix(line).lstrip().startswith("// "), (path.name, line, whole)
        assert [one.text for one in literals(sent)] == [one.text for one in literals(script)], path.name
        (tmp_path / path.name).write_text(sent, "utf-8")
    read = "fs.readFileSync(file, 'utf8')"
    parse_all = f"for (const file of fs.readdirSync('.')) new vm.SourceTextModule({read}, {{identifier: file}})"
    subprocess.run([str(NODE), "--no-warnings", "--experimental-vm-modules", "-e", parse_all], cwd=tmp_path, check=True)
