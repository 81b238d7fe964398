"""Records saved by earlier versions: read, told, shown and verified as before. A save outlives the code that wrote it.

`tests/records` holds one whole game of each game with the record of one of its seats, as version 0.1.0 wrote them.
They are never written anew: a rule or a datum that is corrected may make a record differ from today's rules, and then
the first difference is named in `CORRECTED`; but told and shown it must be all the same.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

import wargame_core
from wargame_core.errors import RecordError
from wargame_core.records.file_format import FORMAT
from wargame_core.records.migrations import as_of_today
from wargame_core.records.record import Journal, Record, parse
from wargame_core.records.verification import load_match, verify
from wargame_pictures.stories.story import board_at, narrate
from wargame_terminal import main

FOLDER = Path(__file__).parent / "records"
WHOLE = sorted(path.name for path in FOLDER.glob("*.jsonl.gz") if path.name.count(".") == 2)
OF_SEATS = sorted(path.name for path in FOLDER.glob("*.jsonl.gz") if path.name.count(".") == 3)

OUTCOMES: Mapping[str, tuple[str, str]] = {
    "battlecry": ("union", "flags"),
    "gcacw_on_the_4th_day": ("union", "Union Decisive Victory"),
    "gettysburg": ("federal", "minor strategic victory"),
    "thunder_on_the_mississippi": ("confederate", "held out"),
    "vicksburg": ("confederate", "major strategic victory"),
}
"""Winner and level of each stored game."""

CORRECTED: Mapping[str, str] = {
    "battlecry": "Belmont is set up by hexes found again; rules of the cards and retreats were corrected",
    "gcacw_on_the_4th_day": "the event of an initiative also tells how often it was tied",
    "gettysburg": "the campaign has another option, which is part of every snapshot",
    "thunder_on_the_mississippi": "a roll that leads to nothing is told by an event of its own",
    "vicksburg": "the starting deployment places tokens in another order",
}
"""Games whose rules or data were corrected since their record was made, and what differs first."""


def unpacked(name: str, folder: Path) -> Path:
    path = folder / name.removesuffix(".gz")
    path.write_bytes(gzip.decompress((FOLDER / name).read_bytes()))
    return path


@cache
def stored(name: str) -> Record:
    """A stored record; whoever needs its file unpacks it."""
    return parse(gzip.decompress((FOLDER / name).read_bytes()).decode("utf-8"))


def test_every_game_has_a_stored_record_and_one_of_a_seat() -> None:
    assert {name.partition(".")[0] for name in WHOLE} == set(OUTCOMES)
    assert {name.partition(".")[0] for name in OF_SEATS} == set(OUTCOMES)


@pytest.mark.parametrize("name", [*WHOLE, *OF_SEATS])
def test_a_stored_record_is_read_and_written_to_the_letter(name: str, tmp_path: Path) -> None:
    path = unpacked(name, tmp_path)
    record = Record.load(path)
    assert record.ended
    assert not record.torn
    assert parse(record.text()) == record
    if json.loads(path.read_text("utf-8").splitlines()[0])["format"] == FORMAT:
        assert record.text() == path.read_text("utf-8")


@pytest.mark.parametrize("name", [*WHOLE, *OF_SEATS])
def test_a_stored_record_is_told_to_its_end(name: str) -> None:
    record = stored(name)
    game = wargame_core.load(record.header["game"])
    story = narrate(record, game)
    assert story.outcome is not None
    assert (story.outcome.winner, story.outcome.level) == OUTCOMES[game.id]
    assert all(chapter.items for chapter in story.chapters)
    assert story.chapters[-1].turn == game.rules.turn_of(story.board)


@pytest.mark.parametrize("name", WHOLE)
def test_a_stored_record_shows_the_board_it_ended_with(name: str) -> None:
    record = stored(name)
    game = wargame_core.load(record.header["game"])
    snapshot = [line["snapshot"] for line in record.lines if "snapshot" in line][-1]
    board = board_at(record, game)
    assert board.outcome is not None
    if game.id not in CORRECTED:
        assert game.rules.codec.board_to_json(board) == snapshot["board"]


@pytest.mark.parametrize("name", WHOLE)
def test_a_stored_record_is_verified_or_its_first_difference_is_named(name: str, tmp_path: Path) -> None:
    found = verify(unpacked(name, tmp_path))
    game = name.partition(".")[0]
    if game in CORRECTED:
        assert not found.ok, f"{game} verifies again: strike it off"
        assert re.search(r"answer \d+ \(.*\): ", str(found.first_difference))  # in words, with its place
    else:
        assert found.first_difference is None, "name the difference in CORRECTED if a rule or a datum was corrected"


@pytest.mark.parametrize("name", OF_SEATS)
def test_a_seats_record_says_that_it_cannot_be_verified(name: str, tmp_path: Path) -> None:
    path = unpacked(name, tmp_path)
    assert "lacks what the seat may not know" in str(verify(path).first_difference)
    with pytest.raises(RecordError, match="own record"):
        load_match(path)


OLDER_RULES = [(path.name.split(".")[0], path) for path in sorted((FOLDER / "older_rules").glob("*.jsonl.gz"))]
"""Whole games of rules that only wrote their records in other words: each is verified as if played today."""


def of_older_rules(game: str, path: Path) -> Record:
    """A record as older rules wrote it, of the data files of today: a note added to them changes their digest."""
    record = parse(gzip.decompress(path.read_bytes()).decode("utf-8"))
    return evolve(record, header={**record.header, "data": wargame_core.load(game).rules.digest})


@pytest.mark.parametrize(("game", "path"), OLDER_RULES, ids=[path.name for _, path in OLDER_RULES])
def test_a_record_of_older_rules_is_verified_with_all_its_dice(game: str, path: Path, tmp_path: Path) -> None:
    record, rules = of_older_rules(game, path), wargame_core.load(game).rules
    old = record.save(tmp_path / "old.jsonl")
    assert record.header["rules"] != rules.version
    verified = verify(old)
    assert (verified.ok, verified.first_difference) == (True, None)
    assert verified.dice == sum(1 for line in record.lines if "roll" in line)
    assert as_of_today(record, evolve(rules, migrations={})) is record
    assert as_of_today(record, wargame_core.load("battlecry").rules) is record


def test_a_game_of_older_rules_that_differs_is_told_as_such_and_not_as_an_edit(tmp_path: Path) -> None:
    record = of_older_rules(*OLDER_RULES[-1])
    place, line = next((n, line) for n, line in enumerate(record.lines) if line.get("label"))
    other = evolve(record, lines=(*record.lines[:place], {**line, "label": "a die"}, *record.lines[place + 1 :]))
    told = str(verify(other.save(tmp_path / "other.jsonl")).first_difference)
    assert told.startswith("the game was played with rules 4 of vicksburg; here they are 5; answer ")


def test_a_game_begun_under_older_rules_goes_on_where_it_stood(tmp_path: Path) -> None:
    game, path = OLDER_RULES[-1]
    record = of_older_rules(game, path)
    begun = Record(record.header, record.lines[:200], ended=False).save(tmp_path / "begun.jsonl")
    match = load_match(begun)
    answers = len(Record.load(begun).answers)
    assert len(match.entries) in (answers, answers + 1)  # a roll that waited is thrown
    Journal(match, begun)
    match.play(next(iter(match.choices())))
    assert Record.load(begun).header["rules"] == wargame_core.load(game).rules.version
    assert verify(begun).ok


def test_a_game_of_older_rules_that_differs_goes_on_from_its_last_snapshot_in_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = stored("vicksburg.jsonl.gz")
    old = Record(record.header, record.lines[:160], ended=False).save(tmp_path / "old.jsonl")
    before, new = old.read_bytes(), tmp_path / "old-by-todays-rules.jsonl"
    words = ["play", "vicksburg", "--seat", "both", "--resume"]
    done = CliRunner().invoke(main, [*words, "old.jsonl"], input="1\n1\n1\n")
    assert done.exit_code == 0
    assert "the game was played with rules 1 of vicksburg; here they are 5; the data files of vicksburg " in done.output
    assert "It goes on from its last snapshot." in done.output
    assert "The game is kept in old-by-todays-rules.jsonl" in done.output
    assert old.read_bytes() == before
    answers = len(Record.load(new).answers)
    assert answers > len(Record.load(old).answers)
    assert str(verify(new).first_difference).startswith("the game was played with rules 1 of vicksburg")
    assert CliRunner().invoke(main, [*words, new.name], input="1\n1\n1\n").exit_code == 0
    assert len(Record.load(new).answers) > answers


def test_an_older_record_in_which_something_was_changed_is_not_verified(tmp_path: Path) -> None:
    record = of_older_rules("vicksburg", FOLDER / "older_rules" / "vicksburg.3.jsonl.gz")
    place, line = next((n, line) for n, line in enumerate(record.lines) if "card_drawn" in str(line))
    events = [{**event, "turn": 2} if event["kind"] == "card_drawn" else event for event in line["events"]]
    edited = evolve(record, lines=(*record.lines[:place], {**line, "events": events}, *record.lines[place + 1 :]))
    assert "turn_began" in str(verify(edited.save(tmp_path / "edited.jsonl")).first_difference)
