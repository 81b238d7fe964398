"""`wargame serve` and `wargame table` as commands."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from wargame_table import commands
from wargame_table.application import Settings, make_site
from wargame_table.network.lobby import Lobby

pytest.importorskip("uvicorn", reason="needs wargame-table")


@pytest.fixture
def never_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "run", lambda settings, host, port, processes=1: None)


@pytest.mark.usefixtures("never_run")
def test_on_this_machine_anybody_makes_tables_and_elsewhere_it_takes_a_key(tmp_path: Path) -> None:
    keep = ["--keep", str(tmp_path / "t.sqlite")]
    here = CliRunner().invoke(commands.serve, keep)
    assert "key" not in here.stdout
    there = CliRunner().invoke(commands.serve, [*keep, "--host", "0.0.0.0", "--name", "games.example.org"])
    assert "http://games.example.org:8000/" in there.stdout
    assert "takes this key: " in there.stdout
    behind_a_proxy = CliRunner().invoke(commands.serve, [*keep, "--name", "games.example.org"])
    assert "http://127.0.0.1:8000/" in behind_a_proxy.stdout
    assert "takes this key: " in behind_a_proxy.stdout  # whoever comes through it comes from this machine
    reached = CliRunner().invoke(commands.serve, [*keep, "--address", "https://games.example.org/club"])
    assert "for a proxy in front of it: games.example.org" in reached.stdout
    assert "takes this key: " in reached.stdout
    alone = CliRunner().invoke(commands.serve, [*keep, "--name", "localhost"])
    assert "key" not in alone.stdout


def test_what_a_server_would_offer_is_said_without_starting_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "run", lambda *_: pytest.fail("it was started"))
    kept = tmp_path / "t.sqlite"
    kept.touch(0o644)

    def told(*words: str) -> dict[str, str]:
        asked = ["--keep", str(kept), "--security", "--json", *words]
        return dict(json.loads(CliRunner().invoke(commands.serve, asked).stdout))

    here = told("--tables", "7")
    assert here["listens"] == "127.0.0.1, port 8000: this machine only"
    assert here["keeps"].endswith(f"which others on this machine may read: chmod 600 {kept}")
    assert "tables 7" in here["limits"]
    assert (here["proxies"], here["asks"]) == ("none is believed", "elsewhere: nobody")
    kept.chmod(0o600)
    there = told("--host", "0.0.0.0", "--name", "games.example.org", "--hooks", "battlecry")
    assert there["listens"].endswith("whoever reaches this address")
    assert there["tables"] == "made with the key that is printed"
    assert there["keeps"].endswith("for its owner alone")
    assert there["reads"].endswith("the data of battlecry")
    assert "hooks" in there["asks"]
    assert (here["seats"], told("--open-seats")["seats"]) == (
        "by links only",
        "those on offer are shown to everybody, who may take them",
    )
    assert told("--name", "games.example.org")["proxies"] == "127.0.0.1, ::1"
    assert told("--name", "games.example.org")["links"].endswith("paths only: --address says where")
    reached = told("--address", "https://Games.Example.org:443/club/")
    assert reached["links"] == "begin with https://games.example.org/club"
    assert "games.example.org" in reached["names"]


def test_a_server_answers_to_the_names_it_was_given(tmp_path: Path) -> None:
    site = make_site(Settings(keep=str(tmp_path / "t.sqlite"), names=("games.example.org",), key="00"))
    site.hub.close()
    assert site.guard.host_known({"host": "games.example.org"})
    assert site.guard.host_known({"host": "localhost:8000"})
    assert not site.guard.host_known({"host": "0.0.0.0"})
    assert site.guard.creation_key == b"\0"


def test_a_game_that_cannot_be_loaded_is_left_out_of_the_lobby() -> None:
    class Odd(Lobby):
        def ids(self) -> list[str]:
            return ["battlecry", "broken"]

    assert [game["id"] for game in Odd().games()] == ["battlecry"]
