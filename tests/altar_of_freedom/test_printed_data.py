"""What both documents print about their campaigns, and the reconstructed maps: each beside its game in printed.toml."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.altar_of_freedom.kit import campaign_of, gettysburg, vicksburg

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.questions.worked_examples import road_spaces
from wargame_core import Game
from wargame_core.data import Basis
from wargame_core.maps.masks import flood
from wargame_pictures.paper.account import account


@frozen
class Printed:
    game: Game
    campaign: Campaign
    tables: dict[str, Any]


@pytest.fixture(scope="module", params=[vicksburg, gettysburg], ids=["vicksburg", "gettysburg"])
def printed(request: pytest.FixtureRequest) -> Printed:
    game: Game = request.param()
    path = Path(__file__).parents[1] / game.id / "printed.toml"
    return Printed(game, campaign_of(game), tomllib.loads(path.read_text("utf-8")))


def test_all_units_are_there(printed: Printed) -> None:
    oob, counts = printed.campaign.oob, printed.tables["units"]
    assert {side: oob.counts(side) for side in counts} == counts
    assert len(oob.units) == sum(number for side in counts.values() for arm, number in side.items() if arm != "leaders")


def test_divisions_have_the_brigades_and_names_printed(printed: Printed) -> None:
    oob, tables = printed.campaign.oob, printed.tables
    for division, units in tables["brigades"].items():
        assert ", ".join(f"{unit.name} {unit.rating:+d}" for unit in oob.formation(division).units) == units
    assert [one.name for one in oob.formations.values() if one.level == "division"] == tables["divisions"]


def test_the_generals_have_their_points(printed: Printed) -> None:
    ratings = {leader.name: leader.rating for leader in printed.campaign.oob.leaders.values()}
    unknown = {name: rating for name, rating in ratings.items() if rating == "?"}
    assert ratings | unknown | printed.tables["leaders"] == ratings
    assert unknown.keys() <= printed.tables["leaders"].keys()


def test_the_numbers_of_the_campaign(printed: Printed) -> None:
    campaign, tables = printed.campaign, printed.tables
    for name, value in tables["numbers"].items():
        found = getattr(campaign, name)
        assert (list(found) if isinstance(value, list) else found) == value, name
    assert [[time.start, time.turns] for time in campaign.battle_time.values()] == tables["battle_time"]
    assert list(campaign.reinforcement.values()) == [(3, 5, 6), (3, 4, 5), (2, 3, 4), (2, 3, 4), (1, 2, 3), (1, 1, 2)]
    assert {one.place: one.side for one in campaign.fortress} == tables["fortresses"]


def test_the_depots_awards_and_cards(printed: Printed) -> None:
    campaign, tables = printed.campaign, printed.tables
    depots = campaign.depots.values()
    assert [[one.side, list(one.places), one.value, one.captured_value] for one in depots] == tables["depots"]
    awards = campaign.awards.values()
    assert [[one.side, one.when.kind, str(one.points), one.limit] for one in awards] == tables["awards"]
    assert {"all": len(campaign.deck.cards), "unseen": campaign.deck.remove_unseen} == tables["cards"]


def test_the_commands_and_who_moves_with_none_of_them(printed: Printed) -> None:
    campaign, commands = printed.campaign, printed.tables["commands"]
    assert {side: [one.name for one in campaign.commands_of(side)] for side in commands} == commands
    assert {one.name for one in campaign.commands if one.army_troops} == {"Army troops"} & {*commands["federal"]}


def test_the_pieces_and_which_of_them_come_by_card(printed: Printed) -> None:
    pieces = printed.campaign.pieces.values()
    assert Counter(one.kind for one in pieces) == printed.tables["pieces"]
    assert [one.id for one in pieces if one.status != "start"] == printed.tables["by_card"]


def test_the_account_of_the_data_adds_up(printed: Printed) -> None:
    assert printed.game.files.data is not None
    found = account(sorted(printed.game.files.data.glob("*.toml")))
    assert sum(found.counts.values()) == len(found.data)
    by_file = {file.file: file.counts for file in found.files}
    assert by_file.keys() == {"campaign.toml", "deck.toml", "map.toml", "oob.toml"}
    assert by_file["oob.toml"][Basis.RECONSTRUCTION] == by_file["map.toml"][Basis.TEXT] == 0


def test_the_map_has_everything_of_the_reconstruction(printed: Printed) -> None:
    theater, tables = printed.campaign.map, printed.tables["map"]
    assert [theater.grid.rows, theater.grid.cols] == tables["size"]
    assert {name: len(getattr(theater, name)) for name in tables["features"]} == tables["features"]


def test_distances_by_road_and_reach_are_those_of_the_reconstruction(printed: Printed) -> None:
    campaign, theater = printed.campaign, printed.campaign.map
    for start, end, spaces in printed.tables["map"]["roads"]:
        assert road_spaces(campaign, "federal", theater.parse(start), theater.parse(end)) == spaces, (start, end)
    for start, by_road, spaces, reachable in printed.tables["map"]["reach"]:
        layers = flood(theater.passage(by_road), 1 << theater.parse(start), spaces, theater.enterable)
        assert sum(layers[1:]).bit_count() == reachable, (by_road, spaces)
