"""Records: saved, read, verified, and gone on with under other rules and data."""

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from tests.core.records_of_toys import bow_otherwise, edited, played, rewritten
from tests.core.skirmish_toy import SEATS, Give, Hide, toy
from tests.laws.broken_toys import with_rule

from wargame_core import REFEREE, SPECTATOR, Game, Match, Record, RecordError, load_match, verify_record
from wargame_core.authoring import Procedure, Table
from wargame_terminal.play import go_on


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return played().save(tmp_path / "game.jsonl")


def test_a_record_that_an_editor_saved_with_a_byte_order_mark_is_read(saved: Path) -> None:
    before = Record.load(saved)
    saved.write_bytes(b"\xef\xbb\xbf" + saved.read_bytes().replace(b"\n", b"\r\n"))
    assert Record.load(saved) == before


def test_a_saved_game_is_loaded_as_it_was_and_goes_on(tmp_path: Path) -> None:
    match = played(moves=7)
    path = match.save(tmp_path / "deep" / "down" / "game.jsonl")
    loaded = load_match(path, seed=3, game=toy())
    assert loaded.state == match.state
    assert Record.of(loaded) == Record.of(match)
    assert loaded.pending == match.pending
    assert len({loaded.pending, match.pending}) == 1
    for seat in (*SEATS, SPECTATOR, REFEREE):
        assert loaded.view(seat).to_json() | {"at": ""} == match.view(seat).to_json() | {"at": ""}
    rng = random.Random(8)
    while match.waiting_for:
        seat = match.waiting_for[0]
        action = match.choices(seat).sample(rng)
        match.play(action, seat)
        loaded.play(action, seat)
    assert loaded.state == match.state
    assert loaded.outcome is not None


def test_a_game_with_explicit_chance_goes_on_with_it(tmp_path: Path) -> None:
    match = toy().start(chance="explicit")
    match.play(Hide(2))
    path = match.save(tmp_path / "game.jsonl")
    loaded = load_match(path, game=toy(), chance="explicit")
    assert str(loaded.pending) == str(match.pending) == 'Roll(the cup, "blue\'s token")'
    assert loaded.state == match.state
    assert load_match(path, game=toy(), seed=1).waiting_for == ("blue",)


def test_a_crash_between_writing_and_renaming_leaves_the_old_file(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, new = saved.read_bytes(), Record.of(played(moves=2))

    def crash(source: Any, target: Any) -> None:
        assert Path(source).read_text("utf-8") == new.text()
        raise OSError("power failure")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="power failure"):
        new.save(saved)
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == ["game.jsonl"]


def test_an_edited_line_is_named(saved: Path) -> None:
    def cheat(lines: list[str]) -> None:
        at = next(number for number, line in enumerate(lines) if '"roll"' in line)
        lines[at] = lines[at].replace('"roll":', '"roll":1')

    edited(saved, cheat)
    with pytest.raises(RecordError, match=r"game\.jsonl:5: this line \(or one before it\) was changed after it was"):
        Record.load(saved)
    assert "was changed after it was written" in str(verify_record(saved, toy()).first_difference)


def truths_for_ones(value: Any) -> Any:
    """A value of JSON with ``true`` for every 1, which Python takes for equal."""
    if isinstance(value, dict):
        return {key: truths_for_ones(part) for key, part in value.items()}
    if isinstance(value, list):
        return [truths_for_ones(part) for part in value]
    return True if value == 1 else value


@pytest.mark.parametrize(
    ("key", "words"),
    [("events", "event . was"), ("snapshot", "the snapshot after it differs"), ("roll", "which is not of its type")],
)
def test_true_is_not_taken_for_one(saved: Path, key: str, words: str) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        row = next(row for row in rows if key in row and str(truths_for_ones(row[key])) != str(row[key]))
        row[key] = truths_for_ones(row[key])

    assert re.search(words, str(verify_record(rewritten(saved, change), toy()).first_difference))


