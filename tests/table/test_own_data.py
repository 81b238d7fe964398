"""One's own campaign, battle or pack at the browser's table: served by its path, opened by whoever has a link."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.table.test_hub import AtOnce

from wargame_core import Record, UnknownName, WargameError, load
from wargame_core.plugins import discovery
from wargame_table import commands, local, static_pages
from wargame_table.keeping.rows import Opening
from wargame_table.messages import incoming
from wargame_table.play import slow_requests
from wargame_workshop.packs import write_pack

pytest.importorskip("uvicorn", reason="needs wargame-table")
starlette = pytest.importorskip("starlette", reason="needs wargame-table")
with warnings.catch_warnings():  # it would like another HTTP library
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

from wargame_table import application  # noqa: E402
from wargame_table.keeping.databases import SqliteStore  # noqa: E402
from wargame_table.network.guard import Guard  # noqa: E402
from wargame_table.network.hub import Hub  # noqa: E402
from wargame_table.network.lobby import Lobby  # noqa: E402
from wargame_table.network.server import Site, Tables  # noqa: E402

HOME = "http://localhost"


@pytest.fixture
def valley(tmp_path: Path) -> Path:
    """A campaign of a designer's own, in a folder and in a pack beside it, and a battle in a file."""
    for plugin, kind, name in (("altar_of_freedom", "campaign", "valley"), ("battlecry", "battle", "")):
        discovery.plugin(plugin).scaffold[kind](tmp_path / name)
    files = {path.name: path.read_text("utf-8") for path in (tmp_path / "valley").glob("*.toml")}
    write_pack(tmp_path / "valley.wargame", files)
    return tmp_path / "valley"


def test_what_is_to_be_served_is_opened_before_anything_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "run", lambda *_: pytest.fail("it is served"))
    for command in (commands.serve, commands.table):
        done = CliRunner().invoke(command, ["vicksbrug", "--keep", str(tmp_path / "t.sqlite")])
        assert done.exit_code
        assert "did you mean 'vicksburg'?" in str(done.exception) + done.output
        nowhere = CliRunner().invoke(command, ["./nowhere", "--keep", str(tmp_path / "t.sqlite")])
        assert "nowhere" in str(nowhere.exception) + nowhere.output
        assert nowhere.exit_code


