"""Records of games that went on under other data files or rules: each version is named, and from which answer on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.core.records_of_toys import bow_otherwise, played, rewritten
from tests.core.skirmish_toy import toy
from tests.laws.broken_toys import with_rule

from wargame_core import Game, Match, RecordError
from wargame_core.records.record import Record
from wargame_core.records.verification import go_on, load_match, verify

OLD, NEW = toy(digest="old"), toy(digest="new")


def said(path: Path, game: Game) -> str:
    """What verify says of a record, by the rules and data of a game."""
    return str(verify(path, game).first_difference)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game of which the beginning was played with the old data files, and no end."""
    match = OLD.start(seed=3)
    for _ in range(9):
        match.play(next(iter(match.choices(match.to_choose[0]))), match.to_choose[0])
    return Record(Record.of(match).header, Record.of(match).lines, ended=False).save(tmp_path / "game.jsonl")


@pytest.fixture
def gone_on(begun: Path) -> tuple[Path, Match]:
    """The game, gone on with the new data files."""
    match, differs = go_on(begun, NEW)
    assert differs == (
        "the data files of toy are not those the game was played with. It goes on from its last snapshot"
    )
    match.play(next(iter(match.choices(match.to_choose[0]))), match.to_choose[0])
    return Record.of(match).save(begun), match


def test_verify_names_other_data_beside_the_first_difference_and_beside_other_rules(begun: Path) -> None:
    changed = with_rule("Bow", bow_otherwise, digest="new")
    assert said(begun, changed).startswith("the data files of toy are not those the game was played with; answer ")
    newer = with_rule("Bow", bow_otherwise, digest="new", version="9")
    assert said(begun, newer).startswith(
        "the game was played with rules 1 of toy; here they are 9; "
        "the data files of toy are not those the game was played with; answer "
    )
    fewer = toy(digest="new", scenarios=())
    assert said(begun, fewer).startswith("the data files of toy are not those the game was played with; toy has no ")


def test_a_game_that_went_on_under_other_data_says_so_to_either_side(gone_on: tuple[Path, Match]) -> None:
    path, match = gone_on
    since = Record.load(path).header["went_on"][0]["n"]
    assert 0 < since <= match.seq
    begun_with = (
        f"the data files of toy are not those the game was begun with; it went on with others from answer {since}"
    )
    assert said(path, NEW) == begun_with
    assert said(path, OLD) == f"from answer {since} on the game was played with other data files"
    assert said(path, with_rule("Bow", bow_otherwise, digest="new")).startswith(f"{begun_with}; answer ")


def test_a_version_is_named_once_however_often_a_game_is_gone_on_with(gone_on: tuple[Path, Match]) -> None:
    path, match = gone_on
    again, differs = go_on(path, NEW)
    assert "begun with" in differs
    assert again.under == match.under == again.fork().under
    assert [version.data for version in again.under] == ["old", "new"]
    journal = Record.of(again).save(path)
    third = go_on(journal, toy(digest="third", version="2"))[0]
    assert [version.data for version in third.under] == ["old", "third"]  # from the same snapshot once more
    assert said(Record.of(third).save(path), NEW).startswith("the game was played with rules 2 of toy from answer ")
    assert [version.data for version in match.fork(match.under[-1].n).under] == ["old", "new"]


def test_a_game_that_goes_on_under_the_same_data_names_no_version(tmp_path: Path) -> None:
    path = Record.of(played(moves=10)).save(tmp_path / "game.jsonl")
    assert "went_on" not in Record.of(load_match(path, game=toy(), rerun=False)).header


TODAY = {"n": 2, "rules": OLD.rules.version, "data": "old"}
ANOTHER = {**TODAY, "data": "x"}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "'went_on' and no version"),
        ([TODAY], "not another and later one"),
        ([ANOTHER, {**ANOTHER, "n": 3}], "not another and later one"),
        ([ANOTHER, {**TODAY}], "not another and later one"),
        ([{"n": 1}], "lacks .*data"),
        ([{**ANOTHER, "n": "2"}], "'n' '2', which is not of its type"),
        ([{**ANOTHER, "x": 1}], "has no 'x'"),
    ],
)
def test_odd_versions_in_a_header_are_refused(begun: Path, rows: list[dict[str, Any]], message: str) -> None:
    """So whoever writes versions into a record makes verify name them: the data of one of them are not today's."""
    path = rewritten(begun, lambda lines: lines[0].update(went_on=rows))
    with pytest.raises(RecordError, match=message):
        Record.load(path)