def test_a_line_cut_in_the_middle_is_told_and_the_rest_is_kept(saved: Path) -> None:
    whole = Record.load(saved)
    end = saved.read_text("utf-8").splitlines()[-1]
    saved.write_bytes(saved.read_bytes()[: -len(end) - 40])
    record = Record.load(saved)
    assert (record.ended, record.torn) == (False, f"{saved}:{len(whole.lines) + 1}: the last line is cut off")
    assert record.lines == whole.lines[:-1]
    assert verify_record(saved, toy()).first_difference == record.torn


def test_whole_lines_missing_at_the_end_are_told(saved: Path) -> None:
    edited(saved, lambda lines: lines[:-3])
    assert not Record.load(saved).ended
    assert verify_record(saved, toy()).first_difference == f"{saved}: the record has no end line: it is cut short"


def test_a_record_of_a_future_format_asks_for_an_upgrade(saved: Path) -> None:
    edited(saved, lambda lines: [lines[0].replace('"format":2', '"format":9'), *lines[1:]])
    with pytest.raises(RecordError, match=r"game\.jsonl:1: record format 9 is newer .* \(2\); upgrade wargame-core"):
        Record.load(saved)


@pytest.mark.parametrize("key", ["core", "game", "rules", "data", "scenario", "options", "seats", "dice"])
def test_a_header_that_lacks_a_key_or_has_it_wrong_is_refused(saved: Path, key: str) -> None:
    with pytest.raises(RecordError, match=rf"game\.jsonl:1: a header has '{key}' 7, which is not of its type"):
        Record.load(rewritten(saved, lambda rows: rows[0].update({key: 7})))
    with pytest.raises(RecordError, match=rf"game\.jsonl:1: the header has no '{key}'"):
        Record.load(rewritten(saved, lambda rows: rows[0].pop(key)))


# What today's rules say to a record, and what stays true of it whatever they say.


def bow_for_points(t: Table[Any]) -> Procedure[None]:
    from tests.core.skirmish_toy import Scored

    yield from t.ask("blue", [Give("red")], "Bow?")
    t.record(Scored("red", 1))


def bow_twice(t: Table[Any]) -> Procedure[None]:
    yield from t.ask("blue", [Give("red")], "Bow?")
    yield from t.ask("blue", [Give("red")], "Bow again?")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            bow_for_points,
            'event 1 was {"kind": "turn_ended"} and is now {"kind": "scored", "seat": "red", "points"',
        ),
        (bow_otherwise, "the rules now say: give red is not one of the 1 choices now (give blue)"),
        (bow_twice, "events that followed: 1 then, 0 now"),
    ],
)
def test_verify_tells_in_words_where_todays_rules_first_differ(saved: Path, rule: Any, message: str) -> None:
    bow = next(line for line in Record.load(saved).answers if line["at"][-1:] == ["Bow"])
    result = verify_record(saved, with_rule("Bow", rule))
    assert not result.ok
    assert str(result.first_difference).startswith(f"answer {bow['n']} (Turn > Bow): ")
    assert message in str(result.first_difference)
    assert set(result.to_json()) == {"ok", "first_difference", "answers", "dice", "readable"}