def test_ones_own_data_are_found_from_the_root(valley: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(valley.parent)
    assert application.games_to_offer(("./valley", "battlecry", "my_battle.toml")) == (
        str(valley.resolve()),
        "battlecry",
        str(valley.resolve().with_name("my_battle.toml")),
    )
    again = valley.parent / "elsewhere" / "valley"
    shutil.copytree(valley, again)
    with pytest.raises(WargameError, match="two of these are called valley"):
        application.games_to_offer((str(valley), str(again)))


def test_the_lobby_offers_ones_own_data_before_what_is_installed(valley: Path) -> None:
    own = (str(valley), str(valley.with_name("my_battle.toml")), str(valley.with_suffix(".wargame")))
    games = Lobby((*own, "battlecry")).games()
    assert [game["id"] for game in games] == ["valley", "my_battle.toml", "valley.wargame", "battlecry"]
    assert len({game["title"] for game in games}) == len(games), "each is told from the others"
    assert str(valley.parent) not in str(games)
    assert {"battlecry", "vicksburg"} <= set(Lobby(own[:1]).ids())
    assert Lobby(own).picture("my_battle.toml").startswith("<svg")


@pytest.fixture
def client(valley: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(slow_requests, "_games", {})
    with TestClient(served(valley), base_url=HOME, headers={"Origin": HOME}) as made:
        yield made


def served(valley: Path) -> Any:
    """A server of the folder, whose tables another one goes on with."""
    store = SqliteStore(str(valley.parent / "tables.sqlite"))
    return Tables(Site(hub=Hub(store, AtOnce(), pause=0.0), guard=Guard(), lobby=Lobby((str(valley),))))


def test_a_friend_opens_the_link_and_learns_nothing_of_the_folder(client: TestClient, valley: Path) -> None:
    game = client.get("/games").json()["games"][0]
    assert client.get(f"/games/{game['id']}.svg").text.startswith("<svg")
    assert client.get("/games/nothing.svg").status_code == client.get("/games/valley+more.svg").status_code == 400
    wanted = {"game": "valley", "bots": {game["seats"][1]: "random"}}
    made = client.post("/tables", json=wanted)
    assert made.status_code == 201, made.text
    path, _, key = made.json()["links"][game["seats"][0]].partition("#")
    bearer = {"Authorization": f"Bearer {key}"}
    messages = client.get(f"{path}/update", headers=bearer).json()["messages"]
    assert messages[0]["title"] == game["title"]
    record = client.get(f"{path}/record.jsonl", headers=bearer).text
    assert str(valley.parent) not in json.dumps([made.json(), messages, record])
    with TestClient(served(valley), base_url=HOME, headers={"Origin": HOME}) as again:
        assert again.get(f"{path}/update", headers=bearer).json()["messages"][0]["title"] == game["title"]


def test_what_is_not_offered_is_no_way_to_other_files(client: TestClient, valley: Path) -> None:
    for name in (str(valley), "./valley", "/etc/passwd", "my_battle.toml"):
        refused = client.post("/tables", json={"game": name})
        assert (refused.status_code, refused.json()["code"]) == (400, "unavailable")


def test_a_site_refuses_what_is_not_there(valley: Path, tmp_path: Path) -> None:
    again = tmp_path / "again" / "valley"
    shutil.copytree(valley, again)
    for names, error, words in (
        (["vicksbrug"], UnknownName, "did you mean 'vicksburg'"),
        (["./nowhere"], UnknownName, "nowhere"),
        ([str(valley), str(again)], WargameError, "two of these are called valley"),
    ):
        done = CliRunner().invoke(static_pages.site, [*names, "--out", str(tmp_path / "site")])
        assert isinstance(done.exception, error)
        assert re.search(words, str(done.exception))
        assert not (tmp_path / "site").exists()


def test_ones_own_data_are_played_on_a_site_that_has_only_their_names(
    valley: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("package.json", static_pages.NOTICE, *static_pages.FILES)
    runtime = static_pages.PyodideFiles("314.0.0", dict.fromkeys(names, b""))
    pack = valley.with_name("hills.wargame")
    valley.with_suffix(".wargame").rename(pack)
    own = (str(valley), str(pack), str(valley.with_name("my_battle.toml")))
    static_pages.write_site(tmp_path / "site", own, runtime, say=lambda _: None)
    site = json.loads((tmp_path / "site" / "site.json").read_text("utf-8"))
    assert [game["id"] for game in site["games"]] == ["own/valley", "own/hills", "own/my_battle/my_battle.toml"]
    assert str(tmp_path) not in json.dumps(site)
    (tmp_path / "page").mkdir()
    monkeypatch.chdir(tmp_path / "page")  # as in a browser: a folder with nothing else in it
    shutil.unpack_archive(tmp_path / "site" / site["own"])
    for path in (valley, pack, *valley.parent.glob("*.toml")):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for game in site["games"]:
        bots = dict.fromkeys(game["seats"], "random")
        wishes = {"game": game["id"], "scenario": game["scenarios"][0]["id"], "options": {}, "bots": bots}
        opening = local.new_opening(json.dumps(wishes))
        table = local.BrowserTable(opening)
        hello = {"kind": "hello", "protocol": incoming.PROTOCOL, "key": "author"}
        assert json.loads(table.hear(json.dumps(hello)))["out"]
        for _ in range(3):
            assert json.loads(table.think())["row"]
            table.confirm_row()
        record = Record.of(Opening(**{**json.loads(opening), "seed": 1}).begin(load(game["id"])))
        assert record.header["game"] == game["recorded"]
        again = json.loads(local.table_of_record(record.text(), game["id"]))
        assert local.BrowserTable(again["opening"], json.dumps(again["rows"]))


def test_the_page_of_a_server_without_games_says_so() -> None:
    client = Path(commands.__file__).parent / "client"
    assert 'phrase("noGames")' in (client / "lobby.js").read_text("utf-8")
    assert 'noGames: "This server has no games' in (client / "phrases_en.js").read_text("utf-8")
