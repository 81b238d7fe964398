"""The files of a campaign are checked against each other, and their problems come together."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.altar_of_freedom.conftest import WORDS

from wargame_altar_of_freedom.printed.campaign_file import CampaignFile
from wargame_altar_of_freedom.printed.data_files import Vocabulary, by_kind, known_names, load_campaign, read_campaign
from wargame_altar_of_freedom.printed.lines import ARMS
from wargame_core.data import DataFolder, Problems, parse_toml, read_toml
from wargame_core.errors import DataError
from wargame_core.forces.decks import read_deck
from wargame_core.forces.order_of_battle import read_oob
from wargame_core.maps.files.squares import SquareReader
from wargame_terminal.schema import schema_of

ProblemsOf = Callable[[str, str, str, str], list[str]]
Data = Callable[[str], Path]


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "campaign.toml",
            "[25, 20], ",
            "",
            r"E608 deployment\[0\]\.where\.cells: no road from \(24,20\) to the next space, "
            r"\(26,20\); list every road space",
        ),
        ("campaign.toml", "[25, 20], ", "[25, 99], ", r"E608 deployment\[0\]\.where\.cells: \[25, 99\] is off the map"),
        (
            "campaign.toml",
            '"York", "York Springs", "Carlisle"]',
            '"York", "York Springs"]',
            r"E607 deployment\[8\]\.where\."
            r"places: 3 pieces for 2 places: cs_ii_early, cs_ii_johnson, cs_ii_rodes",
        ),
        (
            "campaign.toml",
            '"columbia_bridge"',
            '"columbia_bridg"',
            r"E301 award\[\d+\]\.when\.crossings\[2\]: 'columbia_bridg' is"
            r" not a crossing",
        ),
        (
            "campaign.toml",
            'region = "virginia"',
            'region = "virgina"',
            r"'virgina' is not a region \(east, north, virginia\)",
        ),
        (
            "campaign.toml",
            'place_tag = "raidable"',
            'place_tag = "raided"',
            r"'raided' is not a tag of a place \(raidable\)",
        ),
        ("campaign.toml", 'leave_out = "us_ii"', 'leave_out = "us_iv"', r"E301 set_up_choice\[0\]\.leave_out: 'us_iv'"),
        (
            "campaign.toml",
            "tokens = { baggage_train = 1 }",
            "tokens = { wagon = 1 }",
            r"E301 deployment\[12\]\.tokens\.wagon: "
            r"'wagon' is not a token kind",
        ),
        ("campaign.toml", 'tokens = ["baggage_train"]\n', "", r"E607 deployment\[12\]: sets up nothing"),
        (
            "deck.toml",
            'action = "raid"',
            'action = "pillage"',
            r"'pillage' is not a special action \(destroy_crossing, raid",
        ),
        ("deck.toml", 'by_d6 = ["Leesburg", ', "by_d6 = [", r"E205 card\[0\]\.effect\[0\]\.by_d6: 5 items"),
        (
            "deck.toml",
            'by_d6 = ["Leesburg"',
            'at = "Dover"\nby_d6 = ["Leesburg"',
            r"E207 card\[0\]\.effect\[0\]: needs either",
        ),
        (
            "oob.toml",
            "infantry = 57",
            "infantry = 52",
            r"oob\.toml:\d+:\d+: E303 side\[0\]\.stated\.infantry: 52 stated, but "
            r"57 listed",
        ),
    ],
)
def test_a_wrong_gettysburg_file_is_refused(
    problems_of: ProblemsOf, file: str, old: str, new: str, problem: str
) -> None:
    found = problems_of("gettysburg", file, old, new)
    assert any(re.search(problem, line) for line in found), "\n".join(found)


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
    assert (
        load_campaign(DataFolder(campaign_data("vicksburg"), tmp_path), WORDS["vicksburg"]).depots["us_depot"].value
        == 9
    )


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
    board = SquareReader.load(folder / "map.toml")
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
