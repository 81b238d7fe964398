"""The site without a server as files: what is in the folder, and the table that its worker talks to."""

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import importlib_metadata
import pytest
from click.testing import CliRunner

from wargame_core import Match, Record, RecordError, WargameError, load
from wargame_core.json_form import JsonObject
from wargame_table.local import BrowserTable, new_opening, table_of_record
from wargame_table.messages.incoming import PROTOCOL
from wargame_table.network import guard
from wargame_table.static_pages import (
    FILES,
    HEADERS_FILE,
    HTACCESS,
    NOTICE,
    POLICY,
    PyodideFiles,
    find_runtime,
    needed_distributions,
    wheels_of,
    write_site,
)
from wargame_terminal import main

RUNTIME = PyodideFiles("314.0.0", {name: name.encode() for name in ("package.json", NOTICE, *FILES)})
GAME = "thunder_on_the_mississippi"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    write_site(out, (GAME,), RUNTIME, say=lambda _: None)
    return out


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_browser_keeps_every_file_but_the_workers_own_and_those_for_hosts(folder: Path) -> None:
    lines = (folder / "sw.js").read_text("utf-8").splitlines()
    listed = json.loads(lines[2].removeprefix("const FILES = ").removesuffix(";"))
    assert set(listed) == files_of(folder) - {"sw.js", "_headers", ".htaccess", ".nojekyll"}
    assert f"const POLICY = {json.dumps(POLICY)};" in lines


def test_pages_and_modules_name_their_files_from_where_they_are_so_that_any_folder_will_do(folder: Path) -> None:
    for path in [*folder.glob("*.html"), *(folder / "static").glob("*.js")]:
        text = path.read_text("utf-8")
        named = re.findall(r'(?:href|src)="([^"#]+)"|(?:from|import) "([^"]+)"|new URL\("([^"]+)", import', text)
        for name in filter(None, (name for names in named for name in names)):
            assert not name.startswith(("/", "http")), f"{path.name}: {name}"
            if not name.startswith("data:") and not name.endswith("/") and not name.startswith("docs/"):
                assert (path.parent / name).exists(), f"{path.name}: {name}"


