"""What can be wrong in the files of a campaign is named with file, line and column; their problems come together."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.altar_of_freedom.conftest import WORDS

from wargame_altar_of_freedom.authoring.folders import lint_campaign
from wargame_altar_of_freedom.printed.campaign_file import CampaignFile
from wargame_altar_of_freedom.printed.data_files import Vocabulary, known_names, load_campaign, read_campaign
from wargame_altar_of_freedom.printed.decks import read_deck
from wargame_altar_of_freedom.printed.lines import ARMS
from wargame_core.data import DataFolder, Problems, by_kind, parse_toml, read_toml
from wargame_core.data.schema import schema_of
from wargame_core.errors import DataError
from wargame_core.forces.order_of_battle import read_oob
from wargame_core.maps.files.squares import SQUARES

ProblemsOf = Callable[[str, str, str, str], list[str]]
Data = Callable[[str], Path]


MISTAKES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake['game']}: {mistake['new'][:30]!r}")
def test_a_mistake_is_named_with_its_place(problems_of: ProblemsOf, mistake: dict[str, str]) -> None:
    found = problems_of(mistake["game"], mistake["file"], mistake["old"], mistake["new"])
    assert any(re.search(mistake["problem"], line) for line in found), "\n".join(found)


def test_sides_whose_counters_could_not_be_told_apart_are_refused(tmp_path: Path, campaign_data: Data) -> None:
    for file in campaign_data("gettysburg").glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace('"confederate"', '"foe"').replace('"federal"', '"friend"')
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    found = lint_campaign(tmp_path, WORDS["gettysburg"])
    assert [line for line in found if "E604" in line] == found
    assert "begin with the same letter" in found[0]


def test_the_packaged_files_have_no_mistake(campaign_data: Data) -> None:
    assert lint_campaign(campaign_data("gettysburg"), WORDS["gettysburg"]) == []


def test_the_problems_of_all_files_come_together(tmp_path: Path, campaign_data: Data) -> None:
    (tmp_path / "map.toml").write_text("not toml", encoding="utf-8")
    for file in ("oob.toml", "deck.toml", "campaign.toml"):
        text = (campaign_data("vicksburg") / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text("stray = 1\n" + text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_campaign(DataFolder(campaign_data("vicksburg"), tmp_path), WORDS["vicksburg"])
    found = [(problem.file, problem.code) for problem in caught.value.problems]
    assert found == [("campaign.toml", "E201"), ("deck.toml", "E201"), ("map.toml", "E103"), ("oob.toml", "E201")]


def test_a_missing_file_is_named_with_what_should_be_in_it(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load_campaign(DataFolder(tmp_path), WORDS["vicksburg"])
    lines = [re.sub(r"^.*/", "", str(problem)) for problem in caught.value.problems]
    assert lines == [
        "campaign.toml:1:1: E101 no such file; expected the numbers, deployments and awards of the campaign",
        "deck.toml:1:1: E101 no such file; expected the event cards",
        "map.toml:1:1: E101 no such file; expected the theater map",
        "oob.toml:1:1: E101 no such file; expected the orders of battle",
    ]


def test_a_file_of_the_owner_replaces_the_packaged_one(tmp_path: Path, campaign_data: Data) -> None:
    text = (campaign_data("vicksburg") / "campaign.toml").read_text(encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(text.replace("value = 6", "value = 9"), encoding="utf-8")
    campaign = load_campaign(DataFolder(campaign_data("vicksburg"), tmp_path), WORDS["vicksburg"])
    assert campaign.depots["us_depot"].value == 9


def without(kind: str) -> Vocabulary:
    """What files may ask for, but for one word."""
    words = WORDS["vicksburg"]
    every = words.effects, words.awards, words.special_actions
    return Vocabulary(*(tuple(one for one in some if one.kind != kind) for some in every))


def test_a_rule_that_the_vocabulary_lacks_is_unknown(campaign_data: Data) -> None:
    folder = DataFolder(campaign_data("vicksburg"))
    with pytest.raises(DataError, match=r"E511 card\[4\]\.effect\[0\]\.kind: 'close_crossings' is not an effect"):
        load_campaign(folder, without("close_crossings"))
    with pytest.raises(DataError, match=r"E601 award\[\d+\]\.when\.kind: 'turn_ends_besieged' is not a condition"):
        load_campaign(folder, without("turn_ends_besieged"))
    with pytest.raises(DataError, match=r"E602 special_action\[1\]\.kind: 'repair_crossing' is not a special action"):
        load_campaign(folder, without("repair_crossing"))


def test_the_schema_of_a_campaign_names_every_section() -> None:
    schema = schema_of(CampaignFile)
    file = schema["$defs"]["CampaignFile"]
    assert {"source", "activation", "depot", "deployment", "award", "base_move"} <= set(file["properties"])
    assert schema["$defs"]["RoadColumn"]["properties"]["kind"] == {"const": "road_column"}


@pytest.mark.parametrize("file", ["campaign.toml", "deck.toml", "oob.toml"])
def test_a_value_of_any_wrong_kind_is_a_problem_and_never_a_crash(file: str, campaign_data: Data) -> None:
    folder = campaign_data("vicksburg")
    right = {name: read_toml(folder / name) for name in ("campaign.toml", "deck.toml", "oob.toml")}
    board = SQUARES.load(folder / "map.toml")
    lines = right[file].text.splitlines()
    tried = set()
    for n, line in enumerate(lines):
        key, equals, value = line.partition(" = ")
        if key in tried or not re.fullmatch("[a-z_0-9]+", key) or not equals or value == "[":
            continue
        tried.add(key)
        wrong = ["[[1]]", "[{}]", "{ kind = [] }"][n % 3]
        text = "\n".join([*lines[:n], f"{key} = {wrong}", *lines[n + 1 :]])
        docs = right | {file: parse_toml(text, Path(file))}
        problems = Problems()
        oob = read_oob(docs["oob.toml"], problems, ARMS)
        names = known_names(docs["campaign.toml"], board, oob)
        deck = read_deck(docs["deck.toml"], problems, by_kind(WORDS["vicksburg"].effects), names)
        read_campaign(docs, problems, names, board, oob, deck, WORDS["vicksburg"])
        assert problems, f"{file}:{n + 1}: {key} = {wrong}"
