"""A turn at an address of its own: whoever has the address reads it, and nobody else, and nothing else."""

from typing import Any

import pytest
from tests.table.test_server import Screen, client, links, site  # noqa: F401

from wargame_pictures.draw.picture import draws_png

Links = dict[str, tuple[str, str]]


class Players:
    """Both seats at their screens."""

    def __init__(self, client: Any, links: Links) -> None:  # noqa: F811
        self.client, self.links = client, links
        self.screens = {role: Screen(client, links[role]) for role in ("red", "blue")}
        self.updates = {role: screen.until("update") for role, screen in self.screens.items()}
        self.number = 0

    def choose(self, role: str, action: dict[str, Any] | None = None) -> None:
        """A seat's choice, the first of its menu without one."""
        update, self.number = self.updates[role], self.number + 1
        action = action or update["ask"]["rows"][0]["action"]
        self.screens[role].send(kind="act", id=f"a{self.number}", at=update["at"], action=action)
        self.updates = {name: screen.until("update") for name, screen in self.screens.items()}

    def address(self, role: str = "blue", key: str = "") -> Any:
        """The answer to whoever wants to share the turn that they read."""
        table, own = self.links[role]
        return self.client.post(f"{table}/turn", headers={"Authorization": f"Bearer {key or own}"})


@pytest.fixture
def players(client: Any, links: Links) -> Players:  # noqa: F811
    players = Players(client, links)
    players.choose("red", {"kind": "hide", "space": 4})
    players.choose("blue")
    return players


def test_whoever_has_the_address_reads_the_turn_without_a_key(players: Players) -> None:
    for role in ("red", "blue", "spectator"):
        answer = players.address(role)
        assert answer.status_code == 200, answer.text
        page = players.client.get(answer.json()["page"])
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert "<script" not in page.text
        assert "&lt;script" in page.text  # the title of the game
        picture = players.client.get(answer.json()["picture"])
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")


def test_the_turn_of_a_seat_tells_others_only_what_who_watches_may_know(players: Players) -> None:
    page = players.client.get(players.address("red").json()["page"]).text
    own = Screen(players.client, players.links["red"]).until("update")
    public = Screen(players.client, players.links["spectator"]).until("update")
    secret = {row["text"] for row in own["events"] if "text" in row} - {row.get("text") for row in public["events"]}
    assert secret  # where the mine is
    assert not [text for text in secret if text in page]


@pytest.mark.parametrize(
    "change",
    [
        lambda name: name[:-1] + ("0" if name[-1] != "0" else "1"),
        lambda name: "0" + name[1:] if name[0] != "0" else "1" + name[1:],
        lambda name: name.replace("-", "--"),
        lambda name: name + "0",
        lambda name: "9999999-9999999-0000000000000000",
        lambda name: "%2e%2e",
        lambda name: "-1" + name,
        lambda name: name.upper() + "é",
    ],
)
def test_no_other_turn_is_opened_by_an_address_that_was_changed(players: Players, change: Any) -> None:
    page = players.address().json()["page"]
    home, _, name = page.rpartition("/")
    for ending in ("", ".svg", ".png", ".html"):
        answer = players.client.get(f"{home}/{change(name)}{ending}")
        assert answer.status_code == 404
        assert name not in answer.text


def test_a_turn_of_one_table_is_none_of_another(players: Players) -> None:
    made = players.client.post("/tables", json={"game": "toy", "options": {"bow": "no"}}).json()
    others = Players(players.client, {role: tuple(link.split("#")) for role, link in made["links"].items()})
    others.choose("red", {"kind": "hide", "space": 4})
    others.choose("blue")
    name = players.address().json()["page"].rpartition("/")[2]
    assert players.client.get(f"{others.links['red'][0]}/turn/{name}").status_code == 404


def test_only_who_has_a_key_of_the_table_learns_the_address(players: Players) -> None:
    assert players.address(key="wrong").status_code == 403


def test_before_anything_happened_there_is_nothing_to_share(client: Any, links: Links) -> None:  # noqa: F811
    answer = Players(client, links).address("red")
    assert answer.json()["text"] == "nothing has happened yet that could be shown to others"


@pytest.mark.skipif(draws_png(), reason="CairoSVG is installed")
def test_a_server_without_the_tool_says_that_it_makes_no_png(players: Players) -> None:
    answer = players.client.get(players.address().json()["page"] + ".png")
    assert "ask for .svg" in answer.json()["text"]