def test_the_fonts_of_the_style_sheet_lie_beside_it_with_their_licence(folder: Path) -> None:
    fonts = re.findall(r"url\(([^)]+)\)", (folder / "client/fonts.css").read_text("utf-8"))
    licence = (folder / "client/fonts.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for name in fonts:
        assert (folder / "client" / name).read_bytes()[:4] == b"wOF2"
        assert name in licence
    for policy in (POLICY, guard.POLICY):
        assert "font-src 'self'" in policy


def test_every_page_is_under_the_strict_policy_and_holds_no_script_or_style_of_its_own(folder: Path) -> None:
    assert "'unsafe-eval'" not in POLICY
    assert "'unsafe-inline'" not in POLICY
    for path in folder.glob("*.html"):
        text = path.read_text("utf-8")
        assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in text
        assert re.findall(r"<script(?! type=\"module\" src=)", text) == []
        assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []
    assert POLICY in HEADERS_FILE
    assert POLICY in HTACCESS


def test_the_first_page_is_told_every_scenario_with_its_sheet_and_its_picture(folder: Path) -> None:
    site = json.loads((folder / "site.json").read_text("utf-8"))
    (game,) = site["games"]
    assert game["id"] == GAME
    for scenario in game["scenarios"]:
        sheet = json.loads((folder / "sheets" / f"{scenario['sheet']}.json").read_text("utf-8"))
        assert sheet["scenario"] == scenario["id"]
        assert (folder / scenario["picture"]).read_text("utf-8").startswith("<svg")
    assert set(site["wheels"]) == {path.name for path in (folder / "python").iterdir()}
    assert site["docs"] is False


ALONE = f"""
import json, sys
from wargame_table.local import BrowserTable, new_opening
wishes = {{"game": sys.argv[1], "bots": {{}}}}
table = BrowserTable(new_opening(json.dumps(wishes)))
print(table.hear('{{"kind": "hello", "protocol": "{PROTOCOL}", "key": "union"}}'))
"""


def test_a_page_plays_with_its_wheels_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    for path in (folder / "python").iterdir():
        with ZipFile(path) as archive:
            archive.extractall(tmp_path)
    alone = [sys.executable, "-S", "-c", ALONE, GAME]
    done = subprocess.run(alone, capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 0, done.stderr[-1000:]
    assert '"kind":"update"' in done.stdout


def test_a_page_gets_what_its_own_python_needs_and_not_what_ours_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = {
        "game": [
            "Lazy_Names>=0.1; python_version < '3.15'",
            "backport; python_version < '3.13'",
            "colours; extra == 'x'",
        ],
        "lazy-names": ["console; platform_system == 'Windows'", "uvicorn"],
        "backport": [],
    }

    def distribution(name: str) -> SimpleNamespace:
        if name not in asks:
            raise importlib_metadata.PackageNotFoundError(name)
        return SimpleNamespace(name=name, requires=asks[name])

    monkeypatch.setattr(importlib_metadata, "distribution", distribution)
    assert [one.name for one in needed_distributions(["game"], "3.14")] == ["game", "lazy-names"]
    assert [one.name for one in needed_distributions(["game"], "3.15")] == ["game"]
    assert [one.name for one in needed_distributions(["game"], "3.12")] == ["backport", "game", "lazy-names"]
    del asks["lazy-names"]
    with pytest.raises(
        WargameError, match=r"game needs lazy-names in the browser, where Python is 3\.14, .*; `pip install"
    ):
        needed_distributions(["game"], RUNTIME.python)
    assert (PyodideFiles("315.0.1", {}).python, PyodideFiles("0.29.0", {}).python) == ("3.15", "3.14")


def test_a_wheel_lists_every_file_with_its_hash_and_has_the_entry_points() -> None:
    (pictures,) = [one for one in wheels_of(["wargame-pictures"]) if one.name.startswith("wargame_pictures-")]
    with ZipFile(BytesIO(pictures.content)) as archive:
        info = next(name for name in archive.namelist() if name.endswith("/RECORD")).removesuffix("RECORD")
        rows = [line.rsplit(",", 2) for line in archive.read(f"{info}RECORD").decode().splitlines()]
        assert {name for name, _, _ in rows} == set(archive.namelist())
        for name, known, size in rows:
            content = archive.read(name)
            if known:
                hashed = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
                assert (known, int(size)) == (f"sha256={hashed}", len(content))
        assert b"[wargame_core.reprs]" in archive.read(f"{info}entry_points.txt")
        assert "wargame_pictures/draw/picture.py" in archive.namelist()
        assert not [name for name in archive.namelist() if "__pycache__" in name]


def test_a_full_disk_is_one_sentence_and_no_half_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("wargame_table.static_pages.find_runtime", lambda *_: RUNTIME)
    monkeypatch.setattr("os.fsync", full)
    done = CliRunner().invoke(main, ["site", GAME, "--out", "site", "--json"])
    assert done.exit_code == 3
    assert json.loads(done.stdout.splitlines()[-1])["error"] == "site/index.html: No space left on device"
    assert list(tmp_path.iterdir()) == []


def test_the_runtime_is_found_as_a_folder_as_an_archive_and_where_npm_leaves_it(tmp_path: Path) -> None:
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name in ("package.json", NOTICE, *FILES):
        (folder / name).write_text('{"version": "314.0.9"}', "utf-8")
    archive = tmp_path / "pyodide-314.0.9.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(folder, "package")
    known = find_runtime(None, tmp_path)
    assert known.version == "314.0.9"
    assert find_runtime(archive, Path()) == find_runtime(folder, Path()) == known
    folder.rename(folder.with_name("pyodide-314"))  # beside others, under a name of its own
    assert find_runtime(None, tmp_path) == known
    shutil.rmtree(tmp_path / "node_modules")
    (tmp_path / "pyodide-315.0.0.tgz").write_bytes(b"another line, with which the pages are not tested")
    assert find_runtime(None, tmp_path) == known


class Page:
    """What the worker does around a table: rows kept in a list; `full` is a browser that keeps no more."""

    def __init__(self, opening: str, rows: list[JsonObject]) -> None:
        self.opening, self.rows, self.told = opening, rows, list[JsonObject]()
        self.full, self.ids = False, 0
        self.table = BrowserTable(opening, json.dumps(rows))
        self.say({"kind": "hello", "protocol": PROTOCOL, "key": "union"})

    def say(self, message: JsonObject) -> None:
        text = json.dumps(message)
        self._settle(self.table.hear(text), text)

    def think(self) -> bool:
        answer = self.table.think()
        if answer:
            self._settle(answer, "")
        return bool(answer)

    def _settle(self, answer: str, said: str) -> None:
        done = json.loads(answer)
        if "row" in done and self.full:
            self.told += json.loads(self.table.restart_from(json.dumps(self.rows), said, "no room"))
            return
        self.told += done["out"]
        if "row" in done:
            self.rows.append(done["row"])
            self.told += json.loads(self.table.confirm_row())

    def update(self) -> JsonObject:
        return next(message for message in reversed(self.told) if message["kind"] == "update")

    def act(self) -> None:
        update = self.update()
        self.ids += 1
        self.say(
            {"kind": "act", "id": f"a{self.ids}", "at": update["at"], "action": update["ask"]["rows"][0]["action"]}
        )


@pytest.fixture
def page() -> Page:
    wishes = {"game": GAME, "scenario": None, "options": {}, "bots": {"confederate": "random"}}
    return Page(new_opening(json.dumps(wishes)), [])


def play(page: Page, choices: int) -> None:
    for _ in range(choices):
        while page.think():
            pass
        page.act()
    while page.think():
        pass


def test_a_game_goes_on_from_what_the_browser_kept(page: Page) -> None:
    while {row["seat"] for row in page.rows} != {"union", "confederate"}:  # the dice say who begins
        play(page, 1)
    again = Page(page.opening, list(page.rows))
    assert again.update()["at"] == page.update()["at"]
    assert again.update()["tag"] == page.update()["tag"]


def test_what_cannot_be_kept_has_not_been_played_and_the_person_is_told(page: Page) -> None:
    play(page, 1)
    before, rows = page.update()["at"], list(page.rows)
    page.full, known = True, len(page.told)
    page.act()
    assert page.told[known] == {"kind": "refused", "code": "unavailable", "text": "no room", "id": f"a{page.ids}"}
    assert (page.update()["at"], page.rows) == (before, rows)
    page.full = False
    page.act()
    assert page.update()["at"] != before


def test_a_choice_of_a_bot_that_cannot_be_kept_is_made_again_later(page: Page) -> None:
    while "ask" in page.update():
        page.act()
    at = page.update()["at"]
    page.full = True
    assert page.think()
    assert page.update()["at"] == at
    assert [message for message in page.told if message["kind"] == "refused"] == []
    page.full = False
    assert page.think()
    assert page.update()["at"] != at


@cache
def begun() -> Match:
    """A game in which some choices have been made."""
    game = load(GAME)
    match = game.start(seed=5)
    players = {seat: game.bot("random", seed=number) for number, seat in enumerate(game.seats)}
    for _ in zip(range(12), match.iter_play(players), strict=False):
        pass
    return match


def test_a_full_record_is_opened_and_its_table_tells_the_same_story() -> None:
    match = begun()
    made = json.loads(table_of_record(Record.of(match).text()))
    table = BrowserTable(made["opening"], json.dumps(made["rows"]))
    hello = json.dumps({"kind": "hello", "protocol": PROTOCOL, "key": "union"})
    update = next(said for said in json.loads(table.hear(hello))["out"] if said["kind"] == "update")
    seen = [event.kind for event in match.view("union").events]
    assert [row["kind"] for row in update["events"] if row["kind"] != "rolled"] == seen
    assert json.loads(table.hear('{"kind":"note","id":"n","text":"mine"}'))["out"][0]["kind"] == "done"


def test_what_cannot_be_gone_on_with_is_refused_in_words() -> None:
    match = begun()
    record = Record.of(match)
    with pytest.raises(RecordError, match="union's own record"):
        table_of_record(record.for_seat("union", match.rules).text())
    header = {name: value for name, value in record.header.items() if name != "secret"}
    with pytest.raises(RecordError, match="seed"):
        table_of_record(Record(header, record.lines[:-1]).text())
    lines = list(record.lines)
    number = next(place for place, line in enumerate(lines) if line.get("events"))
    lines[number] = {**lines[number], "events": []}
    with pytest.raises(RecordError, match="another story from answer"):
        table_of_record(Record(record.header, tuple(lines), ended=False).text())