def test_verify_plays_a_game_once_its_dice_included(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started, start = [], Match.start

    def counted(*args: Any, **settings: Any) -> Match:
        started.append(args)
        return start(*args, **settings)

    monkeypatch.setattr(Match, "start", counted)
    result = verify_record(saved, toy())
    assert result.ok
    assert result.dice
    assert len(started) == 1


def test_verify_notices_other_data_and_another_snapshot(saved: Path) -> None:
    other = verify_record(saved, toy(digest="abc"))
    assert other.first_difference == "the data files of toy are not those the game was played with"

    def forge(rows: list[dict[str, Any]]) -> None:
        [row for row in rows if "snapshot" in row][1]["snapshot"]["board"]["score"] = {"red": 99}

    forged = verify_record(rewritten(saved, forge), toy())
    assert "the snapshot after it differs in score" in str(forged.first_difference)


def test_verify_notices_other_answers_inside_a_snapshot(saved: Path) -> None:
    def forge_answers(rows: list[dict[str, Any]]) -> None:
        [row for row in rows if "snapshot" in row][1]["snapshot"]["answers"] = [1]

    forged = verify_record(rewritten(saved, forge_answers), toy())
    assert "the snapshot after it differs in position" in str(forged.first_difference)


def test_verify_notices_that_header_and_end_tell_other_salts(saved: Path) -> None:
    result = verify_record(rewritten(saved, lambda rows: rows[0]["secret"].update(salt="0" * 32)), toy())
    assert result.first_difference == "the header has another seed or salt than the end tells"


def test_verify_compares_what_events_say_and_not_only_their_kinds(saved: Path) -> None:
    def forge(rows: list[dict[str, Any]]) -> None:
        events = [event for row in rows for event in row.get("events", ()) if event["kind"] == "scored"]
        events[0]["points"] += 1

    result = verify_record(rewritten(saved, forge), toy())
    assert 'was {"kind": "scored"' in str(result.first_difference)


def test_verify_raises_nothing_for_a_record_that_cannot_be_run(saved: Path, tmp_path: Path) -> None:
    none = tmp_path / "none.jsonl"
    assert verify_record(none).first_difference == f"{none}: there is no such file"
    unknown = str(verify_record(saved).first_difference)
    assert unknown.startswith("no installed plugin has the game of this record: unknown game 'toy'")
    rewritten(saved, lambda rows: rows[0].update(scenario="grand"))
    assert "toy has no scenario 'grand'" in str(verify_record(saved, toy()).first_difference)


def test_a_game_whose_rules_changed_goes_on_from_its_last_snapshot_with_its_whole_story(tmp_path: Path) -> None:
    match = played(moves=13)
    path = match.save(tmp_path / "game.jsonl")
    new_rules = with_rule("Bow", bow_for_points)
    with pytest.raises(RecordError, match=r"Bow.*; to go on from the last snapshot all the same, use rerun=False"):
        load_match(path, game=new_rules)
    loaded = load_match(path, game=new_rules, rerun=False, seed=3)
    assert loaded.board.turn == match.board.turn  # type: ignore[attr-defined]
    told, live = loaded.view("blue").log, match.view("blue").log
    assert told == live[: len(told)] != []
    assert loaded.save(path)
    assert "Bow" in str(verify_record(path, new_rules).first_difference)  # it says so, and can still go on
    again = load_match(path, game=new_rules, rerun=False, seed=3)
    assert again.state == loaded.state
    assert Record.of(again) == Record.of(loaded)
    while again.waiting_for:
        again.play(next(iter(again.choices(again.waiting_for[0]))), again.waiting_for[0])
    assert again.outcome is not None


# Records of games that went on under other data files or rules: each version is named, and from which answer on.


OLD, NEW = toy(digest="old"), toy(digest="new")


def said(path: Path, game: Game) -> str:
    """What verify says of a record, by the rules and data of a game."""
    return str(verify_record(path, game).first_difference)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game of which the beginning was played with the old data files, and no end."""
    match = OLD.start(seed=3)
    for _ in range(9):
        match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    return Record(Record.of(match).header, Record.of(match).lines, ended=False).save(tmp_path / "game.jsonl")


@pytest.fixture
def gone_on(begun: Path) -> tuple[Path, Match]:
    """The game, gone on with the new data files."""
    match, differs = go_on(begun, NEW)
    assert differs == (
        "the data files of toy are not those the game was played with. It goes on from its last snapshot"
    )
    match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    return match.save(begun), match


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
    assert again.rules_versions == match.rules_versions == again.fork().rules_versions
    assert [version.data for version in again.rules_versions] == ["old", "new"]
    journal = again.save(path)
    third = go_on(journal, toy(digest="third", version="2"))[0]
    assert [version.data for version in third.rules_versions] == ["old", "third"]  # from the same snapshot once more
    assert said(third.save(path), NEW).startswith("the game was played with rules 2 of toy from answer ")
    assert [version.data for version in match.fork(match.rules_versions[-1].n).rules_versions] == ["old", "new"]


def test_a_game_that_goes_on_under_the_same_data_names_no_version(tmp_path: Path) -> None:
    path = played(moves=10).save(tmp_path / "game.jsonl")
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
